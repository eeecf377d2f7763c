// What Wikidata answers, after its documentation.
import type { Json } from '../../kernel/json.ts'
import { busy, found, missed, unread, type Visits, wait } from '../recorded.fixture.ts'

const API = 'https://www.wikidata.org/w/api.php'
const search = `${API}?action=wbsearchentities&search=Example&language=en&limit=10&format=json&maxlag=5`
const items = (ids: string) =>
  `${API}?action=wbgetentities&ids=${encodeURIComponent(ids)}&props=labels%7Cdescriptions%7Cclaims%7Caliases&languages=en&format=json&maxlag=5`
const labels = (ids: string) =>
  `${API}?action=wbgetentities&ids=${encodeURIComponent(ids)}&props=labels&languages=en&format=json&maxlag=5`
const is = (value: Json, rank = 'normal') => ({ rank, mainsnak: { datavalue: { value } } })
const label = (value: string) => ({ labels: { en: { language: 'en', value } } })

const village = { id: 'Q2', ...label('Example'), claims: { P17: [is({ id: 'Q145' })] } }
const company = {
  id: 'Q1',
  ...label('Example'),
  descriptions: { en: { language: 'en', value: 'company in London' } },
  claims: {
    P856: [is('https://old.example', 'deprecated'), is('https://www.example.com/')],
    P452: [is({ id: 'Q10' })],
    P1128: [is({ amount: '+40' }), is({ amount: '+42' }, 'preferred')],
    P571: [is({ time: '+1999-05-17T00:00:00Z' })],
    P159: [is({ id: 'Q84' })],
    P1278: [is('5493001KJTIIGC8Y1R12')],
    P4264: [is('example')],
    P2013: [is('example')],
    P2397: [is('UCexample')],
    P2037: [is('login')],
  },
}

export const VISITS: Visits = {
  'wikidata-company': {
    hit: {
      web: {
        [search]: { search: [{ id: 'Q2' }, { id: 'Q1' }] },
        [items('Q2|Q1')]: { entities: { Q1: company, Q2: village } },
        [labels('Q10|Q84')]: { entities: { Q10: label('software'), Q84: label('London') } },
      },
      comes_to: found(
        {
          wikidata_id: 'Q1',
          company_name: 'Example',
          website: 'https://www.example.com/',
          company_domain: 'example.com',
          industry: 'software',
          employee_count: 42,
          founded_year: 1999,
          city: 'London',
          lei: '5493001KJTIIGC8Y1R12',
          linkedin_url: 'https://www.linkedin.com/company/example',
          facebook_url: 'https://www.facebook.com/example',
          youtube_url: 'https://www.youtube.com/channel/UCexample',
        },
        { verified: true },
      ),
    },
    'hit by name alone, where a village has it too': {
      inputs: { company: 'Example Ltd' },
      web: {
        [search.replace('search=Example', 'search=Example+Ltd')]: { search: [{ id: 'Q2' }, { id: 'Q1' }] },
        [items('Q2|Q1')]: { entities: { Q1: company, Q2: village } },
        [labels('Q10|Q84')]: { entities: {} },
      },
      comes_to: found({ wikidata_id: 'Q1', website: 'https://www.example.com/' }, { verified: false }),
    },
    miss: {
      web: { [search]: { search: [{ id: 'Q2' }] }, [items('Q2')]: { entities: { Q2: village } } },
      comes_to: missed,
    },
    throttle: { web: { [search]: busy }, comes_to: wait },
    'throttle with status 200': {
      web: { [search]: { error: { code: 'maxlag', lag: 7 } } },
      comes_to: { kind: 'later', retry_in_ms: 5_000 },
    },
    odd: { web: { [search]: { results: [] } }, comes_to: unread },
  },
}
