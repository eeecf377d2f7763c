// What SearXNG answers, after its documentation: a page with status 403 when JSON is switched off.
import { failure, hit, later, miss, odd, type Replies } from '../recorded.fixture.ts'

export const REPLIES: Replies = {
  'searxng-web-search': {
    asks: { method: 'GET', path: '/search', query: { q: 'Example Ltd', format: 'json', safesearch: '0' } },
    replies: {
      hit: hit(
        {
          query: 'Example Ltd',
          results: [{ url: 'https://example.com/', title: 'Example', content: 'The site.', engine: 'brave', score: 1 }],
          unresponsive_engines: [],
        },
        { search_results: [{ title: 'Example', url: 'https://example.com/', excerpt: 'The site.' }] },
        0,
      ),
      miss: miss({ query: 'Example Ltd', results: [], unresponsive_engines: [] }),
      throttle: later(429, {}, 30_000, 'Too Many Requests'),
      bad_key: failure(403, 'auth', '<!doctype html><title>403 Forbidden</title>'),
      odd: odd({ answers: [] }, 0),
    },
  },
}
