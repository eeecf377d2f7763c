// Turns text that was typed or pasted into the value a column of that kind stores; what does not fit is kept as text.
import { readJson } from '../../../src/kernel/read-json.ts'
import type { ValueKind } from './grid.types.ts'

export interface CoercedValue {
  value: unknown
  /** False when the text is kept although it is not what the column holds. */
  valid: boolean
  /** The text, where it was read as a decimal and may have meant thousands. */
  unsure?: string
}

/** How the values around one are written, as far as they tell. */
export interface WrittenValue {
  order?: DayOrder | undefined
  decimal?: Decimal | undefined
}

/** As spreadsheets write them in English, German, French, Spanish, Italian, Portuguese and Dutch, and as people do. The server reads the same. */
const TRUE = new Set(
  'true yes y 1 x ✓ ✔ ☑ checked on wahr ja vrai oui verdadero sí si vero sì verdadeiro sim waar'.split(' '),
)
const FALSE = new Set('false no n 0 ☐ ✗ unchecked off falsch nein faux non falso não onwaar nee'.split(' '))
const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/

/** Blank text empties the cell, whatever its kind. */
export function coerce(text: string, kind: ValueKind, written: WrittenValue = {}): CoercedValue {
  const trimmed = text.trim()
  if (trimmed === '') return { value: null, valid: true }
  switch (kind) {
    case 'number':
    case 'currency':
    case 'percent': {
      const value = readNumber(trimmed, written.decimal)
      if (value === null) return { value: trimmed, valid: false }
      const unsure = written.decimal === undefined && THOUSANDS_OR_NOT.test(digitsOf(trimmed)?.body ?? '')
      return { value, valid: true, ...(unsure ? { unsure: trimmed } : {}) }
    }
    case 'checkbox': {
      const word = trimmed.toLowerCase()
      if (TRUE.has(word)) return { value: true, valid: true }
      return FALSE.has(word) ? { value: false, valid: true } : { value: trimmed, valid: false }
    }
    case 'date': {
      const value = readDate(trimmed, written.order)
      return value === null ? { value: trimmed, valid: false } : { value, valid: true }
    }
    case 'multi_select': {
      const parts = trimmed.split(/[,;\n]/).map((part) => part.trim())
      return { value: parts.filter((part) => part !== ''), valid: true }
    }
    case 'json':
      return readTypedJson(text)
    case 'email':
      return { value: trimmed, valid: EMAIL.test(trimmed) }
    case 'long_text':
    case 'text':
      return { value: text, valid: true }
    default:
      return { value: trimmed, valid: true }
  }
}

/** As the server reads the JSON of others: a number that a double cannot hold keeps its digits, as text. */
function readTypedJson(text: string): CoercedValue {
  const { value, fault } = readJson(text)
  return fault ? { value: text, valid: false } : { value, valid: true }
}

/** Signs and codes of money before or after a number; other letters are units and make it none. */
const MONEY = String.raw`(?:[A-Z]{0,2}\p{Sc}|kr\.?|zł|Kč|Ft|lei|USD|EUR|GBP|CHF|JPY|CNY|INR|AUD|CAD|NZD|SEK|NOK|DKK|PLN|CZK|HUF|RON|TRY|BRL|MXN|ZAR|ILS|KRW|SGD|HKD)`
const NUMBER = new RegExp(
  `^([-+]?)(?:${MONEY})?([-+]?)([\\d.,]*\\d[\\d.,]*(?:[eE][-+]?\\d{1,3})?)(?:${MONEY}|%)?$`,
  'u',
)

/**
 * A number as people write it: 1,234.56 · 1.234,56 · 1 234,56 · 12% · $5 · -€5 · 5 CHF · (40). A single separator followed by
 * exactly three digits is read as thousands for a comma and as a decimal point for a dot.
 */
export function readNumber(text: string, decimal?: Decimal): number | null {
  const digits = digitsOf(text)
  const value = digits && readPlain(digits.body, decimal)
  return value === null ? null : digits?.isNegative ? -value : value
}

/** Which sign stands before the fraction of a number. */
export type Decimal = '.' | ','

/** Read as a decimal where nothing else tells, although German thousands look the same. */
const THOUSANDS_OR_NOT = /^[1-9]\d{0,2}\.\d{3}$/

/** What some numbers together say about how they are written; undefined where none of them tells, or they contradict. */
export function decimalOf(texts: readonly string[]): Decimal | undefined {
  const found = new Set(texts.flatMap((text) => told(digitsOf(text.trim())?.body ?? '') ?? []))
  return found.size === 1 ? [...found][0] : undefined
}

