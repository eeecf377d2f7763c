// What calls are booked with: prices that change under way, and reservations whose call was cut short.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { found } from '../../providers/kit/kit.ts'
import { updatePerformance } from '../performance/performance.commands.ts'
import { lookup, says } from '../runs/counted-lookup.fixture.ts'
import { cancelRun } from '../runs/run.commands.ts'
import { addWorkbook, until } from '../runs/workbook.fixture.ts'
import { sweepReservations } from '../runs/worker/open-lines.commands.ts'
import { readTrace } from '../trace/trace.reads.ts'
import { about, type Book, budget, ended, many, openBooks, soon } from './books.fixture.ts'
import { readLedger } from './ledger.reads.ts'
import { setPrice } from './prices.commands.ts'

let books: Awaited<ReturnType<typeof openBooks>>
beforeAll(async () => {
  books = await openBooks()
})
afterEach(() => books.rest())
afterAll(() => books.database.close())

describe('a price', () => {
  it('that changes during a run counts from the next call on, and each line tells the price it was made at', async () => {
    const paid = lookup('paid', async (inputs) => {
      if (inputs.key === 'n2') await books.inBook(book, (tx) => setPrice(tx, [paid], 'paid', { price_usd: 0.2 }))
      return found({ description: 'x' }, 1)
    })
    const book = await addWorkbook(books.database, many(5), [about('paid')])
    await books.inBook(book, (tx) => updatePerformance(tx, { row_concurrency: 1 }))
    books.work([paid])
    await until((await books.start(book, [paid])).look, ended)
    expect((await books.lines(book)).map(({ amount, basis, price }) => [amount, basis, price])).toEqual([
      [500_000, 'catalogue', 500_000],
      [500_000, 'catalogue', 500_000],
      [500_000, 'catalogue', 500_000],
      [200_000, 'workspace', 200_000],
      [200_000, 'workspace', 200_000],
    ])
    await books.expectBooksToAgree(book)
  })
})

