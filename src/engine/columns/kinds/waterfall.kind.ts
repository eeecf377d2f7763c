// A column that calls providers in order until one has the answer.
import { type Static, Type } from 'typebox'
import { FilterSchema } from '../../filter/filter.schema.ts'
import { AcceptRule, Common, Enriched, StepInputs } from '../column-parts.schema.ts'
import { ASKING_EFFECTS, defineKind, type Effects, mapRecord } from './column-kind.ts'

const MAX_STEPS = 50

const WATERFALL_MODES = ['stop', 'merge', 'cross_check'] as const
export type WaterfallMode = (typeof WATERFALL_MODES)[number]

export const Verifier = Type.Object(
  {
    provider: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Id of a lookup in the catalog that verifies values.',
    }),
    input: Type.String({
      minLength: 1,
      maxLength: 100,
      default: 'email',
      description: 'The input that takes the found value.',
    }),
  },
  {
    $id: 'Verifier',
    description:
      'A lookup that checks every found value that is not verified yet. Its verdict decides: an invalid value is never kept.',
  },
)

export const WaterfallStep = Type.Object(
  {
    id: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'Unique in the column. Absent: made from the provider.',
      }),
    ),
    provider: Type.String({ minLength: 1, maxLength: 100, description: 'Id of a lookup in the catalog.' }),
    inputs: StepInputs,
    accept: Type.Optional(AcceptRule),
    verify: Type.Optional(Verifier),
    enabled: Type.Optional(Type.Boolean({ description: 'False leaves the step out of every run. Absent: true.' })),
  },
  { $id: 'WaterfallStep' },
)

export const StepOrder = Type.Object(
  {
    when: FilterSchema,
    steps: Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
      minItems: 1,
      maxItems: MAX_STEPS,
      description: 'Ids of steps that go first, in this order; the others follow in the order of the column.',
    }),
  },
  { $id: 'StepOrder', description: 'Another order of the steps, for the rows on which a condition holds.' },
)

export const Exploration = Type.Object(
  {
    percent: Type.Integer({
      minimum: 1,
      maximum: 50,
      description: 'Of a hundred rows that run, on so many another step goes first.',
    }),
    usd_per_month: Type.Number({
      exclusiveMinimum: 0,
      maximum: 100_000,
      description:
        'What the calls of steps that went first for this may cost in a calendar month (UTC). A step without a known price never does.',
    }),
  },
  {
    $id: 'Exploration',
    description:
      'On some rows a step of which little is known goes first, so that the figures by which an order is chosen do not come from that order alone.',
  },
)

export const WaterfallColumn = Type.Object(
  {
    ...Common,
    type: Type.Literal('waterfall'),
    output: Type.String({ minLength: 1, maxLength: 100, description: 'The output field that every step has to give.' }),
    steps: Type.Array(WaterfallStep, {
      minItems: 1,
      maxItems: MAX_STEPS,
      description: 'Called in exactly this order until an answer is accepted; `orders` are the exceptions.',
    }),
    orders: Type.Optional(
      Type.Array(StepOrder, {
        maxItems: 20,
        description: 'Orders for some rows. The first whose condition holds counts.',
      }),
    ),
    explore: Type.Optional(Exploration),
    accept: Type.Optional(AcceptRule),
    verify: Type.Optional(Verifier),
    mode: Type.Optional(
      Type.Unsafe<(typeof WATERFALL_MODES)[number]>({
        type: 'string',
        enum: [...WATERFALL_MODES],
        description:
          '`stop` at the first answer that is accepted; `merge`: continue until each of `fields` has a value, and combine them; ' +
          '`cross_check`: continue until `agree` providers agree. Absent: `stop`.',
      }),
    ),
    fields: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
        minItems: 1,
        maxItems: 30,
        description: 'Of `merge`: the output fields that make the value. Absent: `output` alone.',
      }),
    ),
    agree: Type.Optional(
      Type.Integer({ minimum: 2, maximum: 5, description: 'Of `cross_check`: how many have to agree. Absent: 2.' }),
    ),
    max_usd_per_row: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1_000,
        description: 'What the calls for one row may cost. Absent: no limit.',
      }),
    ),
    max_seconds_per_row: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 3_600,
        description: 'What the calls for one row may take. Absent: no limit.',
      }),
    ),
    free_guess: Type.Optional(
      Type.Boolean({
        description:
          'For a `work_email` column: first guess the address by its pattern, for free, from the name and domain inputs of the ' +
          'steps. It is kept if it is verified, by `verify` or else by the built-in verifier. Absent: false.',
      }),
    ),
    max_providers: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_STEPS,
        description: 'Maximum providers called per row, 0 = all. Absent: the setting of the workspace.',
      }),
    ),
    ...Enriched,
  },
  { $id: 'WaterfallColumn', description: 'A column that calls providers in order until one has the answer.' },
)

export type Verifier = Static<typeof Verifier>
export type StepOrder = Static<typeof StepOrder>
export type Exploration = Static<typeof Exploration>
export type WaterfallStep = Static<typeof WaterfallStep>
export type WaterfallColumn = Static<typeof WaterfallColumn>

/** A step is called what it is called; one that is left out is no step. */
export const STEP_EFFECTS: Effects<WaterfallStep> = {
  id: 'beside',
  provider: 'answer',
  inputs: 'answer',
  accept: 'answer',
  verify: 'answer',
  enabled: 'beside',
}

export const waterfall = defineKind({
  schema: WaterfallColumn,
  filled_by: 'catalog',
  says: 'providers in order',
  words: { short: 'several providers', long: 'Waterfall' },
  effects: {
    ...ASKING_EFFECTS,
    output: 'answer',
    steps: 'answer',
    orders: 'beside',
    explore: 'beside',
    accept: 'answer',
    verify: 'answer',
    mode: 'answer',
    fields: 'answer',
    agree: 'answer',
    max_usd_per_row: 'beside',
    max_seconds_per_row: 'beside',
    free_guess: 'answer',
    max_providers: 'answer',
  },
  mapTemplates: (column, rewrite) => ({
    ...column,
    steps: column.steps.map((step, index) => ({
      ...step,
      inputs: mapRecord(['steps', index, 'inputs'], step.inputs, rewrite),
    })),
  }),
})
