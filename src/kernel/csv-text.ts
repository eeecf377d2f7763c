// Writes values as delimited text (RFC 4180) that no spreadsheet runs as a formula.
import type { Json } from './json.ts'

/** What a person would read in the cell: lists joined by `; `, objects as JSON, nothing for null. */
export function displayText(value: Json | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(displayText).join('; ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

// What spreadsheets take for the beginning of a formula, in the wide forms of East Asian input too; tab and line ends are
// stripped by some of them before they look.
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/
// -5, -1.234,56, -3%, +44 (0)20 7323 8000: digits can do no harm, and an apostrophe would spoil numbers and phone numbers.
const PLAIN_NUMBER = /^([-+]\d[\d.,]*%?|\+\d[\d ().-]*)$/

/** The text with an apostrophe before it when a spreadsheet would run it as a formula. */
export function guardFormula(text: string): string {
  return FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text
}

/** One line with its end. A line that is one blank is written as `""`, else it would be no line at all. */
export function csvLine(fields: readonly string[]): string {
  if (fields.length === 1 && fields[0] === '') return '""\r\n'
  return `${fields.map(quoted).join(',')}\r\n`
}

function quoted(field: string): string {
  return /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field
}
