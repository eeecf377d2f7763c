// Random vendors, prices, budgets, retries and crashes, and what must hold of the books when the runs have ended.
import fc from 'fast-check'
import { expect, vi } from 'vitest'
import { until } from '../../../test/until.ts'
import { newId } from '../../kernel/ids.ts'
import {
  charged,
  failed,
  found,
  type Inputs,
  type Lookup,
  type LookupAnswer,
  notFound,
} from '../../providers/kit/kit.ts'
import { updatePerformance } from '../performance/performance.commands.ts'
import { lookup } from '../runs/counted-lookup.fixture.ts'
import type { RunResponse } from '../runs/planning/run.schema.ts'
import { cancelRun, pauseRun, resumeRun } from '../runs/run.commands.ts'
import { readRun } from '../runs/runs.reads.ts'
import { startRun } from '../runs/start-run.commands.ts'
import { addWorkbook } from '../runs/workbook.fixture.ts'
import { admitCalls } from './booking.commands.ts'
import { about, type Book, budget, type openBooks, soon } from './books.fixture.ts'
import { readWorkbookCost } from './cost.reads.ts'
import { setPrice } from './prices.commands.ts'

const AT_ONCE = 12

type Books = Awaited<ReturnType<typeof openBooks>>

type Act = 'hit' | 'verified' | 'miss' | 'wait' | 'paid wait' | 'down' | 'lost' | 'garbled' | 'refused' | 'beyond'
/** What a lookup does at its first, second, … call for one row; then it hits. */
type Script = Act[]

/** In US dollars; the vendors that report take one to three units of their price. */
const VENDORS = {
  hit: { price: { usd: 0.05, rule: 'on_hit' }, repeat_free: false },
  checked: { price: { usd: 0.03, rule: 'on_verified' }, repeat_free: true },
  call: { price: { usd: 0.02, rule: 'per_call' }, repeat_free: false },
  reports: { price: { usd: 0.07, rule: 'vendor_reports', most: 3 }, repeat_free: false },
  free: { price: { usd: 0, rule: 'free' }, repeat_free: true },
} as const
type Vendor = keyof typeof VENDORS
const NAMES = Object.keys(VENDORS) as Vendor[]

interface Scenario {
  columns: Vendor[][]
  /** By row, and then by vendor. */
  scripts: Record<Vendor, Script>[]
  prices: Partial<Record<Vendor, number>>
  cap: number | null
  month: number | null
  column: number | null
  rows_at_once: number
  /** Rows whose first call was under way when a worker was killed. */
  killed: number
  meanwhile: 'nothing' | 'cancel' | 'pause' | 'steal'
  again: boolean
}

const act = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom<Act>('hit', 'verified', 'miss') },
  { weight: 4, arbitrary: fc.constantFrom<Act>('wait', 'paid wait', 'down', 'lost', 'garbled', 'refused') },
  { weight: 1, arbitrary: fc.constant<Act>('beyond') },
)
const usd = (...values: number[]) => fc.option(fc.constantFrom(...values), { nil: null })
const scenario: fc.Arbitrary<Scenario> = fc.record({
  columns: fc.array(fc.uniqueArray(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 3 }), {
    minLength: 1,
    maxLength: 2,
  }),
  scripts: fc.array(
    fc.record(Object.fromEntries(NAMES.map((name) => [name, fc.array(act, { maxLength: 3 })]))) as fc.Arbitrary<
      Record<Vendor, Script>
    >,
    { minLength: 2, maxLength: 24 },
  ),
  prices: fc.record(
    { hit: fc.constantFrom(0.011, 0.2), reports: fc.constantFrom(0.013, 0.09), call: fc.constantFrom(0.001, 0.07) },
    { requiredKeys: [] },
  ),
  cap: usd(0, 0.1, 0.37, 1, 5),
  month: usd(0.05, 0.5, 2),
  column: usd(0.1, 0.9),
  rows_at_once: fc.constantFrom(1, 3, 16),
  killed: fc.constantFrom(0, 0, 1, 3),
  meanwhile: fc.constantFrom('nothing', 'nothing', 'nothing', 'cancel', 'pause', 'steal'),
  again: fc.boolean(),
})

/** What each row's vendors do, by the first word of the row. */
const scripts = new Map<string, Record<Vendor, Script>>()
const asked = new Map<string, number>()

