// Chooses the rows of a run on which another step goes first, within what the column may spend on that in a month.
import { createHash } from 'node:crypto'
import type { CellPlanSpec } from '../../../engine/columns/columns.ts'
import type { WorkspaceTx } from '../../../platform/db/database.ts'
import { oneRow } from '../../../platform/db/sql-client.ts'
import { idsOf, lateral } from '../../../records/store/lateral.logic.ts'
import { type EstimateContext, readMeasured } from './estimate.reads.ts'
import { chooseExploredRows, rowsToExplore } from './exploration.logic.ts'
import { sampleToRun } from './rows-to-run.reads.ts'
import { type RowsInScope, rowsOf } from './scope-rows.reads.ts'

/** The plans with the rows on which another step goes first. A test tells nothing of a step. */
export async function withExploration(
  tx: WorkspaceTx,
  workbookId: string,
  scope: RowsInScope,
  e: EstimateContext,
): Promise<CellPlanSpec[]> {
  if (!e.specs.some(({ exploration, test }) => exploration && !test)) return [...e.specs]
  const measured = await readMeasured(tx, workbookId, e)
  const specs: CellPlanSpec[] = []
  for (const spec of e.specs) {
    const { exploration, column_id, test } = spec
    const size =
      exploration && !test ? rowsToExplore(rowsOf(scope), exploration.percent, chanceOf(column_id, e.now)) : 0
    const left_micro =
      exploration && size > 0 ? exploration.micro_per_month - (await readExplored(tx, workbookId, column_id, e.now)) : 0
    if (!exploration || left_micro <= 0) {
      specs.push(spec)
      continue
    }
    const { row_ids } = await sampleToRun(tx, workbookId, scope, size, { ...e, column_id })
    const trials = new Map([...(measured.get(column_id) ?? [])].map(([id, { trials }]) => [id, trials]))
    const chosen = chooseExploredRows(spec, row_ids, { left_micro, trials, factsOf: e.factsOf })
    specs.push({ ...spec, exploration: { ...exploration, ...chosen } })
  }
  return specs
}

/**
 * The plans of a run that begins, and what to put on record for its exploration. Two runs that begin at once are counted one after the other:
 * the one for which too little is left explores nothing.
 */
export async function reserveExploration(
  tx: WorkspaceTx,
  workbookId: string,
  specs: readonly CellPlanSpec[],
  now: number,
): Promise<{ specs: CellPlanSpec[]; explored: { [columnId: string]: number } | null }> {
  if (!specs.some(({ exploration }) => exploration?.micro)) return { specs: [...specs], explored: null }
  await tx.client.query('select from workbooks where workspace_id = $1 and id = $2 for no key update', [
    tx.workspace_id,
    workbookId,
  ])
  const explored: { [columnId: string]: number } = {}
  const kept: CellPlanSpec[] = []
  for (const spec of specs) {
    const { exploration, ...plain } = spec
    if (!exploration?.micro) {
      kept.push(spec)
      continue
    }
    const spent = await readExplored(tx, workbookId, spec.column_id, now)
    const fits = spent + exploration.micro <= exploration.micro_per_month
    if (fits) explored[spec.column_id] = exploration.micro
    kept.push(fits ? spec : plain)
  }
  return { specs: kept, explored }
}

/** Micro-USD of this calendar month: what runs that have ended spent on it, and what the others may. */
async function readExplored(tx: WorkspaceTx, workbookId: string, columnId: string, now: number): Promise<number> {
  const at = new Date(now)
  const from = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth()))
  const { rows } = await tx.client.query<{ micro: number }>(
    `select coalesce(sum((explored ->> $3)::bigint), 0)::bigint as micro from runs
      where workspace_id = $1 and workbook_id = $2 and explored is not null and created_at >= $4`,
    [tx.workspace_id, workbookId, columnId, from],
  )
  return Number(oneRow(rows).micro)
}

/** Settles the exploration budget of an ended run: spent amounts replace reserved ones, except where the cost is unknown. */
export async function settleExploration(tx: WorkspaceTx, runId: string, workbookId: string): Promise<void> {
  const { rows } = await tx.client.query<{ specs: CellPlanSpec[]; explored: { [columnId: string]: number } }>(
    `select scope -> 'specs' as specs, explored from runs where workspace_id = $1 and id = $2 and explored is not null`,
    [tx.workspace_id, runId],
  )
  const [run] = rows
  if (!run) return
  const settled = { ...run.explored }
  for (const { column_id, exploration } of run.specs) {
    if (!Object.hasOwn(settled, column_id) || !exploration?.steps) continue
    const costs = await readCosts(tx, [workbookId, runId, column_id], exploration.steps)
    if (!costs.includes(null)) settled[column_id] = costs.reduce<number>((sum, micro) => sum + (micro ?? 0), 0)
  }
  await tx.client.query('update runs set explored = $3 where workspace_id = $1 and id = $2', [
    tx.workspace_id,
    runId,
    JSON.stringify(settled),
  ])
}

/** What the calls of these steps on these rows cost in a run, with those of their verifiers; null is unknown, as while an answer is awaited. */
async function readCosts(
  tx: WorkspaceTx,
  [workbookId, runId, columnId]: [string, string, string],
  steps: { [rowId: string]: string },
): Promise<(number | null)[]> {
  const attempts = lateral(idsOf(3), {
    table: 'attempts',
    by: 'row_id',
    columns: 'row_id, step_id, state, cost_micro',
    and: 'and column_id = $4 and run_id = $5',
  })
  const { rows } = await tx.client.query<{ row_id: string; step_id: string; cost_micro: number | null }>(
    `select r.row_id, r.step_id, case when r.state = 'settled' then r.cost_micro end as cost_micro from ${attempts}`,
    [tx.workspace_id, workbookId, Object.keys(steps), columnId, runId],
  )
  return rows.flatMap(({ row_id, step_id, cost_micro }) => {
    const step = steps[row_id] ?? ''
    return step_id === step || step_id.startsWith(`${step}+`) ? [cost_micro] : []
  })
}

/** 0 to 1, another one each second and for each column: a run of one row explores now and then. */
function chanceOf(columnId: string, now: number): number {
  const hash = createHash('sha256')
    .update(`${columnId} ${Math.floor(now / 1000)}`)
    .digest()
  return hash.readUInt32BE(0) / 2 ** 32
}
