// What companies-house answers, after its documentation.
import { failure, later, miss, type Replies } from '../recorded.fixture.ts'

const house = { number: '01234567', year: '1999-05-17' }
const office = {
  premises: '1',
  address_line_1: 'High Street',
  locality: 'London',
  postal_code: 'E1 1AA',
  country: 'England',
}

export const REPLIES: Replies = {
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
