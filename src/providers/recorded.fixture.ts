// What vendors answer, by lookup: the request each must get, and replies written after the vendor's documentation with what they must come to.
import type { Outcome } from '../engine/outcome.ts'
import type { Json } from '../kernel/json.ts'

export type Case = 'hit' | 'miss' | 'throttle' | 'bad_key' | 'quota' | 'odd'

export interface Recorded {
  status: number
  headers?: Record<string, string>
  body: Json
  /** A part of the outcome. */
  comes_to: { kind: Outcome['kind']; [member: string]: unknown }
  /** In US dollars; null is unknown. */
  costs: number | null
}

export interface RecordedLookup {
  /** What the vendor must be asked with for the lookup's own example, besides the key. */
  asks: { method: string; path: string; query?: Record<string, string>; body?: Json }
  replies: Record<Case, Recorded>
}

const miss = (body: Json, costs = 0, status = 200): Recorded => ({
  status,
  body,
  comes_to: { kind: 'not_found' },
  costs,
})
const failure = (status: number, kind: string, body: Json = {}, costs: number | null = 0): Recorded => ({
  status,
  body,
  comes_to: { kind: 'failed', class: kind, retryable: false },
  costs,
})
const later = (status: number, headers: Record<string, string>, ms: number, body: Json = {}): Recorded => ({
  status,
  headers,
  body,
  comes_to: { kind: 'later', retry_in_ms: ms },
  costs: 0,
})
const hunterError = (code: number, id: string): Json => ({ errors: [{ id, code, details: 'Words of Hunter.' }] })
const hunterReplies = {
  throttle: later(403, {}, 30_000, hunterError(403, 'too_many_requests')),
  bad_key: failure(401, 'auth', hunterError(401, 'authentication_failed')),
  quota: failure(429, 'quota', hunterError(429, 'usage_limit_exceeded')),
}
const house = { number: '01234567', year: '1999-05-17' }
const office = {
  premises: '1',
  address_line_1: 'High Street',
  locality: 'London',
  postal_code: 'E1 1AA',
  country: 'England',
}

export const RECORDED: Record<string, RecordedLookup> = {
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
  'zerobounce-email-verifier': {
    asks: { method: 'GET', path: '/v2/validate', query: { email: 'ada@example.com', ip_address: '' } },
    replies: {
      hit: {
        status: 200,
        body: { address: 'ada@example.com', status: 'do_not_mail', sub_status: 'role_based', free_email: false },
        comes_to: { kind: 'found', values: { email_status: 'role', email_verdict: 'do_not_mail (role_based)' } },
        costs: 0.007,
      },
      miss: miss({ address: 'ada@example.com', status: 'unknown', sub_status: 'timeout_exceeded' }),
      throttle: later(429, {}, 30_000),
      bad_key: failure(200, 'auth', { error: 'Invalid API key or your account ran out of credits' }),
      quota: failure(200, 'auth', { error: 'Invalid API key or your account ran out of credits' }),
      odd: failure(200, 'unmapped', { status: 'splendid' }, null),
    },
  },
  'companies-house-company': {
    asks: { method: 'GET', path: '/search/companies', query: { q: 'Example', items_per_page: '20' } },
    replies: {
      hit: {
        status: 200,
        body: {
          items: [
            { title: 'EXAMPLE HOLDINGS LIMITED', company_number: '07654321', company_status: 'active', address: {} },
            { title: 'EXAMPLE LIMITED', company_number: '09999999', company_status: 'dissolved', address: {} },
            {
              title: 'EXAMPLE LTD',
              company_number: house.number,
              company_status: 'active',
              date_of_creation: house.year,
              address: office,
            },
          ],
        },
        comes_to: {
          kind: 'found',
          confidence: 0.75,
          verified: true,
          values: {
            legal_name: 'EXAMPLE LTD',
            registration_number: house.number,
            company_status: 'active',
            founded_year: 1999,
            address: '1, High Street, London, E1 1AA, England',
            city: 'London',
            postcode: 'E1 1AA',
          },
        },
        costs: 0,
      },
      miss: {
        ...miss({ items: [{ title: 'EXAMPLE HOLDINGS LIMITED', company_number: '07654321' }] }),
        comes_to: { kind: 'not_found', reason: 'No company of this name; the nearest is "EXAMPLE HOLDINGS LIMITED"' },
      },
      throttle: later(429, {}, 30_000),
      bad_key: failure(401, 'auth', { error: 'Invalid Authorization', type: 'ch:service' }),
      quota: failure(403, 'auth'),
      odd: failure(200, 'unmapped', [1, 2]),
    },
  },
  'github-organisation': {
    asks: { method: 'GET', path: '/orgs/example' },
    replies: {
      hit: {
        status: 200,
        body: {
          login: 'example',
          name: 'Example',
          blog: 'example.com',
          description: 'Examples for everybody',
          email: 'hello@example.com',
          twitter_username: null,
          html_url: 'https://github.com/example',
        },
        comes_to: {
          kind: 'found',
          values: {
            company_name: 'Example',
            website: 'https://example.com',
            description: 'Examples for everybody',
            company_email: 'hello@example.com',
            github_url: 'https://github.com/example',
          },
        },
        costs: 0,
      },
      miss: miss({ message: 'Not Found' }, 0, 404),
      throttle: later(429, { 'retry-after': '60' }, 60_000),
      bad_key: failure(401, 'auth', { message: 'Bad credentials' }),
      // Its hour is used up, and a header says when the next begins: two minutes after the test's clock.
      quota: later(403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1767225720' }, 120_000),
      odd: failure(200, 'unmapped', { login: 7 }),
    },
  },
  'serper-web-search': {
    asks: { method: 'POST', path: '/search', body: { q: 'Example Ltd', num: 10 } },
    replies: {
      hit: {
        status: 200,
        body: {
          organic: [
            { title: 'Example', link: 'https://example.com/', snippet: 'The site.', position: 1 },
            { link: 'javascript:x' },
          ],
        },
        comes_to: {
          kind: 'found',
          values: { search_results: [{ title: 'Example', url: 'https://example.com/', excerpt: 'The site.' }] },
        },
        costs: 0.001,
      },
      miss: miss({ organic: [] }, 0.001),
      throttle: later(429, {}, 30_000),
      bad_key: failure(403, 'auth', { message: 'Unauthorized.', statusCode: 403 }),
      quota: failure(400, 'quota', { message: 'Not enough credits', statusCode: 400 }),
      odd: failure(200, 'unmapped', { searchParameters: {} }, 0.001),
    },
  },
}