async function play(vendor: Vendor, { key = '' }: Inputs, signal: AbortSignal): Promise<LookupAnswer> {
  const place = `${vendor} ${key}`
  const turn = asked.get(place) ?? 0
  asked.set(place, turn + 1)
  if (turn % 2 === 0) await soon()
  signal.throwIfAborted()
  const does = scripts.get(key)?.[vendor][turn] ?? 'hit'
  const reports = vendor === 'reports'
  const units = (count: number) => (reports ? 0.07 * count : undefined)
  switch (does) {
    case 'hit':
      return charged(found({ description: `${vendor} ${key}` }, 0.9), units(1 + (turn % 3)))
    case 'verified':
      return charged(found({ description: `${vendor} ${key}` }, 1, { verified: true }), units(1))
    case 'miss':
      return charged(notFound(), units(turn % 2))
    case 'wait':
      return { kind: 'later', retry_in_ms: 1 }
    case 'paid wait':
      return charged({ kind: 'later', retry_in_ms: 30 } as LookupAnswer, units(1))
    case 'down':
      return failed('vendor_error', 'down', true)
    case 'lost':
      return VENDORS[vendor].repeat_free ? failed('timeout', 'late', true) : failed('uncertain', 'lost')
    case 'garbled':
      return failed('unmapped', 'what?')
    case 'refused':
      return failed('bad_input', 'no')
    case 'beyond':
      return charged(found({ description: `${vendor} ${key}` }, 0.9), units(5))
  }
}

export const catalog = NAMES.map((name) =>
  lookup(name, (inputs, signal) => play(name, inputs, signal), { ...VENDORS[name], cache_days: 7 } as Partial<Lookup>),
)

async function stage(books: Books, one: Scenario): Promise<Book> {
  const mark = newId()
  const rows = one.scripts.map((script, index) => {
    scripts.set(`${mark}-${index}`, script)
    return `${mark}-${index}`
  })
  const columns = one.columns.map((vendors, index) => ({ ...about(...vendors), name: `About ${index}` }))
  const book = await addWorkbook(books.database, rows, columns)
  await books.inBook(book, (tx) =>
    updatePerformance(tx, { row_concurrency: one.rows_at_once, provider_workers: one.rows_at_once }),
  )
  for (const [name, price_usd] of Object.entries(one.prices))
    await books.inBook(book, (tx) => setPrice(tx, catalog, name, { price_usd }))
  if (one.month !== null) await books.set(book, budget(one.month))
  if (one.column !== null)
    await books.set(
      book,
      budget(one.column, { scope: 'column', period: 'total', workbook_id: book.id, column_id: 'c2' }),
    )
  return book
}

/** What kill -9 leaves: a leased chunk whose time is up, and calls on record with their money kept aside. */
async function leaveBehind(books: Books, book: Book, run_id: string, { killed, columns }: Scenario): Promise<void> {
  const vendor = columns[0]?.[0] ?? 'free'
  const asks = catalog.find(({ id }) => id === vendor)
  if (killed === 0 || vendor === 'free' || !asks) return
  const taken = await books.database.asOwner(
    `update run_chunks set state = 'leased', worker_id = gen_random_uuid(), lease_until = now() + interval '1 hour', leases = 1
      where run_id = $1 and not exists (select from run_chunks c where c.run_id = $1 and c.state <> 'ready') returning 1`,
    [run_id],
  )
  if (taken.length === 0) return
  const rows = await books.database.asOwner<{ id: string }>(
    'select id from workbook_rows where workbook_id = $1 order by position limit $2',
    [book.id, killed],
  )
  await books.inBook(book, async (tx) => {
    const payer = { workbook_id: book.id, run_id, user_id: 1, token_id: null }
    const wanted = rows.map(({ id }) => ({
      id: newId(),
      at: new Date(),
      row_id: id,
      column_id: 'c2',
      step_id: vendor,
      lookup: asks,
    }))
    await (await admitCalls(tx, payer, { wanted, settled: [] })).book()
  })
  await books.database.asOwner(`update run_chunks set lease_until = now() - interval '1 second' where run_id = $1`, [
    run_id,
  ])
}

async function runOnce(books: Books, one: Scenario, book: Book): Promise<RunResponse> {
  const request = one.cap === null ? {} : { max_usd: one.cap }
  const runs = { database: books.database, catalog, now: () => new Date() }
  const actor = { kind: 'user' as const, user_id: 1, name: 'Ann', token_id: null, ip: null, request_id: null }
  const at = { workspace_id: book.workspace_id, actor }
  // No worker is woken before what a killed worker left is there.
  const { run_id } = await startRun(runs, at, book.id, { mode: 'missing', ...request })
  const look = () => books.inBook(book, (tx) => readRun(tx, book.id, run_id))
  await leaveBehind(books, book, run_id, one)
  books.wake()
  const change = (act: typeof cancelRun) => act(runs, book.workspace_id, book.id, run_id).catch(() => undefined)
  await soon()
  await soon()
  if (one.meanwhile === 'cancel') await change(cancelRun)
  if (one.meanwhile === 'pause') {
    await change(pauseRun)
    await soon()
    await change(resumeRun)
  }
  // As if the worker had been away for longer than its lease: another one goes on beside it.
  if (one.meanwhile === 'steal')
    await books.database.asOwner(
      `update run_chunks set worker_id = gen_random_uuid(), lease_until = now() - interval '1 second' where run_id = $1 and state = 'leased'`,
      [run_id],
    )
  books.wake()
  const waking = setInterval(() => books.wake(), 2_000)
  return until(look, ({ ended_at }) => ended_at !== null).finally(() => clearInterval(waking))
}

const sum = (numbers: readonly (number | null)[]) => numbers.reduce<number>((all, each) => all + (each ?? 0), 0)

