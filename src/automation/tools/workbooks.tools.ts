// Tools for whole workbooks: find, look at, make, rename, delete, undo.
import { type Static, Type } from 'typebox'
import { nullable } from '../../platform/http/checks/nullable.ts'
import type { ActivityList, RevertResult } from '../../records/store/history.schema.ts'
import type { WorkbookWithLeadsResponse } from '../../records/store/rows/row.schema.ts'
import type { WorkbookList, WorkbookResponse } from '../../records/store/workbook.schema.ts'
import { mustReadWorkbook } from '../../records/store/workbooks.reads.ts'
import { Cursor, Free, Limit, Notice, pageOf, WorkbookId } from './parts.schema.ts'
import { defineTool, type Tool, UNTRUSTED } from './tool.ts'

const Summary = {
  workbook_id: Type.String(),
  name: Type.String(),
  description: Type.String(),
  status: Type.String(),
  total_rows: Type.Integer(),
}

export const WorkbookShown = Type.Object({
  notice: Notice,
  ...Summary,
  columns: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      type: Type.String(),
      settings: Free,
      cells: Type.Record(Type.String(), Type.Integer(), { description: 'Number of cells by status.' }),
    }),
  ),
})

const HIDDEN = new Set(['id', 'name', 'type', 'stats', 'width', 'hidden', 'pinned', 'stale'])

export function shownWorkbook(workbook: WorkbookResponse): Static<typeof WorkbookShown> {
  const { id, name, description, status, total_rows, columns_config } = workbook
  return {
    notice: UNTRUSTED,
    workbook_id: id,
    name,
    description,
    status,
    total_rows,
    columns: columns_config.map((column) => ({
      id: column.id,
      name: column.name,
      type: column.type,
      cells: column.stats ?? {},
      settings: Object.fromEntries(Object.entries(column).filter(([member]) => !HIDDEN.has(member))),
    })),
  }
}

export const NewColumns = Type.Array(
  Type.Object(
    { name: Type.String({ minLength: 1, maxLength: 200 }), type: Type.String({ minLength: 1, maxLength: 50 }) },
    {
      additionalProperties: true,
      description:
        'As describe_column_type tells for its type. Other columns are referred to by name: `{{Website}}`. In conditions (`run_if`) too.',
    },
  ),
  { maxItems: 100 },
)

