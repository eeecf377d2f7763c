// Promises of types: what a change would do is told first, it loses nothing, and one undo takes it back; copies of columns.
import { expect, test } from 'vitest'
import type { Caller } from '../../../test/app.ts'
import { openTenant } from '../../../test/open-tenant.ts'
import type { Json } from '../../kernel/json.ts'
import { workOff } from '../../platform/queue/run.fixture.ts'
import { settle } from '../computed/settle.fixture.ts'
import { rowTaskJobs } from '../rows/row-tasks.jobs.ts'
import { workbookRoutes } from '../workbook.routes.ts'
import { copyingValues } from './column-copy.commands.ts'
import { converting } from './conversion.commands.ts'
import { convert, outcomeOf } from './conversion.logic.ts'
import { typingRoutes } from './conversion.routes.ts'

const { database, ann } = await openTenant((database) => [...workbookRoutes(database), ...typingRoutes(database)])

type Call = (verb: 'get' | 'post' | 'patch' | 'delete', path: string, body?: unknown) => ReturnType<Caller['get']>

async function makeWorkbook(values: string[]): Promise<Call> {
  const columns_config = [
    { name: 'Staff', type: 'input' },
    { name: 'Other', type: 'input' },
    { name: 'Double', type: 'formula', expression: '{{Staff}} * 2' },
  ]
  const { body } = await ann.post('/api/workbooks', { name: 'Companies', columns_config })
  const call: Call = (verb, path, sent) => ann[verb](`/api/workbooks/${body.id}${path}`, sent)
  for (let from = 0; from < values.length; from += 1000) {
    const rows = values.slice(from, from + 1000).map((Staff) => ({ data: { Staff } }))
    const added = await call('post', '/rows', { rows })
    expect(added.status, added.text).toBe(201)
  }
  return call
}

const rowsOf = async (call: Call) => (await call('get', '?page_size=5000')).body.rows
const staffOf = async (call: Call) => (await rowsOf(call)).map(({ data }: { data: { c1: Json } }) => data.c1)

test('a value that the new type cannot read stays as it is, and what can be read comes back as it was', () => {
  const outcomes = (values: Json[], input_type: never, options?: string[]) =>
    values.map((value) => outcomeOf(value, { input_type, ...(options && { options }) }))
  expect(outcomes(['1,200', 5, 'many', true], 'number' as never)).toEqual([
    { outcome: 'read_anew', to: 1200 },
    { outcome: 'same', to: 5 },
    { outcome: 'marked', to: 'many' },
    { outcome: 'marked', to: true },
  ])
  expect(outcomes(['a, b', ['a']], 'multi_select' as never, ['a', 'b'])).toEqual([
    { outcome: 'read_anew', to: ['a', 'b'] },
    { outcome: 'same', to: ['a'] },
  ])
  expect(outcomes(['a', 'c'], 'select' as never, ['a', 'b']).map(({ outcome }) => outcome)).toEqual(['same', 'marked'])
  expect(convert(1200, 'text')).toBe('1200')
  expect(convert(true, 'text')).toBe('true')
  expect(convert(' ', 'number')).toBe(' ')
})

test('a change of type is previewed with counts and examples, carried out, and undone with one call', async () => {
  const call = await makeWorkbook(['1,200', 'many', '7', '30'])
  const preview = (await call('post', '/columns/c1/type-preview', { input_type: 'number' })).body
  expect(preview).toMatchObject({ filled: 4, same: 0, read_anew: 3, marked: 1, complete: true })
  expect(preview.marked_examples).toMatchObject([{ from: 'many', to: 'many' }])
  expect(preview.read_anew_examples[0]).toMatchObject({ from: '1,200', to: 1200 })
  expect(await staffOf(call)).toEqual(['1,200', 'many', '7', '30'])
  expect((await call('patch', '/columns/c1', { input_type: 'number' })).status).toBe(200)
  expect(await staffOf(call)).toEqual([1200, 'many', 7, 30])
  await settle(database)
  expect((await rowsOf(call))[0].enrichments.c3.value).toBe(2400)
  expect((await call('post', '/undo', {})).body).toMatchObject({ kind: 'edit_column', columns: 1, cells: 3 })
  expect(await staffOf(call)).toEqual(['1,200', 'many', '7', '30'])
  expect((await call('get', '')).body.workbook.columns_config[0].input_type).toBe('text')
  expect((await call('post', '/redo', {})).body).toMatchObject({ columns: 1, cells: 3 })
  expect(await staffOf(call)).toEqual([1200, 'many', 7, 30])
  expect((await call('post', '/columns/c3/type-preview', { input_type: 'number' })).status).toBe(422)
})

