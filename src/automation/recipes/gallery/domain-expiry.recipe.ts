// Recipe: watches the registration of each domain: age, registrar, and which ones expire within 60 days.
import { ask, formula, input, type Recipe, rowsOf } from '../recipe.ts'

export const domainExpiry: Recipe = {
  slug: 'domain-expiry',
  name: 'Domains that expire soon',
  category: 'signals',
  purpose: 'Watches the registration of each domain: age, registrar, and which ones expire within 60 days.',
  columns: [
    input('Website', 'url'),
    ask('Registration', 'rdap-domain', null, { website: '{{Website}}' }),
    formula('Registered', '{{Registration.domain_created}}'),
    formula('Expires', '{{Registration.domain_expires}}'),
    formula('Registrar', '{{Registration.registrar}}'),
    formula('Age in years', 'DATEDIF({{Registered}}, TODAY(), "years")'),
    formula('Expires soon', 'DATEDIF(TODAY(), {{Expires}}) < 60'),
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
