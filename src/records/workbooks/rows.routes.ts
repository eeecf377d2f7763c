// Routes of rows: one row, and changing rows in groups; reading many is in records/query.
import { Type } from 'typebox'
import { refuse } from '../../kernel/errors.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { defineRoute, preparedJson, type Route } from '../../platform/http/route.ts'
import { RowsDelete } from '../filters/query.schema.ts'
import { readThrough } from '../opening/lead-backed.reads.ts'
import { at, RowPath, type WorkbookContext, WorkbookPath } from '../opening/route-context.ts'
import { type AddedRows, createRows, reserveFor } from '../rows/new-rows.commands.ts'
import { rowIdOf, updateRows, type WriteResult } from '../rows/rows.commands.ts'
import { insertedRowsText } from '../store/rows/inserted-rows.logic.ts'
import { RowsCreate, RowsDeleted, RowsUpdate, RowsWritten, WorkbookLeadRow } from '../store/rows/row.schema.ts'
import { theseRows } from '../store/rows/rows.page.ts'
import { mustReadWorkbook } from '../store/workbooks.reads.ts'
import { deleteSelected } from './selection.commands.ts'

const Answer = Type.Union([Type.Literal('representation'), Type.Literal('minimal')], {
  default: 'representation',
  description:
    '`minimal` answers without `items`. Hundreds of rows with many enriched columns take longer to write out than to change.',
})

export function rowRoutes({ inScope, seesWorkbook }: WorkbookContext, database: Database): Route[] {
  const edit = { tag: 'Rows', needs: 'workbooks.edit', exists: seesWorkbook } as const
  return [
    defineRoute({
      ...at('/:workbook_id/rows/:row_id'),
      method: 'GET',
      id: 'get_row',
      tag: 'Rows',
      summary: 'One row with its cells',
      description:
        'Values by column id in `data`, and in `enrichments` what runs found, with status, provider, cost and time.',
      needs: 'workbooks.view',
      params: RowPath,
      response: { 200: WorkbookLeadRow },
      handler: (ctx, { params }) =>
        inScope(ctx, async (tx) => {
          const rowId = await rowIdOf(params.row_id)
          const text = await rowsText(tx, params.workbook_id, [rowId])
          return text.length === 0 ? refuse('not_found', 'Row not found') : preparedJson(text)
        }),
    }),
    defineRoute({
      ...at('/:workbook_id/rows'),
      ...edit,
      method: 'POST',
      id: 'create_rows',
      effects: ['overwrites'],
      idempotent: true,
      summary: 'Add rows',
      description:
        'Up to 1000 (413 above), at the end or beside another row. Text for a typed column is read by its type; text that does ' +
        'not parse is kept as it is. Unknown and computed columns are refused by name (422).',
      params: WorkbookPath,
      body: RowsCreate,
      response: { 201: RowsWritten },
      async handler({ scope }, { params, body }) {
        const reserved = await reserveFor(database, scope, params.workbook_id, body)
        const made = await database.inWorkspace(scope, async (tx) => {
          const added = await createRows(tx, params.workbook_id, body, reserved && { ...reserved })
          return { added, items: added.bare ? null : await itemsOf(tx, added) }
        })
        return written(made.added, made.items ?? bareItems(made.added))
      },
    }),
    defineRoute({
      ...at('/:workbook_id/rows'),
      ...edit,
      method: 'PATCH',
      id: 'update_rows',
      summary: 'Change rows, all or none',
      description:
        'Up to the limit of one call, by row id; a value that does not fit refuses the call, and nothing is written. Edits of ' +
        'one `change_id` are undone together.',
      params: WorkbookPath,
      query: Type.Object({ return: Answer }),
      body: RowsUpdate,
      response: { 200: RowsWritten },
      handler: (ctx, { params, query, body }) =>
        inScope(ctx, async (tx) => {
          const updated = await updateRows(tx, params.workbook_id, body)
          return written(updated, query.return === 'minimal' ? '' : await itemsOf(tx, updated))
        }),
    }),
    defineRoute({
      ...at('/:workbook_id/rows'),
      ...edit,
      method: 'DELETE',
      id: 'delete_rows',
      summary: 'Delete rows with everything in them',
      description:
        'By id, or all rows that match a filter, search or view, if their number equals `expected_count` (409 when not). More ' +
        'than 50,000 are deleted in the background (`state: deleting`): `POST …/activity/{change_id}/cancel` stops this and ' +
        'restores the deleted rows. It can be undone as one step. Rows that another user writes to meanwhile stay.',
      errors: [409, 413],
      params: WorkbookPath,
      body: RowsDelete,
      response: { 200: RowsDeleted },
      handler: (ctx, { params, body }) => inScope(ctx, (tx) => deleteSelected(tx, params.workbook_id, body)),
    }),
  ]
}

async function rowsText(tx: WorkspaceTx, workbookId: string, rowIds: string[]): Promise<Buffer> {
  const workbook = await mustReadWorkbook(tx, workbookId)
  const columns = workbook.columns_config as never
  const through = workbook.source_type === 'leads' ? await readThrough(tx, workbook.id, columns) : tx
  return theseRows(through, workbook.id, columns, rowIds)
}

async function itemsOf(tx: WorkspaceTx, { workbook, row_ids }: WriteResult): Promise<Buffer | string> {
  return row_ids.length === 0 ? '' : theseRows(tx, workbook.id, workbook.columns, row_ids)
}

const bareItems = ({ bare, workbook }: AddedRows) => insertedRowsText(bare ?? [], workbook.columns, workbook.now)

function written(act: WriteResult | AddedRows, items: Buffer | string) {
  const outcomes = 'outcomes' in act ? `,"outcomes":${JSON.stringify(act.outcomes)}` : ''
  return preparedJson(`{"items":[${items}],"change_id":${JSON.stringify(act.change_id)}${outcomes}}`)
}
