// The doors of accounts on a real database: two processes keep the rate and the places of one account between them.
import { setMaxListeners } from 'node:events'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addWorkspace, openTestDatabase, type TestDatabase } from '../../../test/database.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { Lookup } from '../../providers/kit.ts'
import { clamp } from '../performance/performance.commands.ts'
import { declared } from '../runs/counted-lookup.fixture.ts'
import { createDoors, type Doors, type Visitor } from './doors.ts'
import { leasePlaces } from './places.ts'
import { gapOf } from './turns.ts'

let database: TestDatabase
const { signal } = new AbortController()
setMaxListeners(0, signal)
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(async () => {
  await Promise.all(opened.map((doors) => doors.close()))
  await database?.close()
})

function fail(error: unknown) {
  throw error
}
const opened: Doors[] = []
function process(): Doors {
  const doors = createDoors(() => new Date(), database, fail)
  opened.push(doors)
  return doors
}
const visitor = (workspace_id: WorkspaceId, limits: Lookup['limits']): Visitor => ({
  workspace_id,
  lookup: { ...declared('acme'), limits, act: async () => ({}) } as never,
  performance: clamp({ provider_workers: 64 }),
  signal,
})

it('two processes together keep to the rate of one account, and each gets to call', async () => {
  const rate = 50
  const at = visitor(await addWorkspace(database), { per_second: rate })
  const all = [process(), process()]
  const calls: { at: number; by: Doors }[] = []
  const began = performance.now()
  await Promise.all(
    all.flatMap((doors) =>
      Array.from({ length: 6 }, async () => {
        for (let count = 0; count < 5; count++) {
          const approach = await doors.approach(at)
          await approach.come()
          calls.push({ at: performance.now(), by: doors })
          approach.leave()
        }
      }),
    ),
  )
  expect(calls).toHaveLength(60)
  for (const doors of all) expect(calls.filter(({ by }) => by === doors)).toHaveLength(30)
  // As many calls as the time allows that has gone by, from all processes together; a slow machine takes longer.
  const times = calls.map((call) => call.at - began).sort((a, b) => a - b)
  for (const [n, time] of times.entries()) expect(time, `call ${n}`).toBeGreaterThan((n - 4) * gapOf(rate))
})

it('two processes together never have more calls under way than an account allows, and a workspace of others has its own', async () => {
  const [workspace, other] = [await addWorkspace(database), await addWorkspace(database)]
  const all = [process(), process()]
  let inside = 0
  let most = 0
  const had = new Map<Doors, number>()
  const visit = async (doors: Doors) => {
    const leave = await doors.enter(visitor(workspace, { concurrency: 3 }))
    inside++
    most = Math.max(most, inside)
    had.set(doors, (had.get(doors) ?? 0) + 1)
    await new Promise((resolve) => setTimeout(resolve, 5))
    inside--
    leave()
  }
  const [one, two] = all as [Doors, Doors]
  const first = Array.from({ length: 100 }, () => visit(one))
  await expect.poll(() => had.get(one) ?? 0).toBeGreaterThan(3)
  const second = Array.from({ length: 20 }, () => visit(two))
  const elsewhere = await two.enter(visitor(other, { concurrency: 3 }))
  elsewhere()
  await Promise.all([...first, ...second])
  expect(most).toBe(3)
  expect([...had.values()]).toEqual([100, 20])
})

it('has the places of a process that died back when its lease is over', async () => {
  const workspace = await addWorkspace(database)
  const wish = {
    account: 'acme',
    worker: '00000000-0000-0000-0000-00000000dead',
    cap: 2,
    wanted: 2,
    held: 0,
    inside: 0,
  }
  const lease = () => database.inWorkspace(workspace, (tx) => leasePlaces(tx, wish))
  expect(await lease()).toBe(2)
  let entered = false
  const entering = process()
    .enter(visitor(workspace, { concurrency: 2 }))
    .then((leave) => {
      entered = true
      leave()
    })
  await expect
    .poll(async () =>
      database.asOwner('select 1 from provider_places where workspace_id = $1 and wanted > 0', [workspace]),
    )
    .toHaveLength(2)
  expect(entered).toBe(false)
  await database.asOwner(`update provider_places set until = now() where worker_id = $1`, [wish.worker])
  await entering
  expect(entered).toBe(true)
})

it('leaves nothing behind when it ends', async () => {
  const workspace = await addWorkspace(database)
  const doors = createDoors(() => new Date(), database, fail)
  const at = visitor(workspace, { concurrency: 2, per_second: 0.01 })
  const leave = await doors.enter(at)
  const approach = await doors.approach(at)
  await approach.come()
  approach.leave()
  leave()
  await doors.close()
  expect(await database.asOwner('select 1 from provider_places where workspace_id = $1', [workspace])).toEqual([])
})
