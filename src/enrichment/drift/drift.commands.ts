// Reporting an answer as odd, which keeps it as a sample, and letting a report go.
import { refuse, refuseField } from '../../kernel/errors.ts'
import { isUuid, newId } from '../../kernel/ids.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { mustReadCell } from '../../records/history/cell-history.reads.ts'
import { mustFindWorkbook } from '../../records/store/workbooks.reads.ts'
import { readReportOf } from './drift.reads.ts'
import type { DriftReport, DriftReportRequest } from './drift.schema.ts'

interface Path {
  workbook_id: string
  row_id: string
  column_id: string
}

/** Keeps what was sent and what came back, as the trace shows it. Reporting the same answer again changes nothing. */
export async function reportDrift(
  tx: WorkspaceTx,
  { workbook_id, row_id, column_id }: Path,
  { attempt_id, note }: DriftReportRequest,
): Promise<DriftReport> {
  const workbook = await mustFindWorkbook(tx, workbook_id)
  await mustReadCell(tx, { workbook_id: workbook, row_id, column_id })
  const { rows } = await tx.client.query<{ outcome: string | null; provider: string }>(
    `select outcome, provider from attempts where workspace_id = $1 and workbook_id = $2 and row_id = $3 and column_id = $4 and id = $5
      and state <> 'reserved'`,
    [tx.workspace_id, workbook, row_id, column_id, isUuid(attempt_id) ? attempt_id : null],
  )
  const [attempt] = rows
  if (!attempt)
    return refuseField(['attempt_id'], 'value_error', 'Value error, no such attempt was made at this cell', attempt_id)
  if (attempt.outcome === 'skipped') refuse('conflict', 'The step was skipped, so there is no answer to report')
  const id = newId()
  const { rowCount: added } = await tx.client.query(
    `insert into drift_reports (workspace_id, id, provider, attempt_id, workbook_id, row_id, column_id, reported_by, note, asked_at, outcome,
        reason, detail, request, response)
      select workspace_id, $3, provider, id, workbook_id, row_id, column_id, $4, $5, started_at, outcome, reason, detail, request, response
      from attempts where workspace_id = $1 and id = $2 on conflict (workspace_id, attempt_id) do nothing`,
    [tx.workspace_id, attempt_id, id, tx.actor?.user_id ?? null, note],
  )
  if (added)
    await audit(tx, {
      act: 'drift.reported',
      object: { type: 'drift_report', id },
      after: { provider: attempt.provider, workbook_id: workbook, row_id, column_id },
    })
  return (await readReportOf(tx, attempt_id)) as DriftReport
}

/** @throws Refusal `not_found` */
export async function deleteReport(tx: WorkspaceTx, id: string): Promise<void> {
  const { rowCount } = await tx.client.query('delete from drift_reports where workspace_id = $1 and id = $2', [
    tx.workspace_id,
    isUuid(id) ? id : null,
  ])
  if (rowCount === 0) refuse('not_found', 'Report not found')
  await audit(tx, { act: 'drift.deleted', object: { type: 'drift_report', id } })
}
