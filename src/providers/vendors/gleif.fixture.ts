// What GLEIF answers, after its documentation.
import { hit, later, miss, odd, type Replies } from '../recorded.fixture.ts'

const record = (id: string, name: string, status: string) => ({
  type: 'lei-records',
  id,
  attributes: {
    lei: id,
    entity: {
      legalName: { name, language: 'en' },
      otherNames: [],
      legalAddress: { addressLines: ['1 High Street'], city: 'London', country: 'GB', postalCode: 'E1 1AA' },
      headquartersAddress: { addressLines: ['2 Low Street'], city: 'Leeds', country: 'GB', postalCode: 'LS1 1AA' },
      registeredAs: '01234567',
      jurisdiction: 'GB',
      status,
    },
    registration: { status: 'ISSUED', nextRenewalDate: '2027-01-01T00:00:00Z' },
  },
})

export const REPLIES: Replies = {
  'gleif-company': {
    asks: {
      method: 'GET',
      path: '/api/v1/lei-records',
      query: { 'filter[fulltext]': 'Example', 'page[size]': '20' },
    },
    replies: {
      hit: hit(
        {
          meta: { pagination: { total: 3 } },
          data: [
            record('5493001KJTIIGC8Y1R10', 'EXAMPLE HOLDINGS LIMITED', 'ACTIVE'),
            record('5493001KJTIIGC8Y1R11', 'EXAMPLE LTD', 'INACTIVE'),
            record('5493001KJTIIGC8Y1R12', 'EXAMPLE LIMITED', 'ACTIVE'),
          ],
        },
        {
          lei: '5493001KJTIIGC8Y1R12',
          legal_name: 'EXAMPLE LIMITED',
          registration_number: '01234567',
          company_status: 'active',
          country: 'GB',
          city: 'Leeds',
          address: '1 High Street, London, E1 1AA, GB',
        },
        0,
        { verified: true },
      ),
      miss: miss({ meta: {}, data: [record('5493001KJTIIGC8Y1R10', 'EXAMPLE HOLDINGS LIMITED', 'ACTIVE')] }),
      throttle: later(429, { 'retry-after': '60' }, 60_000),
      odd: odd({ records: [] }, 0),
    },
  },
}
