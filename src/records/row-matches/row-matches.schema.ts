// The wire shapes of duplicates that matching finds inside a workbook.
import { type Static, Type } from 'typebox'
import { nullable } from '../../platform/http/checks/nullable.ts'
import { IdempotencyKey } from '../../platform/http/idempotency-key.schema.ts'
import { countedListOf, PageQuery } from '../../platform/http/paging.ts'
import {
  DecisionWord,
  ExplainedPair,
  LikelyCounted,
  LikelyFields,
  oneOf,
  PairId,
  Time,
} from '../matching/pair.schema.ts'

export const RowPairPath = Type.Object({ workbook_id: Type.String(), pair_id: PairId })

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

export const RowPair = Type.Object(
  { ...ExplainedPair, status: oneOf(['pending', 'rejected']), first: Side, second: Side },
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
    ...countedListOf(RowPair, 'RowPairPage').properties,
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
  row_ids: Type.Optional(
    Type.String({
      maxLength: 3_700,
      description: 'Only pairs of at least one of these rows: up to 100 ids, with commas between them.',
    }),
  ),
  ...PageQuery,
})

export const DecideRowPairBody = Type.Object(
  {
    pair_id: PairId,
    decision: DecisionWord,
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
    ...LikelyFields,
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
    ...LikelyCounted,
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
