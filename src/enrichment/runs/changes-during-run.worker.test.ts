// What people change while a run is under way, on a real database: prices, columns, references, the workbook's shape.
import { expect, it } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { found, type Lookup } from '../../providers/kit/kit.ts'
import { deleteColumn, updateColumn } from '../../records/columns/columns.commands.ts'
import { setPrice } from '../money/prices.commands.ts'
import { updatePerformance } from '../performance/performance.commands.ts'
import { lookup } from './counted-lookup.fixture.ts'
import { type Book, setStage } from './run-stage.fixture.ts'
import { addWorkbook, readCells } from './workbook.fixture.ts'

const { database } = await openTenant()

const names = Array.from({ length: 20 }, (_, index) => `n${String(index).padStart(2, '0')}`)
const waterfall = (name: string, provider: string, input = '{{Name}}'): JsonObject => ({
  type: 'waterfall',
  name,
  output: 'description',
  steps: [{ provider, inputs: { key: input } }],
})

/** A paid lookup that does something when it is asked for the third time. */
function meddling(id: string): { lookup: Lookup & { asked: string[] }; then: (what: () => Promise<unknown>) => void } {
  let what: () => Promise<unknown> = async () => {}
  let times = 0
  const made = lookup(
    id,
    async ({ key }) => {
      if (++times === 3) await what()
      return found({ description: `about ${key}` }, 0.9)
    },
    { repeat_free: false, cache_days: 0 },
  )
  const then = (next: () => Promise<unknown>) => {
    what = next
  }
  return { lookup: made, then }
}

/** One row after the other, in one worker. */
async function oneByOne(book: Book) {
  await database.inWorkspace(book.workspace_id, (tx) => updatePerformance(tx, { row_concurrency: 1 }))
}

it('a price that changes holds for the calls after it, and what was booked stays booked', async () => {
  const paid = meddling('paid')
  const book = await addWorkbook(database, names, [waterfall('About', 'paid')])
  await oneByOne(book)
  const stage = setStage(database, [paid.lookup])
  paid.then(() =>
    database.inWorkspace(stage.placeOf(book), (tx) => setPrice(tx, [paid.lookup], 'paid', { price_usd: 0.1 })),
  )
  const run = await stage.end(book, await stage.start(book))
  await stage.close()
  expect(run).toMatchObject({ status: 'done', counts: { complete: names.length } })
  const lines = await database.asOwner<{ micro: number; basis: string }>(
    `select amount_micro::int as micro, basis from ledger_lines where workbook_id = $1 order by at, id`,
    [book.id],
  )
  expect(lines).toHaveLength(names.length)
  expect(lines[0]).toEqual({ micro: 500_000, basis: 'catalogue' })
  expect(lines.at(-1)).toEqual({ micro: 100_000, basis: 'workspace' })
  for (const { micro } of lines) expect([500_000, 100_000]).toContain(micro)
  const sum = lines.reduce((total, { micro }) => total + micro, 0)
  expect(Math.round(run.cost_usd * 1e6)).toBe(sum)
  const [cells] = await database.asOwner('select sum(cost_micro)::int as micro from cells where workbook_id = $1', [
    book.id,
  ])
  expect(cells).toEqual({ micro: sum })
})

it('a column that is deleted is asked for no more, the others are filled, and the run ends and adds up', async () => {
  const [gone, kept] = [meddling('gone'), meddling('kept')]
  const book = await addWorkbook(database, names, [waterfall('Gone', 'gone'), waterfall('Kept', 'kept')])
  await oneByOne(book)
  const stage = setStage(database, [gone.lookup, kept.lookup])
  gone.then(async () => {
    await database.inWorkspace(stage.placeOf(book), (tx) => deleteColumn(tx, book.id, 'c2', true))
    // As the notice of the deletion does where somebody listens.
    stage.wake()
  })
  const run = await stage.end(book, await stage.start(book))
  await stage.close()
  expect(run.error).toBeNull()
  expect(run.ended_at).not.toBeNull()
  expect(run.done).toBe(run.cells)
  const cells = await readCells(database, book.id)
  const inKept = cells.filter(({ column_id }) => column_id === 'c3')
  expect(inKept.map(({ status }) => status)).toEqual(names.map(() => 'complete'))
  // What was there before lies by for an undo; nothing came after. A few were under way or on record.
  expect(cells.length - inKept.length).toBeLessThanOrEqual(3)
  expect(gone.lookup.asked.length).toBeLessThanOrEqual(names.length / 2)
  // What was paid for it stays on the books.
  const [line] = await database.asOwner<{ n: number }>(
    `select count(*)::int as n from ledger_lines where workbook_id = $1 and lookup = 'gone' and state = 'settled'`,
    [book.id],
  )
  expect(line?.n).toBe(gone.lookup.asked.length)
})

it('a column that is changed goes on in this run as it was when that was started', async () => {
  const [before, after] = [meddling('before'), meddling('after')]
  const book = await addWorkbook(database, names, [waterfall('About', 'before')])
  await oneByOne(book)
  const stage = setStage(database, [before.lookup, after.lookup])
  before.then(() =>
    database.inWorkspace(stage.placeOf(book), (tx) => updateColumn(tx, book.id, 'c2', { name: 'Renamed' } as never)),
  )
  const run = await stage.end(book, await stage.start(book))
  await stage.close()
  expect(run).toMatchObject({ status: 'done', counts: { complete: names.length } })
  expect(before.lookup.asked).toHaveLength(names.length)
})

it('a reference to a missing column is shown in the cell, and no provider is asked or paid', async () => {
  const paid = lookup('paid', () => found({ description: 'x' }, 1), { repeat_free: false })
  const book = await addWorkbook(database, ['a', 'b'], [waterfall('About', 'paid', '{{Gone}}')])
  const stage = setStage(database, [paid])
  const run = await stage.end(book, await stage.start(book))
  await stage.close()
  expect(run).toMatchObject({ counts: { skipped: 2 }, cost_usd: 0 })
  const cells = await database.asOwner(`select distinct status, reason, detail from cells where workbook_id = $1`, [
    book.id,
  ])
  expect(cells).toEqual([
    { status: 'skipped', reason: 'missing_input', detail: expect.stringContaining('no column "Gone"') },
  ])
  expect(paid.asked).toEqual([])
})
