// Promises of copies: the same workbook again, with its rows and what was found for them or without, and on its own from then on.
import { expect, test } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import { workOff } from '../../platform/queue/run.fixture.ts'
import { settle } from '../computed/settle.fixture.ts'
import { rowTaskJobs } from '../rows/row-tasks.jobs.ts'
import { workbookRoutes } from '../workbook.routes.ts'
import { copyingRows } from './copy.commands.ts'
import { copyRoutes } from './copy.routes.ts'

const { database, ann } = await openTenant((database) => [...workbookRoutes(database), ...copyRoutes(database)])

const COLUMNS = [
  { name: 'Site', type: 'input', input_type: 'url' },
  { name: 'Gone', type: 'input' },
  { name: 'Upper', type: 'formula', expression: 'UPPER({{Site}})' },
  {
    name: 'Domain',
    type: 'enrichment',
    provider: 'domain-normaliser',
    output: 'company_domain',
    inputs: { website: '{{Site}}' },
  },
]

async function makeWorkbook(rows: number): Promise<string> {
  const { body } = await ann.post('/api/workbooks', { name: 'Companies', columns_config: COLUMNS })
  for (let from = 0; from < rows; from += 1000) {
    const some = Array.from({ length: Math.min(1000, rows - from) }, (_, index) => ({
      data: { Site: `s${from + index}.com`, Gone: 'x' },
    }))
    const added = await ann.post(`/api/workbooks/${body.id}/rows`, { rows: some })
    expect(added.status, added.text).toBe(201)
  }
  await ann.delete(`/api/workbooks/${body.id}/columns/c2`)
  await ann.post(`/api/workbooks/${body.id}/views`, { name: 'Some', scope: 'shared', hidden: ['c1'] })
  return body.id
}

const read = async (id: string) => (await ann.get(`/api/workbooks/${id}?page_size=5000`)).body

test('pinned tests go where rows go, without what was removed and what they gave; and beside their column alone', async () => {
  const id = await makeWorkbook(1)
  const pin = `insert into column_tests (workspace_id, workbook_id, column_id, id, row_id, values, expected, result)
    select workspace_id, id, c, gen_random_uuid(), gen_random_uuid(), '{"c1": "a.com", "c2": "gone"}', '{"answer": {"kind": "equals"}}', '{"x": 1}'
    from workbooks cross join unnest(array['c4', 'c2']) c where id = $1`
  await database.asOwner(pin, [id])
  const tests = (workbook: string) =>
    database.asOwner('select column_id, row_id, values, expected, result from column_tests where workbook_id = $1', [
      workbook,
    ])
  const kept = { values: { c1: 'a.com' }, expected: { answer: { kind: 'equals' } }, result: null }
  const copy = await ann.post(`/api/workbooks/${id}/duplicate`, {})
  expect(await tests(copy.body.id)).toEqual([{ column_id: 'c4', row_id: null, ...kept }])
  const empty = await ann.post(`/api/workbooks/${id}/duplicate`, { rows: false })
  expect(await tests(empty.body.id)).toEqual([])
})

test('a copy has columns, views, rows and found values of its own; removed columns stay behind', async () => {
  const id = await makeWorkbook(3)
  const before = await read(id)
  const first = before.rows[0].row_id
  const override = await ann.patch(`/api/workbooks/${id}/rows/${first}/cells/c4`, { value: 'found.com' })
  expect(override.status, override.text).toBe(200)
  const copy = await ann.post(`/api/workbooks/${id}/duplicate`, {})
  expect(copy.status, copy.text).toBe(201)
  expect(copy.body).toMatchObject({ name: 'Companies copy', total_rows: 3 })
  await settle(database)
  const { workbook, rows } = await read(copy.body.id)
  const plain = (columns: { stats?: object }[]) => columns.map(({ stats: _, ...column }) => column)
  expect(plain(workbook.columns_config)).toEqual(plain(before.workbook.columns_config))
  expect(rows.map(({ data }: { data: object }) => data)).toEqual([{ c1: 's0.com' }, { c1: 's1.com' }, { c1: 's2.com' }])
  expect(rows[0].enrichments).toMatchObject({
    c3: { value: 'S0.COM' },
    c4: { value: 'found.com', status: 'overridden' },
  })
  expect(rows[0].row_id).not.toBe(first)
  const [hidden] = await database.asOwner<{ data: Record<string, unknown> }>(
    'select data from workbook_rows where workbook_id = $1 limit 1',
    [copy.body.id],
  )
  expect(hidden?.data).not.toHaveProperty('c2')
  expect((await ann.get(`/api/workbooks/${copy.body.id}/views`)).body.items).toMatchObject([
    { name: 'Some', hidden: ['c1'] },
  ])
  await ann.patch(`/api/workbooks/${copy.body.id}/rows`, {
    rows: [{ row_id: rows[0].row_id, data: { Site: 'new.com' } }],
  })
  await ann.post(`/api/workbooks/${copy.body.id}/rows`, { rows: [{ data: { Site: 'end.com' } }] })
  const after = await read(id)
  expect(after.rows.map(({ data }: { data: object }) => data)).toEqual(
    before.rows.map(({ data }: { data: object }) => data),
  )
  expect((await read(copy.body.id)).rows.at(-1).data).toEqual({ c1: 'end.com' })
})

test('without rows it is empty and takes rows from the first on', async () => {
  const id = await makeWorkbook(2)
  const { body } = await ann.post(`/api/workbooks/${id}/duplicate`, { name: 'Bare', rows: false })
  expect(body).toMatchObject({ name: 'Bare', total_rows: 0 })
  await ann.post(`/api/workbooks/${body.id}/rows`, { rows: [{ data: { Site: 'a.com' } }] })
  expect((await read(body.id)).rows).toMatchObject([{ position: 1, data: { c1: 'a.com' } }])
})

test('a large one fills in the background, in the order of the original, while rows are added to it', async () => {
  const id = await makeWorkbook(2300)
  const { body } = await ann.post(`/api/workbooks/${id}/duplicate`, {})
  expect(body.total_rows).toBe(0)
  await ann.post(`/api/workbooks/${body.id}/rows`, { rows: [{ data: { Site: 'mine.com' } }] })
  expect(await workOff(database, rowTaskJobs(database, [copyingRows]))).toBe(1)
  const { workbook, rows } = await read(body.id)
  expect(workbook.total_rows).toBe(2301)
  expect([rows[0].data.c1, rows[2299].data.c1, rows[2300].data.c1]).toEqual(['s0.com', 's2299.com', 'mine.com'])
})
