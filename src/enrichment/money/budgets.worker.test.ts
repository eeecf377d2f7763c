// Budgets against real workers on one database: what may not be spent is not spent, by not one call.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { newId, type WorkspaceId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { createLog } from '../../platform/log.ts'
import { found, type Lookup, notFound } from '../../providers/kit.ts'
import { createAsker } from '../lookups/asker.ts'
import { answerCache } from '../lookups/cache.reads.ts'
import { updatePerformance } from '../performance/performance.commands.ts'
import { lookup, says } from '../runs/counted-lookup.fixture.ts'
import { offlineTools } from '../runs/offline-tools.fixture.ts'
import { cancelRun } from '../runs/run.commands.ts'
import type { RunRequest, RunResponse } from '../runs/run.schema.ts'
import { type RunWorker, startRunWorker } from '../runs/run.worker.ts'
import { readRun } from '../runs/runs.reads.ts'
import { startRun } from '../runs/start-run.commands.ts'
import { addWorkbook, readCells, until } from '../runs/workbook.fixture.ts'
import { setBudgets } from './budgets.commands.ts'
import { readBudgets } from './budgets.reads.ts'
import type { BudgetUpdate } from './budgets.schema.ts'
import { sweepReservations } from './open-lines.commands.ts'
import { setPrice } from './prices.commands.ts'

let database: TestDatabase
let workers: RunWorker[] = []
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.close()))
  workers = []
})

type Book = { workspace_id: WorkspaceId; id: string }
const now = () => new Date()

function work(catalog: Lookup[]): void {
  const accounts = { find: async () => ({}) }
  const ask = createAsker({ cache: answerCache(database), toolsFor: () => offlineTools, accounts, now })
  workers.push(startRunWorker({ database, log: createLog('silent'), catalog, ask, now }))
}

async function start(book: Book, catalog: Lookup[], request: Partial<RunRequest> = {}, token_id: string | null = null) {
  const actor = { kind: 'user' as const, user_id: 1, name: 'Ann', token_id, ip: null, request_id: null }
  const runs = { database, catalog, now }
  const { run_id } = await startRun(runs, { workspace_id: book.workspace_id, actor }, book.id, {
    mode: 'missing',
    ...request,
  })
  for (const worker of workers) worker.wake()
  return { run_id, runs, look: () => database.inWorkspace(book.workspace_id, (tx) => readRun(tx, book.id, run_id)) }
}

const ended = (run: RunResponse) => run.ended_at !== null
const many = (count: number) => Array.from({ length: count }, (_, index) => `n${index}`)
const about = (...providers: string[]): JsonObject => ({
  type: 'waterfall',
  name: 'About',
  output: 'description',
  steps: providers.map((provider) => ({ provider, inputs: { key: '{{Name}}' } })),
})
const inBook = <T>(book: Book, work: Parameters<typeof database.inWorkspace<T>>[1]) =>
  database.inWorkspace(book.workspace_id, work)
const budget = (limit_usd: number | null, more: Partial<BudgetUpdate> = {}): BudgetUpdate => ({
  ...{ scope: 'workspace', period: 'month', kind: 'hard', allow_unknown_prices: false, limit_usd },
  ...more,
})
const set = (book: Book, ...items: BudgetUpdate[]) => inBook(book, (tx) => setBudgets(tx, items, now()))
const budgets = (book: Book) => inBook(book, (tx) => readBudgets(tx, now()))
const lines = (book: Book) =>
  database.asOwner<{ state: string; amount: number | null; basis: string | null; lookup: string; price: number }>(
    `select state, amount_micro::float8 as amount, basis, lookup, price_micro::float8 as price from ledger_lines
      where workspace_id = $1 order by at, id`,
    [book.workspace_id],
  )
/** A little later, so that many calls are under way at once. */
const soon = () => new Promise((resolve) => setTimeout(resolve, 3))

/** What must hold whenever nothing is under way: ledger, budgets, counters of runs and of days tell the same. */
async function expectBooksToAgree(book: Book): Promise<number> {
  const [sums] = await database.asOwner<Record<string, number>>(
    `select (select coalesce(sum(amount_micro), 0)::float8 from ledger_lines where workspace_id = $1) as ledger,
      (select count(*)::int from ledger_lines where workspace_id = $1 and state = 'reserved') as reserved,
      (select coalesce(sum(cost_micro), 0)::float8 from lookup_usage where workspace_id = $1) as days,
      (select coalesce(sum(cost_micro), 0)::float8 from runs where workspace_id = $1) as runs,
      (select coalesce(sum(cost_micro), 0)::float8 from attempts where workspace_id = $1) as attempts`,
    [book.workspace_id],
  )
  const { ledger = 0, ...others } = sums ?? {}
  expect(others).toEqual({ reserved: 0, days: ledger, runs: ledger, attempts: ledger })
  for (const one of await budgets(book)) expect(one.reserved_usd).toBe(0)
  return ledger / 1e6
}

