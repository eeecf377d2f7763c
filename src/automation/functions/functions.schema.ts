// The wire shapes of functions: column chains with inputs and outputs, their versions, uses and calls.
import { type Static, Type } from 'typebox'
import { INPUT_TYPES } from '../../engine/columns/kinds/input.kind.ts'
import { nullable } from '../../platform/http/checks/nullable.ts'
import { IdempotencyKey } from '../../platform/http/idempotency-key.schema.ts'
import { listOf, PageQuery } from '../../platform/http/paging.ts'

const Moment = Type.String({ format: 'date-time' })
const Name = Type.String({ minLength: 1, maxLength: 200 })
const Free = Type.Record(Type.String(), Type.Unknown())
/** More would make one call of a hundred items a large run. */
const MOST_PARTS = 50

export const FunctionInput = Type.Object(
  {
    name: Name,
    input_type: Type.Unsafe<(typeof INPUT_TYPES)[number]>({ type: 'string', enum: [...INPUT_TYPES], default: 'text' }),
    required: Type.Boolean({ default: false }),
    description: Type.String({ maxLength: 1000, default: '' }),
  },
  { $id: 'FunctionInput' },
)

export const FunctionOutput = Type.Object(
  {
    name: Name,
    column: Type.String({ minLength: 1, maxLength: 200, description: 'The column of the chain that gives it.' }),
  },
  { $id: 'FunctionOutput' },
)

export const ChainColumn = Type.Object(
  { name: Name, type: Type.String({ minLength: 1, maxLength: 50 }) },
  {
    $id: 'FunctionColumn',
    additionalProperties: true,
    description: 'A column as in a workbook definition. Inputs and other columns of the chain are `{{Name}}`.',
  },
)

const Chain = {
  inputs: Type.Array(FunctionInput, { minItems: 1, maxItems: MOST_PARTS }),
  columns: Type.Array(ChainColumn, { minItems: 1, maxItems: MOST_PARTS }),
  outputs: Type.Array(FunctionOutput, { minItems: 1, maxItems: MOST_PARTS }),
}

const Source = {
  inputs: Type.Optional(Chain.inputs),
  columns: Type.Optional(Chain.columns),
  outputs: Type.Optional(Chain.outputs),
  from: Type.Optional(
    Type.Object(
      {
        workbook_id: Type.String(),
        column_ids: Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { minItems: 1, maxItems: MOST_PARTS }),
      },
      {
        description:
          'Instead of the three: columns of a workbook become the outputs, the columns they read become the chain, and its input ' +
          'columns the inputs.',
      },
    ),
  ),
}

export const FunctionCreate = Type.Object(
  { name: Name, description: Type.String({ maxLength: 5000, default: '' }), ...Source },
  { $id: 'FunctionCreate' },
)

export const FunctionUpdate = Type.Object(
  { name: Type.Optional(Name), description: Type.Optional(Type.String({ maxLength: 5000 })) },
  { $id: 'FunctionUpdate', description: 'What is absent stays. Columns change by a new version.' },
)

export const VersionCreate = Type.Object(
  { note: Type.String({ maxLength: 1000, default: '' }), ...Source },
  { $id: 'FunctionVersionCreate' },
)

const CostPerItem = Type.Object({
  low_usd: Type.Number({ description: 'The first provider of every column answers.' }),
  high_usd: Type.Number({ description: 'Every provider is called and bills.' }),
  has_unknown: Type.Boolean({ description: 'A model or a provider without a known price is called as well.' }),
  measured_usd: nullable(Type.Number(), 'What an item of the calls so far cost; null before the first.'),
  measured_items: Type.Integer(),
})

const Summary = {
  id: Type.String(),
  name: Type.String(),
  description: Type.String(),
  version: Type.Integer({ description: 'The newest.' }),
  inputs: Chain.inputs,
  outputs: Chain.outputs,
  created_at: Moment,
  updated_at: Moment,
}

export const FunctionItem = Type.Object(Summary, { $id: 'FunctionItem' })
export const FunctionList = listOf(FunctionItem, 'FunctionList')

export const FunctionUse = Type.Object(
  {
    id: Type.String(),
    workbook_id: Type.String(),
    workbook_name: Type.String(),
    version: Type.Integer(),
    follows: Type.Boolean({ description: 'New versions are applied automatically; else it is pinned.' }),
    mapping: Type.Record(Type.String(), Type.String(), { description: 'Columns of the workbook by input name.' }),
    columns: Type.Record(Type.String(), Type.String(), {
      description: 'Column ids in the workbook by name in the chain.',
    }),
    problem: nullable(Type.String(), 'Why a new version could not be applied.'),
    created_at: Moment,
  },
  { $id: 'FunctionUse' },
)

export const FunctionVersion = Type.Object(
  {
    version: Type.Integer(),
    note: Type.String(),
    ...Chain,
    workbook_id: Type.String({ description: 'Where calls of this version run, an item a row.' }),
    created_at: Moment,
  },
  { $id: 'FunctionVersion' },
)

export const FunctionVersionList = listOf(FunctionVersion, 'FunctionVersionList')

export const FunctionDetail = Type.Object(
  {
    ...Summary,
    columns: Chain.columns,
    cost_per_item: CostPerItem,
    keys: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), required: Type.Boolean() })),
    versions: Type.Array(Type.Object({ version: Type.Integer(), note: Type.String(), created_at: Moment })),
    uses: Type.Array(FunctionUse),
  },
  { $id: 'FunctionDetail' },
)

