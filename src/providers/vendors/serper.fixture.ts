// What serper answers, after its documentation.
import { failure, later, miss, type Replies } from '../recorded.fixture.ts'

export const REPLIES: Replies = {
  'serper-web-search': {
    asks: { method: 'POST', path: '/search', body: { q: 'Example Ltd', num: 10 } },
    replies: {
      hit: {
        status: 200,
        body: {
          organic: [
            { title: 'Example', link: 'https://example.com/', snippet: 'The site.', position: 1 },
            { link: 'javascript:x' },
          ],
        },
        comes_to: {
          kind: 'found',
          values: { search_results: [{ title: 'Example', url: 'https://example.com/', excerpt: 'The site.' }] },
        },
        costs: 0.001,
      },
      miss: miss({ organic: [] }, 0.001),
      throttle: later(429, {}, 30_000),
      bad_key: failure(403, 'auth', { message: 'Unauthorized.', statusCode: 403 }),
      quota: failure(400, 'quota', { message: 'Not enough credits', statusCode: 400 }),
      odd: failure(200, 'unmapped', { searchParameters: {} }, 0.001),
    },
  },
}
