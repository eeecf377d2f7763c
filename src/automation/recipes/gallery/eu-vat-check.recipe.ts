// Recipe: checks VAT numbers of EU customers with VIES and compares the registered name with yours.
import { ask, formula, input, type Recipe, rowsOf } from '../recipe.ts'

export const euVatCheck: Recipe = {
  slug: 'eu-vat-check',
  name: 'EU VAT numbers',
  category: 'crm-hygiene',
  purpose: 'Checks VAT numbers of EU customers with VIES and compares the registered name with yours.',
  columns: [
    input('Company'),
    input('VAT number'),
    ask('VIES', 'vies-vat-id', null, { vat_id: '{{VAT number}}' }),
    formula('Valid', '{{VIES.vat_valid}}'),
    formula('Registered name', '{{VIES.legal_name}}'),
    formula('Registered address', '{{VIES.address}}'),
    formula(
      'Name differs',
      'AND(NOT(ISBLANK({{Registered name}})), NOT(CONTAINS({{Registered name}}, CLEAN_COMPANY({{Company}}))))',
    ),
  ],
  sample_rows: rowsOf(
    ['Company', 'VAT number'],
    ['Siemens AG', 'DE129274202'],
    ['ASML Netherlands B.V.', 'NL009019694B01'],
    ['Danone', 'FR03552032534'],
  ),
}
