// What happens to a value when its column gets another type: read again, or kept as it is and marked where it cannot be.
import { type InputColumnType, invalidReasonOf } from '../../engine/filter/invalid-value.ts'
import { coerce } from '../../engine/values/coerce.ts'
import { displayText } from '../../kernel/csv-text.ts'
import { canonicalJson, type Json } from '../../kernel/json.ts'

const TEXTS: ReadonlySet<InputColumnType['input_type']> = new Set([
  'text',
  'long_text',
  'select',
  'email',
  'url',
  'phone',
])

/** The value as the type reads it; what it cannot read stays as it is. */
export function convert(value: Json, type: InputColumnType['input_type']): Json {
  if (typeof value === 'string') return coerce(value, type) ?? value
  if (value === null || type === 'json') return value
  const text = displayText(value)
  if (TEXTS.has(type)) return text
  const fits = (one: Json) => invalidReasonOf(one, { input_type: type }) === null
  if (fits(value)) return value
  const read = coerce(text, type) ?? value
  return fits(read) ? read : value
}

export type ConversionOutcome = 'same' | 'read_anew' | 'marked'

/** What happens to a value, and what it is then. */
export function outcomeOf(value: Json, type: InputColumnType): { outcome: ConversionOutcome; to: Json } {
  const to = convert(value, type.input_type)
  if (invalidReasonOf(to, type) !== null) return { outcome: 'marked', to }
  return { outcome: canonicalJson(to) === canonicalJson(value) ? 'same' : 'read_anew', to }
}
