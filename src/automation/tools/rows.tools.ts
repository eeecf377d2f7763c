// Tools for rows: find, read, add or update by duplicate key, change, delete.

import { type Static, Type } from 'typebox'
import { nullable } from '../../platform/http/checks/nullable.ts'
import type { FoundRows } from '../../records/filters/query.schema.ts'
import { RowsReplaced } from '../../records/replace/replace.schema.ts'
import type { RowsDeleted, RowsWritten } from '../../records/store/rows/row.schema.ts'
import { columnsOfWorkbook } from './columns-of.reads.ts'
import { type ApiRow, columnId, filterById, sortById, tableOf } from './named-rows.logic.ts'
import { ColumnName, Cursor, Limit, Notice, pageOf, ROW_CAP, RowId, Sorted, Which, WorkbookId } from './parts.schema.ts'
import { defineTool, type Tool, type ToolContext, UNTRUSTED } from './tool.ts'

/** A table says the names of columns once: for each row again they would be half of what a model reads. */
const RowTable = {
  columns: Type.Array(Type.String(), { description: 'What the items hold, in order: the id of the row, then values.' }),
  ...pageOf(Type.Array(Type.Unknown())),
  states: Type.Array(Type.Object({ row_id: Type.String(), column: Type.String(), state: Type.String() }), {
    description: 'Cells that are not plainly filled: not_found, skipped, error and so on, with the reason.',
  }),
}

const Values = Type.Record(Type.String(), Type.Unknown(), {
  description: 'Values by column name; only columns that people fill.',
})

const columnsOf = ({ read }: ToolContext, workbookId: string) => read((tx) => columnsOfWorkbook(tx, workbookId))

