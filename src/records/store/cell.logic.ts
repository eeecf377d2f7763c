// A cell as it is written, and what its statuses mean: which are finished, which keep the value that was there before.
import type { CellStatus } from '../../engine/values/row.ts'
import type { Json, JsonObject } from '../../kernel/json.ts'
import { usdFromMicro } from '../../kernel/money.ts'

export interface CellWrite {
  row_id: string
  column_id: string
  status: CellStatus
  /** Absent or null clears the value, except for a status in which the cell keeps what it had. */
  value?: Json
  provider?: string | null
  reason?: string | null
  /** Words for a person: why it was skipped, missed or failed. */
  detail?: string | null
  error_class?: string | null
  error_message?: string | null
  /** 0..1 */
  confidence?: number | null
  license?: string | null
  /** Micro-USD, as far as it is known. */
  cost_micro?: number
  /** The cost of some call is unknown: so is the cost of the cell. */
  cost_unknown?: boolean
  provenance?: JsonObject | null
  /** What a research went by; kept apart from the cell. */
  research?: JsonObject | null
  run_id?: string | null
  /** RFC 3339; when a throttled or waiting cell goes on. */
  resume_at?: string | null
  /** The value is the one that was there: nothing that was made from it is stale. */
  is_same?: boolean
  /** The row's own values that it was made from, by column, and when the row was last written then (RFC 3339, to the millisecond). */
  made_from?: { updated_at: string; values: JsonObject }
}

export interface CellPlace {
  row_id: string
  column_id: string
}

/**
 * Nothing more is wanted from a cell with one of these; a row counts as completed when every enriched column has one.
 * An error is not among them: a user still has to look at it.
 */
export const FINISHED: readonly CellStatus[] = ['complete', 'unverified', 'not_found', 'skipped', 'overridden']

/** Work that is under way or ended without an answer: the cell keeps the value it had, and who gave it. */
export const KEEPS_VALUE: readonly CellStatus[] = [
  'queued',
  'running',
  'waiting',
  'throttled',
  'error',
  'budget_stopped',
  'cancelled',
]

const finished: ReadonlySet<string> = new Set(FINISHED)
const keepsValue: ReadonlySet<string> = new Set(KEEPS_VALUE)

export function isFinished(status: CellStatus): boolean {
  return finished.has(status)
}

const answers: ReadonlySet<string> = new Set(['complete', 'unverified', 'not_found'])

/** An answer, a miss too, that can become stale. */
export function isAnswer(status: CellStatus): boolean {
  return answers.has(status)
}

/** In US dollars; null when what some call cost is unknown. */
export function costUsd({ cost_micro = 0, cost_unknown = false }: CellWrite): number | null {
  return cost_unknown ? null : usdFromMicro(cost_micro)
}

/** True when writing this status without a value leaves the value of the cell alone. */
export function leavesValue(status: CellStatus, value: unknown): boolean {
  return keepsValue.has(status) && (value === null || value === undefined)
}
