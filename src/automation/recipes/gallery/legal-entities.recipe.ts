// Recipe: finds the legal entity behind each company name: LEI, registration number, status and seat from GLEIF.
import { ask, formula, input, type Recipe, rowsOf } from '../recipe.ts'

export const legalEntities: Recipe = {
  slug: 'legal-entities',
  name: 'Legal entity check',
  category: 'crm-hygiene',
  purpose: 'Finds the legal entity behind each company name: LEI, registration number, status and seat from GLEIF.',
  columns: [
    input('Company'),
    ask('Entity', 'gleif-company', null, { company: '{{Company}}' }),
    formula('Legal name', '{{Entity.legal_name}}'),
    formula('LEI', '{{Entity.lei}}'),
    formula('Registration number', '{{Entity.registration_number}}'),
    formula('Status', '{{Entity.company_status}}'),
    formula('Seat', 'JOIN(", ", {{Entity.address}}, {{Entity.postcode}}, {{Entity.city}}, {{Entity.country}})'),
  ],
  sample_rows: rowsOf(
    ['Company'],
    ['Siemens AG'],
    ['Novo Nordisk A/S'],
    ['Atlassian Pty Ltd'],
    ['Grupo Bimbo, S.A.B. de C.V.'],
  ),
}
