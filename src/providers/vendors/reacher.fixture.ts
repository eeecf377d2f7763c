// What a Reacher server answers, after its documentation.
import { hit, miss, odd, type Replies, USUAL } from '../recorded.fixture.ts'

export const REPLIES: Replies = {
  'reacher-email-verifier': {
    asks: { method: 'POST', path: '/v0/check_email', body: { to_email: 'ada@example.com' } },
    replies: {
      ...USUAL,
      hit: hit(
        {
          input: 'ada@example.com',
          is_reachable: 'risky',
          misc: { is_disposable: false, is_role_account: false },
          mx: { accepts_mail: true, records: ['mx.example.com.'] },
          smtp: { can_connect_smtp: true, has_full_inbox: false, is_catch_all: true, is_deliverable: true },
          syntax: { is_valid_syntax: true },
        },
        { email_status: 'catch_all', email_verdict: 'risky (catch-all)' },
        0,
        { verified: true },
      ),
      miss: miss({ is_reachable: 'unknown', misc: {}, mx: {}, smtp: { error: { type: 'SmtpError' } } }),
      odd: odd({ is_reachable: 'splendid', misc: {}, smtp: {} }, 0),
    },
  },
}
