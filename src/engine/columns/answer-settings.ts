// Which settings decide about an answer: a change of one makes answers stale, and is another question to the cache. A setting that is not
// listed does not compile.
import { type ColumnConfig, type CustomType, kindOf, kindOfType } from './columns.schema.ts'
import { type Effects, HTTP_CALL_EFFECTS, type SettingEffect } from './kinds/column-kind.ts'
import { STEP_EFFECTS } from './kinds/waterfall.kind.ts'
import type { OwnProviderDefinition } from './own-provider.schema.ts'

export const OWN_PROVIDER_EFFECTS: Effects<OwnProviderDefinition> = {
  ...HTTP_CALL_EFFECTS,
  description: 'beside',
  docs_url: 'beside',
  inputs: 'answer',
  one_of: 'answer',
  confidence: 'answer',
  verified: 'answer',
  license: 'answer',
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
