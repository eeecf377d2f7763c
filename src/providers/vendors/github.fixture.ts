// What github answers, after its documentation.
import { failure, later, miss, type Replies } from '../recorded.fixture.ts'

export const REPLIES: Replies = {
  'github-organisation': {
    asks: { method: 'GET', path: '/orgs/example' },
    replies: {
      hit: {
        status: 200,
        body: {
          login: 'example',
          name: 'Example',
          blog: 'example.com',
          description: 'Examples for everybody',
          email: 'hello@example.com',
          twitter_username: null,
          html_url: 'https://github.com/example',
        },
        comes_to: {
          kind: 'found',
          values: {
            company_name: 'Example',
            website: 'https://example.com',
            description: 'Examples for everybody',
            company_email: 'hello@example.com',
            github_url: 'https://github.com/example',
          },
        },
        costs: 0,
      },
      miss: miss({ message: 'Not Found' }, 0, 404),
      throttle: later(429, { 'retry-after': '60' }, 60_000),
      bad_key: failure(401, 'auth', { message: 'Bad credentials' }),
      // Its hour is used up, and a header says when the next begins: two minutes after the test's clock.
      quota: later(403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1767225720' }, 120_000),
      odd: failure(200, 'unmapped', { login: 7 }),
    },
  },
}
