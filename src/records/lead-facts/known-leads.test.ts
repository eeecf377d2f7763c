// Promises of recognition: what a lead that is held is known by is read of its values once, however many leads come.
import { expect, test } from 'vitest'
import { findKnownLead, holdKnown } from './known-leads.logic.ts'
import { knownKeysOf } from './lead-keys.logic.ts'

test('the keys of a lead that is held are made once for its values, and again when they change', () => {
  let reads = 0
  const valuesOf = (email: string) =>
    Object.defineProperty({ kind: 'company', company: 'Quill', phone: '+49 731 901820' }, 'email', {
      enumerable: true,
      get() {
        reads++
        return email
      },
    }) as { kind: string; company: string; phone: string }
  const byKey = new Map()
  const lead = { data: valuesOf('ann@quill.example'), fields: ['phone'] }
  const come = (email: string) => {
    const data = { kind: 'company', company: 'Quill', email }
    return findKnownLead(byKey, knownKeysOf(data), data, () => 1)?.draft
  }
  holdKnown(byKey, lead)
  expect(come('ann@quill.example')).toBe(lead)
  const once = reads
  for (let times = 0; times < 50; times++) expect(come('ann@quill.example')).toBe(lead)
  holdKnown(byKey, lead)
  expect(reads).toBe(once)
  lead.data = valuesOf('bob@quill.example')
  holdKnown(byKey, lead)
  expect([come('ann@quill.example'), come('bob@quill.example')]).toEqual([undefined, lead])
})

test.each(['VAT', 'EIN', 'Tax ID'])('of the people who share a %s only those are compared whose own it is', (name) => {
  const keys = knownKeysOf({ contact_person: 'Ann Quill', custom: { [name]: '123456789' } })
  expect(keys.some(({ isLoose }) => isLoose)).toBe(name === 'Tax ID')
})

test('a telephone and a house lead to a firm whose name has a slip, and to none where they are those of many', () => {
  const firm = (company: string) => ({ company, address: '1209 Orange Street', city: 'Ulm', phone: '+49 731 901820' })
  const data = firm('Harbor Wiget Manufacturing')
  const loose = knownKeysOf(data).filter(({ isLoose }) => isLoose)
  const byKey = new Map()
  const hold = (company: string) => holdKnown(byKey, { fields: [], data: firm(company) })
  const found = () => findKnownLead(byKey, loose, data, (one) => one)?.draft.data
  hold('Harbor Widget Manufacturing')
  for (const name of 'abcdefghijklmnopqrs') hold(`${name.repeat(4)} Trust`)
  expect(found()).toEqual(firm('Harbor Widget Manufacturing'))
  hold('Another Trust')
  expect(found()).toBeUndefined()
})
