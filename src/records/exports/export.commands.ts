// Opens a workbook for export, and queues or stops exports that are written in the background.
import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import { refuse } from '../../kernel/errors.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { cancelJob, startWork } from '../../platform/queue/work.ts'
import { keepFile } from '../files/kept-file.jobs.ts'
import { isEverything } from '../filters/question.logic.ts'
import { resolveAsked } from '../query/asked.reads.ts'
import { mustFindWorkbook, mustReadWorkbook } from '../store/workbooks.reads.ts'
import { mustReadView } from '../views/views.reads.ts'
import { bodyOf, type ExportedWorkbook, wantedOf } from './choices.logic.ts'
import type { ExportBody, ExportQuery, ExportRecord } from './export.schema.ts'
import type { ExportFormat, FileWanted } from './export-file.ts'
import { mustReadExport, WRITE_EXPORT } from './export-record.reads.ts'

export async function openToExport(
  tx: WorkspaceTx,
  workbookId: string,
): Promise<ExportedWorkbook & { total_rows: number }> {
  const { id, name, columns_config, total_rows } = await mustReadWorkbook(tx, workbookId)
  return { workspace_id: tx.workspace_id, id, name, total_rows, columns: columns_config as unknown as ColumnConfig[] }
}

/** What a file that is sent at once holds; refuses (422) what cannot be exported. */
export async function exportNow(
  tx: WorkspaceTx,
  workbookId: string,
  format: ExportFormat,
  query: ExportQuery,
  now: Date,
): Promise<FileWanted> {
  const workbook = await openToExport(tx, workbookId)
  const asked = await withView(tx, workbook, bodyOf(format, query), 'query')
  const wanted = wantedOf(workbook, asked, 'query', now)
  await putOnRecord(tx, wanted)
  return wanted
}

/** Data leaves the house: the audit log tells which columns, and whether it was all rows. */
async function putOnRecord(tx: WorkspaceTx, wanted: FileWanted): Promise<void> {
  const { workbook_id, name, format, columns, row_ids, question, raw } = wanted
  const rows = row_ids ? row_ids.length : isEverything(question) ? 'all' : 'by filter'
  const after = { format, rows, raw: raw ?? false, columns: columns.map(({ id }) => id) }
  await audit(tx, { act: 'rows.exported', object: { type: 'workbook', id: workbook_id, name }, after })
}

/** The same with the current contents of a view, as the caller may see it (404 when they may not). */
async function withView(
  tx: WorkspaceTx,
  { id, columns }: Pick<ExportedWorkbook, 'id' | 'columns'>,
  { view_id, ...asked }: ExportBody,
  where: 'body' | 'query',
): Promise<ExportBody> {
  if (view_id === undefined) return asked
  const { question } = await resolveAsked(tx, { id, columns }, { ...asked, view_id }, where)
  const { config } = await mustReadView(tx, id, view_id)
  const hidden = new Set(config.hidden ?? columns.flatMap((column) => (column.hidden ? [column.id] : [])))
  const place = new Map((config.column_order ?? []).map((columnId, index) => [columnId, index]))
  const shown = columns
    .filter((column) => !hidden.has(column.id))
    .map((column) => column.id)
    .sort((a, b) => (place.get(a) ?? MANY) - (place.get(b) ?? MANY))
  return {
    ...asked,
    columns: asked.columns ?? shown,
    ...(question.filter && { filter: question.filter }),
    ...(question.sorts.length > 0 && { sort: [...question.sorts] }),
  }
}

const MANY = Number.MAX_SAFE_INTEGER

/** Queues an export; refuses (422) what cannot be exported. */
export async function queueExport(
  tx: WorkspaceTx,
  workbookId: string,
  asked: ExportBody,
  now: Date,
): Promise<ExportRecord> {
  const workbook = await openToExport(tx, workbookId)
  const wanted = await withView(tx, workbook, asked, 'body')
  const chosen = wantedOf(workbook, wanted, 'body', now)
  const { question, row_ids } = chosen
  await putOnRecord(tx, chosen)
  const total = row_ids ? row_ids.length : isEverything(question) ? workbook.total_rows : null
  const file_name = `${workbook.name}.${wanted.format}`
  const work = { title: `Export ${file_name}`.slice(0, 200), subject: { workbook_id: workbook.id } }
  const payload = { workbook_id: workbook.id, wanted, file_name }
  const id = await startWork(tx, WRITE_EXPORT, payload, { ...work, ...(total !== null && { total }) })
  await keepFile(tx, id)
  return mustReadExport(tx, workbook.id, id)
}

/** Stops an export that is not written yet; refuses (409) one that is. */
export async function cancelExport(tx: WorkspaceTx, workbookId: string, exportId: string): Promise<ExportRecord> {
  const id = await mustFindWorkbook(tx, workbookId)
  const stored = await mustReadExport(tx, id, exportId)
  if (stored.state !== 'queued' && stored.state !== 'running')
    refuse('conflict', 'This export has ended, so there is nothing to cancel')
  await cancelJob(tx, stored.id)
  return mustReadExport(tx, id, stored.id)
}
