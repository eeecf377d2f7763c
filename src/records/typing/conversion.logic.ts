// What becomes of a value when its column gets another type: read anew, or kept as it is and marked where it cannot be.
import type { InputColumn } from '../../engine/columns.schema.ts'
import { displayText } from '../../kernel/csv-text.ts'
import { canonicalJson, type Json } from '../../kernel/json.ts'
import { coerce } from '../workbooks/coerce.logic.ts'

export type Typed = Pick<InputColumn, 'input_type' | 'options'>

const TEXTS: ReadonlySet<Typed['input_type']> = new Set(['text', 'long_text', 'select', 'email', 'url', 'phone'])

/** The value as the type reads it; what it cannot read stays as it is. */
export function convert(value: Json, type: Typed['input_type']): Json {
  if (typeof value === 'string') return coerce(value, type) ?? value
  if (value === null || type === 'json' || fits(value, { input_type: type })) return value
  const text = displayText(value)
  if (TEXTS.has(type)) return text
  const read = coerce(text, type) ?? value
  return fits(read, { input_type: type }) ? read : value
}

/** Whether a value is what the type says; one that is not is kept, and shown with a mark. */
export function fits(value: Json, { input_type, options }: Typed): boolean {
  switch (input_type) {
    case 'number':
    case 'currency':
    case 'percent':
      return typeof value === 'number'
    case 'checkbox':
      return typeof value === 'boolean'
    case 'date':
      return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}(?:T|$)/.test(value)
    case 'email':
      return typeof value === 'string' && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)
    case 'url':
      return typeof value === 'string' && /^(?:[a-z][a-z0-9+.-]*:\/\/)?[^\s/]+\.[^\s]+$/i.test(value)
    case 'phone':
      return (typeof value === 'string' && (value.match(/\d/g)?.length ?? 0) >= 3) || typeof value === 'number'
    case 'select':
      return typeof value === 'string' && isChoice(value, options)
    case 'multi_select':
      return Array.isArray(value) && value.every((one) => typeof one === 'string' && isChoice(one, options))
    case 'json':
      return typeof value === 'object'
    default:
      return typeof value === 'string'
  }
}

function isChoice(value: string, options: readonly string[] | undefined): boolean {
  return options === undefined || options.length === 0 || options.includes(value)
}

export type Fate = 'same' | 'read_anew' | 'marked'

/** What becomes of a value, and what it is then. */
export function fateOf(value: Json, type: Typed): { fate: Fate; to: Json } {
  const to = convert(value, type.input_type)
  if (!fits(to, type)) return { fate: 'marked', to }
  return { fate: canonicalJson(to) === canonicalJson(value) ? 'same' : 'read_anew', to }
}
