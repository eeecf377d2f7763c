// Wire shapes of the ledger: lines, sums, and the balance of the workspace.
import { type Static, Type } from 'typebox'
import { nullable } from '../../platform/http/checks/nullable.ts'
import { listOf, PageQuery } from '../../platform/http/paging.ts'
import { Budget } from './budgets.schema.ts'

const Text = nullable(Type.String())
const Usd = (description: string) => Type.Number({ minimum: 0, description })

const STATES = ['reserved', 'settled', 'uncertain', 'unpriced'] as const
const State = Type.Unsafe<(typeof STATES)[number]>({
  type: 'string',
  enum: [...STATES],
  description:
    '`settled`: it cost the amount. `reserved`: the call is in progress. `uncertain`: it may have been billed, and counts ' +
    'with its maximum cost. `unpriced`: it was billed at an unknown price, and no sum includes it.',
})

export const LedgerLine = Type.Object(
  {
    id: Type.String(),
    at: Type.String({
      format: 'date-time',
      description: 'When it was called. Its day and month, of UTC, are those it counts in.',
    }),
    state: State,
    amount_usd: nullable(Usd('What it cost; null while that is open or unknown.')),
    reserved_usd: nullable(Usd('The most it can cost; null is unknown.')),
    basis: Type.Union([Type.String(), Type.Null()], {
      description:
        'Where the amount is from: `reported` by the vendor, the price of the `catalogue`, the price set in the `workspace`, ' +
        'or `entered` by a user.',
    }),
    price_usd: nullable(Usd('Per billed call when it was made; null was unknown.')),
    billing_rule: Type.String(),
    provider: Type.String(),
    lookup: Type.String(),
    workbook_id: Text,
    workbook_name: Text,
    column_id: Text,
    column_name: Text,
    row_id: Text,
    run_id: Text,
    user_id: nullable(Type.Integer()),
    username: Text,
    token_id: Text,
  },
  { $id: 'LedgerLine' },
)
export type LedgerLine = Static<typeof LedgerLine>
export const LedgerList = listOf(LedgerLine, 'LedgerList')

const Day = (description: string) => Type.Optional(Type.String({ format: 'date', description }))
const days = { from: Day('First day, of UTC.'), to: Day('Last day, of UTC.') }
const only = (description: string) => Type.Optional(Type.String({ maxLength: 200, description }))

export const LedgerFilter = {
  ...days,
  state: Type.Optional(State),
  provider: only('Only of this provider.'),
  lookup: only('Only of this lookup.'),
  workbook_id: only('Only for this workbook.'),
  column_id: only('Only for this column, of the workbook that is named with it.'),
  run_id: only('Only of this run.'),
  user: Type.Optional(Type.Integer({ description: 'Only of runs that this user started.' })),
  token_id: only('Only what this access token started, or for rows that this ingest token sent.'),
}
const Filter = Type.Object(LedgerFilter)
export type LedgerFilter = Static<typeof Filter>
export const LedgerQuery = Type.Object({ ...LedgerFilter, ...PageQuery })
export type LedgerQuery = Static<typeof LedgerQuery>

export const GROUPS = ['provider', 'lookup', 'workbook', 'column', 'user', 'token', 'day'] as const
export type SpendingGroup = (typeof GROUPS)[number]

const sums = {
  calls: Type.Integer({ minimum: 0, description: 'That cost something or may have.' }),
  spent_usd: Usd('Settled.'),
  beyond_usd: Usd('Of the settled amount: what vendors reported beyond the amounts reserved for their calls.'),
  reserved_usd: Usd('For calls in progress: their maximum cost.'),
  uncertain_usd: Usd('For calls that may have been billed: the most they can have cost.'),
  unpriced: Type.Integer({ minimum: 0, description: 'Calls billed at an unknown price; no sum includes them.' }),
}
export const Spending = Type.Object(sums, { $id: 'Spending' })
export type Spending = Static<typeof Spending>

export const SpendingItem = Type.Object(
  {
    key: Text,
    name: nullable(Type.String({ description: 'In words; null when it was deleted.' })),
    ...sums,
  },
  { $id: 'SpendingItem' },
)
export type SpendingItem = Static<typeof SpendingItem>
export const SpendingList = listOf(SpendingItem, 'SpendingList')

export const SpendingQuery = Type.Object({
  group_by: Type.Unsafe<SpendingGroup>({
    type: 'string',
    enum: [...GROUPS],
    default: 'day',
    description:
      'One item per day, newest first, or per other thing, the dearest first. A column is its workbook, a slash and its id.',
  }),
  from: Day('First day, of UTC; 30 days before the last one unless given.'),
  to: Day('Last day, of UTC; today unless given.'),
  workbook_id: only('Only for this workbook.'),
  ...PageQuery,
})
export type SpendingQuery = Static<typeof SpendingQuery>

export const Balance = Type.Object(
  {
    today: Spending,
    month: Spending,
    reserved_usd: Usd('For calls in progress now, whenever they began.'),
    uncertain_usd: Usd('That may have been billed, since whenever.'),
    budgets: Type.Array(Budget),
    as_of: Type.String({ format: 'date-time', description: 'Days and months are those of UTC.' }),
  },
  { $id: 'Balance' },
)

export const WorkbookCost = Type.Object(
  {
    workbook_id: Type.String(),
    max_usd: nullable(Usd('Its budget in all; null without one.')),
    total: Spending,
    today: Spending,
    month: Spending,
    by_provider: Type.Array(SpendingItem),
    by_column: Type.Array(SpendingItem),
    by_user: Type.Array(SpendingItem),
    budgets: Type.Array(Budget, { description: 'Of the workbook and of its columns.' }),
  },
  { $id: 'WorkbookCost' },
)

/** What a run really cost, beside its estimate. */
export const RunActual = Type.Object(
  {
    ...sums,
    by_provider: Type.Array(SpendingItem),
    by_column: Type.Array(SpendingItem),
  },
  { $id: 'RunActual' },
)

/** What a row has cost. */
export const RowCost = Type.Object(
  {
    row_id: Type.String(),
    ...sums,
    by_column: Type.Array(SpendingItem, { description: 'The dearest first; the key is workbook, slash, column.' }),
    by_provider: Type.Array(SpendingItem),
  },
  { $id: 'RowCost' },
)

/** What a lead has cost, with all records that it was merged of. */
export const LeadCost = Type.Object(
  {
    lead_id: Type.Integer(),
    ...sums,
    by_provider: Type.Array(SpendingItem, { description: 'The dearest first.' }),
  },
  { $id: 'LeadCost' },
)

export const LineSettlement = Type.Object(
  {
    amount_usd: Type.Number({
      minimum: 0,
      maximum: 1_000_000,
      multipleOf: 0.000001,
      description: 'What it really cost, in US dollars: 0 when the vendor billed nothing.',
    }),
  },
  { $id: 'LineSettlement', additionalProperties: false },
)
