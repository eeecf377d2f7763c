// What RocketReach answers, after its documentation.
import { failure, hit, type KeyTests, miss, notYet, odd, promise, type Replies, USUAL } from '../recorded.fixture.ts'

export const KEYS: KeyTests = {
  rocketreach: { good: { id: 7, first_name: 'Ada', email: 'ada@example.com' }, words: /works/ },
}

const ada = {
  id: 5262,
  status: 'complete',
  name: 'Ada Byron',
  linkedin_url: 'https://www.linkedin.com/in/ada',
  location: 'London, England',
  current_title: 'Analyst',
  current_employer: 'Example',
  current_work_email: 'ada@example.com',
  emails: [
    { email: 'ada@mail.example', smtp_valid: 'inconclusive', type: 'personal', grade: 'B' },
    { email: 'ada@example.com', smtp_valid: 'valid', type: 'professional', grade: 'A' },
  ],
  phones: [
    { number: '020 7946 0000', e164: '+442079460000', type: 'professional', recommended: true },
    { number: '07700 900100', e164: '+447700900100', type: 'mobile', recommended: false },
  ],
}
const values = {
  work_email: 'ada@example.com',
  email_status: 'valid',
  email_verdict: 'valid',
  mobile_phone: '+447700900100',
  full_name: 'Ada Byron',
  job_title: 'Analyst',
}

export const REPLIES: Replies = {
  'rocketreach-person': {
    asks: {
      method: 'GET',
      path: '/api/v2/person/lookup',
      query: { name: 'Ada Byron', current_employer: 'Example' },
    },
    replies: {
      ...USUAL,
      hit: promise({ id: 5262, status: 'searching', name: 'Ada Byron' }, { id: 5262 }),
      miss: miss({ detail: 'No profile found.' }, 0, 404),
      odd: odd({ id: 5262, status: 'splendid' }),
    },
    polled: {
      asks: { method: 'GET', path: '/api/v2/person/checkStatus', query: { ids: '5262' } },
      replies: {
        waiting: notYet([{ id: 5262, status: 'progress' }]),
        hit: { ...hit([ada], values, 0, { verified: true, confidence: 0.93 }), costs: null },
        miss: miss([{ id: 5262, status: 'failed' }]),
        another: odd([{ ...ada, id: 1 }]),
        gone: failure(400, 'bad_input', { detail: 'Bad ids' }),
        changed: odd({ profiles: [] }),
      },
    },
  },
}
