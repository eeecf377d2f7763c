// The doors of rows: the page of a workbook, one row, and changing rows in groups.
import { Type } from 'typebox'
import { refuse } from '../../kernel/errors.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { decodeCursor, encodeCursor } from '../../platform/http/paging.ts'
import { defineRoute, preparedJson, type Route } from '../../platform/http/route.ts'
import { at, type Door, RowPath, WorkbookPath } from './door.ts'
import { leadColumns } from './lead-fields.logic.ts'
import {
  RowList,
  RowsCreate,
  RowsDelete,
  RowsDeleted,
  RowsUpdate,
  WorkbookLeadRow,
  WorkbookWithLeadsResponse,
} from './row.schema.ts'
import { createRows, deleteRows, rowIdOf, updateRows } from './rows.commands.ts'
import { pageAfter, pageByNumber, theseRows } from './rows.page.ts'
import { mustReadWorkbook } from './workbooks.reads.ts'

const PageQuery = Type.Object({
  page: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, default: 1 }),
  page_size: Type.Integer({ minimum: 1, maximum: 5000, default: 100 }),
  cursor_mode: Type.Boolean({
    default: false,
    description: 'Walk by cursor: begin without one, then send the `next_cursor` of each answer; `page` is ignored.',
  }),
  cursor: Type.Optional(Type.String({ maxLength: 1000, description: 'The `next_cursor` of an earlier answer.' })),
})

export function rowRoutes({ inScope, seesWorkbook }: Door): Route[] {
  const edit = { tag: 'Rows', needs: 'workbooks.edit', exists: seesWorkbook } as const
  return [
    defineRoute({
      ...at('/:workbook_id'),
      method: 'GET',
      id: 'get_workbook',
      summary: 'A workbook with one page of its rows',
      description: 'Every page costs the same, however deep, by number as by cursor.',
      needs: 'workbooks.view',
      params: WorkbookPath,
      query: PageQuery,
      response: { 200: WorkbookWithLeadsResponse },
      handler: (ctx, { params, query }) => inScope(ctx, (tx) => readPage(tx, params.workbook_id, query)),
    }),
    defineRoute({
      ...at('/:workbook_id/rows/:row_id'),
      method: 'GET',
      id: 'get_row',
      tag: 'Rows',
      summary: 'One row with its cells',
      needs: 'workbooks.view',
      params: RowPath,
      response: { 200: WorkbookLeadRow },
      handler: (ctx, { params }) =>
        inScope(ctx, async (tx) => {
          const rowId = await rowIdOf(params.row_id)
          const text = await rowsText(tx, params.workbook_id, [rowId])
          return text === '' ? refuse('not_found', 'Row not found') : preparedJson(text)
        }),
    }),
    defineRoute({
      ...at('/:workbook_id/rows'),
      ...edit,
      method: 'POST',
      id: 'create_rows',
      idempotent: true,
      summary: 'Add rows',
      description:
        'Up to 1000 (413 above). Text for a typed column is read by its type; what does not parse is kept as it came. ' +
        'Unknown and computed columns are refused by name (422).',
      params: WorkbookPath,
      body: RowsCreate,
      response: { 201: RowList },
      handler: (ctx, { params, body }) =>
        inScope(ctx, async (tx) => list(tx, params.workbook_id, await createRows(tx, params.workbook_id, body))),
    }),
    defineRoute({
      ...at('/:workbook_id/rows'),
      ...edit,
      method: 'PATCH',
      id: 'update_rows',
      summary: 'Change rows, all or none',
      params: WorkbookPath,
      body: RowsUpdate,
      response: { 200: RowList },
      handler: (ctx, { params, body }) =>
        inScope(ctx, async (tx) => list(tx, params.workbook_id, await updateRows(tx, params.workbook_id, body))),
    }),
    defineRoute({
      ...at('/:workbook_id/rows'),
      ...edit,
      method: 'DELETE',
      id: 'delete_rows',
      summary: 'Delete rows with everything in them',
      params: WorkbookPath,
      body: RowsDelete,
      response: { 200: RowsDeleted },
      handler: (ctx, { params, body }) =>
        inScope(ctx, async (tx) => ({ deleted: await deleteRows(tx, params.workbook_id, body.row_ids) })),
    }),
  ]
}

const BY_POSITION = 'rows by position'

interface PageWanted {
  page: number
  page_size: number
  cursor_mode: boolean
  cursor?: string | undefined
}

async function readPage(tx: WorkspaceTx, workbookId: string, { page, page_size, cursor_mode, cursor }: PageWanted) {
  const workbook = await mustReadWorkbook(tx, workbookId)
  const lead = leadColumns(workbook.columns_config as never)
  const after = decodeCursor(BY_POSITION, cursor)
  const { text, last, more } =
    cursor_mode || after
      ? await pageAfter(tx, workbook.id, lead, after ? Number(after[0]) : Number.NEGATIVE_INFINITY, page_size)
      : await pageByNumber(tx, workbook.id, lead, (page - 1) * page_size, page_size)
  const next = more && last !== null ? JSON.stringify(encodeCursor(BY_POSITION, [last])) : 'null'
  return preparedJson(
    `{"workbook":${JSON.stringify(workbook)},"rows":[${text}],"page":${page},"page_size":${page_size},` +
      `"total_rows":${workbook.total_rows},"has_more":${more},"next_cursor":${next},"query_total_rows":${workbook.total_rows}}`,
  )
}

async function rowsText(tx: WorkspaceTx, workbookId: string, rowIds: string[]): Promise<string> {
  const workbook = await mustReadWorkbook(tx, workbookId)
  return (await theseRows(tx, workbook.id, leadColumns(workbook.columns_config as never), rowIds)).text
}

async function list(tx: WorkspaceTx, workbookId: string, rowIds: string[]) {
  return preparedJson(`{"items":[${await rowsText(tx, workbookId, rowIds)}]}`)
}
