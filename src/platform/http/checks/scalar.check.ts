// Checks of single values, read as leniently as Pydantic reads them but never losing a digit or a character.
import { type Check, isUnstorable } from './any.check.ts'
import type { Findings } from './findings.ts'
import { FORMATS, NOT_TEXT } from './formats.ts'
import type { JsonSchema } from './json-schema.ts'
import { keptNumber } from './json-text.ts'

export function textCheck(schema: JsonSchema): Check {
  const { minLength, maxLength, format } = schema
  const pattern = schema.pattern === undefined ? undefined : new RegExp(schema.pattern, 'u')
  const formatOf = format === undefined ? undefined : FORMATS[format]
  if (format !== undefined && !formatOf) throw new Error(`format ${format} is not known`)
  const notText = NOT_TEXT[format ?? ''] ?? { type: 'string_type', msg: 'Input should be a valid string' }
  return (value, found) => {
    if (typeof value !== 'string' || (found.odd && keptNumber(value) !== undefined)) {
      return found.add(notText.type, notText.msg, value)
    }
    if (found.odd && isUnstorable(value, found)) return undefined
    if (maxLength !== undefined && value.length > maxLength && codePoints(value) > maxLength) {
      const msg = `String should have at most ${maxLength} character${maxLength === 1 ? '' : 's'}`
      return found.add('string_too_long', msg, value, { max_length: maxLength })
    }
    if (minLength !== undefined && (value.length < minLength || (minLength > 1 && codePoints(value) < minLength))) {
      const msg = `String should have at least ${minLength} character${minLength === 1 ? '' : 's'}`
      return found.add('string_too_short', msg, value, { min_length: minLength })
    }
    if (pattern && !pattern.test(value)) {
      const msg = `String should match pattern '${schema.pattern}'`
      return found.add('string_pattern_mismatch', msg, value, { pattern: schema.pattern })
    }
    const fault = formatOf?.(value)
    if (fault) return found.add(fault.type, fault.msg, value, fault.ctx)
    return value
  }
}

function codePoints(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

export function integerCheck(schema: JsonSchema): Check {
  const inRange = rangeCheck(schema)
  return (value, found) => {
    if (typeof value === 'number') {
      if (Number.isSafeInteger(value)) return inRange(value, found)
      if (!Number.isFinite(value)) return found.add('finite_number', 'Input should be a finite number', value)
      if (!Number.isInteger(value)) return found.add('int_from_float', FRACTION, value)
      return found.add('int_parsing_size', TOO_BIG, value)
    }
    if (typeof value !== 'string') return found.add('int_type', 'Input should be a valid integer', value)
    const kept = keptNumber(value)
    if (kept !== undefined && !Number.isFinite(Number(kept))) {
      return found.add(
        /[.eE]/.test(kept) ? 'finite_number' : 'int_parsing_size',
        /[.eE]/.test(kept) ? FINITE : TOO_BIG,
        value,
      )
    }
    if (kept === undefined && found.exact) return found.add('int_type', 'Input should be a valid integer', value)
    const text = (kept ?? value).trim()
    if (!/^[+-]?\d+(\.0*)?$/.test(text)) {
      if (kept === undefined) return found.add('int_parsing', NOT_INTEGER, value)
      const whole = Number.isInteger(Number(kept)) && /[eE]/.test(kept)
      return found.add(whole ? 'int_parsing_size' : 'int_from_float', whole ? TOO_BIG : FRACTION, value)
    }
    const number = Number(text)
    return Number.isSafeInteger(number) ? inRange(number, found) : found.add('int_parsing_size', TOO_BIG, value)
  }
}

const FRACTION = 'Input should be a valid integer, got a number with a fractional part'
const TOO_BIG = 'Unable to parse input string as an integer, exceeded maximum size'
const NOT_INTEGER = 'Input should be a valid integer, unable to parse string as an integer'
const FINITE = 'Input should be a finite number'

export function numberCheck(schema: JsonSchema): Check {
  const inRange = rangeCheck(schema)
  return (value, found) => {
    const kept = keptNumber(value)
    let number = value
    if (typeof value === 'string' && (kept !== undefined || !found.exact)) {
      const text = (kept ?? value).trim()
      const isNumber = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text)
      if (!isNumber && !/^[+-]?(inf|infinity|nan)$/i.test(text)) {
        return found.add('float_parsing', 'Input should be a valid number, unable to parse string as a number', value)
      }
      number = isNumber ? Number(text) : Number.NaN
    }
    if (typeof number !== 'number') return found.add('float_type', 'Input should be a valid number', value)
    if (!Number.isFinite(number)) return found.add('finite_number', FINITE, value)
    return inRange(number, found)
  }
}

