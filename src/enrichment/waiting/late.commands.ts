// An answer that comes when its run is over: it fills the cell if that is still empty, and is kept in the trace in any case.
import { planCell } from '../../engine/cell.ts'
import type { CellPlanSpec } from '../../engine/columns.ts'
import { cellOf, hasAnswer, type Row } from '../../engine/row.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { applyCells } from '../../records/workbooks/cells.commands.ts'
import { readRowsForRun } from '../../records/workbooks/rows.reads.ts'
import { ringCells } from '../../records/workbooks/workbook.events.ts'
import type { RunWorkerParts } from '../runs/active-run.ts'
import type { AttemptRecord } from '../runs/attempts.writes.ts'
import type { Lookups } from '../runs/facts.ts'
import { fillCell } from '../runs/fill-cell.ts'
import type { DueAnswer } from './awaited.writes.ts'

const NOBODY_ELSE = { reason: 'dependency', detail: 'The run had ended, so nobody else was asked' } as const

/** Judges the cell by the attempts that its run made at it, which are among those given, asking nobody. Returns what a cell that is written has cost, in micro-USD. */
export async function fillLate(
  parts: Pick<RunWorkerParts, 'now'>,
  tx: WorkspaceTx,
  { factsOf, lookupOf }: Lookups,
  { workbook_id, run_id, row_id, column_id }: DueAnswer,
  attempts: readonly AttemptRecord[],
): Promise<number> {
  const [row] = await readRowsForRun(tx, workbook_id, { row_ids: [row_id] }, null)
  const spec = await frozenSpec(tx, run_id, column_id)
  if (!row || !spec || !isStillEmpty(row, column_id, run_id)) return 0
  const earlier = attempts.filter((attempt) => attempt.row_id === row_id && attempt.column_id === column_id)
  const now = parts.now()
  const request = {
    spec,
    row,
    mode: 'all',
    now: now.getTime(),
    factsOf,
    unsettled: new Set<string>(),
    force: true,
  } as const
  const decision = planCell(request)
  if (decision.kind !== 'ask') return 0
  const answered = new Set(earlier.flatMap(({ step_id, answer }) => (answer ? [step_id] : [])))
  const steps = decision.plan.steps.map((step) => ({ ...step, skip: answered.has(step.id) ? null : NOBODY_ELSE }))
  const never = () => Promise.reject(new Error('nobody is asked for a late answer'))
  const { write } = await fillCell(row_id, spec, { ...decision.plan, steps }, earlier, {
    ...{ run_id, factsOf, lookupOf },
    ...{ ask: never, reserve: never, record: () => {}, letGo: () => {}, now: () => now },
  })
  const isWaiting = cellOf(row, column_id)?.status === 'waiting'
  if (!isWaiting && write.status !== 'complete' && write.status !== 'unverified') return 0
  await applyCells(tx, workbook_id, [write])
  await ringCells(tx, workbook_id, [write])
  return write.cost_micro ?? 0
}

/** A value that came another way, or that a person entered, is not taken away. */
function isStillEmpty(row: Row, columnId: string, runId: string): boolean {
  const cell = cellOf(row, columnId)
  return cell === undefined || (cell.run_id === runId && !hasAnswer(cell)) || cell.status === 'cancelled'
}

async function frozenSpec(tx: WorkspaceTx, runId: string, columnId: string): Promise<CellPlanSpec | undefined> {
  const { rows } = await tx.client.query(
    `select spec from runs r, jsonb_array_elements(r.scope->'specs') spec
      where r.workspace_id = $1 and r.id = $2 and spec->>'column_id' = $3 and exists (
        select 1 from workbook_columns c where c.workspace_id = $1 and c.workbook_id = r.workbook_id and c.id = $3)`,
    [tx.workspace_id, runId, columnId],
  )
  return rows[0]?.spec as CellPlanSpec | undefined
}
