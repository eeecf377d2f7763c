// An answer that was made from other inputs or settings says so, keeps its value, and is asked for again.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestService } from '../../../test/running-install.ts'
import {
  addBench,
  addColumn,
  type Bench,
  cellsOf,
  must,
  run,
  startKinds,
  startVendor,
  type Vendor,
} from '../kinds/kinds.fixture.ts'

let service: TestService
let vendor: Vendor
let bench: Bench
let name: string
beforeAll(async () => {
  vendor = await startVendor()
  service = await startKinds({ 'api.example.com': vendor.port })
})
afterAll(async () => {
  await service?.close()
  await vendor?.close()
})

const nameOf = (path: string) => ({ body: { name: `Name of ${new URL(path, 'http://x').searchParams.get('d')}` } })
const column = (more: object = {}) => ({
  name: 'Name',
  type: 'http',
  url: 'http://api.example.com/',
  query: { d: '{{Domain}}' },
  output: 'name',
  fields: [{ name: 'name', path: 'name', type: 'text' }],
  ...more,
})
beforeEach(async () => {
  vendor.says(({ path }) => nameOf(path))
  bench = await addBench(
    service,
    ['Domain', 'Note'],
    [
      ['a.example', 'x'],
      ['b.example', 'y'],
    ],
  )
  name = await addColumn(bench, column())
  await run(bench)
})

const edit = (row: number, data: object) =>
  must(
    bench.call('PATCH', `/api/workbooks/${bench.workbook_id}/rows`, { rows: [{ row_id: bench.rows[row], data }] }),
    200,
  )
const states = async () =>
  (await cellsOf(bench, name)).map(({ status, reason, value }: { status: string; reason: string; value: string }) => [
    status,
    reason,
    value,
  ])
const FRESH_A = ['complete', null, 'Name of a.example']
const FRESH_B = ['complete', null, 'Name of b.example']

test('another value of an input makes the answer stale, the same value and other columns do not', async () => {
  await edit(0, { c1: 'a.example', c2: 'other' })
  expect(await states()).toEqual([FRESH_A, FRESH_B])
  await edit(0, { c1: 'c.example' })
  expect(await states()).toEqual([['stale', 'input_changed', 'Name of a.example'], FRESH_B])
  const counted = await must(bench.call('GET', `/api/workbooks/${bench.workbook_id}`), 200)
  const filtered = await must(
    bench.call('POST', `/api/workbooks/${bench.workbook_id}/rows/query`, {
      filter: { field: name, on: 'status', op: 'in', value: ['stale'] },
    }),
    200,
  )
  expect(filtered.items.map(({ row_id }: { row_id: string }) => row_id)).toEqual([bench.rows[0]])
  expect(JSON.stringify(counted)).toContain('"stale":1')
})

test.each([
  'missing',
  'stale',
])('a run of what is %s asks again for what the row says now, and for nothing else', async (mode) => {
  await edit(1, { c1: 'd.example' })
  vendor.says(({ path }) => nameOf(path))
  await run(bench, { mode })
  expect(vendor.heard.map(({ path }) => path)).toEqual(['/?d=d.example'])
  expect(await states()).toEqual([FRESH_A, ['complete', null, 'Name of d.example']])
})

test('other settings make every answer of the column stale, which only a run of what is stale takes up', async () => {
  const path = `/api/workbooks/${bench.workbook_id}/columns/${name}`
  await must(bench.call('PATCH', path, { name: 'Title', width: 300 }), 200)
  expect(await states()).toEqual([FRESH_A, FRESH_B])
  await must(bench.call('PATCH', path, { query: { d: '{{Domain}}', v: '2' } }), 200)
  expect((await states()).map((one: string[]) => one.slice(0, 2))).toEqual([
    ['stale', 'settings_changed'],
    ['stale', 'settings_changed'],
  ])
  await run(bench, { mode: 'missing' })
  expect(vendor.heard.filter(({ path: heard }) => heard.includes('v=2'))).toEqual([])
  await run(bench, { mode: 'stale' })
  expect(await states()).toEqual([FRESH_A, FRESH_B])
})

test('a column with an age limit marks what is older', async () => {
  await service.database.asOwner(
    `update cells set updated_at = now() - interval '3 days' where workbook_id = $1 and row_id = $2`,
    [bench.workbook_id, bench.rows[0]],
  )
  await must(bench.call('PATCH', `/api/workbooks/${bench.workbook_id}/columns/${name}`, { max_age_days: 2 }), 200)
  await expect.poll(states).toEqual([['stale', 'expired', 'Name of a.example'], FRESH_B])
})

test('an answer is marked when it passes the age limit, and not at a full hour', async () => {
  await service.database.asOwner(
    `update cells set updated_at = now() - interval '2 days' + interval '20 minutes' where workbook_id = $1 and row_id = $2`,
    [bench.workbook_id, bench.rows[0]],
  )
  await must(bench.call('PATCH', `/api/workbooks/${bench.workbook_id}/columns/${name}`, { max_age_days: 2 }), 200)
  const due = async () => {
    const [found] = await service.database.asOwner<{ is_due: boolean }>(
      `select s.next_at = date_trunc('milliseconds', c.updated_at) + interval '2 days' as is_due from schedules s
         join cells c on c.workbook_id = $1 and c.row_id = $2 and c.column_id = $3
        where s.kind = 'workbook.age' and s.subject = $1::text`,
      [bench.workbook_id, bench.rows[0], name],
    )
    return found?.is_due
  }
  await expect.poll(due).toBe(true)
  expect(await states()).toEqual([FRESH_A, FRESH_B])
})

test('a row that is edited while it is asked for keeps no answer about its old input', async () => {
  const other = await addColumn(bench, column({ name: 'Again', query: { d: '{{Domain}}', v: '2' } }))
  let isEdited = false
  vendor.says(async ({ path }) => {
    if (path.includes('a.example') && !isEdited) {
      isEdited = true
      await edit(0, { c1: 'e.example' })
    }
    return nameOf(path)
  })
  await run(bench, { column_ids: [other] })
  expect((await cellsOf(bench, other)).map(({ status }: { status: string }) => status)).toEqual(['stale', 'complete'])
  await run(bench, { column_ids: [other] })
  const [first] = await cellsOf(bench, other)
  expect(first).toMatchObject({ status: 'complete', value: 'Name of e.example' })
})

test('an answer that is made from another answer becomes stale with it, in one run both are fresh again', async () => {
  const second = await addColumn(bench, column({ name: 'Second', query: { d: '{{Name}}' } }))
  await run(bench)
  await edit(0, { c1: 'f.example' })
  expect((await cellsOf(bench, second)).map(({ status }: { status: string }) => status)).toEqual(['stale', 'complete'])
  await run(bench)
  expect(
    (await cellsOf(bench, second)).map(({ status, value }: { status: string; value: string }) => [status, value]),
  ).toEqual([
    ['complete', 'Name of Name of f.example'],
    ['complete', 'Name of Name of b.example'],
  ])
})
