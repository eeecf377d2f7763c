// The values of cells before they are written over, for what follows a write and tells both.
import type { JsonObject } from '../../../kernel/json.ts'
import type { WorkspaceTx } from '../../../platform/db/database.ts'

/** By row, the values of these columns that cells hold. The rows are locked. */
export async function readCellValues(
  tx: WorkspaceTx,
  workbookId: string,
  rowIds: readonly string[],
  columnIds: readonly string[],
): Promise<Map<string, JsonObject>> {
  const { rows } = await tx.client.query<{ id: string; held: JsonObject }>(
    `select wanted.id, c.held from unnest($3::uuid[]) wanted(id) cross join lateral (
       select jsonb_object_agg(column_id, value) as held from cells
       where workspace_id = $1 and workbook_id = $2 and row_id = wanted.id and column_id = any($4::text[]) offset 0) c
     where c.held is not null`,
    [tx.workspace_id, workbookId, rowIds, columnIds],
  )
  return new Map(rows.map(({ id, held }) => [id, held]))
}
