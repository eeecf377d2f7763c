// Writing cells as they once were, with every counter kept in the same statement.
import type { Json } from '../../../kernel/json.ts'
import type { WorkspaceTx } from '../../../platform/db/database.ts'
import { placesOf } from '../lateral.logic.ts'
import { beside, ENRICHED, SETTLE } from './cells.writes.ts'

const CONTENT = `status, value, provider, reason, detail, error_class, error_message, confidence, license, cost_micro,
  provenance, run_id, resume_at, updated_at`
const SHAPE = `status text, value jsonb, provider text, reason text, detail text, error_class text, error_message text,
  confidence real, license text, cost_micro bigint, provenance jsonb, run_id uuid, resume_at timestamptz, updated_at timestamptz`

// As `upsertCells`, but a person's own words are no obstacle here, cells may go, and columns that are hidden because they
// were removed are written too: they may come back.
export const put = (input: string) => `with ${ENRICHED},
  input as materialized (${input}),
  before as materialized (
    select there.* from (select distinct row_id from input) touched cross join lateral (
      select row_id, column_id, status from cells
      where workspace_id = $1 and workbook_id = $2 and row_id = touched.row_id offset 0) there),
  removed as (
    delete from cells where ctid = any(${placesOf(
      '(select row_id as id, column_id as column from input where image is null)',
      {
        table: 'cells',
        by: 'row_id',
        and: 'and column_id = wanted.column',
      },
    )})),
  written as (
    insert into cells as c (workspace_id, workbook_id, row_id, column_id, ${CONTENT})
    select $1, $2, i.row_id, i.column_id, r.* from input i cross join lateral jsonb_to_record(i.image) as r(${SHAPE})
    where i.image is not null
    on conflict (workspace_id, workbook_id, row_id, column_id) do update set
      ${CONTENT.split(',')
        .map((name) => `${name.trim()} = excluded.${name.trim()}`)
        .join(', ')}),
  moved as materialized (
    select row_id, column_id, b.status as old_status, w.image ->> 'status' as new_status
    ${beside('input')} and w.column_id in (select id from enriched)),
  ${SETTLE}
  select 1`

const PUT = put('select * from jsonb_to_recordset($3::jsonb) as x(row_id uuid, column_id text, image jsonb)')

export interface CellImage {
  row_id: string
  column_id: string
  /** As it was stored; null takes the cell away. */
  image: Json
}

/** Writes cells of locked rows exactly as given. */
export async function putCells(tx: WorkspaceTx, workbookId: string, cells: readonly CellImage[]): Promise<void> {
  if (cells.length === 0) return
  await tx.client.query({ name: 'cells_put', text: PUT, values: [tx.workspace_id, workbookId, JSON.stringify(cells)] })
}
