// Starts the runs of columns that run by themselves: takes what writers have left, one run of a column at a time.

import { roleCovers } from '../../identity/capabilities.logic.ts'
import { readMember } from '../../identity/members.reads.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import { microFromUsd, usdFromMicro } from '../../kernel/money.ts'
import type { Place, WorkspaceRole } from '../../platform/ctx.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { emit } from '../../platform/events/event.ts'
import type { JobHandler } from '../../platform/queue/job.ts'
import { enqueue } from '../../platform/queue/queue.ts'
import { openForWriting } from '../../records/opening/structure.lock.ts'
import { AUTO_RUN, leaveRows, type RowsLeft } from '../../records/store/auto-run.commands.ts'
import { justAbove } from '../../records/store/rows.reads.ts'
import { readColumns } from '../../records/store/workbooks.reads.ts'
import { autoRunChanged } from '../enrichment.events.ts'
import type { Runs } from '../runs/run.commands.ts'
import { prepareRun } from '../runs/run.scope.ts'
import { startAutoRun } from '../runs/start-run.commands.ts'
import { disarmItself } from './auto-run.commands.ts'
import { type Armed, readArmed, spentToday } from './auto-run.reads.ts'

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
      const living: Armed[] = []
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
        await forgetOthers(tx, workbook_id, living)
        if (waits.length === 0) return
        const run_at = new Date(runs.now().getTime() + Math.min(...waits))
        await enqueue(tx, AUTO_RUN, { workbook_id }, { run_at })
      })
    },
  }
  return [job]
}

/** Why it may not run on behalf of the user who armed it, with that user's current role; null when it may. */
async function whyNot(database: Database, workspaceId: WorkspaceId, { armed_by }: Armed): Promise<string | null> {
  if (armed_by === null) return 'The user who turned it on is unknown'
  const person = await database.inControl((tx) => readMember(tx, workspaceId, armed_by))
  if (!person) return 'The user who turned it on has left this workspace'
  if (!person.is_active) return `The account of ${person.username}, who turned it on, was deactivated`
  const role = person.role as WorkspaceRole
  return roleCovers(role, 'runs.execute') ? null : `${person.username}, who turned it on, may not start runs any more`
}

/** Starts the next run of a column that has one. Milliseconds until it is worth looking again; null when all is done. */
async function runColumn(runs: Runs, tx: WorkspaceTx, workbook: string, { column_id }: Armed): Promise<number | null> {
  // A request that disarms it waits, and then ends the run started here.
  await openForWriting(tx, workbook)
  const armed = (await readArmed(tx, workbook)).find((each) => each.column_id === column_id)
  if (!armed) return null
  await forgetAsked(tx, workbook, column_id)
  if (await isUnderWay(tx, workbook, column_id)) return AGAIN_MS
  const next = await takeRows(tx, workbook, column_id)
  if (next === null) return null
  const { mode, rows, token_id } = next
  const request = { mode, row_ids: rows, column_ids: [column_id] }
  const { estimate } = await prepareRun(runs, tx, workbook, request)
  const left = armed.max_micro_per_day - (await spentToday(tx, workbook, column_id))
  // No more rows than can be paid even when every one costs the most: so the limit never cuts through a run.
  const high = microFromUsd(estimate.high_usd)
  const fit = high <= left ? rows.length : Math.floor((rows.length * Math.max(0, left)) / high)
  if (fit === 0) {
    await leaveRows(tx, workbook, next)
    await stopForToday(tx, workbook, armed)
    return DAY_MS - (runs.now().getTime() % DAY_MS)
  }
  const max_usd = usdFromMicro(Math.max(0, left))
  await startAutoRun(runs, tx, workbook, { column_id, token_id }, { mode, row_ids: rows.slice(0, fit), max_usd })
  if (fit < rows.length) await leaveRows(tx, workbook, { ...next, rows: rows.slice(fit) })
  return AGAIN_MS
}

