// Promises of find and replace: what it would do is shown first, typed values stay what they are, and one undo takes all of it back.
import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type Caller, callerOf } from '../../../test/app.ts'
import { addWorkspace, openTestDatabase, type TestDatabase } from '../../../test/database.ts'
import type { InputColumn } from '../../engine/columns/kinds/input.kind.ts'
import type { Json } from '../../kernel/json.ts'
import { workOff } from '../../platform/queue/run.fixture.ts'
import { rowTaskJobs } from '../rows/row-tasks.jobs.ts'
import { workRoutes } from '../work/work.routes.ts'
import { workbookRoutes } from '../workbook.routes.ts'
import { replacing } from './replace.commands.ts'
import { replacerOf } from './replace.logic.ts'
import { replaceRoutes } from './replace.routes.ts'

let database: TestDatabase
let app: FastifyInstance
let workspace: string
let ann: Caller

beforeAll(async () => {
  database = await openTestDatabase()
  app = await buildTestApp([...workbookRoutes(database), ...replaceRoutes(database), ...workRoutes(database)])
  workspace = await addWorkspace(database)
  ann = callerOf(app, workspace)
})
afterAll(async () => {
  await app?.close()
  await database?.close()
})

const columns_config = [
  { name: 'Company', type: 'input' },
  { name: 'Staff', type: 'input', input_type: 'number' },
  { name: 'Tags', type: 'input', input_type: 'multi_select' },
  { name: 'Shout', type: 'formula', expression: 'UPPER({{Company}})' },
]

async function addWorkbook(rows: object[]) {
  const { body } = await ann.post('/api/workbooks', { name: 'Companies', columns_config })
  const path = `/api/workbooks/${body.id}`
  for (let from = 0; from < rows.length; from += 1000) {
    const part = rows.slice(from, from + 1000).map((data) => ({ data }))
    expect((await ann.post(`${path}/rows`, { rows: part })).status).toBe(201)
  }
  const read = async (): Promise<Record<string, Json>[]> => {
    const { body } = await ann.get(`${path}?page_size=5000`)
    return body.rows.map(({ data }: { data: Record<string, Json> }) => data)
  }
  return { path, read, companies: async () => (await read()).map(({ c1 }) => c1) }
}

const rule = { find: 'inc', replace_with: 'Ltd', match_case: false, whole_cell: false }
const column = (input_type: InputColumn['input_type'], options?: string[]) =>
  ({ id: 'c1', name: 'C', type: 'input', input_type, ...(options && { options }) }) as InputColumn

test('a text is replaced letter by letter, and the result is read by the type of its column', () => {
  const become = (value: Json, type: InputColumn, more: object = {}) => replacerOf({ ...rule, ...more })(value, type)
  const text = column('text')
  expect(become('Acme Inc, INC', text)?.after).toBe('Acme Ltd, Ltd')
  expect(become('Acme Inc', text, { match_case: true })).toBeNull()
  expect(become('Acme Inc', text, { whole_cell: true })).toBeNull()
  expect(become('inc', text, { whole_cell: true, replace_with: '' })).toEqual({ after: null, unfit: null })
  expect(become('a.b $& a+b', text, { find: 'a.b', replace_with: '$&' })?.after).toBe('$& $& a+b')
  expect(become('ÄRGER', text, { find: 'är', replace_with: 'Är' })?.after).toBe('ÄrGER')
  expect(become('Ltd', text, { find: 'ltd' })).toBeNull()
  expect(become(1200, column('number'), { find: '2', replace_with: '3' })).toEqual({ after: 1300, unfit: null })
  expect(become(1200, column('number'), { find: '2', replace_with: 'x' })?.unfit).toBe('not_a_number')
  expect(become('2026-01-31', column('date'), { find: '-01-', replace_with: '-02-' })?.unfit).toBe('not_a_date')
  expect(become('inc', column('select', ['inc']))?.unfit).toBe('not_a_choice')
  expect(become(['Inc', 'Big', 'Ltd'], column('multi_select'))?.after).toEqual(['Ltd', 'Big'])
  expect(become(['Inc'], column('multi_select'), { replace_with: '' })?.after).toBeNull()
  expect(become({ a: 'inc' }, column('json'))?.after).toEqual({ a: 'Ltd' })
  expect(become({ a: 'inc' }, column('json'), { find: '"' })?.unfit).toBe('not_json')
  const long = become('a'.repeat(90_000), text, { find: 'a', replace_with: 'b'.repeat(1000) })
  expect(long?.unfit).toBe('too_long')
})

