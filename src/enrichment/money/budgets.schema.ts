// Wire shapes of budgets: what may be spent, by which user or where, and how much of it is used.
import { type Static, Type } from 'typebox'
import { nullable } from '../../platform/http/checks/nullable.ts'

const BUDGET_SCOPES = ['workspace', 'workbook', 'column', 'user', 'token'] as const
const BUDGET_PERIODS = ['run', 'day', 'month', 'total'] as const

const Scope = Type.Unsafe<(typeof BUDGET_SCOPES)[number]>({
  type: 'string',
  enum: [...BUDGET_SCOPES],
  description:
    'What it limits. `workbook` and `column` name a workbook, `user` the user who starts runs, `token` an access token (`ycp_…`): what ' +
    'it starts, over HTTP and MCP, also in the background; or an ingest token: the calls of auto-run columns for the rows that it sent.',
})
const Period = Type.Unsafe<(typeof BUDGET_PERIODS)[number]>({
  type: 'string',
  enum: [...BUDGET_PERIODS],
  description: 'Days and months are in UTC; `run` is each run separately; `total` is all time.',
})
const Kind = Type.Unsafe<'hard' | 'soft'>({
  type: 'string',
  enum: ['hard', 'soft'],
  description: 'A hard budget stops calls that could exceed it. A soft one only notifies, at 80 and at 100 percent.',
})
const Usd = (description: string) => Type.Number({ minimum: 0, description })
const UNKNOWN = 'Whether calls with an unknown price may be made under it. No sum includes them.'

export const Budget = Type.Object(
  {
    id: Type.String(),
    scope: Scope,
    workbook_id: nullable(Type.String()),
    column_id: nullable(Type.String()),
    user_id: nullable(Type.Integer()),
    token_id: nullable(Type.String()),
    name: nullable(
      Type.String({ description: 'The name of its subject; null for the workspace, and for deleted subjects.' }),
    ),
    period: Period,
    kind: Kind,
    limit_usd: Usd('US dollars.'),
    allow_unknown_prices: Type.Boolean({ description: UNKNOWN }),
    span: nullable(
      Type.String({ description: 'The day or month that the figures are of; null for a budget of each run.' }),
    ),
    spent_usd: Usd('Settled.'),
    reserved_usd: Usd('For calls in progress: their maximum cost.'),
    uncertain_usd: Usd('For calls that may have been billed without our knowing: the most they can have cost.'),
    left_usd: Usd('What may still be spent.'),
    share: Type.Number({ minimum: 0, description: 'Spent and uncertain, in percent of the limit.' }),
  },
  { $id: 'Budget' },
)
export type Budget = Static<typeof Budget>

export const BudgetList = Type.Object(
  { items: Type.Array(Budget), next_cursor: Type.Union([Type.String(), Type.Null()]) },
  { $id: 'BudgetList' },
)

export const MAX_USD = 1_000_000_000
const limitOf = (description: string) =>
  Type.Union([Type.Number({ minimum: 0, maximum: MAX_USD, multipleOf: 0.000001 }), Type.Null()], { description })

export const BudgetUpdate = Type.Object(
  {
    scope: Scope,
    workbook_id: Type.Optional(Type.String({ maxLength: 100 })),
    column_id: Type.Optional(Type.String({ maxLength: 100 })),
    user_id: Type.Optional(Type.Integer()),
    token_id: Type.Optional(
      Type.String({ maxLength: 100, description: 'The id of an access token or an ingest token.' }),
    ),
    period: Period,
    kind: Type.Unsafe<'hard' | 'soft'>({ ...Kind, default: 'hard' }),
    limit_usd: limitOf('US dollars, at most 6 decimals; 0 stops everything that costs, null takes the budget away.'),
    allow_unknown_prices: Type.Boolean({ default: false, description: UNKNOWN }),
  },
  { $id: 'BudgetUpdate', additionalProperties: false },
)
export type BudgetUpdate = Static<typeof BudgetUpdate>

export const BudgetsUpdate = Type.Object(
  { items: Type.Array(BudgetUpdate, { minItems: 1, maxItems: 200 }) },
  { $id: 'BudgetsUpdate', additionalProperties: false },
)

export const WorkbookBudget = Type.Object(
  {
    max_usd: limitOf('The most that may be spent on this workbook in all, in US dollars; null is no limit.'),
    allow_unknown_prices: Type.Boolean({ default: false, description: UNKNOWN }),
  },
  { $id: 'WorkbookBudget', additionalProperties: false },
)
