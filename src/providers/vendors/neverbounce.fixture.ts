// What NeverBounce answers, after its documentation: errors with status 200.
import type { Json } from '../../kernel/json.ts'
import { failure, hit, later, miss, odd, type Replies } from '../recorded.fixture.ts'

const trouble = (status: string, message: string): Json => ({ status, message, execution_time: 5 })

export const REPLIES: Replies = {
  'neverbounce-email-verifier': {
    asks: { method: 'GET', path: '/v4/single/check', query: { email: 'ada@example.com' } },
    replies: {
      hit: hit(
        { status: 'success', result: 'catchall', flags: ['has_dns', 'has_dns_mx'], suggested_correction: '' },
        { email_status: 'catch_all', email_verdict: 'catchall' },
        0.008,
        { verified: true },
      ),
      miss: miss({ status: 'success', result: 'unknown', flags: [] }, 0.008),
      throttle: later(200, {}, 30_000, trouble('throttle_triggered', 'Too many requests')),
      bad_key: failure(200, 'auth', trouble('auth_failure', "Invalid API key 'x'")),
      quota: failure(200, 'quota', trouble('general_failure', 'Insufficient credit balance')),
      odd: odd({ status: 'success', result: 'splendid' }, 0.008),
    },
  },
}
