// What every lookup of the catalogue promises, so that a new one is held to it by being listed.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { catalog, catalogEntry, lookupById } from './catalog.ts'
import { callLookup } from './kit/call.ts'
import { isFieldName } from './kit/fields.ts'
import { integrationOf, type Lookup } from './kit/kit.ts'
import type { Tools } from './kit/outside.ts'
import { missingInputs, normaliseInputs } from './kit/requirements.ts'

const offline: Tools = {
  http: async () => ({ ok: false, reason: 'network', message: 'No network in this test.', sent: false }),
  fetchPage: async () => ({ ok: false, reason: 'network', message: 'No network in this test.', sent: false }),
  dns: async () => ({ ok: false, message: 'No network in this test.' }),
  now: () => Date.parse('2026-01-01T00:00:00Z'),
}
const call = (lookup: Lookup, values: Record<string, string>) =>
  callLookup(lookup, values, offline, new AbortController().signal)

const garbage = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 80 }),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    '\ud800',
    '\u202e',
    '🦄',
    '-',
    '()',
    '""',
    '..',
    '@',
    ',',
    '&',
    "'",
    '+',
    '\n',
    'null',
    '__proto__',
    'constructor',
  ),
  fc.constantFrom('a', ' ', '.', ',', '(', '-', "'", 'ä', '株', 'ا', '1').map((char) => char.repeat(3900)),
)

it('every lookup has its own id', () => {
  expect(new Set(catalog.map((lookup) => lookup.id)).size).toBe(catalog.length)
  for (const lookup of catalog) expect(lookupById(lookup.id)).toBe(lookup)
  expect(lookupById('constructor')).toBeUndefined()
})

describe.each(catalog.map((lookup) => [lookup.id, lookup] as const))('%s', (_, lookup) => {
  it('declares itself completely', () => {
    expect(lookup.id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    expect(lookup.label.length).toBeLessThanOrEqual(40)
    expect(lookup.description).toMatch(/^[A-Z].{20,160}\.$/)
    expect(URL.canParse(lookup.docs_url)).toBe(true)
    expect(lookup.timeout_ms).toBeGreaterThan(0)
    expect(lookup.cache_days).toBeGreaterThanOrEqual(0)
    expect(lookup.price.usd === null || lookup.price.usd >= 0).toBe(true)
    expect(lookup.price.rule === 'free').toBe(lookup.price.usd === 0)
    if (!lookup.keyless) expect(integrationOf(lookup)).toBeDefined()
    expect(['answer', 'ask', 'visit'].filter((way) => way in lookup)).toHaveLength(1)
  })

  it('takes inputs that a form can show and a header can bind', () => {
    const names = lookup.inputs.map((input) => input.name)
    expect(new Set(names).size).toBe(names.length)
    for (const input of lookup.inputs) {
      expect(input.name).toMatch(/^[a-z][a-z0-9_]*$/)
      expect(input.help).toMatch(/^\S.*\.$/u)
      for (const alias of input.aliases) expect(alias).toBe(alias.toLowerCase().trim())
    }
    const aliases = lookup.inputs.flatMap((input) => input.aliases)
    expect(new Set(aliases).size).toBe(aliases.length)
    for (const name of (lookup.one_of ?? []).flat()) expect(names).toContain(name)
    expect(lookup.inputs.some((input) => input.required) || (lookup.one_of ?? []).length > 0).toBe(true)
  })

  it('gives only fields of the vocabulary, each once', () => {
    const fields = lookup.outputs.map((output) => output.field)
    expect(fields.length).toBeGreaterThan(0)
    expect(new Set(fields).size).toBe(fields.length)
    expect(fields.filter((field) => !isFieldName(field))).toEqual([])
  })

  it('has a catalogue record that survives JSON', () => {
    const entry = catalogEntry(lookup)
    expect(JSON.parse(JSON.stringify(entry))).toEqual(entry)
  })

  it('names what is missing instead of being asked with nothing', async () => {
    expect(missingInputs(lookup, normaliseInputs(lookup, {})).length).toBeGreaterThan(0)
    const { outcome, request } = await call(lookup, {})
    expect(outcome).toMatchObject({ kind: 'failed', class: 'bad_input' })
    expect(request).toBeUndefined()
  })

  it('can be asked with its own example', () => {
    expect(missingInputs(lookup, normaliseInputs(lookup, { ...lookup.sample.inputs }))).toEqual([])
  })

  it('answers garbage with a value, the same one each time, and says what was wrong itself', async () => {
    const record = fc.record(Object.fromEntries(lookup.inputs.map((input) => [input.name, garbage])))
    await fc.assert(
      fc.asyncProperty(record, async (values) => {
        const { outcome } = await call(lookup, values)
        expect(outcome).not.toMatchObject({ class: 'unmapped' })
        expect((await call(lookup, values)).outcome).toEqual(outcome)
      }),
      { numRuns: 150 },
    )
  })
})

describe.each(
  catalog.filter((lookup) => 'answer' in lookup).map((lookup) => [lookup.id, lookup] as const),
)('%s, computed here,', (_, lookup) => {
  it('gives the answer its example promises', async () => {
    const { outcome } = await call(lookup, { ...lookup.sample.inputs })
    expect(outcome).toMatchObject({
      kind: 'found',
      values: lookup.sample.values,
      verified: false,
      origin: { method: lookup.method, license: lookup.license },
    })
  })
})