export const ROW_TOOLS: readonly Tool[] = [
  defineTool({
    name: 'query_rows',
    title: 'Find rows',
    description:
      'Rows by filter, search and order, with values by column name. Fields of the filter are column names; `on: "status"` asks for the ' +
      'status of an enriched cell. Name the columns you need to keep the answer small.',
    capability: 'workbooks:read',
    kind: 'read',
    operations: ['query_rows'],
    input: Type.Object({
      workbook_id: WorkbookId,
      ...Which,
      sort: Sorted,
      columns: Type.Optional(Type.Array(ColumnName, { minItems: 1, maxItems: 100 })),
      limit: Limit(),
      cursor: Cursor,
    }),
    output: Type.Object({ notice: Notice, total: nullable(Type.Integer()), ...RowTable }),
    async run(context, { workbook_id, filter, search, sort, columns, limit, cursor }) {
      const all = await columnsOf(context, workbook_id)
      const ids = columns?.map((name, at) => columnId(all, name, ['columns', at]))
      const body = {
        limit,
        ...(filter && { filter: filterById(filter, all) }),
        ...(sort && { sort: sortById(sort, all) }),
        ...(search && { search }),
        ...(ids && { columns: ids }),
        ...(cursor && { cursor }),
      }
      const found = await context.operate<Static<typeof FoundRows>>('query_rows', { params: { workbook_id }, body })
      const shown = ids ? all.filter(({ id }) => ids.includes(id)) : all
      return {
        notice: UNTRUSTED,
        ...tableOf(found.items as never as ApiRow[], shown),
        total: found.query_total_rows,
        next_cursor: found.next_cursor,
      }
    },
  }),
  defineTool({
    name: 'upsert_rows',
    title: 'Add or update rows',
    description:
      'Adds up to 100 rows by column name. `existing` says what happens to a row that the duplicate key of the workbook knows already: ' +
      'update fills in the values sent, skip leaves it; add makes another row (and needs no duplicate key).',
    capability: 'workbooks:write',
    kind: 'write',
    operations: ['create_rows'],
    input: Type.Object({
      workbook_id: WorkbookId,
      rows: Type.Array(Values, { minItems: 1, maxItems: ROW_CAP }),
      existing: Type.Unsafe<'update' | 'skip' | 'add'>({
        type: 'string',
        enum: ['update', 'skip', 'add'],
        default: 'add',
      }),
    }),
    output: Type.Object({
      row_ids: Type.Array(Type.String()),
      created: Type.Integer(),
      updated: Type.Integer(),
      unchanged: Type.Integer(),
      change_id: nullable(Type.String()),
    }),
    says: ({ rows }) => `Add or update ${(rows as unknown[]).length} rows`,
    async run({ operate }, { workbook_id, rows, existing }) {
      const dedupe = existing === 'add' ? 'create' : existing
      const body = { rows: rows.map((data) => ({ data })), dedupe }
      const made = await operate<Static<typeof RowsWritten>>('create_rows', { params: { workbook_id }, body })
      const outcomes = made.outcomes ?? []
      const count = (wanted: string) => outcomes.filter(({ outcome }) => outcome === wanted).length
      return {
        row_ids: outcomes.map(({ row_id }) => row_id),
        created: count('created'),
        updated: count('updated'),
        unchanged: count('unchanged'),
        change_id: made.change_id,
      }
    },
  }),
  defineTool({
    name: 'update_rows',
    title: 'Change rows',
    description:
      'Changes values of up to 100 rows by row_id, all or none. Values that are not named stay; a blank one empties the cell.',
    capability: 'workbooks:write',
    kind: 'write',
    operations: ['update_rows'],
    input: Type.Object({
      workbook_id: WorkbookId,
      rows: Type.Array(Type.Object({ row_id: RowId, values: Values }), { minItems: 1, maxItems: ROW_CAP }),
    }),
    output: Type.Object({ change_id: nullable(Type.String({ description: 'Null: nothing differed.' })) }),
    says: ({ rows }) => `Change ${(rows as unknown[]).length} rows`,
    async run({ operate }, { workbook_id, rows }) {
      const body = { rows: rows.map(({ row_id, values }) => ({ row_id, data: values })) }
      const parts = { params: { workbook_id }, query: { return: 'minimal' }, body }
      return { change_id: (await operate<Static<typeof RowsWritten>>('update_rows', parts)).change_id }
    },
  }),
  defineTool({
    name: 'replace_in_rows',
    title: 'Find and replace',
    description: 'Replaces a text in columns that people fill. A value that would not fit its column stays (`unfit`).',
    capability: 'workbooks:write',
    kind: 'write',
    operations: ['replace_in_rows'],
    input: Type.Object({
      workbook_id: WorkbookId,
      find: Type.String({ minLength: 1, maxLength: 1000 }),
      replace_with: Type.String({ maxLength: 1000 }),
      match_case: Type.Boolean({ default: false }),
      whole_cell: Type.Boolean({ default: false }),
      columns: Type.Optional(Type.Array(ColumnName, { minItems: 1, maxItems: 100 })),
      ...Which,
    }),
    output: RowsReplaced,
    says: ({ find, replace_with }) => `Replace "${find}" with "${replace_with}"`,
    async run(context, { workbook_id, columns, filter, ...wanted }) {
      const all = await columnsOf(context, workbook_id)
      const body = {
        ...wanted,
        ...(columns && { columns: columns.map((name, at) => columnId(all, name, ['columns', at])) }),
        ...(filter && { filter: filterById(filter, all) }),
      }
      return context.operate<RowsReplaced>('replace_in_rows', { params: { workbook_id }, body })
    },
  }),
  defineTool({
    name: 'delete_rows',
    title: 'Delete rows',
    description: 'Deletes up to 100 rows by id. It can be undone.',
    capability: 'workbooks:delete',
    kind: 'delete',
    operations: ['delete_rows'],
    input: Type.Object({ workbook_id: WorkbookId, row_ids: Type.Array(RowId, { minItems: 1, maxItems: ROW_CAP }) }),
    output: Type.Object({ deleted: Type.Integer(), change_id: nullable(Type.String()) }),
    says: ({ row_ids }) => `Delete ${(row_ids as unknown[]).length} rows`,
    run: ({ operate }, { workbook_id, row_ids }) =>
      operate<RowsDeleted>('delete_rows', { params: { workbook_id }, body: { row_ids } }),
  }),
  defineTool({
    name: 'set_duplicate_key',
    title: 'Set the duplicate key',
    description:
      'Says by which columns two rows are the same, so that upsert_rows and imports update instead of adding. compare: text, domain, email, ' +
      'phone, linkedin or external_id.',
    capability: 'workbooks:write',
    kind: 'write',
    operations: ['set_identity'],
    input: Type.Object({
      workbook_id: WorkbookId,
      columns: Type.Array(
        Type.Object({
          column: ColumnName,
          compare: Type.Unsafe<string>({
            type: 'string',
            enum: ['text', 'domain', 'email', 'phone', 'linkedin', 'external_id'],
            default: 'text',
          }),
        }),
        { minItems: 1, maxItems: 5 },
      ),
    }),
    output: Type.Object({ state: Type.String(), total_rows: Type.Integer() }),
    says: ({ columns }) =>
      `Set the duplicate key to ${(columns as { column: string }[]).map(({ column }) => `"${column}"`).join(', ')}`,
    async run(context, { workbook_id, columns }) {
      const all = await columnsOf(context, workbook_id)
      const body = {
        columns: columns.map(({ column, compare }, at) => ({
          column_id: columnId(all, column, ['columns', at, 'column']),
          normaliser: compare,
        })),
      }
      return context.operate<{ state: string; total_rows: number }>('set_identity', { params: { workbook_id }, body })
    },
  }),
]
