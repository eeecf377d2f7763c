// Recipe: completes UK companies from Companies House: number, status, incorporation year and registered office.
import { ask, formula, input, type Recipe, rowsOf } from '../recipe.ts'

export const ukCompanies: Recipe = {
  slug: 'uk-companies',
  name: 'UK companies from Companies House',
  category: 'list-building',
  purpose: 'Completes UK companies from Companies House: number, status, incorporation year and registered office.',
  columns: [
    input('Company'),
    ask('Register', 'companies-house-company', null, { company: '{{Company}}' }),
    formula('Legal name', '{{Register.legal_name}}'),
    formula('Company number', '{{Register.registration_number}}'),
    formula('Active', '{{Register.company_status}} = "active"'),
    formula('Founded', '{{Register.founded_year}}'),
    formula('Registered office', 'JOIN(", ", {{Register.address}}, {{Register.city}}, {{Register.postcode}})'),
  ],
  sample_rows: rowsOf(
    ['Company'],
    ['Tesco PLC'],
    ['Monzo Bank Limited'],
    ['Rolls-Royce Holdings plc'],
    ['Deliveroo plc'],
  ),
}
