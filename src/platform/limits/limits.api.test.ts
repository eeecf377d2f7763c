// Limits and idempotency as callers meet them, counted in one database by two servers at once.
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp } from '../../../test/app.ts'
import { addWorkspace } from '../../../test/database.ts'
import { openTenant } from '../../../test/open-tenant.ts'
import { refuse } from '../../kernel/errors.ts'
import { createOperations } from '../http/operations.ts'
import { defineRoute } from '../http/route.ts'
import { createLog } from '../log.ts'
import { wrappingKey } from '../secrets/master.ts'
import { idempotencyKeys } from './idempotency-keys.ts'
import { createLimiter } from './limiter.ts'
import { parseOverrides } from './limits.ts'

const SEALING = wrappingKey(Buffer.alloc(32, 7))

let servers: FastifyInstance[]
let effects = 0

const shared = { tag: 'System', summary: 'Do it', access: 'user', needs: 'workbooks.edit' } as const
const limited = defineRoute({
  ...shared,
  method: 'POST',
  path: '/limited',
  id: 'limited',
  limit: { name: 'workbook-run', quota: 5, window: 60 },
  response: { 202: Type.Object({}) },
  handler: () => ({}),
})
const effectful = defineRoute({
  ...shared,
  method: 'POST',
  path: '/effect/:name',
  id: 'effect',
  idempotent: true,
  params: Type.Object({ name: Type.String() }),
  body: Type.Object({ n: Type.Integer() }),
  response: { 201: Type.Object({ n: Type.Integer(), effect: Type.Integer() }) },
  async handler(_ctx, { params, body }) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    if (params.name === 'refused') refuse('conflict', `refused ${++effects}`)
    if (params.name === 'broken' && body.n === 0) throw new Error(`broken ${++effects}`)
    return { n: body.n, effect: ++effects }
  },
})
const nowhere = defineRoute({
  tag: 'System',
  summary: 'Do it',
  access: 'user',
  method: 'POST',
  path: '/nowhere',
  id: 'nowhere',
  idempotent: true,
  response: { 201: Type.Object({ effect: Type.Integer() }) },
  handler: () => ({ effect: ++effects }),
})

const { database } = await openTenant()
beforeAll(async () => {
  servers = await Promise.all(
    [1, 2].map(() =>
      buildTestApp([limited, effectful, nowhere], undefined, {
        keys: idempotencyKeys(database, SEALING),
        limiter: createLimiter(database, new Map()),
      }),
    ),
  )
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()))
})

let turn = 0
const post = (workspace: string, url: string, payload: object = {}, headers: Record<string, string> = {}) =>
  (servers[turn++ % 2] as FastifyInstance).inject({
    method: 'POST',
    url,
    payload,
    headers: { authorization: `Bearer editor@${workspace}`, ...headers },
  })

