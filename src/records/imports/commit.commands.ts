// Commits a planned import: exactly what the plan says, in batches that each commit by themselves, so that it can be
// stopped, and goes on after a crash where it was.

import { Type } from 'typebox'
import { refuse } from '../../kernel/errors.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { WorkspaceScope } from '../../platform/ctx.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { defineJob, type JobRun, WorkFailed } from '../../platform/queue/job.ts'
import { openSteps } from '../../platform/queue/steps.ts'
import { cancelJob, startWork } from '../../platform/queue/work.ts'
import { WORKED_HERE, workHere } from '../../platform/queue/work-here.ts'
import { undoRowsOfJob } from '../history/revert.commands.ts'
import { logCounts, logEnd, logRefused, MOST_TOLD } from '../intake/delivery.ts'
import { showable } from '../intake/rejects.commands.ts'
import { changeStructure, openForWriting } from '../opening/structure.lock.ts'
import { keyByIdentity, openBulk, sameIdentity, writeIdentity } from '../rows/bulk.commands.ts'
import { insertColumns } from '../store/columns/columns.writes.ts'
import { removeChange } from '../store/recorder.ts'
import { takePositions } from '../store/rows/rows.writes.ts'
import { emitWorkbook } from '../store/workbook.events.ts'
import { readColumns } from '../store/workbooks.reads.ts'
import { commitLines, isOvertaken, readRefused } from './commit.writes.ts'
import { endImport } from './import-end.commands.ts'
import type { ImportRecord, ImportResult } from './import-record.schema.ts'
import {
  changeImport,
  emitImport,
  fileWords,
  mustReadImport,
  NO_COUNTS,
  readImport,
  recordOf,
  type StoredImport,
  stateOf,
} from './import-record.writes.ts'
import { type ImportParts, readRowsMark, startPlanning } from './plan.commands.ts'
import type { StoredPlan } from './plan.logic.ts'

/** Its id is that of the import; its handler is in import.jobs.ts. What was written when it is cancelled stays, and can be undone. */
export const IMPORT_COMMIT = defineJob({
  name: 'workbook.import',
  payload: Type.Object({
    workbook_id: Type.String(),
    import_id: Type.String(),
    first_position: Type.Union([Type.Number(), Type.Null()]),
  }),
  attempts: 20,
  lane: 'long',
  async cancel(tx, { import_id }, end) {
    await readImport(tx, import_id, true)
    const status = await end()
    await endOnce(tx, import_id, 'cancelled')
    return status
  },
  undo: undoRowsOfJob,
  async ended(tx, { payload, status }) {
    if (status !== 'done') await endOnce(tx, payload.import_id, status)
  },
})

async function endOnce(tx: WorkspaceTx, importId: string, state: 'cancelled' | 'failed'): Promise<void> {
  const stored = await readImport(tx, importId, true)
  if (stored !== null && stored.result === null) await endImport(tx, stored, state)
}

/** Lines of a plan in one transaction. */
const BATCH = 4000
/** Lines compared with the workbook in one statement. */
const CHECKED = 20_000

/**
 * Begins the commit; a job carries it out, `here` in the request that asks, while it lives. Refuses (409) without a plan, and when rows or columns that the plan is about
 * changed since: then it is planned again, and the answer carries the record of that.
 */
export async function beginCommit(
  { database }: ImportParts,
  at: WorkspaceScope,
  workbookId: string,
  importId: string,
  here = false,
): Promise<ImportRecord> {
  const stored = await database.inWorkspace(at, (tx) => mustBePlanned(tx, workbookId, importId))
  const plan = stored.plan as StoredPlan
  for (let from = 1; from <= plan.rows; from += CHECKED) {
    const overtaken = await database.inWorkspace(at, (tx) => isOvertaken(tx, stored, plan, from, from + CHECKED - 1))
    if (overtaken) return planAnew(database, at, workbookId, importId)
  }
  const begun = await database.inWorkspace(at, async (tx) => {
    const now = await mustBePlanned(tx, workbookId, importId)
    // Another request planned it again during the check.
    if (now.plan?.shown.made_at !== plan.shown.made_at) return null
    return (await isOutdated(tx, now, plan)) ? null : start(tx, now, plan, here)
  })
  return begun === null ? planAnew(database, at, workbookId, importId) : recordOf(begun)
}

