// The HTML side of the clipboard: reads the first table of what a spreadsheet put there. Nothing of the markup is ever inserted.
import { exactOf, type PastedCell, separatorsOf } from './clipboard-values.logic.ts'

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }
/** Spans beyond this are hostile or broken, not a real table. */
const MAX_SPAN = 200
/** Excel puts an invisible row under tables with merged cells, to hold their widths. */
const LAYOUT = /<!\[if supportMisalignedColumns\]>[\s\S]*?<!\[endif\]>/gi
/** Spaces that Excel means. */
const SPACES = /<span\s+style=['"]mso-spacerun:\s*yes['"]>([^<]*)<\/span>/gi

export function decodeEntities(text: string): string {
  return text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,8});/gi, (whole, name: string) => {
    if (name[0] !== '#') return NAMED[name.toLowerCase()] ?? whole
    const code = name[1] === 'x' || name[1] === 'X' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
}

interface Cell {
  text: string
  attributes: string
}

/**
 * The cells of the first table in the HTML, row by row; null when there is none. Line breaks inside a cell stay inside
 * it; merged cells keep their value in the first place and are blank in the others. Yields after every row, so that
 * reading a long table can rest in between.
 */
export function* readHtmlTable(source: string): Generator<void, PastedCell[][] | null> {
  const html = source
    .replace(LAYOUT, '')
    .replace(SPACES, (_, spaces: string) => '\u00a0'.repeat(decodeEntities(spaces).length))
  const start = html.search(/<table[\s>]/i)
  if (start === -1) return null
  const separators = separatorsOf(html)
  const rows: PastedCell[][] = []
  const taken = new Set<string>()
  let cell: Cell | null = null
  let skip: string | null = null
  /** Tables in a cell are text of the cell. */
  let depth = 0

  const place = () => {
    if (!cell) return
    if (rows.length === 0) rows.push([])
    const y = rows.length - 1
    const row = rows[y] ?? []
    while (taken.has(`${y}:${row.length}`)) row.push({ text: '' })
    const x = row.length
    const { attributes } = cell
    const text = cell.text.replace(/[ \n]*\n[ ]*/g, '\n').trim()
    const exact = text === '' ? undefined : exactOf(text, (name) => attributeOf(attributes, name), separators)
    row.push(exact === undefined ? { text } : { text, exact })
    const [cols, down] = [spanOf(attributes, 'colspan'), spanOf(attributes, 'rowspan')]
    for (let col = 1; col < cols; col += 1) row.push({ text: '' })
    for (let at = 1; at < down; at += 1) {
      for (let col = 0; col < cols; col += 1) taken.add(`${y + at}:${x + col}`)
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
    } else if (name === 'table') {
      depth += closing ? -1 : 1
      if (depth === 0) break
    } else if (depth > 1) {
      if (cell && closing && (name === 'td' || name === 'th')) cell.text += ' '
      if (cell && closing && name === 'tr') cell.text += '\n'
    } else if (name === 'tr') {
      place()
      if (closing) yield
      else rows.push([])
    } else if (name === 'td' || name === 'th') {
      place()
      if (!closing) cell = { text: '', attributes: tag[3] ?? '' }
    } else if (cell && (name === 'br' || (closing && (name === 'p' || name === 'div' || name === 'li')))) {
      cell.text += '\n'
    }
  }
  place()
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0)
  return width === 0 ? null : rows
}

function readText(raw: string): string {
  return decodeEntities(raw.replace(/[ \t\r\n]+/g, ' ')).replaceAll('\u00a0', ' ')
}

function attributeOf(attributes: string, name: string): string | undefined {
  if (!attributes.includes(name)) return undefined
  const found = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(attributes)
  const text = found?.[1] ?? found?.[2] ?? found?.[3]
  return text === undefined ? undefined : decodeEntities(text)
}

function spanOf(attributes: string, name: string): number {
  return Math.max(1, Math.min(MAX_SPAN, Number(attributeOf(attributes, name) ?? 1) || 1))
}