test('values that a new type cannot read are cleared when that is wanted, and undo brings them back', async () => {
  const call = await makeWorkbook(['1,200', 'many', '7'])
  expect((await call('patch', '/columns/c1', { input_type: 'number', invalid_values: 'clear' })).status).toBe(200)
  expect(await staffOf(call)).toEqual([1200, undefined, 7])
  expect((await call('get', '')).body.workbook.columns_config[0]).not.toHaveProperty('invalid_values')
  await call('post', '/undo', {})
  expect(await staffOf(call)).toEqual(['1,200', 'many', '7'])
})

test('many values are read in the background, and no further once the change has been undone', async () => {
  const call = await makeWorkbook(Array.from({ length: 2100 }, (_, index) => String(index)))
  await call('patch', '/columns/c1', { input_type: 'number' })
  expect((await staffOf(call))[5]).toBe('5')
  const jobs = rowTaskJobs(database, [converting])
  expect(await workOff(database, jobs)).toBe(1)
  expect((await staffOf(call)).every((value: Json) => typeof value === 'number')).toBe(true)
  await call('patch', '/columns/c1', { input_type: 'text' })
  await call('post', '/undo', {})
  expect(await workOff(database, jobs)).toBe(1)
  expect((await staffOf(call))[2000]).toBe(2000)
})

test('a column is copied beside itself with its values, or without, and undo takes the copy away', async () => {
  const call = await makeWorkbook(['a', 'b'])
  const copy = await call('post', '/columns/c1/duplicate', {})
  expect(copy.body).toMatchObject({ name: 'Staff copy', type: 'input' })
  const named = async () =>
    (await call('get', '')).body.workbook.columns_config.map(({ name }: { name: string }) => name)
  expect(await named()).toEqual(['Staff', 'Staff copy', 'Other', 'Double'])
  expect((await rowsOf(call)).map(({ data }: { data: object }) => data)).toEqual([
    { c1: 'a', [copy.body.id]: 'a' },
    { c1: 'b', [copy.body.id]: 'b' },
  ])
  const bare = await call('post', '/columns/c1/duplicate', { name: 'Bare', values: false })
  expect((await rowsOf(call))[0].data).not.toHaveProperty(bare.body.id)
  const formula = await call('post', '/columns/c3/duplicate', {})
  expect(formula.body).toMatchObject({ name: 'Double copy', expression: '{{Staff}} * 2' })
  for (let n = 0; n < 3; n++) await call('post', '/undo', {})
  expect(await named()).toEqual(['Staff', 'Other', 'Double'])
  expect((await call('post', '/columns/c1/duplicate', { name: 'other' })).status).toBe(422)
})

test('a formula over a copy follows the values that come into it in the background', async () => {
  const call = await makeWorkbook(Array.from({ length: 2100 }, (_, index) => String(index)))
  const copy = await call('post', '/columns/c1/duplicate', {})
  const over = { name: 'Over', type: 'formula', expression: `{{${copy.body.name}}} * 2` }
  const added = await call('post', '/columns', over)
  expect(added.status, added.text).toBe(201)
  const overOf = async (row: number) => (await rowsOf(call))[row].enrichments[added.body.id].value
  await settle(database)
  expect(await overOf(2050)).not.toBe(4100)
  expect(await workOff(database, rowTaskJobs(database, [copyingValues]))).toBe(1)
  await settle(database)
  expect(await overOf(2050)).toBe(4100)
})

test('a copied column keeps the tests that are pinned to it, as if they were never run', async () => {
  const call = await makeWorkbook(['a'])
  const { workbook } = (await call('get', '')).body
  const pin = `insert into column_tests (workspace_id, workbook_id, column_id, id, row_id, values, expected, result)
    select workspace_id, id, 'c2', gen_random_uuid(), gen_random_uuid(), '{"c1": "a"}', '{"answer": {}}', '{"x": 1}'
    from workbooks where id = $1`
  await database.asOwner(pin, [workbook.id])
  const copy = await call('post', '/columns/c2/duplicate', {})
  const tests = await database.asOwner(
    'select row_id, values, expected, result from column_tests where workbook_id = $1 and column_id = any($2) order by result',
    [workbook.id, ['c2', copy.body.id]],
  )
  const [own, copied] = tests
  expect(tests).toHaveLength(2)
  expect(copied).toEqual({ ...own, result: null })
})
