// The merged cells of a sheet: where they are, what stands in each of their rows, and the groups of columns that they name.
import { columnOf } from './xlsx-values.logic.ts'
import type { Archive } from './zip-archive.reads.ts'

/** A range of cells, of which only the first holds a value; rows from 1 and columns from 0, both ends included. */
export interface MergedCells {
  top: number
  bottom: number
  left: number
  right: number
}

interface MergeableRow {
  line: number
  fields: (string | number)[]
}

/** A sheet is read twice for its merged cells, since they are named behind its rows; not a larger one. */
const MOST_BYTES = 128 * 1024 * 1024
const MOST_TEXT = 1024 * 1024
const END_OF_ROWS = /<\/(?:\w+:)?sheetData>|<(?:\w+:)?sheetData\s*\/>/
const MERGED = /<(?:\w+:)?mergeCell\s[^>]*?ref="([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})"/g

/** In the order of their rows; none of a sheet that is too large to look. */
export async function readMergedCells(archive: Archive, part: string): Promise<MergedCells[]> {
  if (archive.sizeOf(part) > MOST_BYTES) return []
  let text = ''
  let isBehind = false
  for await (const bytes of await archive.open(part)) {
    text += bytes.toString('latin1')
    const end: RegExpExecArray | null = isBehind ? null : END_OF_ROWS.exec(text)
    if (end) text = text.slice(end.index)
    isBehind ||= end !== null
    if (!isBehind) text = text.slice(-64)
    else if (text.length > MOST_TEXT) break
  }
  const found = [...text.matchAll(MERGED)].flatMap(([, from = '', top, to = '', bottom]): MergedCells[] => {
    const [left, right] = [columnOf(from), columnOf(to)]
    return left === null || right === null ? [] : [{ top: Number(top), bottom: Number(bottom), left, right }]
  })
  return found.sort((one, other) => one.top - other.top)
}

/** The rows with the value of merged cells in each of their rows; `told` counts the cells that were filled so. */
export async function* fillMerged<R extends MergeableRow>(
  groups: AsyncGenerator<R[]>,
  merged: readonly MergedCells[],
  told: { merged: number },
): AsyncGenerator<R[]> {
  const waiting = merged.filter(({ top, bottom }) => bottom > top)
  let next = 0
  let open: { cells: MergedCells; value: string | number }[] = []
  for await (const rows of groups) {
    for (const { line, fields } of rows) {
      open = open.filter(({ cells }) => cells.bottom >= line)
      for (const { cells, value } of open) {
        if ((fields[cells.left] ?? '') !== '') continue
        while (fields.length < cells.left) fields.push('')
        fields[cells.left] = value
        told.merged++
      }
      for (; next < waiting.length && (waiting[next]?.top ?? 0) <= line; next++) {
        const cells = waiting[next] as MergedCells
        const value = fields[cells.left] ?? ''
        if (cells.top === line && value !== '') open.push({ cells, value })
      }
    }
    yield rows
  }
}

/** The groups of columns that a row names in cells which reach over several columns or into the next row; null where none does. */
export function mergedGroups(row: MergeableRow, merged: readonly MergedCells[]): string[] | null {
  const own = merged.filter(
    ({ top, bottom, left, right }) => top === row.line && (bottom === top + 1 || (bottom === top && right > left)),
  )
  if (own.length === 0 || row.fields.filter((field) => field !== '').length < 2) return null
  const names = row.fields.map(String)
  for (const { left, right } of own)
    for (let column = left + 1; column <= right; column++) names[column] = names[left] ?? ''
  return names
}
