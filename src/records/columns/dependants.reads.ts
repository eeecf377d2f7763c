// What would miss a column: columns that read it, the identity of rows, other workbooks, views, and runs under way.
import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import { buildGraph, dependants } from '../../engine/columns/graph.ts'
import { filterFields } from '../../engine/filter/filter-check.ts'
import { refuse } from '../../kernel/errors.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import type { DuplicateKey } from '../store/identity.logic.ts'
import type { Dependant } from '../store/workbook.schema.ts'
import { mustFindWorkbook, readColumns } from '../store/workbooks.reads.ts'
import { groupLevels } from '../views/view.logic.ts'
import type { ViewConfig } from '../views/view.schema.ts'
import { readViews } from '../views/views.reads.ts'

/** What is listed before a column is deleted; the first kinds stand in the way, views and runs go on without it. */
export async function readDependants(tx: WorkspaceTx, workbookId: string, columnId: string): Promise<Dependant[]> {
  const id = await mustFindWorkbook(tx, workbookId)
  const columns = await readColumns(tx, id)
  if (!columns.some((column) => column.id === columnId)) refuse('not_found', 'Column not found')
  return dependantsOf(tx, id, columns, columnId)
}

export async function dependantsOf(
  tx: WorkspaceTx,
  workbookId: string,
  columns: readonly ColumnConfig[],
  columnId: string,
): Promise<Dependant[]> {
  const graph = buildGraph(columns)
  const readers = dependants(graph, columnId).map((id): Dependant => {
    return { kind: 'column', id, name: graph.names.get(id) ?? '', blocks: true }
  })
  return [
    ...readers,
    ...(await identityOf(tx, workbookId, columnId)),
    ...(await lookingFrom(tx, workbookId, columnId, graph.names.get(columnId) ?? '')),
    ...(await viewsOn(tx, workbookId, columnId)),
    ...(await runsOf(tx, workbookId, columnId)),
  ]
}

async function identityOf(tx: WorkspaceTx, workbookId: string, columnId: string): Promise<Dependant[]> {
  const { rows } = await tx.client.query<{ identity: DuplicateKey | null }>(
    'select identity from workbooks where workspace_id = $1 and id = $2',
    [tx.workspace_id, workbookId],
  )
  const isPart = rows[0]?.identity?.parts.some((part) => part.column_id === columnId)
  return isPart ? [{ kind: 'identity', id: workbookId, name: 'Duplicate key', blocks: true }] : []
}

/** Columns of other workbooks that need this one: lookup columns, formulas that look up, outputs that write into it. */
async function lookingFrom(tx: WorkspaceTx, workbookId: string, columnId: string, name: string): Promise<Dependant[]> {
  const { rows } = await tx.client.query<{ id: string; name: string }>(
    `select w.id, w.name || ': ' || c.name as name from workbook_columns c
       join workbooks w on w.workspace_id = $1 and w.id = c.workbook_id and w.deleted_at is null
     where c.workspace_id = $1 and c.workbook_id <> $2::text::uuid and (
         c.type = 'lookup' and c.config ->> 'workbook_id' = $2 and $3 in (c.config ->> 'their_key', c.config ->> 'their_column')
       or c.type = 'formula' and c.config -> 'ranges' @> jsonb_build_array(jsonb_build_object('workbook_id', $2::text, 'column_id', $3::text))
       or c.type = 'output' and lower(c.config #>> '{target,workbook_id}') = $2 and exists (
         select 1 from jsonb_object_keys(c.config #> '{target,values}') k where k = $3 or lower(btrim(k)) = lower($4)))
     order by w.name, c.ordinal`,
    [tx.workspace_id, workbookId, columnId, name],
  )
  return rows.map((row) => ({ kind: 'lookup', ...row, blocks: true }))
}

async function viewsOn(tx: WorkspaceTx, workbookId: string, columnId: string): Promise<Dependant[]> {
  const views = (await readViews(tx, workbookId)).filter(({ config }) => asksFor(config, columnId))
  return views.map(({ id, name }) => ({ kind: 'view', id, name, blocks: false }))
}

/** Whether a view would show other rows, or in another order, without the column. */
function asksFor({ filter, sort, colour_rules, ...rest }: ViewConfig, columnId: string): boolean {
  const filters = [...(filter ? [filter] : []), ...(colour_rules ?? []).map((rule) => rule.filter)]
  const orders = [...(sort ?? []), ...groupLevels(rest)]
  const isColumn = (field: string) => field === columnId
  return filters.some((one) => filterFields(one).some(isColumn)) || orders.some(({ field }) => isColumn(field))
}

async function runsOf(tx: WorkspaceTx, workbookId: string, columnId: string): Promise<Dependant[]> {
  const { rows } = await tx.client.query<{ id: string; rows: number }>(
    `select id, coalesce((counts ->> 'rows')::int, 0) as rows from changes where workspace_id = $1 and workbook_id = $2
       and kind = 'run' and detail #>> '{run,ended}' = 'false' and detail #> '{run,column_ids}' ? $3 order by id`,
    [tx.workspace_id, workbookId, columnId],
  )
  return rows.map(({ id, rows: count }) => {
    const words = `Run over ${count.toLocaleString('en')} ${count === 1 ? 'row' : 'rows'}`
    return { kind: 'run', id, name: words, blocks: false }
  })
}
