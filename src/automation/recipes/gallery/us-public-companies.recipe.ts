// Recipe: looks up listed US companies in SEC filings: legal name, industry, address, phone and the latest filings.
import { ask, formula, input, type Recipe, rowsOf } from '../recipe.ts'

export const usPublicCompanies: Recipe = {
  slug: 'us-public-companies',
  name: 'US public companies',
  category: 'list-building',
  purpose: 'Looks up listed US companies in SEC filings: legal name, industry, address, phone and the latest filings.',
  columns: [
    input('Ticker'),
    ask('Filing record', 'sec-company', null, { ticker: '{{Ticker}}' }),
    formula('Legal name', '{{Filing record.legal_name}}'),
    formula('Industry', '{{Filing record.industry}}'),
    formula('City', '{{Filing record.city}}'),
    formula('State', '{{Filing record.region}}'),
    formula('Phone', 'E164({{Filing record.phone}}, "US")'),
    formula('Latest filing', 'JOIN(" ", {{Filing record.filings.0.form}}, {{Filing record.filings.0.filed_on}})'),
  ],
  sample_rows: rowsOf(['Ticker'], ['MSFT'], ['AAPL'], ['NVDA'], ['JPM'], ['KO']),
}
