// What Brave Search answers, after its documentation.
import type { Json } from '../../kernel/json.ts'
import { failure, hit, later, miss, odd, type Replies } from '../recorded.fixture.ts'

const trouble = (status: number, code: string): Json => ({ type: 'ErrorResponse', error: { id: '1', status, code } })

export const REPLIES: Replies = {
  'brave-web-search': {
    asks: { method: 'GET', path: '/res/v1/web/search', query: { q: 'Example Ltd', count: '10' } },
    replies: {
      hit: hit(
        {
          type: 'search',
          query: { original: 'Example Ltd' },
          web: {
            type: 'search',
            results: [
              { title: 'Example', url: 'https://example.com/', description: 'The site.' },
              { title: 'Nothing', url: 'javascript:x' },
            ],
          },
        },
        { search_results: [{ title: 'Example', url: 'https://example.com/', excerpt: 'The site.' }] },
        0.005,
      ),
      miss: miss({ type: 'search', query: { original: 'Example Ltd' } }, 0.005),
      throttle: later(429, {}, 1_000, trouble(429, 'RATE_LIMITED')),
      bad_key: failure(422, 'auth', trouble(422, 'SUBSCRIPTION_TOKEN_INVALID')),
      quota: failure(429, 'quota', trouble(429, 'QUOTA_LIMITED')),
      odd: odd({ results: [] }, 0.005),
    },
  },
}
