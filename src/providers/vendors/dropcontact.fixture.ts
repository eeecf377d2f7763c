// What Dropcontact answers, after its documentation.
import { failure, hit, miss, notYet, odd, promise, type Replies, USUAL } from '../recorded.fixture.ts'

export const REPLIES: Replies = {
  'dropcontact-person': {
    asks: {
      method: 'POST',
      path: '/v1/enrich/all',
      body: {
        data: [{ first_name: 'Ada', last_name: 'Byron', website: 'example.com' }],
        siren: true,
        language: 'en',
      },
    },
    replies: {
      ...USUAL,
      hit: promise({ request_id: 'q1', success: true, error: false, credits_left: 75 }, { id: 'q1' }),
      // Whether it finds anything is only known later.
      miss: promise({ request_id: 'q2', success: true, error: false }, { id: 'q2' }),
      odd: odd({ id: 'q1' }),
    },
    polled: {
      asks: { method: 'GET', path: '/v1/enrich/all/q1' },
      replies: {
        waiting: notYet({ success: false, error: false, reason: 'Request not ready yet, try again in 30 seconds' }),
        hit: hit(
          {
            success: true,
            error: false,
            data: [
              {
                email: [{ email: 'ada@example.com', qualification: 'nominative@pro' }],
                phone: '+33 1 23 45 67 89',
                company: 'Example',
                website: 'www.example.com',
                siren: '123456789',
                nb_employees: '11-50',
                job: 'Analyst',
              },
            ],
          },
          {
            work_email: 'ada@example.com',
            email_verdict: 'nominative@pro',
            registration_number: '123456789',
            website: 'https://www.example.com',
          },
          0.17,
          { verified: true },
        ),
        'hit without an address, which is free': hit(
          { success: true, error: false, data: [{ email: null, company: 'Example' }] },
          { company_name: 'Example' },
          0,
        ),
        miss: miss({ success: true, error: false, data: [{ email: null }] }),
        trouble: failure(200, 'vendor_error', { success: false, error: true, reason: 'Internal error' }),
        changed: odd({ success: true, contacts: [] }),
      },
    },
  },
}
