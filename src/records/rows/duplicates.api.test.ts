// Promises of duplicates: found by the columns of the duplicate key, merged or deleted as one act, and brought back by one undo.
import { expect, test } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import { workbookRoutes } from '../workbook.routes.ts'
import { duplicateKeyRoutes } from './duplicate-key.routes.ts'

const { ann, newcomer } = await openTenant((database) => [...workbookRoutes(database), ...duplicateKeyRoutes(database)])
const bob = await newcomer()

const columns = [{ column_id: 'c1', normaliser: 'domain' }]

async function makeWorkbook() {
  const columns_config = ['Site', 'Name', 'City'].map((name) => ({ name, type: 'input' }))
  const { id } = (await ann.post('/api/workbooks', { name: 'Firms', columns_config })).body
  const rows = [
    ['acme.com', 'Acme', ''],
    ['borea.org', 'Borea', 'Oslo'],
    ['https://www.acme.com/about', 'Acme Inc', 'Rome'],
    ['', 'Nobody', ''],
    ['ACME.com', '', 'Bonn'],
    ['http://borea.org', '', ''],
  ].map(([Site, Name, City]) => ({ data: { Site, Name, City } }))
  await ann.post(`/api/workbooks/${id}/rows`, { rows })
  const call = (path: string, body: object) => ann.post(`/api/workbooks/${id}${path}`, body)
  const shown = async () =>
    (await ann.get(`/api/workbooks/${id}?page_size=50`)).body.rows.map(({ data }: { data: Record<string, string> }) =>
      ['c1', 'c2', 'c3'].map((column) => data[column] ?? ''),
    )
  return { id, call, shown }
}

test('are told with the rows they are, groups together', async () => {
  const { id, call } = await makeWorkbook()
  const found = (await call('/duplicates/find', { columns })).body
  expect(found).toMatchObject({ groups: 2, duplicate_rows: 3 })
  const { rows } = (await ann.get(`/api/workbooks/${id}?page_size=50`)).body
  expect(found.row_ids).toEqual([0, 2, 4, 1, 5].map((at) => rows[at].row_id))
})

test('are merged into the first row of each group, which keeps what it has, and come back by one undo', async () => {
  const { call, shown } = await makeWorkbook()
  const before = await shown()
  const merged = (await call('/duplicates/settle', { columns, act: 'merge', expected_count: 3 })).body
  expect(merged).toMatchObject({ deleted: 3, changed: 1, left: 0 })
  expect(await shown()).toEqual([
    ['acme.com', 'Acme', 'Rome'],
    ['borea.org', 'Borea', 'Oslo'],
    ['', 'Nobody', ''],
  ])
  const undone = await call('/undo', { change_id: merged.change_id })
  expect(undone.status, undone.text).toBe(200)
  expect(await shown()).toEqual(before)
  expect((await call('/redo', { change_id: merged.change_id })).status).toBe(200)
  expect((await shown())[0]).toEqual(['acme.com', 'Acme', 'Rome'])
})

test('are deleted but for the first of each group, which stays as it is', async () => {
  const { call, shown } = await makeWorkbook()
  const settled = (await call('/duplicates/settle', { columns, act: 'delete', expected_count: 3 })).body
  expect(settled).toMatchObject({ deleted: 3, changed: 0, left: 0 })
  expect((await shown())[0]).toEqual(['acme.com', 'Acme', ''])
  expect((await call('/duplicates/settle', { columns, act: 'delete', expected_count: 0 })).body).toEqual({
    deleted: 0,
    changed: 0,
    left: 0,
    change_id: null,
  })
})

test('are left alone when their number is not the one meant, by a user of another workspace, and by a body that says something else', async () => {
  const { id, call, shown } = await makeWorkbook()
  const before = await shown()
  const late = await call('/duplicates/settle', { columns, act: 'merge', expected_count: 2 })
  expect([late.status, late.body.count]).toEqual([409, 3])
  const stranger = await bob.post(`/api/workbooks/${id}/duplicates/settle`, {
    columns,
    act: 'merge',
    expected_count: 3,
  })
  expect(stranger.status).toBe(404)
  for (const body of [
    { columns, act: 'merge', expected_count: 3, keep: 'last' },
    { columns, act: 'burn', expected_count: 3 },
    { columns: [{ column_id: 'c9', normaliser: 'text' }], act: 'merge', expected_count: 3 },
    { columns, act: 'merge' },
  ])
    expect((await call('/duplicates/settle', body)).status).toBe(422)
  expect(await shown()).toEqual(before)
})
