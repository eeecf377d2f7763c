// The record of an export that is made in the background: queued, written, fetched, swept after a day.
import { Type } from 'typebox'
import { refuse } from '../../kernel/errors.ts'
import { isUuid, newId } from '../../kernel/ids.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { defineJob } from '../../platform/queue/job.ts'
import { enqueue } from '../../platform/queue/queue.ts'
import { emitWorkbook } from '../store/workbook.events.ts'
import type { ExportBody, ExportRecord } from './export.schema.ts'

export const EXPORT_WRITE = defineJob({
  name: 'export.write',
  payload: Type.Object({ export_id: Type.String() }),
  attempts: 3,
  lane: 'long',
})
export const EXPORT_SWEEP = defineJob({
  name: 'export.sweep',
  payload: Type.Object({ export_id: Type.String() }),
  attempts: 20,
})
const KEPT_MS = 24 * 60 * 60_000

export interface StoredExport extends Omit<ExportRecord, 'url'> {
  wanted: ExportBody
}

const UTC = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`
const COLUMNS = `id, workbook_id, state, format, wanted, file_name, file_size, done, total, withheld::int as withheld, error,
  to_char(created_at, ${UTC}) as created_at`

/** Queues the export; a job writes it. */
export async function insertExport(
  tx: WorkspaceTx,
  { workbook_id, wanted, file_name, total }: Pick<StoredExport, 'workbook_id' | 'wanted' | 'file_name' | 'total'>,
  now: Date,
): Promise<StoredExport> {
  const id = newId()
  const { rows } = await tx.client.query<StoredExport>(
    `insert into exports (workspace_id, id, workbook_id, state, format, wanted, file_name, total, created_by)
     values ($1, $2, $3, 'queued', $4, $5, $6, $7, $8) returning ${COLUMNS}`,
    [tx.workspace_id, id, workbook_id, wanted.format, wanted, file_name, total, tx.actor?.user_id ?? null],
  )
  await enqueue(tx, EXPORT_WRITE, { export_id: id })
  const run_at = new Date(now.getTime() + KEPT_MS)
  await enqueue(tx, EXPORT_SWEEP, { export_id: id }, { run_at })
  return rows[0] as StoredExport
}

export async function readExport(tx: WorkspaceTx, exportId: string, lock = false): Promise<StoredExport | null> {
  const { rows } = await tx.client.query<StoredExport>(
    `select ${COLUMNS} from exports where workspace_id = $1 and id = $2 ${lock ? 'for update' : ''}`,
    [tx.workspace_id, exportId],
  )
  return rows[0] ?? null
}

/** The export of the workbook; refuses (404) an unknown one. */
export async function mustReadExport(tx: WorkspaceTx, workbookId: string, exportId: string, lock = false) {
  const found = isUuid(exportId) ? await readExport(tx, exportId, lock) : null
  if (!found || found.workbook_id !== workbookId.toLowerCase()) return refuse('not_found', 'Export not found')
  return found
}

type Change = Partial<Pick<StoredExport, 'state' | 'file_size' | 'done' | 'total' | 'withheld' | 'error'>>

export async function changeExport(tx: WorkspaceTx, stored: StoredExport, change: Change): Promise<StoredExport> {
  const entries = Object.entries(change)
  await tx.client.query(
    `update exports set ${entries.map(([name], index) => `${name} = $${index + 3}`).join(', ')}, updated_at = now()
     where workspace_id = $1 and id = $2`,
    [tx.workspace_id, stored.id, ...entries.map(([, value]) => value)],
  )
  const { state, done, total } = { ...stored, ...change }
  await emitWorkbook(tx, 'export.progress', stored.workbook_id, { export_id: stored.id, state, done, total })
  return { ...stored, ...change }
}

export function recordOf({ wanted: _, ...stored }: StoredExport): ExportRecord {
  const url = `/api/workbooks/${stored.workbook_id}/exports/${stored.id}/file`
  return { ...stored, url: stored.state === 'done' ? url : null }
}
