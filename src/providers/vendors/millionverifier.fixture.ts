// What MillionVerifier answers, after its documentation: errors with status 200.
import { failure, hit, later, miss, odd, type Replies } from '../recorded.fixture.ts'

export const REPLIES: Replies = {
  'millionverifier-email-verifier': {
    asks: { method: 'GET', path: '/api/v3/', query: { email: 'ada@example.com', timeout: '20' } },
    replies: {
      hit: hit(
        {
          quality: 'good',
          result: 'ok',
          resultcode: 1,
          subresult: 'ok',
          free: false,
          role: true,
          credits: 99,
          error: '',
        },
        { email_status: 'role', email_verdict: 'ok (role)' },
        0.0012,
        { verified: true },
      ),
      miss: miss({ quality: 'risky', result: 'unknown', resultcode: 3, role: false, credits: 99, error: '' }, 0.0012),
      throttle: later(429, {}, 30_000),
      bad_key: failure(200, 'auth', { result: 'error', error: 'apikey not found' }),
      quota: failure(200, 'quota', { result: 'error', error: 'insufficient credits' }),
      odd: odd({ result: 'splendid', error: '' }, 0.0012),
    },
  },
}
