// Promises of history over HTTP: activity, undo and redo of every kind of act, and the values a cell has had.
import { expect, test } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import { newId } from '../../kernel/ids.ts'
import { importRoutes } from '../imports/import.routes.ts'
import { applyCells } from '../rows/cells.commands.ts'
import { newChange, recordChange, recordRunEnd } from '../store/recorder.ts'
import { workbookRoutes } from '../workbook.routes.ts'
import { readInputOrigins } from './cell-history.reads.ts'
import { addBook, type Book, stateOf, workOffJobs } from './history.fixture.ts'

const { database, app, workspaceId, ann } = await openTenant((database) => [
  ...workbookRoutes(database),
  ...importRoutes({ database, now: () => new Date() }),
])

const makeWorkbook = (data: object[]) => addBook(ann, data)
const names = async (book: Book) => (await stateOf(database, book.id)).map(({ data }) => data.c1)

const workOff = () => workOffJobs(database)

test('a paste in several calls is one act with one name, undone and redone as one', async () => {
  const book = await makeWorkbook([{ c1: 'A' }, { c1: 'B' }])
  const [a, b] = book.rows
  const first = await book.call('patch', '/rows', {
    rows: [{ row_id: a, data: { c1: 'pasted 1' } }],
    label: 'Pasted 3 cells',
  })
  const { change_id } = first.body
  await book.call('patch', '/rows', { rows: [{ row_id: b, data: { c1: 'pasted 2' } }], change_id })
  await book.call('post', '/rows', { rows: [{ data: { c1: 'pasted 3' } }], change_id })
  expect(await names(book)).toEqual(['pasted 1', 'pasted 2', 'pasted 3'])
  const undone = await book.call('post', '/undo', {})
  expect(undone.body).toMatchObject({
    change_id,
    words: 'Pasted 3 cells',
    state: 'undone',
    cells: 2,
    rows: 1,
    skipped: [],
  })
  expect(await names(book)).toEqual(['A', 'B'])
  expect((await book.call('post', '/redo', {})).body).toMatchObject({ change_id, state: 'done', cells: 2, rows: 1 })
  expect(await names(book)).toEqual(['pasted 1', 'pasted 2', 'pasted 3'])
  const other = await book.call('patch', '/rows', { rows: [{ row_id: a, data: { c1: 'x' } }], change_id: newId() })
  expect(other.status).toBe(404)
})

test('a paste over computed cells is one act too, and what was typed over comes back whole', async () => {
  const book = await makeWorkbook([{ c1: 'A' }, { c1: 'B' }])
  const cell = (at: number) => `/rows/${book.rows[at]}/cells/c3`
  await book.call('patch', cell(1), { value: 'older' })
  const before = await stateOf(database, book.id)
  const { change_id } = (
    await book.call('patch', '/rows', { rows: [{ row_id: book.rows[0], data: { c1: 'pasted' } }] })
  ).body
  expect((await book.call('patch', cell(0), { value: 'x', change_id })).body.change_id).toBe(change_id)
  await book.call('patch', cell(0), { value: 'y', change_id })
  await book.call('delete', `${cell(1)}?change_id=${change_id}`)
  await book.call('patch', `/rows/${book.rows[0]}/cells/c2`, { value: 'z.example', change_id })
  const after = await stateOf(database, book.id)
  expect((await book.call('post', '/undo', {})).body).toMatchObject({ change_id, cells: 4, skipped: [] })
  expect(await stateOf(database, book.id)).toEqual(before)
  await book.call('post', '/redo', {})
  expect(await stateOf(database, book.id)).toEqual(after)
})

test('the activity names every act and who did it, page by page, and undo of an older one leaves the newer alone', async () => {
  const book = await makeWorkbook([{ c1: 'A' }])
  const cell = `/rows/${book.rows[0]}/cells/c1`
  await book.call('patch', cell, { value: 'A2' })
  await book.call('delete', '/rows', { row_ids: book.rows })
  const { items, next_cursor } = (await book.call('get', '/activity?limit=2')).body
  expect(items.map(({ words }: { words: string }) => words)).toEqual(['Deleted 1 row', 'Changed 1 cell'])
  expect(items[0]).toMatchObject({ kind: 'delete_rows', can_undo: true, can_redo: false, actor: { user_id: 1 } })
  const rest = (await book.call('get', `/activity?limit=2&cursor=${next_cursor}`)).body
  expect(rest.items.map(({ words }: { words: string }) => words)).toEqual(['Added 1 row'])
  const [, edit] = items
  const undone = await book.call('post', '/undo', { change_id: edit.id })
  expect(undone.body).toMatchObject({ cells: 0, skipped: [{ column_id: 'c1', reason: 'row_deleted' }] })
  expect(undone.body.state).toBe('done')
  expect((await book.call('post', '/undo', { change_id: edit.id })).body).toEqual(undone.body)
  expect((await book.call('get', `/activity/${edit.id}`)).body).toMatchObject({ state: 'done', can_undo: true })
  expect((await book.call('get', `/activity/${newId()}`)).status).toBe(404)
})

