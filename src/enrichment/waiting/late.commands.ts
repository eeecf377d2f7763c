// An answer that comes when its run is over: it fills the cell if that is still empty, and is kept in the trace in any case.

import type { CellPlanSpec } from '../../engine/columns/columns.ts'
import { cellOf, hasAnswer, type Row } from '../../engine/values/row.ts'
import { planCell } from '../../engine/waterfall/cell.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { applyCells } from '../../records/rows/cells.commands.ts'
import type { CellWrite } from '../../records/store/cell.logic.ts'
import { readRowsForRun } from '../../records/store/rows/rows.reads.ts'
import { emitCells } from '../../records/store/workbook.events.ts'
import type { AttemptRecord } from '../attempts/attempts.writes.ts'
import type { DueAnswer } from '../attempts/awaited.writes.ts'
import type { Lookups } from '../money/facts.ts'
import { fillCell } from '../runs/cells/fill-cell.ts'
import type { RunWorkerParts } from '../runs/worker/active-run.ts'

const NOBODY_ELSE = { reason: 'dependency', detail: 'The run had ended, so no further provider was called' } as const

type Late = Pick<DueAnswer, 'workbook_id' | 'run_id' | 'row_id' | 'column_id'>

/** Fills the cell if nothing has filled it since. */
export async function fillLate(
  parts: Pick<RunWorkerParts, 'now'>,
  tx: WorkspaceTx,
  lookups: Lookups,
  at: Late,
  attempts: readonly AttemptRecord[],
): Promise<void> {
  const [row] = await readRowsForRun(tx, at.workbook_id, { row_ids: [at.row_id] }, null)
  if (!row || !isStillEmpty(row, at.column_id, at.run_id)) return
  const write = await judgeAgain(parts, tx, lookups, at, row, attempts)
  const isWaiting = cellOf(row, at.column_id)?.status === 'waiting'
  if (!write || (!isWaiting && write.status !== 'complete' && write.status !== 'unverified')) return
  await applyCells(tx, at.workbook_id, [write])
  await emitCells(tx, at.workbook_id, [write])
}

/** Judges the cell again from the attempts of its run, without calls; null when it can no longer be judged. */
export async function judgeAgain(
  parts: Pick<RunWorkerParts, 'now'>,
  tx: WorkspaceTx,
  lookups: Lookups,
  { run_id, row_id, column_id }: Late,
  row: Row,
  attempts: readonly AttemptRecord[],
): Promise<CellWrite | null> {
  const spec = await frozenSpec(tx, run_id, column_id)
  if (!spec) return null
  const earlier = attempts.filter((attempt) => attempt.row_id === row_id && attempt.column_id === column_id)
  const now = parts.now()
  const request = {
    spec,
    row,
    mode: 'all',
    now: now.getTime(),
    factsOf: lookups.factsOf,
    unsettled: new Set<string>(),
    force: true,
  } as const
  const decision = planCell(request)
  if (decision.kind !== 'ask') return null
  const answered = new Set(earlier.flatMap(({ step_id, answer }) => (answer ? [step_id] : [])))
  const steps = decision.plan.steps.map((step) => ({ ...step, skip: answered.has(step.id) ? null : NOBODY_ELSE }))
  const never = () => Promise.reject(new Error('no calls are made for a late answer'))
  const { write } = await fillCell(row_id, spec, { ...decision.plan, steps }, earlier, {
    run_id,
    lookups,
    ask: never,
    books: { reserve: never, record: () => {}, letGo: () => {} },
    now: () => now,
  })
  return write
}

/** A value that came another way, or that a person entered, is not taken away. */
function isStillEmpty(row: Row, columnId: string, runId: string): boolean {
  const cell = cellOf(row, columnId)
  return cell === undefined || (cell.run_id === runId && !hasAnswer(cell)) || cell.status === 'cancelled'
}

/** The column as the run planned it; undefined after its deletion, and for a job, which has no columns. */
export async function frozenSpec(tx: WorkspaceTx, runId: string, columnId: string): Promise<CellPlanSpec | undefined> {
  const { rows } = await tx.client.query<{ spec: CellPlanSpec }>(
    `/* along: runs (workspace_id, id, workbook_id, scope) where workspace_id = $1 and id = $2 */
    select spec from runs r, jsonb_array_elements(r.scope->'specs') spec
      where r.workspace_id = $1 and r.id = $2 and spec->>'column_id' = $3 and exists (
        select 1 from workbook_columns c where c.workspace_id = $1 and c.workbook_id = r.workbook_id and c.id = $3)`,
    [tx.workspace_id, runId, columnId],
  )
  return rows[0]?.spec
}
