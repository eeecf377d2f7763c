// What companies-house answers, after its documentation.
import { failure, hit, later, miss, type Replies } from '../recorded.fixture.ts'

const house = { number: '01234567', year: '1999-05-17' }
const office = {
  premises: '1',
  address_line_1: 'High Street',
  locality: 'London',
  postal_code: 'E1 1AA',
  country: 'England',
}

const officer = (name: string, officer_role: string, more: { resigned_on?: string } = {}) => ({
  name,
  officer_role,
  appointed_on: '2020-01-31',
  nationality: 'British',
  date_of_birth: { month: 12, year: 1970 },
  address: office,
  ...more,
})

export const REPLIES: Replies = {
  'companies-house-officers': {
    asks: { method: 'GET', path: '/company/01234567/officers', query: { items_per_page: '100' } },
    replies: {
      hit: hit(
        {
          items: [
            officer('LOVELACE, Ada', 'director'),
            officer('EXAMPLE SECRETARIES LIMITED', 'corporate-secretary'),
            officer("O'NEIL, Grace Mary", 'director', { resigned_on: '2024-06-30' }),
          ],
          active_count: 2,
          resigned_count: 1,
          total_results: 7,
        },
        {
          officers: [
            { full_name: 'Ada Lovelace', job_title: 'director', appointed_on: '2020-01-31' },
            {
              company_name: 'EXAMPLE SECRETARIES LIMITED',
              job_title: 'corporate secretary',
              appointed_on: '2020-01-31',
            },
          ],
          former_officers: [
            {
              full_name: "Grace Mary O'Neil",
              job_title: 'director',
              appointed_on: '2020-01-31',
              resigned_on: '2024-06-30',
            },
          ],
        },
        0,
        { verified: true, origin: { note: '3 of 7 officers are listed.' } },
      ),
      miss: miss({ errors: [{ error: 'company-profile-not-found' }] }, 0, 404),
      'a company without officers': miss({ items: [], total_results: 0 }),
      throttle: later(429, {}, 30_000),
      bad_key: failure(401, 'auth', { error: 'Invalid Authorization', type: 'ch:service' }),
      odd: failure(200, 'unmapped', { items: [{ title: 'EXAMPLE LTD' }], total_results: 1 }),
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
}
