// Recipe: shows which technologies each website uses, and marks shops, marketing automation and analytics.
import { ask, formula, input, type Recipe, rowsOf } from '../recipe.ts'

export const technologyProfile: Recipe = {
  slug: 'technology-profile',
  name: 'Technology profile',
  category: 'research',
  purpose: 'Shows which technologies each website uses, and marks shops, marketing automation and analytics.',
  columns: [
    input('Website', 'url'),
    ask('Technologies', 'technology-detector', 'technologies', { website: '{{Website}}' }),
    formula('Technology count', 'COUNT({{Technologies}})'),
    formula(
      'Online shop',
      'REGEXMATCH(TOJSON({{Technologies}}), "(?i)shopify|magento|woocommerce|shopware|bigcommerce")',
    ),
    formula(
      'Marketing automation',
      'REGEXMATCH(TOJSON({{Technologies}}), "(?i)hubspot|marketo|pardot|mailchimp|klaviyo")',
    ),
    formula('Analytics', 'REGEXMATCH(TOJSON({{Technologies}}), "(?i)analytics|matomo|plausible|segment")'),
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
