// Recipe: marks contacts that share an e-mail address or a company domain with another row, so that they can be merged.
import { formula, input, type Recipe, rowsOf } from '../recipe.ts'

export const findDuplicates: Recipe = {
  slug: 'find-duplicates',
  name: 'Find duplicate contacts',
  category: 'crm-hygiene',
  purpose:
    'Marks contacts that share an e-mail address or a company domain with another row, so that they can be merged.',
  columns: [
    input('Full name'),
    input('Email', 'email'),
    input('Website', 'url'),
    formula('Email key', 'LOWER(TRIM({{Email}}))'),
    formula('Domain key', 'COALESCE(ROOT_DOMAIN({{Website}}), EMAIL_DOMAIN({{Email}}))'),
    formula('Same email', 'COUNTIF({{Email key}}, {{Email key}})'),
    formula('Same company', 'COUNTIF({{Domain key}}, {{Domain key}})'),
    // Without an address and a domain there is nothing to compare, so nothing is said.
    formula(
      'Verdict',
      'IFS({{Same email}} > 1, "Duplicate", {{Same company}} > 1, "Same company", COALESCE({{Same email}}, {{Same company}}) > 0, "Unique")',
    ),
  ],
  sample_rows: rowsOf(
    ['Full name', 'Email', 'Website'],
    ['Maria Weber', 'maria@brueckner.example', 'brueckner.example'],
    ['M. Weber', 'Maria@Brueckner.example ', ''],
    ['Lars Nielsen', 'lars@fjordlys.example', 'https://www.fjordlys.example'],
    ['Anna Nielsen', 'anna@fjordlys.example', ''],
    ['Sofia Rossi', 'sofia@bottegachiara.example', ''],
  ),
}
