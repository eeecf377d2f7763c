// Takes away records of leads and rows with the blocking keys that each has, of which no foreign key knows.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { inOrder } from '../../platform/db/look-up.ts'

export interface DroppedRecord {
  id: number
  entity_id: string | null
}

/** `which` is a condition on `entity_records`; `$1` is the workspace, `values` come after it. */
export async function dropRecords(
  tx: WorkspaceTx,
  which: string,
  values: readonly unknown[],
): Promise<DroppedRecord[]> {
  const { rows } = await tx.client.query<DroppedRecord>(
    `with gone as (delete from entity_records where workspace_id = $1 and ${which} returning id, entity_id, keys),
       unkeyed as (delete from entity_keys where workspace_id = $1 and key = any(array(select unnest(keys) from gone))
         and record_id = any(array(select id from gone)))
     select id, entity_id from gone`,
    [tx.workspace_id, ...values],
  )
  return rows
}

/** Records of rows of a deleted workbook; how many are gone, null when none is left. */
export async function purgeRecords(tx: WorkspaceTx, workbookId: string, most: number): Promise<number | null> {
  const some = `id = any(array(select r.id from workbooks w join entity_records r on r.workspace_id = $1 and r.workbook_id = w.id and r.row_id is not null
    where w.workspace_id = $1 and w.id = $2 and w.deleted_at is not null limit $3))`
  return (await dropRecords(tx, some, [workbookId, most])).length || null
}

/** A record with the keys that it had before and those that it has now. */
export interface RekeyedRecord {
  id: number
  before: readonly number[]
  keys: readonly number[]
}

/** Takes away keys that these records no longer have. */
export async function dropKeys(tx: WorkspaceTx, records: readonly RekeyedRecord[]): Promise<void> {
  const gone = records.flatMap(({ id, before, keys }) => {
    const kept = new Set(keys)
    return before.flatMap((key) => (kept.has(key) ? [] : [{ id, key }]))
  })
  if (gone.length === 0) return
  await tx.client.query(
    `delete from entity_keys k where workspace_id = $1 and key = any($3::bigint[]) and record_id = any($2::bigint[])
       and exists (select from unnest($2::bigint[], $3::bigint[]) as x (id, key) where x.id = k.record_id and x.key = k.key)`,
    [tx.workspace_id, gone.map(({ id }) => id), gone.map(({ key }) => key)],
  )
}

/** Writes keys in the order of their index, so that neighbors in it are written together. */
export async function writeKeys(
  tx: WorkspaceTx,
  records: readonly { id: number; keys: readonly number[] }[],
): Promise<void> {
  const lines = records.flatMap(({ id, keys }) => keys.map((key) => [id, key] as const)).sort(([, x], [, y]) => x - y)
  if (lines.length === 0) return
  await tx.client.query(
    `insert into entity_keys (workspace_id, key, record_id) select $1, x.key, x.record_id
       from unnest($2::bigint[], $3::bigint[]) as x (record_id, key) on conflict do nothing`,
    [tx.workspace_id, lines.map(([id]) => id), lines.map(([, key]) => key)],
  )
}

/** As {@link writeKeys}, of what was read before: only keys that their records still have. */
export async function writeKeysLater(tx: WorkspaceTx, ids: readonly number[], keys: readonly number[]): Promise<void> {
  await tx.client.query(
    `insert into entity_keys (workspace_id, key, record_id) select $1, x.key, x.record_id
       from unnest($2::bigint[], $3::bigint[]) as x (record_id, key)
         cross join lateral (select from entity_records r where r.workspace_id = $1 and x.key = any(r.keys) and ${inOrder('r.id', 'x.record_id')} offset 0) own
       on conflict do nothing`,
    [tx.workspace_id, ids, keys],
  )
}
