// Recipe: finds the named competitors of each company and the page that says so.
import { formula, input, type Recipe, research, rowsOf } from '../recipe.ts'

export const competitorResearch: Recipe = {
  slug: 'competitor-research',
  name: 'Competitors of each company',
  category: 'research',
  purpose: 'Finds the named competitors of each company and the page that says so.',
  columns: [
    input('Company'),
    input('Website', 'url'),
    research('Competition', 'Which companies compete directly with {{Company}} ({{Website}})?', [
      ['competitors', 'Up to five names, separated by commas.'],
      ['difference', 'What it says sets it apart, in one sentence.'],
    ]),
    formula('Competitors', 'SPLIT({{Competition.competitors}}, ",")'),
    formula('How many', 'COUNT({{Competitors}})'),
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
