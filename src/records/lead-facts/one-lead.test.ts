// Promises of one lead of several records: values that belong together come from one of them, and a choice of a user is what it shows.
import { expect, test } from 'vitest'
import type { JsonObject } from '../../kernel/json.ts'
import { canChoose, choicesOf, oneLeadOf } from './one-lead.logic.ts'

const record = (number: number, data: JsonObject, method = 'import') => ({
  record: number,
  data,
  provenance: Object.fromEntries(Object.keys(data).map((field) => [field, { method }])),
})
const shown = (records: Parameters<typeof oneLeadOf>[0], winners = {}) => oneLeadOf(records, winners).data

test('what a verifier said of an address is shown with that address only', () => {
  const one = record(1, { email: 'ann@quill.example' }, 'manual')
  const two = record(2, { email: 'a.meier@quill.example', email_status: 'valid' })
  expect(shown([one, two])).toEqual({ email: 'ann@quill.example' })
  expect(shown([one, two], { email: 2 })).toEqual({ email: 'a.meier@quill.example', email_status: 'valid' })
  expect(shown([one, record(2, { email: 'Ann@Quill.example', email_status: 'valid' })])).toEqual({
    email: 'ann@quill.example',
    email_status: 'valid',
  })
})

test('a place is that of one record: no street of one town with another town', () => {
  const here = record(1, { address: '12 Main Street', city: 'Berlin', country: 'Germany' }, 'registry')
  const there = record(2, { address: '4 Rue Foch', city: 'Paris', country: 'France' })
  const thereToo = record(3, { city: 'PARIS', state: 'Île-de-France', country: 'FR' })
  expect(shown([there, here])).toMatchObject({ address: '12 Main Street', city: 'Berlin', country: 'Germany' })
  expect(shown([here, there, thereToo], { address: 2 })).toEqual({
    ...{ address: '4 Rue Foch', city: 'Paris', country: 'France', state: 'Île-de-France' },
  })
})

test('a title and a domain are those of the firm that is shown', () => {
  const old = record(1, {
    contact_person: 'Ann Meier',
    company: 'Borea',
    domain: 'borea.example',
    contact_title: 'Clerk',
  })
  const now = record(2, { contact_person: 'Ann Meier', company: 'Quill', contact_title: 'Head' }, 'registry')
  const too = record(3, { contact_person: 'Ann Meier', company: 'Quill GmbH', domain: 'quill.example' })
  expect(shown([old, now, too])).toMatchObject({
    company: 'Quill GmbH',
    domain: 'quill.example',
    contact_title: 'Head',
  })
})

test('values of its own are merged name by name, and each can be chosen', () => {
  const one = record(1, { custom: { PLZ: '10115', Plan: 'Gold', 'Date of birth': '1980-02-01' } }, 'registry')
  const two = record(2, { custom: { PLZ: '10117', Seats: 4, 'Date of birth': '1980-02-02' } })
  expect(shown([one, two])).toEqual({
    custom: { PLZ: '10115', Plan: 'Gold', Seats: 4, 'Date of birth': '1980-02-01' },
  })
  expect(shown([one, two], { 'custom.PLZ': 2, 'custom.Date of birth': 2 })).toEqual({
    custom: { PLZ: '10117', Plan: 'Gold', Seats: 4, 'Date of birth': '1980-02-02' },
  })
})

test('a choice is offered for all that differ, save lists, of which all is shown, and the kind', () => {
  const one = record(1, { kind: 'person', tags: ['a'], city: 'Ulm', status: 'new', custom: { VAT: 'DE1', Only: 1 } })
  const two = record(2, { kind: 'company', tags: ['b'], city: 'Bonn', status: 'dead', custom: { VAT: 'DE2' } })
  expect(choicesOf([one, two])).toEqual(['city', 'custom.VAT', 'status'])
  expect(['city', 'custom.VAT', 'custom.Only', 'tags', 'kind', 'tax_id'].map((field) => canChoose(one, field))).toEqual(
    [...[true, true, true, false, false, false]],
  )
})