describe('a hard budget', () => {
  it('is not overshot by one call, with three workers and 64 rows at once in each', async () => {
    const paid = lookup('paid', async (inputs) => {
      await soon()
      return Number(inputs.key?.slice(1)) % 5 === 0 ? notFound() : found({ description: 'x' }, 1)
    })
    const book = await addWorkbook(database, many(1500), [about('paid')])
    await inBook(book, (tx) => updatePerformance(tx, { row_concurrency: 64, provider_workers: 64 }))
    await set(book, budget(100.25))
    for (let n = 0; n < 3; n++) work([paid])
    const { look } = await start(book, [paid])
    const run = await until(look, ended)
    expect(run.status).toBe('budget_stopped')
    expect(run.done).toBe(1500)
    const spent = await expectBooksToAgree(book)
    expect(spent).toBe(100)
    expect(run.cost_usd).toBe(100)
    expect(run.counts.complete).toBe(200)
    expect(await budgets(book)).toMatchObject([{ spent_usd: 100, left_usd: 0.25, uncertain_usd: 0 }])
    const told = await database.asOwner<{ share: string }>(
      `select payload->>'share' as share from (select workspace_id, type, payload from outbox
          union all select workspace_id, type, payload from events) e where type = 'budget.reached' and workspace_id = $1`,
      [book.workspace_id],
    )
    // With so many reserved at once it may stop calls before 80 percent are gone; in no case is anything told twice.
    expect(['100', '100,80']).toContain(
      told
        .map(({ share }) => share)
        .sort()
        .join(),
    )
  })

  it('of nothing lets only what is free be asked, and says in the cell why', async () => {
    const paid = lookup('paid', says())
    const free = lookup('free', (inputs) => (inputs.key === 'n1' ? found({ description: 'x' }, 1) : notFound()), {
      price: { usd: 0, rule: 'free' },
    })
    const book = await addWorkbook(database, many(3), [about('paid', 'free')])
    await set(book, budget(0, { period: 'total' }))
    work([paid, free])
    const { look } = await start(book, [paid, free])
    expect((await until(look, ended)).status).toBe('budget_stopped')
    expect(paid.asked).toEqual([])
    expect((await readCells(database, book.id)).map(({ status, provider }) => [status, provider])).toEqual([
      ['budget_stopped', null],
      ['complete', 'free'],
      ['budget_stopped', null],
    ])
    const [attempt] = await database.asOwner(
      `select reason, detail from attempts where workbook_id = $1 and provider = 'paid' limit 1`,
      [book.id],
    )
    expect(attempt).toEqual({
      reason: 'over_budget',
      detail: 'The budget of the workspace is nothing in all, and this call may cost something',
    })
    expect(await expectBooksToAgree(book)).toBe(0)
  })

  it('acts at once when it is set during a run, and lets the run be taken up when it is raised', async () => {
    let open = () => {}
    const gate = new Promise<void>((resolve) => {
      open = resolve
    })
    const paid = lookup('paid', async () => {
      await gate
      return found({ description: 'x' }, 1)
    })
    const book = await addWorkbook(database, many(60), [about('paid')])
    await inBook(book, (tx) => updatePerformance(tx, { row_concurrency: 10, provider_workers: 10 }))
    work([paid])
    const { look } = await start(book, [paid])
    while (paid.asked.length < 10) await soon()
    await set(book, budget(0))
    open()
    const run = await until(look, ended)
    expect(paid.asked.length).toBe(10)
    expect(run.counts).toEqual({ complete: 10, budget_stopped: 50 })
    expect(await budgets(book)).toMatchObject([{ spent_usd: 5, left_usd: 0 }])
    await set(book, budget(1000))
    expect(await until((await start(book, [paid])).look, ended)).toMatchObject({ status: 'done', cost_usd: 25 })
    expect(await budgets(book)).toMatchObject([{ spent_usd: 30, left_usd: 970 }])
    await expectBooksToAgree(book)
  })

  it('counts for the workbook, the column, the user and the token that it names, and for each run by itself', async () => {
    const one = lookup('one', says())
    const two = lookup('two', says())
    const cases: [(book: Book & { token: string }) => BudgetUpdate, [number, number] | number][] = [
      [({ id }) => budget(1, { scope: 'workbook', workbook_id: id, period: 'run' }), 2],
      [({ id }) => budget(2, { scope: 'column', workbook_id: id, column_id: 'c3', period: 'total' }), [10, 4]],
      [({ token }) => budget(2.5, { scope: 'token', token_id: token, period: 'day' }), 5],
      [({ token }) => budget(2.5, { scope: 'token', token_id: token }), [10, 10]],
    ]
    work([one, two])
    for (const [index, [limit, calls]] of cases.entries()) {
      one.asked.length = two.asked.length = 0
      const book = await addWorkbook(database, many(10), [about('one'), { ...about('two'), name: 'Again' }])
      const token = newId()
      await database.asOwner(
        `insert into ingest_tokens (workspace_id, workbook_id, id, hash, hint, unknown_keys) values ($1, $2, $3, $4, 'wbi_abc', 'ignore')`,
        [book.workspace_id, book.id, token, Buffer.from(token)],
      )
      const mine = limit({ ...book, token })
      await set(book, mine)
      await until((await start(book, [one, two], {}, index === 3 ? 'another' : token)).look, ended)
      const asked = [one.asked.length, two.asked.length] as const
      expect(typeof calls === 'number' ? asked[0] + asked[1] : asked).toEqual(calls)
      await expectBooksToAgree(book)
      await set(book, { ...mine, limit_usd: null })
      expect(await budgets(book)).toEqual([])
    }
  })

  it('that is new begins with what was spent before it', async () => {
    const paid = lookup('paid', says())
    const book = await addWorkbook(database, many(4), [about('paid')])
    work([paid])
    await until((await start(book, [paid])).look, ended)
    const periods = ['day', 'month', 'total'] as const
    await set(book, ...periods.map((period) => budget(5, { period, scope: 'workbook', workbook_id: book.id })))
    expect((await budgets(book)).map(({ spent_usd, share }) => [spent_usd, share])).toEqual([
      [2, 40],
      [2, 40],
      [2, 40],
    ])
  })

  it('refuses calls whose price nobody knows, unless it allows them', async () => {
    const dark = lookup('dark', says(), { price: { usd: null, rule: 'per_call' } })
    const book = await addWorkbook(database, many(2), [about('dark')])
    await set(book, budget(10))
    work([dark])
    await until((await start(book, [dark])).look, ended)
    expect(dark.asked).toEqual([])
    await set(book, budget(10, { allow_unknown_prices: true }))
    await until((await start(book, [dark])).look, ended)
    expect(dark.asked.length).toBe(2)
    expect(await lines(book)).toMatchObject([
      { state: 'unpriced', amount: null, price: null },
      { state: 'unpriced', amount: null, price: null },
    ])
  })
})

