// Keeps the keys by which workbooks look each other up true: which row has which, on both sides.
import type { LookupColumn } from '../../engine/columns/kinds/lookup.kind.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import type { Link } from '../store/follow.ts'

/** Under which the keys of a lookup column's own rows are kept. */
export function lookupField(column: Pick<LookupColumn, 'id'>): string {
  return `@${column.id}`
}

/** Under which the keys of the rows that are looked up are kept; columns compared alike share them. */
export function sourceField({ key, compare }: Pick<Link, 'key' | 'compare'>): string {
  return `${key}:${compare}`
}

export interface KeyedRow {
  row_id: string
  position: number
  key: string | null
}

/** Sets the keys of rows, null for one that has none or is gone; returns the keys that some row lost or gained. */
export async function keepKeys(
  tx: WorkspaceTx,
  workbookId: string,
  field: string,
  rows: readonly KeyedRow[],
): Promise<string[]> {
  if (rows.length === 0) return []
  const changed = await tx.client.query<{ key: string }>({
    name: 'match_keys_keep',
    text: KEEP,
    values: [
      tx.workspace_id,
      workbookId,
      field,
      rows.map((row) => row.row_id),
      rows.map((row) => row.position),
      rows.map((row) => row.key),
    ],
  })
  return changed.rows.map(({ key }) => key)
}

const KEEP = `with wanted as materialized (select * from unnest($4::uuid[], $5::float8[], $6::text[]) w(row_id, position, key)),
  before as materialized (
    select m.row_id, m.key from wanted w cross join lateral (
      select row_id, key from match_keys
      where workspace_id = $1 and workbook_id = $2 and row_id = w.row_id and field = $3 offset 0) m),
  differ as materialized (
    select w.row_id, w.position, w.key, b.key as old from wanted w left join before b using (row_id)
    where w.key is distinct from b.key),
  gone as (
    delete from match_keys m using differ d where m.workspace_id = $1 and m.workbook_id = $2 and m.field = $3
      and m.row_id = d.row_id and d.key is null),
  put as (
    insert into match_keys (workspace_id, workbook_id, field, key, position, row_id)
    select $1, $2, $3, key, position, row_id from differ where key is not null order by row_id
    on conflict (workspace_id, workbook_id, row_id, field) do update set key = excluded.key, position = excluded.position)
  select key from differ where key is not null union select old from differ where old is not null`

/** The keys that these rows have. */
export async function keysOfRows(
  tx: WorkspaceTx,
  workbookId: string,
  field: string,
  rowIds: readonly string[],
): Promise<string[]> {
  const { rows } = await tx.client.query<{ key: string }>({
    name: 'match_keys_of_rows',
    text: `select distinct m.key from unnest($4::uuid[]) w(row_id) cross join lateral (
        select key from match_keys where workspace_id = $1 and workbook_id = $2 and row_id = w.row_id and field = $3 offset 0) m`,
    values: [tx.workspace_id, workbookId, field, rowIds],
  })
  return rows.map(({ key }) => key)
}

/** Rows with one of the keys, in the order of one key after the other; at most `limit`. */
export async function rowsOfKeys(
  tx: WorkspaceTx,
  workbookId: string,
  field: string,
  keys: readonly string[],
  after: number,
  limit: number,
): Promise<{ row_id: string; position: number }[]> {
  const { rows } = await tx.client.query<{ row_id: string; position: number }>({
    name: 'match_keys_rows',
    text: `select m.row_id, m.position from unnest($4::text[]) w(key) cross join lateral (
        select row_id, position from match_keys
        where workspace_id = $1 and workbook_id = $2 and field = $3 and key = w.key and position > $5
        order by position limit $6) m limit $6`,
    values: [tx.workspace_id, workbookId, field, keys, after, limit],
  })
  return rows
}

/** Forgets the keys of rows that are no more. */
export async function forgetRows(tx: WorkspaceTx, workbookId: string, rowIds: readonly string[]): Promise<void> {
  await tx.client.query({
    name: 'match_keys_forget',
    text: `delete from match_keys m using unnest($3::uuid[]) w(row_id)
      where m.workspace_id = $1 and m.workbook_id = $2 and m.row_id = w.row_id`,
    values: [tx.workspace_id, workbookId, rowIds],
  })
}
