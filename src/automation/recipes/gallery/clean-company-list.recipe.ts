// Recipe: tidies a messy export: clean company names, registered domains, phone numbers in one format and country codes.
import { ask, input, type Recipe, rowsOf, waterfall } from '../recipe.ts'

export const cleanCompanyList: Recipe = {
  slug: 'clean-company-list',
  name: 'Clean up a company list',
  category: 'crm-hygiene',
  purpose:
    'Tidies a messy export: clean company names, registered domains, phone numbers in one format and country codes.',
  columns: [
    input('Company'),
    input('Website', 'url'),
    input('Phone', 'phone'),
    input('Country'),
    ask('Clean name', 'company-name-cleaner', 'company_name', { company: '{{Company}}' }),
    ask('Legal form', 'company-name-cleaner', 'legal_form', { company: '{{Company}}' }),
    ask('Domain', 'domain-normaliser', 'company_domain', { website: '{{Website}}' }),
    waterfall('Country code', 'country', [
      ['country-normaliser', { country: '{{Country}}' }],
      ['phone-e164', { phone: '{{Phone}}' }],
      ['domain-normaliser', { website: '{{Website}}' }],
    ]),
    ask('Phone number', 'phone-e164', 'phone', { phone: '{{Phone}}', country: '{{Country code}}' }),
  ],
  sample_rows: rowsOf(
    ['Company', 'Website', 'Phone', 'Country'],
    ['MICROSOFT CORPORATION', 'microsoft.com', '(425) 882-8080', 'USA'],
    ['Siemens AG', 'https://www.siemens.com/de/de.html', '+49 89 3803 5491', 'Deutschland'],
    ['Zalando SE & Co. KG', 'http://zalando.de?utm_source=list', '', 'germany'],
    ['BP p.l.c.', 'bp.com', '020 7496 4000', 'UK'],
  ),
}