describe('the cap of a run', () => {
  it('ends it as budget_stopped without asking for one call more, and keeps what was found', async () => {
    const paid = lookup('paid', says())
    const book = await addWorkbook(database, many(700), [about('paid')])
    work([paid])
    work([paid])
    const { look } = await start(book, [paid], { max_usd: 7.4 })
    const run = await until(look, ended)
    expect(run).toMatchObject({ status: 'budget_stopped', max_usd: 7.4 })
    expect(run.done).toBeLessThan(700)
    await Promise.all(workers.map((worker) => worker.close()))
    workers = []
    expect(paid.asked.length).toBe(14)
    expect((await readCells(database, book.id)).filter(({ status }) => status === 'complete').length).toBe(14)
    expect(await expectBooksToAgree(book)).toBe(7)
  })
})

describe('a price', () => {
  it('that changes during a run counts from the next call on, and each line tells the price it was made at', async () => {
    const paid = lookup('paid', async (inputs) => {
      if (inputs.key === 'n2') await inBook(book, (tx) => setPrice(tx, [paid], 'paid', { price_usd: 0.2 }))
      return found({ description: 'x' }, 1)
    })
    const book = await addWorkbook(database, many(5), [about('paid')])
    await inBook(book, (tx) => updatePerformance(tx, { row_concurrency: 1 }))
    work([paid])
    await until((await start(book, [paid])).look, ended)
    expect((await lines(book)).map(({ amount, basis, price }) => [amount, basis, price])).toEqual([
      [500_000, 'catalogue', 500_000],
      [500_000, 'catalogue', 500_000],
      [500_000, 'catalogue', 500_000],
      [200_000, 'workspace', 200_000],
      [200_000, 'workspace', 200_000],
    ])
    await expectBooksToAgree(book)
  })
})

