// Recipe: completes French companies from the public register: SIREN, status, founding year, size, chief executive and seat.
import { ask, formula, input, type Recipe, rowsOf } from '../recipe.ts'

export const frenchCompanies: Recipe = {
  slug: 'french-companies',
  name: 'French companies from the register',
  category: 'list-building',
  purpose:
    'Completes French companies from the public register: SIREN, status, founding year, size, chief executive and seat.',
  columns: [
    input('Company'),
    ask('Register', 'french-company', null, { company: '{{Company}}' }),
    formula('Legal name', '{{Register.legal_name}}'),
    formula('SIREN', '{{Register.registration_number}}'),
    formula('Status', '{{Register.company_status}}'),
    formula('Founded', '{{Register.founded_year}}'),
    formula('Size', '{{Register.employee_range}}'),
    formula('Chief executive', '{{Register.chief_executive}}'),
    formula('City', '{{Register.city}}'),
  ],
  sample_rows: rowsOf(['Company'], ['Danone'], ['L’Oréal'], ['Doctolib'], ['BlaBlaCar'], ['Dassault Systèmes']),
}
