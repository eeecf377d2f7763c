// What a run is expected to do, cost and take, before anything is spent.
import { type Static, Type } from 'typebox'

const Count = (description: string) => Type.Integer({ minimum: 0, description })
const Usd = (description: string) => Type.Number({ minimum: 0, description })

/** What happens to a cell. */
export const PLANNED_OUTCOMES = [
  'already_fresh',
  'condition_false',
  'missing_input',
  'cached',
  'not_ready',
  'to_run',
] as const
export type PlannedOutcome = (typeof PLANNED_OUTCOMES)[number]

const Counts = {
  already_fresh: Count('Cells left as they are: they have their outcome, or a user typed over them.'),
  condition_false: Count('Cells whose condition is false.'),
  missing_input: Count('Cells without the inputs that any step needs.'),
  cached: Count('Cells that the cache answers for nothing.'),
  not_ready: Count('Cells whose providers all lack a key, are closed at the moment or cost more than a row may.'),
  to_run: Count('Cells for which at least one provider is called.'),
} satisfies Record<PlannedOutcome, unknown>

const Money = {
  low_usd: Usd(
    'The cost is between low and high in 95 of 100 runs. Calls that fail are not billed: low leaves room for as many as may well fail by ' +
      'what was counted of the step, and for all of them (0) until ten answers were.',
  ),
  expected_usd: Usd(
    'At the hit rates of `basis`. For columns that call a model: the cost per row in the last five runs of the column, or ' +
      'the usual cost of such prompts.',
  ),
  high_usd: Usd(
    'See low. Until hit rates are measured: the cost if every permitted provider is called and bills, up to the limit per row.',
  ),
}

export const Estimate = Type.Object(
  {
    rows_in_scope: Count('Rows the run checks.'),
    cells_in_scope: Count('Cells the run checks: the sum of the six counts that follow.'),
    ...Counts,
    ...Money,
    basis: Type.Unsafe<'measured' | 'mixed' | 'default'>({
      type: 'string',
      enum: ['measured', 'mixed', 'default'],
      description:
        'Whether hit rates, and what models cost for a row, were measured in this workspace, are the shipped defaults, or some of both.',
    }),
    by_column: Type.Array(
      Type.Object({ column_id: Type.String(), name: Type.String(), ...Counts, ...Money }, { $id: 'EstimateColumn' }),
    ),
    by_provider: Type.Array(
      Type.Object(
        {
          provider: Type.String(),
          calls_expected: Type.Number({ minimum: 0 }),
          price_usd: Type.Union([Type.Number(), Type.Null()], { description: 'Per billed call; null is unknown.' }),
          billing: Type.String({ description: 'free, on_hit, on_verified, per_call or vendor_reports.' }),
          hit_rate: Type.Number({ minimum: 0, maximum: 1 }),
          measured: Type.Boolean({ description: 'What is expected of it was measured in this workspace.' }),
          ...Money,
        },
        { $id: 'EstimateProvider' },
      ),
    ),
    unknown_prices: Type.Array(Type.String(), {
      description: 'Providers that would be called without a known price. No sum includes them.',
    }),
    reported_prices: Type.Array(Type.String(), {
      description:
        'Providers that report the cost of a call afterwards. Calls are reserved and estimated at the highest of the declared price and ' +
        'what the provider reported in this workspace in the last 30 days. A report beyond that can exceed a cap by one call.',
    }),
    under_way_most: Count('Maximum number of concurrent calls to those of `reported_prices`.'),
    seconds_expected: Type.Number({ minimum: 0 }),
    binding_limit: Type.Union([Type.String(), Type.Null()], {
      description: 'What sets the pace, in words, for example "hunter: 10 per second"; null when nothing is called.',
    }),
  },
  { $id: 'Estimate' },
)

export type Estimate = Static<typeof Estimate>
