// Recipe: turns bare domains into company records: name, description, country, phone and LinkedIn page from the company’s own site.
import { ask, formula, input, type Recipe, rowsOf } from '../recipe.ts'

export const companiesFromDomains: Recipe = {
  slug: 'companies-from-domains',
  name: 'Companies from a list of domains',
  category: 'list-building',
  purpose:
    'Turns bare domains into company records: name, description, country, phone and LinkedIn page from the company’s own site.',
  columns: [
    input('Website', 'url'),
    ask('Domain', 'domain-normaliser', 'company_domain', { website: '{{Website}}' }),
    ask('Site', 'website-reader', null, { website: '{{Domain}}' }),
    formula('Company', '{{Site.company_name}}'),
    formula('Description', '{{Site.description}}'),
    formula('Country', '{{Site.country}}'),
    formula('Phone', '{{Site.phone}}'),
    formula('LinkedIn', '{{Site.linkedin_url}}'),
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
