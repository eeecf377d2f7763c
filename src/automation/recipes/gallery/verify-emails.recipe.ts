// Recipe: checks every address without a key first and asks a paid verifier only where the result is unclear.
import { ask, formula, input, type Recipe, rowsOf } from '../recipe.ts'

export const verifyEmails: Recipe = {
  slug: 'verify-emails',
  name: 'Verify e-mail addresses',
  category: 'crm-hygiene',
  purpose: 'Checks every address without a key first and asks a paid verifier only where the result is unclear.',
  columns: [
    input('Email', 'email'),
    formula('Private address', 'IS_FREE_EMAIL({{Email}})'),
    ask('First check', 'email-verifier', 'email_status', { email: '{{Email}}' }, { id: 'first' }),
    ask(
      'Second check',
      'millionverifier-email-verifier',
      'email_status',
      { email: '{{Email}}' },
      {
        run_if: { field: 'first', op: 'not_in', value: ['valid', 'invalid'] },
      },
    ),
    formula('Status', 'COALESCE({{Second check}}, {{First check}})'),
    formula('Safe to send', '{{Status}} = "valid"'),
  ],
  sample_rows: rowsOf(
    ['Email'],
    ['maria.weber@brueckner.example'],
    ['info@harbourandpine.example'],
    ['not an address'],
    ['a.tanaka@kawabe.example'],
  ),
}
