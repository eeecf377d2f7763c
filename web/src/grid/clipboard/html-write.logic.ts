// A range as the HTML table that Excel, LibreOffice and Sheets read: text stays text, days are days, line breaks stay in their cell.
import type { ValueKind } from '../model/grid.types.ts'

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** What a spreadsheet would make a number, a day or a formula of, with `-` and `+` before it or not. */
const ODD_TEXT = /^[\s(]*[-+=@]|^[\s(]*[\d.,]|^[a-z]{3,9}[-\s.]?\d|^(true|false)$/i
const DAY = /^\d{4}-\d{2}-\d{2}$/
const DAY_MS = 86_400_000
const EPOCH = Date.UTC(1899, 11, 30)
/** Without it Excel makes a row of every line. */
const BREAK = '<br style="mso-data-placement:same-cell">'

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (char) => ESCAPES[char] ?? char)
/** The first is read by Excel, the second by Sheets. */
const saying = (format: string, value: object) =>
  ` style="mso-number-format:'${format}'" data-sheets-value="${escapeHtml(JSON.stringify(value))}"`

/** What a cell is besides the text it shows. */
function attributesOf(text: string, value: unknown, kind: ValueKind | undefined): string {
  if (typeof value !== 'string') return ''
  if (kind === 'date' && DAY.test(value)) {
    const day = (Date.parse(`${value}T00:00:00Z`) - EPOCH) / DAY_MS
    const format = escapeHtml(JSON.stringify({ 1: 5, 2: 'yyyy-mm-dd', 3: 1 }))
    return `${saying('yyyy\\-mm\\-dd', { 1: 3, 3: day })} data-sheets-numberformat="${format}"`
  }
  return ODD_TEXT.test(text) ? saying('\\@', { 1: 2, 2: text }) : ''
}

/** `texts` are what is shown, `values` the underlying values. */
export function formatHtmlTable(
  texts: readonly (readonly string[])[],
  values: readonly (readonly unknown[])[],
  kinds: readonly ValueKind[] = [],
): string {
  const rows = texts.map((row, y) => {
    const cells = row.map((text, x) => {
      const shown = escapeHtml(text).replace(/\r?\n/g, BREAK)
      return `<td${attributesOf(text, values[y]?.[x], kinds[x])}>${shown}</td>`
    })
    return `<tr>${cells.join('')}</tr>`
  })
  return `<meta charset="utf-8"><table>${rows.join('')}</table>`
}
