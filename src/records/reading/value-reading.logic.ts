// Reads the values of a file column by the type of its target: what parses, what does not, and how dates and numbers are written.
import type { InputColumn } from '../../engine/columns/kinds/input.kind.ts'
import { INVALID_REASON_OF, invalidReasonOf } from '../../engine/filter/invalid-value.ts'
import { coerceText } from '../../engine/values/coerce.ts'
import { dayOrderOf, decimalOf, isThousandsOrNot, isWrittenInParts } from '../../engine/values/reading.ts'
import type { Json } from '../../kernel/json.ts'

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

const ORDERS = { dmy: 'day', mdy: 'month' } as const

/** Types that keep numbers; in all others one of a spreadsheet or of JSON becomes the text that it is shown as. */
const NUMBERS: ReadonlySet<InputType> = new Set(['number', 'currency', 'percent', 'json'])

/** The value to store, null for a blank one; `fits` is false for what is not of the type, and for a number that can mean two. */
export function readValue(
  field: Json,
  type: InputType,
  { date_order, decimal }: Pick<HowToReadValues, 'date_order' | 'decimal'>,
): { value: Json; fits: boolean } {
  if (typeof field === 'number' && !NUMBERS.has(type)) return readValue(String(field), type, { date_order, decimal })
  if (typeof field !== 'string') return { value: field, fits: true }
  const { value, unsure } = coerceText(field, type, {
    order: date_order ? ORDERS[date_order] : undefined,
    decimal: decimal ?? undefined,
  })
  const isOfType = INVALID_REASON_OF[type] === undefined || invalidReasonOf(value, { input_type: type }) === null
  const fits = isOfType && unsure === undefined
  // Text that could not be read stays as it came.
  return { value: fits ? value : field, fits }
}

/** The decimal sign that the numbers of a column show by themselves; `ambiguous` when some could be thousands and nothing tells. */
export function decimalOfNumbers(values: readonly Json[], delimiter: string | null): '.' | ',' | 'ambiguous' | null {
  const texts = values.filter((value) => typeof value === 'string')
  const told = decimalOf(texts)
  if (told !== undefined || !texts.some(isThousandsOrNot)) return told ?? null
  // Where semicolons part the values, commas stand before fractions.
  return delimiter === ';' ? ',' : 'ambiguous'
}

const NUMERIC: ReadonlySet<InputType> = new Set(['number', 'currency', 'percent'])

/** By which decimal sign the values of one column are read: as they show it, else none, so that what can mean two stays text. */
export function decimalOfPeople(type: InputType, values: readonly Json[]): '.' | ',' | null {
  const decimal = NUMERIC.has(type) ? decimalOfNumbers(values, null) : null
  return decimal === 'ambiguous' ? null : decimal
}

/** The same for values that a program writes: a point, where they do not show another. */
export function decimalOfProgram(type: InputType, values: readonly Json[]): '.' | ',' | null {
  const decimal = NUMERIC.has(type) ? decimalOfNumbers(values, null) : null
  return decimal === 'ambiguous' ? '.' : decimal
}

/** The order that the dates of a column show by themselves; `ambiguous` when some could be either and none tells. */
export function orderOfDates(values: readonly string[]): 'dmy' | 'mdy' | 'ambiguous' | null {
  const order = dayOrderOf(values)
  if (order !== undefined) return order === 'day' ? 'dmy' : 'mdy'
  return values.some(isWrittenInParts) ? 'ambiguous' : null
}
