// The record of an import: its file, choices, plan and result. Jobs make the plan and commit it, and say how far that is; swept after a day.
import { Type } from 'typebox'
import { cutText } from '../../kernel/cut-text.ts'
import { refuse } from '../../kernel/errors.ts'
import { isUuid } from '../../kernel/ids.ts'
import type { Json } from '../../kernel/json.ts'
import type { Actor } from '../../platform/ctx.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { defineJob } from '../../platform/queue/job.ts'
import { enqueue } from '../../platform/queue/queue.ts'
import { isOver, type JobStatus } from '../../platform/queue/work.logic.ts'
import { emitWorkbook } from '../store/workbook.events.ts'
import type { ImportOptions } from './import.schema.ts'
import type { ImportRecord, ImportResult } from './import-record.schema.ts'
import type { StoredPlan } from './plan.logic.ts'

export const IMPORT_SWEEP = defineJob({
  name: 'import.sweep',
  payload: Type.Object({ import_id: Type.String(), whole: Type.Boolean() }),
  attempts: 20,
})
const KEPT_MS = 24 * 60 * 60_000

export interface StoredImport {
  id: string
  workbook_id: string
  file_name: string
  /** Null while the file is still uploaded. */
  file_size: number | null
  options: ImportOptions
  /** Names of the columns of the file; of a list of objects all its members, once all were seen. */
  names: string[] | null
  plan: StoredPlan | null
  /** Set when it has come to its end: the outcome of the rows until then. */
  result: ImportResult | null
  /** Why it has no plan, or no file any more. */
  error: string | null
  /** When its file was let go of without being imported whole. */
  gone_at: Date | null
  actor: Actor | null
  created_at: string
  /** The job that plans it, or that commits its plan: that one has the id of the import. */
  job_id: string | null
  job: ImportJob | null
  /** The position of the first new row, once a commit has reserved them. */
  first_position: number | null
}

type ImportCounts = Pick<ImportResult, 'created' | 'updated' | 'unchanged' | 'skipped' | 'rejected'>

export interface ImportJob {
  status: JobStatus
  done: number
  total: number | null
  counts: Partial<ImportCounts>
  error: string | null
}

export const NO_COUNTS: ImportCounts = { created: 0, updated: 0, unchanged: 0, skipped: 0, rejected: 0 }

