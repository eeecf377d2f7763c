// Whether a value is what its column says it holds. One that is not is kept as it came, marked, and found by the filter facet `invalid`.
//
// records/store/cells/invalid-value-sql.logic.ts implements the same in SQL, and a property test compares the two. The patterns use only
// syntax that both read alike: no classes such as \s, no case-insensitive letters, and no counted repetitions, which make them ten times as
// slow in SQL.
import type { Json } from '../../kernel/json.ts'
import type { InputColumn } from '../columns/kinds/input.kind.ts'
import { BLANKS } from './filter.ts'

export type InputColumnType = Pick<InputColumn, 'input_type' | 'options'>

export const INVALID_REASONS = [
  'not_a_number',
  'not_a_date',
  'not_a_datetime',
  'not_yes_or_no',
  'not_an_email',
  'not_a_url',
  'not_a_phone',
  'not_a_choice',
  'not_json',
] as const
export type InvalidReason = (typeof INVALID_REASONS)[number]

/** What a value of the type is when it does not fit; types that are not here take any value. */
export const INVALID_REASON_OF: { readonly [Type in InputColumnType['input_type']]?: InvalidReason } = {
  number: 'not_a_number',
  currency: 'not_a_number',
  percent: 'not_a_number',
  date: 'not_a_date',
  datetime: 'not_a_datetime',
  checkbox: 'not_yes_or_no',
  email: 'not_an_email',
  url: 'not_a_url',
  phone: 'not_a_phone',
  select: 'not_a_choice',
  multi_select: 'not_a_choice',
  json: 'not_json',
}

const HOST = `[^${BLANKS}/@.?#:]`

/** The days that every year has, and the years that have one more. */
const DAYS =
  '(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8])'
const LEAP = '[0-9][0-9](?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00'

export const PATTERNS = {
  date: `^(?:[0-9][0-9][0-9][0-9]-(?:${DAYS})|(?:${LEAP})-02-29)(?:T|$)`,
  datetime: `^(?:[0-9][0-9][0-9][0-9]-(?:${DAYS})|(?:${LEAP})-02-29)(?:T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:[.][0-9]+)?(?:Z|[+-][0-9][0-9]:[0-9][0-9])?)?$`,
  email: `^[^${BLANKS}@,;<>"]+@[^${BLANKS}@,;<>".]+(?:[.][^${BLANKS}@,;<>".]+)+$`,
  // With a scheme anything, else a name whose last part could be a top-level domain: 1.5 and n.a. are none.
  url: `^(?:[A-Za-z][A-Za-z0-9+.-]*://[^${BLANKS}]+|(?:${HOST}+[.])+[^${BLANKS}/@.?#:0-9]${HOST}+[.]?(?:[:/?#][^${BLANKS}]*)?)$`,
  phone: `^(?:[Tt][Ee][Ll]:)?[+]?[0-9${BLANKS}()./-]+(?:[Ee]?[Xx][Tt]?[.]?[${BLANKS}]*[0-9]+)?$`,
  /** A telephone number has at least so many digits. */
  digits: '[0-9][^0-9]*[0-9][^0-9]*[0-9]',
} as const

/** A telephone number is no longer, with everything between its digits. */
export const LONGEST_PHONE = 40

const TESTS = Object.fromEntries(Object.entries(PATTERNS).map(([name, text]) => [name, new RegExp(text)])) as {
  [Name in keyof typeof PATTERNS]: RegExp
}

/** Why the value does not fit; null for a fitting value and for a blank. */
export function invalidReasonOf(value: Json | undefined, column: InputColumnType): InvalidReason | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'string' && value.trim() === '') return null
  return fits(value, column) ? null : (INVALID_REASON_OF[column.input_type] ?? null)
}

function fits(value: Json, { input_type, options }: InputColumnType): boolean {
  const isText = typeof value === 'string'
  switch (input_type) {
    case 'number':
    case 'currency':
    case 'percent':
      return typeof value === 'number'
    case 'checkbox':
      return typeof value === 'boolean'
    case 'date':
    case 'datetime':
    case 'email':
    case 'url':
      return isText && TESTS[input_type].test(value)
    case 'phone':
      return (
        typeof value === 'number' ||
        (isText && value.length <= LONGEST_PHONE && TESTS.digits.test(value) && TESTS.phone.test(value))
      )
    case 'select':
      return isText && isChoice(value, options)
    case 'multi_select':
      return Array.isArray(value) && value.every((one) => typeof one === 'string' && isChoice(one, options))
    case 'json':
      return !isText
    default:
      return true
  }
}

function isChoice(value: string, options: readonly string[] | undefined): boolean {
  return options === undefined || options.length === 0 || options.includes(value)
}
