// Promises of rows that several programs add at one time.
import { expect, test } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import { workbookRoutes } from '../workbook.routes.ts'

const { database, workspaceId, ann } = await openTenant(workbookRoutes)

const many = (name: string, count = 50) =>
  Array.from({ length: count }, (_, n) => ({ data: { c1: `${name} ${n}`, c2: `${name}${n}.example` } }))

async function makeBook(): Promise<string> {
  const columns_config = ['Name', 'Site'].map((name) => ({ name, type: 'input', input_type: 'text' }))
  return (await ann.post('/api/workbooks', { name: 'W', columns_config })).body.id
}

const rowsOf = (id: string) =>
  database.asOwner<{ name: string; position: number }>(
    `select data ->> 'c1' as name, position from workbook_rows where workbook_id = $1 order by position`,
    [id],
  )

test('a request that adds many rows does not wait for others that are still inserting theirs, and the rows stay in the order of the calls', async () => {
  const id = await makeBook()
  await database.asOwner(
    `update workbooks set identity = '{"parts": [{"column_id": "c2", "normaliser": "text"}]}' where id = $1`,
    [id],
  )
  await ann.post(`/api/workbooks/${id}/rows`, { rows: [{ data: { c1: 'known', c2: 'slow0.example' } }] })
  let release: () => void = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let removed: () => void = () => {}
  const isRemoved = new Promise<void>((resolve) => {
    removed = resolve
  })
  // A request with this key has to wait for the outcome.
  const holder = database.inWorkspace(workspaceId, async (tx) => {
    await tx.client.query('delete from workbook_rows where workspace_id = $1 and workbook_id = $2', [workspaceId, id])
    removed()
    await released
  })
  await isRemoved
  const slow = ann.post(`/api/workbooks/${id}/rows`, { rows: many('slow') })
  while (!(await database.saying('insert into workbook_rows')).some(({ is_held_up }) => is_held_up));
  const quick = await ann.post(`/api/workbooks/${id}/rows`, { rows: many('quick') })
  expect(quick.status).toBe(201)
  expect((await rowsOf(id)).filter(({ name }) => name.startsWith('slow'))).toEqual([])
  release()
  await holder
  expect((await slow).status).toBe(201)
  expect((await rowsOf(id)).map(({ name }) => name)).toEqual(
    [...many('slow'), ...many('quick')].map(({ data }) => data.c1),
  )
})

test('rows that are refused leave a gap and nothing else', async () => {
  const id = await makeBook()
  await ann.post(`/api/workbooks/${id}/rows`, { rows: many('a', 30) })
  const refused = await ann.post(`/api/workbooks/${id}/rows`, { rows: [...many('b', 30), { data: { Nowhere: 1 } }] })
  expect(refused.status).toBe(422)
  const added = await ann.post(`/api/workbooks/${id}/rows`, { rows: many('c', 30) })
  expect(added.body.items).toHaveLength(30)
  const rows = await rowsOf(id)
  expect(rows.map(({ name }) => name)).toEqual([...many('a', 30), ...many('c', 30)].map(({ data }) => data.c1))
  expect(added.body.items.map((row: { position: number }) => row.position)).toEqual(
    rows.slice(30).map(({ position }) => position),
  )
  expect((await ann.get(`/api/workbooks/${id}?page_size=100`)).body).toMatchObject({ workbook: { total_rows: 60 } })
  expect((await ann.post(`/api/workbooks/${workspaceId}/rows`, { rows: many('d', 30) })).status).toBe(404)
})
