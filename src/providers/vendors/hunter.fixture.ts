// What hunter answers, after its documentation.
import type { Json } from '../../kernel/json.ts'
import { failure, hit, later, miss, odd, type Replies } from '../recorded.fixture.ts'

const hunterError = (code: number, id: string): Json => ({ errors: [{ id, code, details: 'Words of Hunter.' }] })
const hunterReplies = {
  throttle: later(403, {}, 30_000, hunterError(403, 'too_many_requests')),
  bad_key: failure(401, 'auth', hunterError(401, 'authentication_failed')),
  quota: failure(429, 'quota', hunterError(429, 'usage_limit_exceeded')),
}

export const REPLIES: Replies = {
  'hunter-email-finder': {
    asks: {
      method: 'GET',
      path: '/v2/email-finder',
      query: { domain: 'example.com', first_name: 'Ada', last_name: 'Byron' },
    },
    replies: {
      ...hunterReplies,
      hit: {
        status: 200,
        body: {
          data: {
            first_name: 'Ada',
            last_name: 'Byron',
            email: 'ada@example.com',
            score: 97,
            domain: 'example.com',
            accept_all: false,
            position: 'Analyst',
            linkedin_url: 'www.linkedin.com/in/ada',
            phone_number: null,
            company: 'Example',
            sources: [],
            verification: { date: '2026-01-10', status: 'valid' },
          },
          meta: { params: {} },
        },
        comes_to: {
          kind: 'found',
          confidence: 0.97,
          verified: true,
          values: {
            work_email: 'ada@example.com',
            job_title: 'Analyst',
            linkedin_url: 'https://www.linkedin.com/in/ada',
            email_status: 'valid',
            email_verdict: 'valid',
          },
        },
        costs: 0.015,
      },
      miss: miss({ data: { email: null, score: null, verification: { date: null, status: null } } }),
      odd: failure(200, 'unmapped', { meta: {} }, null),
    },
  },
  'hunter-email-verifier': {
    asks: { method: 'GET', path: '/v2/email-verifier', query: { email: 'ada@example.com' } },
    replies: {
      ...hunterReplies,
      hit: {
        status: 200,
        body: { data: { status: 'accept_all', result: 'risky', score: 70, email: 'ada@example.com' } },
        comes_to: { kind: 'found', values: { email_status: 'catch_all', email_verdict: 'accept_all' }, verified: true },
        costs: 0.0075,
      },
      miss: miss({ data: { status: 'unknown', score: 0 } }),
      // It is still trying: ask again.
      throttle: later(202, {}, 30_000, { data: {} }),
      odd: failure(200, 'unmapped', { data: { status: 'splendid' } }, null),
    },
  },
  'hunter-domain-search': {
    asks: { method: 'GET', path: '/v2/domain-search', query: { domain: 'example.com', limit: '10' } },
    replies: {
      ...hunterReplies,
      hit: {
        status: 200,
        body: {
          data: {
            domain: 'example.com',
            pattern: '{first}.{last}',
            organization: 'Example',
            emails: [
              {
                value: 'ada.byron@example.com',
                type: 'personal',
                confidence: 92,
                first_name: 'Ada',
                last_name: 'Byron',
                position: null,
              },
              { value: 'info@example.com', type: 'generic', confidence: 80, first_name: null, last_name: null },
            ],
          },
        },
        comes_to: {
          kind: 'found',
          confidence: 0.92,
          values: {
            email_pattern: 'first.last',
            company_name: 'Example',
            emails: [
              { email: 'ada.byron@example.com', name: 'Ada Byron', title: '', type: 'personal', confidence: 0.92 },
              { email: 'info@example.com', name: '', title: '', type: 'generic', confidence: 0.8 },
            ],
          },
        },
        costs: 0.015,
      },
      miss: miss({ data: { domain: 'example.com', pattern: null, organization: null, emails: [] } }),
      odd: failure(200, 'unmapped', { data: { emails: 'many' } }, null),
    },
  },
  'hunter-company': {
    asks: { method: 'GET', path: '/v2/companies/find', query: { domain: 'example.com' } },
    replies: {
      ...hunterReplies,
      hit: hit(
        {
          data: {
            name: 'Example',
            legalName: 'Example Inc.',
            domain: 'example.com',
            category: { sector: 'Technology', industry: 'Software' },
            tags: ['examples'],
            description: 'Examples for everybody.',
            foundedYear: 1999,
            location: 'San Francisco, California, United States',
            geo: { city: 'San Francisco', state: 'California', country: 'United States', countryCode: 'US' },
            linkedin: { handle: 'company/example' },
            twitter: { handle: 'example' },
            facebook: { handle: null },
            metrics: { employees: '11-50' },
            tech: ['react'],
          },
        },
        {
          company_name: 'Example',
          legal_name: 'Example Inc.',
          industry: 'Software',
          employee_range: '11-50',
          founded_year: 1999,
          country: 'US',
          linkedin_url: 'https://www.linkedin.com/company/example',
          twitter_url: 'https://x.com/example',
          technologies: ['react'],
        },
        0.003,
      ),
      miss: miss(hunterError(404, 'not_found'), 0, 404),
      odd: odd({ data: { company: 'Example' } }),
    },
  },
}
