// What a recipe is: a workbook definition with a purpose and sample rows, and short ways to write its columns.
import type { Filter } from '../../engine/filter.schema.ts'
import type { Json } from '../../kernel/json.ts'
import type { NewColumn } from '../../records/store/workbook.schema.ts'

export const CATEGORIES = {
  'list-building': 'List building',
  'crm-hygiene': 'CRM hygiene',
  outbound: 'Outbound',
  research: 'Research',
  signals: 'Signals',
  hiring: 'Hiring',
  'local-business': 'Local business',
} as const

export type Category = keyof typeof CATEGORIES
export const CATEGORY_IDS = Object.keys(CATEGORIES) as Category[]

/** Values by column name. */
export type SampleRow = { [column: string]: Json }

export interface Recipe {
  slug: string
  name: string
  category: Category
  /** One sentence: what the workbook does for whom. */
  purpose: string
  columns: readonly NewColumn[]
  sample_rows: readonly SampleRow[]
}

/** Stands in for a model until the recipe is used: which ones there are differs between workspaces. */
export const ANY_MODEL = 'workspace/default'

type Inputs = Record<string, string>
type Typed = 'text' | 'long_text' | 'number' | 'email' | 'url' | 'phone'

export const input = (name: string, input_type: Typed = 'text'): NewColumn => ({ type: 'input', name, input_type })

/** Asks one lookup; without `output` the cell keeps the whole answer, for use as `{{Name.field}}`. */
export const ask = (
  name: string,
  provider: string,
  output: string | null,
  inputs: Inputs,
  more: { id?: string; run_if?: Filter } = {},
): NewColumn => ({ type: 'enrichment', name, provider, ...(output !== null && { output }), inputs, ...more })

export const formula = (name: string, expression: string): NewColumn => ({ type: 'formula', name, expression })

/** Asks lookups in order, all with the same inputs. */
export const waterfall = (
  name: string,
  output: string,
  steps: readonly (readonly [provider: string, inputs: Inputs])[],
  more: Partial<Extract<NewColumn, { type: 'waterfall' }>> = {},
): NewColumn => ({
  type: 'waterfall',
  name,
  output,
  steps: steps.map(([provider, inputs]) => ({ provider, inputs })),
  ...more,
})

type Field = Extract<NewColumn, { type: 'ai' }>['fields'][number]
const asked = (fields: readonly (readonly [name: string, description: string, options?: string[]])[]): Field[] =>
  fields.map(([name, description, options]) => ({ name, type: 'text', description, ...(options && { options }) }))

export const ai = (name: string, prompt: string, fields: Parameters<typeof asked>[0]): NewColumn => ({
  type: 'ai',
  name,
  model: ANY_MODEL,
  prompt,
  fields: asked(fields),
  temperature: 0,
  max_tokens: 1000,
  timeout_seconds: 60,
  cache_days: 30,
})

export const research = (name: string, prompt: string, fields: Parameters<typeof asked>[0]): NewColumn => ({
  type: 'research',
  name,
  model: ANY_MODEL,
  prompt,
  fields: asked(fields),
  max_steps: 8,
  temperature: 0,
  max_tokens: 1500,
  timeout_seconds: 180,
  cache_days: 30,
})

/** Rows from a table: the first line names the columns, a blank is left out. */
export function rowsOf(names: readonly string[], ...lines: readonly (readonly Json[])[]): SampleRow[] {
  return lines.map((line) =>
    Object.fromEntries(names.flatMap((name, at) => (line[at] == null || line[at] === '' ? [] : [[name, line[at]]]))),
  ) as SampleRow[]
}
