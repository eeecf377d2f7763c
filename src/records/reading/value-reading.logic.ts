// Reads the values of a file column by the type of its target: what parses, what does not, and how dates and numbers are written.
import type { InputColumn } from '../../engine/columns/kinds/input.kind.ts'
import { INVALID_REASON_OF, invalidReasonOf } from '../../engine/filter/invalid-value.ts'
import { readDate, readDateTime, readNumber } from '../../engine/values/reading.ts'
import type { Json } from '../../kernel/json.ts'
import { coerce } from '../store/coerce.logic.ts'

export const DATE_ORDERS = ['dmy', 'mdy'] as const
export const DECIMALS = ['.', ','] as const
export const UNPARSED = ['keep', 'blank', 'reject'] as const

export interface HowToReadValues {
  /** What happens to text that is not of the type: it stays as text, is left out, or refuses its row. */
  unparsed: (typeof UNPARSED)[number]
  /** Order of dates such as 03/04/2026. */
  date_order: (typeof DATE_ORDERS)[number] | null
  /** The sign before the fraction, for 1.234 and 1,234. */
  decimal: (typeof DECIMALS)[number] | null
}

type InputType = InputColumn['input_type']

const SHORT_DATE = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?:[T ].*)?$/

/** The value to store, null for a blank one; `fits` is false for what is not of the type. */
export function readValue(
  field: Json,
  type: InputType,
  { date_order, decimal }: Pick<HowToReadValues, 'date_order' | 'decimal'>,
): { value: Json; fits: boolean } {
  if (typeof field !== 'string') return { value: field, fits: true }
  if (INVALID_REASON_OF[type] === undefined) return { value: coerce(field, type), fits: true }
  const text = field.trim()
  if (text === '') return { value: null, fits: true }
  const prepared =
    type === 'date' && date_order
      ? (byOrder(text, date_order) ?? text)
      : type === 'datetime' && date_order
        ? (readDateTime(text, (day) => byOrder(day, date_order) ?? readDate(day)) ?? text)
        : decimal && (type === 'number' || type === 'currency' || type === 'percent')
          ? withPoint(text, decimal)
          : field
  const value = coerce(prepared, type)
  const fits = invalidReasonOf(value, { input_type: type }) === null
  // Text that could not be read stays as it came, not as it was prepared.
  return { value: fits ? value : coerce(field, 'text'), fits }
}

function byOrder(text: string, order: 'dmy' | 'mdy'): string | null {
  const parts = SHORT_DATE.exec(text)
  if (!parts) return null
  const [, first = '', second = '', year = ''] = parts
  const [day, month] = order === 'dmy' ? [first, second] : [second, first]
  // As spreadsheets read them: 00 to 29 are of this century.
  const full = year.length === 4 ? year : `${Number(year) < 30 ? '20' : '19'}${year}`
  return readDate(`${full}-${month}-${day}`)
}

function withPoint(text: string, decimal: '.' | ','): string {
  return decimal === ',' ? text.replaceAll('.', '').replace(',', '.') : text.replaceAll(',', '')
}

/** The order that the dates of a column show by themselves; `ambiguous` when some could be either and none tells. */
export function orderOfDates(values: readonly string[]): 'dmy' | 'mdy' | 'ambiguous' | null {
  let dmy = false
  let mdy = false
  let either = false
  for (const value of values) {
    const parts = SHORT_DATE.exec(value.trim())
    if (!parts) continue
    const [first, second] = [Number(parts[1]), Number(parts[2])]
    if (first > 12) dmy = true
    else if (second > 12) mdy = true
    else if (first !== second) either = true
  }
  if (dmy !== mdy) return dmy ? 'dmy' : 'mdy'
  return either || dmy ? 'ambiguous' : null
}

/** The decimal sign that the numbers of a column show by themselves; null when no number needs to know. */
export function decimalOf(values: readonly string[]): '.' | ',' | null {
  let point = 0
  let comma = 0
  for (const value of values) {
    if (readNumber(value) === null) continue
    const last = Math.max(value.lastIndexOf('.'), value.lastIndexOf(','))
    if (last === -1) continue
    const sign = value[last]
    const other = sign === '.' ? ',' : '.'
    const digitsBehind = /^\d*/.exec(value.slice(last + 1))?.[0].length ?? 0
    const repeats = value.indexOf(sign as string) !== last
    const isDecimal = !repeats && (value.includes(other) || digitsBehind !== 3)
    const isGroup = repeats || (!isDecimal && value.includes(other))
    if (isDecimal) sign === '.' ? point++ : comma++
    else if (isGroup) sign === '.' ? comma++ : point++
  }
  return point === comma ? null : point > comma ? '.' : ','
}
