// What Apollo answers, after its documentation.
import { failure, hit, miss, odd, type Replies, USUAL } from '../recorded.fixture.ts'

const replies = {
  ...USUAL,
  quota: failure(422, 'quota', { error: 'Insufficient credits to complete this request.' }),
}

export const REPLIES: Replies = {
  'apollo-person': {
    asks: {
      method: 'POST',
      path: '/api/v1/people/match',
      query: { first_name: 'Ada', last_name: 'Byron', domain: 'example.com' },
    },
    replies: {
      ...replies,
      hit: hit(
        {
          person: {
            id: '1',
            first_name: 'Ada',
            last_name: 'Byron',
            name: 'Ada Byron',
            linkedin_url: 'http://www.linkedin.com/in/ada',
            title: 'Analyst',
            email: 'ada@example.com',
            email_status: 'verified',
            seniority: 'senior',
            departments: ['engineering'],
            city: 'London',
            state: null,
            country: 'United Kingdom',
            organization: { name: 'Example', primary_domain: 'example.com' },
          },
          credits_consumed: 1,
        },
        {
          work_email: 'ada@example.com',
          email_status: 'valid',
          full_name: 'Ada Byron',
          job_title: 'Analyst',
          department: 'engineering',
          location: 'London, United Kingdom',
          company_domain: 'example.com',
        },
        0.0245,
        { verified: true },
      ),
      miss: miss({ person: null }),
      odd: odd({ people: [] }),
    },
  },
  'apollo-company': {
    asks: { method: 'GET', path: '/api/v1/organizations/enrich', query: { domain: 'example.com' } },
    replies: {
      ...replies,
      hit: hit(
        {
          organization: {
            name: 'Example',
            website_url: 'http://www.example.com',
            primary_domain: 'example.com',
            linkedin_url: 'http://www.linkedin.com/company/example',
            primary_phone: { number: '+1 415 555 0100' },
            founded_year: 1999,
            industry: 'software',
            estimated_num_employees: 42,
            annual_revenue_printed: '10M',
            total_funding: 5000000,
            latest_funding_stage: 'Series A',
            technology_names: ['React'],
            keywords: ['examples'],
            city: 'San Francisco',
            state: 'California',
            country: 'United States',
            raw_address: '1 Market Street, San Francisco, California',
          },
        },
        {
          company_name: 'Example',
          employee_count: 42,
          revenue: '10M',
          funding_usd: 5000000,
          phone: '+1 415 555 0100',
          technologies: ['React'],
          country_name: 'United States',
        },
        0.0245,
      ),
      miss: miss({ organization: null }),
      odd: odd({ account: { name: 'Example' } }),
    },
  },
}
