// Budgets against real workers on one database: what may not be spent is not spent, by not one call.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../kernel/ids.ts'
import { found, notFound } from '../../providers/kit/kit.ts'
import { updatePerformance } from '../performance/performance.commands.ts'
import { lookup, says } from '../runs/counted-lookup.fixture.ts'
import { addWorkbook, readCells, until } from '../runs/workbook.fixture.ts'
import { about, type Book, budget, ended, many, openBooks, soon } from './books.fixture.ts'
import type { BudgetUpdate } from './budgets.schema.ts'

let books: Awaited<ReturnType<typeof openBooks>>
beforeAll(async () => {
  books = await openBooks()
})
afterEach(() => books.rest())
afterAll(() => books.database.close())

describe('a hard budget', () => {
  it('is not overshot by one call, with three workers and 64 rows at once in each', async () => {
    const paid = lookup('paid', async (inputs) => {
      await soon()
      return Number(inputs.key?.slice(1)) % 5 === 0 ? notFound() : found({ description: 'x' }, 1)
    })
    const book = await addWorkbook(books.database, many(1500), [about('paid')])
    await books.inBook(book, (tx) => updatePerformance(tx, { row_concurrency: 64, provider_workers: 64 }))
    await books.set(book, budget(100.25))
    for (let n = 0; n < 3; n++) books.work([paid])
    const { look } = await books.start(book, [paid])
    const run = await until(look, ended)
    expect(run.status).toBe('budget_stopped')
    expect(run.done).toBe(1500)
    const spent = await books.expectBooksToAgree(book)
    expect(spent).toBe(100)
    expect(run.cost_usd).toBe(100)
    expect(run.counts.complete).toBe(200)
    expect(await books.budgets(book)).toMatchObject([{ spent_usd: 100, left_usd: 0.25, uncertain_usd: 0 }])
    const told = await books.database.asOwner<{ share: string }>(
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

  it('that calls under way have used up for now is waited for: what they do not cost is spent on the next', async () => {
    const picky = lookup('picky', async (inputs) => {
      await soon()
      return Number(inputs.key?.slice(1)) < 28 ? notFound() : found({ description: 'x' }, 1)
    })
    const book = await addWorkbook(books.database, many(40), [about('picky')])
    await books.inBook(book, (tx) => updatePerformance(tx, { row_concurrency: 10, provider_workers: 10 }))
    await books.set(book, budget(1.5))
    books.work([picky])
    const run = await until((await books.start(book, [picky])).look, ended)
    expect(run).toMatchObject({ status: 'budget_stopped', cost_usd: 1.5 })
    expect(run.counts).toEqual({ not_found: 28, complete: 3, budget_stopped: 9 })
    expect(picky.asked.length).toBe(31)
    expect(await books.expectBooksToAgree(book)).toBe(1.5)
  })

  it('of nothing lets only what is free be asked, and says in the cell why', async () => {
    const paid = lookup('paid', says())
    const free = lookup('free', (inputs) => (inputs.key === 'n1' ? found({ description: 'x' }, 1) : notFound()), {
      price: { usd: 0, rule: 'free' },
    })
    const book = await addWorkbook(books.database, many(3), [about('paid', 'free')])
    await books.set(book, budget(0, { period: 'total' }))
    books.work([paid, free])
    const { look } = await books.start(book, [paid, free])
    expect((await until(look, ended)).status).toBe('budget_stopped')
    expect(paid.asked).toEqual([])
    expect((await readCells(books.database, book.id)).map(({ status, provider }) => [status, provider])).toEqual([
      ['budget_stopped', null],
      ['complete', 'free'],
      ['budget_stopped', null],
    ])
    const [attempt] = await books.database.asOwner(
      `select reason, detail from attempts where workbook_id = $1 and provider = 'paid' limit 1`,
      [book.id],
    )
    expect(attempt).toEqual({
      reason: 'over_budget',
      detail: 'The budget of the workspace is nothing in all, and this call may cost something',
    })
    expect(await books.expectBooksToAgree(book)).toBe(0)
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
    const book = await addWorkbook(books.database, many(60), [about('paid')])
    await books.inBook(book, (tx) => updatePerformance(tx, { row_concurrency: 10, provider_workers: 10 }))
    books.work([paid])
    const { look } = await books.start(book, [paid])
    while (paid.asked.length < 10) await soon()
    await books.set(book, budget(0))
    open()
    const run = await until(look, ended)
    expect(paid.asked.length).toBe(10)
    expect(run.counts).toEqual({ complete: 10, budget_stopped: 50 })
    expect(await books.budgets(book)).toMatchObject([{ spent_usd: 5, left_usd: 0 }])
    await books.set(book, budget(1000))
    expect(await until((await books.start(book, [paid])).look, ended)).toMatchObject({ status: 'done', cost_usd: 25 })
    expect(await books.budgets(book)).toMatchObject([{ spent_usd: 30, left_usd: 970 }])
    await books.expectBooksToAgree(book)
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
    books.work([one, two])
    for (const [index, [limit, calls]] of cases.entries()) {
      one.asked.length = two.asked.length = 0
      const book = await addWorkbook(books.database, many(10), [about('one'), { ...about('two'), name: 'Again' }])
      const token = newId()
      await books.database.asOwner(
        `insert into ingest_tokens (workspace_id, workbook_id, id, hash, hint, unknown_keys) values ($1, $2, $3, $4, 'wbi_abc', 'ignore')`,
        [book.workspace_id, book.id, token, Buffer.from(token)],
      )
      const mine = limit({ ...book, token })
      await books.set(book, mine)
      await until((await books.start(book, [one, two], {}, index === 3 ? 'another' : token)).look, ended)
      const asked = [one.asked.length, two.asked.length] as const
      expect(typeof calls === 'number' ? asked[0] + asked[1] : asked).toEqual(calls)
      await books.expectBooksToAgree(book)
      await books.set(book, { ...mine, limit_usd: null })
      expect(await books.budgets(book)).toEqual([])
    }
  })

  it('that is new begins with what was spent before it', async () => {
    const paid = lookup('paid', says())
    const book = await addWorkbook(books.database, many(4), [about('paid')])
    books.work([paid])
    await until((await books.start(book, [paid])).look, ended)
    const periods = ['day', 'month', 'total'] as const
    await books.set(book, ...periods.map((period) => budget(5, { period, scope: 'workbook', workbook_id: book.id })))
    expect((await books.budgets(book)).map(({ spent_usd, share }) => [spent_usd, share])).toEqual([
      [2, 40],
      [2, 40],
      [2, 40],
    ])
  })

  it('refuses calls of unknown price, unless it allows them', async () => {
    const dark = lookup('dark', says(), { price: { usd: null, rule: 'per_call' } })
    const book = await addWorkbook(books.database, many(2), [about('dark')])
    await books.set(book, budget(10))
    books.work([dark])
    await until((await books.start(book, [dark])).look, ended)
    expect(dark.asked).toEqual([])
    await books.set(book, budget(10, { allow_unknown_prices: true }))
    await until((await books.start(book, [dark])).look, ended)
    expect(dark.asked.length).toBe(2)
    expect(await books.lines(book)).toMatchObject([
      { state: 'unpriced', amount: null, price: null },
      { state: 'unpriced', amount: null, price: null },
    ])
  })
})

describe('the cap of a run', () => {
  it('ends it as budget_stopped without asking for one call more, and keeps what was found', async () => {
    const paid = lookup('paid', says())
    const book = await addWorkbook(books.database, many(700), [about('paid')])
    books.work([paid])
    books.work([paid])
    const { look } = await books.start(book, [paid], { max_usd: 7.4 })
    const run = await until(look, ended)
    expect(run).toMatchObject({ status: 'budget_stopped', max_usd: 7.4 })
    expect(run.done).toBeLessThan(700)
    await books.rest()
    expect(paid.asked.length).toBe(14)
    expect((await readCells(books.database, book.id)).filter(({ status }) => status === 'complete').length).toBe(14)
    expect(await books.expectBooksToAgree(book)).toBe(7)
  })
})
