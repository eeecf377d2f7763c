// A row as the engine sees it: what the user brought, and one cell per enriched column.
import type { Json, JsonObject } from '../../kernel/json.ts'
import type { StaleReason } from '../columns/freshness.ts'
import type { FailureClass, License, SkipReason } from '../waterfall/outcome.ts'

export type CellStatus =
  | 'pending'
  | 'queued'
  | 'running'
  | 'waiting'
  | 'throttled'
  | 'complete'
  | 'unverified'
  | 'not_found'
  | 'skipped'
  | 'error'
  | 'budget_stopped'
  | 'stale'
  | 'overridden'
  | 'cancelled'

export const CELL_STATUSES: readonly CellStatus[] = [
  'pending',
  'queued',
  'running',
  'waiting',
  'throttled',
  'complete',
  'unverified',
  'not_found',
  'skipped',
  'error',
  'budget_stopped',
  'stale',
  'overridden',
  'cancelled',
]

/** One enriched value. Every member but `status` may be null; times are RFC 3339 in UTC. */
export interface Cell {
  value: Json
  status: CellStatus
  reason: SkipReason | FailureClass | StaleReason | null
  error_class: FailureClass | null
  provider: string | null
  /** 0..1 */
  confidence: number | null
  cost_usd: number | null
  license: License | null
  run_id: string | null
  updated_at: string | null
}

/** A cell of which nothing is known but its status. */
export const blankCell = (status: CellStatus): Cell => ({
  value: null,
  status,
  reason: null,
  error_class: null,
  provider: null,
  confidence: null,
  cost_usd: null,
  license: null,
  run_id: null,
  updated_at: null,
})

export interface Row {
  row_id: string
  position: number
  created_at: string
  updated_at: string
  lead_id: number | null
  source: { provider: string | null; [more: string]: Json } | null
  /** The row's own values by column id. */
  data: JsonObject
  /** Why own values do not fit their columns; absent where they were not checked. */
  invalid?: { [columnId: string]: string }
  /** Cells by column id; a column that was never run on this row has none. */
  cells: { [columnId: string]: Cell }
}

/** In these statuses other columns may build on the value. */
export const WITH_VALUE: ReadonlySet<CellStatus> = new Set(['complete', 'unverified', 'stale', 'overridden'])

/** True for a cell whose value other columns may build on; a value left behind by a failed re-run is not one. */
export function hasAnswer(cell: Cell | undefined): boolean {
  return cell !== undefined && WITH_VALUE.has(cell.status)
}

/**
 * Why nothing is known of an answer, as the rest of a sentence about its column: its lookup failed, was left out, or is not done. Undefined
 * for a value, and for a miss: that was looked for and is not there.
 */
export function whyUnknown(cell: Cell | undefined, isInput: boolean): string | undefined {
  if (!cell) return isInput ? undefined : 'was not run'
  return hasAnswer(cell) || cell.status === 'not_found' ? undefined : `is ${cell.status.replace('_', ' ')}`
}

/** What a reference to the column gives on this row. */
export function referencedValue(row: Row, columnId: string): Json {
  const cell = own(row.cells, columnId)
  if (cell) return hasAnswer(cell) ? cell.value : null
  return own(row.data, columnId) ?? null
}

/** What the grid shows and filters see: the cell's value when there is a cell, else the row's own value. */
export function shownValue(row: Row, columnId: string): Json {
  const cell = own(row.cells, columnId)
  return (cell ? cell.value : own(row.data, columnId)) ?? null
}

/** The cell of a column; undefined when it was never run on this row. */
export function cellOf(row: Row, columnId: string): Cell | undefined {
  return own(row.cells, columnId)
}

function own<T>(object: { [key: string]: T }, key: string): T | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined
}
