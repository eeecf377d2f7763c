// The health of accounts on a real database: a refused key is not asked once per cell, here or in another process.
import { expect, it } from 'vitest'
import { addWorkspace, type TestDatabase } from '../../../test/database.ts'
import { openTenant } from '../../../test/open-tenant.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import { found, type HttpLookup, type Integration } from '../../providers/kit/kit.ts'
import { createAsker } from '../lookups/asker.ts'
import { answerCache } from '../lookups/cache.reads.ts'
import { clamp } from '../performance/performance.commands.ts'
import { offlineTools } from '../runs/offline-tools.fixture.ts'
import { slowVendor } from '../waiting/slow-vendor.fixture.ts'
import { createHealth, readClosed } from './health.ts'

const { database } = await openTenant()

const performance = clamp({})
const integration: Integration = {
  id: 'acme',
  name: 'Acme',
  kind: 'email',
  docs_url: 'https://example.com/',
  fields: [],
  auth: { in: 'bearer', field: 'api_key' },
  test: { ask: () => ({ method: 'GET', url: 'https://acme.example/' }), read: () => ({ ok: true, words: '' }) },
}

/** One process; `status` is what the vendor answers with, once `open`. */
function process(
  vendor: { status: number; asked: number; headers?: Record<string, string>; open?: Promise<void> },
  clock: { now: number },
  through: Pick<TestDatabase, 'inWorkspace'> = database,
) {
  const now = () => new Date(clock.now)
  const { poll: _, callback: __, ...declared } = slowVendor('acme').lookup
  const lookup: HttpLookup = {
    ...declared,
    integration,
    repeat_free: true,
    cache_days: 0,
    read: () => found({ description: 'x' }, 1),
  }
  const http = async () => {
    vendor.asked++
    await vendor.open
    return { ok: true as const, status: vendor.status, headers: vendor.headers ?? {}, body: '{}' }
  }
  const health = createHealth(through, now)
  const toolsFor = () => ({ ...offlineTools, http })
  const ask = createAsker({
    cache: answerCache(database),
    toolsFor,
    accounts: { find: async () => ({ api_key: 'k' }) },
    health,
    now,
  })
  let key = 0
  const askNext = (workspace_id: WorkspaceId) =>
    ask({
      workspace_id,
      lookup,
      values: { key: `k${key++}` },
      performance: { ...performance, retry_passes: 0 },
      signal: new AbortController().signal,
      reserve: async () => {},
    })
  return Object.assign(askNext, { wake: health.wake })
}

function held() {
  let release = () => {}
  const promise = new Promise<void>((resolve) => {
    release = resolve
  })
  return { promise, release }
}

const closed = (workspaceId: WorkspaceId) => database.inWorkspace(workspaceId, readClosed)

const untilClosed = (workspaceId: WorkspaceId, count: number) =>
  expect.poll(async () => (await closed(workspaceId)).size, { interval: 10 }).toBe(count)

it('asks a refused key once, tells the other processes and no other workspace, and asks again when the key changes', async () => {
  const workspaceId = await addWorkspace(database)
  const other = await addWorkspace(database)
  const clock = { now: Date.now() }
  const vendor = { status: 401, asked: 0 }
  const one = process(vendor, clock)
  expect((await one(workspaceId)).outcome).toMatchObject({ class: 'auth' })
  for (let count = 0; count < 20; count++) expect((await one(workspaceId)).skip).toMatchObject({ reason: 'auth' })
  expect(vendor.asked).toBe(1)
  await untilClosed(workspaceId, 1)
  const two = process(vendor, clock)
  expect((await two(workspaceId)).skip).toMatchObject({ reason: 'auth' })
  expect(vendor.asked).toBe(1)
  vendor.status = 200
  expect((await two(other)).outcome).toMatchObject({ kind: 'found' })

  await database.asOwner(
    `insert into integration_values (workspace_id, integration_id, field, sealed, updated_at)
      values ($1, 'acme', 'api_key', 'x', now() + interval '1 second')`,
    [workspaceId],
  )
  clock.now += 6_000
  for (const ask of [one, two]) {
    await ask(workspaceId)
    // What others found out is read beside the call.
    await untilClosed(workspaceId, 0)
    await expect.poll(async () => (await ask(workspaceId)).outcome.kind).toBe('found')
  }
})

