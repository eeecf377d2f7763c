// What views promise: who sees and changes which, what they ask of the rows, and that deleted columns do no harm.
import { expect, test } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import type { WorkspaceRole } from '../../platform/ctx.ts'
import { EVERYTHING } from '../filters/question.logic.ts'
import { workbookRoutes } from '../workbook.routes.ts'
import { isIndexable } from './view-index.reads.ts'

const { database, as } = await openTenant(workbookRoutes)
const person = async (role: WorkspaceRole, username: string) => {
  const [user] = await database.asOwner<{ id: number }>(
    `insert into users (username, password_hash) values ($1, 'x') returning id`,
    [username],
  )
  const user_id = Number(user?.id)
  return { ...as(role, user_id), user_id }
}
const ann = await person('editor', 'ann')
const bob = await person('editor', 'bob')
const vic = await person('viewer', 'vic')
const ada = await person('admin', 'ada')

async function makeWorkbook(): Promise<string> {
  const { body } = await ann.post('/api/workbooks', {
    name: 'Leads',
    columns_config: [
      { name: 'Company', type: 'input' },
      { name: 'Size', type: 'input', input_type: 'number' },
      { name: 'City', type: 'input' },
    ],
  })
  const rows = Array.from({ length: 30 }, (_, n) => ({
    data: { Company: `Company ${n}`, Size: (n * 7) % 30, City: n % 3 === 0 ? 'Berlin' : 'Bonn' },
  }))
  expect((await ann.post(`/api/workbooks/${body.id}/rows`, { rows })).status).toBe(201)
  return `/api/workbooks/${body.id}`
}
const inBerlin = { field: 'c3', op: 'eq', value: 'berlin' }
const companies = (items: { data: { c1: string } }[]) => items.map(({ data }) => data.c1)

test('a view gives its rows in its order, on the page of the workbook and in queries that narrow it further', async () => {
  const at = await makeWorkbook()
  const made = await ann.post(`${at}/views`, {
    name: 'Berlin, biggest first',
    scope: 'shared',
    filter: inBerlin,
    sort: [{ field: 'c2', dir: 'desc' }],
    hidden: ['c3'],
    widths: { c1: 300 },
    row_height: 'tall',
    colour_rules: [{ filter: { field: 'c2', op: 'gt', value: 20 }, colour: 'red' }],
  })
  expect(made.status, made.text).toBe(201)
  expect(made.body).toMatchObject({ scope: 'shared', made_by: ann.user_id, hidden: ['c3'], warnings: [] })
  const page = await vic.get(`${at}?view_id=${made.body.id}&page_size=4`)
  expect(page.body.rows.map((row: { data: { c2: number } }) => row.data.c2)).toEqual([27, 24, 21, 18])
  expect(page.body).toMatchObject({ has_more: true, query_total_rows: null, warnings: [], total_rows: 30 })
  const next = await vic.get(`${at}?view_id=${made.body.id}&page_size=4&cursor=${page.body.next_cursor}`)
  expect(next.body.rows.map((row: { data: { c2: number } }) => row.data.c2)).toEqual([15, 12, 9, 6])
  const narrowed = await vic.post(`${at}/rows/query`, {
    view_id: made.body.id,
    filter: { field: 'c2', op: 'lt', value: 10 },
    columns: ['c2'],
  })
  expect(narrowed.body.items.map((row: { data: object }) => row.data)).toEqual([
    { c2: 9 },
    { c2: 6 },
    { c2: 3 },
    { c2: 0 },
  ])
  expect(narrowed.body.query_total_rows).toBe(4)
  expect((await vic.post(`${at}/rows/count`, { view_id: made.body.id, up_to: 7 })).body).toEqual({
    count: 7,
    is_exact: false,
    next_cursor: null,
  })
})

