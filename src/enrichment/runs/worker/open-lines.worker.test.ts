// Calls that nobody will hear of any more: what was kept aside for each is told once, and never against what is known.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { attemptOf } from '../../attempts/attempts.logic.ts'
import { writeAttempts } from '../../attempts/attempts.writes.ts'
import { bookCalls, settlementOf, termsOnRecord, wantOf } from '../../money/booking.commands.ts'
import { about, type Book, budget, ended, many, openBooks, soon } from '../../money/books.fixture.ts'
import { readLines } from '../../money/ledger.reads.ts'
import { lookup, says } from '../counted-lookup.fixture.ts'
import { cancelRun } from '../run.commands.ts'
import { addWorkbook, until } from '../workbook.fixture.ts'
import { keepAsUncertain, sweepReservations } from './open-lines.commands.ts'

let books: Awaited<ReturnType<typeof openBooks>>
beforeAll(async () => {
  books = await openBooks()
})
afterEach(() => books.rest())
afterAll(() => books.database.close())

const paid = lookup('paid', says(), { repeat_free: false, cache_days: 0 })

/** A run whose worker was killed while it asked for every row, half a dollar each. */
async function killed(rows: number) {
  const book = await addWorkbook(books.database, many(rows), [about('paid')])
  await books.set(book, budget(10))
  const { runs, run_id, look } = await books.start(book, [paid])
  await books.database.asOwner(
    `update run_chunks set state = 'leased', worker_id = gen_random_uuid(), lease_until = now() - interval '1 minute', leases = 1 where run_id = $1`,
    [run_id],
  )
  const ids = await books.database.asOwner<{ id: string; row_id: string }>(
    `insert into reservations (workspace_id, id, at, run_id, step_id, workbook_id, column_id, row_id, provider, lookup, reserved_micro, price_micro, rule, user_id)
      select workspace_id, gen_random_uuid(), now() - interval '1 hour', $2, 'paid', workbook_id, 'c2', id, 'paid', 'paid', 500000, 500000, 'on_hit', 1
      from workbook_rows where workbook_id = $1 returning id, row_id`,
    [book.id, run_id],
  )
  await books.database.asOwner('update budget_use set reserved_micro = $2 where workspace_id = $1', [
    book.workspace_id,
    rows * 500_000,
  ])
  return { book, run_id, look, ids, cancel: () => cancelRun(runs, book.workspace_id, book.id, run_id) }
}

const left = async (book: Book) =>
  (
    await books.database.asOwner<{ id: string }>('select id from reservations where workspace_id = $1', [
      book.workspace_id,
    ])
  ).map(({ id }) => id)

it('a promise stays reserved as long as a worker looks after it, and is uncertain when none does', async () => {
  const { book, run_id, ids, cancel } = await killed(2)
  // The worker was killed between the group that told of the promise and the one with the cell that waits for it.
  await books.database.asOwner(
    `insert into attempts (workspace_id, id, workbook_id, row_id, column_id, run_id, step_id, provider, state, outcome, answer)
      select workspace_id, id, workbook_id, row_id, column_id, run_id, step_id, lookup, 'reserved', 'pending', '{"kind":"pending"}'
      from reservations where run_id = $1`,
    [run_id],
  )
  const [awaited] = ids
  await books.database.asOwner(
    `insert into awaited_answers (workspace_id, id, workbook_id, run_id, row_id, column_id, step_id, provider, promise, asked_at, deadline, look_at)
      select workspace_id, id, workbook_id, run_id, row_id, column_id, step_id, lookup, '{"kind":"pending"}', at, now() + interval '1 day', now() + interval '1 day'
      from reservations where id = $1`,
    [awaited?.id],
  )
  await cancel()
  // The end of the run has seen to it.
  expect(await sweepReservations(books.database)).toBe(0)
  expect(await left(book)).toEqual([awaited?.id])
  expect(await books.budgets(book)).toMatchObject([{ reserved_usd: 0.5, uncertain_usd: 0.5, spent_usd: 0 }])
})

