// Recipe: shows who runs the mail of each company and whether SPF and DMARC are set up, a signal for IT and security offers.
import { ask, formula, input, type Recipe, rowsOf } from '../recipe.ts'

export const mailProvider: Recipe = {
  slug: 'mail-provider',
  name: 'Mail provider of companies',
  category: 'signals',
  purpose:
    'Shows who runs the mail of each company and whether SPF and DMARC are set up, a signal for IT and security offers.',
  columns: [
    input('Website', 'url'),
    ask('Mail', 'mail-host', null, { website: '{{Website}}' }),
    formula('Provider', '{{Mail.mail_provider}}'),
    formula('Gateway', '{{Mail.mail_gateway}}'),
    formula('Has SPF', 'NOT(ISBLANK({{Mail.spf}}))'),
    formula('DMARC', 'COALESCE({{Mail.dmarc}}, "none")'),
    formula('Unprotected', 'OR(NOT({{Has SPF}}), {{DMARC}} = "none")'),
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
