// Companies listed in the United States, from the list of the SEC: by words of the name and exchange.
import { Type } from 'typebox'
import { record } from '../kit/reply-values.ts'
import type { HttpSource } from './source.ts'

const EXCHANGES = ['Nasdaq', 'NYSE', 'CBOE', 'OTC'] as const

export const secCompanies: HttpSource = {
  id: 'sec-companies',
  title: 'US listed companies (SEC EDGAR)',
  group: 'registers',
  place: 40,
  description: 'Companies with a ticker in the United States, by words of the name and exchange.',
  method: 'registry',
  license: 'public-record',
  docs_url: 'https://www.sec.gov/search-filings/edgar-application-programming-interfaces',
  lead_kind: 'company',
  page_size: 12_000,
  fields: [
    { name: 'company', label: 'Company', lead: 'company' },
    { name: 'cik', label: 'CIK', lead: 'external_id' },
    { name: 'ticker', label: 'Ticker' },
    { name: 'exchange', label: 'Exchange' },
    { name: 'country', label: 'Country', lead: 'country' },
  ],
  settings: Type.Object(
    {
      words: Type.Optional(Type.String({ minLength: 2, maxLength: 200, title: 'Words of the name' })),
      exchange: Type.Optional(Type.Unsafe<string>({ type: 'string', enum: [...EXCHANGES], title: 'Exchange' })),
    },
    { additionalProperties: false },
  ),
  has: ['fields[]', 'data[]'],
  ask: () => ({ method: 'GET', url: 'https://www.sec.gov/files/company_tickers_exchange.json' }),
  read({ json }, { words, exchange }) {
    const { fields, data } = record(json)
    const at = (name: string) => (fields as unknown[]).indexOf(name)
    const [cik, name, ticker, market] = [at('cik'), at('name'), at('ticker'), at('exchange')]
    if (cik === -1 || name === -1) return { failure: 'The list of the SEC has no CIK or no name', is_final: true }
    const wanted = String(words ?? '')
      .toLowerCase()
      .split(/\s+/)
      .filter(Boolean)
    const seen = new Set<string>()
    const records = (data as unknown[]).filter(Array.isArray).flatMap((line) => {
      const id = String(line[cik]).padStart(10, '0')
      const company = String(line[name] ?? '')
      const fits =
        wanted.every((word) => company.toLowerCase().includes(word)) && (!exchange || line[market] === exchange)
      // A company with several tickers has a line for each.
      if (!fits || company === '' || seen.has(id)) return []
      seen.add(id)
      return [
        {
          record_id: id,
          values: {
            company,
            cik: `cik:${id}`,
            ticker: String(line[ticker] ?? ''),
            exchange: String(line[market] ?? ''),
            country: 'US',
          },
          source_url: `https://www.sec.gov/cgi-bin/browse-edgar?action=getcompany&CIK=${id}`,
        },
      ]
    })
    return { records, next: null, total: records.length }
  },
}
