// What a write leaves to be carried between rows and leads: put on record in its transaction, gone with what it did.
import { Type } from 'typebox'
import type { ColumnConfig } from '../../engine/columns.schema.ts'
import { newId } from '../../kernel/ids.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { defineJob } from '../../platform/queue/job.ts'
import { defineQueue, lookAgain, PAST_HELD } from '../../platform/queue/lease.ts'
import { enqueue } from '../../platform/queue/queue.ts'
import { type Followed, linesOf, type Touched } from '../store/follow.ts'
import { leaveWork } from '../store/work.writes.ts'
import { columnsOfFields } from './sync.logic.ts'

export const CARRY = defineJob({
  name: 'leads.carry',
  payload: Type.Object({ workbook_id: Type.String() }),
  attempts: 50,
  lane: 'long',
})

export interface LeadWork {
  id: string
  /** Those that were written; null: the rows came or went as a whole; none: the rows are only looked at. */
  columns: string[] | null
  row_ids: string[] | null
  from_position: number | null
  to_position: number | null
  lead_ids: number[] | null
  fields: string[] | null
}

/** A follower of writes: queues the rows for their leads. Costs nothing for a workbook that is not synced. */
export async function leaveLeadWork(
  tx: WorkspaceTx,
  { id, follow, columns: all }: Followed,
  { rows, columns: touched }: Touched,
): Promise<void> {
  if (!follow?.leads) return
  const columns = touched === 'all' ? touched : tellingOf(all ?? [], touched)
  if (columns.length === 0 && touched.length > 0) return
  for (const line of linesOf(rows))
    await tx.client.query({
      name: 'lead_work_leave',
      text: `insert into lead_work (workspace_id, id, workbook_id, columns, row_ids, from_position, to_position)
        values ($1, $2, $3, $4, $5, $6, $7)`,
      values: [tx.workspace_id, newId(), id, columns === 'all' ? null : columns, ...line],
    })
  await carrySoon(tx, id)
}

/** Most columns say nothing of a lead. */
function tellingOf(columns: readonly ColumnConfig[], touched: readonly string[]): string[] {
  const telling = new Set([...columnsOfFields(columns).values()].flatMap((of) => of.map(({ id }) => id)))
  return touched.filter((id) => telling.has(id))
}

export async function carrySoon(tx: WorkspaceTx, workbookId: string): Promise<void> {
  await enqueue(tx, CARRY, { workbook_id: workbookId })
}

/** Leads changed: adds work for the synced workbooks with rows of them. */
export async function tellRows(tx: WorkspaceTx, leadIds: readonly number[], fields: readonly string[]): Promise<void> {
  if (leadIds.length === 0 || fields.length === 0) return
  const { rows } = await tx.client.query<{ id: string; lead_ids: number[] }>({
    name: 'lead_work_readers',
    text: `select w.id, array_agg(distinct r.lead_id) as lead_ids from workbook_rows r
        join workbooks w on w.workspace_id = r.workspace_id and w.id = r.workbook_id
      where r.workspace_id = $1 and r.lead_id = any($2::bigint[]) and w.sync_to_leads and w.deleted_at is null
      group by w.id order by w.id`,
    values: [tx.workspace_id, leadIds],
  })
  for (const { id, lead_ids } of rows) {
    await tx.client.query(
      'insert into lead_work (workspace_id, id, workbook_id, lead_ids, fields) values ($1, $2, $3, $4, $5)',
      [tx.workspace_id, newId(), id, lead_ids.map(Number), fields],
    )
    await carrySoon(tx, id)
  }
}

const OPEN_WORK = 'from lead_work where workspace_id = $1 and workbook_id = $2 order by id limit 1'
const WORK = defineQueue<LeadWork>({
  table: 'lead_work',
  claim: `select id, columns, row_ids, from_position, to_position, lead_ids, fields ${OPEN_WORK} ${PAST_HELD}`,
  left: `select 1 ${OPEN_WORK}`,
})

/** The oldest work of the workbook that no worker holds, locked until the end of the transaction. Where all is held, a ticket looks again. */
export async function takeLeadWork(tx: WorkspaceTx, workbookId: string): Promise<LeadWork | undefined> {
  const { rows, isMissed } = await WORK.take(tx, [tx.workspace_id, workbookId])
  if (isMissed) await lookAgain(tx, CARRY, { workbook_id: workbookId }, workbookId)
  return rows[0]
}

export type LeadWorkLeft = { row_ids: readonly string[] } | { lead_ids: readonly number[] } | { after: number }

/** Puts rows or leads of the work behind all other work. No ticket of its own: the job that does this fails, and is tried again. */
export async function leaveBehind(
  tx: WorkspaceTx,
  workbookId: string,
  { columns, fields }: LeadWork,
  { row_ids, lead_ids }: { row_ids: readonly string[]; lead_ids: readonly number[] },
): Promise<void> {
  if (row_ids.length > 0)
    await tx.client.query(
      'insert into lead_work (workspace_id, id, workbook_id, columns, row_ids) values ($1, $2, $3, $4, $5)',
      [tx.workspace_id, newId(), workbookId, columns, row_ids],
    )
  if (lead_ids.length > 0)
    await tx.client.query(
      'insert into lead_work (workspace_id, id, workbook_id, lead_ids, fields) values ($1, $2, $3, $4, $5)',
      [tx.workspace_id, newId(), workbookId, lead_ids, fields],
    )
}

/** What is left of the work; null when nothing is. */
export async function settleLeadWork(tx: WorkspaceTx, { id }: LeadWork, left: LeadWorkLeft | null): Promise<void> {
  const place = [tx.workspace_id, id]
  if (left === null) await tx.client.query('delete from lead_work where workspace_id = $1 and id = $2', place)
  else if ('row_ids' in left)
    await tx.client.query('update lead_work set row_ids = $3 where workspace_id = $1 and id = $2', [
      ...place,
      left.row_ids,
    ])
  else if ('lead_ids' in left)
    await tx.client.query('update lead_work set lead_ids = $3 where workspace_id = $1 and id = $2', [
      ...place,
      left.lead_ids,
    ])
  else
    await tx.client.query('update lead_work set from_position = $3 where workspace_id = $1 and id = $2', [
      ...place,
      left.after,
    ])
}

/** Leads changed or go: the columns that show a field of theirs are computed anew. */
export async function tellLeadFields(tx: WorkspaceTx, leadIds: readonly number[]): Promise<void> {
  const { rows } = await tx.client.query<{ id: string; row_ids: string[]; columns: string[] }>({
    name: 'lead_fields_readers',
    text: `select r.workbook_id as id, array_agg(r.id) as row_ids, c.columns from workbook_rows r
        cross join lateral (select array_agg(k.id) as columns from workbook_columns k
          where k.workspace_id = $1 and k.workbook_id = r.workbook_id and k.type = 'lead_field') c
      where r.workspace_id = $1 and r.lead_id = any($2::bigint[]) and c.columns is not null
      group by r.workbook_id, c.columns order by r.workbook_id`,
    values: [tx.workspace_id, leadIds],
  })
  for (const { id, row_ids, columns } of rows) await leaveWork(tx, id, row_ids, columns)
}
