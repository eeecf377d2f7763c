// Recipe: finds employees, industry and LinkedIn page of each company, asking the cheapest vendor first and stopping at the first answer.
import { ask, input, type Recipe, rowsOf, waterfall } from '../recipe.ts'

export const firmographicsWaterfall: Recipe = {
  slug: 'firmographics-waterfall',
  name: 'Firmographics from several vendors',
  category: 'list-building',
  purpose:
    'Finds employees, industry and LinkedIn page of each company, asking the cheapest vendor first and stopping at the first answer.',
  columns: [
    input('Company'),
    input('Website', 'url'),
    ask('Domain', 'domain-normaliser', 'company_domain', { website: '{{Website}}' }),
    waterfall('Industry', 'industry', [
      ['wikidata-company', { company: '{{Company}}', domain: '{{Domain}}' }],
      ['hunter-company', { domain: '{{Domain}}' }],
      ['apollo-company', { domain: '{{Domain}}' }],
      ['people-data-labs-company', { domain: '{{Domain}}' }],
    ]),
    waterfall('Employees', 'employee_count', [
      ['wikidata-company', { company: '{{Company}}', domain: '{{Domain}}' }],
      ['apollo-company', { domain: '{{Domain}}' }],
      ['leadmagic-company', { domain: '{{Domain}}' }],
    ]),
    waterfall('LinkedIn', 'linkedin_url', [
      ['website-reader', { website: '{{Domain}}' }],
      ['apollo-company', { domain: '{{Domain}}' }],
    ]),
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
