// Which answers a change makes stale.
import { expect, test } from 'vitest'
import type { ColumnConfig } from './columns.schema.ts'
import { ageLimits, answersMadeFrom, changedQuestions } from './freshness.ts'

const site: ColumnConfig = { id: 'site', name: 'Site', type: 'input', input_type: 'url' }
const note: ColumnConfig = { id: 'note', name: 'Note', type: 'input', input_type: 'text' }
const domain = { id: 'domain', name: 'Domain', type: 'formula', expression: 'DOMAIN({{Site}})' } as ColumnConfig
const size = {
  ...{ id: 'size', name: 'Size', type: 'enrichment', provider: 'firm', output: 'employees' },
  inputs: { domain: '{{Domain}}' },
} as ColumnConfig
const tier = {
  ...{ id: 'tier', name: 'Tier', type: 'enrichment', provider: 'tiers', inputs: { size: '{{Size}}' } },
  max_age_days: 30,
} as ColumnConfig
const output = {
  ...{ id: 'crm', name: 'CRM', type: 'output' },
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