/** Commits the plan and waits for the end. */
export async function commitWhole(
  parts: ImportParts,
  at: WorkspaceScope,
  workbookId: string,
  importId: string,
  signal: AbortSignal,
): Promise<ImportResult> {
  const { database, now } = parts
  const { id, workbook_id } = await beginCommit(parts, at, workbookId, importId, true)
  await workHere({ database, now, at, id: importId, signal }, (run) =>
    commitAll(database, at, { id, workbook_id }, run),
  )
  const { result } = await database.inWorkspace(at, (tx) => mustReadImport(tx, workbookId, importId))
  return (
    result ?? refuse('conflict', 'The import was cancelled. Rows that were written before stay, and can be undone.')
  )
}

/** Commits one batch after the other until nothing is left. */
export async function commitAll(
  database: Database,
  at: WorkspaceScope,
  of: Pick<StoredImport, 'id' | 'workbook_id'>,
  run: JobRun,
): Promise<void> {
  const steps = openSteps({ database, at, signal: run.signal, what: 'Importing rows', most: BATCH })
  while (await steps.take((tx, { size }) => commitBatch(tx, of, size, run)));
}

/**
 * A job that failed goes on where it was: until its end the import is no act on record. Refuses one whose plan is gone, or that was undone.
 */
export async function reopenCommit(tx: WorkspaceTx, importId: string): Promise<void> {
  const stored = await readImport(tx, importId, true)
  if (!stored?.plan || stored.gone_at !== null)
    throw new WorkFailed('The file of this import is not kept any more. Upload it again to import it once more.')
  if (stored.result === null || stored.job?.done === stored.plan.rows) return
  if (!(await removeChange(tx, stored.workbook_id, importId)))
    throw new WorkFailed('What this import wrote was undone. Upload the file again to import it once more.')
  await changeImport(tx, importId, { result: null })
}

/**
 * Stops an import: what is only stored or planned is gone, of a commit under way what is written stays and is told.
 * Refuses (409) one that has ended.
 */
export async function cancelImport(tx: WorkspaceTx, workbookId: string, importId: string): Promise<ImportRecord> {
  const { id } = await openBulk(tx, workbookId)
  const stored = await mustReadImport(tx, id, importId, true)
  const state = stateOf(stored)
  if (state === 'done' || state === 'cancelled' || state === 'failed') refuse('conflict', 'This import has ended')
  if (stored.job_id !== null && (state === 'planning' || state === 'committing')) await cancelJob(tx, stored.job_id)
  else await endImport(tx, stored, 'cancelled')
  return recordOf(await mustReadImport(tx, id, importId))
}

async function mustBePlanned(tx: WorkspaceTx, workbookId: string, importId: string): Promise<StoredImport> {
  const { id } = await openBulk(tx, workbookId)
  const stored = await mustReadImport(tx, id, importId, true)
  const state = stateOf(stored)
  if (state === 'planned') return stored
  const why = state === 'done' || state === 'cancelled' || state === 'failed' ? 'has ended' : 'has no plan yet'
  return refuse('conflict', `This import ${why}. Nothing was changed.`)
}

async function planAnew(database: Database, at: WorkspaceScope, workbookId: string, importId: string): Promise<never> {
  const record = await database.inWorkspace(at, async (tx) => {
    const stored = await mustReadImport(tx, workbookId, importId, true)
    return recordOf(stateOf(stored) === 'planned' ? await startPlanning(tx, stored, stored.options) : stored)
  })
  return refuse(
    'conflict',
    'The workbook changed since this was planned. Nothing was imported; it is being planned again. Look at the new plan and import then.',
    { extra: { import: record } },
  )
}

