// Tab-separated text as spreadsheets put it on the clipboard: quoted cells may hold tabs, quotes and line breaks.

/** One line per row; a cell with a tab, quote or line break is quoted and its quotes doubled. */
export function formatTsv(block: readonly (readonly string[])[]): string {
  return block.map((row) => row.map(quote).join('\t')).join('\r\n')
}

function quote(cell: string): string {
  return /[\t\r\n]/.test(cell) || cell.startsWith('"') ? `"${cell.replaceAll('"', '""')}"` : cell
}

/**
 * Reads clipboard text into rows of cells. A quoted cell stays one cell whatever it holds; a quote that is never
 * closed, or that closes before other text, is taken as typed. The line break that ends the text makes no row.
 */
export function parseTsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  const source = text.replaceAll('\u0000', '')
  if (source === '') return []
  while (at <= source.length) {
    const cell = source[at] === '"' ? readQuoted(source, at) : null
    if (cell) {
      row.push(cell.text)
      at = cell.end
    } else {
      const end = plainEnd(source, at)
      row.push(source.slice(at, end))
      at = end
    }
    if (source[at] === '\t') {
      at += 1
      continue
    }
    rows.push(row)
    row = []
    if (at >= source.length) break
    at += source.startsWith('\r\n', at) ? 2 : 1
    if (at >= source.length) break
  }
  return rows
}

function plainEnd(source: string, from: number): number {
  let end = from
  while (end < source.length && source[end] !== '\t' && source[end] !== '\n' && source[end] !== '\r') end += 1
  return end
}

function readQuoted(source: string, from: number): { text: string; end: number } | null {
  let text = ''
  let at = from + 1
  while (at < source.length) {
    const close = source.indexOf('"', at)
    if (close === -1) return null
    text += source.slice(at, close)
    if (source[close + 1] === '"') {
      text += '"'
      at = close + 2
      continue
    }
    const after = source[close + 1]
    const ends = after === undefined || after === '\t' || after === '\n' || after === '\r'
    return ends ? { text: text.replaceAll('\r\n', '\n'), end: close + 1 } : null
  }
  return null
}