it('what a worker puts on record meanwhile is left as it is', async () => {
  const { book, run_id, ids, cancel } = await killed(2)
  const leaseFor = (time: string) =>
    books.database.asOwner(`update run_chunks set lease_until = now() + $2::interval where run_id = $1`, [run_id, time])
  await leaseFor('1 hour')
  await cancel()
  await leaseFor('-1 second')
  const [call] = ids
  if (!call) throw new Error('nothing is under way')
  let sweeping: Promise<number> | undefined
  await books.inBook(book, async (tx) => {
    const line = (await readLines(tx, [call.id])).get(call.id)
    if (!line) throw new Error('it is not on record')
    const blank = attemptOf(call.row_id, 'c2', 'paid', 'paid', line.at)
    await writeAttempts(tx, book.id, run_id, [{ ...blank, id: call.id, outcome: 'found', cost_micro: 500_000 }])
    const terms = termsOnRecord(line)
    const payer = { workbook_id: book.id, run_id, user_id: 1, token_id: null }
    await bookCalls(tx, payer, [settlementOf(wantOf(line), terms, { cost_micro: 500_000, reported: false })])
    sweeping = books.inBook(book, (other) => keepAsUncertain(other, run_id))
    // It has seen the call as open, and waits for what we say of it.
    while (!(await books.database.saying('')).some(({ is_held_up }) => is_held_up)) await soon()
  })
  expect(await sweeping).toBe(1)
  expect((await books.lines(book)).map(({ state, amount }) => [state, amount]).sort()).toEqual([
    ['settled', 500_000],
    ['uncertain', null],
  ])
  expect(await books.budgets(book)).toMatchObject([{ reserved_usd: 0, uncertain_usd: 0.5, spent_usd: 0.5 }])
})

it('money kept aside for a call is given back although the lookup is free by now', async () => {
  const { book, look } = await killed(2)
  const free = lookup('paid', says(), { repeat_free: false, cache_days: 0, price: { usd: 0, rule: 'free' } })
  books.work([free])
  await until(look, ended)
  await books.rest()
  expect(free.asked).toEqual([])
  expect(await sweepReservations(books.database)).toBe(0)
  expect(await left(book)).toEqual([])
  expect((await books.lines(book)).map(({ state }) => state)).toEqual(['uncertain', 'uncertain'])
  expect(await books.budgets(book)).toMatchObject([{ reserved_usd: 0, uncertain_usd: 1, spent_usd: 0 }])
})

/** What is kept aside for all of them, and whose price it is. */
const reservedAt = (book: Book, micro: number | null, whose: 'workspace' | null = null) =>
  books.database.asOwner(
    `with now as (update reservations set reserved_micro = $2, price_micro = $2, price_basis = $3 where workspace_id = $1)
      update budget_use set reserved_micro = (select coalesce($2, 0) * count(*) from reservations where workspace_id = $1) where workspace_id = $1`,
    [book.workspace_id, micro, whose],
  )
const pricedAt = (usd: number | null, repeat_free: boolean) =>
  lookup('paid', says(), { repeat_free, cache_days: 0, price: { usd, rule: 'on_hit' } })

it('a call that is lost counts with its reservation, although its price is unknown by now', async () => {
  const { book, look } = await killed(2)
  await reservedAt(book, 250_000, 'workspace')
  books.work([pricedAt(null, false)])
  await until(look, ended)
  expect(await books.lines(book)).toMatchObject([
    { state: 'uncertain', basis: 'workspace', price: 250_000 },
    { state: 'uncertain', basis: 'workspace', price: 250_000 },
  ])
  expect(await books.budgets(book)).toMatchObject([{ reserved_usd: 0, uncertain_usd: 0.5, spent_usd: 0 }])
})

it('a call that is lost at an unknown price counts with nothing, although the price is known by now', async () => {
  const { book, look } = await killed(1)
  await reservedAt(book, null)
  books.work([pricedAt(2, false)])
  await until(look, ended)
  expect(await books.lines(book)).toMatchObject([{ state: 'unpriced', price: null }])
  expect(await books.budgets(book)).toMatchObject([{ reserved_usd: 0, uncertain_usd: 0, spent_usd: 0 }])
})

it('a call that is made again is paid at the price it was kept aside at, so that no budget is passed by a price that rose', async () => {
  const { book, look } = await killed(2)
  await books.set(book, budget(1.25))
  books.work([pricedAt(2, true)])
  await until(look, ended)
  expect(await books.lines(book)).toMatchObject([
    { state: 'settled', amount: 500_000, price: 500_000 },
    { state: 'settled', amount: 500_000, price: 500_000 },
  ])
  expect(await books.budgets(book)).toMatchObject([{ reserved_usd: 0, uncertain_usd: 0, spent_usd: 1 }])
})
