// How a formula reads values. Everything is plain JSON: a date is its ISO text, and what is blank is null to all of them.
import { shortText } from '../../kernel/cut-text.ts'
import { canonicalJson, isEmpty, type Json } from '../../kernel/json.ts'
import { instantOf } from '../values/instant.ts'
import { readDate, readNumber } from '../values/reading.ts'
import { compareTexts } from '../values/text-order.ts'
import { foldCase, scalarNumber, textOf } from '../values/value.ts'

export type ValueType = 'any' | 'text' | 'number' | 'boolean' | 'date' | 'list' | 'object'

/** Null for a blank value, undefined for one that is no number. */
export function numberOf(value: Json): number | null | undefined {
  if (typeof value === 'number') return value
  if (isEmpty(value)) return null
  if (typeof value === 'boolean') return value ? 1 : 0
  if (Array.isArray(value)) return value.length === 1 ? numberOf(value[0] ?? null) : undefined
  return scalarNumber(value) ?? readNumber(textOf(value)) ?? undefined
}

/** True for what a person would call filled; false for the text "false", zero, and what is blank. */
export function truthOf(value: Json): boolean {
  if (typeof value === 'boolean') return value
  if (typeof value === 'number') return value !== 0
  return !isEmpty(value) && !(typeof value === 'string' && value.trim().toLowerCase() === 'false')
}

/** Milliseconds since the epoch; null for a blank value, undefined for one that is no date. */
export function dateOf(value: Json): number | null | undefined {
  if (isEmpty(value)) return null
  if (typeof value !== 'string') return undefined
  const exact = instantOf(value.trim())
  if (exact !== null) return exact
  const read = readDate(value.trim())
  return read === null ? undefined : (instantOf(read) ?? undefined)
}

/** True for a text that is a date or an instant as formulas write them. */
export function isDateText(value: Json): value is string {
  return typeof value === 'string' && value.length >= 10 && instantOf(value) !== null
}

export function hasTime(text: string): boolean {
  return text.length > 10
}

/** The ISO text of an instant: only the day unless a time of day is wanted. */
export function dateText(instant: number, withTime: boolean): string {
  const text = new Date(instant).toISOString()
  if (!withTime) return text.slice(0, 10)
  return text.endsWith('.000Z') ? `${text.slice(0, 19)}Z` : text
}

export function listOf(value: Json): Json[] {
  if (Array.isArray(value)) return value
  return isEmpty(value) ? [] : [value]
}

/** Equal as people mean it: numbers by value, dates by time, text without case; a blank only equals a blank. */
export function isSame(a: Json, b: Json): boolean {
  const blank = isEmpty(a)
  if (blank || isEmpty(b)) return blank && isEmpty(b)
  if (typeof a === 'object' || typeof b === 'object') return canonicalJson(a) === canonicalJson(b)
  return orderOf(a, b) === 0
}

/** Less than zero when `a` comes first: numbers before text, each in its own order; null when one of them is blank. */
export function compare(a: Json, b: Json): number | null {
  return isEmpty(a) || isEmpty(b) ? null : orderOf(a, b)
}

function orderOf(a: Json, b: Json): number {
  const left = scalarNumber(a)
  const right = scalarNumber(b)
  if (left !== null && right !== null) return left - right
  if (isDateText(a) && isDateText(b)) return (instantOf(a) ?? 0) - (instantOf(b) ?? 0)
  return compareTexts(foldCase(textOf(a)), foldCase(textOf(b)))
}

/** Without the noise of binary fractions, as spreadsheets do: 0.1 + 0.2 is 0.3. */
export function dropBinaryNoise(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(15))
}

/** What a value is, for messages. */
export function kindOf(value: Json): string {
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return value === null ? 'blank' : 'an object'
  const text = textOf(value)
  return typeof value === 'string' ? `"${shortText(text, 40)}"` : text
}

/** Years of four digits, as ISO dates are compared and read. */
export function isInCalendar(instant: number): boolean {
  return instant >= -62_135_596_800_000 && instant < 253_402_300_800_000
}