test('an undone column deletion brings back values, cells, place, references, views and counters', async () => {
  const book = await makeWorkbook([{ c1: 'A', c2: 'a.example' }])
  await book.call('patch', `/rows/${book.rows[0]}/cells/c3`, { value: 'a.example' })
  const filter = { field: 'c2', op: 'not_empty' }
  const made = await book.call('post', '/views', { name: 'Sites', scope: 'shared', filter, hidden: ['c2'] })
  expect(made.status, made.text).toBe(201)
  const view = () => book.call('get', `/views/${made.body.id}`)
  const seen = (await view()).body
  const before = (await book.call('get', '')).body
  const gone = async (column: string) => {
    expect((await book.call('delete', `/columns/${column}?force=true`)).status).toBe(204)
    const { rows, workbook } = (await book.call('get', '')).body
    expect(workbook.columns_config.map(({ id }: { id: string }) => id)).not.toContain(column)
    expect([rows[0].data[column], rows[0].enrichments[column]]).toEqual([undefined, undefined])
  }
  await gone('c2')
  await gone('c3')
  expect((await view()).body.filter).not.toEqual(filter)
  expect((await book.call('post', '/undo', {})).body).toMatchObject({
    words: 'Deleted the column “Domain”',
    columns: 1,
  })
  expect((await book.call('post', '/undo', {})).body).toMatchObject({ words: 'Deleted the column “Site”', columns: 1 })
  await workOff()
  expect((await view()).body).toEqual(seen)
  const after = (await book.call('get', '')).body
  expect(after.rows).toEqual(before.rows)
  expect(after.workbook.columns_config).toEqual(before.workbook.columns_config)
  expect(after.workbook.completed_rows).toBe(1)
  await stateOf(database, book.id)
})

test('a column comes back under another name when its own is taken', async () => {
  const book = await makeWorkbook([{ c1: 'A' }])
  await book.call('delete', '/columns/c1')
  await book.call('post', '/columns', { name: 'company', type: 'input' })
  const [, deletion] = (await book.call('get', '/activity')).body.items
  await book.call('post', '/undo', { change_id: deletion.id })
  const { columns_config } = (await book.call('get', '')).body.workbook
  expect(columns_config.map(({ name }: { name: string }) => name).sort()).toEqual([
    'Company 2',
    'Domain',
    'Site',
    'company',
  ])
})

test('added, renamed, resized and reordered columns go back member by member', async () => {
  const book = await makeWorkbook([{ c1: 'A', c2: 'a.example' }])
  const columns = async () => (await book.call('get', '')).body.workbook.columns_config
  const before = await columns()
  await book.call('patch', '/columns/c2', { name: 'Web' })
  await book.call('patch', '/columns/c2', { width: 300 })
  await book.call('post', '/columns', { name: 'New', type: 'input' })
  await book.call('post', '/columns/reorder', { column_ids: ['c3', 'c4', 'c1', 'c2'] })
  const full = await columns()
  const [, , , renaming] = (await book.call('get', '/activity')).body.items
  expect((await book.call('post', '/undo', { change_id: renaming.id })).body).toMatchObject({
    words: 'Renamed “Site” to “Web”',
    columns: 2,
    skipped: [],
  })
  const site = (await columns()).find(({ id }: { id: string }) => id === 'c2')
  expect(site).toMatchObject({ name: 'Site', width: 300 })
  expect((await columns()).find(({ id }: { id: string }) => id === 'c3').inputs).toEqual({ website: '{{Site}}' })
  await book.call('post', '/redo', {})
  expect(await columns()).toEqual(full)
  for (let n = 0; n < 4; n++) expect((await book.call('post', '/undo', {})).status).toBe(200)
  expect(await columns()).toEqual(before)
})

