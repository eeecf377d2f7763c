// Recipe: scores companies from 0 to 100 by size, age and country, with public figures from Wikidata.
import { ask, formula, input, type Recipe, rowsOf } from '../recipe.ts'

export const idealCustomerScore: Recipe = {
  slug: 'ideal-customer-score',
  name: 'Ideal customer score',
  category: 'list-building',
  purpose: 'Scores companies from 0 to 100 by size, age and country, with public figures from Wikidata.',
  columns: [
    input('Company'),
    input('Website', 'url'),
    ask('Facts', 'wikidata-company', null, { company: '{{Company}}', domain: '{{Website}}' }),
    formula('Employees', '{{Facts.employee_count}}'),
    formula('Industry', '{{Facts.industry}}'),
    formula('Country', '{{Facts.country_name}}'),
    formula('Size points', 'IFS({{Employees}} > 10000, 20, {{Employees}} > 200, 50, {{Employees}} > 20, 35, 10)'),
    formula('Age points', 'IF({{Facts.founded_year}} > 2000, 30, 15)'),
    formula('Region points', 'IF(ISBLANK({{Country}}), 0, 20)'),
    formula('Score', 'SUM({{Size points}}, {{Age points}}, {{Region points}})'),
    formula('Tier', 'IFS({{Score}} >= 80, "A", {{Score}} >= 50, "B", "C")'),
  ],
  sample_rows: rowsOf(
    ['Company', 'Website'],
    ['Siemens AG', 'siemens.com'],
    ['Spotify AB', 'spotify.com'],
    ['Atlassian Pty Ltd', 'atlassian.com'],
    ['Zalando SE', 'zalando.de'],
    ['ASML Holding N.V.', 'asml.com'],
  ),
}
