// Recipe: finds the careers page and open jobs of each company and ranks companies by how much they hire.
import { ask, formula, input, type Recipe, rowsOf } from '../recipe.ts'

export const hiringOverview: Recipe = {
  slug: 'hiring-overview',
  name: 'Who is hiring',
  category: 'hiring',
  purpose: 'Finds the careers page and open jobs of each company and ranks companies by how much they hire.',
  columns: [
    input('Company'),
    input('Website', 'url'),
    ask('Careers', 'open-jobs', null, { website: '{{Website}}' }),
    formula('Open jobs', '{{Careers.open_job_count}}'),
    formula('Job board', '{{Careers.job_board}}'),
    formula('Careers page', '{{Careers.careers_url}}'),
    formula(
      'Hiring',
      'IFS({{Open jobs}} >= 50, "A lot", {{Open jobs}} >= 10, "Some", {{Open jobs}} > 0, "A few", "None found")',
    ),
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
