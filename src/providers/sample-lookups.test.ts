// The promises of test data: made-up answers that fit, never change, cost nothing, and say what they are.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isTestData, realId } from '../engine/waterfall/test-data.ts'
import { catalog } from './catalog.ts'
import { callLookup } from './kit/call.ts'
import { withoutOutside } from './kit/offline.ts'
import { sampleLookup } from './sample-lookups.ts'

const outside = catalog.filter((lookup) => !('answer' in lookup))
const tools = {
  now: () => 0,
  http: async () => expect.unreachable('a test reached for the network'),
  fetchPage: async () => expect.unreachable('a test reached for the network'),
  dns: async () => expect.unreachable('a test reached for the network'),
  smtp: async () => expect.unreachable('a test reached for the network'),
}
const ask = (lookup: (typeof catalog)[number], inputs: Record<string, string>) =>
  callLookup(sampleLookup(lookup), inputs, tools as never, new AbortController().signal)

describe('a lookup of a test run', () => {
  it('is asked as ever when it is computed here', () => {
    for (const lookup of catalog.filter((each) => 'answer' in each)) expect(sampleLookup(lookup)).toBe(lookup)
  })

  it('has no way out, whatever it tries', async () => {
    const signal = new AbortController().signal
    const { http, fetchPage, dns, smtp } = withoutOutside(tools)
    const request = { method: 'GET', url: 'https://a.example', headers: {} } as const
    for (const reply of [await http(request, signal), await fetchPage('https://a.example', {}, signal)])
      expect(reply).toMatchObject({ ok: false, reason: 'blocked', sent: false })
    expect(await dns('a.example', 'MX', signal)).toMatchObject({ ok: false })
    expect(smtp).toBeUndefined()
  })

  it.each(
    outside.map((lookup) => [lookup.id, lookup] as const),
  )('%s answers its sample inputs with values of its outputs, free', async (_id, lookup) => {
    const asked = sampleLookup(lookup)
    expect(isTestData(asked.id)).toBe(true)
    expect(realId(asked.id)).toBe(lookup.id)
    expect(asked).toMatchObject({ keyless: true, cache_days: 0, price: { usd: 0, rule: 'free' } })
    const { outcome, charged_usd } = await ask(lookup, { ...lookup.sample.inputs })
    expect(['found', 'not_found']).toContain(outcome.kind)
    expect(charged_usd).toBeUndefined()
  })

  it('gives the same answer to the same question, whatever the order of its inputs, and hits about as often as vendors do', async () => {
    const lookup = outside.find(({ id }) => id === 'hunter-email-finder') ?? expect.unreachable()
    let hits = 0
    const names = Array.from({ length: 300 }, (_, index) => `p${index}`)
    for (const first_name of names) {
      const one = await ask(lookup, { first_name, last_name: 'Doe', domain: 'acme.example' })
      const two = await ask(lookup, { domain: 'acme.example', last_name: 'Doe', first_name })
      expect(two.outcome).toEqual(one.outcome)
      if (one.outcome.kind !== 'found') continue
      hits++
      expect(one.outcome.values.work_email).toBe(`${first_name}.doe@acme.example`)
    }
    expect(hits).toBeGreaterThan(180)
    expect(hits).toBeLessThan(255)
  })

  it('spells names of all of Europe as mailboxes do', async () => {
    const lookup = outside.find(({ id }) => id === 'hunter-email-finder') ?? expect.unreachable()
    const asked = ['a', 'b', 'c', 'd', 'e', 'f'].map((host) =>
      ask(lookup, { first_name: 'Łukasz', last_name: 'Großmann', domain: `${host}.example` }),
    )
    const found = (await Promise.all(asked)).flatMap(({ outcome }) =>
      outcome.kind === 'found' ? outcome.values.work_email : [],
    )
    expect(found.length).toBeGreaterThan(0)
    for (const work_email of found) expect(work_email).toMatch(/^lukasz\.grossmann@/)
  })

  it('never fails, whatever it is asked', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...outside),
        fc.array(fc.string({ unit: 'binary', maxLength: 60 })),
        async (lookup, texts) => {
          const inputs = Object.fromEntries(lookup.inputs.map(({ name }, index) => [name, texts[index] ?? 'x']))
          const { outcome } = await ask(lookup, inputs)
          expect(['found', 'not_found', 'failed']).toContain(outcome.kind)
          if (outcome.kind === 'failed') expect(outcome.class).toBe('bad_input')
        },
      ),
    )
  })
})
