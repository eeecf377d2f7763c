// Values that are kept although they are not what their column holds, as after a paste: found by looking, told in words.
import type { ValueKind } from './grid.types.ts'

const EXPECTED: Partial<Record<ValueKind, string>> = {
  number: 'a number',
  currency: 'an amount of money',
  percent: 'a percentage',
  date: 'a date',
  checkbox: 'yes or no',
  email: 'an e-mail address',
  json: 'JSON',
}
const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/

/** Why a value does not fit; empty for one that does. */
export function misfitWords(value: unknown, kind: ValueKind): string {
  const expected = EXPECTED[kind]
  return expected && isMisfit(value, kind) ? `Not ${expected}: kept as text` : ''
}

function isMisfit(value: unknown, kind: ValueKind): boolean {
  if (value === null || value === undefined || value === '') return false
  switch (kind) {
    case 'number':
    case 'currency':
    case 'percent':
      return typeof value !== 'number'
    case 'checkbox':
      return typeof value !== 'boolean'
    case 'date':
      return typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}/.test(value)
    case 'email':
      return typeof value === 'string' && !EMAIL.test(value.trim())
    case 'json':
      return typeof value === 'string' && /^\s*[[{]/.test(value)
    default:
      return false
  }
}
