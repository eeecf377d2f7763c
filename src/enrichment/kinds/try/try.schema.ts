// Wire shapes of trying a column out on a few rows before its cells are filled.
import { type Static, Type } from 'typebox'
import { ASKED_KINDS, shapesWith } from '../../../engine/columns/columns.schema.ts'
import { nullable } from '../../../platform/http/checks/nullable.ts'
import { IdempotencyKey } from '../../../platform/http/idempotency-key.schema.ts'
import { MAX_USD } from '../../money/budgets.schema.ts'

export const MOST_TRIED = 5

export const Unnamed = {
  id: Type.Optional(
    Type.String({ maxLength: 100, description: 'Of the column when it is saved already: it must not read itself.' }),
  ),
  name: Type.Optional(Type.String({ maxLength: 200 })),
}

const RowIds = Type.Optional(
  Type.Array(Type.String(), {
    minItems: 1,
    maxItems: MOST_TRIED,
    description: 'The rows to try. Absent: the first ones.',
  }),
)

/** What a look that asks may cost. */
export const LookCap = {
  max_usd: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: MAX_USD,
      multipleOf: 0.000001,
      description:
        'The most it may cost, in US dollars: a call that could go past it, or whose price is unknown, is not made. Absent: the budgets alone hold.',
    }),
  ),
}

const Test = Type.Optional(
  Type.Boolean({ description: 'Recorded samples answer in place of providers that have a price or take a key.' }),
)

export const TryRequest = Type.Object(
  {
    column: Type.Union(shapesWith(ASKED_KINDS, Unnamed), { description: 'The column as it would be saved.' }),
    row_ids: RowIds,
    test: Test,
    ...LookCap,
    ...IdempotencyKey,
  },
  { $id: 'ColumnTryRequest', additionalProperties: false },
)
export type TryRequest = Static<typeof TryRequest>

export const SavedTryRequest = Type.Object(
  { row_ids: RowIds, test: Test, ...LookCap, ...IdempotencyKey },
  { $id: 'SavedColumnTryRequest', additionalProperties: false },
)
export type SavedTryRequest = Static<typeof SavedTryRequest>

const TriedAttempt = Type.Object(
  {
    step_id: Type.String(),
    provider: Type.String(),
    outcome: Type.String({ description: '`accepted`, `unaccepted`, `not_found`, `skipped` or `failed`.' }),
    reason: nullable(Type.String()),
    detail: nullable(Type.String()),
    cached: Type.Boolean({ description: 'Answered from the cache, for nothing.' }),
    cost_usd: nullable(Type.Number({ description: 'Null is unknown.' })),
    duration_ms: Type.Integer(),
  },
  { $id: 'TriedAttempt' },
)

export const TriedRow = Type.Object(
  {
    row_id: Type.String(),
    position: Type.Number(),
    inputs: Type.Record(Type.String(), Type.Unknown(), { description: 'The input values, by reference.' }),
    status: Type.String({
      description:
        'What the cell would become: `complete`, `unverified`, `not_found`, `skipped`, `throttled`, `budget_stopped` or `error`. `not_sent`: what an ' +
        '`output` column would deliver; trying never delivers.',
    }),
    value: Type.Unknown({ description: 'What the cell would hold.' }),
    fields: nullable(Type.Record(Type.String(), Type.Unknown(), { description: 'Every field of the answer.' })),
    reason: nullable(Type.String()),
    detail: nullable(Type.String()),
    cost_usd: nullable(Type.Number({ description: 'Null is unknown.' })),
    duration_ms: Type.Integer(),
    request: Type.Unknown({ description: 'What was sent, secrets masked.' }),
    response: Type.Unknown({ description: 'The response, with secrets masked and long text cut.' }),
    answer: Type.Unknown({ description: 'Of an `http` column: the whole answer that its fields are read from.' }),
    attempts: Type.Array(TriedAttempt, {
      description:
        'Of a column that calls lookups of the catalog: its steps in order, also those that were not called.',
    }),
  },
  { $id: 'TriedRow' },
)
export type TriedRow = Static<typeof TriedRow>

export const ErrorProposal = Type.Object(
  {
    says: Type.String({ description: 'What the API said.' }),
    rule: Type.Object({ path: Type.String(), values: Type.Optional(Type.Array(Type.String())) }),
  },
  { $id: 'ErrorProposal' },
)
export type ErrorProposal = Static<typeof ErrorProposal>

export const ColumnTry = Type.Object(
  {
    rows: Type.Array(TriedRow),
    cost_usd: Type.Number({
      description:
        'The cost of the test, as far as it is known. It is in the ledger, under the budgets of workspace, workbook, column ' +
        'and user.',
    }),
    paths: Type.Array(Type.Object({ path: Type.String(), type: Type.String(), example: Type.Unknown() }), {
      description: 'Of an `http` column: what there is in the answers, to choose fields from.',
    }),
    error_proposal: nullable(
      ErrorProposal,
      'Of an `http` column without `error`: an answer looks like an error, and the rule that makes errors of all such answers.',
    ),
  },
  {
    $id: 'ColumnTry',
  },
)
export type ColumnTry = Static<typeof ColumnTry>