const UTC = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`
// The record of a commit goes with its job.
const READ = `select i.id, i.workbook_id, i.file_name, i.file_size::float8 as file_size, i.options, i.names, i.plan, i.result, i.error, i.gone_at, i.actor,
    to_char(i.created_at, ${UTC}) as created_at, i.job_id, case when j.id is not null then
      jsonb_build_object('status', j.status, 'done', j.done, 'total', j.total, 'counts', j.counts, 'error', j.error) end as job,
    (j.payload ->> 'first_position')::float8 as first_position
  from import_files i left join jobs j on j.workspace_id = i.workspace_id and j.id = i.job_id
  where i.workspace_id = $1 and i.id = $2 and (i.job_id is distinct from i.id or j.id is not null)`
const LOCK = 'select from import_files where workspace_id = $1 and id = $2 for update'

/** Makes the record and the ticket that will sweep it away. */
export async function insertImport(
  tx: WorkspaceTx,
  { id, workbook_id, file_name, file_size }: Pick<StoredImport, 'id' | 'workbook_id' | 'file_name' | 'file_size'>,
  now: Date,
): Promise<void> {
  await tx.client.query(
    `insert into import_files (workspace_id, id, workbook_id, file_name, file_size, actor) values ($1, $2, $3, $4, $5, $6)`,
    [tx.workspace_id, id, workbook_id, cutText(file_name, 300), file_size, tx.actor],
  )
  const run_at = new Date(now.getTime() + KEPT_MS)
  await enqueue(tx, IMPORT_SWEEP, { import_id: id, whole: true }, { run_at })
}

/** The import of the workbook; refuses (404) an unknown one. With `lock` no other transaction changes it until this one ends. */
export async function mustReadImport(
  tx: WorkspaceTx,
  workbookId: string,
  importId: string,
  lock = false,
): Promise<StoredImport> {
  const found = isUuid(importId) ? await readImport(tx, importId, lock) : null
  if (!found || found.workbook_id !== workbookId.toLowerCase()) return refuse('not_found', 'Import not found')
  return found
}

export async function readImport(tx: WorkspaceTx, importId: string, lock = false): Promise<StoredImport | null> {
  // Two statements: one that waited for the lock would read the job as it was before.
  if (lock) await tx.client.query(LOCK, [tx.workspace_id, importId])
  const { rows } = await tx.client.query<StoredImport>(READ, [tx.workspace_id, importId])
  return rows[0] ?? null
}

export async function deleteImport(tx: WorkspaceTx, importId: string): Promise<void> {
  await tx.client.query('delete from import_files where workspace_id = $1 and id = $2', [tx.workspace_id, importId])
}

/** Derives the state of an import from its file, plan, result and job. */
export function stateOf(stored: StoredImport): ImportRecord['state'] {
  const { id, file_size, gone_at, job_id, job, plan, result } = stored
  if (gone_at !== null) return 'cancelled'
  if (file_size === null) return 'uploading'
  const status = job?.status ?? 'done'
  if (job_id === id) {
    if (status !== 'pending' && status !== 'running') return status
    return result === null ? 'committing' : 'done'
  }
  if (!isOver(status)) return 'planning'
  if (result !== null) return 'done'
  return plan === null ? 'ready' : 'planned'
}

/** What a commit has made of the rows so far. */
export function resultOf({ id, plan, job }: StoredImport): ImportResult {
  const columns_created = plan?.added ?? []
  return { import_id: id, ...NO_COUNTS, ...job?.counts, columns_created, rejected_rows: [], rejected_url: null }
}

type Change = Partial<Omit<StoredImport, 'id' | 'workbook_id' | 'actor' | 'created_at' | 'job' | 'first_position'>>

/** Changes members of the record. */
export async function changeImport(tx: WorkspaceTx, importId: string, change: Change): Promise<void> {
  const entries = Object.entries(change)
  const sets = entries.map(([name], index) => `${name} = $${index + 3}`)
  const values = entries.map(([name, value]) =>
    JSON_MEMBERS.has(name) && value !== null ? JSON.stringify(value as Json) : value,
  )
  await tx.client.query(
    `update import_files set ${sets.join(', ')}, updated_at = now() where workspace_id = $1 and id = $2`,
    [tx.workspace_id, importId, ...values],
  )
}

const JSON_MEMBERS = new Set(['options', 'names', 'plan', 'result'])

/** Emits the progress of an import; details are in its record. */
export async function emitImport(
  tx: WorkspaceTx,
  { id, workbook_id }: Pick<StoredImport, 'id' | 'workbook_id'>,
  { state, done, total }: { state: ImportRecord['state']; done: number; total: number | null },
): Promise<void> {
  await emitWorkbook(tx, 'rows.import_progress', workbook_id, { import_id: id, state, done, total })
}

/** What is called by the name of its file, for a person. */
export const fileWords = ({ file_name }: Pick<StoredImport, 'file_name'>): string => cutText(file_name || 'a file', 150)

export function recordOf(stored: StoredImport): ImportRecord {
  const { id, workbook_id, file_name, file_size, plan, result, error, created_at, job_id, job } = stored
  const state = stateOf(stored)
  const isCommit = job_id === id
  const counts = result ?? NO_COUNTS
  const rows = counts.created + counts.updated + counts.unchanged + counts.skipped + counts.rejected
  const isPlanned = state === 'planned'
  return {
    id,
    workbook_id,
    state,
    file_name,
    file_size: file_size ?? 0,
    done: isPlanned ? (plan?.rows ?? 0) : job ? job.done : rows,
    total: isPlanned ? (plan?.rows ?? null) : job ? job.total : result ? rows : null,
    result: result ?? (isCommit ? resultOf(stored) : null),
    error: error ?? job?.error ?? null,
    created_at,
    plan: plan && state !== 'planning' ? plan.shown : null,
    job_id,
  }
}