test('a preview counts and shows what a replacement does, and one undo takes all of it back', async () => {
  const rows = [
    { Company: 'Acme Inc', Staff: 12, Tags: ['inc'] },
    { Company: 'Bolt GmbH', Staff: 120 },
    { Company: 'inc', Staff: 5 },
  ]
  const { path, read } = await addWorkbook(rows)
  const before = await read()
  const body = { find: 'inc', replace_with: 'Ltd' }
  const preview = (await ann.post(`${path}/rows/replace/preview`, body)).body
  expect(preview).toMatchObject({ checked_rows: 3, total_rows: 3, complete: true, cells: 3, rows: 2, unfit: 0 })
  expect(preview.examples[0]).toMatchObject({ column_id: 'c1', before: 'Acme Inc', after: 'Acme Ltd' })
  expect(await read()).toEqual(before)
  const done = (await ann.post(`${path}/rows/replace`, body)).body
  expect(done).toMatchObject({ cells: 3, rows: 2, unfit: 0, erased: 0, job_id: null })
  expect((await read())[0]).toEqual({ c1: 'Acme Ltd', c2: 12, c3: ['Ltd'] })
  const { body: activity } = await ann.get(`${path}/activity`)
  expect(activity.items[0]).toMatchObject({ id: done.change_id, words: 'Replaced “inc” with “Ltd”' })
  expect((await ann.post(`${path}/undo`, {})).body).toMatchObject({ change_id: done.change_id, cells: 3 })
  expect(await read()).toEqual(before)
})

test('a value that would not fit its column stays and is counted', async () => {
  const { path, read } = await addWorkbook([{ Staff: 12 }, { Staff: 20 }])
  const body = { find: '2', replace_with: 'two', columns: ['c2'] }
  const preview = (await ann.post(`${path}/rows/replace/preview`, body)).body
  expect(preview).toMatchObject({ cells: 0, unfit: 2 })
  expect(preview.unfit_examples[0]).toMatchObject({ before: 12, after: '1two', reason: 'not_a_number' })
  const done = (await ann.post(`${path}/rows/replace`, body)).body
  expect(done).toMatchObject({ cells: 0, unfit: 2, change_id: null })
  expect(await read()).toEqual([{ c2: 12 }, { c2: 20 }])
})

test('only the rows that are meant change: by id, by filter, or those of a view', async () => {
  const { path, companies } = await addWorkbook([
    { Company: 'A x', Staff: 1 },
    { Company: 'B x', Staff: 2 },
    { Company: 'C x', Staff: 3 },
  ])
  const filter = { field: 'c2', op: 'gte', value: 2 }
  const { body: view } = await ann.post(`${path}/views`, { name: 'Big', filter })
  const replace = (more: object) => ann.post(`${path}/rows/replace`, { find: 'x', replace_with: 'y', ...more })
  const { body: query } = await ann.post(`${path}/rows/query`, {})
  expect((await replace({ row_ids: [query.items[0].row_id] })).body.cells).toBe(1)
  expect(await companies()).toEqual(['A y', 'B x', 'C x'])
  expect((await replace({ filter: { field: 'c2', op: 'eq', value: 3 } })).body.cells).toBe(1)
  expect((await replace({ view_id: view.id })).body.cells).toBe(1)
  expect(await companies()).toEqual(['A y', 'B y', 'C y'])
})

