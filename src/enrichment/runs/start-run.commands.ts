// Estimating and starting runs: of columns over rows, and of a single cell.
import type { CellPlanSpec } from '../../engine/columns/columns.ts'
import { refuse, refuseField } from '../../kernel/errors.ts'
import { newId, type WorkspaceId } from '../../kernel/ids.ts'
import { microFromUsd } from '../../kernel/money.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { WorkspaceScope } from '../../platform/ctx.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { oneRow } from '../../platform/db/sql-client.ts'
import { emit } from '../../platform/events/event.ts'
import { openCell } from '../../records/opening/structure.lock.ts'
import { clearCell, type OverridePath } from '../../records/rows/overrides.commands.ts'
import { newChange, recordChange } from '../../records/store/recorder.ts'
import { runCreated } from '../enrichment.events.ts'
import { capRun } from '../money/budgets.commands.ts'
import { planFirstRows } from './planning/dry-run.reads.ts'
import { reserveExploration } from './planning/exploration.commands.ts'
import type { CellRunRequest, RunEstimate, RunRequest, RunStarted } from './planning/run.schema.ts'
import { type PreparedRun, prepareRun } from './planning/run.scope.ts'
import type { Runs } from './run.commands.ts'
import { cutRest, cutRows, cutWorkbook } from './worker/chunks.writes.ts'
import { endRun, settleWorkbook } from './worker/run.ending.ts'

/** What the run would do and cost, without doing it. */
export async function estimate(
  runs: Runs,
  workspaceId: WorkspaceId,
  workbookId: string,
  request: RunRequest,
): Promise<RunEstimate> {
  return runs.database.inWorkspace(
    workspaceId,
    async (tx) => (await prepareRun(runs, tx, workbookId, request)).estimate,
  )
}

/** What the run would do to the first rows besides, without doing it. */
export async function dryRun(
  runs: Runs,
  at: WorkspaceScope,
  workbook: string,
  request: RunRequest,
): Promise<RunStarted> {
  return runs.database.inWorkspace(at, async (tx) => {
    const prepared = await prepareRun(runs, tx, workbook, request)
    const { rows, cells, estimate } = prepared
    return { run_id: null, status: 'dry_run', rows, cells, estimate, plan: await planFirstRows(tx, prepared) }
  })
}

/** A run that was really started. */
export type StartedRun = RunStarted & { run_id: string }

/** A column that runs by itself, and the token that brought the rows. */
interface ByItself {
  column_id: string
  token_id: string | null
}

/** As {@link startRun}, in the transaction of the caller. */
export async function startAutoRun(
  { database: _, ...runs }: Runs,
  tx: WorkspaceTx,
  workbook: string,
  itself: ByItself,
  request: Omit<RunRequest, 'column_ids'>,
): Promise<StartedRun> {
  const asked: RunRequest = { ...request, column_ids: [itself.column_id] }
  return begin(tx, await prepareRun(runs, tx, workbook, asked), asked, itself)
}

/** A run that takes no answer older than so many days, in the transaction of the schedule that is due. */
export async function startRefreshRun(
  { database: _, ...runs }: Runs,
  tx: WorkspaceTx,
  workbook: string,
  maxAgeDays: number,
  request: RunRequest,
): Promise<StartedRun> {
  const fresh = (specs: CellPlanSpec[]) => specs.map((spec) => ({ ...spec, max_age_days: maxAgeDays }))
  return begin(tx, await prepareRun(runs, tx, workbook, request, fresh), request)
}

/** As {@link startRun}, in the caller's transaction. */
export async function startRunIn(
  { database: _, ...runs }: Runs,
  tx: WorkspaceTx,
  workbook: string,
  request: RunRequest,
): Promise<StartedRun> {
  return begin(tx, await prepareRun(runs, tx, workbook, request), request)
}

/** Stores the run with its plan frozen and its chunks cut; workers take it from there. */
export async function startRun(
  runs: Runs,
  at: WorkspaceScope,
  workbook: string,
  request: RunRequest,
): Promise<StartedRun> {
  return runs.database.inWorkspace(at, async (tx) => begin(tx, await prepareRun(runs, tx, workbook, request), request))
}

/** Runs one cell again, also after an earlier success. @throws Refusal `not_found`, `invalid`, `conflict` */
export async function runCell(
  runs: Runs,
  at: WorkspaceScope,
  path: OverridePath,
  { force, after_step, test }: CellRunRequest,
): Promise<StartedRun> {
  const request: RunRequest = {
    mode: 'all',
    row_ids: [path.row_id],
    column_ids: [path.column_id],
    ...(test && { test }),
  }
  return runs.database.inWorkspace(at, async (tx) => {
    const { id } = await openCell(tx, path.workbook_id, path.row_id, path.column_id)
    if (await isOverridden(tx, id, path)) {
      if (!force) refuse('conflict', 'A user typed this value. Send `force` to replace it; that can be undone.')
      await clearCell(tx, path)
    }
    const change = (specs: CellPlanSpec[]) =>
      specs
        // A user who runs one cell wants its answer, not figures.
        .map(({ exploration: _, ...spec }): CellPlanSpec => spec)
        .map((spec) => (after_step === undefined ? spec : behindStep(spec, after_step)))
        // No answer of the cache is young enough, and what was delivered is delivered again.
        .map((spec) => (force ? { ...spec, max_age_days: 0, once: false } : spec))
    return begin(tx, await prepareRun(runs, tx, id, request, change), request)
  })
}

