// The rows of a scope: those above the first, in the order asked for, and those behind the ones that are loaded.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTenant } from '../../../../test/open-tenant.ts'
import type { WorkspaceTx } from '../../../platform/db/database.ts'
import { withTimeout } from '../../../records/filters/found-rows.reads.ts'
import { createRows } from '../../../records/rows/new-rows.commands.ts'
import { deleteRows } from '../../../records/rows/rows.commands.ts'
import { readColumns } from '../../../records/store/workbooks.reads.ts'
import { lookup, says } from '../counted-lookup.fixture.ts'
import { type Book, setStage } from '../run-stage.fixture.ts'
import { addWorkbook, readCells } from '../workbook.fixture.ts'
import { planFirstRows } from './dry-run.reads.ts'
import { estimateRun } from './estimate.reads.ts'
import { firstToRun, sampleToRun } from './rows-to-run.reads.ts'
import type { RunRequest } from './run.schema.ts'
import { matchingRows, prepareRun, type ResolvedRun, resolveRun } from './run.scope.ts'
import { readRunRows } from './run-rows.reads.ts'

const first = lookup('first', says())
let stage: ReturnType<typeof setStage>
const { database } = await openTenant()
beforeAll(async () => {
  stage = setStage(database, [first])
})
afterAll(async () => {
  await stage?.close()
})

const about = {
  type: 'waterfall',
  name: 'About',
  output: 'description',
  steps: [{ provider: 'first', inputs: { key: '{{Name}}' } }],
}
const within = <T>(book: Book, work: (tx: WorkspaceTx) => Promise<T>) => database.inWorkspace(stage.placeOf(book), work)
const rowsOfBook = (book: Book) =>
  database.asOwner<{ id: string; name: string; position: number }>(
    `select id, data->>'c1' as name, position from workbook_rows where workbook_id = $1 order by position`,
    [book.id],
  )
async function listed(tx: WorkspaceTx, resolved: ResolvedRun, most: number): Promise<string[]> {
  const ids: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await readRunRows(tx, resolved, { planned: 'to_run', most, ...(cursor && { cursor }) })
    ids.push(...page.items.map(({ row_id }) => row_id))
    cursor = page.next_cursor
  }
  return ids
}

it('has rows that were put above the first: estimated, listed, taken first, and filled once', async () => {
  const book = await addWorkbook(database, ['gone', 'low'], [about])
  const above = async (name: string) => {
    const before = (await rowsOfBook(book))[0]?.id ?? ''
    await within(book, (tx) => createRows(tx, book.id, { rows: [{ data: { c1: name } }], before }))
  }
  await within(book, async (tx) => deleteRows(tx, book.id, [(await rowsOfBook(book))[0]?.id ?? '']))
  await above('middle')
  await above('top')
  // On both sides of the place where one range of positions ends and the next begins.
  expect((await rowsOfBook(book)).map(({ position }) => position)).toEqual([-2, 0, 2])
  const ids = (await rowsOfBook(book)).map(({ id }) => id)
  await within(book, async (tx) => {
    const prepared = await prepareRun(stage.runs, tx, book.id, { mode: 'missing' })
    expect(prepared.estimate).toMatchObject({ rows_in_scope: 3, to_run: 3 })
    expect(await listed(tx, prepared, 1)).toEqual(ids)
  })
  expect(await stage.end(book, await stage.start(book, { limit: 1 }))).toMatchObject({ rows: 1 })
  expect((await readCells(database, book.id)).map(({ name }) => name)).toEqual(['top'])
  const run = await stage.end(book, await stage.start(book, { mode: 'all' }))
  expect(run).toMatchObject({ rows: 3, done: 3, counts: { complete: 3 } })
})

it('goes by the order that was asked for, where that is not the order of the workbook', async () => {
  const names = Array.from({ length: 30 }, (_, index) => `n${index + 10}`)
  const book = await addWorkbook(database, names, [about])
  const request: RunRequest = { mode: 'missing', filter: { field: 'c1', op: 'starts_with', value: 'n' } }
  const backwards = (await rowsOfBook(book)).map(({ id }) => id).reverse()
  await within(book, async (tx) => {
    const resolved = await resolveRun(stage.runs, tx, book.id, request)
    const asking = { id: book.id, columns: await readColumns(tx, book.id) }
    const question = { filter: null, search: null, sorts: [{ field: 'c1', dir: 'desc' as const }] }
    const scope = await matchingRows(tx, asking, question)
    expect(scope.row_ids).toEqual(backwards)
    expect(await firstToRun(tx, book.id, scope, 4, resolved.estimated)).toEqual({ row_ids: backwards.slice(0, 4) })
    expect(await listed(tx, { ...resolved, scope }, 7)).toEqual(backwards)
    const plan = await planFirstRows(tx, { ...resolved, scope })
    expect(plan.map(({ row_id }) => row_id)).toEqual(backwards.slice(0, 20))
  })
})