function rangeCheck(schema: JsonSchema): (value: number, found: Findings) => unknown {
  const { minimum: ge, maximum: le, exclusiveMinimum: gt, exclusiveMaximum: lt, multipleOf } = schema
  return (value, found) => {
    if (multipleOf !== undefined && !isMultiple(value, multipleOf)) {
      return found.add('multiple_of', `Input should be a multiple of ${multipleOf}`, value, { multiple_of: multipleOf })
    }
    if (le !== undefined && value > le) {
      return found.add('less_than_equal', `Input should be less than or equal to ${le}`, value, { le })
    }
    if (lt !== undefined && value >= lt) return found.add('less_than', `Input should be less than ${lt}`, value, { lt })
    if (ge !== undefined && value < ge) {
      return found.add('greater_than_equal', `Input should be greater than or equal to ${ge}`, value, { ge })
    }
    if (gt !== undefined && value <= gt) {
      return found.add('greater_than', `Input should be greater than ${gt}`, value, { gt })
    }
    return value
  }
}

// Pydantic forgives the last digit: 0.3 is a multiple of 0.1.
function isMultiple(value: number, of: number): boolean {
  const rest = Math.abs(value % of)
  const slack = Math.abs(value) / 1e9
  return rest <= slack || Math.abs(rest - Math.abs(of)) <= slack
}

const WORDS: Record<string, boolean> = {
  true: true,
  t: true,
  yes: true,
  y: true,
  on: true,
  '1': true,
  false: false,
  f: false,
  no: false,
  n: false,
  off: false,
  '0': false,
}

export const booleanCheck: Check = (value, found) => {
  if (typeof value === 'boolean') return value
  const word = typeof value === 'string' ? value.toLowerCase() : String(value)
  const isWord = typeof value === 'string' || typeof value === 'number'
  if (!isWord || found.exact) return found.add('bool_type', 'Input should be a valid boolean', value)
  if (Object.hasOwn(WORDS, word)) return WORDS[word]
  return found.add('bool_parsing', 'Input should be a valid boolean, unable to interpret input', value)
}

export const nullCheck: Check = (value, found) =>
  value === null ? null : found.add('none_required', 'Input should be None', value)

/** One of a fixed set, named in the message as Python would print it. */
export function literalCheck(values: readonly unknown[]): Check {
  const allowed = new Set(values)
  const names = values.map(pythonText)
  const last = names.at(-1) ?? ''
  const expected = names.length > 1 ? `${names.slice(0, -1).join(', ')} or ${last}` : last
  return (value, found) => {
    if (allowed.has(value)) return value
    const text = typeof value === 'string' ? value : undefined
    const read =
      text !== undefined && !found.exact
        ? values.find((one) => typeof one !== 'string' && String(one) === text)
        : undefined
    if (read !== undefined) return read
    return found.add('literal_error', `Input should be ${expected}`, value, { expected })
  }
}

export function pythonText(value: unknown): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value !== 'string') return String(value)
  return value.includes("'") && !value.includes('"') ? `"${value}"` : `'${value.replaceAll("'", "\\'")}'`
}
