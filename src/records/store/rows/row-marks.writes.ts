// What a row carries beside its values: its key, the lead that it is linked to, where it came from.
import type { JsonObject } from '../../../kernel/json.ts'
import type { WorkspaceTx } from '../../../platform/db/database.ts'
import { lateral } from '../lateral.logic.ts'

const KEYED = '(select * from unnest($3::uuid[], $4::text[]) as x(id, key))'

type Keyed = readonly { id: string; key: string | null }[]
type Linked = readonly { row_id: string; lead_id: number }[]
type Sourced = readonly { row_id: string; source: JsonObject }[]

/** Sets the keys of rows that are locked. */
export async function setKeys(tx: WorkspaceTx, workbookId: string, rows: Keyed): Promise<void> {
  await tx.client.query(
    `update workbook_rows set identity_key = x.key from (
       select wanted.key, r.place from ${lateral(KEYED, { table: 'workbook_rows', columns: 'ctid as place' })}) x
     where ctid = x.place`,
    [tx.workspace_id, workbookId, rows.map(({ id }) => id), rows.map(({ key }) => key)],
  )
}

export async function linkLeads(tx: WorkspaceTx, workbookId: string, rows: Linked): Promise<void> {
  await tx.client.query(
    `update workbook_rows r set lead_id = x.lead_id from unnest($3::uuid[], $4::bigint[]) as x (id, lead_id)
     where r.workspace_id = $1 and r.workbook_id = $2 and r.id = x.id`,
    [tx.workspace_id, workbookId, rows.map(({ row_id }) => row_id), rows.map(({ lead_id }) => lead_id)],
  )
}

/** In all workbooks. */
export async function unlinkLeads(tx: WorkspaceTx, leadIds: readonly number[]): Promise<void> {
  await tx.client.query(
    'update workbook_rows set lead_id = null where workspace_id = $1 and lead_id = any($2::bigint[])',
    [tx.workspace_id, leadIds],
  )
}

export async function writeSource(tx: WorkspaceTx, workbookId: string, rows: Sourced): Promise<void> {
  if (rows.length === 0) return
  await tx.client.query(
    `update workbook_rows r set source = x.source from jsonb_to_recordset($3::jsonb) as x (row_id uuid, source jsonb)
       where r.workspace_id = $1 and r.workbook_id = $2 and r.id = x.row_id`,
    [tx.workspace_id, workbookId, JSON.stringify(rows)],
  )
}
