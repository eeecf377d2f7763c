// Which answers a change makes stale.
import { expect, test } from 'vitest'
import { OWN_PROVIDER_EFFECTS, settingsAnswerPart } from './answer-settings.ts'
import type { ColumnConfig } from './columns.schema.ts'
import { ageLimits, answersMadeFrom, changedQuestions } from './freshness.ts'
import type { SettingEffect } from './kinds/column-kind.ts'
import { COLUMN_KINDS } from './kinds/kinds.generated.ts'
import { STEP_EFFECTS, WaterfallStep } from './kinds/waterfall.kind.ts'
import { OwnProviderDefinition } from './own-provider.schema.ts'

const site: ColumnConfig = { id: 'site', name: 'Site', type: 'input', input_type: 'url' }
const note: ColumnConfig = { id: 'note', name: 'Note', type: 'input', input_type: 'text' }
const domain = { id: 'domain', name: 'Domain', type: 'formula', expression: 'DOMAIN({{Site}})' } as ColumnConfig
const size = {
  id: 'size',
  name: 'Size',
  type: 'enrichment',
  provider: 'firm',
  output: 'employees',
  inputs: { domain: '{{Domain}}' },
} as ColumnConfig
const tier = {
  id: 'tier',
  name: 'Tier',
  type: 'enrichment',
  provider: 'tiers',
  inputs: { size: '{{Size}}' },
  max_age_days: 30,
} as ColumnConfig
const output = {
  id: 'crm',
  name: 'CRM',
  type: 'output',
  target: { kind: 'webhook', url: 'https://a.example', values: { size: '{{Size}}' } },
} as unknown as ColumnConfig
const all = [site, note, domain, size, tier, output]

test('answers depend on what they read, through formulas and other answers; outputs never age', () => {
  expect(answersMadeFrom(all)).toEqual({ site: ['size', 'tier'], domain: ['size', 'tier'], size: ['tier'] })
  expect(answersMadeFrom([site, note, domain])).toEqual({})
  expect(ageLimits(all)).toEqual([['tier', 30]])
})

test('another question makes stale; another name, width, price limit or age limit does not', () => {
  const changed = (more: object) =>
    changedQuestions(all, all.map((one) => (one.id === 'size' ? { ...one, ...more } : one)) as ColumnConfig[])
  expect(changed({ provider: 'other' })).toEqual(['size'])
  expect(changed({ inputs: { domain: '{{Site}}' } })).toEqual(['size'])
  expect(changed({ output: 'revenue' })).toEqual(['size'])
  for (const beside of [{ width: 400 }, { max_age_days: 3 }, { hidden: true }]) expect(changed(beside)).toEqual([])
  const renamed = all.map((one) =>
    one.id === 'domain'
      ? { ...one, name: 'Host' }
      : one.id === 'size'
        ? { ...one, inputs: { domain: '{{Host}}' } }
        : one,
  ) as ColumnConfig[]
  expect(changedQuestions(all, renamed)).toEqual([])
})

const common = { id: 'c', name: 'C' }
const asked = [{ name: 'a', type: 'text' }]
const BASES = {
  enrichment: { ...common, type: 'enrichment', provider: 'p', inputs: {} },
  waterfall: { ...common, type: 'waterfall', output: 'o', steps: [{ id: 's', provider: 'p', inputs: {} }] },
  http: {
    ...common,
    type: 'http',
    method: 'GET',
    url: 'https://a.example',
    max_pages: 5,
    fields: [],
    billing: 'per_call',
  },
  ai: { ...common, type: 'ai', model: 'a/b', prompt: 'p', fields: asked },
  research: { ...common, type: 'research', model: 'a/b', prompt: 'p', fields: asked, max_steps: 8 },
  match: { ...common, type: 'match', against: { kind: 'leads' }, of: 'company', values: { domain: 'd' } },
} as const
const AGEING = COLUMN_KINDS.filter(({ effects }) => effects !== null)
const SETTING_EFFECTS: Record<string, Record<string, SettingEffect>> = {
  ...Object.fromEntries(AGEING.map(({ schema, effects }) => [schema.properties.type.const, { ...effects }])),
  step: STEP_EFFECTS,
  own_provider: OWN_PROVIDER_EFFECTS,
}
const SCHEMAS: Record<string, { properties: object }> = {
  ...Object.fromEntries(AGEING.map(({ schema }) => [schema.properties.type.const, schema])),
  step: WaterfallStep,
  own_provider: OwnProviderDefinition,
}
/** Another value of a setting, whose templates stay readable. */
const OTHERS: Record<string, unknown> = {
  steps: [{ id: 's', provider: 'other', inputs: {} }],
  inputs: { key: 'other' },
  query: { other: 'x' },
  headers: { other: 'x' },
  form: { other: 'x' },
  values: { domain: 'other' },
  required: ['other'],
  body: '{}',
  fields: [{ name: 'other', path: 'o', type: 'text' }],
}
const rows = Object.entries(BASES).flatMap(([kind, base]) =>
  Object.entries(SETTING_EFFECTS[kind] ?? {})
    .filter(([setting]) => setting !== 'id' && setting !== 'type')
    .map(([setting, effect]) => ({ kind, setting, effect, base })),
)

test('every kind of column whose answers become stale is shown here', () => {
  expect(AGEING.map(({ schema }) => schema.properties.type.const).sort()).toEqual(Object.keys(BASES).sort())
})

test('every setting of a column, a step and an own provider is classified, and nothing else is', () => {
  for (const [kind, schema] of Object.entries(SCHEMAS))
    expect(Object.keys(SETTING_EFFECTS[kind] ?? {}).sort(), kind).toEqual(Object.keys(schema.properties).sort())
})

test.each(rows)('a change of $setting of a $kind column: $effect', ({ base, setting, effect }) => {
  const changed = { ...base, [setting]: OTHERS[setting] ?? 'other' }
  const stale = changedQuestions([base as unknown as ColumnConfig], [changed as unknown as ColumnConfig])
  expect(stale).toEqual(effect === 'answer' ? ['c'] : [])
})

test('a change of what a request costs and how often it is made is no other question to the cache', () => {
  const request = { ...BASES.http, kind: 'http', refs: [] }
  const priced = { ...request, price_usd: 1, billing: 'on_hit', concurrency: 2, per_second: 3, repeat_safe: true }
  expect(settingsAnswerPart('http', priced)).toEqual(settingsAnswerPart('http', request))
  expect(settingsAnswerPart('http', { ...request, url: 'https://b.example' })).not.toEqual(
    settingsAnswerPart('http', request),
  )
})

test('a step that is called otherwise, or switched off before it was ever asked, changes no answer', () => {
  const base = BASES.waterfall as unknown as ColumnConfig
  const withSteps = (...steps: object[]) => ({ ...BASES.waterfall, steps }) as unknown as ColumnConfig
  expect(changedQuestions([base], [withSteps({ id: 'renamed', provider: 'p', inputs: {} })])).toEqual([])
  const off = { id: 'x', provider: 'q', inputs: {}, enabled: false }
  expect(changedQuestions([base], [withSteps({ id: 's', provider: 'p', inputs: {} }, off)])).toEqual([])
  expect(
    changedQuestions([base], [withSteps({ id: 's', provider: 'p', inputs: {} }, { ...off, enabled: true })]),
  ).toEqual(['c'])
})
