// The settings of enrichment: kept within their ranges, and each of them acts on a run.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addWorkspace } from '../../../test/database.ts'
import { openTenant } from '../../../test/open-tenant.ts'
import { failed, found, type Lookup, notFound } from '../../providers/kit/kit.ts'
import { about, many, soon } from '../money/books.fixture.ts'
import { lookup } from '../runs/counted-lookup.fixture.ts'
import { setStage } from '../runs/run-stage.fixture.ts'
import { addWorkbook, readCells } from '../runs/workbook.fixture.ts'
import { readPerformance, updatePerformance } from './performance.commands.ts'
import { timeoutFor } from './performance.schema.ts'

/** How many calls are under way, the most that were, and how many the first ones wait for. */
const busy = { now: 0, most: 0, wanted: 0 }
const counts = lookup('counts', async () => {
  busy.most = Math.max(busy.most, ++busy.now)
  do await soon()
  while (busy.most < busy.wanted)
  busy.now--
  return found({ description: 'x' }, 1)
})
const hangs = lookup(
  'hangs',
  (_, signal) => new Promise((__, cut) => signal.addEventListener('abort', () => cut(signal.reason))),
)
const fails = lookup('fails', () => failed('vendor_error', 'Down', true))
const misses = ['one', 'two', 'three'].map((id) => lookup(id, () => notFound()))
const catalog: Lookup[] = [counts, hangs, fails, ...misses]

let stage: ReturnType<typeof setStage>
const { database } = await openTenant()
beforeAll(async () => {
  stage = setStage(database, catalog)
})
afterAll(async () => {
  await stage?.close()
})

/** A run over the rows under these settings. */
async function runWith(settings: object, rows: number, ...providers: string[]) {
  const book = await addWorkbook(database, many(rows), [about(...providers)])
  await database.inWorkspace(book.workspace_id, (tx) => updatePerformance(tx, settings))
  await stage.end(book, await stage.start(book))
  return readCells(database, book.id)
}

describe('a run', () => {
  it('works on as many rows at once as row_concurrency says, and makes as many calls as provider_workers', async () => {
    for (const [row_concurrency, provider_workers] of [
      [3, 64],
      [64, 2],
    ] as const) {
      Object.assign(busy, { now: 0, most: 0, wanted: Math.min(row_concurrency, provider_workers) })
      const cells = await runWith({ row_concurrency, provider_workers }, 40, 'counts')
      expect(cells.filter(({ status }) => status === 'complete').length).toBe(40)
      expect(busy.most).toBe(busy.wanted)
    }
  })

  it('waits for an answer no longer than provider_timeout', async () => {
    const cells = await runWith({ provider_timeout: 3, retry_passes: 0 }, 1, 'hangs')
    expect(cells).toMatchObject([{ status: 'error', reason: 'timeout' }])
  })

  it('asks no more providers for a cell than max_providers, and all of them when that is 0', async () => {
    const asked = () => misses.map((one) => one.asked.splice(0).length)
    await runWith({ max_providers: 2 }, 4, 'one', 'two', 'three')
    expect(asked()).toEqual([4, 4, 0])
    await runWith({ max_providers: 0 }, 4, 'one', 'two', 'three')
    expect(asked()).toEqual([4, 4, 4])
  })

  it('tries what failed for the moment again as often as retry_passes says', async () => {
    for (const retry_passes of [0, 2]) {
      fails.asked.length = 0
      expect(await runWith({ retry_passes }, 1, 'fails')).toMatchObject([{ status: 'error', reason: 'vendor_error' }])
      expect(fails.asked.length).toBe(1 + retry_passes)
    }
  })
})

it('values out of range are kept within it, and those not named stay', async () => {
  const workspace = await addWorkspace(database)
  const set = (update: object) => database.inWorkspace(workspace, (tx) => updatePerformance(tx, update))
  const read = () => database.inWorkspace(workspace, readPerformance)
  expect(await read()).toMatchObject({
    row_concurrency: 12,
    provider_workers: 8,
    provider_timeout: 10,
    max_providers: 8,
    retry_passes: 1,
  })
  await set({ row_concurrency: 1e9, provider_workers: -1, provider_timeout: 0, max_providers: 21 })
  expect(await read()).toMatchObject({
    row_concurrency: 64,
    provider_workers: 1,
    provider_timeout: 3,
    max_providers: 20,
    retry_passes: 1,
  })
  await set({ retry_passes: 6, provider_timeout: 121, max_providers: -5 })
  expect(await read()).toMatchObject({
    row_concurrency: 64,
    provider_workers: 1,
    provider_timeout: 120,
    max_providers: 0,
    retry_passes: 5,
  })
})

it('a slow lookup gets the time it declares until the wait for answers is set, whatever else is', async () => {
  const workspace = await addWorkspace(database)
  const patience = () =>
    database.inWorkspace(workspace, async (tx) => timeoutFor({ timeout_ms: 60_000 }, await readPerformance(tx)))
  const set = (update: object) => database.inWorkspace(workspace, (tx) => updatePerformance(tx, update))
  expect(await patience()).toBe(60_000)
  await set({ row_concurrency: 3 })
  expect(await patience()).toBe(60_000)
  await set({ provider_timeout: 10 })
  expect(await patience()).toBe(10_000)
  await set({ row_concurrency: 4 })
  expect(await patience()).toBe(10_000)
  await set({ provider_timeout: 120 })
  expect(await patience()).toBe(60_000)
})
