// The money of promised answers: given back or spent where and at what price it was reserved, whatever has changed since.
import { afterEach, expect, it } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import { createLog } from '../../platform/log.ts'
import type { Lookup } from '../../providers/kit/kit.ts'
import { createProviderLimits } from '../accounts/provider-limits.ts'
import { createAsker } from '../lookups/asker.ts'
import { answerCache } from '../lookups/cache.reads.ts'
import { about, type Book, budget, ended } from '../money/books.fixture.ts'
import { setBudgets } from '../money/budgets.commands.ts'
import { clearPrice, setPrice } from '../money/prices.commands.ts'
import { lookup, says } from '../runs/counted-lookup.fixture.ts'
import { offlineTools } from '../runs/offline-tools.fixture.ts'
import { cancelRun } from '../runs/run.commands.ts'
import { readRun } from '../runs/runs.reads.ts'
import { startRun } from '../runs/start-run.commands.ts'
import { addWorkbook, readCells, until } from '../runs/workbook.fixture.ts'
import { startRunWorker } from '../runs/worker/run.worker.ts'
import { type SlowVendor, slowVendor } from './slow-vendor.fixture.ts'
import { startWaitingWorker } from './waiting.worker.ts'

const DAY_MS = 86_400_000
const now = () => new Date()
const yesterday = () => new Date(Date.now() - DAY_MS)
const closers: (() => Promise<void>)[] = []
const rest = async () => void (await Promise.all(closers.splice(0).map((close) => close())))
const { database } = await openTenant()
afterEach(rest)

/** `ready` is the clock by which cells get ready; calls are made by the true one. */
function work(catalog: Lookup[], { http }: Pick<SlowVendor, 'http'>, ready = now): void {
  const toolsFor = () => ({ ...offlineTools, http })
  const accounts = { find: async () => ({}) }
  const limits = createProviderLimits(now)
  const log = createLog('silent')
  const ask = createAsker({ cache: answerCache(database), toolsFor, accounts, limits, now })
  const runs = startRunWorker({ database, log, catalog, ask, now: ready })
  const waiting = startWaitingWorker({ database, log, catalog, toolsFor, accounts, limits, now })
  closers.push(runs.close, waiting.close)
}

/** A run with one cell that waits for its answer, under a budget for each day. */
async function awaiting(slow: SlowVendor, ready = now, usd: number | null = 0.25) {
  const book = await addWorkbook(database, ['a'], [about('slow')])
  await database.inWorkspace(book.workspace_id, (tx) => setBudgets(tx, [budget(10, { period: 'day' })], now()))
  await price(book, slow, usd)
  work([slow.lookup], slow, ready)
  const actor = { kind: 'user', user_id: 1, name: 'Ann', token_id: null, ip: null, request_id: null } as const
  const at = { workspace_id: book.workspace_id, actor }
  const { run_id } = await startRun({ database, catalog: [slow.lookup], now }, at, book.id, { mode: 'missing' })
  await expect.poll(() => readCells(database, book.id)).toMatchObject([{ status: 'waiting' }])
  const look = () => database.inWorkspace(book.workspace_id, (tx) => readRun(tx, book.id, run_id))
  return { book, look }
}

const price = ({ workspace_id }: Book, { lookup }: SlowVendor, price_usd: number | null) =>
  database.inWorkspace(workspace_id, (tx) =>
    price_usd === null ? clearPrice(tx, [lookup], lookup.id) : setPrice(tx, [lookup], lookup.id, { price_usd }),
  )

/** What counts in any day, in micro-USD. */
const days = ({ workspace_id }: Book) =>
  database.asOwner(
    `select span, reserved_micro::int as reserved, uncertain_micro::int as uncertain, spent_micro::int as spent from budget_use
      where workspace_id = $1 and (reserved_micro, uncertain_micro, spent_micro) <> (0, 0, 0)`,
    [workspace_id],
  )

