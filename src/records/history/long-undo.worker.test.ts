// Promises of large undos, which go in the background, and of how long history is kept.

import { expect, test } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import { newId } from '../../kernel/ids.ts'
import { WorkFailed } from '../../platform/queue/job.ts'
import { cancelJob, endWork, retryJob } from '../../platform/queue/work.ts'
import { workRoutes } from '../work/work.routes.ts'
import { workbookRoutes } from '../workbook.routes.ts'
import { addBook, type Book, revertSome, stateOf, workOffJobs } from './history.fixture.ts'
import { KEPT_DAYS, sweepHistory } from './retention.ts'

const { database, workspaceId, ann } = await openTenant((database) => [
  ...workbookRoutes(database),
  ...workRoutes(database),
])

const makeWorkbook = (data: object[]) => addBook(ann, data)
const names = async (book: Book) => (await stateOf(database, book.id)).map(({ data }) => data.c1)
const workOff = () => workOffJobs(database)

test('a large undo goes on where it was when its worker is killed in the middle', async () => {
  const book = await makeWorkbook([{ c1: 'mine' }])
  const thousand = Array.from({ length: 1000 }, (_, n) => ({ data: { c1: `row ${n}` } }))
  const { change_id } = (await book.call('post', '/rows', { rows: thousand })).body
  for (let n = 0; n < 5; n++) await book.call('post', '/rows', { rows: thousand, change_id })
  const full = await stateOf(database, book.id)
  expect((await book.call('post', '/undo', {})).body).toMatchObject({ change_id, state: 'undoing', rows: 0 })
  await revertSome(database, change_id, 4)
  const { progress } = (await book.call('get', `/activity/${change_id}`)).body
  expect(progress.rows).toBeGreaterThan(0)
  expect(progress.rows).toBeLessThan(6000)
  expect(await stateOf(database, book.id)).toHaveLength(6001 - progress.rows)
  expect((await book.call('post', '/redo', { change_id })).status).toBe(409)
  expect((await book.call('post', '/undo', { change_id })).body.state).toBe('undoing')
  await workOff()
  expect(await names(book)).toEqual(['mine'])
  expect((await book.call('get', `/activity/${change_id}`)).body).toMatchObject({ state: 'undone', progress: null })
  await book.call('post', '/redo', {})
  await workOff()
  expect(await stateOf(database, book.id)).toEqual(full)
})

test('a large undo that is called off in the middle leaves everything as it was, and can be undone again', async () => {
  const book = await makeWorkbook([{ c1: 'mine' }])
  const thousand = Array.from({ length: 1000 }, (_, n) => ({ data: { c1: `row ${n}` } }))
  const { change_id } = (await book.call('post', '/rows', { rows: thousand })).body
  for (let n = 0; n < 5; n++) await book.call('post', '/rows', { rows: thousand, change_id })
  const full = await stateOf(database, book.id)
  const underWay = async () => (await ann.get('/api/work')).body.items
  const cancel = () => book.call('post', `/activity/${change_id}/cancel`)
  expect((await cancel()).status).toBe(409)

  expect((await book.call('post', '/undo', {})).body.state).toBe('undoing')
  expect(await underWay()).toMatchObject([{ id: change_id, kind: 'undo', done: 0, total: 6000, can_cancel: true }])
  expect((await cancel()).body).toMatchObject({ state: 'done', rows: 0 })
  await workOff()
  expect(await stateOf(database, book.id)).toEqual(full)
  expect(await underWay()).toEqual([])

  await book.call('post', '/undo', {})
  const [begun] = await underWay()
  await revertSome(database, change_id, 3)
  expect((await underWay())[0].done).toBeGreaterThan(0)
  expect((await underWay())[0].started_at).toBe(begun.started_at)
  expect((await stateOf(database, book.id)).length).toBeLessThan(6001)
  expect((await cancel()).body.state).toBe('redoing')
  expect(await underWay()).toMatchObject([{ id: change_id, kind: 'redo' }])
  await workOff()
  expect(await stateOf(database, book.id)).toEqual(full)
  expect((await book.call('get', `/activity/${change_id}`)).body).toMatchObject({ state: 'done', skipped_count: 0 })
  await book.call('post', '/undo', {})
  await workOff()
  expect(await names(book)).toEqual(['mine'])
})

