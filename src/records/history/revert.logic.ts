// What undoing or redoing does to the values of one row: a value goes back only where it still is what the change left.
import type { Json, JsonObject } from '../../kernel/json.ts'
import type { ChangeKind } from '../store/history.schema.ts'
import { type ChangeCounts, type ChangeDetail, isSame } from '../store/recorder.ts'

export type Direction = 'undo' | 'redo'

export interface StoredChange {
  id: string
  workbook_id: string
  kind: ChangeKind
  label: string | null
  state: 'done' | 'undoing' | 'undone' | 'redoing'
  user_id: number | null
  actor: { kind: string; user_id: number | null; name: string } | null
  counts: ChangeCounts
  detail: ChangeDetail
  flip_id: string | null
  /** The last undo or redo that has come to its end. */
  revert: Revert | null
  /** The job that undoes or redoes it just now, and how far that is. */
  under_way: UnderWay | null
  created_at: Date
  flipped_at: Date | null
}

/** Whether rows, columns or settings, such as views, may go by it. */
export function deletesBy({ kind, detail: { made, columns, whole } }: StoredChange, direction: Direction): boolean {
  if (whole !== undefined && kind === 'apply_definition') return true
  return direction === 'undo'
    ? made !== undefined || (columns?.added ?? []).length > 0
    : kind === 'delete_rows' || (columns?.removed ?? []).length > 0
}

export interface UnderWay {
  job_id: string
  revert: Revert
  /** Something of it may be done already. */
  has_begun: boolean
}

export interface SkippedItem {
  row_id: string | null
  column_id: string | null
  /** What it is called when it is neither a row nor a column. */
  name?: string
  reason: string
}

/** How far it has come; the checkpoint of the job between the steps of a long one. */
export interface Revert {
  direction: Direction
  phase: number
  /** What another user has done since this id was made stays. */
  since?: string
  after: string | number | null
  cells: number
  rows: number
  columns: number
  /** The first of them. */
  skipped: SkippedItem[]
  skipped_count: number
}

export function newRevert(direction: Direction, since?: string): Revert {
  return {
    direction,
    ...(since && { since }),
    phase: 0,
    after: null,
    cells: 0,
    rows: 0,
    columns: 0,
    skipped: [],
    skipped_count: 0,
  }
}

/** Rows that were to be deleted are not as many as were meant: none is. */
export function isRefused({ chosen }: ChangeDetail): boolean {
  return chosen?.is_listed === true && chosen.listed !== chosen.expected
}

/** The revert ended without an effect, because everything was changed meanwhile. The change keeps its state. */
export function isFruitless({ cells, rows, columns, skipped_count }: Revert): boolean {
  return cells + rows + columns === 0 && skipped_count > 0
}

export const MOST_SKIPPED = 100

/** What a change did to one row, as it is stored. */
export interface Version {
  row_id: string
  input_before: JsonObject | null
  input_after: JsonObject | null
  cells_before: JsonObject | null
  cells_after: JsonObject | null
  /** Columns that the last undo or redo left alone; the next one passes over them, and then they count again. */
  skipped: string[] | null
}

export interface RowNow {
  data: JsonObject
  /** Cells by column, as they are stored. */
  cells: JsonObject
}

export interface RowRevert {
  /** Values to write, null to take away. */
  values: JsonObject
  /** Cells to write, null to take away. */
  cells: JsonObject
  /** Columns that were changed since. */
  skipped: string[]
}

export function revertRow(version: Version, now: RowNow, direction: Direction): RowRevert {
  const revert: RowRevert = { values: {}, cells: {}, skipped: [] }
  const past = new Set(version.skipped)
  const [from, to] = sides(direction, version.input_before, version.input_after)
  const [cellsFrom, cellsTo] = sides(direction, version.cells_before, version.cells_after)
  settle(from, to, now.data, isSame, past, revert.values, revert.skipped)
  settle(cellsFrom, cellsTo, now.cells, isSameCell, past, revert.cells, revert.skipped)
  return revert
}

/** Every column of a version whose row is gone, except those that were passed over. */
export function columnsOf(version: Version): string[] {
  const past = new Set(version.skipped)
  const all = [version.input_before, version.cells_before].flatMap((side) => Object.keys(side ?? {}))
  return all.filter((column) => !past.has(column))
}

function sides(direction: Direction, before: JsonObject | null, after: JsonObject | null): [JsonObject, JsonObject] {
  return direction === 'undo' ? [after ?? {}, before ?? {}] : [before ?? {}, after ?? {}]
}

function settle(
  from: JsonObject,
  to: JsonObject,
  now: JsonObject,
  same: (one: Json, other: Json) => boolean,
  past: ReadonlySet<string>,
  writes: JsonObject,
  skipped: string[],
): void {
  for (const column of new Set([...Object.keys(from), ...Object.keys(to)])) {
    if (past.has(column)) continue
    const current = now[column] ?? null
    const wanted = to[column] ?? null
    if (same(current, wanted)) continue
    const isUntouched =
      column in from && column in to && same(current, from[column] ?? null) && !losesDelivery(current, wanted)
    if (isUntouched) writes[column] = wanted
    else skipped.push(column)
  }
}

/** Whether a cell says that its row was delivered, or may have been: that cannot be taken back. */
export function isDelivered(cell: Json | undefined): boolean {
  const { provider, status, error_class } = (cell ?? {}) as JsonObject
  return String(provider).startsWith('output:') && (status === 'complete' || error_class === 'uncertain')
}

// Without the cell that says so, the next run would deliver the row a second time.
function losesDelivery(current: Json, wanted: Json): boolean {
  return isDelivered(current) && !isDelivered(wanted) && (wanted as JsonObject | null)?.status !== 'overridden'
}

/** The same answer of the same making: when it was written, or at what cost, does not matter. */
export function isSameCell(one: Json, other: Json): boolean {
  const [a, b] = [one, other] as (JsonObject | null)[]
  if (a === null || b === null || a === undefined || b === undefined) return (a ?? null) === (b ?? null)
  // Its inputs were changed since, and not the cell.
  const isStatus = a.status === b.status || a.status === 'stale' || b.status === 'stale'
  return isStatus && a.run_id === b.run_id && isSame(a.value ?? null, b.value ?? null)
}
