// Promises of the list of work under way: every kind is in it while it goes on, and no user sees that of another workspace.
import { expect, test } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import { typingRoutes } from '../columns/conversion.routes.ts'
import { exportRoutes } from '../exports/export.routes.ts'
import { workbookRoutes } from '../workbook.routes.ts'
import { workRoutes } from './work.routes.ts'

const { database, ann, newcomer } = await openTenant((database) => {
  const now = () => new Date()
  return [
    ...workbookRoutes(database),
    ...workRoutes(database),
    ...typingRoutes(database),
    ...exportRoutes({ database, now }),
  ]
})
const stranger = await newcomer()

const underWay = async (who = ann) => (await who.get('/api/work')).body.items

async function bookOf(rows: number): Promise<string> {
  const columns_config = [{ name: 'Employees', type: 'input', input_type: 'text' }]
  const { id } = (await ann.post('/api/workbooks', { name: 'Makers', columns_config })).body
  for (let left = rows; left > 0; left -= 1000) {
    const some = Array.from({ length: Math.min(1000, left) }, (_, n) => ({ data: { c1: String(n) } }))
    expect((await ann.post(`/api/workbooks/${id}/rows`, { rows: some })).status).toBe(201)
  }
  return id
}

test('a type change, an export and formulas that are behind are told with how far they are', async () => {
  const id = await bookOf(2_500)
  expect(await underWay()).toEqual([])
  const changed = await ann.patch(`/api/workbooks/${id}/columns/c1`, { input_type: 'number' })
  expect(changed.status, changed.text).toBeLessThan(300)
  expect(await underWay()).toMatchObject([
    { kind: 'row_task', workbook_id: id, done: 0, total: 2_500, can_cancel: true },
  ])
  const [{ id: work_id }] = await underWay()
  expect((await stranger.post(`/api/workbooks/${id}/work/${work_id}/cancel`)).status).toBe(404)
  expect((await ann.post(`/api/workbooks/${id}/work/${work_id}/cancel`)).status).toBe(204)
  expect(await underWay()).toEqual([])
  expect((await ann.post(`/api/workbooks/${id}/work/${work_id}/cancel`)).status).toBe(404)

  const { id: export_id } = (await ann.post(`/api/workbooks/${id}/exports`, { format: 'csv' })).body
  expect(await underWay()).toMatchObject([{ id: export_id, kind: 'export', can_cancel: true }])
  await ann.post(`/api/workbooks/${id}/exports/${export_id}/cancel`)
  expect(await underWay()).toEqual([])

  await database.asOwner(
    `insert into dirty_rows (workspace_id, consumer, id, scope_id, from_position, to_position, created_at)
     select workspace_id, 'compute', $2, id, -9007199254740991, 9007199254740991, now() - interval '1 minute' from workbooks where id = $1`,
    [id, export_id],
  )
  expect(await underWay()).toMatchObject([{ kind: 'compute', workbook_id: id, done: 0, total: 2_500 }])
  await database.asOwner('update dirty_rows set from_position = 100000')
  expect(await underWay()).toMatchObject([{ kind: 'compute', done: 2_500, total: 2_500 }])
  expect(await underWay(stranger)).toEqual([])
})

test('formulas that are behind are listed at once, so that who waits for an empty list does not take them for computed', async () => {
  const { id } = (await ann.post('/api/workbooks', { name: 'Behind', columns_config: [{ name: 'A', type: 'input' }] }))
    .body
  await ann.post(`/api/workbooks/${id}/columns`, { name: 'Twice', type: 'formula', expression: '{{A}} & {{A}}' })
  expect(await underWay()).not.toContainEqual(expect.objectContaining({ workbook_id: id }))
  await ann.post(`/api/workbooks/${id}/rows`, { rows: Array.from({ length: 501 }, () => ({ data: { A: 'a' } })) })
  expect(await underWay()).toContainEqual(expect.objectContaining({ kind: 'compute', workbook_id: id }))
})
