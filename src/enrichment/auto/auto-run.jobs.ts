// Starts the runs of columns that run by themselves: takes what writers have left, one run of a column at a time.

import { roleCovers } from '../../identity/capabilities.logic.ts'
import { readMember } from '../../identity/workspaces/members.reads.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import { microFromUsd, usdFromMicro } from '../../kernel/money.ts'
import type { WorkspaceRole, WorkspaceScope } from '../../platform/ctx.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { emit } from '../../platform/events/event.ts'
import type { JobHandler } from '../../platform/queue/job.ts'
import { openForWriting } from '../../records/opening/structure.lock.ts'
import {
  areIds,
  callConsumer,
  claimDirty,
  type DirtyLine,
  dropDirty,
  endDirty,
  putDirty,
  settleDirty,
} from '../../records/store/dirty-rows/dirty-rows.commands.ts'
import { AUTO_RUN, type AutoRunDetail, autoRunning } from '../../records/store/dirty-rows/dirty-rows.jobs.ts'
import { justAbove } from '../../records/store/rows/rows.reads.ts'
import { readColumns } from '../../records/store/workbooks.reads.ts'
import { autoRunChanged } from '../enrichment.events.ts'
import { prepareRun } from '../runs/planning/run.scope.ts'
import type { Runs } from '../runs/run.commands.ts'
import { startAutoRun } from '../runs/start-run.commands.ts'
import { disarmItself } from './auto-run.commands.ts'
import { type ArmedColumn, readArmed, spentToday } from './auto-run.reads.ts'

/** Most rows of one run; what is left over is taken by the next. */
const MOST_ROWS = 20_000
/** While a run of the column is under way, what came since waits, in ms. */
const AGAIN_MS = 3_000
const DAY_MS = 86_400_000

export function autoRunJobs(runs: Runs): JobHandler[] {
  const job: JobHandler<typeof AUTO_RUN.payload> = {
    kind: AUTO_RUN,
    async work({ workbook_id }, { workspace_id }) {
      if (workspace_id === null) throw new Error('a workbook belongs to a workspace')
      const { armed, columns } = await runs.database.inWorkspace(workspace_id, async (tx) => ({
        armed: await readArmed(tx, workbook_id),
        columns: new Set((await readColumns(tx, workbook_id)).map(({ id }) => id)),
      }))
      const living: ArmedColumn[] = []
      for (const column of armed.filter(({ column_id }) => columns.has(column_id))) {
        const because = await whyNot(runs.database, workspace_id, column)
        if (because === null) living.push(column)
        else
          await runs.database.inWorkspace(placeOf(workspace_id, column), (tx) =>
            disarmItself(tx, workbook_id, column.column_id, because),
          )
      }
      const waits: number[] = []
      for (const column of living) {
        const wait = await runs.database.inWorkspace(placeOf(workspace_id, column), (tx) =>
          runColumn(runs, tx, workbook_id, column),
        )
        if (wait !== null) waits.push(wait)
      }
      await runs.database.inWorkspace(workspace_id, async (tx) => {
        // What was left for columns that were deleted or disarmed.
        const kept = living.map(({ column_id }) => ({ column_id }))
        await dropDirty(tx, autoRunning, [workbook_id], kept)
        if (waits.length === 0) return
        const run_at = new Date(runs.now().getTime() + Math.min(...waits))
        await callConsumer(tx, autoRunning, workbook_id, run_at)
      })
    },
  }
  return [job]
}

/** Why it may not run on behalf of the user who armed it, with that user's current role; null when it may. */
async function whyNot(database: Database, workspaceId: WorkspaceId, { armed_by }: ArmedColumn): Promise<string | null> {
  if (armed_by === null) return 'The user who turned it on is unknown'
  const person = await database.inControl((tx) => readMember(tx, workspaceId, armed_by))
  if (!person) return 'The user who turned it on has left this workspace'
  if (!person.is_active) return `The account of ${person.username}, who turned it on, was deactivated`
  const role = person.role as WorkspaceRole
  return roleCovers(role, 'runs.execute') ? null : `${person.username}, who turned it on, may not start runs any more`
}

/** Starts the next run of a column that has one. Milliseconds until it is worth looking again; null when all is done. */
async function runColumn(
  runs: Runs,
  tx: WorkspaceTx,
  workbook: string,
  { column_id }: ArmedColumn,
): Promise<number | null> {
  // A request that disarms it waits, and then ends the run started here.
  await openForWriting(tx, workbook)
  const armed = (await readArmed(tx, workbook)).find((each) => each.column_id === column_id)
  if (!armed) return null
  if (await isUnderWay(tx, workbook, column_id)) return AGAIN_MS
  const next = await takeRows(tx, workbook, column_id)
  if (next === null) return null
  const { mode, token_id } = next.detail
  const { rows } = next
  const request = { mode, row_ids: rows, column_ids: [column_id] }
  const { estimate } = await prepareRun(runs, tx, workbook, request)
  const left = armed.max_micro_per_day - (await spentToday(tx, workbook, column_id))
  // No more rows than can be paid even when every one costs the most: so the limit never cuts through a run.
  const high = microFromUsd(estimate.high_usd)
  const fit = high <= left ? rows.length : Math.floor((rows.length * Math.max(0, left)) / high)
  if (fit === 0) {
    await putDirty(tx, autoRunning, workbook, rows, next)
    await stopForToday(tx, workbook, armed)
    return DAY_MS - (runs.now().getTime() % DAY_MS)
  }
  const max_usd = usdFromMicro(Math.max(0, left))
  await startAutoRun(runs, tx, workbook, { column_id, token_id }, { mode, row_ids: rows.slice(0, fit), max_usd })
  if (fit < rows.length) await putDirty(tx, autoRunning, workbook, rows.slice(fit), next)
  return AGAIN_MS
}

