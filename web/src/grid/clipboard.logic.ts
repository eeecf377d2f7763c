// What copying a range puts on the clipboard, and what a paste means for the table it lands on.
import { rawText } from './display.logic.ts'
import type { Bounds, Rect } from './grid.types.ts'
import { formatHtmlTable, parseHtmlTable } from './html-table.logic.ts'
import { formatTsv, parseTsv } from './tsv.logic.ts'

/** A paste above this many cells is refused with a hint to import instead. */
export const MAX_PASTE_CELLS = 200_000

export interface ClipboardTexts {
  plain: string
  html: string
}

/** Values as text for editors and as a table for spreadsheets, which then take "007" for the text it is. */
export function toClipboard(block: readonly (readonly unknown[])[]): ClipboardTexts {
  const texts = block.map((row) => row.map(rawText))
  const isText = (col: number, row: number) => typeof block[row]?.[col] === 'string'
  return { plain: formatTsv(texts), html: formatHtmlTable(texts, isText) }
}

/**
 * The block of cells on the clipboard. A table in the HTML wins, because plain text from some programs loses the
 * borders of multi-line cells; `plainOnly` is Ctrl+Shift+V.
 */
export function fromClipboard(texts: ClipboardTexts, plainOnly = false): string[][] {
  const table = plainOnly || texts.html === '' ? null : parseHtmlTable(texts.html)
  return square(table ?? parseTsv(texts.plain))
}

function square(block: string[][]): string[][] {
  const width = block.reduce((most, row) => Math.max(most, row.length), 0)
  return block.map((row) => (row.length === width ? row : [...row, ...Array<string>(width - row.length).fill('')]))
}

export interface PastePlan {
  /** The cells that will be written, counted beyond the table's end where it has to grow. */
  target: Rect
  /** Rows that do not exist yet. */
  newRows: number
  /** Columns that do not exist yet; they are not written until someone adds them. */
  newColumns: number
}

/**
 * Where a block lands: one cell onto a range fills it; a block that divides the range repeats in it; anything else is
 * written once from the range's first cell, growing right and down.
 */
export function planPaste(block: readonly (readonly string[])[], range: Rect, bounds: Bounds): PastePlan | null {
  const height = block.length
  const width = block[0]?.length ?? 0
  if (height === 0 || width === 0) return null
  const repeats = range.width % width === 0 && range.height % height === 0
  const target = repeats ? range : { x: range.x, y: range.y, width, height }
  return {
    target,
    newRows: Math.max(0, target.y + target.height - bounds.rows),
    newColumns: Math.max(0, target.x + target.width - bounds.cols),
  }
}

/** The text of the block that belongs at an offset inside the target, repeating where the target is larger. */
export function blockAt(block: readonly (readonly string[])[], col: number, row: number): string {
  const line = block[row % block.length]
  return line?.[col % line.length] ?? ''
}