describe('a reservation', () => {
  it('of a call that a cancelled run cut short stays as uncertain, counted with the most it can have cost', async () => {
    const slow = lookup(
      'slow',
      (_, signal) => new Promise((_, cut) => signal.addEventListener('abort', () => cut(signal.reason))),
    )
    const book = await addWorkbook(database, many(3), [about('slow')])
    await set(book, budget(10))
    work([slow])
    const { runs, run_id, look } = await start(book, [slow])
    while (slow.asked.length < 3) await soon()
    expect(await budgets(book)).toMatchObject([{ reserved_usd: 1.5, left_usd: 8.5 }])
    await cancelRun(runs, book.workspace_id, book.id, run_id)
    for (const worker of workers) worker.wake()
    await until(look, ended)
    await Promise.all(workers.map((worker) => worker.close()))
    workers = []
    expect(await budgets(book)).toMatchObject([{ reserved_usd: 0, uncertain_usd: 1.5, spent_usd: 0, left_usd: 8.5 }])
    expect((await lines(book)).map(({ state }) => state)).toEqual(['uncertain', 'uncertain', 'uncertain'])
  })

  it('of a worker that was killed is taken over by the next one, or kept as uncertain once its run is over', async () => {
    const paid = lookup('paid', says(), { repeat_free: false, cache_days: 0 })
    const again = lookup('again', says())
    const book = await addWorkbook(database, many(2), [about('paid'), { ...about('again'), name: 'Again' }])
    const { run_id, look } = await start(book, [paid, again])
    await set(book, budget(10))
    // What a killed worker leaves behind: a leased chunk whose time is up, and reserved calls.
    await database.asOwner(
      `update run_chunks set state = 'leased', worker_id = gen_random_uuid(), lease_until = now() - interval '1 minute', leases = 1 where run_id = $1`,
      [run_id],
    )
    await database.asOwner(
      `with lost as (
          insert into attempts (workspace_id, id, workbook_id, row_id, column_id, run_id, step_id, provider, state)
          select r.workspace_id, gen_random_uuid(), r.workbook_id, r.id, c.id, $2, c.lookup, c.lookup, 'reserved' from workbook_rows r,
            (values ('c2', 'paid'), ('c3', 'again')) c(id, lookup) where r.workbook_id = $1 and r.position = 1 returning *
        ), line as (
          insert into ledger_lines (workspace_id, id, at, state, reserved_micro, price_micro, rule, provider, lookup, workbook_id, column_id, row_id, run_id, user_id)
          select workspace_id, id, now() - interval '1 hour', 'reserved', 500000, 500000, 'on_hit', provider, provider, workbook_id, column_id, row_id, run_id, 1 from lost
        ) select 1`,
      [book.id, run_id],
    )
    await database.asOwner(`update budget_use set reserved_micro = 1000000 where workspace_id = $1`, [
      book.workspace_id,
    ])
    expect(await sweepReservations(database)).toBe(0)
    work([paid, again])
    await until(look, ended)
    expect(paid.asked).toEqual(['n1'])
    expect(again.asked.sort()).toEqual(['n0', 'n1'])
    expect((await lines(book)).map(({ state, lookup: name }) => `${name} ${state}`).sort()).toEqual([
      'again settled',
      'again settled',
      'paid settled',
      'paid uncertain',
    ])
    expect(await budgets(book)).toMatchObject([{ reserved_usd: 0, uncertain_usd: 0.5, spent_usd: 1.5 }])
    await database.asOwner(`update ledger_lines set state = 'reserved' where run_id = $1 and state = 'uncertain'`, [
      run_id,
    ])
    await database.asOwner(
      `update attempts set outcome = null, state = 'reserved' where run_id = $1 and state = 'uncertain'`,
      [run_id],
    )
    await database.asOwner(
      `update budget_use set reserved_micro = 500000, uncertain_micro = 0 where workspace_id = $1`,
      [book.workspace_id],
    )
    expect(await sweepReservations(database)).toBe(1)
    expect(await sweepReservations(database)).toBe(0)
    expect(await budgets(book)).toMatchObject([{ reserved_usd: 0, uncertain_usd: 0.5, spent_usd: 1.5 }])
  })
})
