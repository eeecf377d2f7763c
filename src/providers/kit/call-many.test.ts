// Lookups that are asked many questions at once: each answer is what it would have been alone, and costs what it would have cost.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chargeFor } from '../../engine/money/price.ts'
import type { Json } from '../../kernel/json.ts'
import { catalog } from '../catalog.ts'
import type { RecordedAnswer, Replies } from '../recorded.fixture.ts'
import { REPLIES as APOLLO } from '../vendors/apollo.fixture.ts'
import { REPLIES as PDL } from '../vendors/people-data-labs.fixture.ts'
import { type CallResult, callLookup } from './call.ts'
import { callMany } from './call-many.ts'
import { type HttpLookup, integrationOf } from './kit.ts'
import type { HttpReply, HttpRequest, Tools } from './outside.ts'

interface Documented {
  path: string
  /** How many questions a request has. */
  count: (body: { requests?: unknown[]; details?: unknown[] }) => number
  /** The reply to all, of what each would have been answered alone. */
  reply: (each: RecordedAnswer[]) => Json
}

const listed: Omit<Documented, 'path'> = {
  count: ({ requests }) => requests?.length ?? 0,
  reply: (each) => each.map(({ status, body }) => ({ status, ...(body as object) })),
}
/** Every lookup that declares it, as its vendor documents it. */
const DOCUMENTED: Record<string, Documented> = {
  'people-data-labs-person': { path: '/v5/person/bulk', ...listed },
  'people-data-labs-company': { path: '/v5/company/enrich/bulk', ...listed },
  'apollo-person': {
    path: '/api/v1/people/bulk_match',
    count: ({ details }) => details?.length ?? 0,
    reply: (each) => ({
      status: 'success',
      credits_consumed: each.filter(({ comes_to }) => comes_to.kind === 'found').length,
      matches: each.map(({ body, comes_to }) => (comes_to.kind === 'found' ? (body as { person: Json }).person : null)),
    }),
  },
}
const RECORDED: Replies = { ...PDL, ...APOLLO }
const KEY = 'k3y/with+signs'
const asksMany = catalog.filter((lookup): lookup is HttpLookup => 'ask' in lookup && lookup.many !== undefined)
const live = () => new AbortController().signal

function toolsFor(
  answer: (request: HttpRequest) => Pick<HttpReply, 'status' | 'body'>,
): Tools & { asked: HttpRequest[] } {
  const asked: HttpRequest[] = []
  const http = async (request: HttpRequest) => {
    asked.push(request)
    return { ok: true as const, headers: {}, ...answer(request) }
  }
  return { http, asked, now: () => 0 } as unknown as Tools & { asked: HttpRequest[] }
}

const accountOf = (lookup: HttpLookup) =>
  Object.fromEntries((integrationOf(lookup)?.fields ?? []).map(({ name }) => [name, KEY]))
const costOf = ({ price }: HttpLookup, { outcome, charged_usd }: CallResult) =>
  chargeFor({ rule: price.rule, price_micro: (price.usd ?? 0) * 1e6 }, outcome, charged_usd && charged_usd * 1e6)

it('every lookup that takes many questions has its documented reply here', () => {
  expect(asksMany.map(({ id }) => id).sort()).toEqual(Object.keys(DOCUMENTED).sort())
})

describe.each(asksMany.map((lookup) => [lookup.id, lookup] as const))('%s', (id, lookup) => {
  const documented = DOCUMENTED[id] as Documented
  const { hit, miss } = RECORDED[id]?.replies as { hit: RecordedAnswer; miss: RecordedAnswer }
  const inputs = { ...lookup.sample.inputs }
  const account = accountOf(lookup)
  const askAll = (tools: Tools, count: number) =>
    callMany(
      lookup,
      Array.from({ length: count }, () => inputs),
      tools,
      live(),
      { account },
    )

  it('answers and charges each as if it had been asked alone, in one call', async () => {
    const alone = (recorded: RecordedAnswer) =>
      callLookup(
        lookup,
        inputs,
        toolsFor(() => ({ status: recorded.status, body: JSON.stringify(recorded.body) })),
        live(),
        { account },
      )
    const wanted = new Map([
      [hit, await alone(hit)],
      [miss, await alone(miss)],
    ])
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(hit, miss), { minLength: 1, maxLength: lookup.many?.most ?? 1 }),
        async (each) => {
          const tools = toolsFor(() => ({ status: 200, body: JSON.stringify(documented.reply(each)) }))
          const results = await askAll(tools, each.length)
          expect(results.map(({ outcome }) => outcome)).toEqual(each.map((one) => wanted.get(one)?.outcome))
          expect(results.map((result) => costOf(lookup, result))).toEqual(
            each.map((one) => costOf(lookup, wanted.get(one) as CallResult)),
          )
          expect(tools.asked).toHaveLength(1)
          const [request] = tools.asked as [HttpRequest]
          expect(new URL(request.url).pathname).toBe(documented.path)
          expect(documented.count(JSON.parse(request.body ?? '{}'))).toBe(each.length)
          const shown = JSON.stringify(results)
          expect(shown).not.toContain(KEY)
          // No trace shows what other rows asked with it.
          for (const result of results) expect(documented.count(JSON.parse(result.request?.body ?? '{}'))).toBe(1)
        },
      ),
      { numRuns: 20 },
    )
  })

  it('never takes the answer of one for that of another when the vendor leaves some out', async () => {
    const tools = toolsFor(() => ({ status: 200, body: JSON.stringify(documented.reply([hit, hit])) }))
    for (const { outcome } of await askAll(tools, 3))
      expect(outcome).toMatchObject({ kind: 'failed', class: 'unmapped' })
  })

  it('makes one nonsense part a failure of that question alone', async () => {
    const parts = JSON.parse(JSON.stringify(documented.reply([hit, hit, hit])))
    const list = (Array.isArray(parts) ? parts : parts.matches) as Json[]
    list[1] = 'nonsense'
    const results = await askAll(
      toolsFor(() => ({ status: 200, body: JSON.stringify(parts) })),
      3,
    )
    expect(results.map(({ outcome }) => outcome.kind)).not.toEqual(['failed', 'failed', 'failed'])
    expect(results[0]?.outcome.kind).toBe('found')
    expect(results[1]?.outcome.kind).not.toBe('found')
    expect(results[2]?.outcome.kind).toBe('found')
  })

  it.each([
    [401, { kind: 'failed', class: 'auth' }],
    [402, { kind: 'failed', class: 'quota' }],
    [404, { kind: 'failed', class: 'unmapped' }],
    [429, { kind: 'later' }],
    [500, { kind: 'failed', class: 'vendor_error' }],
  ])('takes a status of %s for what it means to all', async (status, comes_to) => {
    for (const { outcome } of await askAll(
      toolsFor(() => ({ status, body: '{}' })),
      2,
    ))
      expect(outcome).toMatchObject(comes_to)
  })

  it('does not send what it cannot ask, and asks the others', async () => {
    const tools = toolsFor(() => ({ status: 200, body: JSON.stringify(documented.reply([hit])) }))
    const [without, found] = await callMany(lookup, [{}, inputs], tools, live(), { account })
    expect(without?.outcome).toMatchObject({ kind: 'failed', class: 'bad_input' })
    expect(found?.outcome.kind).toBe('found')
    expect(
      await callMany(
        lookup,
        [{}, {}],
        toolsFor(() => ({ status: 500, body: '' })),
        live(),
        { account },
      ),
    ).toHaveLength(2)
  })
})