/** Cells written by a run of the column need no other run. */
async function forgetAsked(tx: WorkspaceTx, workbook: string, column: string): Promise<void> {
  await tx.client.query(
    `/* along: runs (workspace_id, id, column_ids) where workspace_id = $1 and workbook_id = $2 and column_ids @> array[$3::text] */
     delete from auto_run_work w using runs r where w.workspace_id = $1 and w.workbook_id = $2 and w.column_id = $3
      and r.workspace_id = $1 and r.id = w.run_id and r.column_ids @> array[$3::text]`,
    [tx.workspace_id, workbook, column],
  )
}

interface Taken extends RowsLeft {
  rows: string[]
}

/**
 * Takes what was left, changed rows before new ones and those of one token by themselves, up to the most of one run; null when nothing
 * is. What a run wrote is its token's.
 */
async function takeRows(tx: WorkspaceTx, workbook: string, column: string): Promise<Taken | null> {
  const { rows: notes } = await tx.client.query(
    `/* along: runs (workspace_id, id, actor_token_id) where workspace_id = $1 and workbook_id = $2 and actor_token_id is not null */
     select w.id, w.mode, w.row_ids, w.from_position, w.to_position, coalesce(w.token_id, r.actor_token_id) as token_id
      from auto_run_work w left join runs r on r.workspace_id = $1 and r.id = w.run_id
      where w.workspace_id = $1 and w.workbook_id = $2 and w.column_id = $3
      order by w.mode, w.created_at, w.id limit 500 for update of w`,
    [tx.workspace_id, workbook, column],
  )
  const [first] = notes
  if (!first) return null
  const rows = new Set<string>()
  for (const note of notes) {
    if (note.mode !== first.mode || rows.size >= MOST_ROWS) break
    if (note.token_id !== first.token_id) continue
    const found = await tx.client.query(
      `select id, position from workbook_rows where workspace_id = $1 and workbook_id = $2
        and ($3::uuid[] is null or id = any($3)) and ($4::float8 is null or position between $4 and $5)
        order by position limit ${MOST_ROWS}`,
      [tx.workspace_id, workbook, note.row_ids, note.from_position, note.to_position],
    )
    for (const { id } of found.rows) rows.add(id)
    const last = found.rows.at(-1)
    if (note.from_position !== null && last && found.rows.length === MOST_ROWS && last.position < note.to_position)
      await tx.client.query(
        'update auto_run_work set from_position = $4 where workspace_id = $1 and workbook_id = $2 and id = $3',
        [tx.workspace_id, workbook, note.id, justAbove(last.position)],
      )
    else
      await tx.client.query('delete from auto_run_work where workspace_id = $1 and workbook_id = $2 and id = $3', [
        tx.workspace_id,
        workbook,
        note.id,
      ])
  }
  if (rows.size === 0) return takeRows(tx, workbook, column)
  return { column_id: column, mode: first.mode, rows: [...rows], token_id: first.token_id }
}

async function isUnderWay(tx: WorkspaceTx, workbook: string, column: string): Promise<boolean> {
  const { rowCount } = await tx.client.query(
    `select 1 from runs where workspace_id = $1 and workbook_id = $2 and auto_column = $3 and status in ('queued', 'running', 'paused') limit 1`,
    [tx.workspace_id, workbook, column],
  )
  return rowCount !== 0
}

async function stopForToday(tx: WorkspaceTx, workbook: string, { column_id, is_stopped }: Armed): Promise<void> {
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

/** What was left for columns that are gone or disarmed. */
async function forgetOthers(tx: WorkspaceTx, workbook: string, living: readonly Armed[]): Promise<void> {
  await tx.client.query(
    'delete from auto_run_work where workspace_id = $1 and workbook_id = $2 and not (column_id = any($3))',
    [tx.workspace_id, workbook, living.map(({ column_id }) => column_id)],
  )
}

function placeOf(workspace_id: WorkspaceId, { armed_by }: Armed): Place {
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