test('a view keeps a text to look for, and another text can be asked for in its place', async () => {
  const at = await makeWorkbook()
  const { body: view } = await ann.post(`${at}/views`, {
    name: 'Twos',
    scope: 'shared',
    search: '27 company',
    filter: inBerlin,
  })
  expect(view.search).toBe('27 company')
  const ask = async (asked: object) =>
    companies((await vic.post(`${at}/rows/query`, { view_id: view.id, ...asked })).body.items)
  // The size of the one, the name of the other.
  expect(await ask({})).toEqual(['Company 21', 'Company 27'])
  expect(await ask({ search: '15 company' })).toEqual(['Company 15'])
  expect((await vic.post(`${at}/rows/count`, { view_id: view.id })).body.count).toBe(2)
  await ann.put(`${at}/views/${view.id}`, { search: null })
  expect(await ask({})).toHaveLength(10)
})

test('a view of the last days moves on with time, so it is asked again each time instead of being kept in an index', async () => {
  const at = await makeWorkbook()
  const filter = { field: '$created_at', op: 'gte', value: '-P1D' } as const
  const { body: view } = await ann.post(`${at}/views`, { name: 'New', scope: 'shared', filter })
  expect(view.filter).toEqual(filter)
  const count = async (asked: object) => (await vic.post(`${at}/rows/count`, asked)).body.count
  expect(await count({ view_id: view.id })).toBe(30)
  expect(await count({ filter: { ...filter, op: 'lt' } })).toBe(0)
  expect((await vic.post(`${at}/rows/count`, { filter: { ...filter, op: 'eq' } })).status).toBe(422)
  expect(isIndexable({ ...EVERYTHING, filter })).toBe(false)
  expect(isIndexable({ ...EVERYTHING, filter: { ...filter, value: '2026-03-01' } })).toBe(true)
})

test('a personal view is there for its maker alone, and every user who sees the workbook may have some', async () => {
  const at = await makeWorkbook()
  const { body: mine } = await vic.post(`${at}/views`, { name: 'Mine', filter: inBerlin })
  expect(mine.scope).toBe('personal')
  expect((await vic.get(`${at}/views`)).body.items).toHaveLength(1)
  expect((await ann.get(`${at}/views`)).body.items).toEqual([])
  for (const answer of [
    await ada.get(`${at}/views/${mine.id}`),
    await ada.put(`${at}/views/${mine.id}`, { name: 'Taken' }),
    await ada.delete(`${at}/views/${mine.id}`),
    await ann.get(`${at}?view_id=${mine.id}`),
    await ann.post(`${at}/rows/query`, { view_id: mine.id }),
  ])
    expect(answer.status, answer.text).toBe(404)
  expect((await vic.put(`${at}/views/${mine.id}`, { name: 'Still mine' })).body.name).toBe('Still mine')
  for (const scope of ['shared', 'locked']) {
    expect((await vic.post(`${at}/views`, { name: 'Ours', scope })).status).toBe(403)
    expect((await vic.put(`${at}/views/${mine.id}`, { scope })).status).toBe(403)
  }
  expect((await vic.delete(`${at}/views/${mine.id}`)).status).toBe(204)
})

test('a shared view is changed by members who may edit, a locked one by its maker and admins', async () => {
  const at = await makeWorkbook()
  const { body: shared } = await ann.post(`${at}/views`, { name: 'Ours', scope: 'shared' })
  expect((await bob.put(`${at}/views/${shared.id}`, { filter: inBerlin })).status).toBe(200)
  expect((await vic.put(`${at}/views/${shared.id}`, { name: 'x' })).status).toBe(403)
  expect((await bob.put(`${at}/views/${shared.id}`, { scope: 'personal' })).status).toBe(403)
  const { body: locked } = await ann.put(`${at}/views/${shared.id}`, { scope: 'locked' })
  expect(locked).toMatchObject({ scope: 'locked', filter: inBerlin })
  const refused = await bob.put(`${at}/views/${shared.id}`, { name: 'x' })
  expect([refused.status, refused.body.detail]).toEqual([403, expect.stringContaining('Duplicate it')])
  expect((await bob.delete(`${at}/views/${shared.id}`)).status).toBe(403)
  const { body: copy } = await bob.post(`${at}/views/${shared.id}/duplicate`, {})
  expect(copy).toMatchObject({ name: 'Ours copy', scope: 'personal', made_by: bob.user_id, filter: inBerlin })
  expect((await ada.put(`${at}/views/${shared.id}`, { name: 'Theirs', filter: null })).body).toMatchObject({
    filter: null,
  })
  expect((await ada.delete(`${at}/views/${shared.id}`)).status).toBe(204)
  const emitted = await database.asOwner<{ payload: { change: string } }>(
    `select payload from outbox where type = 'workbook.views' and payload->>'view_id' = $1 order by seq`,
    [shared.id],
  )
  expect(emitted.map(({ payload }) => payload.change)).toEqual(['created', 'updated', 'updated', 'updated', 'deleted'])
})

