// What the other sources answer, after their documentation: for each the calls it must get, in order, and what its records come to.
import type { RecordedSources } from './recorded-source.fixture.ts'
import { RECORDED_REGISTERS } from './register-sources.fixture.ts'

const KEY = { api_key: 'key-0123456789' }
const place = (id: string, name: string) => ({
  id,
  displayName: { text: name },
  formattedAddress: '1 High Street, Leeds',
  businessStatus: 'OPERATIONAL',
  websiteUri: `https://${id}.example/`,
  rating: 4.5,
  userRatingCount: 20,
  types: ['dentist'],
  googleMapsUri: `https://maps.google.com/?cid=${id}`,
})
const result = (url: string, name: string) => ({
  [name]: url,
  title: 'Example',
  snippet: 'We make',
  description: 'We make',
  content: 'We make',
})

const firms = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => ({ id: from + at, name: `Firm ${from + at}` }))

export const RECORDED: RecordedSources = {
  ...RECORDED_REGISTERS,
  overpass: {
    settings: { area: 'Ber"lin', tag: 'shop', value: 'bakery', service_url: 'https://overpass-api.de/api/interpreter' },
    calls: [
      {
        asks: 'POST https://overpass-api.de/api/interpreter',
        sent: 'name%22%3D%22Ber%5C%22lin%22',
        body: {
          version: 0.6,
          elements: [
            {
              type: 'node',
              id: 5,
              lat: 52.5,
              lon: 13.4,
              tags: {
                name: 'Bäckerei',
                shop: 'bakery',
                'contact:website': 'https://example.com',
                'addr:street': 'Hauptstr.',
                'addr:housenumber': '1',
                'addr:city': 'Berlin',
              },
            },
            { type: 'way', id: 6, center: { lat: 52.4, lon: 13.3 }, tags: { name: 'Brot', shop: 'bakery' } },
          ],
        },
      },
    ],
    records: [
      {
        name: 'Bäckerei',
        osm_id: 'osm:node/5',
        website: 'https://example.com',
        address: 'Hauptstr. 1',
        latitude: 52.5,
      },
      { name: 'Brot', osm_id: 'osm:way/6', latitude: 52.4 },
    ],
    count: 2,
  },
  'google-places': {
    settings: { query: 'dentists in Leeds', region: 'gb' },
    account: KEY,
    calls: [
      {
        asks: 'POST https://places.googleapis.com/v1/places:searchText',
        sent: { textQuery: 'dentists in Leeds', pageSize: 20, regionCode: 'GB' },
        body: { places: [place('p1', 'Smile')], nextPageToken: 'more' },
      },
      {
        asks: 'POST https://places.googleapis.com/v1/places:searchText',
        sent: { textQuery: 'dentists in Leeds', pageSize: 20, regionCode: 'GB', pageToken: 'more' },
        body: { places: [place('p2', 'Bite')] },
      },
    ],
    records: [
      { name: 'Smile', place_id: 'google:p1', website: 'https://p1.example/', kinds: 'dentist' },
      { name: 'Bite' },
    ],
    count: 2,
  },
  searxng: {
    settings: { query: 'crm vendors', websites: true },
    account: { base_url: 'https://search.example.com' },
    calls: [
      {
        asks: 'GET https://search.example.com/search',
        query: { q: 'crm vendors', format: 'json', pageno: '1' },
        body: { results: [result('https://www.example.com/a', 'url'), result('https://example.com/b', 'url')] },
      },
      { asks: 'GET https://search.example.com/search', query: { pageno: '2' }, body: { results: [] } },
    ],
    records: [{ url: 'https://www.example.com/a', domain: 'example.com', excerpt: 'We make', position: 1 }],
    count: 1,
  },
  serper: {
    settings: { query: 'crm vendors', country: 'SE', websites: false },
    account: KEY,
    calls: [
      {
        asks: 'POST https://google.serper.dev/search',
        sent: { q: 'crm vendors', num: 10, page: 1, gl: 'se' },
        body: { organic: [result('https://example.com/a', 'link')] },
      },
      { asks: 'POST https://google.serper.dev/search', body: { organic: [] } },
    ],
    records: [{ url: 'https://example.com/a', domain: 'example.com' }],
    count: 1,
  },
  'brave-search': {
    settings: { query: 'crm vendors', websites: true },
    account: KEY,
    calls: [
      {
        asks: 'GET https://api.search.brave.com/res/v1/web/search',
        query: { q: 'crm vendors', count: '20', offset: '0' },
        body: { query: { original: 'crm vendors' }, web: { results: [result('https://example.com/a', 'url')] } },
      },
      { asks: 'GET https://api.search.brave.com/res/v1/web/search', query: { offset: '1' }, body: { query: {} } },
    ],
    records: [{ url: 'https://example.com/a', excerpt: 'We make' }],
    count: 1,
  },
  feed: [
    {
      settings: { url: 'https://example.com/feed.xml' },
      calls: [
        {
          asks: 'GET https://example.com/feed.xml',
          body: '<feed xmlns="http://www.w3.org/2005/Atom"><title>F</title><entry><id>urn:1</id><title>Acme &amp; Co</title><link href="/a"/><updated>2026-01-02T03:04:05Z</updated></entry></feed>',
        },
      ],
      records: [{ title: 'Acme & Co', link: 'https://example.com/a' }],
      count: 1,
    },
    {
      settings: { url: 'https://example.com/feed.json' },
      calls: [
        {
          asks: 'GET https://example.com/feed.json',
          body: {
            version: 'https://jsonfeed.org/version/1.1',
            title: 'F',
            items: [{ id: '1', title: 'Acme', url: 'https://example.com/1' }],
          },
        },
      ],
      records: [{ title: 'Acme', link: 'https://example.com/1' }],
      count: 1,
    },
  ],
  sitemap: {
    settings: { url: 'https://example.com/sitemap.xml', contains: '/customers/' },
    calls: [
      {
        asks: 'GET https://example.com/sitemap.xml',
        body: '<sitemapindex xmlns="x"><sitemap><loc>https://example.com/s1.xml</loc></sitemap><sitemap><loc>https://example.com/gone.xml</loc></sitemap><sitemap><loc>https://example.com/sitemap.xml</loc></sitemap></sitemapindex>',
      },
      {
        asks: 'GET https://example.com/s1.xml',
        body: '<urlset><url><loc>https://example.com/customers/acme-corp</loc><lastmod>2026-02-03T00:00:00Z</lastmod></url><url><loc>https://example.com/about</loc></url></urlset>',
      },
      { asks: 'GET https://example.com/gone.xml', status: 404, body: 'gone' },
    ],
    records: [{ url: 'https://example.com/customers/acme-corp', name: 'Acme Corp', changed: '2026-02-03' }],
    count: 1,
    rejected: ['https://example.com/gone.xml'],
  },
  'github-organisations': {
    settings: { location: 'Ber"lin', language: 'Rust', min_repos: 5 },
    calls: [
      {
        asks: 'GET https://api.github.com/search/users',
        query: { q: 'type:org location:"Ber lin" language:"Rust" repos:>=5', page: '1' },
        body: {
          total_count: 1,
          incomplete_results: false,
          items: [{ login: 'example', id: 9, html_url: 'https://github.com/example', type: 'Organization' }],
        },
      },
    ],
    records: [{ login: 'example', github_url: 'https://github.com/example', github_id: 'github:9' }],
    count: 1,
  },
  'http-api': {
    settings: {
      url: 'https://api.example.com/firms',
      method: 'GET',
      items_path: 'items',
      id_path: 'id',
      paging: 'page',
      page_param: 'page',
      auth: 'none',
    },
    calls: [
      { asks: 'GET https://api.example.com/firms', query: { page: '1' }, body: { items: firms(0, 2) } },
      { asks: 'GET https://api.example.com/firms', query: { page: '2' }, body: { items: [] } },
    ],
    records: [{ id: 0, name: 'Firm 0' }, { id: 1 }],
    count: 2,
  },
  hubspot: [
    {
      settings: { object: 'companies', properties: ['name'] },
      account: { access_token: 'token-0123456789' },
      calls: [
        {
          asks: 'GET https://api.hubapi.com/crm/v3/objects/companies',
          query: { limit: '100', properties: 'name' },
          body: {
            results: [{ id: '1', properties: { name: 'Acme', hs_object_id: '1' } }],
            paging: { next: { after: '1' } },
          },
        },
        {
          asks: 'GET https://api.hubapi.com/crm/v3/objects/companies',
          query: { after: '1' },
          body: { results: [{ id: '2', properties: { name: 'Bolt' } }] },
        },
      ],
      records: [{ name: 'Acme', hubspot_id: '1' }, { name: 'Bolt' }],
      count: 2,
    },
    {
      settings: { object: 'contacts', list_id: '77', properties: ['email'] },
      account: { access_token: 'token-0123456789' },
      calls: [
        {
          asks: 'GET https://api.hubapi.com/crm/v3/lists/77/memberships',
          body: {
            results: [{ recordId: '5', membershipTimestamp: '2026-01-01T00:00:00Z' }],
            paging: { next: { after: 'x' } },
          },
        },
        {
          asks: 'POST https://api.hubapi.com/crm/v3/objects/contacts/batch/read',
          sent: { properties: ['email'], inputs: [{ id: '5' }] },
          body: { status: 'COMPLETE', results: [{ id: '5', properties: { email: 'ann@example.com' } }] },
        },
        {
          asks: 'GET https://api.hubapi.com/crm/v3/lists/77/memberships',
          query: { after: 'x' },
          body: { results: [] },
        },
      ],
      records: [{ email: 'ann@example.com', hubspot_id: '5' }],
      count: 1,
    },
  ],
  salesforce: [
    {
      settings: { object: 'Account', by: 'query', where: "Industry = 'Banking'" },
      account: {
        base_url: 'https://acme.my.salesforce.com',
        client_id: 'id-0123456789',
        client_secret: 'secret-0123456789',
      },
      calls: [
        {
          asks: 'POST https://acme.my.salesforce.com/services/oauth2/token',
          body: { access_token: 'minted-0123456789', token_type: 'Bearer' },
        },
        {
          asks: 'GET https://acme.my.salesforce.com/services/data/v60.0/query',
          body: {
            totalSize: 2,
            done: false,
            nextRecordsUrl: '/services/data/v60.0/query/01g-2000',
            records: [
              {
                attributes: { type: 'Account', url: '/x' },
                Id: '001A',
                Name: 'Acme',
                Owner: { attributes: { type: 'User' }, Name: 'Ann' },
              },
            ],
          },
        },
        {
          asks: 'GET https://acme.my.salesforce.com/services/data/v60.0/query/01g-2000',
          body: { totalSize: 2, done: true, records: [{ attributes: {}, Id: '001B', Name: 'Bolt' }] },
        },
      ],
      records: [{ Id: '001A', Name: 'Acme', 'Owner.Name': 'Ann' }, { Id: '001B' }],
      count: 2,
    },
    {
      settings: { object: 'Lead', by: 'list_view', list_view: '00B000000000001' },
      account: {
        base_url: 'https://acme.my.salesforce.com',
        client_id: 'id-0123456789',
        client_secret: 'secret-0123456789',
      },
      calls: [
        {
          asks: 'POST https://acme.my.salesforce.com/services/oauth2/token',
          body: { access_token: 'minted-0123456789' },
        },
        {
          asks: 'GET https://acme.my.salesforce.com/services/data/v60.0/sobjects/Lead/listviews/00B000000000001/results',
          query: { offset: '0' },
          body: {
            done: true,
            size: 1,
            records: [
              {
                columns: [
                  { fieldNameOrPath: 'Id', value: '00Q1' },
                  { fieldNameOrPath: 'Name', value: 'Ann' },
                ],
              },
            ],
          },
        },
      ],
      records: [{ Id: '00Q1', Name: 'Ann' }],
      count: 1,
    },
  ],
}
