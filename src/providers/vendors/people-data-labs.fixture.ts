// What People Data Labs answers, after its documentation.
import { hit, miss, odd, type Replies, USUAL } from '../recorded.fixture.ts'

const NOT_FOUND = { status: 404, error: { type: 'not_found', message: 'No records were found matching your request' } }

export const REPLIES: Replies = {
  'people-data-labs-person': {
    asks: {
      method: 'GET',
      path: '/v5/person/enrich',
      query: { first_name: 'Ada', last_name: 'Byron', company: 'example.com' },
    },
    replies: {
      ...USUAL,
      hit: hit(
        {
          status: 200,
          likelihood: 9,
          data: {
            full_name: 'ada byron',
            first_name: 'ada',
            last_name: 'byron',
            work_email: 'ada@example.com',
            // An account without the right to phones gets true.
            mobile_phone: true,
            job_title: 'analyst',
            job_title_role: 'engineering',
            job_title_levels: ['senior'],
            linkedin_url: 'linkedin.com/in/ada',
            location_name: 'london, england, united kingdom',
            job_company_name: 'example',
            job_company_website: 'example.com',
          },
        },
        {
          full_name: 'ada byron',
          work_email: 'ada@example.com',
          job_title: 'analyst',
          seniority: 'senior',
          linkedin_url: 'https://linkedin.com/in/ada',
          company_domain: 'example.com',
        },
        0.28,
        { confidence: 0.9 },
      ),
      miss: miss(NOT_FOUND, 0, 404),
      odd: odd({ status: 200, data: { full_name: 'ada byron' } }),
    },
  },
  'people-data-labs-company': {
    asks: { method: 'GET', path: '/v5/company/enrich', query: { website: 'example.com' } },
    replies: {
      ...USUAL,
      hit: hit(
        {
          status: 200,
          likelihood: 10,
          name: 'example',
          size: '11-50',
          employee_count: 42,
          founded: 1999,
          industry: 'computer software',
          location: { locality: 'london', region: 'england', country: 'united kingdom', postal_code: 'E1 1AA' },
          linkedin_url: 'linkedin.com/company/example',
          website: 'example.com',
          ticker: null,
          type: 'private',
          summary: 'examples for everybody',
          tags: ['examples'],
        },
        {
          company_name: 'example',
          employee_count: 42,
          employee_range: '11-50',
          founded_year: 1999,
          city: 'london',
          website: 'https://example.com',
        },
        0.1,
        { confidence: 1 },
      ),
      miss: miss(NOT_FOUND, 0, 404),
      odd: odd({ status: 200, company: { name: 'example' } }),
    },
  },
}