it('closes after failures in a row, lets one call through when the time is over, and says so', async () => {
  const workspaceId = await addWorkspace(database)
  const clock = { now: Date.now() }
  const vendor: Parameters<typeof process>[0] = { status: 500, asked: 0 }
  const ask = process(vendor, clock)
  for (let count = 0; count < 30; count++) await ask(workspaceId)
  expect(vendor.asked).toBe(12)
  await untilClosed(workspaceId, 1)
  expect((await ask(workspaceId)).skip).toMatchObject({ reason: 'circuit_open', retry_in_ms: 30_000 })
  clock.now += 31_000
  vendor.status = 200
  const { promise, release } = held()
  vendor.open = promise
  const answers = Array.from({ length: 8 }, () => ask(workspaceId))
  let passedOver = 0
  for (const answer of answers) void answer.then(({ unasked }) => unasked && passedOver++)
  await expect.poll(() => passedOver).toBe(7)
  release()
  await Promise.all(answers)
  expect(vendor.asked).toBe(13)
  expect((await ask(workspaceId)).outcome).toMatchObject({ kind: 'found' })
  await untilClosed(workspaceId, 0)
  const told = await database.asOwner<{ type: string }>(
    `select type from (select type, payload, workspace_id from outbox union all select type, payload, workspace_id from events) e
      where workspace_id = $1 and type like 'provider.%' order by type`,
    [workspaceId],
  )
  expect(told.map(({ type }) => type)).toEqual(['provider.closed', 'provider.opened'])
})

it('lets all processes wait when one is told how long, as soon as they hear of it', async () => {
  const workspaceId = await addWorkspace(database)
  const clock = { now: Date.now() }
  const well = { status: 200, asked: 0 }
  const two = process(well, clock)
  expect((await two(workspaceId)).outcome).toMatchObject({ kind: 'found' })
  const busy = { status: 429, asked: 0, headers: { 'retry-after': '60' } }
  const one = process(busy, clock)
  expect((await one(workspaceId)).outcome).toMatchObject({ kind: 'later' })
  // The first pause is a short one; told again, it is as long as was said.
  clock.now += 1_001
  expect((await one(workspaceId)).outcome).toMatchObject({ kind: 'later' })
  await untilClosed(workspaceId, 1)
  await expect
    .poll(async () => [...(await closed(workspaceId)).values()][0]?.until ?? 0)
    .toBeGreaterThan(clock.now + 50_000)
  two.wake()
  expect(await two(workspaceId)).toMatchObject({ unasked: true, outcome: { kind: 'later' } })
  expect(well.asked).toBe(1)
})

it('does not go back to what was read before a trial went well', async () => {
  const workspaceId = await addWorkspace(database)
  const clock = { now: Date.now() }
  const vendor = { status: 500, asked: 0 }
  let arrive: Promise<void> | undefined
  const ask = process(vendor, clock, {
    inWorkspace: async (id, work) => {
      const answer = await database.inWorkspace(id, work)
      if ((work as unknown) === readClosed) await arrive
      return answer
    },
  })
  for (let count = 0; count < 12; count++) await ask(workspaceId)
  await untilClosed(workspaceId, 1)
  clock.now += 31_000
  vendor.status = 200
  const { promise, release } = held()
  arrive = promise
  expect((await ask(workspaceId)).outcome.kind).toBe('found')
  release()
  await untilClosed(workspaceId, 0)
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask(workspaceId)))
  expect(answers.map(({ outcome }) => outcome.kind)).toEqual(Array(8).fill('found'))
})
