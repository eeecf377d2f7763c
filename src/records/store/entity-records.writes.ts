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
  const { rows } = await tx.client.query<DroppedRecord & { keys: number[] }>(
    `delete from entity_records where workspace_id = $1 and ${which} returning id, entity_id, keys`,
    [tx.workspace_id, ...values],
  )
  // A statement of its own: keys that were written while the deletion waited for a record are not there for the statement that waited.
  await removeKeys(tx, rows)
  return rows.map(({ id, entity_id }) => ({ id, entity_id }))
}

/** Each looked up: by two lists of values, older versions of PostgreSQL would look for every value of the one with every value of the other. */
async function removeKeys(tx: WorkspaceTx, records: readonly { id: number; keys: readonly number[] }[]): Promise<void> {
  const ids = records.flatMap(({ id, keys }) => keys.map(() => id))
  if (ids.length === 0) return
  await tx.client.query(
    `delete from entity_keys where workspace_id = $1 and ctid = any(array(
       select own.place from unnest($2::bigint[], $3::bigint[]) as x (record_id, key) cross join lateral (
         select ctid as place from entity_keys where workspace_id = $1 and key = x.key and record_id = x.record_id offset 0) own))`,
    [tx.workspace_id, ids, records.flatMap(({ keys }) => keys)],
  )
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
  await removeKeys(
    tx,
    records.map(({ id, before, keys }) => {
      const kept = new Set(keys)
      return { id, keys: before.filter((key) => !kept.has(key)) }
    }),
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

/** As {@link writeKeys}, of what was read before: only keys that their records still have. Returns those that were not there, where they are `wanted`. */
export async function writeKeysLater(
  tx: WorkspaceTx,
  ids: readonly number[],
  keys: readonly number[],
  wanted: boolean,
): Promise<number[]> {
  const { rows } = await tx.client.query<{ key: number }>(
    `with written as (insert into entity_keys (workspace_id, key, record_id) select $1, x.key, x.record_id
         from unnest($2::bigint[], $3::bigint[]) as x (record_id, key)
           cross join lateral (select from entity_records r where r.workspace_id = $1 and x.key = any(r.keys) and ${inOrder('r.id', 'x.record_id')} offset 0) own
         on conflict do nothing returning key)
     select key from written where $4::boolean`,
    [tx.workspace_id, ids, keys, wanted],
  )
  return rows.map(({ key }) => key)
}