test('an import is one act, also when it adds columns and changes rows that were there', async () => {
  const book = await makeWorkbook([{ c1: 'Acme', c2: 'acme.example' }])
  const before = await stateOf(database, book.id)
  const form = new FormData()
  form.set('options', JSON.stringify({ identity: { index: 1, normaliser: 'domain' } }))
  form.set('file', new File(['Company,Site,Town\nAcme AG,acme.example,Ulm\nBeta,beta.example,Bonn\n'], 'a.csv'))
  const request = new Request('http://x', { method: 'POST', body: form })
  const answer = await app.inject({
    method: 'POST',
    url: `/api/workbooks/${book.id}/import`,
    headers: {
      authorization: `Bearer editor@${workspaceId}`,
      'content-type': request.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  expect(answer.statusCode, answer.body).toBe(201)
  const after = await stateOf(database, book.id)
  const { import_id } = answer.json()
  const undone = await book.call('post', '/undo', { change_id: import_id })
  expect(undone.body).toMatchObject({ kind: 'import', state: 'undone', rows: 1, columns: 1, cells: 2, skipped: [] })
  expect(await stateOf(database, book.id)).toEqual(before)
  await book.call('post', '/redo', {})
  expect(await stateOf(database, book.id)).toEqual(after)
})

test('what a run wrote goes back, what it found first is taken away, and the money is said to be spent', async () => {
  const book = await makeWorkbook([{ c2: 'a.example' }, { c2: 'b.example' }, { c2: 'c.example' }])
  const [a, b, c] = book.rows as [string, string, string]
  const write = async (run_id: string, values: Record<string, string>) =>
    database.inWorkspace(workspaceId, async (tx) => {
      const run = { column_ids: ['c3'], row_ids: null, to: 1000, ended: false }
      await recordChange(tx, book.id, { ...newChange('run', { rows: 3 }, null, run_id), detail: { run } })
      const cells = Object.entries(values).map(([row_id, value]) => ({
        row_id,
        column_id: 'c3',
        status: 'complete' as const,
        value,
        run_id,
      }))
      await applyCells(tx, book.id, cells)
    })
  const [first, second] = [newId(), newId()]
  await write(first, { [a]: 'one' })
  await write(second, { [a]: 'two', [b]: 'two', [c]: 'two' })
  expect((await book.call('post', '/undo', { change_id: second })).status).toBe(409)
  await database.inWorkspace(workspaceId, (tx) => recordRunEnd(tx, book.id, second, { cells: 3 }))
  await book.call('patch', `/rows/${c}/cells/c3`, { value: 'mine' })
  const values = async () => (await stateOf(database, book.id)).map(({ cells }) => cells.c3?.value)
  const undone = await book.call('post', '/undo', { change_id: second })
  expect(undone.body).toMatchObject({ kind: 'run', cells: 2, note: expect.stringContaining('money') })
  expect(await values()).toEqual(['one', undefined, 'mine'])
  await book.call('post', '/redo', { change_id: second })
  expect(await values()).toEqual(['two', 'two', 'mine'])
  const { items } = (await book.call('get', `/rows/${a}/cells/c3/history`)).body
  expect(items).toMatchObject([
    { value: 'two', status: 'complete', run_id: second, is_current: true, kind: 'run' },
    { value: 'one', run_id: first, is_current: false, kind: 'run' },
  ])
})

test('a cell tells every value it had and who wrote it, and any of them can be restored and that undone', async () => {
  const book = await makeWorkbook([{ c1: 'A' }])
  const cell = `/rows/${book.rows[0]}/cells/c1`
  for (const value of ['B', 'C', 'D']) await book.call('patch', cell, { value })
  await book.call('post', '/undo', {})
  const all = (await book.call('get', `${cell}/history`)).body.items
  expect(all).toMatchObject([
    { value: 'D', undone: true, is_current: false },
    { value: 'C', undone: false, is_current: true, kind: 'edit_cells', actor: { user_id: 1 } },
    { value: 'B' },
    { value: 'A', kind: 'insert_rows', words: 'Added 1 row' },
  ])
  const origins = await database.inWorkspace(workspaceId, (tx) =>
    readInputOrigins(tx, book.id, book.rows[0] ?? '', ['c1', 'c2']),
  )
  expect([...origins]).toEqual([['c1', all[1]]])
  const paged: unknown[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await book.call('get', `${cell}/history?limit=1${cursor && `&cursor=${cursor}`}`)
    paged.push(...body.items)
    cursor = body.next_cursor
  }
  expect(paged).toEqual(all)
  const restored = await book.call('post', `${cell}/restore`, { version_id: all[3].version_id })
  expect(restored.body).toMatchObject({ value: 'A' })
  expect((await book.call('post', '/undo', {})).body).toMatchObject({ kind: 'restore_cell', cells: 1 })
  expect(await names(book)).toEqual(['C'])
  expect((await book.call('post', `${cell}/restore`, { version_id: `${newId()}.after` })).status).toBe(404)
  const computed = `/rows/${book.rows[0]}/cells/c3`
  await book.call('patch', computed, { value: 'first' })
  await book.call('delete', computed)
  const [cleared, first] = (await book.call('get', `${computed}/history`)).body.items
  expect([cleared.status, first.status]).toEqual(['pending', 'overridden'])
  const back = await book.call('post', `${computed}/restore`, { version_id: first.version_id })
  expect(back.body).toMatchObject({ value: 'first', enrichment: { status: 'overridden' } })
})

test('two who undo the same act at once undo it once', async () => {
  const book = await makeWorkbook([{ c1: 'A' }])
  await book.call('patch', `/rows/${book.rows[0]}/cells/c1`, { value: 'B' })
  const [edit] = (await book.call('get', '/activity')).body.items
  const both = await Promise.all([1, 2].map(() => book.call('post', '/undo', { change_id: edit.id })))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await names(book)).toEqual(['A'])
})
