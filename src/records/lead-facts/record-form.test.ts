// What of a lead is compared, and what a pair of leads shows of it.
import { expect, test } from 'vitest'
import { mayMergeAlone } from '../../engine/matching/automatic.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { comparedIn, fieldsOfKind, formOf } from './record-form.logic.ts'

test('a postcode that was read from an address is shown, and a generation only where the name has one', () => {
  const lead = { contact_person: 'Petra Huber', address: 'Marktplatz 2, 87700' }
  expect(comparedIn('postcode', lead)).toEqual({ value: '87700', source: 'address' })
  expect(comparedIn('postcode', { ...lead, custom: { ZIP: '10115' } })).toEqual({
    value: '10115',
    source: 'custom.ZIP',
  })
  expect(comparedIn('generation', lead)).toBeNull()
  expect(comparedIn('generation', { contact_person: 'Paul Huber Jr.' })).not.toBeNull()
  expect(comparedIn('surname', lead)?.value).toBe('Petra Huber')
})

test.each([
  'VAT',
  'VAT number',
  'USt-ID',
  'EIN',
  'Company Tax ID',
  'Employer registration number',
  'SIRET',
])('people of one firm with its %s are not one by it, and the firm is', (name) => {
  const custom = { [name]: '123456789' }
  const may = (kind: 'person' | 'company', one: JsonObject, other: JsonObject) =>
    mayMergeAlone(fieldsOfKind(kind), formOf(kind, { ...one, custom }), formOf(kind, { ...other, custom }))
  const [smith, jones] = ['Anna Smith', 'Anna Jones'].map((contact_person) => ({ contact_person, company: 'Acme' }))
  expect(may('person', smith as JsonObject, jones as JsonObject)).toBe(false)
  const streets = ['1 Main Street', '7 Harbour Lane'].map((address) => ({ company: 'Acme', address }))
  expect(may('company', streets[0] as JsonObject, streets[1] as JsonObject)).toBe(true)
})

test.each(['Tax ID', 'National ID', 'SSN', 'Passport'])('a person has a %s of their own', (name) => {
  const of = (contact_person: string) => formOf('person', { contact_person, custom: { [name]: '123456789' } })
  expect(mayMergeAlone(fieldsOfKind('person'), of('Anna Smith'), of('Anna Jones'))).toBe(true)
})
