// A connection that is lost just when a group of cells is committed: nobody knows whether it is on record.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { about, many } from '../money/books.fixture.ts'
import { lookup, says } from './counted-lookup.fixture.ts'
import { setStage } from './run-stage.fixture.ts'
import { addWorkbook } from './workbook.fixture.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database?.close())

/** Loses the connection once, at the first commit of a group that counted cells: right behind it, or right before. */
function losing(when: 'behind' | 'before') {
  const told = { lost: 0 }
  const lose = () => {
    told.lost++
    throw Object.assign(new Error('the connection is gone'), { code: 'ECONNRESET' })
  }
  const inWorkspace: TestDatabase['inWorkspace'] = async (at, work) => {
    const asked = new Set<string | undefined>()
    const isGroup = () => asked.has('run_chunks_held') && asked.has('run_count')
    const result = await database.inWorkspace(at, async (tx) => {
      const query = tx.client.query
      tx.client.query = ((...args: Parameters<typeof query>) => {
        asked.add((args[0] as { name?: string }).name)
        return query.apply(tx.client, args)
      }) as typeof query
      const result = await work(tx)
      if (when === 'before' && isGroup() && told.lost === 0) lose()
      return result
    })
    if (when === 'behind' && isGroup() && told.lost === 0) lose()
    return result
  }
  return { told, database: { ...database, inWorkspace } }
}

it.each(['behind', 'before'] as const)('counts and pays every cell once when it is lost right %s', async (when) => {
  const paid = lookup('paid', says())
  const flaky = losing(when)
  const stage = setStage(flaky.database, [paid])
  const book = await addWorkbook(database, many(20), [about('paid')])
  const run = await stage.end(book, await stage.start(book))
  await stage.close()
  expect(flaky.told.lost).toBe(1)
  expect(run).toMatchObject({ status: 'done', done: 20, cells: 20, counts: { complete: 20 }, cost_usd: 10 })
  expect(paid.asked.length).toBe(20)
  const [sums] = await database.asOwner(
    `select (select sum(amount_micro)::int from ledger_lines where workspace_id = $1) as ledger,
      (select sum(cost_micro)::int from lookup_usage where workspace_id = $1) as days,
      (select count(*)::int from reservations where workspace_id = $1) as reserved`,
    [book.workspace_id],
  )
  expect(sums).toEqual({ ledger: 10_000_000, days: 10_000_000, reserved: 0 })
})
