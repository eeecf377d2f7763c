// The promises of columns that run by themselves: on what came or changed, once, within what they may spend in a day.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import { testRun } from '../../platform/queue/run.fixture.ts'
import { found } from '../../providers/kit/kit.ts'
import { makeIngestToken } from '../../records/ingest/ingest-token.commands.ts'
import { createRows } from '../../records/rows/new-rows.commands.ts'
import { setCell } from '../../records/rows/overrides.commands.ts'
import { setBudgets } from '../money/budgets.commands.ts'
import { readBudgets } from '../money/budgets.reads.ts'
import { readSpending } from '../money/spending.reads.ts'
import { lookup } from '../runs/counted-lookup.fixture.ts'
import { type Book, setStage } from '../runs/run-stage.fixture.ts'
import type { StartedRun } from '../runs/start-run.commands.ts'
import { addWorkbook, readCells } from '../runs/workbook.fixture.ts'
import { armColumn, disarmColumn, readAutoRun } from './auto-run.commands.ts'
import { autoRunJobs } from './auto-run.jobs.ts'
import { stopEverything } from './stop-everything.commands.ts'

const free = { price: { usd: 0, rule: 'free' }, cache_days: 0 } as const
const one = lookup('one', ({ key }) => found({ description: `1 ${key}` }, 0.9), free)
const two = lookup('two', ({ key }) => found({ description: `2 ${key}` }, 0.9), free)
const paid = lookup('paid', ({ key }) => found({ description: `$ ${key}` }, 0.9), { cache_days: 0 })
const slow = lookup(
  'slow',
  (_, signal) => new Promise((_, cut) => signal.addEventListener('abort', () => cut(signal.reason))),
  free,
)
let stage: ReturnType<typeof setStage>

const { database } = await openTenant()
beforeAll(async () => {
  stage = setStage(database, [one, two, paid, slow])
})
afterAll(async () => {
  await stage.close()
})

const column = (name: string, provider: string, key: string) => ({
  type: 'enrichment',
  name,
  output: 'description',
  provider,
  inputs: { key },
})
const inBook = <T>(book: Book, work: Parameters<typeof database.inWorkspace<T>>[1]) =>
  database.inWorkspace(stage.placeOf(book), work)
/** User 1 as an editor, unless told otherwise. */
const enrol = (book: Book, role = 'editor') =>
  database.asOwner(
    `insert into memberships (workspace_id, user_id, role) values ($1, 1, $2)
      on conflict (workspace_id, user_id) do update set role = excluded.role`,
    [book.workspace_id, role],
  )
const arm = async (book: Book, column_id: string, usd = 0) => {
  await enrol(book)
  await inBook(book, (tx) => armColumn(tx, { workbook_id: book.id, column_id }, usd))
}
const state = (book: Book, column_id: string) =>
  inBook(book, (tx) => readAutoRun(stage.runs, tx, { workbook_id: book.id, column_id }))
const add = (book: Book, ...names: string[]) =>
  inBook(book, (tx) => createRows(tx, book.id, { rows: names.map((c1) => ({ data: { c1 } })) } as never))
const rowId = async (book: Book, name: string) =>
  (
    await database.asOwner<{ id: string }>(`select id from workbook_rows where workbook_id = $1 and data->>'c1' = $2`, [
      book.id,
      name,
    ])
  )[0]?.id ?? ''
const write = async (book: Book, name: string, value: string) => {
  const row_id = await rowId(book, name)
  await inBook(book, (tx) => setCell(tx, { workbook_id: book.id, row_id, column_id: 'c1' }, value, new Date()))
}
const cells = async (book: Book) =>
  (await readCells(database, book.id)).map(({ name, column_id, value }) => [name, column_id, value])

