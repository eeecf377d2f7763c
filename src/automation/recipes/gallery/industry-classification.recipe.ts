// Recipe: reads each company’s site and files it under one of your industries, with the reason.
import { ai, ask, formula, input, type Recipe, rowsOf } from '../recipe.ts'

export const industryClassification: Recipe = {
  slug: 'industry-classification',
  name: 'Classify companies by industry',
  category: 'research',
  purpose: 'Reads each company’s site and files it under one of your industries, with the reason.',
  columns: [
    input('Website', 'url'),
    ask('Site', 'website-reader', null, { website: '{{Website}}' }),
    ai('Class', 'Which industry is the company of {{Website}} in, going by {{Site}}?', [
      [
        'industry',
        'The best fit.',
        ['Software', 'Manufacturing', 'Retail', 'Finance', 'Health', 'Logistics', 'Services', 'Other'],
      ],
      ['reason', 'The words of the site that decide it.'],
    ]),
    formula('Industry', '{{Class.industry}}'),
    formula('Reason', '{{Class.reason}}'),
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
