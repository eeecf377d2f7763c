// Caps against vendors that report what a call cost, and the end of a run, which comes after the last call's money.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { charged, found, notFound } from '../../providers/kit/kit.ts'
import { updatePerformance } from '../performance/performance.commands.ts'
import { lookup } from '../runs/counted-lookup.fixture.ts'
import { cancelRun } from '../runs/run.commands.ts'
import { addWorkbook, until } from '../runs/workbook.fixture.ts'
import { about, type Book, budget, ended, many, openBooks, soon } from './books.fixture.ts'
import { readRunActual } from './cost.reads.ts'
import { setPrice } from './prices.commands.ts'

let books: Awaited<ReturnType<typeof openBooks>>
beforeAll(async () => {
  books = await openBooks()
})
afterEach(() => books.rest())
afterAll(() => books.database.close())

/** A vendor that says with each answer what it took, in its own price. */
const reporting = (usd: number, price: { usd: number; most?: number } = { usd }) =>
  lookup(
    'reports',
    async () => {
      await soon()
      return charged(found({ description: 'x' }, 1), usd)
    },
    { price: { ...price, rule: 'vendor_reports' } },
  )

const endings = (book: Book) =>
  books.database.asOwner<{ type: string; status: string; cost_usd: number; done: number }>(
    `select type, payload->>'status' as status, (payload->>'cost_usd')::float8 as cost_usd, (payload->>'done')::int as done
      from (select workspace_id, type, payload from outbox union all select workspace_id, type, payload from events) e
      where workspace_id = $1 and type in ('run.completed', 'run.cancelled', 'run.failed')`,
    [book.workspace_id],
  )

describe('a cap, where the vendor reports what a call cost', () => {
  it('holds at the price that the workspace pays: what is reported is booked at that', async () => {
    const paid = reporting(0.0245)
    const book = await addWorkbook(books.database, many(120), [about('reports')])
    await books.inBook(book, (tx) => setPrice(tx, [paid], 'reports', { price_usd: 0.00833 }))
    books.work([paid])
    const { run_id, look } = await books.start(book, [paid], { max_usd: 0.5 })
    const run = await until(look, ended)
    expect(run).toMatchObject({ status: 'budget_stopped', cost_usd: 0.4998 })
    expect(await books.expectBooksToAgree(book)).toBe(0.4998)
    expect((await books.lines(book))[0]).toMatchObject({ amount: 8_330, basis: 'reported' })
    expect(await books.inBook(book, (tx) => readRunActual(tx, book.id, run_id))).toMatchObject({ beyond_usd: 0 })
  })

  it('holds where one call may take several times its price: so much is kept aside for it', async () => {
    const paid = reporting(0.3, { usd: 0.1, most: 3 })
    const book = await addWorkbook(books.database, many(40), [about('reports')])
    books.work([paid])
    const { look } = await books.start(book, [paid], { max_usd: 1 })
    expect(await until(look, ended)).toMatchObject({ status: 'budget_stopped', cost_usd: 0.9 })
    expect(await books.expectBooksToAgree(book)).toBe(0.9)
  })

  it('that reports beyond all it declared have passed ends the run at once, and both say so', async () => {
    let answers = 0
    const paid = lookup(
      'reports',
      async () => {
        await soon()
        return charged(found({ description: 'x' }, 1), ++answers > 4 ? 2.5 : 0.1)
      },
      { price: { usd: 0.1, rule: 'vendor_reports' } },
    )
    const book = await addWorkbook(books.database, many(300), [about('reports')])
    await books.inBook(book, (tx) => updatePerformance(tx, { row_concurrency: 8, provider_workers: 2 }))
    books.work([paid])
    const { run_id, look, estimate } = await books.start(book, [paid], { max_usd: 1.9 })
    expect(estimate).toMatchObject({ reported_prices: ['reports'], under_way_most: 2 })
    const run = await until(look, ended)
    expect(run.status).toBe('budget_stopped')
    expect(run.error).toMatch(/reports.* reported more than its price/)
    // Five answers use it up; no more than the call under way beside the last comes on top.
    expect(paid.asked.length).toBeLessThanOrEqual(6)
    const spent = await books.expectBooksToAgree(book)
    expect(spent).toBeCloseTo(0.4 + (paid.asked.length - 4) * 2.5, 6)
    const actual = await books.inBook(book, (tx) => readRunActual(tx, book.id, run_id))
    expect(actual.beyond_usd).toBeCloseTo((paid.asked.length - 4) * 2.4, 6)
  })

  it('of the workspace holds back what its first report shows not to fit', async () => {
    const paid = reporting(0.5, { usd: 0.1 })
    const book = await addWorkbook(books.database, many(300), [about('reports')])
    await books.inBook(book, (tx) => updatePerformance(tx, { row_concurrency: 8, provider_workers: 2 }))
    await books.set(book, budget(1.9))
    books.work([paid])
    const run = await until((await books.start(book, [paid])).look, ended)
    expect(run.status).toBe('budget_stopped')
    expect(await books.expectBooksToAgree(book)).toBe(1.5)
  })
})

