// What Datagma answers, after its documentation.
import { hit, type KeyTests, miss, odd, type Replies, USUAL } from '../recorded.fixture.ts'

export const KEYS: KeyTests = { datagma: { good: { currentCredit: 75 }, words: /75 credits left/ } }

export const REPLIES: Replies = {
  'datagma-email-finder': {
    asks: {
      method: 'GET',
      path: '/api/ingress/v6/findEmail',
      query: {
        fullName: 'Ada Byron',
        company: 'example.com',
        findEmailV2Step: '3',
        findEmailV2Country: 'General',
      },
    },
    replies: {
      ...USUAL,
      hit: hit(
        {
          email: 'ada@example.com',
          status: 'Valid',
          emailDomain: 'example.com',
          mxfound: true,
          smtpCheck: true,
          cachAll: false,
        },
        { work_email: 'ada@example.com', email_status: 'valid', email_verdict: 'Valid' },
        0.0163,
        { verified: true },
      ),
      miss: miss({ email: null, status: null, emailDomain: 'example.com', mxfound: true, cachAll: false }),
      odd: odd({ message: 'Hello' }),
    },
  },
}
