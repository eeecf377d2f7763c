// Rows that rest after a worker was gone: who comes back to them makes no call again that it had made and that nobody heard of.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { LookupAnswer } from '../../../providers/kit/kit.ts'
import { about, budget, ended, openBooks, soon } from '../../money/books.fixture.ts'
import { lookup } from '../counted-lookup.fixture.ts'
import { addWorkbook, readCells, until } from '../workbook.fixture.ts'

let books: Awaited<ReturnType<typeof openBooks>>
beforeAll(async () => {
  books = await openBooks()
})
afterAll(() => books?.database.close())

it('a call cut short by the end of its worker is not made again, on whichever side of the step that its row rests for', async () => {
  const paid = (id: string) =>
    lookup(id, (_, signal) => new Promise((_, cut) => signal.addEventListener('abort', () => cut(signal.reason))), {
      repeat_free: false,
      cache_days: 0,
    })
  /** Free of charge; longer than a call itself waits. */
  const saying = (id: string, ...answers: LookupAnswer[]) =>
    lookup(id, () => answers.shift() as LookupAnswer, { cache_days: 0, price: { usd: 0, rule: 'free' } })
  const later: LookupAnswer = { kind: 'later', retry_in_ms: 60_000 }
  const miss: LookupAnswer = { kind: 'not_found' }
  const first = paid('first')
  const last = paid('last')
  const catalog = [first, saying('then', later, miss), saying('before', miss, later, miss), last]
  const book = await addWorkbook(
    books.database,
    ['a'],
    [about('first', 'then'), { ...about('before', 'last'), name: 'More' }],
  )
  await books.set(book, budget(10))
  const { run_id, look } = await books.start(book, catalog)

  books.work(catalog)
  while (first.asked.length + last.asked.length < 2) await soon()
  await books.rest()
  books.work(catalog)
  const resting = () =>
    books.database.asOwner(`select 1 from run_chunks where run_id = $1 and state = 'ready' and resting is not null`, [
      run_id,
    ])
  while ((await resting()).length === 0) await soon()
  await books.rest()
  await books.database.asOwner('update run_chunks set not_before = now() where run_id = $1', [run_id])
  books.work(catalog)
  await until(look, ended)
  await books.rest()

  expect([first.asked, last.asked]).toEqual([['a'], ['a']])
  expect((await readCells(books.database, book.id)).map(({ status }) => status)).toEqual(['error', 'error'])
  expect((await books.lines(book)).map(({ state }) => state)).toEqual(['uncertain', 'uncertain'])
  expect(await books.budgets(book)).toMatchObject([{ reserved_usd: 0, uncertain_usd: 1, spent_usd: 0 }])
})
