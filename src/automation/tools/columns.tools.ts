// Tools for columns: what types there are, add, change and delete, each as one step that can be undone.

import { type Static, Type } from 'typebox'
import { COLUMN_TYPES, kindOfType } from '../../engine/columns/columns.schema.ts'
import { InputColumn } from '../../engine/columns/kinds/input.kind.ts'
import { COLUMN_KINDS } from '../../engine/columns/kinds/kinds.generated.ts'
import { signatureOf } from '../../engine/formula/functions.ts'
import { type FieldError, refuse } from '../../kernel/errors.ts'
import type { Json, JsonObject } from '../../kernel/json.ts'
import { nullable } from '../../platform/http/checks/nullable.ts'
import { readDefinitionOf } from '../../records/definition/definition.reads.ts'
import type { DefinitionPlan } from '../../records/definition/definition.schema.ts'
import { FUNCTION_LIST } from '../../records/store/columns/formula-table.logic.ts'
import type { ActivityList } from '../../records/store/history.schema.ts'
import { columnsOfWorkbook } from './columns-of.reads.ts'
import { columnId } from './named-rows.logic.ts'
import { ColumnName, Free, WorkbookId } from './parts.schema.ts'
import { publishedSchema } from './published.logic.ts'
import { defineTool, type Tool, type ToolContext } from './tool.ts'
import { NewColumns } from './workbooks.tools.ts'

const KIND_WORDS = COLUMN_KINDS.map(({ schema, says }) => `${schema.properties.type.const}: ${says}`).join('; ')

const Changed = Type.Object({
  change_id: nullable(Type.String({ description: 'Undoes all of it; null: nothing differed.' })),
  changes: Type.Array(Type.String(), { description: 'What changed, in words.' }),
})

type Columns = { [member: string]: Json }[]

/** Adds columns to a workbook as its definition: checked as a whole, applied at once, undone as one step. */
async function redefine(
  { read, operate }: ToolContext,
  workbook_id: string,
  added: Columns,
  plans = false,
): Promise<Static<typeof Changed>> {
  const file = await read((tx) => readDefinitionOf(tx, workbook_id))
  const present = file.columns as Columns
  const definition: JsonObject = { millrace: file.millrace ?? 1, columns: [...present, ...added] }
  const params = { workbook_id }
  const plan = await operate<DefinitionPlan>('put_definition', {
    params,
    query: { mode: 'plan' },
    body: { definition },
  })
  if (plan.problems.length > 0)
    refuse('invalid', 'The columns do not fit', {
      fields: plan.problems.slice(0, 20).map((problem) => asSent(problem, present)),
    })
  // What was added between reading and planning is not in the definition, and would be removed.
  if (plan.changes.some(({ kind }) => kind !== 'add'))
    refuse(
      'conflict',
      'The columns were changed meanwhile, so nothing was added. Read the workbook again and repeat the call.',
    )
  const words = plan.changes.map((one) => one.words)
  if (plans || words.length === 0) return { change_id: null, changes: words }
  const body = { definition, hash: plan.hash }
  const { change_id } = await operate<DefinitionPlan>('put_definition', { params, query: { mode: 'apply' }, body })
  return { change_id, changes: words }
}

/** A problem of the definition, at its place in what was sent; one of a column that was there before names that column. */
function asSent(problem: FieldError, present: Columns): FieldError {
  const [member, index, ...rest] = problem.loc.slice(2)
  if (member !== 'columns' || typeof index !== 'number') return { ...problem, loc: problem.loc.slice(2) }
  const there = present[index]
  if (!there) return { ...problem, loc: ['columns', index - present.length, ...rest] }
  return { ...problem, loc: ['columns'], msg: `the column "${there.name}" that is there already: ${problem.msg}` }
}

/** The change by which the newest act of this kind is undone; null when another user did one since. */
async function newestChange(
  { operate, scope }: ToolContext,
  workbook_id: string,
  kind: string,
): Promise<string | null> {
  const parts = { params: { workbook_id }, query: { limit: 1, user_id: scope.principal.user_id } }
  const [newest] = (await operate<ActivityList>('list_workbook_activity', parts)).items
  return newest?.kind === kind ? newest.id : null
}

const ChangeId = nullable(Type.String({ description: 'Undoes it.' }))