export const FunctionPath = Type.Object({ function_id: Type.String() })
export const UsePath = Type.Object({ function_id: Type.String(), function_use_id: Type.String() })
export const CallPath = Type.Object({ function_id: Type.String(), function_call_id: Type.String() })

export const FunctionsQuery = Type.Object({
  q: Type.Optional(Type.String({ maxLength: 200, description: 'Only names that contain this, in any case.' })),
  ...PageQuery,
})

export const FunctionApply = Type.Object(
  {
    workbook_id: Type.String(),
    mapping: Type.Record(Type.String(), Type.String({ minLength: 1, maxLength: 200 }), {
      description:
        'By input name: the name or id of a column of the workbook. An input that is left out reads the column that clearly stands for it; every required input needs one.',
    }),
    version: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Absent: the newest.' })),
    follows: Type.Boolean({
      default: false,
      description: 'Apply new versions automatically; else this version stays.',
    }),
  },
  { $id: 'FunctionApply' },
)

export const FunctionApplied = Type.Object(
  { use: FunctionUse, change_id: nullable(Type.String({ description: 'Undoes it as one step.' })) },
  { $id: 'FunctionApplied' },
)

export const UseUpdate = Type.Object(
  {
    follows: Type.Optional(Type.Boolean()),
    version: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Move to this version now.' })),
  },
  { $id: 'FunctionUseUpdate' },
)

export const MOST_ITEMS = 100

export const FunctionCallRequest = Type.Object(
  {
    items: Type.Array(Type.Record(Type.String(), Type.Unknown()), {
      minItems: 1,
      maxItems: MOST_ITEMS,
      description: 'Values by input name.',
    }),
    version: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Absent: the newest.' })),
    max_usd: Type.Optional(
      Type.Number({ minimum: 0, maximum: 1_000_000, multipleOf: 0.000001, description: 'The most the call may cost.' }),
    ),
    wait_seconds: Type.Integer({
      minimum: 0,
      maximum: 30,
      default: 25,
      description: 'How long to wait for the answers of up to 10 items. More always run in the background (202).',
    }),
    ...IdempotencyKey,
  },
  { $id: 'FunctionCallRequest', additionalProperties: false },
)

const ItemStatus = Type.Unsafe<'running' | 'done' | 'partial' | 'failed' | 'stopped' | 'rejected'>({
  type: 'string',
  enum: ['running', 'done', 'partial', 'failed', 'stopped', 'rejected'],
  description:
    '`partial`: some outputs have an error; `stopped`: the call was cancelled or reached its cap before; `rejected`: its values do not ' +
    'fit the inputs, so that it was not asked for: `error` says why.',
})

export const FunctionCall = Type.Object(
  {
    id: Type.String(),
    function_id: Type.String(),
    version: Type.Integer(),
    status: Type.Unsafe<'running' | 'done' | 'done_with_errors' | 'cancelled' | 'failed' | 'budget_stopped'>({
      type: 'string',
      enum: ['running', 'done', 'done_with_errors', 'cancelled', 'failed', 'budget_stopped'],
      description: 'Every call ends in one of those after `running`.',
    }),
    items: Type.Array(
      Type.Object({
        index: Type.Integer(),
        row_id: nullable(
          Type.String(),
          'Its row in the workbook of the version, where every cell can be explained; null for a rejected item.',
        ),
        status: ItemStatus,
        error: nullable(Type.String(), 'Why it was rejected.'),
        outputs: Free,
        states: Type.Record(Type.String(), Type.String(), { description: 'Of outputs without a plain value: why.' }),
        cost_usd: nullable(Type.Number(), 'Null is unknown.'),
      }),
    ),
    max_usd: nullable(Type.Number()),
    cost_usd: Type.Number({ description: 'As far as prices are known.' }),
    workbook_id: Type.String(),
    run_id: nullable(Type.String(), 'Null: everything was computed at once.'),
    created_at: Moment,
    ended_at: nullable(Moment),
  },
  { $id: 'FunctionCall' },
)

export const FunctionCallList = listOf(
  Type.Object(
    {
      id: Type.String(),
      version: Type.Integer(),
      status: Type.String(),
      items: Type.Integer({ description: 'How many.' }),
      cost_usd: Type.Number(),
      actor_name: nullable(Type.String()),
      created_at: Moment,
    },
    { $id: 'FunctionCallItem' },
  ),
  'FunctionCallList',
)

export type FunctionInput = Static<typeof FunctionInput>
export type FunctionOutput = Static<typeof FunctionOutput>
export type ChainColumn = Static<typeof ChainColumn> & { [member: string]: unknown }
export type FunctionCreate = Static<typeof FunctionCreate>
export type FunctionUpdate = Static<typeof FunctionUpdate>
export type VersionCreate = Static<typeof VersionCreate>
export type FunctionUse = Static<typeof FunctionUse>
export type FunctionDetail = Static<typeof FunctionDetail>
export type FunctionVersion = Static<typeof FunctionVersion>
export type FunctionApply = Static<typeof FunctionApply>
export type FunctionCallRequest = Static<typeof FunctionCallRequest>
export type FunctionCall = Static<typeof FunctionCall>