/** Does what the queue would do until nothing is left for now; how many runs were started, each followed to its end. */
async function letRun(book: Book): Promise<number> {
  const [job] = autoRunJobs(stage.runs)
  const autoRuns = () =>
    database.asOwner<{ run_id: string }>(
      'select id as run_id from runs where workbook_id = $1 and auto_column is not null order by created_at',
      [book.id],
    )
  const before = (await autoRuns()).length
  for (let seen = before; ; ) {
    const signal = new AbortController().signal
    await job?.work({ workbook_id: book.id } as never, testRun({ id: '', workspace_id: book.workspace_id, signal }))
    const all = await autoRuns()
    if (all.length === seen) return seen - before
    for (const run of all.slice(seen)) await stage.end(book, run as StartedRun)
    seen = all.length
  }
}

test('nothing runs by itself before the column is armed, and nothing after it was disarmed', async () => {
  const book = await addWorkbook(database, ['a'], [column('One', 'one', '{{Name}}')])
  expect(await state(book, 'c2')).toMatchObject({ armed: false, max_usd_per_day: null, spent_today_usd: 0 })
  await add(book, 'b')
  expect(await letRun(book)).toBe(0)
  await arm(book, 'c2')
  await inBook(book, (tx) => disarmColumn(tx, { workbook_id: book.id, column_id: 'c2' }))
  await add(book, 'c')
  expect(await letRun(book)).toBe(0)
  expect(await cells(book)).toEqual([])
})

test('an armed column runs on new rows, and again on rows whose values that it reads have changed', async () => {
  const book = await addWorkbook(database, ['old'], [column('One', 'one', '{{Name}}')])
  await arm(book, 'c2')
  await add(book, 'x', 'y')
  await letRun(book)
  expect(await cells(book)).toEqual([
    ['x', 'c2', '1 x'],
    ['y', 'c2', '1 y'],
  ])
  await write(book, 'x', 'x2')
  await letRun(book)
  expect(await cells(book)).toEqual([
    ['x2', 'c2', '1 x2'],
    ['y', 'c2', '1 y'],
  ])
  expect(one.asked.filter((key) => key === 'y')).toEqual(['y'])
})

test('a column that reads another follows its runs, and is not asked twice when one run asked for both', async () => {
  const book = await addWorkbook(
    database,
    ['p', 'q'],
    [column('One', 'one', '{{Name}}'), column('Two', 'two', '{{One}}')],
  )
  await arm(book, 'c3')
  await stage.end(book, await stage.start(book, { column_ids: ['c2'], row_ids: [await rowId(book, 'p')] }))
  await letRun(book)
  expect(two.asked).toEqual(['1 p'])
  await stage.end(book, await stage.start(book))
  expect(await letRun(book)).toBe(0)
  expect(two.asked).toEqual(['1 p', '1 q'])
})

test('what is typed over stays, and rows that went before their turn are passed over', async () => {
  const book = await addWorkbook(database, [], [column('One', 'one', '{{Name}}')])
  await arm(book, 'c2')
  await add(book, 'mine', 'gone')
  const row_id = await rowId(book, 'mine')
  await inBook(book, (tx) => setCell(tx, { workbook_id: book.id, row_id, column_id: 'c2' }, 'typed', new Date()))
  await database.asOwner(`delete from workbook_rows where workbook_id = $1 and data->>'c1' = 'gone'`, [book.id])
  await letRun(book)
  expect(await cells(book)).toEqual([['mine', 'c2', 'typed']])
})

test('no run is started that could pass the limit of the day; what is left waits for the next', async () => {
  const book = await addWorkbook(database, [], [column('Paid', 'paid', '{{Name}}')])
  // Half a dollar a row.
  await arm(book, 'c2', 1.2)
  await add(book, 'r1', 'r2', 'r3', 'r4')
  await letRun(book)
  expect((await cells(book)).length).toBe(2)
  expect(await state(book, 'c2')).toMatchObject({ spent_today_usd: 1, waiting_for_tomorrow: true })
  // More money may be given the same day.
  await arm(book, 'c2', 1.7)
  await letRun(book)
  expect((await cells(book)).length).toBe(3)
  // Another day.
  await database.asOwner(`update runs set created_at = created_at - interval '1 day' where workbook_id = $1`, [book.id])
  await database.asOwner(`update auto_runs set stopped_on = stopped_on - 1 where workbook_id = $1`, [book.id])
  await letRun(book)
  expect((await cells(book)).map(([name]) => name)).toEqual(['r1', 'r2', 'r3', 'r4'])
  expect(paid.asked.length).toBe(4)
})

