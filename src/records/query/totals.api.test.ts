// Promises of totals: exact over the rows that match, the same for each group, and kept in the view.
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type Caller, callerOf } from '../../../test/app.ts'
import { addWorkspace, openTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { settle } from '../computed/settle.fixture.ts'
import { workbookRoutes } from '../workbook.routes.ts'

let database: TestDatabase
let app: FastifyInstance
let vic: Caller
let path: string

beforeAll(async () => {
  database = await openTestDatabase()
  app = await buildTestApp(workbookRoutes(database))
  const workspace = await addWorkspace(database)
  const ann = callerOf(app, workspace)
  vic = callerOf(app, workspace, 'viewer')
  const columns_config = [
    { name: 'City', type: 'input' },
    { name: 'Staff', type: 'input', input_type: 'number' },
    { name: 'Founded', type: 'input', input_type: 'date' },
    { name: 'Double', type: 'formula', expression: '{{Staff}} * 2' },
  ]
  const { body } = await ann.post('/api/workbooks', { name: 'Companies', columns_config })
  path = `/api/workbooks/${body.id}`
  const rows = [
    { City: 'Berlin', Staff: 10, Founded: '2001-02-03' },
    { City: 'berlin', Staff: 30 },
    { City: 'Paris', Staff: 'many', Founded: '1999-12-31' },
    { Staff: 5 },
  ]
  await ann.post(`${path}/rows`, { rows: rows.map((data) => ({ data })) })
  await settle(database)
})
afterAll(async () => {
  await app?.close()
  await database?.close()
})

const kinds = ['sum', 'average', 'min', 'max', 'filled', 'unique']
const all = (column_id: string) => kinds.map((total) => ({ column_id, total }))
const valuesOf = (items: { value: unknown }[]) => items.map(({ value }) => value)

test('totals are those of the values as they are: numbers, dates, the share of filled ones, different ones without case', async () => {
  const totals = ['c1', 'c2', 'c3', 'c4'].flatMap(all)
  const { body } = await vic.post(`${path}/rows/totals`, { totals })
  expect(body.rows).toBe(4)
  expect(valuesOf(body.items)).toEqual([
    ...[null, null, null, null, 0.75, 2],
    ...[45, 15, 5, 30, 1, 4],
    ...[null, null, '1999-12-31', '2001-02-03', 0.5, 2],
    ...[90, 30, 10, 60, 0.75, 3],
  ])
})

test('totals follow the filter, and are the same as those of the one group that it leaves', async () => {
  const totals = all('c2')
  const filter = { field: 'c1', op: 'eq', value: 'Berlin' }
  const { body } = await vic.post(`${path}/rows/totals`, { totals, filter })
  expect(body.rows).toBe(2)
  expect(valuesOf(body.items)).toEqual([40, 20, 10, 30, 1, 2])
  const groups = (await vic.post(`${path}/rows/groups`, { group: { field: 'c1' }, totals })).body.items
  expect(groups[0]).toMatchObject({ count: 2, totals: valuesOf(body.items) })
  expect(groups).toHaveLength(3)
  const bare = (await vic.post(`${path}/rows/groups`, { group: { field: 'c1' } })).body.items
  expect(bare[0]).not.toHaveProperty('totals')
  const none = { field: 'c1', op: 'eq', value: 'Rome' }
  const empty = (await vic.post(`${path}/rows/totals`, { totals, filter: none })).body
  expect([empty.rows, ...valuesOf(empty.items)]).toEqual([0, null, null, null, null, null, 0])
})

test('a view keeps the totals under its columns, and an unknown column is refused', async () => {
  const totals = { c2: 'sum', c1: 'unique' }
  const { body: view } = await vic.post(`${path}/views`, { name: 'Summed', totals })
  expect(view.totals).toEqual(totals)
  expect((await vic.post(`${path}/views`, { name: 'Wrong', totals: { c2: 'median' } })).status).toBe(422)
  const unknown = await vic.post(`${path}/rows/totals`, { totals: [{ column_id: 'c9', total: 'sum' }] })
  expect(unknown.status).toBe(422)
  expect(unknown.body.detail[0].loc).toEqual(['body', 'totals', 0, 'column_id'])
})
