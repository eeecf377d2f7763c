// Writes values as delimited text (RFC 4180) that no spreadsheet runs as a formula.
import type { Json } from './json.ts'

/** What a person would read in the cell: lists joined by `; `, those that would not come apart again and objects as JSON, nothing for null. */
export function displayText(value: Json | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.some(isTangled) ? JSON.stringify(value) : value.map(displayText).join('; ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** True for text that cannot be told apart in a list that is joined. */
const isTangled = (item: Json) =>
  typeof item === 'string' && (item.trim() !== item || item === '' || /[,;\n\r[]/.test(item))

// What spreadsheets take for the beginning of a formula, in the wide forms of East Asian input too; tab and line ends are
// stripped by some of them before they look.
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/
// -5, -1.234,56, -3%, +44 (0)20 7323 8000: digits can do no harm, and an apostrophe would spoil numbers and phone numbers.
const PLAIN_NUMBER = /^([-+]\d[\d.,]*%?|\+\d[\d ().-]*)$/

// Text that begins with an apostrophe gets another one, so that reading the file removes only the added one.
function needsGuard(text: string): boolean {
  const rest = text.charCodeAt(0) === APOSTROPHE ? text.replace(/^'+/, '') : text
  return FORMULA.test(rest) && !PLAIN_NUMBER.test(rest)
}

const APOSTROPHE = 39

// Where the separator of lists is a semicolon, or the file is taken for tabs, a value is cut there, quotes or not.
const INNER = /[;\t\r\n]/
const CUT = /([;\t\r\n][ "]*)('*)([=+\-@＝＋－＠][^;\t\r\n]*)/g

function changeInner(text: string, apostrophes: (there: string) => string): string {
  if (!INNER.test(text)) return text
  return text.replace(CUT, (all, before: string, there: string, rest: string) =>
    PLAIN_NUMBER.test(rest.replace(/[ "]+$/, '')) ? all : before + apostrophes(there) + rest,
  )
}

/** The text with an apostrophe before it, and before what a spreadsheet might cut out of it, where that would run as a formula. */
export function guardFormula(text: string): string {
  const inner = changeInner(text, (there) => `${there}'`)
  return needsGuard(inner) ? `'${inner}` : inner
}

/** The text as it was before {@link guardFormula}: what was exported comes back the same. */
export function unguardFormula(text: string): string {
  const inner = text.charCodeAt(0) === APOSTROPHE && needsGuard(text) ? text.slice(1) : text
  return changeInner(inner, (there) => there.slice(1))
}

/** One line with its end. A line that is one blank is written as `""`, else it would be no line at all. */
export function csvLine(fields: readonly string[]): string {
  if (fields.length === 1 && fields[0] === '') return '""\r\n'
  return `${fields.map(quoted).join(',')}\r\n`
}

function quoted(field: string): string {
  return /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field
}
