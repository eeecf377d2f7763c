// What a write leaves to be carried between rows and leads: put on record in its transaction, gone with what it did.
import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { inOrder } from '../../platform/db/look-up.ts'
import { enqueueDirtyRows } from '../store/dirty-rows/dirty-rows.commands.ts'
import { carrying, computing } from '../store/dirty-rows/dirty-rows.jobs.ts'
import type { FollowedWorkbook, TouchedRows } from '../store/follow.ts'
import { columnsOfFields } from './sync.logic.ts'

/** A follower of writes: queues the rows for their leads. Costs nothing for a workbook that is not synced. */
export async function enqueueLeadWork(
  tx: WorkspaceTx,
  { id, follow, columns: all }: FollowedWorkbook,
  { rows, columns: touched, job_id, run_id }: TouchedRows,
): Promise<void> {
  if (!follow?.leads) return
  const columns = touched === 'all' ? touched : tellingOf(all ?? [], touched)
  if (columns.length === 0 && touched.length > 0) return
  const detail = { ...(job_id && { job_id }), ...(run_id && { run_id }) }
  await enqueueDirtyRows(tx, carrying, id, rows, { columns, ...((job_id || run_id) && { detail }) })
}

/** Columns that are computed of others, and those that send, say nothing of a lead. */
function tellingOf(columns: readonly ColumnConfig[], touched: readonly string[]): string[] {
  const telling = new Set([...columnsOfFields(columns).values()].flatMap((of) => of.map(({ column }) => column.id)))
  return touched.filter((id) => telling.has(id))
}

/** Leads changed: adds work for the synced workbooks with rows of them. */
export async function enqueueSyncedRows(
  tx: WorkspaceTx,
  leadIds: readonly number[],
  fields: readonly string[],
): Promise<void> {
  if (leadIds.length === 0 || fields.length === 0) return
  const { rows } = await tx.client.query<{ id: string; lead_ids: number[] }>({
    name: 'lead_work_readers',
    text: `select w.id, array_agg(distinct r.lead_id) as lead_ids from workbook_rows r
        cross join lateral (select id from workbooks where workspace_id = $1 and sync_to_leads and deleted_at is null
          and ${inOrder('id', 'r.workbook_id')} offset 0) w
      where r.workspace_id = $1 and r.lead_id = any($2::bigint[])
      group by w.id order by w.id`,
    values: [tx.workspace_id, leadIds],
  })
  for (const { id, lead_ids } of rows) await enqueueDirtyRows(tx, carrying, id, { lead_ids }, { columns: fields })
}

/** Leads changed or go: the columns that show a field of theirs are computed again. */
export async function enqueueLeadFieldColumns(tx: WorkspaceTx, leadIds: readonly number[]): Promise<void> {
  const { rows } = await tx.client.query<{ id: string; row_ids: string[]; columns: string[] }>({
    name: 'lead_fields_readers',
    text: `select r.workbook_id as id, array_agg(r.id) as row_ids, c.columns from workbook_rows r
        cross join lateral (select array_agg(k.id) as columns from workbook_columns k
          where k.workspace_id = $1 and k.workbook_id = r.workbook_id and k.type = 'lead_field') c
      where r.workspace_id = $1 and r.lead_id = any($2::bigint[]) and c.columns is not null
      group by r.workbook_id, c.columns order by r.workbook_id`,
    values: [tx.workspace_id, leadIds],
  })
  for (const { id, row_ids, columns } of rows) await enqueueDirtyRows(tx, computing, id, row_ids, { columns })
}
