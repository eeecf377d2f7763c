// Recipe: counts open jobs in sales, engineering and marketing, to find companies that build the team you sell to.
import { ask, formula, input, type Recipe, rowsOf } from '../recipe.ts'

export const hiringByDepartment: Recipe = {
  slug: 'hiring-by-department',
  name: 'Hiring by department',
  category: 'hiring',
  purpose: 'Counts open jobs in sales, engineering and marketing, to find companies that build the team you sell to.',
  columns: [
    input('Website', 'url'),
    ask('Jobs', 'open-jobs', 'open_jobs', { website: '{{Website}}' }),
    formula('All jobs', 'COUNT({{Jobs}})'),
    formula('Sales jobs', 'COUNT(REGEXEXTRACTALL(TOJSON({{Jobs}}), "(?i)sales|account executive"))'),
    formula('Engineering jobs', 'COUNT(REGEXEXTRACTALL(TOJSON({{Jobs}}), "(?i)engineer|developer"))'),
    formula('Builds a sales team', '{{Sales jobs}} >= 3'),
  ],
  sample_rows: rowsOf(
    ['Website'],
    ['siemens.com'],
    ['https://www.spotify.com'],
    ['atlassian.com'],
    ['zalando.de'],
    ['asml.com'],
  ),
}
