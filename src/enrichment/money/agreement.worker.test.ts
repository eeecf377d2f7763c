// Random vendors, prices, budgets, retries and crashes: run, cells, ledger, workbook and budgets tell the same to the micro-dollar.
// MONEY_SCENARIOS=1000 plays so many; MONEY_SEED plays another sequence; MONEY_LOSES_ONE_IN=4 cuts more connections.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { openBooks } from './books.fixture.ts'
import { losing } from './lost-connections.fixture.ts'
import { catalog, playScenarios } from './scenarios.fixture.ts'

const SCENARIOS = Number(process.env.MONEY_SCENARIOS ?? 12)
const SEED = Number(process.env.MONEY_SEED ?? 1)
/** One transaction of a worker in so many loses its connection. */
const LOSES_ONE_IN = Number(process.env.MONEY_LOSES_ONE_IN ?? 20)

let books: Awaited<ReturnType<typeof openBooks>>
beforeAll(async () => {
  books = await openBooks()
})
afterEach(() => books.rest())
afterAll(() => books?.database.close())

it(`${SCENARIOS} random scenarios agree to the micro-dollar, and no cap is passed but by what vendors report beyond their word`, async () => {
  books.work(catalog)
  books.work(catalog)
  await playScenarios(books, SCENARIOS, SEED)
}, 3_600_000)

it(`${SCENARIOS} more end and agree although workers lose their connections at any moment`, async () => {
  const lossy = await losing(books.database, LOSES_ONE_IN)
  books.work(catalog, lossy.over)
  books.work(catalog, lossy.over)
  await playScenarios(books, SCENARIOS, SEED + 1)
  expect(lossy.lost()).toBeGreaterThan(0)
}, 3_600_000)
