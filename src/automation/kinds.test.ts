// What no type says of the kinds of triggers, actions, sources and deliveries: forms have words for all that people set.
import { describe, expect, it } from 'vitest'
import { OUTPUT_TARGETS } from '../engine/columns/kinds/output-targets/targets.generated.ts'
import { SOURCES } from '../providers/sources/catalog.ts'
import { ACTIONS } from './actions/registry.ts'
import { SUBJECTS } from './subjects.ts'
import { TRIGGERS } from './triggers/registry.ts'

interface Setting {
  title?: string
  enum?: string[]
  description?: string
  'x-widget'?: string
  'x-hint'?: string
}

const settingsOf = (schema: { properties: object }) =>
  Object.entries<Setting>(schema.properties as Record<string, Setting>)
/** What a name says by itself: one word, and no id. */
const isPlain = (name: string) => /^[a-z]+$/.test(name)
/** Words of programs, which no person reads beside a field. */
const CODE = /`|\bAbsent\b/

const KINDS = [
  ...TRIGGERS.map(({ kind, settings }) => [`trigger ${kind}`, settings] as const),
  ...ACTIONS.map(({ kind, settings }) => [`action ${kind}`, settings] as const),
  ...SOURCES.map(({ id, settings }) => [`source ${id}`, settings] as const),
  ...Object.entries(OUTPUT_TARGETS).map(([kind, { schema }]) => [`delivery ${kind}`, schema] as const),
]

describe.each(KINDS)('%s', (_name, schema) => {
  it('has words for each setting that people fill in', () => {
    for (const [name, setting] of settingsOf(schema)) {
      if (setting['x-widget'] === 'none' || name === 'kind') continue
      expect(setting.title !== undefined || isPlain(name), `${name} has no title`).toBe(true)
      expect(setting['x-hint'] ?? setting.description ?? '', `the help of ${name} is for programs`).not.toMatch(CODE)
    }
  })
})

it('offers each kind at a place of its own', () => {
  const flow = ACTIONS.filter(({ isFlow }) => isFlow)
  const others = ACTIONS.filter(({ isFlow }) => !isFlow)
  for (const kinds of [TRIGGERS, flow, others, Object.values(OUTPUT_TARGETS)]) {
    const places = kinds.map(({ place }) => place)
    expect(new Set(places).size).toBe(places.length)
  }
})

it('takes no template for what names something, nor for what is chosen', () => {
  for (const { kind, settings, plain = [] } of ACTIONS)
    for (const [name, setting] of settingsOf(settings))
      if (setting.enum || (Object.hasOwn(SUBJECTS, name) && name !== 'lead_id'))
        expect(plain, `${kind}.${name}`).toContain(name)
})

it('has for each way of an action a setting that holds actions', () => {
  for (const { kind, settings, ways = [] } of ACTIONS)
    for (const { name } of ways) expect(settings.properties, `${kind}.${name}`).toHaveProperty(name)
})
