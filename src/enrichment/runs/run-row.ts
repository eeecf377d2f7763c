// Works through one row: its columns in the order of their references, those that do not need each other side by side.
import { type CellDecision, planCell, type RunMode } from '../../engine/cell.ts'
import type { CellPlanSpec } from '../../engine/columns.ts'
import { type Cell, cellOf, type Row } from '../../engine/row.ts'
import { type CellWrite, isFinished } from '../../records/workbooks/cell.logic.ts'
import type { AttemptRecord } from './attempts.writes.ts'
import { type FilledCell, type FillParts, fillCell } from './fill-cell.ts'

export interface RowWork {
  row: Row
  specs: readonly CellPlanSpec[]
  mode: RunMode
  /** Attempts of this run at this row by a worker that is gone. */
  earlier: readonly AttemptRecord[]
  parts: FillParts
  signal: AbortSignal
  /** The cells that follow from these on the row, such as formulas: columns still to be asked may read them. */
  follow: (row: Row, columnIds: readonly string[]) => Promise<Row['cells']>
  onCell: (cell: FilledCell) => Promise<void>
}

/** Returns how many cells were left as they are. Rejects with the signal's reason when the run is stopped. */
export async function runRow(work: RowWork): Promise<number> {
  const { specs, row, parts, signal } = work
  const cells: Row['cells'] = { ...row.cells }
  const open = new Map(
    specs.filter((spec) => !settledBefore(row, spec, parts.run_id)).map((spec) => [spec.column_id, spec]),
  )
  let untouched = 0
  while (open.size > 0) {
    signal.throwIfAborted()
    const current = { ...row, cells }
    const decided = [...open.values()].map((spec) => ({ spec, decision: decide(work, spec, current, open) }))
    const ready = decided.filter(({ decision }) => decision.kind !== 'wait')
    // Columns cannot be saved in a circle; should one exist, leaving its cells alone beats working on it for ever.
    if (ready.length === 0) return untouched + open.size
    const filledNow: string[] = []
    await Promise.all(
      ready.map(async ({ spec, decision }) => {
        const filled = await fill(work, spec, decision)
        if (!filled) untouched++
        else {
          cells[spec.column_id] = cellAfter(filled.write, cellOf(current, spec.column_id))
          filledNow.push(spec.column_id)
          await work.onCell(filled)
        }
        open.delete(spec.column_id)
      }),
    )
    if (filledNow.length > 0 && open.size > 0) Object.assign(cells, await work.follow({ ...row, cells }, filledNow))
  }
  return untouched
}

/** True for a cell that this very run has written before its worker died: counted then, not to be touched again. */
function settledBefore(row: Row, spec: CellPlanSpec, runId: string): boolean {
  return cellOf(row, spec.column_id)?.run_id === runId
}

function decide({ mode, parts }: RowWork, spec: CellPlanSpec, row: Row, open: Map<string, CellPlanSpec>): CellDecision {
  return planCell({
    spec,
    row,
    mode,
    now: parts.now().getTime(),
    factsOf: parts.factsOf,
    unsettled: new Set(open.keys()),
  })
}

async function fill(
  { row, earlier, parts }: RowWork,
  spec: CellPlanSpec,
  decision: CellDecision,
): Promise<FilledCell | undefined> {
  if (decision.kind === 'fresh' || decision.kind === 'wait') return undefined
  if (decision.kind === 'ask') {
    const mine = earlier.filter((attempt) => attempt.column_id === spec.column_id)
    return fillCell(row.row_id, spec, decision.plan, mine, parts)
  }
  const skipped: CellWrite = {
    row_id: row.row_id,
    column_id: spec.column_id,
    status: 'skipped',
    value: null,
    reason: decision.reason,
    detail: decision.detail,
    run_id: parts.run_id,
  }
  return { write: skipped, attempts: [], keep: [], spent: [] }
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
    cost_usd: (write.cost_micro ?? 0) / 1e6,
    license: (write.license ?? null) as Cell['license'],
    run_id: write.run_id ?? null,
    updated_at: null,
  }
}
