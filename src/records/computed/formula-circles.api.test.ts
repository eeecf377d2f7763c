// Promises of what formulas may look through: never in a circle, and never what somebody sends along.
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type Caller, callerOf } from '../../../test/app.ts'
import { addWorkspace, openTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { workbookRoutes } from '../workbooks/workbook.routes.ts'
import { add, customers, leads, OWNER } from './formula-lookups.fixture.ts'

let database: TestDatabase
let app: FastifyInstance
/** In a workspace of its own, since formulas find workbooks by their names. */
const newCaller = async (): Promise<Caller> => callerOf(app, await addWorkspace(database, `Of ${++made}`))
let made = 0

beforeAll(async () => {
  database = await openTestDatabase()
  app = await buildTestApp(workbookRoutes(database))
})
afterAll(async () => {
  await app.close()
  await database.close()
})

test('a formula that is changed is held to the same as a new one: no circle, whatever is sent along', async () => {
  const ann = await newCaller()
  const theirs = await customers(ann)
  const ours = await leads(ann)
  const { id } = await add(ann, theirs.path, '1', 'Later')
  await add(ann, ours.path, OWNER)
  const expression = 'COUNTIF({{Leads!Site}}, {{Domain}}) + 1'
  for (const ranges of [undefined, [{ ref: 'Leads!Site', workbook_id: theirs.id, column_id: 'c1' }]]) {
    const { status, body } = await ann.patch(`${theirs.path}/columns/${id}`, { expression, ranges })
    expect([status, body.detail[0].type, body.detail[0].msg]).toEqual([
      422,
      'reference_cycle',
      'Workbooks would look each other up in a circle: "Customers" -> "Leads" -> "Customers"',
    ])
  }
  const ranges = [{ ref: 'Leads!Site', workbook_id: 'x', column_id: 'c1' }]
  const { status, text } = await ann.patch(`${theirs.path}/columns/${id}`, { expression: '2', ranges })
  expect(status, text).toBe(200)
})