describe('a vendor that reports several times what it declares', () => {
  it('passes a cap by one call at the most, in the first run and in none after it, however many workers there are', async () => {
    const paid = reporting(0.3, { usd: 0.1 })
    const book = await addWorkbook(books.database, many(60), [about('reports')])
    for (let worker = 0; worker < 3; worker++) books.work([paid])
    const first = await books.start(book, [paid], { max_usd: 2 })
    expect(first.estimate.high_usd).toBeCloseTo(6, 6)
    const run = await until(first.look, ended)
    expect(run.status).toBe('budget_stopped')
    expect(run.cost_usd).toBeGreaterThanOrEqual(1.8)
    expect(run.cost_usd).toBeLessThanOrEqual(2.2)
    const second = await books.start(book, [paid], { max_usd: 2 })
    const left = 60 - paid.asked.length
    expect(second.estimate).toMatchObject({ by_provider: [{ price_usd: 0.3 }] })
    expect(second.estimate.high_usd).toBeCloseTo(left * 0.3, 6)
    expect(second.estimate.expected_usd).toBeGreaterThan(left * 0.1)
    expect(await until(second.look, ended)).toMatchObject({ status: 'budget_stopped', cost_usd: 1.8 })
    await books.expectBooksToAgree(book)
  })

  it('is asked one call first, and then 2, 4 and 8 at a time, until enough were reported', async () => {
    let now = 0
    const atOnce: number[] = []
    const paid = lookup(
      'reports',
      async () => {
        atOnce.push(++now)
        for (let n = 0; n < 10; n++) await soon()
        now--
        return charged(found({ description: 'x' }, 1), 0.1)
      },
      { price: { usd: 0.1, rule: 'vendor_reports' } },
    )
    const book = await addWorkbook(books.database, many(40), [about('reports')])
    for (let worker = 0; worker < 2; worker++) books.work([paid])
    const { look } = await books.start(book, [paid], { max_usd: 1_000 })
    expect(await until(look, ended)).toMatchObject({ status: 'done', cost_usd: 4 })
    expect(atOnce[0]).toBe(1)
    expect(Math.max(...atOnce.slice(0, 3))).toBeLessThanOrEqual(2)
    expect(Math.max(...atOnce.slice(0, 7))).toBeLessThanOrEqual(4)
    expect(Math.max(...atOnce.slice(0, 15))).toBeLessThanOrEqual(8)
  })
})

describe('a cap on what is billed by the hit', () => {
  it('is used up to the last hit that fits, however many workers share the run', async () => {
    const paid = lookup(
      'hits',
      async ({ key = '' }) => {
        for (let n = 0; n < 10; n++) await soon()
        return Number(key.slice(1)) % 7 === 6 ? found({ description: key }, 1) : notFound()
      },
      { price: { usd: 0.1, rule: 'on_hit' } },
    )
    const book = await addWorkbook(books.database, many(200), [about('hits')])
    for (let worker = 0; worker < 4; worker++) books.work([paid])
    const { look } = await books.start(book, [paid], { max_usd: 0.5 })
    expect(await until(look, ended)).toMatchObject({ status: 'budget_stopped', cost_usd: 0.5, counts: { complete: 5 } })
    expect(await books.expectBooksToAgree(book)).toBe(0.5)
  })
})

describe('the end of a run', () => {
  it('under a cap is told when the last call is booked, and nothing of the run changes afterwards', async () => {
    let answer = () => {}
    const isAnswered = new Promise<void>((resolve) => {
      answer = resolve
    })
    const slow = lookup('slow', async () => {
      await isAnswered
      return found({ description: 'x' }, 1)
    })
    const book = await addWorkbook(books.database, many(30), [about('slow')])
    books.work([slow])
    const { look } = await books.start(book, [slow], { max_usd: 2 })
    while (slow.asked.length < 4) await soon()
    for (let n = 0; n < 40; n++) {
      await soon()
      expect((await look()).ended_at).toBeNull()
    }
    expect(await endings(book)).toEqual([])
    answer()
    const run = await until(look, ended)
    expect(run).toMatchObject({ status: 'budget_stopped', cost_usd: 2 })
    expect(await endings(book)).toEqual([
      { type: 'run.completed', status: 'budget_stopped', cost_usd: 2, done: run.done },
    ])
    await books.rest()
    expect(await look()).toEqual(run)
    expect(await books.expectBooksToAgree(book)).toBe(2)
  })

  it('that a user cancels is told when its calls are stopped and booked, and nothing of it changes afterwards', async () => {
    const slow = lookup(
      'slow',
      (_, signal) => new Promise((_, cut) => signal.addEventListener('abort', () => cut(signal.reason))),
      { repeat_free: false },
    )
    const book = await addWorkbook(books.database, many(3), [about('slow')])
    books.work([slow])
    const { runs, run_id, look } = await books.start(book, [slow])
    while (slow.asked.length < 3) await soon()
    const told = await cancelRun(runs, book.workspace_id, book.id, run_id)
    expect(['running', 'cancelled']).toContain(told.status)
    expect(told.status === 'running' ? told.ending : 'cancelled').toBe('cancelled')
    books.wake()
    const run = await until(look, ended)
    expect(run).toMatchObject({ status: 'cancelled', ending: null, counts: { error: 3 } })
    expect(await endings(book)).toEqual([{ type: 'run.cancelled', status: 'cancelled', cost_usd: 0, done: 3 }])
    await books.rest()
    expect(await look()).toEqual(run)
  })

  it('of a worker that was killed is told when its lease is over', async () => {
    const slow = lookup('slow', () => new Promise(() => {}), { repeat_free: false })
    const book = await addWorkbook(books.database, many(2), [about('slow')])
    const { runs, run_id, look } = await books.start(book, [slow])
    await books.database.asOwner(
      `update run_chunks set state = 'leased', worker_id = gen_random_uuid(), leases = 1, lease_until = now() + interval '1 hour' where run_id = $1`,
      [run_id],
    )
    await cancelRun(runs, book.workspace_id, book.id, run_id)
    expect(await look()).toMatchObject({ status: 'queued', ending: 'cancelled' })
    await books.database.asOwner(`update run_chunks set lease_until = now() - interval '1 second' where run_id = $1`, [
      run_id,
    ])
    books.work([slow])
    expect(await until(look, ended)).toMatchObject({ status: 'cancelled' })
    expect(slow.asked).toEqual([])
  })
})
