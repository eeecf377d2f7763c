import { expect, test } from 'vitest'
import type { JsonObject } from '../../kernel/json.ts'
import { findKnownLead, holdKnown, type KnownLead } from './known-leads.logic.ts'
import { knownKeysOf } from './lead-keys.logic.ts'

const colleague = (n: number): JsonObject => ({
  contact_person: `Ann Miller${n}`,
  company: 'Acme Ltd',
  phone: '+49 30 1234567',
})

/** The colleagues of one firm as they come in one file; `reads` counts how often the telephone of the last is read. */
function takeIn(people: number): { byKey: Map<string, KnownLead[]>; reads: number } {
  const byKey = new Map<string, KnownLead[]>()
  for (let n = 0; n < people; n++) holdKnown(byKey, { data: colleague(n), fields: [] })
  const { phone, ...rest } = colleague(people)
  let reads = 0
  const last = Object.defineProperty({ ...rest }, 'phone', {
    enumerable: true,
    get() {
      reads++
      return phone
    },
  }) as JsonObject
  expect(findKnownLead(byKey, knownKeysOf(last), last, (lead) => lead)).toBeUndefined()
  return { byKey, reads }
}

test('reads a lead once, however many share its telephone', () => {
  expect(takeIn(200).reads).toBe(takeIn(2).reads)
})

test('finds a colleague among many with one telephone', () => {
  const { byKey } = takeIn(50)
  const again = { ...colleague(33), city: 'Berlin' }
  expect(findKnownLead(byKey, knownKeysOf(again), again, (lead) => lead)?.draft.data).toEqual(colleague(33))
})
