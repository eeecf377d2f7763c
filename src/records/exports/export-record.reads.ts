// An export that is made in the background: the job that writes its file, read as the record of the export.
import { Type } from 'typebox'
import { refuse } from '../../kernel/errors.ts'
import { isUuid } from '../../kernel/ids.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { defineJob } from '../../platform/queue/job.ts'
import type { JobStatus } from '../../platform/queue/work.logic.ts'
import { isKept } from '../files/kept-file.jobs.ts'
import { emitWorkbook } from '../store/workbook.events.ts'
import type { ExportBody, ExportRecord } from './export.schema.ts'

const STATES = {
  pending: 'queued',
  running: 'running',
  done: 'done',
  failed: 'failed',
  cancelled: 'cancelled',
} as const

export const WRITE_EXPORT = defineJob({
  name: 'workbook.export',
  payload: Type.Object({
    workbook_id: Type.String(),
    wanted: Type.Unsafe<ExportBody>({ type: 'object' }),
    file_name: Type.String(),
  }),
  attempts: 10,
  lane: 'long',
  ended: (tx, { id, payload, status, done, total }) =>
    emitExport(tx, payload.workbook_id, { export_id: id, state: STATES[status], done, total }),
})

export function emitExport(
  tx: WorkspaceTx,
  workbookId: string,
  progress: { export_id: string; state: ExportRecord['state']; done: number; total: number | null },
): Promise<void> {
  return emitWorkbook(tx, 'export.progress', workbookId, progress)
}

interface Stored extends Pick<ExportRecord, 'id' | 'done' | 'total' | 'error' | 'file_size' | 'withheld'> {
  workbook_id: string
  status: JobStatus
  is_cancelled: boolean
  is_kept: boolean
  wanted: ExportBody
  file_name: string
  created_at: Date
}

// An erasure removes everything about an export except the fact that it existed.
const READ = `select j.id, j.subject ->> 'workbook_id' as workbook_id, j.status, j.cancel_requested_at is not null as is_cancelled,
    ${isKept('j')} as is_kept, j.payload -> 'wanted' as wanted, j.payload ->> 'file_name' as file_name, j.done::int, j.total::int, j.error,
    coalesce(j.result ->> 'file_size', j.checkpoint ->> 'file_size', '0')::bigint as file_size,
    coalesce(j.result ->> 'withheld', '0')::int as withheld, j.created_at
  from jobs j where j.workspace_id = $1 and j.id = $2 and j.kind = '${WRITE_EXPORT.name}' and j.subject ->> 'workbook_id' = $3`

/** The export of the workbook; refuses (404) an unknown one. */
export async function mustReadExport(tx: WorkspaceTx, workbookId: string, exportId: string): Promise<ExportRecord> {
  const { rows } = isUuid(exportId)
    ? await tx.client.query<Stored>(READ, [tx.workspace_id, exportId, workbookId.toLowerCase()])
    : { rows: [] }
  const [stored] = rows
  if (!stored) return refuse('not_found', 'Export not found')
  const { status, is_cancelled, is_kept, wanted, created_at, ...rest } = stored
  const isStopping = is_cancelled && (status === 'pending' || status === 'running')
  return {
    ...rest,
    state: isStopping ? 'cancelled' : STATES[status],
    format: wanted.format,
    url: status === 'done' && is_kept ? `/api/workbooks/${rest.workbook_id}/exports/${rest.id}/file` : null,
    created_at: created_at.toISOString(),
  }
}
