// Reads what a definition is about, and says it with names.
import type { JsonObject } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { readStored } from '../rows/duplicate-key.commands.ts'
import type { IdentityPart } from '../store/identity.logic.ts'
import { mustReadWorkbook, readColumns } from '../store/workbooks.reads.ts'
import { livingConfig, type StoredView } from '../views/view.logic.ts'
import { readViews } from '../views/views.reads.ts'
import type { OtherWorkbook } from './definition-reading.logic.ts'
import { type DefinedView, type DefinitionContent, type Names, toDefinition } from './definition-shape.logic.ts'

export interface StoredDefinition extends DefinitionContent {
  id: string
  total_rows: number
  views: readonly (DefinedView & { stored: StoredView })[]
  /** As it is stored: columns of it may have been deleted. */
  storedIdentity: IdentityPart[] | null
}

export async function readPresent(tx: WorkspaceTx, workbookId: string): Promise<StoredDefinition> {
  const { id, name, description, total_rows } = await mustReadWorkbook(tx, workbookId)
  const columns = await readColumns(tx, id)
  const isColumn = (columnId: string) => columns.some((column) => column.id === columnId)
  const { identity } = await readStored(tx, id)
  const known = identity?.parts.every(({ column_id }) => isColumn(column_id)) ? identity.parts : null
  const views = (await readViews(tx, id)).flatMap((stored) => {
    if (stored.scope === 'personal') return []
    const { warnings: _, ...config } = livingConfig(stored.config, isColumn)
    return [{ name: stored.name, scope: stored.scope, config, stored }]
  })
  const storedIdentity = identity && [...identity.parts]
  return { id, name, description, columns, identity: known, storedIdentity, views, total_rows }
}

export async function readDefinitionOf(tx: WorkspaceTx, workbookId: string): Promise<JsonObject> {
  const present = await readPresent(tx, workbookId)
  const ids = present.columns.flatMap((column) => (column.type === 'lookup' ? [column.workbook_id] : []))
  return toDefinition(present, namesOf(present, ids.length > 0 ? await otherWorkbooks(tx, { ids }) : []))
}

export function namesOf({ columns }: Pick<DefinitionContent, 'columns'>, others: readonly OtherWorkbook[]): Names {
  const own = new Map(columns.map(({ id, name }) => [id, name]))
  const find = (id: string) => others.find((other) => other.id === id)
  return {
    column: (id) => own.get(id),
    workbook: (id) => find(id)?.name,
    theirColumn: (workbookId, columnId) => find(workbookId)?.columns.find(({ id }) => id === columnId)?.name,
  }
}

/** Workbooks by id or by name, with their columns. */
export async function otherWorkbooks(
  tx: WorkspaceTx,
  { ids = [], names = [] }: { ids?: readonly string[]; names?: readonly string[] },
): Promise<OtherWorkbook[]> {
  const { rows } = await tx.client.query<OtherWorkbook>(
    `select w.id, w.name, coalesce((select json_agg(json_build_object('id', c.id, 'name', c.name)) from workbook_columns c
       where c.workspace_id = $1 and c.workbook_id = w.id), '[]') as columns
     from workbooks w where w.workspace_id = $1 and w.deleted_at is null and (w.id = any($2::uuid[]) or w.name = any($3::text[]))`,
    [tx.workspace_id, ids, names],
  )
  return rows
}