test('what is asked for rows that a token brought counts in the budget of the token, behind it too, and nothing else does', async () => {
  const columns = [column('Paid', 'paid', '{{Name}}'), column('Again', 'paid', '{{Paid}}!')]
  const book = await addWorkbook(database, [], columns)
  await arm(book, 'c2', 100)
  await arm(book, 'c3', 100)
  const { id: token_id } = await inBook(book, (tx) => makeIngestToken(tx, book.id, undefined, new Date()))
  // Half a dollar a cell: enough for three.
  const limit = { scope: 'token', token_id, period: 'month', kind: 'hard', limit_usd: 1.7, allow_unknown_prices: false }
  await inBook(book, (tx) => setBudgets(tx, [limit as never], new Date()))
  const { workspace_id, actor } = stage.placeOf(book)
  const program = { workspace_id, actor: { ...actor, kind: 'token' as const, token_id } }
  const bring = (...names: string[]) =>
    database.inWorkspace(program, (tx) =>
      createRows(tx, book.id, { rows: names.map((c1) => ({ data: { c1 } })) } as never),
    )
  await bring('t1')
  await add(book, 'u1')
  await bring('t2')
  await letRun(book)
  const filled = (await cells(book)).filter(([, , value]) => value !== null).map(([name, id]) => `${name} ${id}`)
  expect(filled).toEqual(expect.arrayContaining(['u1 c2', 'u1 c3', 't1 c2', 't2 c2']))
  expect(filled.length).toBe(5)
  const [told] = await inBook(book, (tx) => readBudgets(tx, new Date()))
  expect(told).toMatchObject({
    scope: 'token',
    token_id,
    spent_usd: 1.5,
    reserved_usd: 0,
    name: expect.stringMatching(/^wbi_…/),
  })
  const [newest] = await database.asOwner<{ id: string }>(
    'select id from runs where workbook_id = $1 and actor_token_id is not null limit 1',
    [book.id],
  )
  const run = await stage.look(book, newest?.id ?? '')
  expect(run).toMatchObject({ by_itself: true, actor_token_id: token_id, scope: { row_ids: expect.any(Number) } })
  const query = { group_by: 'token', limit: 10 } as never
  const { items } = await inBook(book, (tx) => readSpending(tx, query, new Date()))
  expect(items.map(({ key, spent_usd }) => [key, spent_usd])).toEqual([
    [token_id, 1.5],
    [null, 1],
  ])
})

test.each([
  ['may not start runs any more', (book: Book) => enrol(book, 'viewer')],
  [
    'has left this workspace',
    (book: Book) => database.asOwner('delete from memberships where workspace_id = $1', [book.workspace_id]),
  ],
  ['was deactivated', () => database.asOwner('update users set is_active = false where id = 1')],
])('a column whose owner %s stops by itself, says so, and goes on when a user arms it', async (why, leave) => {
  const book = await addWorkbook(database, [], [column('One', 'one', '{{Name}}')])
  await arm(book, 'c2')
  await add(book, 'before')
  await letRun(book)
  await leave(book)
  await add(book, 'after')
  expect(await letRun(book)).toBe(0)
  const stopped = await state(book, 'c2')
  expect(stopped).toMatchObject({ armed: false, max_usd_per_day: null })
  expect(stopped.disarmed_because).toContain(why)
  const lines = `select act, after->>'because' as because from audit_log where workspace_id = $1 and act = 'auto_run.disarmed'`
  expect(await database.asOwner(lines, [book.workspace_id])).toEqual([
    { act: 'auto_run.disarmed', because: stopped.disarmed_because },
  ])
  expect(
    await database.asOwner(`select 1 from dirty_rows where scope_id = $1 and consumer = 'auto_run'`, [book.id]),
  ).toEqual([])
  await add(book, 'later')
  expect(await letRun(book)).toBe(0)
  expect((await cells(book)).map(([name]) => name)).toEqual(['before'])
  await database.asOwner('update users set is_active = true where id = 1')
  await arm(book, 'c2')
  expect(await state(book, 'c2')).toMatchObject({ armed: true, disarmed_because: null })
  await add(book, 'again')
  expect(await letRun(book)).toBe(1)
})

