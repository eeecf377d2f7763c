// Recipe: collects phone, e-mail, address and social pages of local businesses from their own websites.
import { ask, formula, input, type Recipe, rowsOf } from '../recipe.ts'

export const localBusinessContacts: Recipe = {
  slug: 'local-business-contacts',
  name: 'Contacts of local businesses',
  category: 'local-business',
  purpose: 'Collects phone, e-mail, address and social pages of local businesses from their own websites.',
  columns: [
    input('Business'),
    input('Website', 'url'),
    ask('Site', 'website-reader', null, { website: '{{Website}}' }),
    formula('Phone', '{{Site.phone}}'),
    formula('Email', '{{Site.company_email}}'),
    formula('Address', 'JOIN(", ", {{Site.street}}, {{Site.postcode}}, {{Site.city}})'),
    formula('Facebook', '{{Site.facebook_url}}'),
    formula('Instagram', '{{Site.instagram_url}}'),
  ],
  sample_rows: rowsOf(
    ['Business', 'Website'],
    ['Sacher', 'sacher.com'],
    ['Café Central', 'cafecentral.wien'],
    ['Betty’s', 'bettys.co.uk'],
  ),
}
