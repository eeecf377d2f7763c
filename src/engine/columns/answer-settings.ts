// Which settings decide about an answer: a change of one makes answers stale, and is another question to the cache. A setting that is not
// listed does not compile.
import { type ColumnConfig, type CustomType, kindOf, kindOfType } from './columns.schema.ts'
import type { Effects, SettingEffect } from './kinds/column-kind.ts'
import { STEP_EFFECTS } from './kinds/waterfall.kind.ts'
import type { OwnProviderDefinition } from './own-provider.schema.ts'

export const OWN_PROVIDER_EFFECTS: Effects<OwnProviderDefinition> = {
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

function answerPart(settings: object, effects: Readonly<Record<string, SettingEffect>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => effects[name] === 'answer'))
}

/** What of a column decides about its answers. Steps are those that are called, by what they ask. */
export function columnAnswerPart(column: ColumnConfig): Record<string, unknown> {
  const part = answerPart(column, kindOf(column).effects ?? {})
  if (column.type !== 'waterfall') return part
  return {
    ...part,
    steps: column.steps.filter(({ enabled }) => enabled !== false).map((step) => answerPart(step, STEP_EFFECTS)),
  }
}

/** The same of the settings that a step of a column carries: what its answers are cached by. */
export function settingsAnswerPart(type: CustomType, settings: object): Record<string, unknown> {
  const effects: Readonly<Record<string, SettingEffect>> = kindOfType(type)?.effects ?? {}
  return Object.fromEntries(Object.entries(settings).filter(([name]) => effects[name] !== 'beside'))
}

/** The same of a provider that the workspace defined. */
export const ownProviderAnswerPart = (definition: OwnProviderDefinition) => answerPart(definition, OWN_PROVIDER_EFFECTS)
