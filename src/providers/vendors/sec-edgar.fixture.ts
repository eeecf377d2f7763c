// What EDGAR answers, after its documentation.
import { busy, found, missed, unread, type Visits, wait } from '../recorded.fixture.ts'

const LIST = 'https://www.sec.gov/files/company_tickers.json'
const ONE = 'https://data.sec.gov/submissions/CIK0000000042.json'
const listed = {
  0: { cik_str: 7, ticker: 'OTHR', title: 'Other Corp' },
  1: { cik_str: 42, ticker: 'EXMP', title: 'EXAMPLE INC' },
}
const about = {
  cik: '42',
  name: 'EXAMPLE INC',
  sic: '7372',
  sicDescription: 'Services-Prepackaged Software',
  tickers: ['EXMP'],
  phone: '415-555-0100',
  addresses: {
    business: {
      street1: '1 MARKET STREET',
      street2: null,
      city: 'SAN FRANCISCO',
      stateOrCountry: 'CA',
      zipCode: '94105',
    },
  },
  filings: {
    recent: {
      accessionNumber: ['0000000042-26-000001'],
      filingDate: ['2026-01-30'],
      form: ['10-K'],
      primaryDocument: ['exmp.htm'],
    },
  },
}
const values = {
  legal_name: 'EXAMPLE INC',
  sec_cik: '0000000042',
  stock_ticker: 'EXMP',
  sic_code: '7372',
  address: '1 MARKET STREET, SAN FRANCISCO, CA, 94105',
  filings: [
    {
      form: '10-K',
      filed_on: '2026-01-30',
      url: 'https://www.sec.gov/Archives/edgar/data/42/000000004226000001/exmp.htm',
    },
  ],
}

export const VISITS: Visits = {
  'sec-company': {
    hit: { web: { [LIST]: listed, [ONE]: about }, comes_to: found(values, { verified: true }) },
    'hit by name': {
      inputs: { company: 'Example, Inc.' },
      web: { [LIST]: listed, [ONE]: about },
      comes_to: found(values),
    },
    miss: { inputs: { ticker: 'NONE' }, web: { [LIST]: listed }, comes_to: missed },
    throttle: { web: { [LIST]: busy }, comes_to: wait },
    odd: { web: { [LIST]: listed, [ONE]: { cik: '42', name: 'EXAMPLE INC' } }, comes_to: unread },
  },
}
