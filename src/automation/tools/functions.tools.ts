// Tools for functions: what there is, call one for items, use one as columns.
import { Type } from 'typebox'
import { nullable } from '../../platform/http/checks/nullable.ts'
import type { FunctionCall, FunctionDetail } from '../functions/functions.schema.ts'
import { Cursor, Free, Limit, MaxUsd, Notice, pageOf, WorkbookId } from './parts.schema.ts'
import { defineTool, type Tool, UNTRUSTED } from './tool.ts'

const FunctionId = Type.String({ maxLength: 100, description: 'Id of the function, from list_functions.' })
const Named = Type.Object({ name: Type.String() }, { additionalProperties: true })
const Summary = {
  function_id: Type.String(),
  name: Type.String(),
  description: Type.String(),
  version: Type.Integer(),
  inputs: Type.Array(Named),
  outputs: Type.Array(Named),
}

const Called = Type.Object({
  notice: Notice,
  call_id: Type.String(),
  status: Type.String({
    description: 'running, or how it ended: done, done_with_errors, cancelled, failed, budget_stopped.',
  }),
  items: Type.Array(
    Type.Object({
      index: Type.Integer(),
      status: Type.String(),
      outputs: Free,
      states: Type.Record(Type.String(), Type.String()),
      cost_usd: nullable(Type.Number()),
    }),
  ),
  cost_usd: Type.Number(),
})

const called = ({ id, ...call }: FunctionCall) => ({ notice: UNTRUSTED, call_id: id, ...call })

export const FUNCTION_TOOLS: readonly Tool[] = [
  defineTool({
    name: 'list_functions',
    title: 'List functions',
    description:
      'Functions of the workspace with their inputs and outputs: chains of columns that can be called for items.',
    capability: 'workbooks:read',
    kind: 'read',
    operations: ['list_functions'],
    input: Type.Object({ query: Type.Optional(Type.String({ maxLength: 200 })), limit: Limit(), cursor: Cursor }),
    output: Type.Object(pageOf(Type.Object(Summary))),
    async run({ operate }, { query, limit, cursor }) {
      const parts = { query: { limit, ...(query && { q: query }), ...(cursor && { cursor }) } }
      const found = await operate<{ items: FunctionDetail[]; next_cursor: string | null }>('list_functions', parts)
      return {
        items: found.items.map(({ id, ...rest }) => ({ function_id: id, ...rest })),
        next_cursor: found.next_cursor,
      }
    },
  }),
  defineTool({
    name: 'get_function',
    title: 'Look at a function',
    description: 'A function with its columns, the keys it needs and what an item costs.',
    capability: 'workbooks:read',
    kind: 'read',
    operations: ['get_function'],
    input: Type.Object({ function_id: FunctionId }),
    output: Type.Object({ ...Summary, columns: Type.Array(Free), cost_per_item: Free, keys: Type.Array(Free) }),
    async run({ operate }, params) {
      const { id, ...rest } = await operate<FunctionDetail>('get_function', { params })
      return { function_id: id, ...rest }
    },
  }),
  defineTool({
    name: 'run_function',
    title: 'Call a function',
    description:
      'Asks a function for 1 to 100 items, each an object of values by input name. Few items are answered at once; else read get_function_call. ' +
      'Never costs more than max_usd: always send it. dry_run tells what an item costs and calls nothing.',
    capability: 'runs:execute',
    kind: 'spend',
    operations: ['call_function', 'get_function'],
    input: Type.Object({
      function_id: FunctionId,
      items: Type.Array(Free, { minItems: 1, maxItems: 100 }),
      max_usd: MaxUsd,
      dry_run: Type.Boolean({ default: false }),
    }),
    output: Called,
    says: ({ items, max_usd }) =>
      `Call the function for ${(items as unknown[]).length} items${max_usd === undefined ? '' : `, for at most $${max_usd}`}`,
    async run({ operate }, { function_id, items, max_usd, dry_run }) {
      if (dry_run) {
        const { cost_per_item: cost } = await operate<FunctionDetail>('get_function', { params: { function_id } })
        const expected = (cost.measured_usd ?? cost.low_usd) * items.length
        return {
          notice: UNTRUSTED,
          call_id: '',
          status: 'dry_run',
          items: [],
          cost_usd: Math.round(expected * 1e6) / 1e6,
        }
      }
      const body = { items, ...(max_usd !== undefined && { max_usd }) }
      return called(await operate<FunctionCall>('call_function', { params: { function_id }, body }))
    },
  }),
  defineTool({
    name: 'get_function_call',
    title: 'Answers of a call',
    description: 'How a call of a function stands, with the answers so far.',
    capability: 'workbooks:read',
    kind: 'read',
    operations: ['get_function_call'],
    input: Type.Object({ function_id: FunctionId, call_id: Type.String({ maxLength: 100 }) }),
    output: Called,
    run: async ({ operate }, { function_id, call_id }) =>
      called(await operate<FunctionCall>('get_function_call', { params: { function_id, function_call_id: call_id } })),
  }),
  defineTool({
    name: 'apply_function',
    title: 'Use a function as columns',
    description:
      'Adds the columns of a function to a workbook; mapping says by input name which column of the workbook it takes.',
    capability: 'workbooks:write',
    kind: 'write',
    operations: ['apply_function'],
    input: Type.Object({
      workbook_id: WorkbookId,
      function_id: FunctionId,
      mapping: Type.Record(Type.String(), Type.String()),
      follows: Type.Boolean({ default: false, description: 'Apply new versions by themselves.' }),
    }),
    output: Type.Object({ change_id: nullable(Type.String()), columns: Type.Record(Type.String(), Type.String()) }),
    says: () => 'Add the columns of a function to the workbook',
    async run({ operate }, { function_id, ...body }) {
      const applied = await operate<{ change_id: string | null; use: { columns: Record<string, string> } }>(
        'apply_function',
        { params: { function_id }, body },
      )
      return { change_id: applied.change_id, columns: applied.use.columns }
    },
  }),
]
