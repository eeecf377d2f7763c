// Which settings decide about an answer: a change of one makes answers stale, and is another question to the cache. A setting that is not
// listed does not compile.
import type { ColumnConfig, WaterfallStep } from '../columns/columns.schema.ts'
import type { OwnProviderDefinition } from '../columns/own-provider.schema.ts'

/** `answer` can change what the answer is; `beside` is how it looks, when it is asked for, how fast, and what it costs. */
export type SettingEffect = 'answer' | 'beside'
type Effects<T> = Record<keyof Required<T>, SettingEffect>

const COMMON = { id: 'beside', name: 'beside', width: 'beside', hidden: 'beside', pinned: 'beside' } as const
/** Which rows are asked, and when again. */
const ENRICHED = { run_if: 'beside', max_age_days: 'beside' } as const

type AgeingType = 'enrichment' | 'waterfall' | 'http' | 'ai' | 'research' | 'match'
type OfType<T> = Extract<ColumnConfig, { type: T }>

const COLUMNS: { [T in AgeingType]: Effects<OfType<T>> } = {
  enrichment: {
    ...COMMON,
    ...ENRICHED,
    type: 'answer',
    provider: 'answer',
    output: 'answer',
    inputs: 'answer',
    accept: 'answer',
  },
  waterfall: {
    ...COMMON,
    ...ENRICHED,
    type: 'answer',
    output: 'answer',
    steps: 'answer',
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
  http: {
    ...COMMON,
    ...ENRICHED,
    type: 'answer',
    method: 'answer',
    url: 'answer',
    any_host: 'answer',
    query: 'answer',
    headers: 'answer',
    body: 'answer',
    form: 'answer',
    auth: 'answer',
    pages: 'answer',
    items: 'answer',
    max_pages: 'answer',
    fields: 'answer',
    output: 'answer',
    miss: 'answer',
    error: 'answer',
    required: 'answer',
    price_usd: 'beside',
    billing: 'beside',
    per_second: 'beside',
    concurrency: 'beside',
    timeout_seconds: 'beside',
    cache_days: 'beside',
    repeat_safe: 'beside',
  },
  ai: {
    ...COMMON,
    ...ENRICHED,
    type: 'answer',
    model: 'answer',
    prompt: 'answer',
    fields: 'answer',
    output: 'answer',
    required: 'answer',
    temperature: 'answer',
    max_tokens: 'answer',
    timeout_seconds: 'beside',
    cache_days: 'beside',
  },
  research: {
    ...COMMON,
    ...ENRICHED,
    type: 'answer',
    model: 'answer',
    prompt: 'answer',
    fields: 'answer',
    output: 'answer',
    required: 'answer',
    search: 'answer',
    tables: 'answer',
    max_steps: 'answer',
    max_usd: 'beside',
    temperature: 'answer',
    max_tokens: 'answer',
    timeout_seconds: 'beside',
    cache_days: 'beside',
  },
  match: {
    ...COMMON,
    ...ENRICHED,
    type: 'answer',
    against: 'answer',
    of: 'answer',
    values: 'answer',
    min_probability: 'answer',
    output: 'answer',
    required: 'answer',
  },
}

/** A step is called what it is called; one that is left out is no step. */
const STEP: Effects<WaterfallStep> = {
  id: 'beside',
  provider: 'answer',
  inputs: 'answer',
  accept: 'answer',
  verify: 'answer',
  enabled: 'beside',
}

const OWN_PROVIDER: Effects<OwnProviderDefinition> = {
  description: 'beside',
  docs_url: 'beside',
  inputs: 'answer',
  one_of: 'answer',
  method: 'answer',
  url: 'answer',
  any_host: 'answer',
  query: 'answer',
  headers: 'answer',
  body: 'answer',
  form: 'answer',
  auth: 'answer',
  pages: 'answer',
  items: 'answer',
  max_pages: 'answer',
  miss: 'answer',
  error: 'answer',
  fields: 'answer',
  confidence: 'answer',
  verified: 'answer',
  license: 'answer',
  price_usd: 'beside',
  billing: 'beside',
  per_second: 'beside',
  concurrency: 'beside',
  timeout_seconds: 'beside',
  cache_days: 'beside',
  repeat_safe: 'beside',
  sample: 'beside',
}

export const SETTING_EFFECTS = { ...COLUMNS, step: STEP, own_provider: OWN_PROVIDER }

function answerPart(settings: object, effects: Readonly<Record<string, SettingEffect>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => effects[name] === 'answer'))
}

/** What of a column decides about its answers. Steps are those that are called, by what they ask. */
export function columnAnswerPart(column: OfType<AgeingType>): Record<string, unknown> {
  const part = answerPart(column, COLUMNS[column.type])
  if (column.type !== 'waterfall') return part
  return {
    ...part,
    steps: column.steps.filter(({ enabled }) => enabled !== false).map((step) => answerPart(step, STEP)),
  }
}

/** The same of the settings that a step of a column carries: what its answers are cached by. */
export function settingsAnswerPart(type: 'http' | 'research', settings: object): Record<string, unknown> {
  const beside = COLUMNS[type] as Readonly<Record<string, SettingEffect>>
  return Object.fromEntries(Object.entries(settings).filter(([name]) => beside[name] !== 'beside'))
}

/** The same of a provider that the workspace defined. */
export const ownProviderAnswerPart = (definition: OwnProviderDefinition) => answerPart(definition, OWN_PROVIDER)
