// The wire shapes of totals of columns.
import { type Static, Type } from 'typebox'
import { WhichRows } from './query.schema.ts'

const TOTAL_KINDS = ['sum', 'average', 'min', 'max', 'filled', 'unique'] as const

export const TotalKind = Type.Unsafe<(typeof TOTAL_KINDS)[number]>({
  type: 'string',
  enum: [...TOTAL_KINDS],
  description:
    '`sum`, `average`, `min` and `max` of the numbers; `min` and `max` of dates where there are no numbers. `filled` is the ' +
    'share of rows with a value, 0 to 1; `unique` how many different values there are, text without case.',
})

export const WantedTotals = Type.Array(
  Type.Object({ column_id: Type.String({ minLength: 1, maxLength: 200 }), total: TotalKind }),
  { minItems: 1, maxItems: 100 },
)

/** Null where there is nothing to total. */
export const TotalValue = Type.Unsafe<number | string | null>({
  anyOf: [{ type: 'number' }, { type: 'string' }, { type: 'null' }],
  description: 'A number, a date, or null where the rows have none.',
})

export const RowTotalsQuery = Type.Object({ ...WhichRows, totals: WantedTotals }, { $id: 'RowTotalsQuery' })

export const RowTotals = Type.Object(
  {
    rows: Type.Integer({ description: 'Rows that match.' }),
    items: Type.Array(Type.Object({ column_id: Type.String(), total: TotalKind, value: TotalValue }), {
      description: 'In the order in which they were asked for.',
    }),
  },
  { $id: 'RowTotals' },
)

export type TotalKind = Static<typeof TotalKind>
export type WantedTotal = Static<typeof WantedTotals>[number]
export type TotalValue = Static<typeof TotalValue>
export type RowTotals = Static<typeof RowTotals>
