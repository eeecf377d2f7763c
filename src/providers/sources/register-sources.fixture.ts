// What registers and job boards answer to a source, after their documentation.
import type { RecordedSources } from './recorded-source.fixture.ts'

const KEY = { api_key: 'key-0123456789' }
const GREENHOUSE = 'GET https://boards-api.greenhouse.io/v1/boards'

const job = (id: number, title: string, place: string) => ({
  id,
  title,
  location: { name: place },
  departments: [{ name: 'Data' }],
  first_published: '2026-11-02T09:00:00Z',
  absolute_url: `https://job-boards.greenhouse.io/example/jobs/${id}`,
})
const cell = (value: string) => ({ type: 'literal', value })
const item = (id: string, label: string, more: object = {}) => ({
  item: { type: 'uri', value: `http://www.wikidata.org/entity/${id}` },
  itemLabel: cell(label),
  ...more,
})

export const RECORDED_REGISTERS: RecordedSources = {
  gleif: {
    settings: { country: 'gb', name: 'example' },
    calls: [1, 2].map((page) => ({
      asks: 'GET https://api.gleif.org/api/v1/lei-records',
      query: { 'filter[entity.legalAddress.country]': 'GB', 'page[number]': String(page) },
      body: {
        meta: { pagination: { currentPage: page, lastPage: 2, total: 3 } },
        data: [
          {
            id: `LEI${page}`,
            attributes: {
              entity: {
                legalName: { name: `EXAMPLE ${page} LIMITED` },
                headquartersAddress: {
                  city: 'London',
                  country: 'GB',
                  postalCode: 'E1',
                  addressLines: ['1 High Street'],
                },
                status: 'ACTIVE',
                registeredAs: '01234567',
              },
            },
          },
          ...(page === 2 ? [{ id: 'LEI3', attributes: {} }] : []),
        ],
      },
    })),
    records: [{ company: 'EXAMPLE 1 LIMITED', lei: 'lei:LEI1', city: 'London', address: '1 High Street, E1, London' }],
    count: 2,
    rejected: ['LEI3'],
  },
  'companies-house': {
    settings: { location: 'Leeds', sic_codes: ['62012'], status: 'active' },
    account: KEY,
    calls: [
      {
        asks: 'GET https://api.company-information.service.gov.uk/advanced-search/companies',
        query: { location: 'Leeds', sic_codes: '62012', company_status: 'active', start_index: '0' },
        body: {
          etag: '1',
          hits: 2,
          items: [
            {
              company_name: 'EXAMPLE LIMITED',
              company_number: '01234567',
              company_status: 'active',
              company_type: 'ltd',
              date_of_creation: '2020-01-31',
              sic_codes: ['62012'],
              registered_office_address: { address_line_1: '1 High Street', locality: 'Leeds', postal_code: 'LS1 1AA' },
            },
            { company_number: '7', company_status: 'active' },
          ],
        },
      },
    ],
    records: [{ company: 'EXAMPLE LIMITED', company_number: 'gb:01234567', city: 'Leeds', country: 'United Kingdom' }],
    count: 1,
    rejected: ['7'],
  },
  'french-companies': {
    settings: { departement: '75', activity: '62.01Z' },
    calls: [
      {
        asks: 'GET https://recherche-entreprises.api.gouv.fr/search',
        query: { departement: '75', activite_principale: '62.01Z', etat_administratif: 'A', page: '1', per_page: '25' },
        body: {
          total_results: 1,
          page: 1,
          per_page: 25,
          total_pages: 1,
          results: [
            {
              siren: '123456782',
              nom_complet: 'EXEMPLE',
              etat_administratif: 'A',
              activite_principale: '62.01Z',
              tranche_effectif_salarie: '11',
              date_creation: '2019-05-01',
              siege: { libelle_commune: 'PARIS', code_postal: '75001', adresse: '1 RUE DE RIVOLI 75001 PARIS' },
            },
          ],
        },
      },
    ],
    records: [{ company: 'EXEMPLE', siren: 'siren:123456782', employees: '10-19', city: 'PARIS', status: 'active' }],
    count: 1,
  },
  'sec-companies': {
    settings: { words: 'example', exchange: 'Nasdaq' },
    calls: [
      {
        asks: 'GET https://www.sec.gov/files/company_tickers_exchange.json',
        body: {
          fields: ['cik', 'name', 'ticker', 'exchange'],
          data: [
            [42, 'Example Inc', 'EXMP', 'Nasdaq'],
            [42, 'Example Inc', 'EXMPW', 'Nasdaq'],
            [43, 'Example Oil', 'EXO', 'NYSE'],
            [44, 'Other Corp', 'OTHR', 'Nasdaq'],
          ],
        },
      },
    ],
    records: [{ company: 'Example Inc', cik: 'cik:0000000042', ticker: 'EXMP', exchange: 'Nasdaq' }],
    count: 1,
  },
  wikidata: {
    settings: { class: 'Q4830453', country: 'se' },
    calls: [
      {
        asks: 'GET https://query.wikidata.org/sparql',
        query: { format: 'json' },
        body: {
          head: { vars: ['item'] },
          results: {
            bindings: [
              item('Q1', 'Example AB', {
                site: cell('https://example.com/'),
                countryLabel: cell('Sweden'),
                founded: cell('1943-01-01T00:00:00Z'),
              }),
              item('Q1', 'Example AB', { site: cell('https://example.se/') }),
              item('Q2', 'Q2'),
            ],
          },
        },
      },
    ],
    records: [{ company: 'Example AB', wikidata_id: 'wikidata:Q1', website: 'https://example.com/', founded: '1943' }],
    count: 1,
    rejected: ['Q2'],
  },
  hiring: [
    {
      settings: {
        companies: ['greenhouse:example', 'https://jobs.lever.co/other', 'ashby:gone'],
        title: ['data engineer'],
        each: 'company',
      },
      calls: [
        {
          asks: `${GREENHOUSE}/example/jobs`,
          body: { jobs: [job(1, 'Senior Data Engineer', 'London'), job(2, 'Designer', 'London')] },
        },
        { asks: 'GET https://api.lever.co/v0/postings/other', status: 404, body: { ok: false } },
        {
          asks: 'GET https://api.eu.lever.co/v0/postings/other',
          body: [
            {
              id: 'a',
              text: 'Cook',
              categories: { location: 'Rome' },
              hostedUrl: 'https://jobs.lever.co/other/a',
              createdAt: 1_767_312_000_000,
            },
          ],
        },
        { asks: 'GET https://api.ashbyhq.com/posting-api/job-board/gone', status: 404, body: {} },
      ],
      records: [
        { company: 'Example', board: 'Greenhouse', open_jobs: 2, matching_jobs: 1, title: 'Senior Data Engineer' },
      ],
      count: 1,
      rejected: ['ashby:gone'],
    },
    {
      settings: { companies: ['https://boards.greenhouse.io/example'], location: 'london', each: 'job' },
      calls: [
        { asks: `${GREENHOUSE}/example/jobs`, body: { jobs: [job(1, 'Cook', 'London'), job(2, 'Cook', 'Rome')] } },
      ],
      records: [{ title: 'Cook', location: 'London', department: 'Data', posted_on: '2026-11-02' }],
      count: 1,
    },
  ],
}
