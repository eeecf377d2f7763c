// What zerobounce answers, after its documentation.
import { failure, later, miss, type Replies } from '../recorded.fixture.ts'

export const REPLIES: Replies = {
  'zerobounce-email-verifier': {
    asks: { method: 'GET', path: '/v2/validate', query: { email: 'ada@example.com', ip_address: '' } },
    replies: {
      hit: {
        status: 200,
        body: { address: 'ada@example.com', status: 'do_not_mail', sub_status: 'role_based', free_email: false },
        comes_to: { kind: 'found', values: { email_status: 'role', email_verdict: 'do_not_mail (role_based)' } },
        costs: 0.007,
      },
      miss: miss({ address: 'ada@example.com', status: 'unknown', sub_status: 'timeout_exceeded' }),
      throttle: later(429, {}, 30_000),
      bad_key: failure(200, 'auth', { error: 'Invalid API key or your account ran out of credits' }),
      quota: failure(200, 'auth', { error: 'Invalid API key or your account ran out of credits' }),
      odd: failure(200, 'unmapped', { status: 'splendid' }, null),
    },
  },
}
