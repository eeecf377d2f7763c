// Budgets over true processes: what may not be spent is not spent by all of them together, also when one of them is killed.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { updatePerformance } from '../performance/performance.commands.ts'
import { lookup, says } from '../runs/counted-lookup.fixture.ts'
import { addWorkbook, readCells, until } from '../runs/workbook.fixture.ts'
import { about, budget, ended, many, openBooks, soon } from './books.fixture.ts'

const ROWS = 900
/** Asked by the processes alone; this one knows what it costs. */
const paid = lookup('paid', says(), { repeat_free: false })
let books: Awaited<ReturnType<typeof openBooks>>
const workers: ChildProcess[] = []
const asked: string[] = []

beforeAll(async () => {
  books = await openBooks()
  const script = new URL('./worker-process.fixture.ts', import.meta.url)
  for (let n = 0; n < 3; n++) workers.push(fork(script, { execArgv: ['--import', 'tsx'] }))
})
afterAll(async () => {
  const gone = workers.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
  for (const worker of gone) worker.disconnect()
  await Promise.all(gone.map((worker) => once(worker, 'exit')))
  await books?.database.close()
})

/** Resolves when the worker looks for work. */
const begin = (worker: ChildProcess) =>
  new Promise<void>((resolve) => {
    worker.on('message', (told: { asked?: string; ready?: true }) => {
      if (told.asked !== undefined) asked.push(told.asked)
      if (told.ready) resolve()
    })
    worker.send(books.database.connection)
  })

it('three processes with 64 rows at once in each make not one call too many, and none twice, though one of them is killed', async () => {
  await Promise.all(workers.map(begin))
  const book = await addWorkbook(books.database, many(ROWS), [about('paid')])
  await books.inBook(book, (tx) => updatePerformance(tx, { row_concurrency: 64, provider_workers: 64 }))
  await books.set(book, budget(100.25))
  const { look } = await books.start(book, [paid])
  while (asked.length < 80) await soon()
  workers[0]?.kill('SIGKILL')
  // The lease of who was killed has to run out first.
  const run = await until(look, ended)
  expect(run).toMatchObject({ status: 'budget_stopped', done: ROWS })
  // What hit was billed, whether or not its process lived to hear of it.
  const billed = asked.filter((key) => Number(key.slice(1)) % 5 !== 0).length
  expect(billed).toBeLessThanOrEqual(200)
  expect(new Set(asked).size).toBe(asked.length)
  const [told] = await books.budgets(book)
  expect(told).toMatchObject({ reserved_usd: 0 })
  const left = told?.left_usd ?? Number.NaN
  const gone = (told?.spent_usd ?? 0) + (told?.uncertain_usd ?? 0)
  expect(gone).toBeGreaterThanOrEqual(billed * 0.5)
  expect(gone + left).toBe(100.25)
  // What the rows of the killed one had reserved comes back last, when no other row is left to spend it.
  expect(left).toBeGreaterThanOrEqual(0)
  expect(left).toBeLessThan(0.5 * (1 + 64))
  const filled = (await readCells(books.database, book.id)).filter(({ status }) => status === 'complete')
  expect(filled.length * 0.5).toBe(told?.spent_usd)
})
