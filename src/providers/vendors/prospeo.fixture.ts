// What Prospeo answers, after its documentation.
import type { Json } from '../../kernel/json.ts'
import { failure, hit, later, odd, type RecordedAnswer, type Replies } from '../recorded.fixture.ts'

const trouble = (error_code: string): Json => ({ error: true, error_code })
const replies = {
  throttle: later(429, { 'retry-after': '7' }, 7_000, trouble('RATE_LIMITED')),
  bad_key: failure(401, 'auth', trouble('INVALID_API_KEY')),
  quota: failure(400, 'quota', trouble('INSUFFICIENT_CREDITS')),
}
const none: RecordedAnswer = { status: 400, body: trouble('NO_MATCH'), comes_to: { kind: 'not_found' }, costs: 0 }

export const REPLIES: Replies = {
  'prospeo-person': {
    asks: {
      method: 'POST',
      path: '/enrich-person',
      body: {
        only_verified_email: false,
        data: { first_name: 'Ada', last_name: 'Byron', company_website: 'example.com' },
      },
    },
    replies: {
      ...replies,
      hit: hit(
        {
          error: false,
          free_enrichment: false,
          person: {
            person_id: '1',
            first_name: 'Ada',
            last_name: 'Byron',
            full_name: 'Ada Byron',
            linkedin_url: 'https://www.linkedin.com/in/ada',
            current_job_title: 'Analyst',
            email: { status: 'VERIFIED', revealed: true, email: 'ada@example.com' },
            location: { country: 'United Kingdom', city: 'London', state: null },
          },
          company: { name: 'Example', domain: 'example.com' },
        },
        {
          work_email: 'ada@example.com',
          email_status: 'valid',
          email_verdict: 'VERIFIED',
          job_title: 'Analyst',
          location: 'London, United Kingdom',
          company_domain: 'example.com',
        },
        0.039,
        { verified: true },
      ),
      miss: none,
      odd: odd({ error: false, response: { email: 'ada@example.com' } }),
    },
  },
  'prospeo-company': {
    asks: { method: 'POST', path: '/enrich-company', body: { data: { company_website: 'example.com' } } },
    replies: {
      ...replies,
      // Found before by this account, so free.
      hit: hit(
        {
          error: false,
          free_enrichment: true,
          company: {
            name: 'Example',
            website: 'https://example.com',
            domain: 'example.com',
            industry: 'Software',
            employee_count: 42,
            employee_range: '11-50',
            founded: 1999,
            location: { country: 'United Kingdom', city: 'London' },
          },
        },
        { company_name: 'Example', employee_count: 42, founded_year: 1999, city: 'London' },
        0,
      ),
      miss: none,
      odd: odd({ error: true, error_code: 'SPLENDID' }),
    },
  },
}
