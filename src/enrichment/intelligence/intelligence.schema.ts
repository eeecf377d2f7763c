// Wire shapes of how a column's providers perform, which order would cost least, and what an order would have done.
import { type Static, Type } from 'typebox'
import { StepOrder } from '../../engine/columns/kinds/waterfall.kind.ts'
import { FilterSchema } from '../../engine/filter/filter.schema.ts'

const Count = (description: string) => Type.Integer({ minimum: 0, description })
const Share = (description: string) =>
  Type.Union([Type.Number({ minimum: 0, maximum: 1 }), Type.Null()], { description })
const Usd = (description: string) => Type.Number({ minimum: 0, description })
const UsdOrNull = (description: string) => Type.Union([Type.Number({ minimum: 0 }), Type.Null()], { description })
const Ms = (description: string) => Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], { description })

const FIGURES = {
  asked: Count('Rows on which it was called; the newest call of a row counts.'),
  found: Count('Of those, with a value.'),
  accepted: Count('Of those, accepted by the rule of the column, its verifier included.'),
  verified: Count('Of those with a value, known to be verified.'),
  misses: Count('It answered that it has none.'),
  errors: Count('The call failed.'),
  cached: Count('Answered from the cache. Counts with what it would have cost.'),
  hit_rate: Share('Of the answers, those with a value; null without any.'),
  accept_rate: Share('Of the askings, those accepted.'),
  accept_low: Type.Number({ description: 'The acceptance rate may well be as low as this (Wilson, 95 %).' }),
  accept_high: Type.Number({ description: 'And as high as this.' }),
  verified_rate: Share('Of the values of which it is known, those that are verified.'),
  cost_usd: Usd('Of all askings, verifiers included.'),
  cost_per_accepted_usd: UsdOrNull('Null while nothing was accepted.'),
  unpriced: Count('Calls with an unknown cost; they count with their maximum cost.'),
  p50_ms: Ms('Half of the calls took no longer; null when the cache answered all.'),
  p95_ms: Ms('19 of 20 calls took no longer.'),
}
const Figures = Type.Object(FIGURES)
export type Figures = Static<typeof Figures>

const NAMED = { step_id: Type.String(), provider: Type.String(), label: Type.String() }
const Segmentation = Type.Object(
  {
    column_id: Type.String(),
    name: Type.String(),
    kind: Type.Unsafe<'value' | 'country' | 'company_size' | 'title' | 'email_domain'>({
      type: 'string',
      enum: ['value', 'country', 'company_size', 'title', 'email_domain'],
    }),
    values: Type.Array(
      Type.Object({
        value: Type.String(),
        rows: Type.Integer(),
        when: Type.Union([FilterSchema, Type.Null()], {
          description: 'The condition that holds for these rows; null where none can say it.',
        }),
      }),
    ),
  },
  { $id: 'Segmentation' },
)
const SegmentationOrNull = Type.Union([Segmentation, Type.Null()], {
  description:
    'How rows are grouped: by the requested column, else by the column in whose groups the steps differ most.',
})

const RowsWanted = Type.Integer({
  minimum: 1,
  maximum: 10_000,
  default: 3000,
  description: 'How many rows to go back, the rows that were run last.',
})
const SegmentWanted = Type.Optional(
  Type.String({ maxLength: 100, description: 'Id of the column to group rows by, or `none`.' }),
)

export const PerformanceQuery = Type.Object({ rows: RowsWanted, segment: SegmentWanted })

export const ColumnPerformance = Type.Object(
  {
    column_id: Type.String(),
    field: Type.Union([Type.String(), Type.Null()], {
      description: 'The output field of the steps; null is all fields.',
    }),
    rows: Count('Rows that the figures are of.'),
    segmentation: SegmentationOrNull,
    segmentations: Type.Array(Segmentation, { description: 'Other columns to group rows by.' }),
    steps: Type.Array(
      Type.Object({
        ...NAMED,
        ...FIGURES,
        segments: Type.Array(Type.Object({ value: Type.String(), ...FIGURES })),
      }),
      { description: 'In the order of the column. A verifier is counted with the step whose answers it checks.' },
    ),
  },
  { $id: 'ColumnPerformance' },
)
export type ColumnPerformance = Static<typeof ColumnPerformance>

const Part = (description: string) =>
  Type.Object({ rows: Type.Integer(), found: Type.Number(), cost_usd: Type.Number() }, { description })

