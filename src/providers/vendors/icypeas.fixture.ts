// What Icypeas answers, after its documentation.
import { failure, hit, miss, notYet, odd, promise, type Replies, USUAL } from '../recorded.fixture.ts'

const item = (status: string, results = {}) => ({ success: true, items: [{ _id: 'q1', status, results }], total: 1 })

export const REPLIES: Replies = {
  'icypeas-email-finder': {
    asks: {
      method: 'POST',
      path: '/api/email-search',
      body: { firstname: 'Ada', lastname: 'Byron', domainOrCompany: 'example.com' },
    },
    replies: {
      ...USUAL,
      hit: promise({ success: true, item: { status: 'NONE', _id: 'q1' } }, { id: 'q1' }),
      // Whether it finds anything is only known later.
      miss: promise({ success: true, item: { status: 'NONE', _id: 'q2' } }, { id: 'q2' }),
      odd: odd({ success: false, validationErrors: [] }),
    },
    polled: {
      asks: { method: 'POST', path: '/api/bulk-single-searchs/read', body: { id: 'q1' } },
      replies: {
        waiting: notYet(item('IN_PROGRESS')),
        hit: hit(
          item('DEBITED', { emails: [{ email: 'ada@example.com', certainty: 'ultra_sure', mxProvider: 'google' }] }),
          { work_email: 'ada@example.com', mail_provider: 'google' },
          0.019,
          { confidence: 0.95 },
        ),
        miss: miss(item('DEBITED_NOT_FOUND', { emails: [] })),
        quota: failure(200, 'quota', item('INSUFFICIENT_FUNDS')),
        odd: odd(item('SPLENDID')),
        changed: odd({ success: true, results: [] }),
      },
    },
  },
}
