// Copying what rows hold within the database: rows into another workbook, values into another column, leads into rows.

import { newId } from '../../../kernel/ids.ts'
import type { WorkspaceTx } from '../../../platform/db/database.ts'
import { oneRow } from '../../../platform/db/sql-client.ts'
import { ASKED_TYPES } from '../column-types.logic.ts'

export interface CopiedRow {
  id: string
  position: number
}

// A key that was added to the copy meanwhile stays with its row, and values of columns that were removed stay behind.
const COPY_ROWS = `insert into workbook_rows (workspace_id, workbook_id, id, position, data, identity_key, lead_id, source)
  select $1, $3, x.new_id, r.position, r.data - w.removed_columns, case when t.id is null then r.identity_key end, r.lead_id, r.source
  from unnest($4::uuid[], $5::uuid[]) as x(old_id, new_id)
    join workbooks w on w.workspace_id = $1 and w.id = $2
    join workbook_rows r on r.workspace_id = $1 and r.workbook_id = $2 and r.id = x.old_id
    left join workbook_rows t on t.workspace_id = $1 and t.workbook_id = $3 and t.identity_key = r.identity_key
  on conflict do nothing returning id, position`

// Cells under way in the original begin again in the copy; so does what they cost.
const COPY_CELLS = `insert into cells (workspace_id, workbook_id, row_id, column_id, status, value, provider, reason, detail, error_class,
    error_message, confidence, license, provenance, updated_at)
  select $1, $3, x.new_id, c.column_id, c.status, c.value, c.provider, c.reason, c.detail, c.error_class, c.error_message,
    c.confidence, c.license, c.provenance, c.updated_at
  from unnest($4::uuid[], $5::uuid[]) as x(old_id, new_id) cross join lateral (
    select * from cells where workspace_id = $1 and workbook_id = $2 and row_id = x.old_id offset 0) c
  where c.status not in ('queued', 'running', 'waiting', 'throttled', 'pending')
    and exists (select 1 from workbook_rows r where r.workspace_id = $1 and r.workbook_id = $3 and r.id = x.new_id)
    and exists (select 1 from workbook_columns k where k.workspace_id = $1 and k.workbook_id = $3 and k.id = c.column_id
      and k.type in ${ASKED_TYPES})`

/** Copies rows with their cells from one workbook into another; those that were made, under new ids. */
export async function copyRows(
  tx: WorkspaceTx,
  from: string,
  to: string,
  rowIds: readonly string[],
): Promise<CopiedRow[]> {
  const values = [tx.workspace_id, from, to, rowIds, rowIds.map(() => newId())]
  const { rows } = await tx.client.query<CopiedRow>(COPY_ROWS, values)
  await tx.client.query(COPY_CELLS, values)
  return rows
}

// A value that was written into the copy meanwhile stays. Undo takes the column out with all its values, so they
// need no versions.
const COPY_VALUES = `with batch as materialized (
    select id, position from workbook_rows where workspace_id = $1 and workbook_id = $2 and position > $3 order by position limit $6),
  held as materialized (
    select r.id from workbook_rows r join batch s on s.id = r.id where r.workspace_id = $1 and r.workbook_id = $2
      and r.data ? $4 and not r.data ? $5 order by r.id for no key update of r),
  written as (
    update workbook_rows r set data = r.data || jsonb_build_object($5::text, r.data -> $4), updated_at = now() from held
    where r.workspace_id = $1 and r.workbook_id = $2 and r.id = held.id returning r.id)
  select max(position) as last, count(*)::int as rows, (select array_agg(id) from written) as written from batch`

/** Copies the values of a column into another, for the next rows after a position; where they ended, and the rows that were written. */
export async function copyValues(
  tx: WorkspaceTx,
  workbookId: string,
  columns: { from: string; to: string },
  after: number,
  limit: number,
): Promise<{ last: number | null; rows: number; written: string[] | null }> {
  const values = [tx.workspace_id, workbookId, after, columns.from, columns.to, limit]
  return oneRow(
    (await tx.client.query<{ last: number | null; rows: number; written: string[] | null }>(COPY_VALUES, values)).rows,
  )
}

/** Copies rows from a query that is named `workbook_rows`; `which` selects and orders them. */
export async function addQueried(
  tx: WorkspaceTx,
  query: string,
  which: string,
  values: readonly unknown[],
): Promise<CopiedRow[]> {
  const { rows } = await tx.client.query<CopiedRow>(
    `with ${query},
     made as (insert into workbook_rows (workspace_id, workbook_id, id, position, data, lead_id, source, created_at, updated_at)
       select workspace_id, workbook_id, id, position, data, lead_id, source, created_at, updated_at from workbook_rows
       ${which} on conflict do nothing returning id, position)
     select id, position from made order by position`,
    [...values],
  )
  return rows
}
