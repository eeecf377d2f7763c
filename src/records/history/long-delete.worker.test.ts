// Promises of deleting more rows than one request can: in the background, exactly what was meant, called off and undone as one act.
import { beforeAll, expect, test } from 'vitest'
import { callerOf } from '../../../test/app.ts'
import { openTenant } from '../../../test/open-tenant.ts'
import type { RowsDelete } from '../filters/query.schema.ts'
import { workRoutes } from '../work/work.routes.ts'
import { workbookRoutes } from '../workbook.routes.ts'
import { deleteSelected } from '../workbooks/selection.commands.ts'
import { addBook, type Book, personIn, revertSome, stateOf, workOffJobs } from './history.fixture.ts'

const { database, app, workspaceId, ann } = await openTenant((database) => [
  ...workbookRoutes(database),
  ...workRoutes(database),
])
beforeAll(async () => {
  await database.inControl((tx) =>
    tx.client.query("insert into users (username, password_hash) values ('bob', 'none')"),
  )
})

const ROWS = 6_000
const isOdd = { field: 'c1', op: 'starts_with', value: 'odd' } as const
/** Half of the rows are odd. */
async function makeBook(): Promise<Book> {
  const some = (from: number) =>
    Array.from({ length: 1000 }, (_, m) => ({ c1: `${m % 2 ? 'odd' : 'even'} ${from + m}` }))
  const book = await addBook(ann, some(0))
  for (let n = 1000; n < ROWS; n += 1000) {
    const rows = some(n).map((data) => ({ data }))
    expect((await book.call('post', '/rows', { rows })).status).toBe(201)
  }
  return book
}

const remove = (book: Book, body: RowsDelete) =>
  database.inWorkspace(personIn(workspaceId, 1, 'ann'), (tx) => deleteSelected(tx, book.id, body, 100))
const batches = (changeId: string | null, count: number) => revertSome(database, changeId as string, count)
const workOff = () => workOffJobs(database)
const underWay = async () => (await ann.get('/api/work')).body.items
const names = async (book: Book) => (await stateOf(database, book.id)).map(({ data }) => String(data.c1))
const made = (book: Book) =>
  database.asOwner('select id, created_at, made_by from workbook_rows where workbook_id = $1 order by id', [book.id])
const lineOf = async (book: Book, id: string | null) => (await book.call('get', `/activity/${id}`)).body

test('many rows that match are deleted in the background, told as work under way, and come back by one undo', async () => {
  const book = await makeBook()
  const before = await stateOf(database, book.id)
  const madeBefore = await made(book)
  const { change_id, ...answer } = await remove(book, { filter: isOdd, expected_count: ROWS / 2 })
  expect(answer).toEqual({ deleted: 0, state: 'deleting' })
  expect(await underWay()).toMatchObject([{ id: change_id, words: 'Looking for rows to delete: 3,000 rows', done: 0 }])
  await batches(change_id, 4)
  const [work] = await underWay()
  expect(work).toMatchObject({ words: 'Deleting 3,000 rows', total: 3000, can_cancel: true })
  expect(work.done).toBeGreaterThan(0)
  await workOff()
  expect(await underWay()).toEqual([])
  expect((await names(book)).filter((name) => name.startsWith('odd'))).toEqual([])
  expect(await lineOf(book, change_id)).toMatchObject({ state: 'done', words: 'Deleted 3,000 rows', can_undo: true })
  expect((await book.call('post', '/undo', {})).body).toMatchObject({ change_id })
  await workOff()
  expect(await stateOf(database, book.id)).toEqual(before)
  expect(await made(book)).toEqual(madeBefore)
  await book.call('post', '/redo', {})
  await workOff()
  expect(await names(book)).toHaveLength(ROWS / 2)
})

test('everything is deleted when all rows are meant, but none that come while it goes on', async () => {
  const book = await makeBook()
  const { change_id } = await remove(book, { filter: { and: [] }, expected_count: ROWS })
  await batches(change_id, 1)
  const last = (await stateOf(database, book.id)).at(-1)
  const late = [{ data: { c1: 'late' } }]
  await book.call('post', '/rows', { rows: late })
  await book.call('post', '/rows', { rows: [{ data: { c1: 'between' } }], before: last?.id })
  await workOff()
  expect(await names(book)).toEqual(['between', 'late'])
})

test('when other rows match by then than were meant, nothing is deleted and it says so', async () => {
  const book = await makeBook()
  await expect(remove(book, { filter: isOdd, expected_count: 2_999 })).rejects.toThrow(/3000 rows match by now/)
  const { change_id } = await remove(book, { filter: isOdd, expected_count: ROWS / 2 })
  const [, odd] = await stateOf(database, book.id)
  await book.call('patch', '/rows', { rows: [{ row_id: odd?.id, data: { c1: 'even after all' } }] })
  await workOff()
  expect(await names(book)).toHaveLength(ROWS)
  expect(await lineOf(book, change_id)).toMatchObject({
    state: 'undone',
    words: 'Deleted nothing: 2,999 rows matched by then, not 3,000',
    can_undo: false,
    can_redo: false,
  })
  expect((await book.call('post', '/undo', {})).body.words).toBe('Changed 1 cell')
})

test('rows that another user writes to meanwhile stay; undo while it goes on takes back what is gone', async () => {
  const book = await makeBook()
  const before = await stateOf(database, book.id)
  const { change_id } = await remove(book, { filter: isOdd, expected_count: ROWS / 2 })
  await batches(change_id, 4)
  const left = (await stateOf(database, book.id)).filter(({ data }) => String(data.c1).startsWith('odd'))
  expect(left.length).toBeLessThan(3000)
  expect((await book.call('post', '/undo', {})).body).toMatchObject({ change_id, state: 'undoing' })
  await workOff()
  expect(await stateOf(database, book.id)).toEqual(before)

  const again = await remove(book, { filter: isOdd, expected_count: ROWS / 2 })
  await batches(again.change_id, 3)
  const bob = callerOf(app, `${workspaceId}@2`)
  const kept = (await stateOf(database, book.id)).findLast(({ data }) => String(data.c1).startsWith('odd'))
  const patch = { rows: [{ row_id: kept?.id, data: { c1: 'odd, and mine' } }] }
  expect((await bob.patch(`/api/workbooks/${book.id}/rows`, patch)).status).toBe(200)
  await workOff()
  expect((await names(book)).filter((name) => name.startsWith('odd'))).toEqual(['odd, and mine'])
  expect(await lineOf(book, again.change_id)).toMatchObject({ state: 'done', skipped_count: 1 })
})