async function isOverridden(
  tx: WorkspaceTx,
  workbookId: string,
  { row_id, column_id }: OverridePath,
): Promise<boolean> {
  const { rowCount } = await tx.client.query(
    `select 1 from cells where workspace_id = $1 and workbook_id = $2 and row_id = $3 and column_id = $4 and status = 'overridden'`,
    [tx.workspace_id, workbookId, row_id, column_id],
  )
  return rowCount === 1
}

function behindStep(spec: CellPlanSpec, stepId: string): CellPlanSpec {
  const index = spec.steps.findIndex(({ id }) => id === stepId)
  if (index < 0) refuseField(['after_step'], 'value_error', 'Value error, the column has no such step', stepId)
  if (index === spec.steps.length - 1)
    refuseField(
      ['after_step'],
      'value_error',
      'Value error, this is the last step of the column; no provider is left to ask',
      stepId,
    )
  return { ...spec, steps: spec.steps.slice(index + 1) }
}

async function begin(
  tx: WorkspaceTx,
  prepared: PreparedRun,
  request: RunRequest,
  itself?: ByItself,
): Promise<StartedRun> {
  const { workbook_id: workbookId, scope, estimated, estimate: expected, rows, cells } = prepared
  const { specs, explored } = await reserveExploration(tx, workbookId, estimated.specs, estimated.now)
  const runId = newId()
  const column_ids = specs.map((spec) => spec.column_id)
  const { rows: limit } = await tx.client.query<{ next_position: number }>(
    'select next_position from workbooks where workspace_id = $1 and id = $2',
    [tx.workspace_id, workbookId],
  )
  const { next_position } = oneRow(limit)
  await tx.client.query(
    `insert into runs (workspace_id, id, workbook_id, status, mode, column_ids, scope, max_position, rows, cells, estimate,
        max_micro, actor_user_id, actor_token_id, auto_column, explored)
     values ($1, $2, $3, 'queued', $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    [
      tx.workspace_id,
      runId,
      workbookId,
      request.mode,
      column_ids,
      JSON.stringify({ specs, request }),
      next_position,
      rows,
      cells,
      JSON.stringify(expected),
      request.max_usd === undefined ? null : microFromUsd(request.max_usd),
      tx.actor?.user_id ?? null,
      itself ? itself.token_id : (tx.actor?.token_id ?? null),
      itself?.column_id ?? null,
      explored && JSON.stringify(explored),
    ],
  )
  if (request.max_usd !== undefined) await capRun(tx, runId, request.max_usd, request.allow_unknown_prices ?? false)
  if (rows > 0) await recordRun(tx, workbookId, runId, { rows, column_ids, scope, to: next_position })
  if ('row_ids' in scope) {
    await cutRows(tx, runId, scope.row_ids)
    if (scope.rest) await cutRest(tx, runId, scope.rest)
  } else await cutWorkbook(tx, runId, workbookId, rows)
  await settleWorkbook(tx, workbookId)
  await emit(tx, runCreated, {
    run_id: runId,
    workbook_id: workbookId,
    done: 0,
    total: cells,
    status: 'queued',
  })
  await audit(tx, {
    act: 'run.started',
    object: { type: 'run', id: runId },
    after: {
      workbook_id: workbookId,
      mode: request.mode,
      by_itself: itself !== undefined,
      columns: column_ids,
      rows,
      cells,
      row_ids: request.row_ids?.length ?? null,
      limit: request.limit ?? null,
      sample: request.sample ?? null,
      max_usd: request.max_usd ?? null,
      test: request.test ?? false,
      expected_usd: expected.expected_usd,
    },
  })
  if (rows === 0) await endRun(tx, runId, workbookId, 'done')
  tx.wakes.add('millrace_runs')
  return { run_id: runId, status: rows === 0 ? 'done' : 'queued', rows, cells, estimate: expected }
}

/** Rows by the thousand are found by position when the run is undone, rather than listed. */
const MOST_LISTED = 5000

async function recordRun(
  tx: WorkspaceTx,
  workbookId: string,
  runId: string,
  { rows, column_ids, scope, to }: { rows: number; column_ids: string[]; scope: object; to: number },
): Promise<void> {
  const listed = 'row_ids' in scope ? (scope.row_ids as string[]) : []
  const row_ids = listed.length > 0 && listed.length <= MOST_LISTED ? listed : null
  const change = newChange('run', { rows }, null, runId)
  await recordChange(tx, workbookId, { ...change, detail: { run: { column_ids, row_ids, to, ended: false } } })
}