const Simulation = Type.Object(
  {
    order: Type.Array(Type.String(), { description: 'Ids of steps.' }),
    rows: Count('Rows read.'),
    found: Type.Number({
      description:
        'Rows that would have an accepted answer; of merged ones the share of their fields, of compared ones those on which enough agree.',
    }),
    found_share: Share('Of the rows read.'),
    cost_usd: Usd('Of all rows.'),
    cost_per_row_usd: UsdOrNull('Null without rows.'),
    cost_per_found_usd: UsdOrNull('Null when nothing would be found.'),
    replayed: Part('Rows for which every needed answer is on record: nothing here is estimated.'),
    expected: Part(
      'Rows for which a provider would be called that was not called before: recorded answers count, the rest is estimated from the segment of the row.',
    ),
    by_step: Type.Array(Type.Object({ ...NAMED, asked: Type.Number(), found: Type.Number(), cost_usd: Type.Number() })),
    unknown_prices: Type.Array(Type.String(), {
      description: 'Steps without a known price; they count as free here.',
    }),
    words: Type.String({ description: 'The same in a sentence.' }),
  },
  { $id: 'Simulation' },
)
export type Simulation = Static<typeof Simulation>

export const SimulateRequest = Type.Object(
  {
    order: Type.Optional(
      Type.Array(Type.String({ maxLength: 100 }), {
        minItems: 1,
        maxItems: 50,
        description: 'Ids of steps of the column, some or all, in the order to try. Absent: its own order.',
      }),
    ),
    rows: RowsWanted,
    segment: SegmentWanted,
  },
  { $id: 'SimulateRequest', additionalProperties: false },
)
export type SimulateRequest = Static<typeof SimulateRequest>

export const SimulateResponse = Type.Object(
  {
    column_id: Type.String(),
    segmentation: SegmentationOrNull,
    recorded: Part('The recorded result of these rows, with the providers and the order of the time.'),
    simulation: Simulation,
  },
  { $id: 'SimulateResponse' },
)
export type SimulateResponse = Static<typeof SimulateResponse>

export const SuggestRequest = Type.Object(
  { rows: RowsWanted, segment: SegmentWanted },
  { $id: 'SuggestRequest', additionalProperties: false },
)
export type SuggestRequest = Static<typeof SuggestRequest>

const SimulationOrNull = (description: string) => Type.Union([Simulation, Type.Null()], { description })
const SegmentAdvice = Type.Object(
  {
    value: Type.String(),
    rows: Count('Rows of this part.'),
    tried_rows: Count(
      'Of those, rows on which the order was tried: the half that it was not learned on. 0: too few rows for an order.',
    ),
    when: Type.Union([FilterSchema, Type.Null()]),
    order: Type.Union([Type.Array(Type.String()), Type.Null()], { description: 'Ids of steps.' }),
    better: Type.Boolean({ description: 'Whether it did better on the rows that it was tried on.' }),
    words: Type.String(),
    now: SimulationOrNull('What the order of the column did on the rows that it was tried on.'),
    suggested: SimulationOrNull('What this one would have done there.'),
  },
  { $id: 'SegmentAdvice' },
)
export type SegmentAdvice = Static<typeof SegmentAdvice>

export const Suggestion = Type.Object(
  {
    column_id: Type.String(),
    rows: Count('Rows that it follows from.'),
    changed: Type.Boolean({ description: 'Whether the order differs from the one of the column.' }),
    better: Type.Boolean({
      description: 'Whether it finds as much for less, or more, on these rows. The request changes nothing.',
    }),
    words: Type.String({ description: 'What there is to gain, in a sentence.' }),
    steps: Type.Array(
      Type.Object({
        ...NAMED,
        place_now: Type.Integer({ description: 'From 1.' }),
        ready: Type.Boolean({ description: 'It can be called at the moment.' }),
        keyless: Type.Boolean(),
        asked: Type.Integer(),
        accepted: Type.Integer(),
        accept_expected: Type.Number({
          description: 'The expected share, based on results elsewhere while there are few here.',
        }),
        accept_low: Type.Number(),
        accept_high: Type.Number(),
        cost_per_call_usd: UsdOrNull('Null is an unknown price.'),
        cost_per_accepted_usd: UsdOrNull('At the lowest share that may well be true; steps are in the order of this.'),
        why: Type.String(),
      }),
      { description: 'In the suggested order.' },
    ),
    now: Simulation,
    suggested: Simulation,
    segmentation: SegmentationOrNull,
    segments: Type.Array(SegmentAdvice, { description: 'An order for each part of the rows.' }),
    orders: Type.Array(StepOrder, {
      description: 'The `orders` of the column with those that did better: store it to take them.',
    }),
  },
  { $id: 'Suggestion' },
)
export type Suggestion = Static<typeof Suggestion>
