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

const report = (cik: string, ...owners: string[]) =>
  `<?xml version="1.0"?><ownershipDocument><documentType>4</documentType><issuer><issuerCik>${cik}</issuerCik><issuerName>EXAMPLE INC</issuerName></issuer>${owners.join('')}</ownershipDocument>`
const owner = (id: string, name: string, relation: string) =>
  `<reportingOwner><reportingOwnerId><rptOwnerCik>${id}</rptOwnerCik><rptOwnerName>${name}</rptOwnerName></reportingOwnerId><reportingOwnerRelationship>${relation}</reportingOwnerRelationship></reportingOwner>`
const insiders = {
  ...about,
  filings: {
    recent: {
      accessionNumber: ['0000000042-26-000009', '0000000042-26-000008', '0000000042-26-000007', '0000000042-26-000006'],
      filingDate: ['2026-01-30', '2026-01-20', '2026-01-10', '2026-01-05'],
      form: ['10-K', '4', '4/A', '3'],
      primaryDocument: ['exmp.htm', 'xslF345X05/form4.xml', 'xslF345X05/form4.xml', 'xslF345X02/form3.xml'],
    },
  },
}
const archive = (number: string, file: string) =>
  `https://www.sec.gov/Archives/edgar/data/42/00000000422600000${number}/${file}`
/** One digit each, as {@link archive} has them. */
const NUMBERS = [...'123456789abcdefg']
const ofOthers = {
  ...about,
  filings: {
    recent: {
      accessionNumber: NUMBERS.map((number) => `0000000042-26-00000${number}`),
      filingDate: NUMBERS.map(() => '2026-01-20'),
      form: NUMBERS.map(() => '4'),
      primaryDocument: NUMBERS.map(() => 'xslF345X05/form4.xml'),
    },
  },
}

export const VISITS: Visits = {
  'sec-officers': {
    hit: {
      web: {
        [LIST]: listed,
        [ONE]: insiders,
        [archive('8', 'form4.xml')]: report(
          '0000000042',
          owner('1', 'LOVELACE ADA K', '<isOfficer>1</isOfficer><officerTitle>Chief Executive Officer</officerTitle>'),
        ),
        [archive('7', 'form4.xml')]: report(
          '0000000042',
          owner('1', 'LOVELACE ADA K', '<isOfficer>true</isOfficer><officerTitle>President</officerTitle>'),
          owner('2', 'van der Berg Grace', '<isDirector>true</isDirector>'),
          owner('3', 'BIG FUND LP', '<isTenPercentOwner>1</isTenPercentOwner>'),
        ),
        // What the company itself holds of another is no report on it.
        [archive('6', 'form3.xml')]: report('7', owner('4', 'BYRON GEORGE', '<isDirector>1</isDirector>')),
      },
      comes_to: found(
        {
          legal_name: 'EXAMPLE INC',
          officers: [
            {
              full_name: 'Ada K Lovelace',
              job_title: 'Chief Executive Officer',
              is_director: false,
              reported_on: '2026-01-20',
              url: archive('8', 'xslF345X05/form4.xml'),
            },
            {
              full_name: 'van der Berg Grace',
              job_title: 'Director',
              is_director: true,
              reported_on: '2026-01-10',
              url: archive('7', 'xslF345X05/form4.xml'),
            },
          ],
        },
        { verified: true },
      ),
    },
    'more reports on others than are read': {
      web: {
        [LIST]: listed,
        [ONE]: ofOthers,
        ...Object.fromEntries(
          NUMBERS.slice(0, 15).map((number) => [
            archive(number, 'form4.xml'),
            report('7', owner('4', 'BYRON GEORGE', '<isDirector>1</isDirector>')),
          ]),
        ),
      },
      comes_to: { kind: 'failed', class: 'bad_input' },
    },
    miss: { web: { [LIST]: listed, [ONE]: about }, comes_to: missed },
    throttle: { web: { [LIST]: listed, [ONE]: insiders, [archive('8', 'form4.xml')]: busy }, comes_to: wait },
    odd: {
      web: { [LIST]: listed, [ONE]: insiders, [archive('8', 'form4.xml')]: '<html>Undeclared tool</html>' },
      comes_to: unread,
    },
  },
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
