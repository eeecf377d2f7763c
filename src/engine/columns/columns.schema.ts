// The columns the engine understands, as they are written in `columns_config`.
import { type Static, Type } from 'typebox'
import { Common, Enriched, TemplateText } from './column-parts.schema.ts'
import { AiColumn, HttpColumn } from './custom-columns.schema.ts'
import { MatchColumn } from './match-columns.schema.ts'
import { OutputColumn } from './output-columns.schema.ts'
import { ResearchColumn } from './research-columns.schema.ts'

export const INPUT_TYPES = [
  'text',
  'long_text',
  'number',
  'currency',
  'percent',
  'date',
  'datetime',
  'checkbox',
  'select',
  'multi_select',
  'email',
  'url',
  'phone',
  'json',
] as const

const MAX_STEPS = 50

const WATERFALL_MODES = ['stop', 'merge', 'cross_check'] as const
export type WaterfallMode = (typeof WATERFALL_MODES)[number]
const StepInputs = Type.Record(Type.String({ maxLength: 100 }), TemplateText, {
  description: 'A template per input of the lookup, by input name.',
})

const AcceptRule = Type.Union(
  [
    Type.Object({ kind: Type.Literal('any') }),
    Type.Object({ kind: Type.Literal('verified') }),
    Type.Object({ kind: Type.Literal('verified_or_catch_all') }),
    Type.Object({ kind: Type.Literal('confidence'), min: Type.Number({ minimum: 0, maximum: 1 }) }),
    Type.Object({ kind: Type.Literal('formula'), expression: Type.String({ minLength: 1, maxLength: 2_000 }) }),
  ],
  {
    $id: 'AcceptRule',
    description:
      'When an answer is good enough to stop: `any` value, a `verified` one, `verified_or_catch_all`, one with at least the confidence `min`, ' +
      'or one for which a `formula` over its fields holds, such as `AND({{employee_count}} > 10, {{confidence}} > 0.5)`; `{{value}}`, `{{confidence}}` ' +
      'and `{{verified}}` are there for every answer. ' +
      'The best answer that is not good enough is kept as `unverified`.',
  },
)

export const InputColumn = Type.Object(
  {
    ...Common,
    type: Type.Literal('input'),
    input_type: Type.Unsafe<(typeof INPUT_TYPES)[number]>({ type: 'string', enum: [...INPUT_TYPES], default: 'text' }),
    options: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
        maxItems: 500,
        description: 'The choices of a select or multi_select.',
      }),
    ),
    currency: Type.Optional(Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 4217 code of a currency column.' })),
  },
  { $id: 'InputColumn', description: 'A column that people, imports and programs fill.' },
)

export const EnrichmentColumn = Type.Object(
  {
    ...Common,
    type: Type.Literal('enrichment'),
    provider: Type.String({ minLength: 1, maxLength: 100, description: 'Id of a lookup in the catalog.' }),
    output: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'The output field to keep. Absent: the whole answer as an object, for use as `{{Name.field}}`.',
      }),
    ),
    inputs: StepInputs,
    accept: Type.Optional(AcceptRule),
    ...Enriched,
  },
  { $id: 'EnrichmentColumn', description: 'A column that calls one provider.' },
)

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

