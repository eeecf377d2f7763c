// Serper: the results of a web search. Every search costs one credit, whatever it finds.
import { failed, type HttpLookup, type Integration } from '../kit/kit.ts'
import { number, record, text } from '../kit/reply-values.ts'
import { countryLetters, SAMPLE_RESULTS, searchAnswer } from '../kit/search-results.ts'
import { QUERY, SEARCH_COUNTRY } from '../kit/vendor-inputs.ts'
import { apiKey, keyed, UNREADABLE, works } from '../kit/vendor-terms.ts'

const API = 'https://google.serper.dev'

export const serper: Integration = {
  id: 'serper',
  name: 'Serper',
  kind: 'search',
  docs_url: 'https://serper.dev/api-keys',
  fields: [apiKey('In Serper under API keys.')],
  auth: { in: 'header', field: 'api_key', name: 'X-API-KEY' },
  test: {
    ask: () => ({ method: 'GET', url: `${API}/account` }),
    read({ json }) {
      const balance = number(record(json).balance) ?? number(record(json).credits)
      return balance === undefined ? UNREADABLE : works(`${balance} searches left`)
    },
  },
}

export const serperSearch: HttpLookup = {
  ...keyed(serper),
  id: 'serper-web-search',
  label: 'Web search (Serper)',
  description: 'Searches the web and gives the first ten results, each with title, address and excerpt.',
  docs_url: 'https://serper.dev/playground',
  inputs: [QUERY, SEARCH_COUNTRY],
  outputs: [{ field: 'search_results' }],
  price: { usd: 0.001, rule: 'per_call' },
  cache_days: 7,
  limits: { per_second: 50 },
  timeout_ms: 15_000,
  // A used-up account answers 400, like a bad request; the body tells them apart.
  statuses: { read: [400] },
  has: ['organic[]'],
  sample: { inputs: { query: 'Example Ltd' }, values: { search_results: SAMPLE_RESULTS } },
  ask({ query, country }) {
    const gl = countryLetters(country)
    return { method: 'POST', url: `${API}/search`, json: { q: query ?? '', num: 10, ...(gl && { gl }) } }
  },
  read({ status, json }) {
    const { message, organic } = record(json)
    if (status !== 400) return searchAnswer(organic, { url: 'link', excerpt: 'snippet' })
    return /credit/i.test(text(message) ?? '')
      ? failed('quota', 'Serper says the credits are used up.')
      : failed('bad_input', 'Serper refused the search (400).')
  },
}
