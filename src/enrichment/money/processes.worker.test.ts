// Budgets over true processes: what may not be spent is not spent by all of them together, also when one of them is killed.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { updatePerformance } from '../performance/performance.commands.ts'
import { lookup, says } from '../runs/counted-lookup.fixture.ts'
import { addWorkbook, readCells, until } from '../runs/workbook.fixture.ts'
import { about, budget, ended, many, openBooks, soon } from './books.fixture.ts'
import type { WorkerOrder } from './worker-process.fixture.ts'

const ROWS = 900
/** Asked by the processes alone; this one knows what it costs. */
const paid = lookup('paid', says(), { repeat_free: false })
let books: Awaited<ReturnType<typeof openBooks>>
const workers: ChildProcess[] = []

beforeAll(async () => {
  books = await openBooks()
})
// Those of one test would take the rows of the next.
afterEach(async () => {
  const there = workers.splice(0).filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
  for (const worker of there) worker.disconnect()
  await Promise.all(there.map((worker) => once(worker, 'exit')))
  await books.rest()
})
afterAll(() => books?.database.close())

/** Starts a worker in a process of its own, which looks for work by then; what it asks is added to `asked`. */
async function startWorker(asked: string[], callMs: number): Promise<ChildProcess> {
  const script = new URL('./worker-process.fixture.ts', import.meta.url)
  const worker = fork(script, { execArgv: ['--import', 'tsx'] })
  workers.push(worker)
  const order: WorkerOrder = { connection: books.database.connection, call_ms: callMs }
  await new Promise<void>((resolve) => {
    worker.on('message', (told: { asked?: string; ready?: true }) => {
      if (told.asked !== undefined) asked.push(told.asked)
      if (told.ready) resolve()
    })
    worker.send(order)
  })
  return worker
}

it('three processes with 64 rows at once in each make not one call too many, and none twice, though one of them is killed', async () => {
  const asked: string[] = []
  const [first] = await Promise.all([1, 2, 3].map(() => startWorker(asked, 3)))
  const book = await addWorkbook(books.database, many(ROWS), [about('paid')])
  await books.inBook(book, (tx) => updatePerformance(tx, { row_concurrency: 64, provider_workers: 64 }))
  await books.set(book, budget(100.25))
  const { look } = await books.start(book, [paid])
  while (asked.length < 80) await soon()
  first?.kill('SIGKILL')
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

it('a run goes on after its process was killed with all that a budget had left, and ends with that as uncertain', async () => {
  const asked: string[] = []
  const worker = await startWorker(asked, 600_000)
  const book = await addWorkbook(books.database, many(ROWS), [about('paid')])
  await books.inBook(book, (tx) => updatePerformance(tx, { row_concurrency: 64, provider_workers: 64 }))
  await books.set(book, budget(32))
  const { look } = await books.start(book, [paid])
  while (asked.length < 64) await soon()
  worker.kill('SIGKILL')
  // Its rows are all put off before those of the killed one can be taken.
  books.work([paid])
  const run = await until(look, ended)
  expect(run).toMatchObject({ status: 'budget_stopped', done: ROWS })
  expect(asked.length).toBe(64)
  const [told] = await books.budgets(book)
  expect(told).toMatchObject({ reserved_usd: 0, spent_usd: 0, uncertain_usd: 32, left_usd: 0 })
})
