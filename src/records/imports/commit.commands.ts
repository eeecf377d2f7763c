// Commits a planned import: exactly what the plan says, in batches that each commit by themselves, so that it can be
// stopped, and goes on after a crash where it was.

import { Type } from 'typebox'
import { refuse } from '../../kernel/errors.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { Place } from '../../platform/ctx.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { defineJob } from '../../platform/queue/job.ts'
import { enqueue } from '../../platform/queue/queue.ts'
import { openSteps } from '../../platform/queue/steps.ts'
import { changeStructure } from '../opening/structure.lock.ts'
import { keyByIdentity, openBulk, sameIdentity, writeIdentity } from '../rows/bulk.commands.ts'
import { insertColumns } from '../store/columns.writes.ts'
import { newChange, recordChange } from '../store/recorder.ts'
import { takePositions } from '../store/rows.writes.ts'
import { emitWorkbook } from '../store/workbook.events.ts'
import { readColumns } from '../store/workbooks.reads.ts'
import { commitLines, isOvertaken } from './commit.writes.ts'
import { changeOf, labelOf } from './import-change.logic.ts'
import type { ImportRecord, ImportResult } from './import-record.schema.ts'
import {
  changeImport,
  emitImport,
  IMPORT_SWEEP,
  mustReadImport,
  readImport,
  recordOf,
  type StoredImport,
} from './import-record.writes.ts'
import { type ImportParts, readRowsMark, startPlanning } from './plan.commands.ts'
import type { StoredPlan } from './plan.logic.ts'
import { rejectedUrl, shownReject } from './rejected-rows.writes.ts'

export const IMPORT_COMMIT = defineJob({
  name: 'import.commit',
  payload: Type.Object({ import_id: Type.String() }),
  attempts: 20,
  lane: 'long',
})

/** Lines of a plan in one transaction. */
const BATCH = 4000
/** Lines compared with the workbook in one statement. */
const CHECKED = 20_000
const FIRST_REJECTED = 100

/**
 * Begins the commit; a job carries it out. Refuses (409) without a plan, and when rows or columns that the plan is about
 * changed since: then it is planned anew, and the answer carries the record of that.
 */
export async function beginCommit(
  { database }: ImportParts,
  at: Place,
  workbookId: string,
  importId: string,
): Promise<ImportRecord> {
  const stored = await database.inWorkspace(at, (tx) => mustBePlanned(tx, workbookId, importId))
  const plan = stored.plan as StoredPlan
  for (let from = 1; from <= (stored.total ?? 0); from += CHECKED) {
    const overtaken = await database.inWorkspace(at, (tx) => isOvertaken(tx, stored, plan, from, from + CHECKED - 1))
    if (overtaken) return planAnew(database, at, workbookId, importId)
  }
  const begun = await database.inWorkspace(at, async (tx) => {
    const now = await mustBePlanned(tx, workbookId, importId)
    // Another request planned it again during the check.
    if (now.plan?.shown.made_at !== plan.shown.made_at) return null
    return (await isOutdated(tx, now, plan)) ? null : start(tx, now, plan)
  })
  return begun === null ? planAnew(database, at, workbookId, importId) : recordOf(begun)
}

/** Commits the plan and waits for the end, doing the work itself beside the job. */
export async function commitWhole(
  parts: ImportParts,
  at: Place,
  workbookId: string,
  importId: string,
  signal: AbortSignal,
): Promise<ImportResult> {
  await beginCommit(parts, at, workbookId, importId)
  await commitAll(parts.database, at, importId, signal)
  const { result } = await parts.database.inWorkspace(at, (tx) => mustReadImport(tx, workbookId, importId))
  return result ?? refuse('conflict', 'The import was cancelled')
}

/** Commits one batch after the other until nothing is left or the import is no longer under way. */
export async function commitAll(database: Database, at: Place, importId: string, signal: AbortSignal): Promise<void> {
  const steps = openSteps({ database, at, signal, what: 'Importing rows', most: BATCH })
  while (await steps.take((tx, { size }) => commitBatch(tx, importId, size)));
}

/**
 * Stops an import: what is only stored or planned is gone, of a commit under way what is written stays and is told.
 * Refuses (409) one that has ended.
 */
export async function cancelImport(tx: WorkspaceTx, workbookId: string, importId: string): Promise<ImportRecord> {
  const { id } = await openBulk(tx, workbookId)
  const stored = await mustReadImport(tx, id, importId, true)
  if (stored.state === 'done' || stored.state === 'cancelled' || stored.state === 'failed')
    refuse('conflict', 'This import has ended')
  return recordOf(await end(tx, stored, 'cancelled'))
}

async function mustBePlanned(tx: WorkspaceTx, workbookId: string, importId: string): Promise<StoredImport> {
  const { id } = await openBulk(tx, workbookId)
  const stored = await mustReadImport(tx, id, importId, true)
  if (stored.state === 'planned' && stored.plan) return stored
  const why = stored.state === 'done' || stored.state === 'cancelled' ? 'has ended' : 'has no plan yet'
  return refuse('conflict', `This import ${why}. Nothing was changed.`)
}

