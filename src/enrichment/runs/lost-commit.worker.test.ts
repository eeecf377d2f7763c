// A connection that is lost just when a group of cells is committed, or the end of a chunk: nobody knows whether it is on record.
import { expect, it } from 'vitest'
import type { TestDatabase } from '../../../test/database.ts'
import { openTenant } from '../../../test/open-tenant.ts'
import { about, many } from '../money/books.fixture.ts'
import { lookup, says } from './counted-lookup.fixture.ts'
import { setStage } from './run-stage.fixture.ts'
import { addWorkbook } from './workbook.fixture.ts'
import type { Lease } from './worker/chunks.writes.ts'

const { database } = await openTenant()

const isGroup = (asked: ReadonlySet<string>) => asked.has('run_chunks_held') && asked.has('run_count')
const isEndOfChunk = (asked: ReadonlySet<string>) =>
  [...asked].some((text) => text.startsWith('update run_chunks set state'))

/** Loses the connection once, at the first commit of such a transaction: right behind it, or right before. */
function losing(when: 'behind' | 'before', isIt: (asked: ReadonlySet<string>) => boolean) {
  const told = { lost: 0, again: 0 }
  const lose = () => {
    told.lost++
    throw Object.assign(new Error('the connection is gone'), { code: 'ECONNRESET' })
  }
  const inWorkspace: TestDatabase['inWorkspace'] = async (at, work) => {
    const asked = new Set<string>()
    const result = await database.inWorkspace(at, async (tx) => {
      const query = tx.client.query
      tx.client.query = ((...args: Parameters<typeof query>) => {
        const statement = args[0] as string | { name?: string; text: string }
        asked.add(typeof statement === 'string' ? statement : (statement.name ?? statement.text))
        return query.apply(tx.client, args)
      }) as typeof query
      const result = await work(tx)
      if (when === 'before' && isIt(asked) && told.lost === 0) lose()
      return result
    })
    if (when === 'behind' && isIt(asked) && told.lost === 0) lose()
    return result
  }
  const inSystem: TestDatabase['inSystem'] = async (work) => {
    const result = await database.inSystem(work)
    if (((result as Lease | undefined)?.leases ?? 0) > 1) told.again++
    return result
  }
  return { told, database: { ...database, inWorkspace, inSystem } }
}

it.each(['behind', 'before'] as const)('counts and pays every cell once when it is lost right %s', async (when) => {
  const paid = lookup('paid', says())
  const flaky = losing(when, isGroup)
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

it.each([
  'behind',
  'before',
] as const)('ends a chunk without its lease having to run out when it is lost right %s the end of it', async (when) => {
  const paid = lookup('paid', says())
  const flaky = losing(when, isEndOfChunk)
  const stage = setStage(flaky.database, [paid])
  const book = await addWorkbook(database, many(5), [about('paid')])
  const run = await stage.end(book, await stage.start(book))
  await stage.close()
  expect(flaky.told).toEqual({ lost: 1, again: 0 })
  expect(run).toMatchObject({ status: 'done', done: 5, cells: 5, counts: { complete: 5 } })
})
