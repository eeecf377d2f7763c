// Recipe: reads open jobs from Greenhouse, Lever, Ashby, Workable and Recruitee by the board name of each company.
import { formula, input, type Recipe, rowsOf, waterfall } from '../recipe.ts'

export const jobBoards: Recipe = {
  slug: 'job-boards',
  name: 'Jobs on the usual boards',
  category: 'hiring',
  purpose: 'Reads open jobs from Greenhouse, Lever, Ashby, Workable and Recruitee by the board name of each company.',
  columns: [
    input('Company'),
    input('Board name'),
    waterfall('Open jobs', 'open_job_count', [
      ['greenhouse-jobs', { board: '{{Board name}}' }],
      ['lever-jobs', { board: '{{Board name}}' }],
      ['ashby-jobs', { board: '{{Board name}}' }],
      ['workable-jobs', { board: '{{Board name}}' }],
      ['recruitee-jobs', { board: '{{Board name}}' }],
    ]),
    formula('Board', 'PROVIDER({{Open jobs}})'),
    formula('Hiring', '{{Open jobs}} > 0'),
  ],
  sample_rows: rowsOf(['Company', 'Board name'], ['GitLab', 'gitlab'], ['Ramp', 'ramp'], ['Spotify', 'spotify']),
}
