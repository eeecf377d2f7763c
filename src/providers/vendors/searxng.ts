// SearXNG: a web search over many engines on a server that people run themselves, so at no price per search.
import { failed, type HttpLookup, type Integration } from '../kit/kit.ts'
import { record } from '../kit/reply-values.ts'
import { SAMPLE_RESULTS, searchAnswer } from '../kit/search-results.ts'
import { QUERY } from '../kit/vendor-inputs.ts'
import { keyed, serviceAddress } from '../kit/vendor-terms.ts'

const NO_JSON =
  'SearXNG refuses to answer as JSON (403). Add json to search.formats of its settings, and let us past its limiter.'

export const searxng: Integration = {
  id: 'searxng',
  name: 'SearXNG',
  kind: 'search',
  docs_url: 'https://docs.searxng.org/admin/settings/settings_search.html',
  fields: [
    serviceAddress(
      'Where your SearXNG answers; json has to stand in search.formats of its settings, and its address in EGRESS_ALLOW if it is private.',
    ),
  ],
  auth: { in: 'none' },
  test: {
    ask: ({ base_url }) => ({ method: 'GET', url: `${base_url}/search`, query: { q: 'test', format: 'json' } }),
    statuses: { read: [403] },
    read({ status, json }) {
      if (status === 403) return { ok: false, words: NO_JSON }
      return Array.isArray(record(json).results)
        ? { ok: true, words: 'SearXNG answers.' }
        : { ok: false, words: 'What answers there is no SearXNG.' }
    },
  },
}

export const searxngSearch: HttpLookup = {
  ...keyed(searxng),
  id: 'searxng-web-search',
  label: 'Web search (SearXNG)',
  description: 'Searches the web through a SearXNG of your own and gives results with title, address and excerpt.',
  docs_url: 'https://docs.searxng.org/dev/search_api.html',
  license: 'scraped',
  inputs: [QUERY],
  outputs: [{ field: 'search_results' }],
  price: { usd: 0, rule: 'free' },
  repeat_free: true,
  cache_days: 7,
  limits: { per_second: 2, concurrency: 4 },
  timeout_ms: 20_000,
  has: ['results[]'],
  // Its refusal is a page, not JSON.
  statuses: { read: [403] },
  sample: { inputs: { query: 'Example Ltd' }, values: { search_results: SAMPLE_RESULTS } },
  ask: ({ query }, { base_url }) => ({
    method: 'GET',
    url: `${base_url}/search`,
    query: { q: query, format: 'json', safesearch: 0 },
  }),
  read({ status, json }) {
    if (status === 403) return failed('auth', NO_JSON)
    const { results, unresponsive_engines: silent } = record(json)
    const answer = searchAnswer(Array.isArray(results) ? results.slice(0, 10) : [], { url: 'url', excerpt: 'content' })
    // Nothing found because no engine answered is no miss.
    if (answer.kind === 'not_found' && Array.isArray(silent) && silent.length > 0)
      return failed('vendor_error', 'The search engines of SearXNG did not answer.', true)
    return answer
  },
}
