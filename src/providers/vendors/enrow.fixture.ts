// What Enrow answers, after its documentation.
import { hit, miss, notYet, odd, promise, type Replies, USUAL } from '../recorded.fixture.ts'

const replies = {
  ...USUAL,
  hit: promise({ id: 'q1', message: 'Search in progress', credits_used: 1 }, { id: 'q1' }),
  // Whether it finds anything is only known later.
  miss: promise({ id: 'q2', message: 'Search in progress' }, { id: 'q2' }),
  odd: odd({ search: 'q1' }),
}

export const REPLIES: Replies = {
  'enrow-email-finder': {
    asks: {
      method: 'POST',
      path: '/email/find/single',
      body: { fullname: 'Ada Byron', company_domain: 'example.com' },
    },
    replies,
    polled: {
      asks: { method: 'GET', path: '/email/find/single', query: { id: 'q1' } },
      replies: {
        waiting: notYet({ message: 'Search in progress' }, 202),
        hit: hit(
          { email: 'ada@example.com', qualification: 'valid', info: { fullname: 'Ada Byron' } },
          { work_email: 'ada@example.com', email_status: 'valid', email_verdict: 'valid' },
          0.012,
          { verified: true },
        ),
        miss: miss({ email: null, qualification: 'invalid', info: {} }),
        changed: odd({ address: 'ada@example.com' }),
      },
    },
  },
  'enrow-email-verifier': {
    asks: { method: 'POST', path: '/email/verify/single', body: { email: 'ada@example.com' } },
    replies: { ...replies, odd: odd({ search: 'q1' }, 0.003) },
    polled: {
      asks: { method: 'GET', path: '/email/verify/single', query: { id: 'q1' } },
      replies: {
        waiting: notYet({ message: 'in progress' }, 202),
        hit: hit({ email: 'ada@example.com', qualification: 'valid' }, { email_status: 'valid' }, 0.003, {
          verified: true,
        }),
        miss: miss({ email: 'ada@example.com', qualification: 'unknown' }, 0.003),
        odd: odd({ email: 'ada@example.com', qualification: 'splendid' }, 0.003),
      },
    },
  },
}
