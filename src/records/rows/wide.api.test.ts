// A workbook as wide as it may be, with every type: everything that works on a narrow one works on it.
import { expect, test } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import { INPUT_TYPES } from '../../engine/columns/kinds/input.kind.ts'

const WIDTH = 500
const { as } = await openTenant({ LIMITS: 'off' })
const call = (await as('editor')).call

async function must(method: string, path: string, body?: unknown) {
  const answer = await call(method, path, body)
  expect(answer.status, `${method} ${path} ${answer.text.slice(0, 300)}`).toBeLessThan(300)
  return answer
}

const typeOf = (n: number) => INPUT_TYPES[n % INPUT_TYPES.length] as (typeof INPUT_TYPES)[number]
const columns = Array.from({ length: WIDTH }, (_, n) => ({
  name: `Column ${n}`,
  type: 'input',
  input_type: typeOf(n),
  ...(typeOf(n).endsWith('select') && { options: ['one', 'two'] }),
}))
/** A value that does not fit most types. */
const odd = Object.fromEntries(columns.map(({ name }) => [name, 'neither nor']))

test('500 columns of every type are written, read, searched, filtered, sorted, counted and exported', async () => {
  const { id } = (await must('POST', '/api/workbooks', { name: 'Wide', columns_config: columns })).body
  const added = await must('POST', `/api/workbooks/${id}/rows`, { rows: [{ data: odd }, { data: odd }] })
  const [first] = added.body.items
  const page = (await must('GET', `/api/workbooks/${id}`)).body
  expect(page.rows).toHaveLength(2)
  expect(Object.keys(page.rows[0].data)).toHaveLength(WIDTH)
  const typed = columns.filter(({ input_type }) => ['number', 'email', 'date', 'url'].includes(input_type)).length
  expect(Object.keys(page.rows[0].invalid).length).toBeGreaterThanOrEqual(typed)

  await must('PATCH', `/api/workbooks/${id}/rows`, { rows: [{ row_id: first.row_id, data: { 'Column 499': 'x' } }] })
  await must('PATCH', `/api/workbooks/${id}/rows/${first.row_id}/cells/c1`, { value: 'found me' })
  const asked = [
    { search: 'found me' },
    { filter: { and: Array.from({ length: 99 }, (_, n) => ({ field: `c${n + 2}`, op: 'not_empty' })) } },
    {
      sort: [
        { field: 'c400', dir: 'desc' },
        { field: 'c3', dir: 'asc' },
      ],
    },
  ]
  const counts = [1, 2, 2]
  for (const [at, question] of asked.entries()) {
    const { items } = (await must('POST', `/api/workbooks/${id}/rows/query`, question)).body
    expect(items, JSON.stringify(question).slice(0, 80)).toHaveLength(counts[at] as number)
  }
  for (const format of ['csv', 'jsonl', 'xlsx']) await must('GET', `/api/workbooks/${id}/export.${format}`)
  await must('GET', `/api/workbooks/${id}/definition`)
  const copy = (await must('POST', `/api/workbooks/${id}/duplicate`, { name: 'Copy' })).body
  expect((await must('GET', `/api/workbooks/${copy.id}`)).body.rows.length).toBeGreaterThanOrEqual(0)
})

test('so does a file of 500 columns that is imported', async () => {
  const { id } = (await must('POST', '/api/workbooks', { name: 'Imported', columns_config: [] })).body
  const samples = ['12', '2024-05-01', 'a@b.example', 'https://x.example', 'true', 'text', '3.5 %', '+49 30 901820']
  const row = Object.fromEntries(columns.map((_, n) => [`H${n}`, samples[n % samples.length]]))
  await must('POST', `/api/workbooks/${id}/import`, { rows: Array(20).fill(row) })
  const read = async () => (await must('GET', `/api/workbooks/${id}?page_size=50`)).body
  await expect.poll(async () => (await read()).total_rows).toBe(20)
  const { rows: stored, workbook } = await read()
  expect(workbook.columns_config).toHaveLength(WIDTH)
  expect(stored[0].data.c1).toBe(12)
  expect(stored.every(({ invalid }: { invalid?: object }) => Object.keys(invalid ?? {}).length === 0)).toBe(true)
})
