// What a scan reads: records in batches, and leads without a record.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { inOrder } from '../../platform/db/look-up.ts'
import { type EntityKind, FORM_VERSION } from '../lead-facts/record-form.logic.ts'

export interface ScannedRecord {
  id: number
  entity_id: string
}

/**
 * Looks at the next leads, each looked up: joined with all records, every batch would read the whole store. Returns those without a record of this
 * version, and the last that was looked at; null at the end.
 */
export async function readUnkeyed(
  tx: WorkspaceTx,
  after: number,
  limit: number,
): Promise<{ ids: number[]; last: number | null }> {
  const { rows } = await tx.client.query<{ id: number; is_keyed: boolean }>(
    `select l.id, coalesce(r.version >= $3, false) as is_keyed
     from (select id from leads where workspace_id = $1 and id > $2 order by id limit $4) l
       left join lateral (select version from entity_records where workspace_id = $1 and ${inOrder('lead_id', 'l.id')} offset 0) r on true
     order by l.id`,
    [tx.workspace_id, after, FORM_VERSION, limit],
  )
  return { ids: rows.flatMap(({ id, is_keyed }) => (is_keyed ? [] : [id])), last: rows.at(-1)?.id ?? null }
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