it('does not end where the rows end that are loaded', async () => {
  const book = await addWorkbook(
    database,
    [...Array(60).fill('done'), ...Array.from({ length: 240 }, (_, n) => `n${n}`)],
    [about],
  )
  const ids = (await rowsOfBook(book)).map(({ id }) => id)
  await stage.end(book, await stage.start(book, { row_ids: ids.slice(0, 60) }))
  await within(book, async (tx) => {
    const asking = { id: book.id, columns: await readColumns(tx, book.id) }
    const filter = { field: 'c1', op: 'ne', value: 'nobody' } as const
    const resolved = await resolveRun(stage.runs, tx, book.id, { mode: 'missing', filter })
    const scope = await matchingRows(tx, asking, { filter, search: null, sorts: [] }, 50)
    expect(scope).toMatchObject({ row_ids: { length: 50 }, rest: { count: 250 } })
    const { estimated } = resolved
    expect(await listed(tx, { ...resolved, scope }, 70)).toEqual(ids.slice(60))
    expect(await firstToRun(tx, book.id, scope, 20, estimated)).toEqual({ row_ids: ids.slice(60, 80) })
    const estimate = await estimateRun(tx, book.id, scope, estimated)
    expect(estimate).toMatchObject({ rows_in_scope: 300, already_fresh: 60, to_run: 240 })
    const { row_ids: sample } = await sampleToRun(tx, book.id, scope, 12, estimated)
    const places = sample.map((id) => ids.indexOf(id))
    expect([new Set(sample).size, Math.min(...places), Math.max(...places) > 260]).toEqual([12, 60, true])
  })
})

it('goes past any number of rows that have their answers, and says how far it looked when it gave up', async () => {
  const names = [...Array.from({ length: 200 }, (_, n) => `n${n}`), ...Array(40).fill(''), 'last']
  const book = await addWorkbook(database, names, [about])
  const ids = (await rowsOfBook(book)).map(({ id }) => id)
  await stage.end(book, await stage.start(book, { row_ids: ids.slice(0, 200) }))
  await within(book, async (tx) => {
    const { scope, estimated } = await resolveRun(stage.runs, tx, book.id, { mode: 'missing' })
    const first = (most: number) => firstToRun(tx, book.id, scope, 3, estimated, { most, batch: 10 })
    // Ten with answers and all the blank ones are looked at, row by row.
    expect(await first(60)).toEqual({ row_ids: ids.slice(240) })
    expect(await first(30)).toEqual({ row_ids: [], looked_at: 30 })
    const all = { ...estimated, mode: 'all' as const }
    expect((await firstToRun(tx, book.id, scope, 3, all)).row_ids).toEqual(ids.slice(0, 3))
    const { estimate } = await prepareRun(stage.runs, tx, book.id, { mode: 'missing', limit: 3 })
    expect(estimate.looked_at).toBeUndefined()
  })
})

it('takes no time from what the transaction does once its rows are found', async () => {
  const book = await addWorkbook(database, ['a'], [about])
  await within(book, async (tx) => {
    const limit = async () =>
      (await tx.client.query<{ statement_timeout: string }>('show statement_timeout')).rows[0]?.statement_timeout
    const before = await limit()
    expect(await withTimeout(tx, limit, 7000)).toBe('7s')
    expect(await limit()).toBe(before)
  })
})

it('a sample for one column is of rows with work for it, though all have work for another', async () => {
  const names = Array.from({ length: 6 }, (_, n) => `n${n}`)
  const book = await addWorkbook(database, names, [about, { ...about, name: 'More' }])
  const ids = (await rowsOfBook(book)).map(({ id }) => id)
  await stage.end(book, await stage.start(book, { column_ids: ['c3'], row_ids: ids.slice(0, 4) }))
  await within(book, async (tx) => {
    const { scope, estimated } = await resolveRun(stage.runs, tx, book.id, { mode: 'missing' })
    const of = (more: object) => sampleToRun(tx, book.id, scope, 6, { ...estimated, ...more })
    expect((await of({})).row_ids).toEqual(ids)
    expect((await of({ column_id: 'c3' })).row_ids).toEqual(ids.slice(4))
  })
})