export const WORKBOOK_TOOLS: readonly Tool[] = [
  defineTool({
    name: 'list_workbooks',
    title: 'List workbooks',
    description: 'Workbooks of the workspace, last changed first. Start here to get the id of a workbook.',
    capability: 'workbooks:read',
    kind: 'read',
    operations: ['list_workbooks'],
    input: Type.Object({
      query: Type.Optional(Type.String({ maxLength: 200, description: 'Only names that contain this.' })),
      limit: Limit(),
      cursor: Cursor,
    }),
    output: Type.Object(pageOf(Type.Object(Summary))),
    async run({ operate }, { query, limit, cursor }) {
      const parts = { query: { limit, ...(query && { q: query }), ...(cursor && { cursor }) } }
      const { items, next_cursor } = await operate<WorkbookList>('list_workbooks', parts)
      return { items: items.map(({ id, ...rest }) => ({ workbook_id: id, ...rest })), next_cursor }
    },
  }),
  defineTool({
    name: 'get_workbook',
    title: 'Look at a workbook',
    description: 'Its columns with their settings, and how many cells of each are filled. No rows: use query_rows.',
    capability: 'workbooks:read',
    kind: 'read',
    operations: ['get_workbook'],
    input: Type.Object({ workbook_id: WorkbookId }),
    output: WorkbookShown,
    async run({ operate }, params) {
      const parts = { params, query: { page_size: 1 } }
      return shownWorkbook((await operate<Static<typeof WorkbookWithLeadsResponse>>('get_workbook', parts)).workbook)
    },
  }),
  defineTool({
    name: 'create_workbook',
    title: 'Create a workbook',
    description: 'Makes an empty workbook with these columns. Put the columns that are read by others first.',
    capability: 'workbooks:write',
    kind: 'write',
    operations: ['create_workbook', 'get_workbook'],
    input: Type.Object({
      name: Type.String({ minLength: 1, maxLength: 200 }),
      description: Type.String({ maxLength: 5000, default: '' }),
      columns: Type.Array(NewColumns.items, { maxItems: 100, default: [] }),
    }),
    output: WorkbookShown,
    says: ({ name, columns }) =>
      `Create the workbook "${name}" with ${columns?.length === 1 ? '1 column' : `${columns?.length ?? 0} columns`}`,
    async run({ operate }, { name, description, columns }) {
      const definition = { millrace: 1, columns }
      const body = { name, description, ...(columns.length > 0 && { definition }) }
      return shownWorkbook(await operate<WorkbookResponse>('create_workbook', { body }))
    },
  }),
  defineTool({
    name: 'rename_workbook',
    title: 'Rename a workbook',
    description: 'Changes the name or the description of a workbook.',
    capability: 'workbooks:write',
    kind: 'write',
    operations: ['update_workbook'],
    input: Type.Object({
      workbook_id: WorkbookId,
      name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
      description: Type.Optional(Type.String({ maxLength: 5000 })),
    }),
    output: Type.Object({
      ...WorkbookShown.properties,
      name_before: Type.String(),
      description_before: Type.String(),
    }),
    says: ({ name }) =>
      name === undefined ? 'Change the description of the workbook' : `Rename the workbook to "${name}"`,
    async run({ operate, read }, { workbook_id, ...body }) {
      const { name, description } = await read((tx) => mustReadWorkbook(tx, workbook_id))
      const renamed = await operate<WorkbookResponse>('update_workbook', { params: { workbook_id }, body })
      return { ...shownWorkbook(renamed), name_before: name, description_before: description }
    },
  }),
  defineTool({
    name: 'delete_workbook',
    title: 'Delete a workbook',
    description: 'Deletes a workbook with all its rows. This cannot be undone.',
    capability: 'workbooks:delete',
    kind: 'delete',
    operations: ['delete_workbook'],
    input: Type.Object({ workbook_id: WorkbookId }),
    output: Type.Object({ deleted: Type.Boolean() }),
    says: () => 'Delete the workbook with all its rows, which cannot be undone',
    async run({ operate }, params) {
      await operate('delete_workbook', { params })
      return { deleted: true }
    },
  }),
  defineTool({
    name: 'list_activity',
    title: 'List what was done',
    description: 'The changes of a workbook with their users, newest first, and the change_id that undoes each.',
    capability: 'workbooks:read',
    kind: 'read',
    operations: ['list_workbook_activity'],
    input: Type.Object({ workbook_id: WorkbookId, limit: Limit(), cursor: Cursor }),
    output: Type.Object({
      notice: Notice,
      ...pageOf(
        Type.Object({
          change_id: Type.String(),
          words: Type.String(),
          actor: nullable(Type.String()),
          created_at: Type.String(),
          state: Type.String(),
          can_undo: Type.Boolean(),
        }),
      ),
    }),
    async run({ operate }, { workbook_id, ...query }) {
      const found = await operate<ActivityList>('list_workbook_activity', { params: { workbook_id }, query })
      const items = found.items.map(({ id, actor, ...rest }) => ({
        change_id: id,
        ...rest,
        actor: actor?.name ?? null,
      }))
      return { notice: UNTRUSTED, items, next_cursor: found.next_cursor }
    },
  }),
  defineTool({
    name: 'undo',
    title: 'Undo a change',
    description:
      'Undoes one change by its change_id (a run by its run_id): edits, rows, columns, imports, values of a run. Values that ' +
      'another user changed since stay and are counted as skipped. Money that a run spent stays spent.',
    capability: 'workbooks:write',
    kind: 'write',
    operations: ['undo_change'],
    input: Type.Object({ workbook_id: WorkbookId, change_id: Type.String({ maxLength: 100 }) }),
    output: Type.Object({
      words: Type.String(),
      state: Type.String({ description: '`undoing`: a large one, on its way in the background.' }),
      cells: Type.Integer(),
      rows: Type.Integer(),
      columns: Type.Integer(),
      skipped: Type.Integer(),
    }),
    says: () => 'Undo one change of the workbook',
    async run({ operate }, { workbook_id, change_id }) {
      const undone = await operate<RevertResult>('undo_change', { params: { workbook_id }, body: { change_id } })
      return { ...undone, skipped: undone.skipped_count }
    },
  }),
]
