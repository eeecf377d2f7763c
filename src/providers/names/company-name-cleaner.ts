// Company-name cleaner: the name people use, without legal form, trademark signs, quotes and shouting.

import { found, type LocalLookup, notFound } from '../kit/kit.ts'
import { COMPUTED } from '../kit/vendor-terms.ts'
import { readCompanyName } from './company-name.ts'

const PLACEHOLDER =
  /^(n\s*[./]?\s*a\.?|none|null|nil|unknown|undefined|not available|not applicable|tbd|tbc|test|-+|\?+|\.+|x{2,}|self[- ]?employed|freelance(r)?|unemployed|retired|student|various|confidential|stealth( mode)?( startup)?)$/iu

export const companyNameCleaner: LocalLookup = {
  ...COMPUTED,
  id: 'company-name-cleaner',
  label: 'Company-name cleaner',
  description:
    'Gives the name people use: legal forms of the world, trademark signs, tickers and former names removed, capitals mended.',
  docs_url: 'https://www.gleif.org/en/about-lei/code-lists/iso-20275-entity-legal-forms-code-list',
  inputs: [
    {
      name: 'company',
      label: 'Company',
      type: 'text',
      required: true,
      help: 'A company name as it was typed or registered.',
      aliases: [
        'company',
        'company name',
        'organisation',
        'organization',
        'account',
        'account name',
        'employer',
        'business name',
        'firm',
        'firma',
        'legal name',
        'unternehmen',
        'entreprise',
        'empresa',
        'société',
        'name',
      ],
    },
  ],
  outputs: [{ field: 'company_name' }, { field: 'legal_form' }],
  sample: {
    inputs: { company: 'ACME WIDGETS™ GMBH & CO. KG' },
    values: { company_name: 'Acme Widgets', legal_form: 'GmbH & Co. KG' },
  },
  answer: (inputs) => {
    const text = inputs.company ?? ''
    if (text.length > 300) return notFound('too long for a name')
    if (PLACEHOLDER.test(bare(text))) return notFound('a placeholder, not a name')
    if (/^https?:\/\/|^www\.|^[^\s@]+@[^\s@]+\.[^\s@]+$/iu.test(text.trim())) return notFound('an address, not a name')
    const { name, legal_forms, trade_name } = readCompanyName(text)
    if (name === '') return notFound('a legal form without a name')
    if (!/[\p{L}\p{N}]/u.test(name)) return notFound('no letters in it')
    return found({ company_name: name, legal_form: legal_forms.join(' ') }, confidenceOf(name, legal_forms, trade_name))
  },
}

/** A name in plain words is sure; a trade name was a note, and "Company" may have belonged to the name. */
function confidenceOf(name: string, forms: readonly string[], tradeName: boolean): number {
  if (name.length > 100) return 0.5
  if (tradeName) return 0.85
  return forms.some((form) => form === 'Co.') ? 0.85 : 0.95
}

/** What is left of a text without the brackets and quotes around it, which people put around "unknown". */
function bare(text: string): string {
  return text.replace(/^[\s("'<[{*_-]+|[\s)"'>\]}*_-]+$/gu, '')
}
