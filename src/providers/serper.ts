// Serper: the results of a web search. Every search costs one credit, whatever it finds.
import type { JsonObject } from '../kernel/json.ts'
import { failed, found, type HttpLookup, type Integration, notFound } from './kit.ts'
import { list, number, record, text, webAddress } from './reply-values.ts'

const API = 'https://google.serper.dev'

export const serper: Integration = {
  id: 'serper',
  name: 'Serper',
  kind: 'search',
  docs_url: 'https://serper.dev/api-keys',
  fields: [{ name: 'api_key', label: 'API key', secret: true, required: true, help: 'In Serper under API keys.' }],
  auth: { in: 'header', field: 'api_key', name: 'X-API-KEY' },
  test: {
    ask: { method: 'GET', url: `${API}/account` },
    read({ json }) {
      const balance = number(record(json).balance) ?? number(record(json).credits)
      if (balance === undefined) return { ok: false, words: 'The answer was not understood.' }
      return { ok: true, words: `The key works: ${balance} searches left.` }
    },
  },
}

export const serperSearch: HttpLookup = {
  id: 'serper-web-search',
  provider: 'serper',
  label: 'Web search (Serper)',
  description: 'Searches the web and gives the first ten results, each with title, address and excerpt.',
  docs_url: 'https://serper.dev/playground',
  inputs: [
    {
      name: 'query',
      label: 'Search for',
      type: 'text',
      required: true,
      help: 'The words to search for; columns can stand in it, such as a company and a topic.',
      aliases: ['query', 'search', 'keywords'],
    },
    {
      name: 'country',
      label: 'Country',
      type: 'text',
      required: false,
      help: 'Two letters of the country to search from, such as de.',
      aliases: ['country', 'country code'],
    },
  ],
  outputs: [{ field: 'search_results' }],
  price: { usd: 0.001, rule: 'per_call' },
  license: 'proprietary-api',
  method: 'api',
  keyless: false,
  checked: 'documented',
  integration: serper,
  repeat_free: false,
  cache_days: 7,
  limits: { per_second: 50 },
  timeout_ms: 15_000,
  // A used-up account answers 400, like a bad request; the body tells them apart.
  statuses: { read: [400] },
  sample: {
    inputs: { query: 'Example Ltd' },
    values: { search_results: [{ title: 'Example', url: 'https://example.com/', excerpt: 'The site of Example.' }] },
  },
  ask: ({ query, country }) => ({
    method: 'POST',
    url: `${API}/search`,
    json: { q: query ?? '', num: 10, ...(country && /^[a-z]{2}$/i.test(country) ? { gl: country.toLowerCase() } : {}) },
  }),
  read({ status, json }) {
    const answer = record(json)
    if (status === 400) {
      return /credit/i.test(text(answer.message) ?? '')
        ? failed('quota', 'Serper says the credits are used up.')
        : failed('bad_input', 'Serper refused the search (400).')
    }
    if (!Array.isArray(answer.organic)) return failed('unmapped', 'The answer of Serper was not understood.')
    const results = list(answer.organic).flatMap((one): JsonObject[] => {
      const url = webAddress(one.link)
      return url ? [{ title: text(one.title) ?? '', url, excerpt: text(one.snippet) ?? '' }] : []
    })
    return results.length > 0 ? found({ search_results: results }, 0.7) : notFound('The search has no results')
  },
}
