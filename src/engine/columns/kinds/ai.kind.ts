// A column that asks a model one question a row.
import { type Static, Type } from 'typebox'
import { shownAs } from '../../../kernel/setting-form.ts'
import { CacheDays, Common, Enriched, FieldKind, FieldName, Output, Required, Seconds } from '../column-parts.schema.ts'
import { refsOf } from '../template-parts.ts'
import {
  ASKING_EFFECTS,
  defineCustomKind,
  type Fault,
  fieldOutput,
  fieldProblems,
  mapRequired,
  type Rewrite,
} from './column-kind.ts'

export const Model = Type.String({
  pattern: '^[a-z0-9-]+/[^\\s]{1,190}$',
  examples: ['ollama/llama3.2'],
  description: 'Vendor and model, as `GET /api/settings/models` lists them: `openai/…`, `anthropic/…`, `ollama/…`.',
})

export const AskedField = Type.Object(
  {
    name: FieldName,
    type: FieldKind,
    description: Type.Optional(Type.String({ maxLength: 1000, description: 'Explains the field to the model.' })),
    options: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
        minItems: 1,
        maxItems: 100,
        description: 'The only answers allowed, of a text field.',
      }),
    ),
  },
  { $id: 'AskedField' },
)
export const AskedFields = Type.Array(AskedField, {
  minItems: 1,
  maxItems: 30,
  description: 'The fields of the answer. Other output of the model is dropped; an answer of another type is refused.',
})

export const AiColumn = Type.Object(
  {
    ...Common,
    type: Type.Literal('ai'),
    model: Model,
    prompt: Type.String({
      minLength: 1,
      maxLength: 20_000,
      description:
        'What to do. `{{Column}}` names a value; the values themselves follow the prompt as data, never as instructions.',
    }),
    fields: AskedFields,
    output: Output,
    required: Required,
    temperature: Type.Number({
      minimum: 0,
      maximum: 2,
      default: 0,
      ...shownAs({ title: 'Temperature', hint: '0 answers most alike, 2 most freely.' }),
    }),
    max_tokens: Type.Integer({
      minimum: 16,
      maximum: 32_000,
      default: 1000,
      description: 'Longest answer.',
      ...shownAs({ title: 'Longest answer, in tokens', hint: '' }),
    }),
    timeout_seconds: Seconds(60, 300),
    cache_days: CacheDays(30, 'Days an answer to the same prompt, values and model may be used again.', {
      title: 'Days an answer is good',
      hint: 'For the same prompt, values and model.',
    }),
    ...Enriched,
  },
  { $id: 'AiColumn', description: 'A column that calls a model. A row in which no reference has a value is skipped.' },
)

export type AiColumn = Static<typeof AiColumn>
export type AskedField = Static<typeof AskedField>

/** What is wrong with the fields that a model is asked for. */
export function askedFieldProblems(column: { fields: AskedField[]; output?: string }, fault: Fault): void {
  fieldProblems(column, fault)
  column.fields.forEach(({ type, options }, index) => {
    if (options && type !== 'text') fault(['fields', index, 'options'], 'only a text field has options')
  })
}

interface PromptSettings {
  model: string
  prompt: string
  fields: AskedField[]
  output?: string
  required?: string[]
}

/** The effects of the settings that all columns have whose prompt a model answers. */
export const PROMPT_EFFECTS = {
  ...ASKING_EFFECTS,
  model: 'answer',
  prompt: 'answer',
  fields: 'answer',
  output: 'answer',
  required: 'answer',
  temperature: 'answer',
  max_tokens: 'answer',
  timeout_seconds: 'beside',
  cache_days: 'beside',
} as const

/** What the kinds of columns have in common whose prompt a model answers. */
export const PROMPTED = {
  filled_by: 'itself',
  asks_model: true,
  mapTemplates: <C extends PromptSettings>(column: C, rewrite: Rewrite): C => ({
    ...column,
    prompt: rewrite(column.prompt, ['prompt']),
    ...mapRequired(column.required, rewrite),
  }),
  target: ({ model }: PromptSettings) => model,
  needs: ({ prompt }: PromptSettings) => ({ required: [], any: refsOf([prompt]) }),
  output: fieldOutput,
} as const

export const ai = defineCustomKind({
  schema: AiColumn,
  ...PROMPTED,
  says: 'a model',
  words: { short: 'AI model', long: 'Prompt to a model' },
  offer: {
    place: 10,
    label: 'Ask AI',
    note: 'A prompt over the columns of a row, answered in typed fields',
    search_words: 'model gpt claude llm prompt',
    icon: 'sparkles',
    column_name: 'Ask AI',
    for_any_question: true,
  },
  effects: PROMPT_EFFECTS,
  target_words: { '*': '*' },
  problems: askedFieldProblems,
})
