// Wire shapes of "why does this cell hold what it holds".
import { type Static, Type } from 'typebox'
import { CellVersion } from '../../records/store/history.schema.ts'

const NullableText = Type.Union([Type.String(), Type.Null()])
const NullableTime = Type.Union([Type.String({ format: 'date-time' }), Type.Null()])

const TraceAttempt = Type.Object(
  {
    id: Type.String(),
    run_id: NullableText,
    step_id: Type.String(),
    provider: Type.String(),
    label: Type.String({ description: 'What the catalog calls the lookup.' }),
    state: Type.String({
      description: '`settled`, `reserved` (a call is in progress) or `uncertain` (it may have been made and billed).',
    }),
    outcome: NullableText,
    reason: NullableText,
    detail: NullableText,
    confidence: Type.Union([Type.Number(), Type.Null()]),
    verified: Type.Union([Type.Boolean(), Type.Null()], {
      description: 'As the provider said; null where it is not on record.',
    }),
    accepted: Type.Union([Type.Boolean(), Type.Null()], {
      description:
        'Of an answer in the run that filled the cell: whether it was good enough by the rule of the column and became the value. Null ' +
        'where several answers make the value, and of other runs.',
    }),
    cached: Type.Boolean(),
    cost_usd: Type.Union([Type.Number(), Type.Null()], { description: 'Null is unknown.' }),
    started_at: Type.String({ format: 'date-time' }),
    duration_ms: Type.Union([Type.Integer(), Type.Null()]),
    request: Type.Unknown({ description: 'What was sent, secrets masked.' }),
    response: Type.Unknown({ description: 'The response, with secrets masked and long text cut.' }),
    evidence: Type.Unknown({ description: 'Quotes and sources of the answer; null without.' }),
  },
  { $id: 'TraceAttempt' },
)

export const LineageNode = Type.Object(
  {
    column_id: Type.String(),
    name: Type.String(),
    type: Type.String(),
    reads: Type.Array(Type.String(), { description: 'Ids of the columns it reads itself.' }),
    value: Type.Unknown(),
    status: NullableText,
    provider: NullableText,
    label: NullableText,
    provenance: Type.Unknown({ description: 'Of a value that was found: source, method, license, when.' }),
    updated_at: NullableTime,
    origin: Type.Union(
      [
        Type.Object({
          kind: NullableText,
          words: NullableText,
          actor: NullableText,
          at: NullableText,
        }),
        Type.Null(),
      ],
      { description: 'For a value from a user: the change that set it, such as an import.' },
    ),
  },
  { $id: 'LineageNode' },
)
export type LineageNode = Static<typeof LineageNode>

export const CellTrace = Type.Object(
  {
    row_id: Type.String(),
    column_id: Type.String(),
    column_name: Type.String(),
    status: Type.String({ description: 'That of the cell; `complete` for a column whose values are entered.' }),
    value: Type.Unknown(),
    reason: NullableText,
    detail: NullableText,
    confidence: Type.Union([Type.Number(), Type.Null()]),
    cost_usd: Type.Union([Type.Number(), Type.Null()], { description: 'Null is unknown.' }),
    run_id: NullableText,
    updated_at: NullableTime,
    provenance: Type.Unknown({
      description: 'Where the value comes from: source, method, license, when; null without one.',
    }),
    condition: Type.Object({
      text: NullableText,
      holds: Type.Union([Type.Boolean(), Type.Null()], {
        description: 'On the row as it is now; null without a condition.',
      }),
      reads: Type.Array(Type.Object({ column_id: Type.String(), name: Type.String(), value: Type.Unknown() }), {
        description: 'The columns that the condition reads, with their values in the row now.',
      }),
    }),
    steps: Type.Array(
      Type.Object({
        step_id: Type.String(),
        provider: Type.String(),
        label: Type.String(),
        inputs: Type.Record(Type.String(), Type.Unknown(), {
          description: 'The inputs of the step on this row now.',
        }),
        skip: Type.Union([Type.Object({ reason: Type.String(), detail: Type.String() }), Type.Null()]),
      }),
    ),
    lineage: Type.Array(LineageNode, {
      description:
        'Every column that the value was computed from, in the order of computation, with their values in this row.',
    }),
    row_source: Type.Unknown({ description: 'The source of the row; null when users entered it here.' }),
    history: Type.Array(CellVersion, { description: 'The last values of the cell, newest first.' }),
    attempts: Type.Array(TraceAttempt, { description: 'Newest run first, within it in the order they were made.' }),
  },
  { $id: 'CellTrace' },
)

export type CellTrace = Static<typeof CellTrace>
