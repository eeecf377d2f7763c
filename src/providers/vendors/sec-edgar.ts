// SEC EDGAR: what companies listed in the United States file, with their industry code and address.

import { found, type Inputs, notFound, type VisitLookup, type VisitTools } from '../kit/kit.ts'
import { joined, list, record, text, texts } from '../kit/reply-values.ts'
import { COMPANY } from '../kit/vendor-inputs.ts'
import { openApi } from '../kit/vendor-terms.ts'
import { plainName } from '../names/company-match.ts'

const MOST_FILINGS = 5

export const secCompany: VisitLookup = {
  ...openApi('sec-edgar'),
  later_hosts: ['data.sec.gov'],
  id: 'sec-company',
  label: 'US listed company (SEC)',
  description: 'Finds a company listed in the United States by ticker or name: industry code, address, latest filings.',
  docs_url: 'https://www.sec.gov/search-filings/edgar-application-programming-interfaces',
  inputs: [
    {
      name: 'ticker',
      label: 'Ticker',
      type: 'text',
      required: false,
      help: 'The symbol at the exchange, such as EXMP; it wins over the name.',
      aliases: ['ticker', 'symbol', 'stock symbol'],
    },
    COMPANY,
  ],
  one_of: [['ticker', 'company']],
  outputs: [
    { field: 'legal_name' },
    { field: 'sec_cik' },
    { field: 'stock_ticker' },
    { field: 'sic_code' },
    { field: 'industry' },
    { field: 'phone' },
    { field: 'address' },
    { field: 'city' },
    { field: 'region' },
    { field: 'postcode' },
    { field: 'filings' },
  ],
  license: 'public-record',
  method: 'registry',
  cache_days: 7,
  limits: { per_second: 4, concurrency: 4 },
  sample: {
    inputs: { ticker: 'EXMP' },
    values: { legal_name: 'EXAMPLE INC', sec_cik: '0000000042', stock_ticker: 'EXMP' },
  },
  visit: lookUp,
}

async function lookUp({ ticker, company = '' }: Inputs, tools: VisitTools) {
  // The whole list of listed companies, under a megabyte.
  const listed = await tools.ask(
    { method: 'GET', url: 'https://www.sec.gov/files/company_tickers.json' },
    { has: ['0{}'] },
  )
  if (!listed.ok) return listed.answer
  const symbol = ticker
    ?.toUpperCase()
    .replace(/^[A-Z]+:\s*/, '')
    .replaceAll('.', '-')
  const name = plainName(company)
  const one = list(Object.values(record(listed.reply.json))).find((entry) =>
    symbol ? text(entry.ticker)?.toUpperCase() === symbol : plainName(text(entry.title) ?? '') === name,
  )
  if (!one) return notFound('No company listed in the United States has this name or symbol')
  const cik = String(one.cik_str).padStart(10, '0')
  const got = await tools.ask(
    { method: 'GET', url: `https://data.sec.gov/submissions/CIK${cik}.json` },
    { statuses: { miss: [404] }, has: ['cik', 'name', 'sic', 'filings.recent{}'] },
  )
  if (!got.ok) return got.answer
  const about = record(got.reply.json)
  const seat = record(record(about.addresses).business)
  const recent = record(record(about.filings).recent)
  const [forms, dates] = [texts(recent.form), texts(recent.filingDate)]
  const numbers = texts(recent.accessionNumber)
  const documents = Array.isArray(recent.primaryDocument) ? recent.primaryDocument : []
  const filings = forms.slice(0, MOST_FILINGS).map((form, at) => ({
    form,
    filed_on: dates[at] ?? '',
    url: `https://www.sec.gov/Archives/edgar/data/${Number(cik)}/${(numbers[at] ?? '').replaceAll('-', '')}/${text(documents[at]) ?? ''}`,
  }))
  return found(
    {
      legal_name: text(about.name) ?? null,
      sec_cik: cik,
      stock_ticker: texts(about.tickers)[0] ?? null,
      sic_code: text(about.sic) ?? null,
      industry: text(about.sicDescription) ?? null,
      phone: text(about.phone) ?? null,
      address: joined(seat.street1, seat.street2, seat.city, seat.stateOrCountry, seat.zipCode),
      city: text(seat.city) ?? null,
      region: text(seat.stateOrCountry) ?? null,
      postcode: text(seat.zipCode) ?? null,
      filings,
    },
    symbol ? 0.98 : 0.85,
    {
      verified: true,
      origin: { source_url: `https://www.sec.gov/cgi-bin/browse-edgar?action=getcompany&CIK=${cik}` },
    },
  )
}