describe('a rate limit', () => {
  it('lets exactly the quota through, over two servers and all at once', async () => {
    const workspace = await addWorkspace(database)
    const answers = await Promise.all(Array.from({ length: 30 }, () => post(workspace, '/limited')))
    const statuses = answers.map((answer) => answer.statusCode)
    expect(statuses.filter((status) => status === 202)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(25)
    const refused = answers.find((answer) => answer.statusCode === 429)
    expect(refused?.json()).toEqual({ detail: 'Rate limit exceeded' })
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(50)
    expect(refused?.headers.ratelimit).toMatch(/^"workbook-run";r=0;t=\d+$/)
  })

  it('is one for requests and for operations that tools, rules and functions call, and refuses both in the same words', async () => {
    const workspace_id = await addWorkspace(database)
    const gatekeeper = { permits: () => true } as never
    const limiter = createLimiter(database, new Map())
    const operations = createOperations(() => [limited], { gatekeeper, limiter, keys: undefined })
    const log = createLog('silent')
    const scope = { workspace_id, role: 'editor', principal: {}, actor: { request_id: 'r', ip: '192.0.2.1' } } as never
    const signal = new AbortController().signal
    const called = async () =>
      operations.call('limited', { scope, log, signal }).then(
        ({ status }) => ({ status }),
        ({ code, message, retryAfter }) => ({ status: code, message, isTold: retryAfter > 50 }),
      )
    for (let n = 0; n < 3; n++) expect((await post(workspace_id, '/limited')).statusCode).toBe(202)
    for (let n = 0; n < 2; n++) expect(await called()).toEqual({ status: 202 })
    const refused = await post(workspace_id, '/limited')
    expect([refused.statusCode, refused.json().detail]).toEqual([429, 'Rate limit exceeded'])
    expect(await called()).toEqual({ status: 'rate_limited', message: 'Rate limit exceeded', isTold: true })
  })

  it('counts each workspace for itself', async () => {
    const [one, other] = [await addWorkspace(database), await addWorkspace(database)]
    for (let n = 0; n < 6; n++) await post(one, '/limited')
    const answer = await post(other, '/limited')
    expect([answer.statusCode, answer.headers.ratelimit]).toEqual([202, '"workbook-run";r=4;t=60'])
  })

  it('counts the tokens of one workspace together, also where a protocol lets them in', async () => {
    const limiter = createLimiter(database, new Map())
    const limit = { name: 'scim', quota: 2, window: 60 }
    const caller = { scope: null, caller: { workspace_id: await addWorkspace(database) }, ip: '192.0.2.1' } as never
    const taken = []
    for (const token of ['scim_a', 'scim_b', 'scim_c']) taken.push((await limiter.take(limit, caller, token)).allowed)
    expect(taken).toEqual([true, true, false])
  })

  it('lets calls through again when the first ones have left the window, never two quotas in one', async () => {
    const workspace = await addWorkspace(database)
    for (let n = 0; n < 5; n++) await post(workspace, '/limited')
    // Two of the five calls grow old.
    await database.asOwner(
      `update rate_windows set hits = array(select case when n <= 2 then h - 60000 else h end from unnest(hits) with ordinality x(h, n)) where key like $1`,
      [`%${workspace}`],
    )
    const statuses: number[] = []
    for (let n = 0; n < 4; n++) statuses.push((await post(workspace, '/limited')).statusCode)
    expect(statuses).toEqual([202, 202, 429, 429])
  })

  it('takes other quotas from the operator, and names what it cannot read', () => {
    expect(parseOverrides('workbook-run=100/60')).toEqual(new Map([['workbook-run', { quota: 100, window: 60 }]]))
    expect(() => parseOverrides('workbook-run=0/60')).toThrow('must look like')
    expect(() => parseOverrides('nonsense=1/60')).toThrow('unknown limit nonsense')
  })
})

describe('an idempotency key', () => {
  const key = (value: string) => ({ 'idempotency-key': value })

  it('makes twenty simultaneous posts one effect', async () => {
    const workspace = await addWorkspace(database)
    const before = effects
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => post(workspace, '/effect/a', { n: 1 }, key('k1'))),
    )
    expect(effects - before).toBe(1)
    expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([201, 409]))
    const again = await post(workspace, '/effect/a', { n: 1 }, key('"k1"'))
    const first = answers.find((answer) => answer.statusCode === 201)
    expect([again.statusCode, again.payload, again.headers['idempotent-replay']]).toEqual([201, first?.payload, 'true'])
    expect(first?.headers['idempotent-replay']).toBeUndefined()
  })

  it('is refused for another request, and is another key at another operation or workspace', async () => {
    const [one, other] = [await addWorkspace(database), await addWorkspace(database)]
    await post(one, '/effect/a', { n: 1 }, key('k'))
    const reused = await post(one, '/effect/a', { n: 2 }, key('k'))
    expect(reused.statusCode).toBe(422)
    expect(reused.json().detail[0]).toMatchObject({ type: 'idempotency_key_reused' })
    expect((await post(other, '/effect/a', { n: 2 }, key('k'))).statusCode).toBe(201)
  })

  it('works as a field of the body too', async () => {
    const workspace = await addWorkspace(database)
    const first = await post(workspace, '/effect/a', { n: 1, idempotency_key: 'f' })
    const second = await post(workspace, '/effect/a', { n: 1, idempotency_key: 'f' })
    expect(second.payload).toBe(first.payload)
    const odd = await post(workspace, '/effect/a', { n: 1, idempotency_key: 5 })
    expect(odd.statusCode).toBe(422)
    expect(odd.json().detail).toMatchObject([{ loc: ['body', 'idempotency_key'], type: 'string_type' }])
  })

  it('keeps a lasting refusal and forgets a failure of ours', async () => {
    const workspace = await addWorkspace(database)
    const [refused, refusedAgain] = [
      await post(workspace, '/effect/refused', { n: 1 }, key('r')),
      await post(workspace, '/effect/refused', { n: 1 }, key('r')),
    ]
    expect([refused.statusCode, refusedAgain.payload]).toEqual([409, refused.payload])
    const before = effects
    for (let n = 0; n < 2; n++)
      expect((await post(workspace, '/effect/broken', { n: 0 }, key('b'))).statusCode).toBe(500)
    expect(effects - before).toBe(2)
  })

  it('is free again when the process that held it died', async () => {
    const workspace = await addWorkspace(database)
    await post(workspace, '/effect/a', { n: 1 }, key('dead'))
    await database.asOwner(
      `update idempotency_keys set status = null, body = null, lease_until = now() - interval '1 s' where workspace_id = $1`,
      [workspace],
    )
    expect((await post(workspace, '/effect/a', { n: 1 }, key('dead'))).statusCode).toBe(201)
  })

  it('of a request that died says when it will be free, within seconds', async () => {
    const store = idempotencyKeys(database, SEALING)
    const workspace_id = await addWorkspace(database)
    const asked = { owner: { workspace_id }, route: 'POST /died', key: 'died', fingerprint: Buffer.alloc(32) }
    expect((await store.reserve(asked)).kind).toBe('mine')
    const [{ seconds } = { seconds: 0 }] = await database.asOwner<{ seconds: number }>(
      "select extract(epoch from lease_until - created_at)::int as seconds from idempotency_keys where key = 'died'",
    )
    expect(seconds).toBeLessThanOrEqual(15)
    // As it would be ten seconds later.
    await database.asOwner(
      "update idempotency_keys set created_at = created_at - interval '10 s', lease_until = lease_until - interval '10 s' where key = 'died'",
    )
    const again = await store.reserve(asked)
    if (again.kind !== 'running') throw new Error(again.kind)
    expect([again.wait_seconds > 1, again.wait_seconds <= 5]).toEqual([true, true])
  })

  it('belongs to the person where no workspace is acted in', async () => {
    const keyed = (who: string) => post(who, '/nowhere', {}, key('own'))
    const [first, again] = [await keyed('anywhere'), await keyed('elsewhere')]
    expect([first.statusCode, again.payload]).toEqual([201, first.payload])
    expect(again.headers['idempotent-replay']).toBe('true')
    await database.asOwner(`insert into users (username, password_hash) values ('second', 'none')`)
    const store = idempotencyKeys(database, SEALING)
    const mine = { owner: { user_id: 2 }, route: 'POST /nowhere', key: 'own', fingerprint: Buffer.alloc(32) }
    expect((await store.reserve(mine)).kind).toBe('mine')
  })

  it('stays with a request that takes long and is still there', async () => {
    const store = idempotencyKeys(database, SEALING)
    const owner = { workspace_id: await addWorkspace(database) }
    const mine = { owner, route: 'POST /slow', key: 'slow', fingerprint: Buffer.alloc(32) }
    const slow = await store.reserve(mine)
    if (slow.kind !== 'mine') throw new Error('the key is taken')
    await database.asOwner(`update idempotency_keys set lease_until = now() - interval '1 s' where key = 'slow'`)
    await slow.extend()
    expect((await store.reserve(mine)).kind).toBe('running')
  })

  it('is forgotten after seven days', async () => {
    const workspace = await addWorkspace(database)
    const first = await post(workspace, '/effect/a', { n: 1 }, key('old'))
    await database.asOwner(
      `update idempotency_keys set created_at = now() - interval '8 days' where workspace_id = $1`,
      [workspace],
    )
    expect((await post(workspace, '/effect/a', { n: 1 }, key('old'))).payload).not.toBe(first.payload)
  })

  it('that is no key is refused with its place', async () => {
    const workspace = await addWorkspace(database)
    const answer = await post(workspace, '/effect/a', { n: 1 }, key('two words'))
    expect(answer.statusCode).toBe(422)
    expect(answer.json().detail[0].loc).toEqual(['header', 'idempotency-key'])
  })
})
