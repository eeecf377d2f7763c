// Ends an import for every job or request: emits the result, records it as one change, and deletes temporary data.
import { audit } from '../../platform/audit/audit.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { enqueue } from '../../platform/queue/queue.ts'
import { callOffJob } from '../../platform/queue/work.ts'
import { newChange, recordChange } from '../store/recorder.ts'
import { emitWorkbook } from '../store/workbook.events.ts'
import { changeOf, labelOf } from './import-change.logic.ts'
import type { ImportResult } from './import-record.schema.ts'
import { changeImport, emitImport, IMPORT_SWEEP, resultOf, type StoredImport } from './import-record.writes.ts'
import { rejectedUrl, shownReject } from './rejected-rows.writes.ts'

const FIRST_REJECTED = 100

/**
 * Ends an import. Of one that is only stored or planned nothing stays; of a commit what is written stays, is told and can be undone. The lines
 * of one that failed are kept, so that its job can be tried again.
 */
export async function endImport(
  tx: WorkspaceTx,
  stored: StoredImport,
  state: 'done' | 'cancelled' | 'failed',
): Promise<void> {
  const result = stored.job_id === stored.id ? await withRejected(tx, stored, resultOf(stored)) : null
  await changeImport(tx, stored.id, { result, gone_at: state === 'cancelled' ? new Date() : null })
  if (state !== 'failed') await enqueue(tx, IMPORT_SWEEP, { import_id: stored.id, whole: false })
  const { done = 0, total = null } = stored.job ?? {}
  await emitImport(tx, stored, { state, done, total })
  if (result === null) return
  await putOnRecord(tx, stored, result)
  const { created, updated, unchanged, skipped, rejected } = result
  const counts = { created, updated, unchanged, skipped, rejected }
  await emitWorkbook(tx, 'rows.imported', stored.workbook_id, { import_id: stored.id, ...counts })
  await audit(tx, {
    act: 'rows.imported',
    object: { type: 'workbook', id: stored.workbook_id },
    after: { import_id: stored.id, state, ...counts },
  })
}

/** One act that can be undone; not before its end, so that half of it cannot be undone. */
async function putOnRecord(tx: WorkspaceTx, stored: StoredImport, result: ImportResult): Promise<void> {
  const { id, workbook_id, file_name, actor, first_position, plan } = stored
  const change = changeOf(newChange('import', {}, labelOf(file_name), id), result)
  if (!change) return
  const made = { from: first_position ?? 0, to: (first_position ?? 0) + (plan?.shown.create ?? 0) }
  // A job that failed for good is ended by the queue, for the user who began it.
  const of = tx.actor === null ? { ...tx, actor } : tx
  const detail = first_position === null ? change.detail : { ...change.detail, made }
  await recordChange(of, workbook_id, detail === undefined ? change : { ...change, detail })
}

async function withRejected(
  tx: WorkspaceTx,
  { id, workbook_id, job }: StoredImport,
  result: ImportResult,
): Promise<ImportResult> {
  if (result.rejected === 0) return result
  const { rows } = await tx.client.query<{ line: number; reason: string; data: unknown }>(
    `select line, reason, data from import_rows where workspace_id = $1 and import_id = $2 and outcome = 'reject' and seq <= $3
     order by seq limit ${FIRST_REJECTED}`,
    [tx.workspace_id, id, job?.done ?? 0],
  )
  const rejected_rows = rows.map(({ line, reason, data }) => shownReject(line, reason, valuesOfLine(data)))
  return { ...result, rejected_rows, rejected_url: rejectedUrl(workbook_id, id) }
}

/** The values of a refused line: as read, or those it would have written. */
export function valuesOfLine(data: unknown): string[] {
  const values = Array.isArray(data) ? data : Object.values((data ?? {}) as object)
  return values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
}

/** An import whose commit is at work, in a query that names its table so. */
export const isCommitting = (
  imports: string,
) => `exists (select from jobs c where c.workspace_id = ${imports}.workspace_id
  and c.id = ${imports}.id and c.status in ('pending', 'running'))`

/** An import that wants its file and plan no more. */
export const hasEnded = (imports: string) =>
  `(${imports}.gone_at is not null or ${imports}.result is not null) and not ${isCommitting(imports)}`

/** Lets go of every file that is stored and not imported, and says why. What is uploaded or written at this moment goes on. */
export async function dropUncommitted(tx: WorkspaceTx, why: string): Promise<void> {
  const { rows } = await tx.client.query<{ job_id: string | null; is_open: boolean }>(
    `with dropped as (update import_files i set gone_at = now(), error = $2, updated_at = now()
       where i.workspace_id = $1 and i.file_size is not null and i.gone_at is null and i.result is null and not ${isCommitting('i')}
       returning i.job_id)
     select d.job_id, j.id is not null as is_open from dropped d left join jobs j on j.workspace_id = $1 and j.id = d.job_id
       and j.status in ('pending', 'running') order by 1`,
    [tx.workspace_id, why],
  )
  for (const { job_id, is_open } of rows) if (job_id !== null && is_open) await callOffJob(tx, job_id)
}
