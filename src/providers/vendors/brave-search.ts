// Brave Search: the results of a web search. Its 422 is a bad key or a bad question, its 429 haste or a used-up month.
import { failed, type HttpLookup, type Integration, type LookupAnswer, type Reply } from '../kit/kit.ts'
import { record, text } from '../kit/reply-values.ts'
import { countryLetters, SAMPLE_RESULTS, searchAnswer } from '../kit/search-results.ts'
import { QUERY, SEARCH_COUNTRY } from '../kit/vendor-inputs.ts'
import { apiKey, keyed, UNREADABLE, works } from '../kit/vendor-terms.ts'

const API = 'https://api.search.brave.com/res/v1'

export const braveSearch: Integration = {
  id: 'brave-search',
  name: 'Brave Search',
  kind: 'search',
  docs_url: 'https://api-dashboard.search.brave.com/app/documentation/web-search/get-started',
  fields: [apiKey('A subscription token of the dashboard; Brave asks for a card.')],
  auth: { in: 'header', field: 'api_key', name: 'X-Subscription-Token' },
  test: {
    // A search for nothing is refused and costs nothing; how it is refused tells whether the token is known.
    ask: () => ({ method: 'GET', url: `${API}/web/search`, query: { q: '' } }),
    statuses: { read: [422] },
    read(reply) {
      if (reply.status !== 422) return UNREADABLE
      const code = codeOf(reply)
      if (code === 'SUBSCRIPTION_TOKEN_INVALID') return { ok: false, words: 'Brave does not know this token.' }
      return code ? works() : UNREADABLE
    },
  },
}

export const braveWebSearch: HttpLookup = {
  ...keyed(braveSearch),
  id: 'brave-web-search',
  label: 'Web search (Brave)',
  description: 'Searches the web in an index of its own and gives the first ten results with title and excerpt.',
  docs_url: 'https://api-dashboard.search.brave.com/app/documentation/web-search/get-started',
  inputs: [QUERY, SEARCH_COUNTRY],
  outputs: [{ field: 'search_results' }],
  price: { usd: 0.005, rule: 'per_call' },
  cache_days: 7,
  limits: { per_second: 20 },
  timeout_ms: 15_000,
  statuses: { read: [422, 429] },
  // `web` is left out when nothing was found.
  has: ['query{}'],
  sample: { inputs: { query: 'Example Ltd' }, values: { search_results: SAMPLE_RESULTS } },
  ask: ({ query, country }) => ({
    method: 'GET',
    url: `${API}/web/search`,
    query: { q: query, count: 10, country: countryLetters(country) },
  }),
  read(reply) {
    if (reply.status >= 400) return refusal(codeOf(reply))
    return searchAnswer(record(record(reply.json).web).results, { url: 'url', excerpt: 'description' })
  },
}

function codeOf({ json }: Reply): string | undefined {
  return text(record(record(json).error).code)
}

function refusal(code: string | undefined): LookupAnswer {
  if (code === 'SUBSCRIPTION_TOKEN_INVALID') return failed('auth', 'Brave does not know this token.')
  if (code === 'QUOTA_LIMITED') return failed('quota', 'Brave says the month is used up.')
  if (code === 'RATE_LIMITED') return { kind: 'later', retry_in_ms: 1_000 }
  return failed('bad_input', 'Brave refused the search.')
}
