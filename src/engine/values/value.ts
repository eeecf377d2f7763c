// How the engine reads a JSON value as text and as a number: one meaning for templates, filters and SQL.
import type { Json } from '../../kernel/json.ts'

/**
 * Text without case: each code point in its simple lower case, so that it equals `lower()` of PostgreSQL under a
 * Unicode C locale (`pg_c_utf8`, `C.UTF-8`). JavaScript alone would give İ two letters and Σ two meanings.
 * The two differ only in letters that one side's Unicode version does not know yet.
 */
export function foldCase(text: string): string {
  return text.replace(/[İΣ]/g, (letter) => (letter === 'Σ' ? 'σ' : 'i')).toLowerCase()
}

/** A finite number in plain decimal notation, never with an exponent: 1e21 is `1000000000000000000000`. */
export function plainDecimal(value: number): string {
  const text = String(Object.is(value, -0) ? 0 : value)
  const parts = /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(text)
  if (!parts) return text
  const [, sign, whole = '', fraction = '', exponent] = parts
  const shift = Number(exponent)
  if (shift < 0) return `${sign}0.${'0'.repeat(-shift - 1)}${whole}${fraction}`
  return `${sign}${whole}${fraction.padEnd(shift, '0')}`
}

/** The text form of a scalar; null for what has none: null itself, lists and objects. */
export function scalarText(value: Json | undefined): string | null {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return plainDecimal(value)
  return typeof value === 'boolean' ? String(value) : null
}

const NUMERIC_TEXT = /^-?(0|[1-9][0-9]{0,254})(\.[0-9]{1,255})?$/

/**
 * The number a scalar stands for, else null. Text counts when it is a plain decimal without leading zeros, sign `+`,
 * spaces or exponent: `42` and `-1.5` are numbers; a postcode `01234` and a phone `+3161234` stay text.
 */
export function scalarNumber(value: Json | undefined): number | null {
  if (typeof value === 'number') return value
  return typeof value === 'string' && NUMERIC_TEXT.test(value) ? Number(value) : null
}

/** Orders texts by Unicode code point, as COLLATE "C" does in a UTF-8 database; `<` alone orders UTF-16 units. */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let index = 0; index < length; index++) {
    const left = a.charCodeAt(index)
    const right = b.charCodeAt(index)
    if (left !== right) return codePointRank(left) - codePointRank(right)
  }
  return a.length - b.length
}

/** Surrogates (U+D800..DFFF) stand for code points above every other unit. */
function codePointRank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit
}

/** The text a value becomes inside other text: nothing for null, `a, b` for a list of scalars, JSON for the rest. */
export function textOf(value: Json | undefined): string {
  const scalar = scalarText(value)
  if (scalar !== null) return scalar
  if (value === null || value === undefined) return ''
  if (Array.isArray(value) && value.every((item) => item === null || typeof item !== 'object')) {
    return value
      .map((item) => textOf(item))
      .filter((text) => text !== '')
      .join(', ')
  }
  return JSON.stringify(value)
}