test('a deleted column is left out of the views that name it, with words, and nothing breaks', async () => {
  const at = await makeWorkbook()
  const { body: view } = await ann.post(`${at}/views`, {
    name: 'Both',
    filter: { and: [inBerlin, { not: { field: 'c2', op: 'lt', value: 10 } }] },
    sort: [
      { field: 'c2', dir: 'asc' },
      { field: 'c1', dir: 'desc' },
    ],
    column_order: ['c2', 'c1'],
    pinned: ['c2'],
    widths: { c2: 90 },
    group: { field: 'c2', dir: 'asc' },
    subgroups: [
      { field: 'c1', dir: 'desc' },
      { field: 'c2', dir: 'desc' },
    ],
    colour_rules: [{ filter: { field: 'c2', op: 'gt', value: 1 }, colour: 'red' }],
  })
  expect((await ann.delete(`${at}/columns/c2?force=true`)).status).toBeLessThan(300)
  const left = (await ann.get(`${at}/views/${view.id}`)).body
  expect(left).toMatchObject({
    filter: { and: [inBerlin] },
    sort: [{ field: 'c1', dir: 'desc' }],
    column_order: ['c1'],
    pinned: [],
    widths: {},
    group: { field: 'c1', dir: 'desc' },
    subgroups: [],
    colour_rules: [],
    warnings: [expect.stringContaining('"c2"'), expect.stringContaining('"c2"')],
  })
  const page = (await ann.get(`${at}?view_id=${view.id}&page_size=3`)).body
  expect(companies(page.rows)).toEqual(['Company 27', 'Company 24', 'Company 21'])
  expect(page.warnings).toHaveLength(2)
  const refused = await ann.post(`${at}/rows/query`, { filter: { field: 'c2', op: 'eq', value: 1 } })
  expect([refused.status, refused.body.detail[0]]).toMatchObject([
    422,
    { loc: ['body', 'filter', 'field'], msg: 'Value error, There is no column "c2"' },
  ])
})

test('rows are deleted by filter only when they are as many as were counted', async () => {
  const at = await makeWorkbook()
  const { body: view } = await ann.post(`${at}/views`, { name: 'Berlin', filter: inBerlin })
  const wrong = await ann.delete(`${at}/rows`, { view_id: view.id, expected_count: 9 })
  expect([wrong.status, wrong.body.count]).toEqual([409, 10])
  const nobody = await ann.delete(`${at}/rows`, { filter: inBerlin })
  expect([nobody.status, nobody.body.detail[0].loc]).toEqual([422, ['body', 'expected_count']])
  expect((await ann.delete(`${at}/rows`, {})).status).toBe(422)
  expect((await ann.get(at)).body.total_rows).toBe(30)
  const done = await ann.delete(`${at}/rows`, { view_id: view.id, search: 'company 15', expected_count: 1 })
  expect([done.status, done.body.deleted]).toEqual([200, 1])
  expect((await ann.get(at)).body.total_rows).toBe(29)
  expect((await ann.post(`${at}/rows/query`, { filter: inBerlin, search: 'company 15' })).body.items).toEqual([])
})