interface Line {
  state: string
  amount: number | null
  reserved: number | null
  run_id: string
  row_id: string
  column_id: string
}

async function expectAgreement(books: Books, one: Scenario, book: Book, ended: readonly RunResponse[]): Promise<void> {
  await books.expectBooksToAgree(book)
  const lines = await books.database.asOwner<Line>(
    `select state, amount_micro::float8 as amount, reserved_micro::float8 as reserved, run_id, row_id, column_id from ledger_lines
      where workspace_id = $1`,
    [book.workspace_id],
  )
  const spent = (of: Line[]) => sum(of.map(({ state, amount }) => (state === 'settled' ? amount : 0)))
  const perhaps = (of: Line[]) => sum(of.map(({ state, reserved }) => (state === 'uncertain' ? reserved : 0)))
  const beyond = (of: Line[]) =>
    sum(
      of.map(({ state, amount, reserved }) => (state === 'settled' ? Math.max(0, (amount ?? 0) - (reserved ?? 0)) : 0)),
    )

  for (const run of ended) {
    const mine = lines.filter(({ run_id }) => run_id === run.run_id)
    expect(Math.round(run.cost_usd * 1e6), 'a run and its lines').toBe(spent(mine))
    // Only what vendors reported beyond all they declared can pass a cap, and that by the excess of one call.
    if (one.cap !== null) {
      const excess = Math.max(0, ...mine.map((line) => beyond([line])))
      expect(spent(mine) + perhaps(mine) - beyond(mine)).toBeLessThanOrEqual(one.cap * 1e6)
      expect(spent(mine) + perhaps(mine), 'a cap and the excess of one call').toBeLessThanOrEqual(
        one.cap * 1e6 + excess,
      )
    }
    const [now] = await books.database.asOwner<{ status: string; cost: number; done: number }>(
      'select status, cost_micro::float8 as cost, done from runs where id = $1',
      [run.run_id],
    )
    expect(now, 'a run that is over').toEqual({ status: run.status, cost: spent(mine), done: run.done })
    const endings = await books.database.asOwner<{ cost_usd: number; status: string }>(
      `select (payload->>'cost_usd')::float8 as cost_usd, payload->>'status' as status
        from (select workspace_id, type, payload from outbox union all select workspace_id, type, payload from events) e
        where payload->>'run_id' = $1 and type in ('run.completed', 'run.cancelled', 'run.failed')`,
      [run.run_id],
    )
    expect(endings, 'the end as it was told').toEqual([{ cost_usd: run.cost_usd, status: run.status }])
  }

  const cells = await books.database.asOwner<{
    cost: number | null
    run_id: string
    row_id: string
    column_id: string
  }>(
    'select cost_micro::float8 as cost, run_id, row_id, column_id from cells where workbook_id = $1 and run_id is not null',
    [book.id],
  )
  for (const { cost, run_id, row_id, column_id } of cells) {
    const mine = lines.filter(
      (line) => line.run_id === run_id && line.row_id === row_id && line.column_id === column_id,
    )
    // A call of unknown cost makes the cost of its cell unknown.
    const known = mine.some(({ state }) => state === 'uncertain') ? null : spent(mine)
    expect(cost, 'a cell and its lines').toBe(known)
  }

  const cost = await books.inBook(book, (tx) => readWorkbookCost(tx, book.id, new Date()))
  expect(Math.round(cost.total.spent_usd * 1e6), 'the workbook').toBe(spent(lines))
  for (const each of await books.budgets(book)) {
    const mine = each.scope === 'column' ? lines.filter(({ column_id }) => column_id === 'c2') : lines
    expect(Math.round(each.spent_usd * 1e6), 'a budget').toBe(spent(mine))
    expect(Math.round(each.uncertain_usd * 1e6), 'what is uncertain in a budget').toBe(perhaps(mine))
    expect(spent(mine) + perhaps(mine) - beyond(mine)).toBeLessThanOrEqual(each.limit_usd * 1e6)
  }
}

/** @throws Error that tells the scenario, and the seed by which it is played again. */
export async function playScenarios(books: Books, count: number, seed: number): Promise<void> {
  const open = [...fc.sample(scenario, { numRuns: count, seed }).entries()]
  const playOn = async () => {
    for (let next = open.shift(); next; next = open.shift()) {
      const [index, one] = next
      try {
        const book = await stage(books, one)
        const ended = [await runOnce(books, one, book)]
        if (one.again) ended.push(await runOnce(books, { ...one, killed: 0, meanwhile: 'nothing' }, book))
        // A worker that was taken for dead may still tell what its last calls came to.
        await vi.waitFor(() => expectAgreement(books, one, book, ended), { timeout: 240_000 })
      } catch (error) {
        const { scripts: played, ...rest } = one
        const told = `scenario ${index} of seed ${seed}: ${JSON.stringify(rest)}\n${JSON.stringify(played)}`
        throw new Error(`${told}\n${error instanceof Error ? error.message : error}`, { cause: error })
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, playOn))
}
