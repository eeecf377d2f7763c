// Values that are kept although they are not what their column holds: the server says which and why, this says it in words.
import type { ValueKind } from '../model/grid.types.ts'

const EXPECTED: Record<string, string> = {
  not_a_number: 'a number',
  not_a_date: 'a date',
  not_a_datetime: 'a date and time',
  not_yes_or_no: 'yes or no',
  not_an_email: 'an e-mail address',
  not_a_url: 'a web address',
  not_a_phone: 'a phone number',
  not_a_choice: 'one of the choices',
  not_json: 'JSON',
}

/** Why a value does not fit; empty for one that does. */
export function invalidWords(reason: string | undefined): string {
  return reason ? `Not ${EXPECTED[reason] ?? 'what the column holds'}: kept as it came` : ''
}

/** The reasons, for choosing one. */
export const INVALID_REASONS = Object.entries(EXPECTED).map(([value, words]) => ({ value, label: `not ${words}` }))

const REASONS: Partial<Record<ValueKind, string>> = {
  number: 'not_a_number',
  currency: 'not_a_number',
  percent: 'not_a_number',
  date: 'not_a_date',
  datetime: 'not_a_datetime',
  checkbox: 'not_yes_or_no',
  email: 'not_an_email',
  json: 'not_json',
}

/** What the server will say of text that could not be read as the kind, shown until it has. */
export function reasonOf(kind: ValueKind): string | undefined {
  return REASONS[kind]
}