test('rows are grouped under a filter, page by page, and a column says what it holds', async () => {
  const at = await makeWorkbook()
  const grouped = await vic.post(`${at}/rows/groups`, { group: { field: 'c3' }, by: 'value' })
  expect(grouped.body).toEqual({
    items: [
      { value: 'Berlin', count: 10, filter: { field: 'c3', op: 'eq', value: 'Berlin' } },
      { value: 'Bonn', count: 20, filter: { field: 'c3', op: 'eq', value: 'Bonn' } },
    ],
    next_cursor: null,
  })
  const first = await vic.post(`${at}/rows/groups`, { group: { field: 'c2', dir: 'desc' }, filter: inBerlin, limit: 6 })
  const second = await vic.post(`${at}/rows/groups`, {
    group: { field: 'c2', dir: 'desc' },
    filter: inBerlin,
    limit: 6,
    cursor: first.body.next_cursor,
  })
  const values = [...first.body.items, ...second.body.items].map(({ value }) => value)
  expect(values).toEqual([27, 24, 21, 18, 15, 12, 9, 6, 3, 0])
  const byDay = await vic.post(`${at}/rows/groups`, { group: { field: '$created_at' } })
  expect(byDay.body.items[0].value).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  const opened = await vic.post(`${at}/rows/query`, { filter: byDay.body.items[0].filter })
  expect(opened.body.items).toHaveLength(byDay.body.items[0].count)
  const stats = await vic.get(`${at}/columns/c2/stats?top=2&filter=${encodeURIComponent(JSON.stringify(inBerlin))}`)
  expect(stats.body).toMatchObject({
    column_id: 'c2',
    rows: 10,
    filled: 10,
    fill_rate: 1,
    is_sampled: false,
    number: { count: 10, min: 0, max: 27, sum: 135, avg: 13.5 },
    date: null,
    top: [
      { value: 0, count: 1, filter: { field: 'c2', op: 'eq', value: 0 } },
      { value: 3, count: 1 },
    ],
  })
  expect((await vic.get(`${at}/columns/c9/stats`)).status).toBe(404)
  expect((await vic.post(`${at}/rows/groups`, { group: { field: 'c9' } })).status).toBe(422)
})

test('hostile questions are answered with words, never with a fault', async () => {
  const at = await makeWorkbook()
  const other = await makeWorkbook()
  const leaf = { field: 'c1', op: 'eq', value: 'x' }
  const deep = (levels: number): object => (levels === 1 ? leaf : { not: deep(levels - 1) })
  const { body: page } = await ann.post(`${other}/rows/query`, { limit: 2 })
  const { body: sorted } = await ann.post(`${at}/rows/query`, { limit: 2, sort: [{ field: 'c1' }] })
  for (const body of [
    { filter: deep(50) },
    { filter: { or: Array.from({ length: 101 }, () => leaf) } },
    { filter: { field: 'c1', op: 'in', value: Array.from({ length: 1001 }, String) } },
    { filter: { field: 'c1', op: 'eq', value: 'a\0b' } },
    { search: 'x'.repeat(10_000) },
    { search: '\0' },
    { cursor: page.next_cursor },
    { cursor: sorted.next_cursor },
    { cursor: 'nonsense' },
    { sort: [{ field: 'c9' }] },
    { sort: [{ field: '$position', on: 'status' }] },
    { columns: ['c9'] },
  ]) {
    const answer = await ann.post(`${at}/rows/query`, body)
    expect(answer.status, JSON.stringify(body).slice(0, 100)).toBe(422)
    expect(answer.body.detail[0].loc[0]).toBe('body')
  }
  const many = { field: 'c1', op: 'in', value: Array.from({ length: 1000 }, (_, n) => `company ${n * 3}`) }
  expect((await ann.post(`${at}/rows/query`, { filter: many })).body.query_total_rows).toBe(10)
  for (const query of [
    'filter={',
    'filter=[]',
    'sort={}',
    'filter={"field":"c9","op":"is_empty"}',
    `cursor=${page.next_cursor}`,
  ])
    expect((await ann.get(`${at}?${query}`)).status, query).toBe(422)
})
