// What Nominatim answers, after its documentation.
import { hit, later, miss, odd, type Replies } from '../recorded.fixture.ts'

const place = (osm_id: number, name: string, extratags: Record<string, string> | null = null) => ({
  place_id: osm_id,
  licence: 'Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright',
  osm_type: 'node',
  osm_id,
  lat: '52.5200000',
  lon: '13.4000000',
  category: 'shop',
  type: 'bakery',
  place_rank: 30,
  importance: 0.00001,
  addresstype: 'shop',
  name,
  display_name: `${name}, 5, Hauptstraße, Mitte, Berlin, 10115, Germany`,
  address: {
    shop: name,
    house_number: '5',
    road: 'Hauptstraße',
    suburb: 'Mitte',
    city: 'Berlin',
    'ISO3166-2-lvl4': 'DE-BE',
    postcode: '10115',
    country: 'Germany',
    country_code: 'de',
  },
  extratags,
  namedetails: { name },
})
const tags = {
  opening_hours: 'Mo-Fr 07:00-18:00; Sa 08:00-13:00',
  'contact:phone': '+49 30 901820;+49 30 901821',
  website: 'https://bakery.example.com',
  email: 'not an address',
  wikidata: 'Q1',
}

export const REPLIES: Replies = {
  'openstreetmap-place': {
    asks: {
      method: 'GET',
      path: '/search',
      query: {
        q: 'Example Bakery, Berlin',
        format: 'jsonv2',
        addressdetails: '1',
        extratags: '1',
        namedetails: '1',
        limit: '10',
        countrycodes: 'de',
      },
    },
    replies: {
      hit: hit(
        [place(7, 'Example Bakery Supplies'), place(42, 'Example Bakery', tags)],
        {
          latitude: 52.52,
          longitude: 13.4,
          company_name: 'Example Bakery',
          street: 'Hauptstraße 5',
          city: 'Berlin',
          postcode: '10115',
          country: 'DE',
          place_types: ['shop', 'bakery'],
          opening_hours: 'Mo-Fr 07:00-18:00; Sa 08:00-13:00',
          phone: '+4930901820',
          website: 'https://bakery.example.com',
          wikidata_id: 'Q1',
          maps_url: 'https://www.openstreetmap.org/node/42',
          osm_id: 'node/42',
        },
        0,
        {
          confidence: 0.85,
          origin: {
            license: 'ODbL-1.0',
            source_url: 'https://www.openstreetmap.org/node/42',
            attribution: '© OpenStreetMap contributors, ODbL 1.0',
          },
        },
      ),
      miss: {
        ...miss([place(7, 'Example Bakery Supplies')]),
        comes_to: {
          kind: 'not_found',
          reason: 'OpenStreetMap has no place of this name; the nearest is "Example Bakery Supplies"',
        },
      },
      'an empty list': miss([]),
      'a place that the company only runs': {
        ...miss([place(8, 'Parkhaus Mitte', { operator: 'Example Bakery' })]),
        comes_to: {
          kind: 'not_found',
          reason: 'OpenStreetMap has no place of this name; the nearest is "Parkhaus Mitte"',
        },
      },
      'a branch that has another name': hit(
        [place(9, 'Example Bakery am Markt', { brand: 'Example Bakery' })],
        { osm_id: 'node/9' },
        0,
        { confidence: 0.6, origin: { note: 'It is of the brand Example Bakery.' } },
      ),
      throttle: later(429, {}, 30_000),
      odd: odd([{ display_name: 'Somewhere' }], 0),
      'two places of one name': hit(
        [place(42, 'Example Bakery', tags), place(43, 'Example Bakery')],
        { osm_id: 'node/42' },
        0,
        { confidence: 0.6, origin: { note: '2 places have this name; this is the one that the search puts first.' } },
      ),
    },
  },
}
