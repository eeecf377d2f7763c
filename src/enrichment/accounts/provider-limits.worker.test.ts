// The limits of accounts on a real database: two processes keep to the rate and the slots of one account between them.
import { setMaxListeners } from 'node:events'
import { afterAll, expect, it } from 'vitest'
import { addWorkspace } from '../../../test/database.ts'
import { openTenant } from '../../../test/open-tenant.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { Lookup } from '../../providers/kit/kit.ts'
import { clamp } from '../performance/performance.commands.ts'
import { declared } from '../runs/counted-lookup.fixture.ts'
import { type Caller, createProviderLimits, type ProviderLimits } from './provider-limits.ts'
import { gapOf } from './rate-limiter.ts'
import { leaseSlots } from './slot-leases.ts'

const { signal } = new AbortController()
setMaxListeners(0, signal)
const { database } = await openTenant()
afterAll(async () => {
  await Promise.all(opened.map((limits) => limits.close()))
})

function fail(error: unknown) {
  throw error
}
const opened: ProviderLimits[] = []
function process(): ProviderLimits {
  const limits = createProviderLimits(() => new Date(), database, fail)
  opened.push(limits)
  return limits
}
const caller = (workspace_id: WorkspaceId, limits: Lookup['limits']): Caller => ({
  workspace_id,
  lookup: { ...declared('acme'), limits, act: async () => ({}) } as never,
  performance: clamp({ provider_workers: 64 }),
  signal,
})

it('two processes together keep to the rate of one account, and each gets to call', async () => {
  const rate = 50
  const at = caller(await addWorkspace(database), { per_second: rate })
  const all = [process(), process()]
  const calls: { at: number; by: ProviderLimits }[] = []
  const began = performance.now()
  await Promise.all(
    all.flatMap((limits) =>
      Array.from({ length: 6 }, async () => {
        for (let count = 0; count < 5; count++) {
          const release = await limits.acquire(at)
          calls.push({ at: performance.now(), by: limits })
          release?.()
        }
      }),
    ),
  )
  expect(calls).toHaveLength(60)
  for (const limits of all) expect(calls.filter(({ by }) => by === limits)).toHaveLength(30)
  // As many calls as the time allows that has gone by, from all processes together; a slow machine takes longer.
  const times = calls.map((call) => call.at - began).sort((a, b) => a - b)
  for (const [n, time] of times.entries()) expect(time, `call ${n}`).toBeGreaterThan((n - 4) * gapOf(rate))
})

it('an open API sees one caller, whatever workspaces and processes ask it', async () => {
  const rate = 20
  const places = [await addWorkspace(database), await addWorkspace(database), await addWorkspace(database)]
  const { act: _, ...declaration } = caller(places[0] as WorkspaceId, {}).lookup as never as Record<string, unknown>
  const lookup = {
    ...declaration,
    provider: 'open-api',
    limits: { per_second: rate },
    visit: async () => ({}),
  } as never
  const processes = [process(), process()]
  const starts = await Promise.all(
    places.flatMap((place) =>
      processes.map(async (limits) => {
        const release = await limits.acquire({ ...caller(place, {}), lookup })
        const start = performance.now()
        release?.()
        return start
      }),
    ),
  )
  const [first = 0, ...others] = starts.sort((a, b) => a - b)
  // A call may be let through late, and the one after it on time.
  for (const [n, start] of others.entries()) expect(start - first, `call ${n + 1}`).toBeGreaterThan(n * gapOf(rate))
})

it('two processes together never have more calls under way than an account allows, and a workspace of others has its own', async () => {
  const [workspace, other] = [await addWorkspace(database), await addWorkspace(database)]
  const all = [process(), process()]
  let inUse = 0
  let most = 0
  const had = new Map<ProviderLimits, number>()
  const call = async (limits: ProviderLimits) => {
    const release = await limits.acquire(caller(workspace, { concurrency: 3 }))
    inUse++
    most = Math.max(most, inUse)
    had.set(limits, (had.get(limits) ?? 0) + 1)
    await new Promise((resolve) => setTimeout(resolve, 5))
    inUse--
    release?.()
  }
  const [one, two] = all as [ProviderLimits, ProviderLimits]
  const first = Array.from({ length: 100 }, () => call(one))
  await expect.poll(() => had.get(one) ?? 0).toBeGreaterThan(3)
  const second = Array.from({ length: 20 }, () => call(two))
  const elsewhere = await two.acquire(caller(other, { concurrency: 3 }))
  elsewhere?.()
  await Promise.all([...first, ...second])
  expect(most).toBe(3)
  expect([...had.values()]).toEqual([100, 20])
})

it('has the slots of a process that died back when its lease is over', async () => {
  const workspace = await addWorkspace(database)
  const request = {
    account: 'acme',
    worker: '00000000-0000-0000-0000-00000000dead',
    cap: 2,
    wanted: 2,
    held: 0,
    inUse: 0,
  }
  const lease = () => database.inWorkspace(workspace, (tx) => leaseSlots(tx, request))
  expect(await lease()).toBe(2)
  let hasSlot = false
  const acquiring = process()
    .acquire(caller(workspace, { concurrency: 2 }))
    .then((release) => {
      hasSlot = true
      release?.()
    })
  await expect
    .poll(async () =>
      database.asOwner('select 1 from provider_places where workspace_id = $1 and wanted > 0', [workspace]),
    )
    .toHaveLength(2)
  expect(hasSlot).toBe(false)
  await database.asOwner(`update provider_places set until = now() where worker_id = $1`, [request.worker])
  await acquiring
  expect(hasSlot).toBe(true)
})

it('leaves nothing behind when it ends', async () => {
  const workspace = await addWorkspace(database)
  const limits = createProviderLimits(() => new Date(), database, fail)
  const at = caller(workspace, { concurrency: 2, per_second: 0.01 })
  const release = await limits.acquire(at)
  release?.()
  await limits.close()
  expect(await database.asOwner('select 1 from provider_places where workspace_id = $1', [workspace])).toEqual([])
})