const lines = ({ workspace_id }: Book) =>
  database.asOwner(
    `select at::date::text as day, state, amount_micro::int as amount, price_micro::int as price, basis from ledger_lines where workspace_id = $1
      union all select at::date::text, 'reserved', null, price_micro::int, price_basis from reservations where workspace_id = $1`,
    [workspace_id],
  )

const dayOf = (at: Date) => at.toISOString().slice(0, 10)

it('is spent in the day in which it was reserved, though the call was made after midnight', async () => {
  const slow = slowVendor('slow')
  const { book, look } = await awaiting(slow, yesterday)
  const day = dayOf(yesterday())
  expect(await days(book)).toEqual([{ span: day, reserved: 250_000, uncertain: 0, spent: 0 }])
  const asked = await database.asOwner('select started_at::date::text as day from attempts where workbook_id = $1', [
    book.id,
  ])
  expect(asked).toEqual([{ day: dayOf(now()) }])
  slow.answers.set('a', 'from a')
  await until(look, ended)
  expect(await days(book)).toEqual([{ span: day, reserved: 0, uncertain: 0, spent: 250_000 }])
  expect(await lines(book)).toEqual([{ day, state: 'settled', amount: 250_000, price: 250_000, basis: 'workspace' }])
})

it('is what the answer cost when it was asked for, though the price has changed since', async () => {
  const slow = slowVendor('slow')
  const { book, look } = await awaiting(slow)
  await price(book, slow, 0.4)
  slow.answers.set('a', 'from a')
  expect(await until(look, ended)).toMatchObject({ cost_usd: 0.25 })
  expect(await days(book)).toMatchObject([{ reserved: 0, uncertain: 0, spent: 250_000 }])
  expect(await lines(book)).toMatchObject([{ state: 'settled', amount: 250_000, price: 250_000 }])
})

it.each([
  ['the workspace', 0.25, null, 'workspace'],
  ['the catalogue', null, 0.25, 'catalogue'],
] as const)('says that it was the price of %s, though another has set it since', async (_, before, after, basis) => {
  const slow = slowVendor('slow')
  const { book, look } = await awaiting(slow, now, before)
  await price(book, slow, after)
  slow.answers.set('a', 'from a')
  await until(look, ended)
  expect(await lines(book)).toMatchObject([{ state: 'settled', basis }])
})

it('counts as perhaps spent when the lookup is gone from the catalogue, and is kept aside no longer', async () => {
  const slow = slowVendor('slow')
  const { book, look } = await awaiting(slow)
  await rest()
  work([], slow)
  await until(look, ended)
  expect(await days(book)).toMatchObject([{ reserved: 0, uncertain: 250_000, spent: 0 }])
  expect(await lines(book)).toMatchObject([{ state: 'uncertain', amount: null, price: 250_000 }])
})

it('counts against what a column may explore for when the run is cancelled before the answer is there', async () => {
  const slow = slowVendor('slow')
  const usual = lookup('usual', says())
  const explore = { percent: 50, usd_per_month: 1 }
  const book = await addWorkbook(database, ['a', 'b'], [{ ...about('usual', 'slow'), explore }])
  await price(book, slow, 0.25)
  const catalog = [usual, slow.lookup]
  work(catalog, slow)
  const actor = { kind: 'user', user_id: 1, name: 'Ann', token_id: null, ip: null, request_id: null } as const
  const at = { workspace_id: book.workspace_id, actor }
  const runs = { database, catalog, now }
  const { run_id } = await startRun(runs, at, book.id, { mode: 'missing' })
  const statuses = async () => (await readCells(database, book.id)).map(({ status }) => status).sort()
  await expect.poll(statuses).toEqual(['complete', 'waiting'])
  await cancelRun(runs, book.workspace_id, book.id, run_id)
  await until(() => database.inWorkspace(book.workspace_id, (tx) => readRun(tx, book.id, run_id)), ended)
  expect(await database.asOwner('select explored from runs where id = $1', [run_id])).toEqual([
    { explored: { c2: 250_000 } },
  ])
})