describe('a reservation', () => {
  it('of a call that a cancelled run cut short stays as uncertain, counted with the most it can have cost', async () => {
    const slow = lookup(
      'slow',
      (_, signal) => new Promise((_, cut) => signal.addEventListener('abort', () => cut(signal.reason))),
    )
    const book = await addWorkbook(books.database, many(3), [about('slow')])
    await books.set(book, budget(10))
    books.work([slow])
    const { runs, run_id, look } = await books.start(book, [slow])
    while (slow.asked.length < 3) await soon()
    expect(await books.budgets(book)).toMatchObject([{ reserved_usd: 1.5, left_usd: 8.5 }])
    await cancelRun(runs, book.workspace_id, book.id, run_id)
    books.wake()
    await until(look, ended)
    await books.rest()
    expect(await books.budgets(book)).toMatchObject([
      { reserved_usd: 0, uncertain_usd: 1.5, spent_usd: 0, left_usd: 8.5 },
    ])
    expect((await books.lines(book)).map(({ state }) => state)).toEqual(['uncertain', 'uncertain', 'uncertain'])
  })

  it('of a call that a cancelled run cut short marks its cell, and a later run asks it again only when it is told to', async () => {
    let isStuck = true
    const slow = lookup(
      'slow',
      (inputs, signal) => {
        // The last of them has its answer before the run is cancelled.
        if (!isStuck || inputs.key === 'n3') return says()(inputs, signal)
        return new Promise((_, cut) => signal.addEventListener('abort', () => cut(signal.reason)))
      },
      { cache_days: 0 },
    )
    const book = await addWorkbook(books.database, many(4), [about('slow')])
    await books.database.asOwner(
      `insert into cells (workspace_id, workbook_id, row_id, column_id, status, value, provider) select workspace_id, workbook_id, id, 'c2', 'complete', '"known"', 'other'
        from workbook_rows where workbook_id = $1 and position = 1`,
      [book.id],
    )
    books.work([slow])
    const first = await books.start(book, [slow], { mode: 'all' })
    await until(first.look, ({ done }) => done === 1 && slow.asked.length === 4)
    await cancelRun(first.runs, book.workspace_id, book.id, first.run_id)
    books.wake()
    // The run is over at once; its worker puts on record what it let go of when it hears of that.
    await until(first.look, ({ done }) => done === 4)
    expect(await first.look()).toMatchObject({ status: 'cancelled', counts: { complete: 1, error: 3 } })
    const cells = () =>
      books.database.asOwner<{ status: string; error_class: string | null; value: string | null; cost: string | null }>(
        `select status, error_class, value, provider, cost_micro::float8 as cost from cells c join workbook_rows r on r.id = c.row_id
          where c.workbook_id = $1 order by r.position`,
        [book.id],
      )
    const uncertain = { status: 'error', error_class: 'uncertain', value: null, provider: 'slow', cost: null }
    const cut = [{ ...uncertain, value: 'known', provider: 'other' }, uncertain, uncertain]
    expect(await cells()).toMatchObject([...cut, { status: 'complete', value: 'about n3' }])
    isStuck = false
    await until((await books.start(book, [slow])).look, ended)
    expect(slow.asked.length).toBe(4)
    expect((await cells()).slice(0, 3)).toMatchObject(cut)
    await until((await books.start(book, [slow], { mode: 'failed' })).look, ended)
    expect((await cells()).map(({ status }) => status)).toEqual(['complete', 'complete', 'complete', 'complete'])
  })

  it('of a free call that a cancelled run cut short marks its cell where it must not be made twice', async () => {
    const hangs = (_: unknown, signal: AbortSignal) =>
      new Promise<never>((_, cut) => signal.addEventListener('abort', () => cut(signal.reason)))
    const price = { usd: 0, rule: 'free' } as const
    const again = lookup('again', hangs, { price })
    const once = lookup('once', hangs, { price, repeat_free: false })
    const book = await addWorkbook(books.database, many(1), [about('again'), { ...about('once'), name: 'Once' }])
    books.work([again, once])
    const { runs, run_id, look } = await books.start(book, [again, once])
    while (again.asked.length + once.asked.length < 2) await soon()
    await cancelRun(runs, book.workspace_id, book.id, run_id)
    books.wake()
    await until(look, ({ done }) => done === 1)
    await books.rest()
    expect(
      await books.database.asOwner('select column_id, status, error_class from cells where workbook_id = $1', [
        book.id,
      ]),
    ).toEqual([{ column_id: 'c3', status: 'error', error_class: 'uncertain' }])
  })

  it('of a call that was still to be made when its run was cancelled is given back, and only those under way are uncertain', async () => {
    const stuck = lookup(
      'stuck',
      (inputs, signal) =>
        Number(inputs.key?.slice(1)) < 100
          ? soon().then(() => found({ description: 'x' }, 1))
          : new Promise((_, cut) => signal.addEventListener('abort', () => cut(signal.reason))),
      { repeat_free: false },
    )
    const book = await addWorkbook(books.database, many(200), [about('stuck')])
    await books.inBook(book, (tx) => updatePerformance(tx, { row_concurrency: 4, provider_workers: 4 }))
    await books.set(book, budget(1000))
    books.work([stuck])
    const { runs, run_id, look } = await books.start(book, [stuck])
    const reserved = async () => (await books.budgets(book))[0]?.reserved_usd ?? 0
    // More are on record than are asked: they got ready while the quick ones were asked.
    while (stuck.asked.length < 104 || (await reserved()) <= 2) await soon()
    await cancelRun(runs, book.workspace_id, book.id, run_id)
    books.wake()
    await until(look, ended)
    await books.rest()
    expect(stuck.asked.length).toBe(104)
    expect(await books.budgets(book)).toMatchObject([{ reserved_usd: 0, uncertain_usd: 2, spent_usd: 50 }])
    const told = await books.database.asOwner<{ state: string; outcome: string; n: number }>(
      `select state, outcome, count(*)::int as n from attempts where run_id = $1 and outcome <> 'found' group by 1, 2 order by 1`,
      [run_id],
    )
    expect(told).toEqual([
      { state: 'settled', outcome: 'skipped', n: expect.any(Number) },
      { state: 'uncertain', outcome: 'failed', n: 4 },
    ])
  })

  it('of a worker that was killed is taken over by the next one, or kept as uncertain once its run is over', async () => {
    const paid = lookup('paid', says(), { repeat_free: false, cache_days: 0 })
    const again = lookup('again', says())
    const book = await addWorkbook(books.database, many(2), [about('paid'), { ...about('again'), name: 'Again' }])
    const { run_id, look } = await books.start(book, [paid, again])
    await books.set(book, budget(10))
    // What a killed worker leaves behind: a leased chunk whose time is up, and reserved calls.
    await books.database.asOwner(
      `update run_chunks set state = 'leased', worker_id = gen_random_uuid(), lease_until = now() - interval '1 minute', leases = 1 where run_id = $1`,
      [run_id],
    )
    await books.database.asOwner(
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
    await books.database.asOwner(`update budget_use set reserved_micro = 1000000 where workspace_id = $1`, [
      book.workspace_id,
    ])
    expect(await sweepReservations(books.database)).toBe(0)
    books.work([paid, again])
    await until(look, ended)
    expect(paid.asked).toEqual(['n1'])
    expect(again.asked.sort()).toEqual(['n0', 'n1'])
    expect((await books.lines(book)).map(({ state, lookup: name }) => `${name} ${state}`).sort()).toEqual([
      'again settled',
      'again settled',
      'paid settled',
      'paid uncertain',
    ])
    expect(await books.budgets(book)).toMatchObject([{ reserved_usd: 0, uncertain_usd: 0.5, spent_usd: 1.5 }])
    await books.database.asOwner(
      `update ledger_lines set state = 'reserved' where run_id = $1 and state = 'uncertain'`,
      [run_id],
    )
    await books.database.asOwner(
      `update attempts set outcome = null, state = 'reserved' where run_id = $1 and state = 'uncertain'`,
      [run_id],
    )
    await books.database.asOwner(
      `update budget_use set reserved_micro = 500000, uncertain_micro = 0 where workspace_id = $1`,
      [book.workspace_id],
    )
    expect(await sweepReservations(books.database)).toBe(1)
    expect(await sweepReservations(books.database)).toBe(0)
    expect(await books.budgets(book)).toMatchObject([{ reserved_usd: 0, uncertain_usd: 0.5, spent_usd: 1.5 }])
  })

  it('is short, goes with its answer, and is shown as under way by the trace and in the ledger until then', async () => {
    let answer = () => {}
    const isAnswered = new Promise<void>((resolve) => {
      answer = resolve
    })
    const slow = lookup('slow', async () => {
      await isAnswered
      return found({ description: 'x' }, 1)
    })
    const book = await addWorkbook(books.database, many(1), [about('slow')])
    books.work([slow])
    const { look } = await books.start(book, [slow])
    while (slow.asked.length < 1) await soon()
    const [row] = await books.database.asOwner<{ id: string }>('select id from workbook_rows where workbook_id = $1', [
      book.id,
    ])
    const askable = { catalog: [slow] }
    const trace = await books.inBook(book, (tx) => readTrace(tx, askable, Date.now(), book.id, row?.id ?? '', 'c2'))
    expect(trace.attempts).toMatchObject([{ provider: 'slow', state: 'reserved', outcome: null }])
    const { items } = await books.inBook(book, (tx) => readLedger(tx, { limit: 10 }))
    expect(items).toMatchObject([{ state: 'reserved', reserved_usd: 0.5, amount_usd: null }])
    // It is on record once, and only as what it is.
    expect(await books.lines(book)).toEqual([])
    answer()
    await until(look, ended)
    expect(await books.lines(book)).toMatchObject([{ state: 'settled', amount: 500_000 }])
    expect(await books.expectBooksToAgree(book)).toBe(0.5)
  })

  it('that a killed worker left is gone on from, or kept as uncertain by what comes over its run', async () => {
    const paid = lookup('paid', says(), { repeat_free: false, cache_days: 0 })
    const again = lookup('again', says())
    const columns = [about('paid'), { ...about('again'), name: 'Again' }]
    const leave = async (book: Book, run: string) => {
      await books.set(book, budget(10))
      await books.database.asOwner(
        `update run_chunks set state = 'leased', worker_id = gen_random_uuid(), lease_until = now() - interval '1 minute', leases = 1 where run_id = $1`,
        [run],
      )
      await books.database.asOwner(
        `insert into reservations (workspace_id, id, at, run_id, step_id, workbook_id, column_id, row_id, provider, lookup, reserved_micro, price_micro, rule, user_id)
          select r.workspace_id, gen_random_uuid(), now() - interval '1 hour', $2, c.lookup, r.workbook_id, c.id, r.id, c.lookup, c.lookup, 500000, 500000, 'on_hit', 1
          from workbook_rows r, (values ('c2', 'paid'), ('c3', 'again')) c(id, lookup) where r.workbook_id = $1 and r.position = 1`,
        [book.id, run],
      )
      await books.database.asOwner('update budget_use set reserved_micro = 1000000 where workspace_id = $1', [
        book.workspace_id,
      ])
    }
    const taken = await addWorkbook(books.database, many(2), columns)
    const first = await books.start(taken, [paid, again])
    await leave(taken, first.run_id)
    expect(await sweepReservations(books.database)).toBe(0)
    books.work([paid, again])
    await until(first.look, ended)
    expect(paid.asked).toEqual(['n1'])
    expect(again.asked.sort()).toEqual(['n0', 'n1'])
    expect(await books.budgets(taken)).toMatchObject([{ reserved_usd: 0, uncertain_usd: 0.5, spent_usd: 1.5 }])
    await books.rest()

    const over = await addWorkbook(books.database, many(2), columns)
    const second = await books.start(over, [paid, again])
    await leave(over, second.run_id)
    await cancelRun(second.runs, over.workspace_id, over.id, second.run_id)
    expect(await sweepReservations(books.database)).toBe(0)
    expect((await books.lines(over)).map(({ state }) => state)).toEqual(['uncertain', 'uncertain'])
    expect(await books.budgets(over)).toMatchObject([{ reserved_usd: 0, uncertain_usd: 1, spent_usd: 0 }])
    const told = await books.database.asOwner('select state, reason from attempts where run_id = $1', [second.run_id])
    expect(told).toEqual([
      { state: 'uncertain', reason: 'uncertain' },
      { state: 'uncertain', reason: 'uncertain' },
    ])
    expect(
      await books.database.asOwner('select 1 from reservations where run_id in ($1, $2)', [
        first.run_id,
        second.run_id,
      ]),
    ).toEqual([])
  })
})