test('says what a row is expected to cost before it is armed, and refuses what does not run', async () => {
  const book = await addWorkbook(database, ['a', 'b'], [column('Paid', 'paid', '{{Name}}')])
  const { per_row } = await state(book, 'c2')
  expect(per_row).toMatchObject({ high_usd: 0.5 })
  // Answers that are kept cost nothing again, but rows to come are not among them.
  await arm(book, 'c2', 5)
  await add(book, 'a', 'b')
  await letRun(book)
  expect((await cells(book)).length).toBe(2)
  expect((await state(book, 'c2')).per_row).toMatchObject({ high_usd: 0.5 })
  const empty = await addWorkbook(database, [], [column('Paid', 'paid', '{{Name}}')])
  expect((await state(empty, 'c2')).per_row).toBeNull()
  await expect(arm(book, 'c1')).rejects.toMatchObject({ code: 'conflict' })
  await expect(arm(book, 'c9')).rejects.toMatchObject({ code: 'not_found' })
})

test('stopping everything ends the runs of every workbook of the workspace and disarms its columns, and those of no other', async () => {
  const book = await addWorkbook(database, ['a'], [column('Slow', 'slow', '{{Name}}')])
  const beside = await addWorkbook(database, [], [column('One', 'one', '{{Name}}')], book.workspace_id)
  const other = await addWorkbook(
    database,
    ['a'],
    [column('Slow', 'slow', '{{Name}}'), column('One', 'one', '{{Name}}')],
  )
  await arm(beside, 'c2')
  await arm(other, 'c3')
  await add(beside, 'waits')
  const mine = await stage.start(book, { column_ids: ['c2'] })
  const theirs = await stage.start(other, { column_ids: ['c2'] })
  expect(await stopEverything({ database }, stage.placeOf(book))).toEqual({ cancelled: [mine.run_id], disarmed: 1 })
  expect((await stage.end(book, mine)).status).toBe('cancelled')
  const by = stage.placeOf(book).actor.name
  expect(await state(beside, 'c2')).toMatchObject({
    armed: false,
    disarmed_because: `${by} stopped everything in the workspace`,
  })
  expect(
    await database.asOwner(`select 1 from dirty_rows where scope_id = $1 and consumer = 'auto_run'`, [beside.id]),
  ).toEqual([])
  // A row that comes, and one that was noted before, start nothing.
  await add(beside, 'comes')
  expect(await letRun(beside)).toBe(0)
  expect(await cells(beside)).toEqual([])
  expect((await stage.look(other, theirs.run_id)).ended_at).toBeNull()
  expect((await state(other, 'c3')).armed).toBe(true)
  expect(await stopEverything({ database }, stage.placeOf(book))).toEqual({ cancelled: [], disarmed: 0 })
  await arm(beside, 'c2')
  await add(beside, 'again')
  expect(await letRun(beside)).toBe(1)
  expect((await cells(beside)).map(([name]) => name)).toEqual(['again'])
  expect(await stopEverything({ database }, stage.placeOf(other))).toMatchObject({
    cancelled: [theirs.run_id],
    disarmed: 1,
  })
})
