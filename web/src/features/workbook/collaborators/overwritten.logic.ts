// Values of mine that other users overwrote: which there are, and the sentence about them.
import { cellOf, type GridColumn } from '../../../grid/model/grid.types.ts'
import type { Rows } from '../../../grid/rows/shown-rows.types.ts'
import type { OwnValues } from '../edit/own-values.ts'

export interface Overwritten {
  /** The user who did it. */
  name: string
  row_id: string
  column_id: string
  column: string
  mine: unknown
  theirs: unknown
}

/** The changed cells that held a value of mine. */
export function overwrittenBy(
  marks: readonly { name: string; rowId: string; columnId: string }[],
  own: OwnValues,
  rows: Pick<Rows, 'indexOf' | 'row'>,
  columns: readonly GridColumn[],
): Overwritten[] {
  return marks.flatMap(({ name, rowId, columnId }) => {
    const column = columns.find(({ id }) => id === columnId)
    const row = rows.row(rows.indexOf(rowId) ?? -1)
    if (!column || !row) return []
    const theirs = cellOf(row, column).value
    const lost = own.lost(rowId, columnId, theirs)
    return lost ? [{ name, row_id: rowId, column_id: columnId, column: column.name, mine: lost.value, theirs }] : []
  })
}

/** One entry per cell: what I wrote first and what stands there now. */
export function joinOverwritten(before: readonly Overwritten[], more: readonly Overwritten[]): Overwritten[] {
  const byCell = new Map(before.map((one) => [`${one.row_id}:${one.column_id}`, one]))
  for (const one of more) byCell.set(`${one.row_id}:${one.column_id}`, one)
  return [...byCell.values()]
}

const MOST_CHARS = 40

export function shortValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing'
  const text = (typeof value === 'string' ? value : JSON.stringify(value)).replace(/\s+/g, ' ').trim()
  return `“${text.length > MOST_CHARS ? `${text.slice(0, MOST_CHARS - 1)}…` : text}”`
}

/** `row` is where the row of the first stands, from 0; undefined when it is not loaded. */
export function overwrittenWords(list: readonly Overwritten[], row: number | undefined): string {
  const [first] = list
  if (!first) return ''
  const names = [...new Set(list.map(({ name }) => name))]
  const who = names.length === 1 ? first.name : `${first.name} and others`
  if (list.length > 1) return `${who} wrote over ${list.length.toLocaleString('en-US')} values of yours.`
  const place = row === undefined ? first.column : `${first.column}, row ${(row + 1).toLocaleString('en-US')}`
  return `${who} wrote ${shortValue(first.theirs)} over your ${shortValue(first.mine)} in ${place}.`
}
