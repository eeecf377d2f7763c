// For tests of runs: a workbook whose columns may ask lookups outside of the catalogue, its cells, and waiting for a run.
import { addWorkspace, type TestDatabase } from '../../../test/database.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { setFollow } from '../../records/store/follow.ts'
import { createWorkbook } from '../../records/workbooks/workbooks.commands.ts'

/** One row per name, in the input column c1; in a workspace of its own unless one is given. */
export async function addWorkbook(
  database: TestDatabase,
  names: string[],
  columns: JsonObject[],
  workspace?: WorkspaceId,
): Promise<{ workspace_id: WorkspaceId; id: string }> {
  const workspace_id = workspace ?? (await addWorkspace(database))
  const id = await database.inWorkspace(workspace_id, async (tx) => {
    const { id } = await createWorkbook(tx, null, {
      name: 'Test',
      description: '',
      source_type: 'empty',
      columns_config: [],
    })
    // Written past the command, which takes only lookups of the catalogue.
    for (const [index, { name, type, ...config }] of [
      { type: 'input', name: 'Name', input_type: 'text' },
      ...columns,
    ].entries())
      await tx.client.query(
        'insert into workbook_columns (workspace_id, workbook_id, id, name, type, config, ordinal) values ($1, $2, $3, $4, $5, $6, $7)',
        [workspace_id, id, `c${index + 1}`, name, type, JSON.stringify(config), index],
      )
    await tx.client.query(
      `insert into workbook_rows (workspace_id, workbook_id, id, position, data)
        select $1, $2, gen_random_uuid(), n, jsonb_build_object('c1', name) from jsonb_array_elements_text($3::jsonb) with ordinality x(name, n)`,
      [workspace_id, id, JSON.stringify(names)],
    )
    await tx.client.query(
      `insert into workbook_row_blocks select $1, $2, floor(position / 4096)::int, count(*) from workbook_rows where workspace_id = $1 and workbook_id = $2 group by 3`,
      [workspace_id, id],
    )
    await tx.client.query(
      'update workbooks set total_rows = $3, next_position = $3 + 1 where workspace_id = $1 and id = $2',
      [workspace_id, id, names.length],
    )
    if (columns.some(({ type }) => type === 'formula')) await setFollow(tx, id, 'computed', true)
    return id
  })
  return { workspace_id, id }
}

export { until } from '../../../test/until.ts'

/** All cells, by row and column. */
export async function readCells(database: TestDatabase, workbookId: string) {
  return database.asOwner<{
    name: string
    column_id: string
    status: string
    value: unknown
    reason: string | null
    provider: string | null
  }>(
    `select r.data->>'c1' as name, c.column_id, c.status, c.value, c.reason, c.provider from cells c join workbook_rows r on r.id = c.row_id
      where c.workbook_id = $1 order by r.position, c.column_id`,
    [workbookId],
  )
}
