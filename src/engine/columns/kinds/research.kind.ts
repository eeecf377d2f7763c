// A column that lets a model look things up: search, read pages, ask tables, and answer with quotes that are checked.
import { type Static, Type } from 'typebox'
import { shownAs } from '../../../kernel/setting-form.ts'
import { CacheDays, Common, choice, Enriched, Output, Required, Seconds } from '../column-parts.schema.ts'
import { AskedFields, askedFieldProblems, Model, PROMPT_EFFECTS, PROMPTED } from './ai.kind.ts'
import { defineCustomKind, type Fault } from './column-kind.ts'

export const NO_SEARCH = 'none'

/** A confidence of at least this is supported by a quote. */
export const SUPPORTED = 0.5

export const ResearchTable = Type.Object(
  {
    name: Type.String({
      pattern: '^[\\p{L}\\p{N}][\\p{L}\\p{N} _-]{0,59}$',
      description: 'What the model knows it as, each once.',
    }),
    workbook_id: Type.String({ format: 'uuid', description: 'A workbook of the workspace, which is only read.' }),
    columns: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
        minItems: 1,
        maxItems: 50,
        description: 'Ids of the columns it may see. Absent: all.',
      }),
    ),
  },
  { $id: 'ResearchTable' },
)

export const ResearchColumn = Type.Object(
  {
    ...Common,
    type: Type.Literal('research'),
    model: Model,
    prompt: Type.String({
      minLength: 1,
      maxLength: 20_000,
      description:
        'What to find out. `{{Column}}` names a value; the values themselves follow as data, never as instructions.',
    }),
    fields: AskedFields,
    output: Output,
    required: Required,
    search: Type.Optional(
      Type.String({
        maxLength: 100,
        examples: ['searxng-web-search', 'serper-web-search', 'brave-web-search'],
        description: `Id of the web search to use; \`${NO_SEARCH}\` for none. Absent: the first that the workspace has a key of.`,
      }),
    ),
    tables: Type.Optional(
      Type.Array(ResearchTable, { minItems: 1, maxItems: 5, description: 'Workbooks it may read.' }),
    ),
    max_steps: Type.Integer({
      minimum: 1,
      maximum: 30,
      default: 8,
      description:
        'A step is one call to the model and the action it chooses. The last step is reserved for the answer.',
      ...shownAs({ title: 'Steps at most', hint: 'The last one is kept for the answer.' }),
    }),
    max_usd: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 100,
        description: 'What one row may cost. Absent: no limit.',
        ...shownAs({ title: 'US dollars a row at most', hint: '', placeholder: 'no limit' }),
      }),
    ),
    temperature: Type.Number({ minimum: 0, maximum: 2, default: 0, ...shownAs({ title: 'Temperature' }) }),
    max_tokens: Type.Integer({
      minimum: 64,
      maximum: 32_000,
      default: 1500,
      description: 'Longest answer of a step.',
      ...shownAs({ title: 'Longest answer of a step, in tokens', hint: '' }),
    }),
    timeout_seconds: Seconds(180, 900),
    cache_days: CacheDays(30, 'Days that a step is answered from the cache while its inputs are unchanged.', {
      title: 'Days a step is good',
      hint: '',
    }),
    ...Enriched,
  },
  {
    $id: 'ResearchColumn',
    description:
      'A column in which a model searches, reads pages and looks into tables, step by step, and answers with quotes. Every ' +
      'quote is looked for on the page it names; one that is not there does not count. An answer without a quote is kept as `unverified`.',
  },
)

const STOPPED_REASONS = ['found', 'exhausted', 'budget', 'timeout', 'error'] as const

const maybe = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) => Type.Union([schema, Type.Null()])

export const Citation = Type.Object(
  {
    field: Type.String({ description: 'The field of the answer that it supports.' }),
    url: Type.String({ description: 'The page, or `workbook:` and the id of a workbook.' }),
    title: Type.String(),
    quote: Type.String({
      description: 'Appears on the page; spaces, quotation marks and dashes may differ.',
    }),
    fetched_at: Type.String({ format: 'date-time' }),
    verified: Type.Boolean({ description: 'Always true: a quote that was not found is no citation.' }),
  },
  { $id: 'Citation' },
)

export const ResearchEvidence = Type.Object(
  {
    answer: maybe(Type.Record(Type.String(), Type.Unknown(), { description: 'Every field that was answered.' })),
    citations: Type.Array(Citation),
    quotes_dropped: Type.Optional(
      Type.Integer({
        description:
          'Quotes that the model gave, in any of its answers, and that are not on the page they name. Absent before that was counted.',
      }),
    ),
    steps_used: Type.Integer(),
    cost_usd: maybe(Type.Number({ description: 'Null is unknown.' })),
    stopped_reason: choice(STOPPED_REASONS, 'found', 'Why it stopped: `exhausted` is that its steps were used up.'),
  },
  { $id: 'ResearchEvidence', description: 'What a research went by.' },
)

export type ResearchColumn = Static<typeof ResearchColumn>
export type ResearchTable = Static<typeof ResearchTable>
export type Citation = Static<typeof Citation>
export type ResearchEvidence = Static<typeof ResearchEvidence>

export const research = defineCustomKind({
  schema: ResearchColumn,
  ...PROMPTED,
  says: 'a model that searches the web',
  words: { short: 'web research', long: 'Web research' },
  offer: {
    place: 20,
    label: 'Research',
    note: 'A model searches and reads the web, and cites its sources',
    search_words: 'agent browse ai evidence',
    icon: 'telescope',
    column_name: 'Research',
    for_any_question: true,
  },
  // What nothing that was read supports is kept as unverified.
  accept: { kind: 'confidence', min: SUPPORTED },
  effects: {
    ...PROMPT_EFFECTS,
    search: 'answer',
    tables: 'answer',
    max_steps: 'answer',
    max_usd: 'beside',
  },
  target_words: { '*': '* (research)' },
  problems(column, fault) {
    askedFieldProblems(column, fault)
    tableProblems(column, fault)
  },
})

function tableProblems({ tables = [] }: ResearchColumn, fault: Fault): void {
  const names = tables.map(({ name }) => name)
  names.forEach((name, index) => {
    if (names.indexOf(name) < index) fault(['tables', index, 'name'], `two tables are called "${name}"`)
  })
}