export const WaterfallColumn = Type.Object(
  {
    ...Common,
    type: Type.Literal('waterfall'),
    output: Type.String({ minLength: 1, maxLength: 100, description: 'The output field that every step has to give.' }),
    steps: Type.Array(WaterfallStep, {
      minItems: 1,
      maxItems: MAX_STEPS,
      description: 'Called in exactly this order until an answer is accepted.',
    }),
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

export const FormulaColumn = Type.Object(
  {
    ...Common,
    type: Type.Literal('formula'),
    expression: Type.String({
      minLength: 1,
      maxLength: 20_000,
      description:
        'Such as `IF({{Employees}} > 50, "large", "small")`. Columns are written `{{Column name}}`, with a dotted path inside or ' +
        'after the braces; functions, with signatures and examples, are listed by `GET /api/meta/formula-functions`.',
    }),
    value_type: Type.Optional(
      Type.String({
        maxLength: 20,
        description:
          'What the formula gives: text, number, boolean, date, list, object or any. Inferred; what is sent is ignored.',
      }),
    ),
    ranges: Type.Optional(
      Type.Array(Type.Object({ ref: Type.String(), workbook_id: Type.String(), column_id: Type.String() }), {
        description:
          'The columns of other workbooks that LOOKUP and COUNTIF look through, as the formula writes them. Worked out when ' +
          'it is saved; what is sent is ignored.',
      }),
    ),
    volatile: Type.Optional(
      Type.Boolean({
        description:
          'True when the result changes with time, as with TODAY(): then it is computed again every night. Inferred.',
      }),
    ),
  },
  { $id: 'FormulaColumn', description: 'A column computed from others of its row, kept true by itself.' },
)

const COMPARISONS = ['text', 'domain', 'email', 'phone'] as const
const LOOKUP_RESULTS = ['one', 'many', 'exists', 'count', 'sum', 'avg', 'min', 'max', 'first', 'last'] as const

export const LookupColumn = Type.Object(
  {
    ...Common,
    type: Type.Literal('lookup'),
    workbook_id: Type.String({ format: 'uuid', description: 'The other workbook, of the same workspace.' }),
    key: Type.String({
      minLength: 1,
      maxLength: 20_000,
      description: 'The value to look up, as a template over the columns of this workbook: `{{Domain}}`.',
    }),
    their_key: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Id of the column of the other workbook that is compared.',
    }),
    compare: Type.Unsafe<(typeof COMPARISONS)[number]>({
      type: 'string',
      enum: [...COMPARISONS],
      default: 'text',
      description:
        'How the two are compared: as text without regard to case and blanks, or as the domain, e-mail address or telephone ' +
        'number that they stand for.',
    }),
    give: Type.Unsafe<(typeof LOOKUP_RESULTS)[number]>({
      type: 'string',
      enum: [...LOOKUP_RESULTS],
      default: 'one',
      description:
        '`one` and `first`: the value of the first matching row; `last`: of the last one; `many`: a list of the first 100; `exists`: ' +
        'true or false; `count`: how many; `sum`, `avg`, `min`, `max`: over the numbers of all matching rows.',
    }),
    their_column: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'Id of the column whose value is given; not needed for `exists` and `count`.',
      }),
    ),
  },
  {
    $id: 'LookupColumn',
    description: 'A column that finds rows of another workbook by key and follows when they change.',
  },
)

export const LeadFieldColumn = Type.Object(
  {
    ...Common,
    type: Type.Literal('lead_field'),
    field: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Name of a field of leads (`GET /api/meta/lead-fields`).',
    }),
  },
  {
    $id: 'LeadFieldColumn',
    description:
      'A column that shows a field of the lead that the row is linked to, and follows when it changes. Rows of workbooks made over ' +
      'the lead store and of synced ones (`sync_to_leads`) are linked; on others the cell is `not_found`.',
  },
)

export const ColumnConfig = Type.Union(
  [
    InputColumn,
    EnrichmentColumn,
    WaterfallColumn,
    FormulaColumn,
    LookupColumn,
    LeadFieldColumn,
    HttpColumn,
    AiColumn,
    ResearchColumn,
    MatchColumn,
    OutputColumn,
  ],
  { $id: 'ColumnConfig' },
)

export type AcceptRule = Static<typeof AcceptRule>
export type InputColumn = Static<typeof InputColumn>
export type EnrichmentColumn = Static<typeof EnrichmentColumn>
export type FormulaColumn = Static<typeof FormulaColumn>
export type LookupColumn = Static<typeof LookupColumn>
export type LeadFieldColumn = Static<typeof LeadFieldColumn>
export type Verifier = Static<typeof Verifier>
export type WaterfallStep = Static<typeof WaterfallStep>
export type WaterfallColumn = Static<typeof WaterfallColumn>
export type ColumnConfig = Static<typeof ColumnConfig>
