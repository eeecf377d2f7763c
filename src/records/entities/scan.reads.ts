// What a scan reads: records in batches, and leads without a record.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { type EntityKind, FORM_VERSION } from './record-form.logic.ts'

export interface ScannedRecord {
  id: number
  entity_id: string
}

export async function readUnkeyed(tx: WorkspaceTx, after: number, limit: number): Promise<number[]> {
  const { rows } = await tx.client.query<{ id: number }>(
    `select l.id from leads l left join entity_records r on r.workspace_id = l.workspace_id and r.lead_id = l.id
     where l.workspace_id = $1 and l.id > $2 and (r.id is null or r.version < $3) order by l.id limit $4`,
    [tx.workspace_id, after, FORM_VERSION, limit],
  )
  return rows.map(({ id }) => id)
}

/** With forms as JSON text, which a thread reads. */
export async function readRecordBatch(
  tx: WorkspaceTx,
  kind: EntityKind,
  after: number,
  limit: number,
): Promise<(ScannedRecord & { form: string })[]> {
  const { rows } = await tx.client.query<ScannedRecord & { form: string }>(
    `select id, entity_id, form::text as form from entity_records where workspace_id = $1 and kind = $2 and lead_id is not null
       and id > $3 order by id limit $4`,
    [tx.workspace_id, kind, after, limit],
  )
  return rows
}
