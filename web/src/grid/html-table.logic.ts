// The HTML side of the clipboard: writes a range as a table and reads the first table of what a spreadsheet put there.

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }
const NUMERIC = /^[\s+(-]*[\d.,]+/
/** The first is read by Excel, the second by Sheets. */
const AS_TEXT = (cell: string) =>
  ` style="mso-number-format:'\\@'" data-sheets-value="${escapeHtml(JSON.stringify({ 1: 2, 2: cell }))}"`
/** Spans beyond this are hostile or broken, not a table someone made. */
const MAX_SPAN = 200

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (char) => ESCAPES[char] ?? char)

/** `isText` tells which cells are text in spite of looking like a number: spreadsheets would drop the zeros of "007". */
export function formatHtmlTable(
  block: readonly (readonly string[])[],
  isText: (col: number, row: number) => boolean = () => false,
): string {
  const rows = block.map((row, y) => {
    const cells = row.map((cell, x) => {
      const keep = NUMERIC.test(cell) && isText(x, y) ? AS_TEXT(cell) : ''
      return `<td${keep}>${escapeHtml(cell).replace(/\r?\n/g, '<br>')}</td>`
    })
    return `<tr>${cells.join('')}</tr>`
  })
  return `<meta charset="utf-8"><table>${rows.join('')}</table>`
}

export function decodeEntities(text: string): string {
  return text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,8});/gi, (whole, name: string) => {
    if (name[0] !== '#') return NAMED[name.toLowerCase()] ?? whole
    const code = name[1] === 'x' || name[1] === 'X' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
}

/**
 * The cells of the first table in the HTML, or null when there is none. Line breaks inside a cell stay inside it;
 * merged cells keep their value in the first place and are blank in the others. Nothing of the markup is ever inserted.
 */
export function parseHtmlTable(html: string): string[][] | null {
  const start = html.search(/<table[\s>]/i)
  if (start === -1) return null
  const rows: string[][] = []
  const taken = new Set<string>()
  let cell: { text: string; cols: number; rows: number } | null = null
  let skip: string | null = null

  const place = () => {
    if (!cell) return
    if (rows.length === 0) rows.push([])
    const y = rows.length - 1
    const row = rows[y] ?? []
    while (taken.has(`${y}:${row.length}`)) row.push('')
    const x = row.length
    row.push(cell.text.replace(/[ \n]*\n[ ]*/g, '\n').trim())
    for (let col = 1; col < cell.cols; col += 1) row.push('')
    for (let down = 1; down < cell.rows; down += 1) {
      for (let col = 0; col < cell.cols; col += 1) taken.add(`${y + down}:${x + col}`)
    }
    cell = null
  }

  const tags = /<!--[\s\S]*?-->|<(\/?)([a-z][a-z0-9]*)((?:"[^"]*"|'[^']*'|[^'"<>])*)>/gi
  tags.lastIndex = start
  let textFrom = start
  for (let tag = tags.exec(html); tag; tag = tags.exec(html)) {
    if (cell && !skip) cell.text += readText(html.slice(textFrom, tag.index))
    textFrom = tags.lastIndex
    const name = tag[2]?.toLowerCase()
    const closing = tag[1] === '/'
    if (!name) continue
    if (skip) {
      if (closing && name === skip) skip = null
    } else if (name === 'style' || name === 'script') {
      if (!closing) skip = name
    } else if (name === 'table' && closing) {
      break
    } else if (name === 'tr') {
      place()
      if (!closing) rows.push([])
    } else if (name === 'td' || name === 'th') {
      place()
      if (!closing) cell = { text: '', cols: spanOf(tag[3], 'colspan'), rows: spanOf(tag[3], 'rowspan') }
    } else if (cell && (name === 'br' || (closing && (name === 'p' || name === 'div' || name === 'li')))) {
      cell.text += '\n'
    }
  }
  place()
  const width = Math.max(0, ...rows.map((row) => row.length))
  return width === 0 ? null : rows.map((row) => [...row, ...Array<string>(width - row.length).fill('')])
}

function readText(raw: string): string {
  return decodeEntities(raw.replace(/[ \t\r\n]+/g, ' ')).replaceAll('\u00a0', ' ')
}

function spanOf(attributes: string | undefined, name: string): number {
  const value = new RegExp(`${name}\\s*=\\s*["']?(\\d+)`, 'i').exec(attributes ?? '')?.[1]
  return Math.max(1, Math.min(MAX_SPAN, Number(value ?? 1)))
}
