// What copying a range puts on the clipboard, and what a paste means for the table it lands on.

import { rawText } from '../marks/display.logic.ts'
import type { Bounds, Rect, ValueKind } from '../model/grid.types.ts'
import type { PastedCell } from './clipboard-values.logic.ts'
import { readHtmlTable } from './html-table.logic.ts'
import { formatHtmlTable } from './html-write.logic.ts'
import { formatTsv, parseTsv } from './tsv.logic.ts'

/** A paste above this many cells is refused with a hint to import instead. */
export const MAX_PASTE_CELLS = 200_000

export interface ClipboardTexts {
  plain: string
  html: string
}

/** Cells in rows of one width. */
export type Block = readonly (readonly PastedCell[])[]

/** Values as text for editors and as a table for spreadsheets, which then take "007" for the text it is. */
export function toClipboard(values: readonly (readonly unknown[])[], kinds: readonly ValueKind[] = []): ClipboardTexts {
  const texts = values.map((row) => row.map((value, col) => textOf(value, kinds[col])))
  return { plain: formatTsv(texts), html: formatHtmlTable(texts, values, kinds) }
}

/** As a spreadsheet reads it: the sign makes a percentage of the number. */
function textOf(value: unknown, kind: ValueKind | undefined): string {
  return kind === 'percent' && typeof value === 'number' ? `${value}%` : rawText(value)
}

/**
 * The block of cells on the clipboard. A table in the HTML wins, because plain text from some programs loses the
 * borders of multi-line cells; `plainOnly` is Ctrl+Shift+V. Yields now and then, so that a long one can rest.
 */
export function* readClipboard({ html, plain }: ClipboardTexts, plainOnly = false): Generator<void, Block> {
  const table = plainOnly || html === '' ? null : yield* readHtmlTable(html)
  return square(table ?? parseTsv(plain).map((row) => row.map((text) => ({ text }))))
}

/** All of it at once. */
export function fromClipboard(texts: ClipboardTexts, plainOnly = false): Block {
  const reading = readClipboard(texts, plainOnly)
  for (let step = reading.next(); ; step = reading.next()) if (step.done) return step.value
}

function square(block: PastedCell[][]): Block {
  const width = block.reduce((most, row) => Math.max(most, row.length), 0)
  const blanks = (count: number) => Array.from({ length: count }, () => ({ text: '' }))
  return block.map((row) => (row.length === width ? row : [...row, ...blanks(width - row.length)]))
}

/** Cells that show no value because their column is too narrow: Excel copies what it shows. */
export function tooNarrow(block: Block): number {
  return block.reduce((sum, row) => sum + row.filter(({ text }) => /^#{2,}$/.test(text)).length, 0)
}

export interface PastePlan {
  /** The cells that will be written, counted beyond the table's end where it has to grow. */
  target: Rect
  /** Rows that do not exist yet. */
  newRows: number
  /** Columns that do not exist yet; they are not written until the user adds them. */
  newColumns: number
}

/**
 * Where a block lands: one cell onto a range fills it; a block that divides the range repeats in it; anything else is
 * written once from the range's first cell, growing right and down.
 */
export function planPaste(block: Block, range: Rect, bounds: Bounds): PastePlan | null {
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

/** The cell of the block that belongs at an offset inside the target, repeating where the target is larger. */
export function blockAt(block: Block, col: number, row: number): PastedCell {
  const line = block[row % block.length]
  return line?.[col % line.length] ?? { text: '' }
}