function told(body: string): Decimal | undefined {
  const [comma, dot] = [body.lastIndexOf(','), body.lastIndexOf('.')]
  if (comma === -1 && dot === -1) return undefined
  if (comma !== -1 && dot !== -1) return comma > dot ? ',' : '.'
  const [sign, other] = comma !== -1 ? ([',', '.'] as const) : (['.', ','] as const)
  const [whole = '', ...groups] = body.split(sign)
  if (groups.length > 1) return other
  return whole.length <= 3 && !whole.startsWith('0') && groups[0]?.length === 3 ? undefined : sign
}

/** The digits with their separators, without sign, money and spaces; null for what is no number. */
function digitsOf(text: string): { body: string; isNegative: boolean } | null {
  const bare = text.replace(/[\s\u00a0\u202f'’]/g, '').replaceAll('\u2212', '-')
  const inside = /^([^\d()]*)\((.*)\)$/.exec(bare)
  const [, sign = '', other = '', body = ''] = NUMBER.exec(inside ? `${inside[1]}${inside[2]}` : bare) ?? []
  if (body === '' || (sign !== '' && other !== '')) return null
  return { body, isNegative: (inside !== null) !== (sign === '-' || other === '-') }
}

/** Digits with separators, without sign. */
function readPlain(body: string, decimal: Decimal | undefined): number | null {
  if (/^\d+(\.\d+)?[eE][-+]?\d{1,3}$/.test(body)) return finite(Number(body))
  if (/[eE]/.test(body)) return null
  const comma = body.lastIndexOf(',')
  const dot = body.lastIndexOf('.')
  let plain: string
  if (comma !== -1 && dot !== -1) {
    const [group, decimal] = comma > dot ? ['.', ','] : [',', '.']
    if (body.split(decimal).length > 2) return null
    plain = body.replaceAll(group, '').replace(decimal, '.')
  } else if (comma !== -1) {
    const grouped = /^\d{1,3}(,\d{3})+$/.test(body) && !(decimal === ',' && body.indexOf(',') === comma)
    if (!grouped && body.indexOf(',') !== comma) return null
    plain = grouped ? body.replaceAll(',', '') : body.replace(',', '.')
  } else if (dot !== -1 && (body.indexOf('.') !== dot || (decimal === ',' && THOUSANDS_OR_NOT.test(body)))) {
    if (!/^\d{1,3}(\.\d{3})+$/.test(body)) return null
    plain = body.replaceAll('.', '')
  } else {
    plain = body
  }
  return finite(Number(plain))
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null
}

/** Which of day and month comes first in 03/04/2026. */
export type DayOrder = 'day' | 'month'

const PARTS = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?:,?\s+\d{1,2}:\d{2}.*)?$/
const NAMED = /^(\d{1,2}[-. ]+\p{L}{3,9}[-., ]+)(\d{2})$/u

/** What some days together say about how they are written; undefined where none of them tells, or they contradict. */
export function dayOrderOf(texts: readonly string[]): DayOrder | undefined {
  const found = new Set<DayOrder>()
  for (const text of texts) {
    const [, first, second] = PARTS.exec(text.trim()) ?? []
    if (Number(first) > 12) found.add('day')
    if (Number(second) > 12) found.add('month')
  }
  return found.size === 1 ? [...found][0] : undefined
}

/** Two digits are of this century up to 29, as in every spreadsheet. */
const wholeYear = (digits: string) =>
  digits.length === 4 ? Number(digits) : Number(digits) + (Number(digits) < 30 ? 2000 : 1900)

/**
 * YYYY-MM-DD for an unambiguous date: ISO, or day and month told apart by the text itself or by `order`; null otherwise.
 */
export function readDate(text: string, order?: DayOrder): string | null {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/.exec(text)
  if (iso) return dateText(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const parts = PARTS.exec(text)
  if (parts) {
    const [first, second, year] = [Number(parts[1]), Number(parts[2]), wholeYear(parts[3] ?? '')]
    if (text.includes('.') || first > 12) return dateText(year, second, first)
    if (second > 12 || first === second) return dateText(year, first, second)
    return order === undefined ? null : order === 'day' ? dateText(year, second, first) : dateText(year, first, second)
  }
  const named = NAMED.exec(text)
  const whole = named ? `${named[1]}${wholeYear(named[2] ?? '')}` : text
  if (!/[a-z]{3}/i.test(whole) || !/\d{4}/.test(whole)) return null
  const parsed = new Date(`${whole} UTC`)
  return Number.isNaN(parsed.getTime()) ? null : parsed.toISOString().slice(0, 10)
}

function dateText(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null
  return date.toISOString().slice(0, 10)
}
