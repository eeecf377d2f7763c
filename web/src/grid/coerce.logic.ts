// Turns text that was typed or pasted into the value a column of that kind stores; what does not fit is kept as text.
import type { ValueKind } from './grid.types.ts'

export interface Coerced {
  value: unknown
  /** False when the text is kept although it is not what the column holds. */
  valid: boolean
}

const TRUE = new Set(['true', 'yes', 'y', '1', 'x', '✓', 'checked'])
const FALSE = new Set(['false', 'no', 'n', '0', 'unchecked'])
const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/

/** Blank text empties the cell, whatever its kind. */
export function coerce(text: string, kind: ValueKind): Coerced {
  const trimmed = text.trim()
  if (trimmed === '') return { value: null, valid: true }
  switch (kind) {
    case 'number':
    case 'currency':
    case 'percent': {
      const value = readNumber(trimmed)
      return value === null ? { value: trimmed, valid: false } : { value, valid: true }
    }
    case 'checkbox': {
      const word = trimmed.toLowerCase()
      if (TRUE.has(word)) return { value: true, valid: true }
      return FALSE.has(word) ? { value: false, valid: true } : { value: trimmed, valid: false }
    }
    case 'date': {
      const value = readDate(trimmed)
      return value === null ? { value: trimmed, valid: false } : { value, valid: true }
    }
    case 'multi_select': {
      const parts = trimmed.split(/[,;\n]/).map((part) => part.trim())
      return { value: parts.filter((part) => part !== ''), valid: true }
    }
    case 'json':
      try {
        return { value: JSON.parse(trimmed), valid: true }
      } catch {
        return { value: text, valid: false }
      }
    case 'email':
      return { value: trimmed, valid: EMAIL.test(trimmed) }
    case 'long_text':
    case 'text':
      return { value: text, valid: true }
    default:
      return { value: trimmed, valid: true }
  }
}

/**
 * A number as people write it: 1,234.56 · 1.234,56 · 1 234,56 · 12% · $5 · (40). A single separator followed by exactly
 * three digits is read as thousands for a comma and as a decimal point for a dot.
 */
export function readNumber(text: string): number | null {
  let body = text.replace(/[\s\u00a0\u202f'’]/g, '').replace(/^[$€£¥₹]|[$€£¥₹%]$/g, '')
  const negative = /^\(.*\)$/.test(body)
  if (negative) body = body.slice(1, -1)
  if (/^[-+]?\d+(\.\d+)?e[-+]?\d{1,3}$/i.test(body)) return finite(Number(body))
  if (!/^[-+]?[\d.,]*\d[\d.,]*$/.test(body)) return null
  const comma = body.lastIndexOf(',')
  const dot = body.lastIndexOf('.')
  let plain: string
  if (comma !== -1 && dot !== -1) {
    const [group, decimal] = comma > dot ? ['.', ','] : [',', '.']
    if (body.split(decimal).length > 2) return null
    plain = body.replaceAll(group, '').replace(decimal, '.')
  } else if (comma !== -1) {
    const grouped = /^[-+]?\d{1,3}(,\d{3})+$/.test(body)
    if (!grouped && body.indexOf(',') !== comma) return null
    plain = grouped ? body.replaceAll(',', '') : body.replace(',', '.')
  } else if (dot !== -1 && body.indexOf('.') !== dot) {
    if (!/^[-+]?\d{1,3}(\.\d{3})+$/.test(body)) return null
    plain = body.replaceAll('.', '')
  } else {
    plain = body
  }
  const value = finite(Number(plain))
  return value === null ? null : negative ? -value : value
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null
}

/** YYYY-MM-DD for an unambiguous date: ISO, or day and month told apart by the text itself; null otherwise. */
export function readDate(text: string): string | null {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/.exec(text)
  if (iso) return dateText(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const parts = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(text)
  if (parts) {
    const [first, second, year] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
    if (text.includes('.') || first > 12) return dateText(year, second, first)
    return second > 12 || first === second ? dateText(year, first, second) : null
  }
  if (!/[a-z]{3}/i.test(text) || !/\d{4}/.test(text)) return null
  const parsed = new Date(`${text} UTC`)
  return Number.isNaN(parsed.getTime()) ? null : parsed.toISOString().slice(0, 10)
}

function dateText(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null
  return date.toISOString().slice(0, 10)
}