/** Ways to call off an undo that goes on: its own address, its job, and the list of work by either id. */
const ways: [way: string, stop: (book: Book, changeId: string, jobId: string) => Promise<unknown>][] = [
  ['the change', (book, changeId) => book.call('post', `/activity/${changeId}/cancel`)],
  ['the job', (_book, _changeId, jobId) => database.inWorkspace(workspaceId, (tx) => cancelJob(tx, jobId))],
  ['the work, by the change', (book, changeId) => book.call('post', `/work/${changeId}/cancel`)],
  ['the work, by the job', (book, _changeId, jobId) => book.call('post', `/work/${jobId}/cancel`)],
]

test.each(ways)('an undo is turned round alike by the address of %s, however often', async (_way, stop) => {
  const book = await makeWorkbook([{ c1: 'mine' }])
  const thousand = Array.from({ length: 1000 }, (_, n) => ({ data: { c1: `row ${n}` } }))
  const { change_id } = (await book.call('post', '/rows', { rows: thousand })).body
  for (let n = 0; n < 5; n++) await book.call('post', '/rows', { rows: thousand, change_id })
  const full = await stateOf(database, book.id)
  const underWay = async () => (await ann.get('/api/work')).body.items
  await book.call('post', '/undo', { change_id })
  await revertSome(database, change_id, 2)
  const [first] = await underWay()
  await stop(book, change_id, first.job_id)
  const [second] = await underWay()
  expect(second).toMatchObject({ id: change_id, kind: 'redo', words: 'Redo: added 6,000 rows', can_cancel: true })
  // Turned once more before anything of it is done, it still knows that some rows are gone.
  await stop(book, change_id, second.job_id)
  const [third] = await underWay()
  expect(third).toMatchObject({ kind: 'undo' })
  await stop(book, change_id, third.job_id)
  expect((await book.call('get', `/activity/${change_id}`)).body.state).toBe('redoing')
  await workOff()
  expect(await underWay()).toEqual([])
  expect(await stateOf(database, book.id)).toEqual(full)
  // What was called off is not tried again beside what came after it.
  const retry = database.inWorkspace(workspaceId, (tx) => retryJob(tx, first.job_id))
  await expect(retry).rejects.toThrow('Undo or redo the change again')
})

test('an undo whose job failed for good is undone to its end when it is asked for again', async () => {
  const book = await makeWorkbook([{ c1: 'mine' }])
  const thousand = Array.from({ length: 1000 }, (_, n) => ({ data: { c1: `row ${n}` } }))
  const { change_id } = (await book.call('post', '/rows', { rows: thousand })).body
  for (let n = 0; n < 5; n++) await book.call('post', '/rows', { rows: thousand, change_id })
  await book.call('post', '/undo', { change_id })
  await revertSome(database, change_id, 2)
  const [{ job_id: id }] = (await ann.get('/api/work')).body.items
  await database.asOwner('update jobs set lease = null where id = $1', [id])
  await endWork(database, { id, workspace_id: workspaceId }, newId(), 'failed', new WorkFailed('Its worker died'))
  expect((await book.call('get', `/activity/${change_id}`)).body).toMatchObject({ state: 'done', can_undo: true })
  expect((await book.call('post', '/undo', {})).body).toMatchObject({ change_id, state: 'undoing' })
  await workOff()
  expect(await names(book)).toEqual(['mine'])
})

test('after a month an act and what it kept are gone for good, and what is newer stays', async () => {
  const book = await makeWorkbook([{ c1: 'A' }, { c1: 'B' }])
  await book.call('delete', '/rows', { row_ids: [book.rows[0]] })
  await book.call('patch', `/rows/${book.rows[1]}/cells/c1`, { value: 'C' })
  await book.call('delete', '/columns/c2?force=true')
  const { change_id } = (await book.call('patch', `/rows/${book.rows[1]}/cells/c1`, { value: 'D' })).body
  // A month after the moment that the id of the last change tells.
  const made = Number.parseInt(change_id.replaceAll('-', '').slice(0, 12), 16)
  const later = new Date(made + KEPT_DAYS * 86_400_000)
  await sweepHistory(database, workspaceId, later, new AbortController().signal)
  const left = await database.asOwner(
    `select (select count(*)::int from changes where workbook_id = $1) as changes,
       (select count(*)::int from cell_versions where workbook_id = $1) as versions,
       (select count(*)::int from trashed_rows where workbook_id = $1) as trash`,
    [book.id],
  )
  expect(left).toEqual([{ changes: 1, versions: 1, trash: 0 }])
  const jobs = await database.asOwner('select payload from queue where kind = $1', ['workbook.column_purge'])
  expect(jobs).toEqual([{ payload: { workbook_id: book.id, column_id: 'c2' } }])
  expect((await book.call('post', '/undo', {})).body).toMatchObject({ cells: 1 })
  expect((await book.call('post', '/undo', {})).status).toBe(409)
})
