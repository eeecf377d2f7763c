// Wire shapes of the test bench of columns that ask a model: variants side by side, and pinned tests.
import { type Static, Type } from 'typebox'
import { AiColumn } from '../../../engine/columns/kinds/ai.kind.ts'
import { nullable } from '../../../platform/http/checks/nullable.ts'
import { IdempotencyKey } from '../../../platform/http/idempotency-key.schema.ts'
import { LookCap, TriedRow, Unnamed } from '../try/try.schema.ts'

const MOST_VARIANTS = 4
const MOST_COMPARED = 20
/** The most tests of one column: each is a call whenever they are run. */
export const MOST_TESTS = 50

const { id: _i, name: _n, ...ai } = AiColumn.properties
const Variant = Type.Object({ ...ai, ...Unnamed })

export const CompareRequest = Type.Object(
  {
    variants: Type.Array(Variant, {
      minItems: 1,
      maxItems: MOST_VARIANTS,
      description: 'The column as it would be saved, in each of the ways to compare: other prompts, other models.',
    }),
    row_ids: Type.Optional(
      Type.Array(Type.String(), {
        minItems: 1,
        maxItems: MOST_COMPARED,
        description: 'The rows to test. Absent: the first five.',
      }),
    ),
    ...LookCap,
    ...IdempotencyKey,
  },
  { $id: 'ColumnCompareRequest', additionalProperties: false },
)
export type CompareRequest = Static<typeof CompareRequest>

export const ColumnCompared = Type.Object(
  {
    variants: Type.Array(
      Type.Object({
        model: Type.String(),
        rows: Type.Array(TriedRow, { description: 'In the order of the rows, the same for all variants.' }),
        answered: Type.Integer({ description: 'Rows with a value.' }),
        cost_usd: nullable(Type.Number({ description: 'Null when the price of one of the calls is unknown.' })),
        duration_ms: Type.Integer({ description: 'Of the median row.' }),
      }),
      { description: 'In the order they were given.' },
    ),
    cost_usd: Type.Number({ description: 'Spent, as far as it is known. It is in the ledger.' }),
  },
  { $id: 'ColumnCompared' },
)
export type ColumnCompared = Static<typeof ColumnCompared>

const HOWS = ['exact', 'contains', 'number'] as const

export const Expectation = Type.Object(
  {
    value: Type.Unknown({ description: 'Null: no answer is needed.' }),
    how: Type.Unsafe<(typeof HOWS)[number]>({
      type: 'string',
      enum: [...HOWS],
      default: 'exact',
      description:
        '`exact`: the same, without regard to case and blanks around it; `contains`: the answer holds the text; `number`: ' +
        'within `tolerance`.',
    }),
    tolerance: Type.Optional(Type.Number({ minimum: 0, description: 'How far off a number may be. Absent: nothing.' })),
  },
  { $id: 'TestExpectation' },
)
export type Expectation = Static<typeof Expectation>

const Expected = Type.Record(Type.String({ minLength: 1, maxLength: 60 }), Expectation, {
  minProperties: 1,
  maxProperties: 30,
  description: 'The expected answers, by name. Other answers are not checked.',
  examples: [{ size: { value: 'large', how: 'exact' } }],
})

export const NewTest = Type.Object(
  { row_id: Type.String({ description: 'Its current values are stored.' }), expected: Expected },
  { $id: 'ColumnTestCreate' },
)
export const TestUpdate = Type.Object({ expected: Expected }, { $id: 'ColumnTestUpdate' })

const ColumnTestResult = Type.Object(
  {
    outcome: Type.Unsafe<'passed' | 'failed' | 'not_asked'>({
      type: 'string',
      enum: ['passed', 'failed', 'not_asked'],
      description:
        '`not_asked`: there was no answer to judge, because a key or budget was missing or the vendor did not answer.',
    }),
    model: Type.String(),
    at: Type.String({ format: 'date-time' }),
    status: Type.String(),
    fields: nullable(Type.Record(Type.String(), Type.Unknown())),
    wrong: Type.Array(Type.String(), { description: 'Names of the answers that were not as expected.' }),
    detail: nullable(Type.String()),
    cost_usd: nullable(Type.Number()),
  },
  { $id: 'ColumnTestResult' },
)
export type ColumnTestResult = Static<typeof ColumnTestResult>

export const ColumnTest = Type.Object(
  {
    id: Type.String(),
    row_id: nullable(
      Type.String({ description: 'The row it was pinned from; it may have been changed or deleted since.' }),
    ),
    inputs: Type.Record(Type.String(), Type.Unknown(), {
      description: 'The values that the column reads, by the name of their column.',
    }),
    expected: Type.Record(Type.String(), Expectation),
    result: nullable(ColumnTestResult),
    result_before: nullable(ColumnTestResult),
    change: nullable(
      Type.Unsafe<'better' | 'worse'>({
        type: 'string',
        enum: ['better', 'worse'],
        description: 'Against the run before; null when nothing changed or there was none.',
      }),
    ),
    created_at: Type.String({ format: 'date-time' }),
  },
  { $id: 'ColumnTest' },
)
export type ColumnTest = Static<typeof ColumnTest>

export const ColumnTestList = Type.Object(
  {
    items: Type.Array(ColumnTest),
    next_cursor: nullable(Type.String()),
    passed: Type.Integer(),
    failed: Type.Integer(),
    pass_rate: nullable(Type.Number({ description: '0..1 of those that were judged; null when none was.' })),
  },
  { $id: 'ColumnTestList' },
)
export type ColumnTestList = Static<typeof ColumnTestList>

export const TestRunRequest = Type.Object(
  {
    column: Type.Optional(
      Type.Object({ ...ai, ...Unnamed }, { description: 'The column with changes that are not saved yet.' }),
    ),
    ...LookCap,
    ...IdempotencyKey,
  },
  { $id: 'ColumnTestRunRequest', additionalProperties: false },
)
export type TestRunRequest = Static<typeof TestRunRequest>
