// What Snov.io answers, after its documentation.
import { hit, miss, notYet, odd, promise, type Replies, USUAL } from '../recorded.fixture.ts'

const done = (result: { email: string; smtp_status: string }[]) => ({
  status: 'completed',
  data: [{ people: 'Ada Byron', result }],
  meta: { task_hash: 't1' },
})

export const REPLIES: Replies = {
  'snov-email-finder': {
    asks: {
      method: 'POST',
      path: '/v2/emails-by-domain-by-name/start',
      body: { rows: [{ first_name: 'Ada', last_name: 'Byron', domain: 'example.com' }] },
    },
    replies: {
      ...USUAL,
      hit: promise({ data: { task_hash: 't1' }, meta: { rows: [] } }, { task: 't1' }),
      // Whether it finds anything is only known later.
      miss: promise({ data: { task_hash: 't2' }, meta: { rows: [] } }, { task: 't2' }),
      odd: odd({ task: 't1' }),
    },
    polled: {
      asks: { method: 'GET', path: '/v2/emails-by-domain-by-name/result', query: { task_hash: 't1' } },
      replies: {
        waiting: notYet({ status: 'in_progress', data: [] }),
        hit: hit(
          done([{ email: 'ada@example.com', smtp_status: 'valid' }]),
          { work_email: 'ada@example.com', email_status: 'valid' },
          0.039,
          { verified: true },
        ),
        'hit that it could not check, and charges': hit(
          done([{ email: 'ada@example.com', smtp_status: 'unknown' }]),
          { email_status: 'unknown' },
          0.039,
          { verified: false },
        ),
        miss: miss(done([])),
        odd: odd({ status: 'splendid', data: [] }),
        changed: odd({ state: 'completed' }),
      },
    },
  },
}