test('a computed column, an unknown one, and ids beside a filter are refused, and a viewer replaces nothing', async () => {
  const { path, companies } = await addWorkbook([{ Company: 'Acme' }])
  const body = { find: 'a', replace_with: 'b' }
  const computed = await ann.post(`${path}/rows/replace`, { ...body, columns: ['c4'] })
  expect(computed.status).toBe(422)
  expect(computed.body.detail[0]).toMatchObject({ loc: ['body', 'columns', 0], type: 'computed_column' })
  expect((await ann.post(`${path}/rows/replace/preview`, { ...body, columns: ['c9'] })).status).toBe(422)
  expect((await ann.post(`${path}/rows/replace`, { ...body, row_ids: ['x'], search: 'a' })).status).toBe(422)
  const viewer = callerOf(app, workspace, 'viewer')
  expect((await viewer.post(`${path}/rows/replace`, body)).status).toBe(403)
  expect((await viewer.post(`${path}/rows/replace/preview`, body)).body.cells).toBe(1)
  expect(await companies()).toEqual(['Acme'])
})

const many = () => Array.from({ length: 2100 }, (_, n) => ({ Company: `Firm ${n} Inc` }))

test('a large workbook is done in the background as one change, and no further once that is undone', async () => {
  const { path, companies } = await addWorkbook(many())
  const jobs = rowTaskJobs(database, [replacing])
  const replace = async () => (await ann.post(`${path}/rows/replace`, { find: ' Inc', replace_with: '' })).body
  const begun = await replace()
  expect(begun).toMatchObject({ cells: 0, job_id: expect.any(String) })
  expect((await companies())[0]).toBe('Firm 0 Inc')
  // Came later: it is none of those that were meant.
  await ann.post(`${path}/rows`, { rows: [{ data: { Company: 'Late Inc' } }] })
  expect(await workOff(database, jobs)).toBe(1)
  expect((await companies()).filter((name) => String(name).endsWith('Inc'))).toEqual(['Late Inc'])
  const { body: activity } = await ann.get(`${path}/activity`)
  const line = activity.items.find(({ id }: { id: string }) => id === begun.change_id)
  expect(line).toMatchObject({ words: 'Removed “ Inc”', counts: { cells: 2100, rows: 2100 } })
  const { body: other } = await addWorkbook(many()).then(async ({ path }) => {
    await ann.post(`${path}/rows/replace`, { find: ' Inc', replace_with: '' })
    await ann.post(`${path}/undo`, {})
    expect(await workOff(database, jobs)).toBe(1)
    return ann.get(`${path}?page_size=1`)
  })
  expect(other.rows[0].data.c1).toBe('Firm 0 Inc')
})

test('a search in the background that finds nothing leaves nothing to undo', async () => {
  const { path } = await addWorkbook(many())
  const begun = (await ann.post(`${path}/rows/replace`, { find: 'nowhere', replace_with: 'x' })).body
  await workOff(database, rowTaskJobs(database, [replacing]))
  const { body } = await ann.get(`${path}/activity`)
  expect(body.items.map(({ id }: { id: string }) => id)).not.toContain(begun.change_id)
})

test('long values are looked at in several batches and count once, in a preview and by id', async () => {
  // Nothing that the database could store shorter.
  const noise = () => randomBytes(71_250).toString('base64')
  const rows = Array.from({ length: 48 }, () => ({ Company: `Inc! ${noise()}` }))
  const { path } = await addWorkbook([])
  for (let from = 0; from < rows.length; from += 10)
    await ann.post(`${path}/rows`, { rows: rows.slice(from, from + 10).map((data) => ({ data })) })
  const body = { find: 'Inc! ', replace_with: '' }
  const preview = (await ann.post(`${path}/rows/replace/preview`, body)).body
  expect(preview).toMatchObject({ checked_rows: 48, complete: true, cells: 48, rows: 48 })
  const { items } = (await ann.post(`${path}/rows/query`, { limit: 100 })).body
  const row_ids = items.map(({ row_id }: { row_id: string }) => row_id)
  const done = (await ann.post(`${path}/rows/replace`, { ...body, row_ids })).body
  expect(done).toMatchObject({ cells: 48, rows: 48, job_id: null })
  const undone = (await ann.post(`${path}/undo`, {})).body
  expect(undone).toMatchObject({ change_id: done.change_id, cells: 48 })
  expect((await ann.post(`${path}/rows/replace`, body)).body).toMatchObject({ job_id: expect.any(String) })
})
