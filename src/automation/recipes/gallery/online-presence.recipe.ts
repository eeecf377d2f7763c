// Recipe: scores the online presence of local businesses and names what is missing, a reason to call for web agencies.
import { ask, formula, input, type Recipe, rowsOf } from '../recipe.ts'

export const onlinePresence: Recipe = {
  slug: 'online-presence',
  name: 'Online presence of local businesses',
  category: 'local-business',
  purpose:
    'Scores the online presence of local businesses and names what is missing, a reason to call for web agencies.',
  columns: [
    input('Business'),
    input('Website', 'url'),
    ask('Site', 'website-reader', null, { website: '{{Website}}' }),
    ask('Mail', 'mail-host', 'mail_provider', { website: '{{Website}}' }),
    formula('Has contact', 'OR(NOT(ISBLANK({{Site.phone}})), NOT(ISBLANK({{Site.company_email}})))'),
    formula('Has social page', 'NOT(ISBLANK({{Site.social_links}}))'),
    formula('Has business mail', 'NOT(ISBLANK({{Mail}}))'),
    formula(
      'Score',
      'SUM(IF({{Has contact}}, 40, 0), IF({{Has social page}}, 30, 0), IF({{Has business mail}}, 30, 0))',
    ),
    formula(
      'Missing',
      'JOIN(", ", IF({{Has contact}}, "", "contact data"), IF({{Has social page}}, "", "social page"), IF({{Has business mail}}, "", "business mail"))',
    ),
  ],
  sample_rows: rowsOf(
    ['Business', 'Website'],
    ['Sacher', 'sacher.com'],
    ['Café Central', 'cafecentral.wien'],
    ['Betty’s', 'bettys.co.uk'],
  ),
}
