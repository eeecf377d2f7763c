// What a pair of leads shows of each field that was compared.
import { expect, test } from 'vitest'
import { comparedIn } from './record-form.logic.ts'

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
