// Recipe: completes GitHub organizations with name, website, contact address and a readable domain.
import { ask, formula, input, type Recipe, rowsOf } from '../recipe.ts'

export const openSourceCompanies: Recipe = {
  slug: 'open-source-companies',
  name: 'Open-source companies',
  category: 'research',
  purpose: 'Completes GitHub organizations with name, website, contact address and a readable domain.',
  columns: [
    input('GitHub', 'url'),
    ask('Organization', 'github-organisation', null, { github: '{{GitHub}}' }),
    formula('Company', '{{Organization.company_name}}'),
    formula('Website', '{{Organization.website}}'),
    formula('Domain', 'ROOT_DOMAIN({{Website}})'),
    formula('Email', '{{Organization.company_email}}'),
    formula('Description', '{{Organization.description}}'),
  ],
  sample_rows: rowsOf(
    ['GitHub'],
    ['https://github.com/grafana'],
    ['https://github.com/supabase'],
    ['https://github.com/hashicorp'],
  ),
}
