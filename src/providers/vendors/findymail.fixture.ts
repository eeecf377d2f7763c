// What findymail answers, after its documentation.
import { failure, hit, later, miss, odd, type Replies, USUAL } from '../recorded.fixture.ts'

export const REPLIES: Replies = {
  'findymail-email-finder': {
    asks: { method: 'POST', path: '/api/search/name', body: { name: 'Ada Byron', domain: 'example.com' } },
    replies: {
      hit: {
        status: 200,
        body: { contact: { name: 'Ada Byron', email: 'ada@example.com', domain: 'example.com' } },
        comes_to: { kind: 'found', values: { work_email: 'ada@example.com' }, verified: true },
        costs: 0.02,
      },
      miss: miss({ contact: null }),
      throttle: later(429, { 'retry-after': '7' }, 7_000),
      bad_key: failure(401, 'auth', { message: 'Unauthenticated.' }),
      quota: failure(402, 'quota', { error: 'Not enough credits' }),
      odd: failure(200, 'unmapped', { contact: { email: 'not an address' } }, null),
    },
  },
  'findymail-email-verifier': {
    asks: { method: 'POST', path: '/api/verify', body: { email: 'ada@example.com' } },
    replies: {
      ...USUAL,
      hit: hit(
        { email: 'ada@example.com', verified: true, provider: 'Google' },
        { email_status: 'valid', email_verdict: 'verified', mail_provider: 'Google' },
        0.02,
        { verified: true },
      ),
      // It has no miss: what is not verified is a verdict too.
      miss: hit({ email: 'ada@example.com', verified: false }, { email_status: 'invalid' }, 0.02),
      odd: odd({ email: 'ada@example.com', verified: 'perhaps' }, 0.02),
    },
  },
  'findymail-phone-finder': {
    asks: { method: 'POST', path: '/api/search/phone', body: { linkedin_url: 'https://www.linkedin.com/in/ada' } },
    replies: {
      ...USUAL,
      hit: hit({ phone: '+14155550100', line_type: 'Mobile' }, { mobile_phone: '+14155550100' }, 0.2),
      miss: miss({ phone: null }),
      odd: odd({ phone: 'a number' }),
    },
  },
}
