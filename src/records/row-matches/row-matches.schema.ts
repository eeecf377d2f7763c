// The wire shapes of duplicates that matching finds inside a workbook.
import { type Static, Type } from 'typebox'
import { nullable } from '../../platform/http/checks/nullable.ts'
import { IdempotencyKey } from '../../platform/http/idempotency-key.schema.ts'
import { PageQuery } from '../../platform/http/paging.ts'
import { ExplainedPair } from '../entities/entities.schema.ts'

const oneOf = <T extends string>(values: readonly T[], description?: string) =>
  Type.Unsafe<T>({ type: 'string', enum: [...values], ...(description !== undefined && { description }) })

const Time = Type.String({ format: 'date-time' })
const PairId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
export const RowPairPath = Type.Object({ workbook_id: Type.String(), pair_id: PairId })

export const RowScanStarted = Type.Object({ job_id: Type.String() }, { $id: 'RowScanStarted' })

const Side = Type.Object(
  {
    row_id: Type.String(),
    position: Type.Number(),
    values: Type.Record(Type.String(), Type.Unknown(), {
      description: 'By column id, of the columns that are compared.',
    }),
  },
  { $id: 'RowPairSide' },
)

const Field = Type.Object(
  {
    column_id: Type.String(),
    name: Type.String({
      description: 'The column, or the part of it that is compared, such as the surname of a name.',
    }),
    agreement: Type.String({ description: 'What the two values are to each other.' }),
    is_same: Type.Boolean(),
    weight: Type.Number({ description: 'In bits: positive speaks for a match, negative against it.' }),
  },
  { $id: 'RowPairField' },
)

export const RowPair = Type.Object(
  {
    id: PairId,
    status: oneOf(['pending', 'rejected']),
    ...ExplainedPair,
    fields: Type.Array(Field, { description: 'Of the columns in which both rows have a value.' }),
    reopened_by: nullable(Type.Array(Type.String()), 'Columns whose equal values reopened a rejected pair.'),
    first: Side,
    second: Side,
    decided_by: nullable(Type.String()),
    decided_at: nullable(Time),
  },
  { $id: 'RowPair' },
)

const Scan = Type.Object(
  {
    job_id: Type.String(),
    status: oneOf(['pending', 'running', 'done', 'failed', 'cancelled'], 'Of the newest scan.'),
    message: nullable(Type.String()),
    rows: nullable(Type.Integer(), 'Rows that the last finished scan compared; null: none has finished.'),
    complete: nullable(Type.Boolean(), 'False: the workbook had more rows than are compared, 250,000.'),
    at: nullable(Time, 'When the last finished scan ended.'),
    decisions: nullable(
      Type.Integer(),
      'Decisions about pairs that the last finished scan learned from; fewer than 30 change nothing.',
    ),
  },
  { $id: 'RowScan' },
)

export const RowPairList = Type.Object(
  {
    items: Type.Array(RowPair),
    next_cursor: nullable(Type.String(), 'Cursor for the next page; null on the last.'),
    total: Type.Integer({ minimum: 0 }),
    columns: Type.Array(Type.Object({ id: Type.String(), name: Type.String() }), {
      description: 'The columns that a scan compares now: those whose names or types say what they hold.',
    }),
    scan: nullable(Scan, 'Null: no scan has been started.'),
  },
  { $id: 'RowPairList' },
)

export const RowPairsQuery = Type.Object({
  status: Type.Optional(
    Type.Unsafe<'pending' | 'rejected'>({ type: 'string', enum: ['pending', 'rejected'], default: 'pending' }),
  ),
  probability: Type.Optional(Type.Number({ minimum: 0, maximum: 1, description: 'Only pairs at least this likely.' })),
  ...PageQuery,
})

export const DecideRowPairBody = Type.Object(
  {
    pair_id: PairId,
    decision: oneOf(
      ['merge', 'reject'],
      '`merge`: one row takes what it lacks in its input columns from the other, which is deleted. `reject`: the two are ' +
        'different, which is remembered.',
    ),
    keep_row_id: Type.Optional(
      Type.String({ description: 'With `merge`, the row that stays. Absent: the first one.' }),
    ),
    ...IdempotencyKey,
  },
  { $id: 'DecideRowPair', additionalProperties: false },
)

export const RowPairDecided = Type.Object(
  {
    pair_id: PairId,
    status: oneOf(['merged', 'rejected']),
    row_id: nullable(Type.String(), 'The row that stayed.'),
    change_id: nullable(Type.String(), 'Undoes the merge; the pair is pending again then.'),
  },
  { $id: 'RowPairDecided' },
)

export const AcceptRowPairsBody = Type.Object(
  {
    probability: Type.Number({ minimum: 0.5, maximum: 1, description: 'Pairs at least this likely are merged.' }),
    dry_run: Type.Boolean({ default: false, description: 'Only count them.' }),
    expected_count: Type.Optional(
      Type.Integer({
        minimum: 0,
        description:
          'The number of rows that the merge removes: `rows` of a dry run. If it differs: 409, and nothing happens.',
      }),
    ),
    ...IdempotencyKey,
  },
  { $id: 'AcceptRowPairs', additionalProperties: false },
)

export const RowPairsAccepted = Type.Object(
  {
    groups: Type.Integer({ description: 'Groups of rows that are the same.' }),
    rows: Type.Integer({ description: 'Rows beside the first of each group.' }),
    merged: Type.Integer({ description: 'Rows that were merged away: at most 5,000 in one call.' }),
    left: Type.Integer(),
    change_id: nullable(Type.String(), 'Undoes all of it.'),
  },
  { $id: 'RowPairsAccepted' },
)

export type RowPairsQuery = Static<typeof RowPairsQuery>
export type DecideRowPairBody = Static<typeof DecideRowPairBody>
export type RowPairDecided = Static<typeof RowPairDecided>
export type AcceptRowPairsBody = Static<typeof AcceptRowPairsBody>
export type RowPairsAccepted = Static<typeof RowPairsAccepted>
export type RowPairList = Static<typeof RowPairList>
