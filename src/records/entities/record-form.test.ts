// What a pair of leads shows of each field that was compared.
import { expect, test } from 'vitest'
import { comparedValue } from './record-form.logic.ts'

test('a postcode that was read from an address is shown, and a generation only where the name has one', () => {
  const lead = { contact_person: 'Petra Huber', address: 'Marktplatz 2, 87700' }
  expect(comparedValue('postcode', lead)).toBe('87700')
  expect(comparedValue('postcode', { ...lead, custom: { ZIP: '10115' } })).toBe('10115')
  expect(comparedValue('generation', lead)).toBeNull()
  expect(comparedValue('generation', { contact_person: 'Paul Huber Jr.' })).not.toBeNull()
  expect(comparedValue('surname', lead)).toBe('Petra Huber')
})