async function planAnew(database: Database, at: Place, workbookId: string, importId: string): Promise<never> {
  const record = await database.inWorkspace(at, async (tx) => {
    const stored = await mustReadImport(tx, workbookId, importId, true)
    return recordOf(stored.state === 'planned' ? await startPlanning(tx, stored, stored.options) : stored)
  })
  return refuse(
    'conflict',
    'The workbook changed since this was planned. Nothing was imported; it is being planned anew. Look at the new plan and import then.',
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

async function start(tx: WorkspaceTx, stored: StoredImport, plan: StoredPlan): Promise<StoredImport> {
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
  const change = { state: 'committing', done: 0, first_position, result: emptyResult(stored, plan) } as const
  await changeImport(tx, stored.id, change)
  await enqueue(tx, IMPORT_COMMIT, { import_id: stored.id })
  await emitImport(tx, stored, { state: 'committing', done: 0, total: stored.total })
  const after = { import_id: stored.id, rows: stored.total }
  await audit(tx, { act: 'import.committed', object: { type: 'workbook', id: workbook.id }, after })
  return { ...stored, ...change }
}

function emptyResult({ id }: StoredImport, plan: StoredPlan): ImportResult {
  const counts = { created: 0, updated: 0, unchanged: 0, skipped: 0, rejected: 0 }
  return { import_id: id, ...counts, columns_created: plan.added, rejected_rows: [], rejected_url: null }
}

/** The next batch; false when there is none or the import is no longer under way. Two that work at it take turns. */
async function commitBatch(tx: WorkspaceTx, importId: string, most: number): Promise<boolean> {
  const stored = await readImport(tx, importId, true)
  if (stored?.state !== 'committing' || !stored.plan || !stored.result) return false
  const total = stored.total ?? 0
  const to = Math.min(total, stored.done + most)
  const counts = await commitLines(tx, stored, stored.plan, stored.done + 1, to)
  const result = { ...stored.result }
  for (const name of ['created', 'updated', 'unchanged', 'skipped', 'rejected'] as const) result[name] += counts[name]
  if (to < total) {
    await changeImport(tx, importId, { done: to, result })
    await emitImport(tx, stored, { state: 'committing', done: to, total })
    return true
  }
  await end(tx, { ...stored, done: to, result }, 'done')
  return false
}

async function end(tx: WorkspaceTx, stored: StoredImport, state: 'done' | 'cancelled'): Promise<StoredImport> {
  const change = { state, done: stored.done, result: stored.result && (await withRejected(tx, stored, stored.result)) }
  await changeImport(tx, stored.id, change)
  await enqueue(tx, IMPORT_SWEEP, { import_id: stored.id, whole: false })
  await emitImport(tx, stored, { state, done: stored.done, total: stored.total })
  if (change.result) {
    await putOnRecord(tx, { ...stored, ...change }, change.result)
    const { created, updated, unchanged, skipped, rejected } = change.result
    const counts = { created, updated, unchanged, skipped, rejected }
    await emitWorkbook(tx, 'rows.imported', stored.workbook_id, { import_id: stored.id, ...counts })
    await audit(tx, {
      act: 'rows.imported',
      object: { type: 'workbook', id: stored.workbook_id },
      after: { import_id: stored.id, state, ...counts },
    })
  }
  return { ...stored, ...change }
}

/** One act that can be undone; not before its end, so that half of it cannot be undone. */
async function putOnRecord(tx: WorkspaceTx, stored: StoredImport, result: ImportResult): Promise<void> {
  const { id, workbook_id, file_name, first_position, plan } = stored
  const change = changeOf(newChange('import', {}, labelOf(file_name), id), result)
  if (!change) return
  const made = { from: first_position ?? 0, to: (first_position ?? 0) + (plan?.shown.create ?? 0) }
  await recordChange(
    tx,
    workbook_id,
    first_position === null ? change : { ...change, detail: { ...change.detail, made } },
  )
}

async function withRejected(
  tx: WorkspaceTx,
  { id, workbook_id, done }: StoredImport,
  result: ImportResult,
): Promise<ImportResult> {
  if (result.rejected === 0) return result
  const { rows } = await tx.client.query<{ line: number; reason: string; data: unknown }>(
    `select line, reason, data from import_rows where workspace_id = $1 and import_id = $2 and outcome = 'reject' and seq <= $3
     order by seq limit ${FIRST_REJECTED}`,
    [tx.workspace_id, id, done],
  )
  const rejected_rows = rows.map(({ line, reason, data }) => shownReject(line, reason, valuesOfLine(data)))
  return { ...result, rejected_rows, rejected_url: rejectedUrl(workbook_id, id) }
}

/** The values of a refused line: as read, or those it would have written. */
export function valuesOfLine(data: unknown): string[] {
  const values = Array.isArray(data) ? data : Object.values((data ?? {}) as object)
  return values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
}
