// What leadmagic answers, after its documentation.
import { failure, hit, later, miss, odd, type Replies, USUAL } from '../recorded.fixture.ts'

export const REPLIES: Replies = {
  'leadmagic-email-finder': {
    asks: {
      method: 'POST',
      path: '/v1/people/email-finder',
      body: { first_name: 'Ada', last_name: 'Byron', domain: 'example.com' },
    },
    replies: {
      hit: {
        status: 200,
        body: { email: 'ada@example.com', status: 'valid', credits_consumed: 2, message: 'Valid email found.' },
        comes_to: {
          kind: 'found',
          confidence: 0.97,
          values: { work_email: 'ada@example.com', email_status: 'valid', email_verdict: 'valid' },
        },
        // Two credits, as it says, and not one, as it is declared.
        costs: 0.049,
      },
      miss: miss({ email: null, status: 'not_found', credits_consumed: 0, message: 'No email found.' }),
      throttle: later(429, { 'retry-after': '3' }, 3_000),
      bad_key: failure(401, 'auth'),
      quota: failure(402, 'quota'),
      odd: failure(200, 'unmapped', { message: 'Hello' }, null),
    },
  },
  'leadmagic-email-verifier': {
    asks: { method: 'POST', path: '/v1/people/email-validation', body: { email: 'ada@example.com' } },
    replies: {
      ...USUAL,
      hit: hit(
        { email: 'ada@example.com', email_status: 'valid_catch_all', credits_consumed: 0.25 },
        { email_status: 'catch_all', email_verdict: 'valid_catch_all' },
        0.006125,
      ),
      miss: miss({ email: 'ada@example.com', email_status: 'unknown', credits_consumed: 0 }),
      odd: odd({ email: 'ada@example.com', email_status: 'splendid' }),
    },
  },
  'leadmagic-mobile-finder': {
    asks: {
      method: 'POST',
      path: '/v1/people/mobile-finder',
      body: { profile_url: 'https://www.linkedin.com/in/ada' },
    },
    replies: {
      ...USUAL,
      hit: hit({ mobile_number: '+14155550100', credits_consumed: 5 }, { mobile_phone: '+14155550100' }, 0.1225),
      miss: miss({ mobile_number: null, credits_consumed: 0, message: 'No mobile found.' }),
      odd: odd({ mobile: '+14155550100' }),
    },
  },
  'leadmagic-company': {
    asks: { method: 'POST', path: '/v1/companies/company-search', body: { company_domain: 'example.com' } },
    replies: {
      ...USUAL,
      hit: hit(
        {
          companyName: 'Example',
          industry: 'Software',
          employeeCount: 42,
          employeeRange: '11-50',
          founded: 1999,
          headquarters: { city: 'London', country: 'United Kingdom' },
          description: 'Examples.',
          specialties: ['examples'],
          b2b_profile_url: 'https://www.linkedin.com/company/example',
          credits_consumed: 1,
        },
        {
          company_name: 'Example',
          employee_count: 42,
          employee_range: '11-50',
          founded_year: 1999,
          city: 'London',
          keywords: ['examples'],
          linkedin_url: 'https://www.linkedin.com/company/example',
        },
        0.0245,
      ),
      miss: miss({ companyName: null, credits_consumed: 0, message: 'Company not found.' }),
      odd: odd({ company: { name: 'Example' } }),
    },
  },
}
