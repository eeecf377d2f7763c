// The wire shapes of groups of rows and of what a column holds.
import { type Static, Type } from 'typebox'
import { FilterSchema } from '../../engine/filter/filter.schema.ts'
import { SortSchema } from '../../engine/filter/sort.schema.ts'
import { nullable } from '../../platform/http/checks/nullable.ts'
import { WhichRows } from '../filters/query.schema.ts'
import { TotalValue, WantedTotals } from '../filters/totals.schema.ts'

export const MAX_GROUPS = 10_000

export const RowGroupsQuery = Type.Object(
  {
    ...WhichRows,
    group: SortSchema,
    by: Type.Unsafe<'count' | 'value'>({
      type: 'string',
      enum: ['count', 'value'],
      default: 'value',
      description: 'What the groups are ordered by, in the direction of `group`.',
    }),
    limit: Type.Integer({ minimum: 1, maximum: 500, default: 100 }),
    totals: Type.Optional(WantedTotals),
    cursor: Type.Optional(Type.String({ maxLength: 1000, description: 'The `next_cursor` of the page before.' })),
  },
  { $id: 'RowGroupsQuery' },
)

const Group = Type.Object(
  {
    value: Type.Unknown({ description: 'As one row of the group has it; null for blank ones; for a time its day.' }),
    count: Type.Integer(),
    filter: nullable(FilterSchema),
    totals: Type.Optional(
      Type.Array(TotalValue, { description: 'Of the rows of the group, in the order of the request.' }),
    ),
  },
  { $id: 'RowGroup', description: 'Adding `filter` to the question gives the rows of the group.' },
)

export const RowGroups = Type.Object(
  { items: Type.Array(Group), next_cursor: nullable(Type.String()) },
  { $id: 'RowGroups' },
)

export const ColumnStats = Type.Object(
  {
    column_id: Type.String(),
    rows: Type.Integer({ description: 'Rows that were read and match.' }),
    filled: Type.Integer({ description: 'Of those, rows with a value.' }),
    fill_rate: nullable(Type.Number({ description: '0 to 1; null without rows.' })),
    is_sampled: Type.Boolean({
      description: 'The workbook is big: all figures are those of some batches of rows from all over it.',
    }),
    statuses: nullable(
      Type.Record(Type.String(), Type.Integer(), { description: 'Cells by status, of a computed column.' }),
    ),
    number: nullable(
      Type.Object({
        count: Type.Integer(),
        min: Type.Number(),
        max: Type.Number(),
        sum: Type.Number(),
        avg: Type.Number(),
      }),
    ),
    date: nullable(Type.Object({ count: Type.Integer(), earliest: Type.String(), latest: Type.String() })),
    top: Type.Array(Group, { description: 'The most frequent values, the most frequent first.' }),
  },
  { $id: 'ColumnStats' },
)

export type RowGroupsQuery = Static<typeof RowGroupsQuery>
