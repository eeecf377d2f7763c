// Works through one row, of a workbook or of a lead: its columns in the order of their references, those that do not need each other side by side.

import type { CellPlanSpec } from '../../../engine/columns/columns.ts'
import { type Cell, cellOf, type Row } from '../../../engine/values/row.ts'
import { type CellDecision, columnsNeeded, planCell, type RunMode } from '../../../engine/waterfall/cell.ts'
import { canonicalJson } from '../../../kernel/json.ts'
import { type CellWrite, costUsd, isFinished } from '../../../records/store/cell.logic.ts'
import type { AttemptRecord } from '../../attempts/attempts.writes.ts'
import type { CellCaller } from './cell-caller.ts'
import { type FilledCell, fillCell } from './fill-cell.ts'

export interface RowWork {
  row: Row
  specs: readonly CellPlanSpec[]
  mode: RunMode
  /** Attempts of this run at this row by a lost worker, or before the row rested. */
  earlier: readonly AttemptRecord[]
  /** For a deferred row: its unfinished columns. */
  columns?: readonly string[] | undefined
  /** Milliseconds that a cell may be deferred for; 0 when it was deferred often enough. */
  most_rest_ms: number
  caller: CellCaller
  signal: AbortSignal
  /** Asked when a column has its turn: true where it knows its value, and the cell stays as it is. */
  isKnown?: (spec: CellPlanSpec) => boolean
  /** The row with what follows from these cells, such as formulas: columns that are run later may read it. */
  follow: (row: Row, columnIds: readonly string[]) => Promise<Row>
  onCell: (cell: FilledCell) => Promise<void>
}

/** What is left of a row: columns that are deferred until an answer comes or a provider may be called again, and the columns that read them. */
export interface DeferredColumns {
  columns: string[]
  /** Milliseconds since the epoch when to go on; null when an answer is awaited. */
  resume_at: number | null
}

export interface RowDone {
  /** Cells that were left as they are. */
  untouched: number
  rest: DeferredColumns | null
}

/** Works through the row as far as it goes now. Rejects with the signal's reason when the run is stopped and no call is under way. */
export async function runRow(work: RowWork): Promise<RowDone> {
  const { specs, row, caller, signal, columns } = work
  let current: Row = { ...row, cells: { ...row.cells } }
  const isOpen = ({ column_id }: CellPlanSpec) =>
    columns ? columns.includes(column_id) : !isSettledBefore(row, column_id, caller.run_id)
  const open = new Map(specs.filter(isOpen).map((spec) => [spec.column_id, spec]))
  const resting = new Map<string, FilledCell>()
  let untouched = 0
  while (open.size > resting.size) {
    signal.throwIfAborted()
    const { cells } = current
    const ready = [...open.values()].flatMap((spec) => {
      const decision = resting.has(spec.column_id) ? undefined : decide(work, spec, current, open)
      return decision && decision.kind !== 'wait' ? [{ spec, decision }] : []
    })
    if (ready.length === 0) {
      if (resting.size > 0) break
      // Columns cannot be saved in a circle; should one exist, leaving its cells alone beats working on it for ever.
      return { untouched: untouched + open.size, rest: null }
    }
    const filledNow: string[] = []
    const done = await Promise.allSettled(
      ready.map(async ({ spec, decision }) => {
        const filled = await fill(work, spec, decision)
        if (!filled) untouched++
        else {
          filled.rests = mustRest(filled, work.most_rest_ms)
          const before = cellOf(current, spec.column_id)
          const after = cellAfter(filled.write, before)
          filled.write.is_same = canonicalJson(before?.value ?? null) === canonicalJson(after.value)
          cells[spec.column_id] = after
          filledNow.push(spec.column_id)
          await work.onCell(filled)
          if (filled.rests) return void resting.set(spec.column_id, filled)
        }
        open.delete(spec.column_id)
      }),
    )
    // Only now is no call of the row under way: its chunk may be given back.
    const failed = done.find((each) => each.status === 'rejected')
    if (failed) throw failed.reason
    if (filledNow.length > 0 && open.size > 0) current = await work.follow(current, filledNow)
  }
  return { untouched, rest: resting.size === 0 ? null : restOf([...open.keys()], [...resting.values()]) }
}

function mustRest({ write, awaited, rest_ms }: FilledCell, mostMs: number): boolean {
  if (awaited.length > 0 && write.status === 'waiting') return true
  return write.status === 'throttled' && (rest_ms ?? Number.POSITIVE_INFINITY) <= mostMs
}

function restOf(columns: string[], resting: FilledCell[]): DeferredColumns {
  const awaits = resting.some(({ awaited }) => awaited.length > 0)
  const times = resting.map(({ write }) => Date.parse(write.resume_at ?? ''))
  return { columns, resume_at: awaits ? null : Math.max(...times) }
}

/** True for a cell that this very run has written before its worker died: counted then, not to be touched again. */
function isSettledBefore(row: Row, columnId: string, runId: string): boolean {
  const cell = cellOf(row, columnId)
  return cell?.run_id === runId && !isResting(cell)
}

function isResting({ status }: Cell): boolean {
  return status === 'waiting' || status === 'throttled'
}

function decide(
  { mode, caller, isKnown }: RowWork,
  spec: CellPlanSpec,
  row: Row,
  open: Map<string, CellPlanSpec>,
): CellDecision {
  const cell = cellOf(row, spec.column_id)
  const decision = planCell({
    spec,
    row,
    mode,
    now: caller.now().getTime(),
    factsOf: caller.lookups.factsOf,
    unsettled: open,
    // A deferred cell is unfinished work of this run, whatever its mode.
    force: cell?.run_id === caller.run_id && isResting(cell),
  })
  return decision.kind !== 'wait' && isKnown?.(spec) ? { kind: 'fresh', because: 'answered' } : decision
}

async function fill(
  { row, earlier, caller }: RowWork,
  spec: CellPlanSpec,
  decision: CellDecision,
): Promise<FilledCell | undefined> {
  if (decision.kind === 'fresh' || decision.kind === 'wait') return undefined
  if (decision.kind === 'ask') {
    const mine = earlier.filter((attempt) => attempt.column_id === spec.column_id)
    const filled = await fillCell(row.row_id, spec, decision.plan, mine, caller)
    return { ...filled, write: { ...filled.write, made_from: madeFrom(row, spec) } }
  }
  const skipped: CellWrite = {
    row_id: row.row_id,
    column_id: spec.column_id,
    status: 'skipped',
    value: null,
    reason: decision.reason,
    detail: decision.detail,
    run_id: caller.run_id,
  }
  return { write: skipped, attempts: [], keep: [], spent: [], awaited: [], rest_ms: null }
}

/** The row's own values that the column reads, itself or by way of computed columns. */
function madeFrom(row: Row, spec: CellPlanSpec): NonNullable<CellWrite['made_from']> {
  const values = columnsNeeded([spec]).map((id) => [id, row.data[id] ?? null])
  return { updated_at: row.updated_at, values: Object.fromEntries(values) }
}

function cellAfter(write: CellWrite, before: Cell | undefined): Cell {
  const keeps = !isFinished(write.status) && (write.value === null || write.value === undefined)
  return {
    value: (keeps ? before?.value : write.value) ?? null,
    status: write.status,
    reason: (write.reason ?? null) as Cell['reason'],
    error_class: (write.error_class ?? null) as Cell['error_class'],
    provider: write.provider ?? null,
    confidence: write.confidence ?? null,
    cost_usd: costUsd(write),
    license: (write.license ?? null) as Cell['license'],
    run_id: write.run_id ?? null,
    updated_at: null,
  }
}