/** Whether columns, or rows that the plan could not look for by their keys, are other than they were. */
async function isOutdated(tx: WorkspaceTx, { workbook_id }: StoredImport, plan: StoredPlan): Promise<boolean> {
  await changeStructure(tx, workbook_id)
  const columns = await readColumns(tx, workbook_id)
  const added = new Set(plan.added.map(({ id }) => id))
  const stays = plan.mapped.every(({ column }) => {
    const now = columns.find(({ id }) => id === column.id)
    return added.has(column.id) || (now?.type === 'input' && now.input_type === column.input_type)
  })
  const names = new Set(columns.map(({ name }) => name.toLowerCase()))
  if (!stays || plan.added.some(({ name }) => names.has(name.toLowerCase()))) return true
  const { identity } = await openBulk(tx, workbook_id)
  if (plan.identity === null || sameIdentity(identity, plan.identity)) return false
  const { next_position, total_rows } = await readRowsMark(tx, workbook_id)
  // Plans of an earlier version tell the positions alone.
  return next_position !== plan.next_position || total_rows !== (plan.total_rows ?? total_rows)
}

async function start(tx: WorkspaceTx, stored: StoredImport, plan: StoredPlan, here: boolean): Promise<StoredImport> {
  const workbook = await openBulk(tx, stored.workbook_id)
  if (plan.added.length > 0) {
    await insertColumns(tx, workbook.id, plan.added)
    await emitWorkbook(tx, 'workbook.updated', workbook.id)
  }
  if (plan.identity) {
    await keyByIdentity(tx, workbook, plan.identity)
    await writeIdentity(tx, workbook.id, plan.identity)
  }
  const first_position = plan.shown.create > 0 ? await takePositions(tx, workbook.id, plan.shown.create) : null
  const { id: import_id, workbook_id } = stored
  await startWork(
    tx,
    IMPORT_COMMIT,
    { workbook_id, import_id, first_position },
    {
      id: import_id,
      title: `Import ${fileWords(stored)}`,
      subject: { workbook_id, import_id },
      total: plan.rows,
      ...(here && WORKED_HERE()),
    },
  )
  await changeImport(tx, import_id, { job_id: import_id })
  await emitImport(tx, stored, { state: 'committing', done: 0, total: plan.rows })
  const after = { import_id, rows: plan.rows }
  await audit(tx, { act: 'import.committed', object: { type: 'workbook', id: workbook.id }, after })
  return (await readImport(tx, import_id)) ?? stored
}

/** The next batch; false when there is none. */
async function commitBatch(
  tx: WorkspaceTx,
  { id, workbook_id }: Pick<StoredImport, 'id' | 'workbook_id'>,
  most: number,
  run: JobRun,
): Promise<boolean> {
  // Before the import and its job, as the end of a workbook takes them.
  const workbook = await openForWriting(tx, workbook_id)
  const stored = await readImport(tx, id, true)
  if (!stored?.plan || !stored.job || stored.result !== null) return false
  await run.hold(tx)
  const { plan, job } = stored
  const to = Math.min(plan.rows, job.done + most)
  const lines = await commitLines(tx, workbook, stored, plan, job.done + 1, to)
  const counts = { ...NO_COUNTS, ...job.counts }
  for (const name of ['created', 'updated', 'unchanged', 'skipped', 'rejected'] as const) counts[name] += lines[name]
  await run.progress(tx, { done: to, total: plan.rows, counts })
  await logCounts(tx, run, { part: Math.ceil(to / BATCH), name: `Rows up to ${to}`, counts: lines })
  const before = counts.rejected - lines.rejected
  if (lines.rejected > 0 && before < MOST_TOLD)
    await logRefused(tx, run, await showable(tx, await readRefused(tx, id, job.done + 1, to)), before)
  if (to === plan.rows) await logEnd(tx, run, { counts })
  if (to < plan.rows) {
    await emitImport(tx, stored, { state: 'committing', done: to, total: plan.rows })
    return true
  }
  await endImport(tx, { ...stored, job: { ...job, done: to, total: plan.rows, counts } }, 'done')
  return false
}