const namesOf = (columns: unknown) => (columns as { name: string }[]).map(({ name }) => `"${name}"`).join(', ')

export const COLUMN_TOOLS: readonly Tool[] = [
  defineTool({
    name: 'describe_column_type',
    title: 'Describe a column type',
    description: `The JSON Schema of a column type, to be used before columns are added. ${KIND_WORDS}. For formula the functions are listed as well.`,
    capability: 'workbooks:read',
    kind: 'read',
    is_ours: true,
    operations: ['get_workbook'],
    input: Type.Object({ type: Type.Unsafe<string>({ type: 'string', enum: [...COLUMN_TYPES] }) }),
    output: Type.Object({
      type: Type.String(),
      schema: Free,
      functions: Type.Optional(Type.Array(Type.String(), { description: 'Signatures of the formula functions.' })),
    }),
    async run(_, { type }) {
      const schema = publishedSchema(kindOfType(type)?.schema ?? InputColumn, 'in')
      const properties = { ...(schema.properties as JsonObject) }
      // A new column gets its id from the workbook.
      delete properties.id
      const required = (schema.required as string[]).filter((name) => name !== 'id')
      const functions =
        type === 'formula' ? { functions: FUNCTION_LIST.map((fn) => `${signatureOf(fn)}: ${fn.says}`) } : {}
      return { type, schema: { ...schema, properties, required }, ...functions }
    },
  }),
  defineTool({
    name: 'add_columns',
    title: 'Add columns',
    description:
      'Adds columns at the end of a workbook, all or none. Get their settings from describe_column_type and providers from search_providers. ' +
      'With dry_run it returns the problems and the changes, and adds nothing. Enriched columns are filled by start_run.',
    capability: 'workbooks:write',
    kind: 'write',
    operations: ['put_definition'],
    input: Type.Object({
      workbook_id: WorkbookId,
      columns: NewColumns,
      dry_run: Type.Boolean({ default: false }),
    }),
    output: Changed,
    says: ({ columns }) => `Add the ${(columns as unknown[]).length === 1 ? 'column' : 'columns'} ${namesOf(columns)}`,
    run: (context, { workbook_id, columns, dry_run }) => redefine(context, workbook_id, columns as Columns, dry_run),
  }),
  defineTool({
    name: 'update_column',
    title: 'Change a column',
    description:
      'Changes settings of a column; what is not named stays, null takes a setting away. A new name is written into every reference.',
    capability: 'workbooks:write',
    kind: 'write',
    operations: ['update_column', 'list_workbook_activity'],
    input: Type.Object({
      workbook_id: WorkbookId,
      column: ColumnName,
      settings: Type.Record(Type.String(), Type.Unknown(), { description: 'Members of the column to change.' }),
    }),
    output: Type.Object({ column_id: Type.String(), name: Type.String(), type: Type.String(), change_id: ChangeId }),
    says: ({ column, settings }) => `Change ${Object.keys(settings as object).join(', ')} of the column "${column}"`,
    async run(context, { workbook_id, column, settings }) {
      const { operate, read } = context
      const id = columnId(await read((tx) => columnsOfWorkbook(tx, workbook_id)), column)
      const changed = await operate<{ id: string; name: string; type: string }>('update_column', {
        params: { workbook_id, column_id: id },
        body: settings,
      })
      const change_id = await newestChange(context, workbook_id, 'edit_column')
      return { column_id: changed.id, name: changed.name, type: changed.type, change_id }
    },
  }),
  defineTool({
    name: 'delete_column',
    title: 'Delete a column',
    description: 'Deletes a column with its values. Refused while others read it. It can be undone.',
    capability: 'workbooks:delete',
    kind: 'delete',
    operations: ['delete_column', 'list_workbook_activity'],
    input: Type.Object({ workbook_id: WorkbookId, column: ColumnName }),
    output: Type.Object({ deleted: Type.String(), change_id: ChangeId }),
    says: ({ column }) => `Delete the column "${column}" with its values`,
    async run(context, { workbook_id, column }) {
      const { operate, read } = context
      const id = columnId(await read((tx) => columnsOfWorkbook(tx, workbook_id)), column)
      await operate('delete_column', { params: { workbook_id, column_id: id } })
      return { deleted: column, change_id: await newestChange(context, workbook_id, 'delete_column') }
    },
  }),
]
