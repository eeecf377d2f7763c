// Recipe: researches what each company sells, to whom, and what happened lately, with quotes from the pages that were read.
import { formula, input, type Recipe, research, rowsOf } from '../recipe.ts'

export const companyResearch: Recipe = {
  slug: 'company-research',
  name: 'Company research with sources',
  category: 'research',
  purpose:
    'Researches what each company sells, to whom, and what happened lately, with quotes from the pages that were read.',
  columns: [
    input('Company'),
    input('Website', 'url'),
    research(
      'Research',
      'What does {{Company}} ({{Website}}) sell, who are its customers, and what is its latest news?',
      [
        ['offer', 'What it sells, in one sentence.'],
        ['customers', 'Who buys it, in one sentence.'],
        ['latest_news', 'The newest announcement, with its date.'],
      ],
    ),
    formula('Offer', '{{Research.offer}}'),
    formula('Customers', '{{Research.customers}}'),
    formula('Latest news', '{{Research.latest_news}}'),
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
