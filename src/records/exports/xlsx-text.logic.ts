// Writes rows as the XML of a sheet (ECMA-376), values typed: text is never a formula, whatever it begins with.

import { displayText } from '../../kernel/csv-text.ts'
import { cutText } from '../../kernel/cut-text.ts'
import type { Json } from '../../kernel/json.ts'

/** What a sheet takes; with its header. */
export const MAX_SHEET_ROWS = 1_048_576
/** UTF-16 units. */
export const MAX_CELL = 32_767

const DAY_MS = 86_400_000
const EPOCH = Date.UTC(1899, 11, 30)
const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/
/** A point in time without a zone, as sheets know it; midnight there is a day. */
const LOCAL_TIME = /^\d{4}-\d{2}-\d{2}T(?!00:00:00)\d{2}:\d{2}:\d{2}$/

export const SHEET_HEAD =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>'
export const SHEET_END = '</sheetData></worksheet>'

/** `A`, `B` … `XFD`. */
export function columnLetters(index: number): string {
  let letters = ''
  for (let left = index + 1; left > 0; left = Math.floor((left - 1) / 26))
    letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters
  return letters
}

/** One row. `number` from 1; `letters` of the columns; `types` are input types, whose dates become dates of the sheet. */
export function sheetRow(
  number: number,
  letters: readonly string[],
  values: readonly Json[],
  types: readonly (string | null)[],
): string {
  let text = `<row r="${number}">`
  for (let index = 0; index < values.length; index++) {
    const value = values[index]
    if (value === null || value === undefined || value === '') continue
    const place = `${letters[index]}${number}`
    if (typeof value === 'number') text += `<c r="${place}"><v>${value}</v></c>`
    else if (typeof value === 'boolean') text += `<c r="${place}" t="b"><v>${value ? 1 : 0}</v></c>`
    else {
      const type = types[index]
      const shown = typeof value === 'string' ? value : type === 'json' ? JSON.stringify(value) : displayText(value)
      const isDay = (type === 'date' || type === 'datetime') && ISO_DATE.test(shown)
      const isTime = type === 'datetime' && LOCAL_TIME.test(shown)
      const day = isDay || isTime ? (Date.parse(isTime ? `${shown}Z` : shown) - EPOCH) / DAY_MS : Number.NaN
      // Days before March 1900 are counted differently by different programs.
      text +=
        day > 60
          ? `<c r="${place}" s="${isTime ? 2 : 1}"><v>${day}</v></c>`
          : `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${xmlText(cutText(shown, MAX_CELL))}</t></is></c>`
    }
  }
  return `${text}</row>`
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML cannot hold
const UNSOUND = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/g

/** Text within an element; what XML cannot hold as `_x000D_`, and what looks like that with its underline escaped. */
export function xmlText(text: string): string {
  return text
    .replace(UNSOUND, (mark) => `_x${mark.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

/** A name that a sheet may have: 31 characters, none that formulas use. */
export function sheetName(name: string): string {
  const sound = name
    .replace(/[[\]:*?/\\\p{Cc}]/gu, ' ')
    .replace(/^'|'$/g, ' ')
    .trim()
  return Array.from(sound).slice(0, 25).join('').trim() || 'Rows'
}