interface Taken {
  rows: string[]
  detail: AutoRunDetail
}
type AutoRunLine = DirtyLine<AutoRunDetail>

const LINES_AT_ONCE = 500

/** Takes what was left, changed rows before new ones, up to the most of one run; null when nothing is. */
async function takeRows(tx: WorkspaceTx, workbook: string, column_id: string): Promise<Taken | null> {
  for (const mode of ['all', 'missing'] as const)
    for (;;) {
      const of = { column_id, mode }
      const lines = await claimDirty(tx, autoRunning, workbook, { of, limit: LINES_AT_ONCE })
      if (lines.length === 0) break
      const { rows, token_id } = await takeLines(tx, workbook, await dropAsked(tx, column_id, lines))
      if (rows.length > 0) return { rows, detail: { column_id, mode, run_id: null, token_id } }
    }
  return null
}

/** Cells written by a run of the column need no other run: such lines go. What a run wrote is its token's. */
async function dropAsked(tx: WorkspaceTx, column: string, lines: readonly AutoRunLine[]): Promise<AutoRunLine[]> {
  const ids = [...new Set(lines.flatMap(({ detail }) => detail.run_id ?? []))]
  if (ids.length === 0) return [...lines]
  const { rows } = await tx.client.query<{ id: string; asks: boolean; token_id: string | null }>(
    `select id, column_ids @> array[$3::text] as asks, actor_token_id as token_id from runs
      where workspace_id = $1 and id = any($2::uuid[])`,
    [tx.workspace_id, ids, column],
  )
  const runs = new Map(rows.map((run) => [run.id, run]))
  const asked: AutoRunLine[] = []
  const others: AutoRunLine[] = []
  for (const line of lines) {
    const run = runs.get(line.detail.run_id ?? '')
    if (run?.asks) asked.push(line)
    else others.push({ ...line, detail: { ...line.detail, token_id: line.detail.token_id ?? run?.token_id ?? null } })
  }
  await endDirty(tx, asked)
  return others
}

/** The rows of these lines that are still there, of those of one token by themselves. */
async function takeLines(
  tx: WorkspaceTx,
  workbook: string,
  lines: readonly AutoRunLine[],
): Promise<{ rows: string[]; token_id: string | null }> {
  const token_id = lines[0]?.detail.token_id ?? null
  const taken = new Set<string>()
  for (const line of lines) {
    if (taken.size >= MOST_ROWS) break
    if ((line.detail.token_id ?? null) !== token_id) continue
    const { rows } = line
    const range = 'from' in rows ? rows : null
    const found = await tx.client.query<{ id: string; position: number }>(
      `select id, position from workbook_rows where workspace_id = $1 and workbook_id = $2
        and ($3::uuid[] is null or id = any($3)) and ($4::float8 is null or position between $4 and $5)
        order by position limit ${MOST_ROWS}`,
      [tx.workspace_id, workbook, areIds(rows) ? rows : null, range?.from ?? null, range?.to ?? null],
    )
    for (const { id } of found.rows) taken.add(id)
    const last = found.rows.at(-1)
    const isCut = range && last && found.rows.length === MOST_ROWS && last.position < range.to
    await settleDirty(tx, line, isCut ? { from: justAbove(last.position), to: range.to } : null)
  }
  return { rows: [...taken], token_id }
}

async function isUnderWay(tx: WorkspaceTx, workbook: string, column: string): Promise<boolean> {
  const { rowCount } = await tx.client.query(
    `select 1 from runs where workspace_id = $1 and workbook_id = $2 and auto_column = $3 and status in ('queued', 'running', 'paused') limit 1`,
    [tx.workspace_id, workbook, column],
  )
  return rowCount !== 0
}

async function stopForToday(tx: WorkspaceTx, workbook: string, { column_id, is_stopped }: ArmedColumn): Promise<void> {
  if (is_stopped) return
  await tx.client.query(
    `update auto_runs set stopped_on = (now() at time zone 'UTC')::date where workspace_id = $1 and workbook_id = $2 and column_id = $3`,
    [tx.workspace_id, workbook, column_id],
  )
  await emit(tx, autoRunChanged, {
    workbook_id: workbook,
    column_id,
    armed: true,
    waiting_for_tomorrow: true,
  })
}

function placeOf(workspace_id: WorkspaceId, { armed_by }: ArmedColumn): WorkspaceScope {
  const actor = {
    kind: 'machine',
    user_id: armed_by,
    name: 'Millrace',
    token_id: null,
    ip: null,
    request_id: null,
  } as const
  return { workspace_id, actor }
}
