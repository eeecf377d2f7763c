// Promises of workbooks over the lead store: the same shape as any, live until the first write, their own from then on.
import { expect, test } from 'vitest'
import type { Caller } from '../../../test/app.ts'
import { openTenant } from '../../../test/open-tenant.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import { workOff } from '../../platform/queue/run.fixture.ts'
import { copyRoutes } from '../copies/copy.routes.ts'
import { exportRoutes } from '../exports/export.routes.ts'
import { materializeLeads } from '../opening/materialize-leads.commands.ts'
import { rowTaskJobs } from '../rows/row-tasks.jobs.ts'
import { readColumns } from '../store/workbooks.reads.ts'
import { workbookRoutes } from '../workbook.routes.ts'
import { copyingLeads } from './copy-leads.commands.ts'
import { leadRoutes } from './leads.routes.ts'

const { database, newcomer } = await openTenant((database) => {
  const parts = { database, now: () => new Date('2026-11-22T05:00:00Z') }
  return [...leadRoutes(parts), ...workbookRoutes(database), ...exportRoutes(parts), ...copyRoutes(database)]
})

const NAMES = ['Anvil', 'Bolt', 'Crate', 'Drill', 'Easel']

/** Five leads, and others of another workspace between them. */
async function stocked(): Promise<{ ann: Caller; ids: number[] }> {
  const [ann, eve] = [await newcomer(), await newcomer()]
  const ids: number[] = []
  for (const [n, company] of NAMES.entries()) {
    await eve.post('/api/lead', { company: 'Theirs', domain: `${company}.org` })
    const lead = {
      company,
      domain: `${company}.com`,
      city: n % 2 ? 'Ulm' : 'Bonn',
      score: n * 10,
      tags: ['x', company],
    }
    ids.push((await ann.post('/api/lead', lead)).body.lead.id)
  }
  return { ann, ids }
}

test('a page that was read before shows a lead as it is now, and a lead that came', async () => {
  const { ann, ids } = await stocked()
  const { path, company } = await open(ann)
  const look = async () => {
    const { body, headers } = await ann.get(path)
    return { names: values(body.rows, company), tag: headers.etag }
  }
  const first = await look()
  expect(typeof first.tag).toBe('string')
  expect(await look()).toEqual(first)
  await ann.patch(`/api/lead/${ids[1]}`, { company: 'Nail' })
  const changed = await look()
  expect(changed.names).toEqual(NAMES.with(1, 'Nail'))
  expect(changed.tag).not.toBe(first.tag)
  await ann.post('/api/lead', { company: 'Fork', domain: 'fork.com' })
  expect((await look()).names).toEqual([...changed.names, 'Fork'])
})

async function open(ann: Caller, more: object = {}) {
  const made = await ann.post('/api/workbooks', { name: 'Leads', source_type: 'leads', ...more })
  expect(made.status, made.text).toBe(201)
  const path = `/api/workbooks/${made.body.id}`
  const idOf = (name: string): string =>
    made.body.columns_config.find((column: { name: string }) => column.name === name).id
  return { path, made: made.body, company: idOf('Company'), idOf }
}
type Row = { row_id: string; data: Record<string, unknown>; lead: Record<string, unknown>; lead_id: number }
const values = (rows: Row[], column: string) => rows.map(({ data }) => data[column])

test('leads are read as rows, page by page, filtered, ordered, searched, grouped, counted and exported', async () => {
  const { ann, ids } = await stocked()
  const { path, made, company, idOf } = await open(ann)
  expect(made).toMatchObject({ source_type: 'leads', total_rows: 5 })
  const page = (await ann.get(path)).body
  expect(values(page.rows, company)).toEqual(NAMES)
  expect(page).toMatchObject({ total_rows: 5, query_total_rows: 5, has_more: false })
  expect(page.rows[0]).toMatchObject({
    lead_id: ids[0],
    lead: { company: 'Anvil', kind: 'company', status: 'new' },
    source: { provider: 'leads', record_id: String(ids[0]) },
    enrichments: {},
  })
  expect((await ann.get(`${path}/rows/${page.rows[2].row_id}`)).body).toEqual(page.rows[2])
  expect(values((await ann.get(`${path}?page=2&page_size=2`)).body.rows, company)).toEqual(['Crate', 'Drill'])
  const first = (await ann.get(`${path}?cursor_mode=true&page_size=3`)).body
  const rest = (await ann.get(`${path}?cursor_mode=true&page_size=3&cursor=${first.next_cursor}`)).body
  expect(values([...first.rows, ...rest.rows], company)).toEqual(NAMES)
  const query = async (body: object) => values((await ann.post(`${path}/rows/query`, body)).body.items, company)
  const inUlm = { field: idOf('City'), op: 'eq', value: 'ulm' }
  expect(await query({ filter: inUlm })).toEqual(['Bolt', 'Drill'])
  expect(await query({ sort: [{ field: idOf('Score'), dir: 'desc' }], limit: 2 })).toEqual(['Easel', 'Drill'])
  expect(await query({ search: 'crate' })).toEqual(['Crate'])
  expect((await ann.post(`${path}/rows/count`, { filter: inUlm })).body).toMatchObject({ count: 2, is_exact: true })
  const groups = (await ann.post(`${path}/rows/groups`, { group: { field: idOf('City') }, by: 'count' })).body.items
  expect(groups.map(({ count }: { count: number }) => count).sort()).toEqual([2, 3])
  expect((await ann.get(`${path}/columns/${idOf('Score')}/stats`)).body).toMatchObject({ rows: 5 })
  const csv = (await ann.get(`${path}/export.csv`)).text
  expect(csv.trim().split('\r\n')).toHaveLength(6)
  expect((await ann.get('/api/workbooks')).body.items[0].total_rows).toBe(5)
})

test('what happens in the store shows at once, until the first write makes the rows their own', async () => {
  const { ann, ids } = await stocked()
  const { path, company } = await open(ann)
  const all = async () => values((await ann.get(path)).body.rows, company)
  await ann.patch(`/api/lead/${ids[0]}`, { company: 'Anvils' })
  await ann.delete(`/api/lead/${ids[1]}`)
  expect(await all()).toEqual(['Anvils', 'Crate', 'Drill', 'Easel'])
  const before = (await ann.get(path)).body.rows as Row[]
  const written = await ann.patch(`${path}/rows/${before[1]?.row_id}/cells/${company}`, { value: 'Box' })
  expect(written.status, written.text).toBe(200)
  const after = (await ann.get(path)).body
  expect(after).toMatchObject({ total_rows: 4 })
  expect(after.rows.map(({ row_id }: Row) => row_id)).toEqual(before.map(({ row_id }) => row_id))
  await ann.patch(`/api/lead/${ids[3]}`, { company: 'Drills' })
  await ann.delete(`/api/lead/${ids[4]}`)
  expect(await all()).toEqual(['Anvils', 'Box', 'Drill', 'Easel'])
  expect(after.rows[1].lead).toMatchObject({ company: 'Crate' })
  const added = await ann.post(`${path}/rows`, { rows: [{ data: { Company: 'Fork' } }] })
  expect(added.status, added.text).toBe(201)
  expect(await all()).toEqual(['Anvils', 'Box', 'Drill', 'Easel', 'Fork'])
  expect((await ann.get(`${path}?page=2&page_size=3`)).body.rows).toHaveLength(2)
  await ann.post(`${path}/undo`, {})
  await ann.post(`${path}/undo`, {})
  expect(await all()).toEqual(['Anvils', 'Crate', 'Drill', 'Easel'])
})

test('whatever writes makes the rows their own first: rows, columns, copies, many at once', async () => {
  const { ann } = await stocked()
  const ways: ((path: string, company: string, row: string) => Promise<unknown>)[] = [
    (path) => ann.post(`${path}/rows`, { rows: [{ data: {} }] }),
    (path, company, row_id) => ann.patch(`${path}/rows`, { rows: [{ row_id, data: { [company]: 'x' } }] }),
    (path) => ann.post(`${path}/columns`, { type: 'formula', name: 'F', expression: 'UPPER({{Company}})' }),
    (path, company) => ann.patch(`${path}/columns/${company}`, { name: 'Firm' }),
    (path, _company, row) => ann.delete(`${path}/rows`, { row_ids: [row] }),
    (path) => ann.post(`${path}/duplicate`, { name: 'Copy', rows: true }),
    (path, company, row) =>
      Promise.all([1, 2, 3].map((n) => ann.patch(`${path}/rows/${row}/cells/${company}`, { value: `v${n}` }))),
  ]
  for (const [n, write] of ways.entries()) {
    const { path, company } = await open(ann)
    const [row] = (await ann.get(path)).body.rows
    await write(path, company, row.row_id)
    const stored = await database.asOwner<{ leads_from: unknown; total_rows: number }>(
      'select leads_from, total_rows from workbooks where id = $1',
      [path.slice(-36)],
    )
    const counted = await database.asOwner<{ n: number }>(
      'select count(*)::int as n from workbook_rows where workbook_id = $1',
      [path.slice(-36)],
    )
    expect([stored[0]?.leads_from, stored[0]?.total_rows], `way ${n}`).toEqual([null, counted[0]?.n])
    expect(counted[0]?.n, `way ${n}`).toBeGreaterThanOrEqual(4)
  }
})

test('a workbook shows the leads that were chosen, by filter or by id, under columns of its own', async () => {
  const { ann, ids } = await stocked()
  const filter = { field: 'score', op: 'gte', value: 20 }
  const columns_config = [
    { name: 'company', type: 'input' },
    { name: 'Root domain', type: 'input' },
    { name: 'Other', type: 'input' },
  ]
  const made = await ann.post('/api/workbooks', { name: 'F', source_type: 'leads', leads: { filter }, columns_config })
  expect(made.body.total_rows).toBe(3)
  const path = `/api/workbooks/${made.body.id}`
  expect((await ann.get(path)).body.rows[0].data).toEqual({ c1: 'Crate', c2: 'crate.com' })
  await ann.post(`${path}/rows`, { rows: [{ data: { c3: 'mine' } }] })
  expect((await ann.get(path)).body).toMatchObject({ total_rows: 4 })
  const all = await open(ann)
  const [, second] = (await ann.get(all.path)).body.rows as Row[]
  const named = { filter: { field: '$row_id', op: 'eq', value: second?.row_id } }
  const one = await open(ann, { leads: named })
  expect(one.made.total_rows).toBe(1)
  expect(values((await ann.get(one.path)).body.rows, one.company)).toEqual(['Bolt'])
  const few = await open(ann, { leads: { lead_ids: [ids[4], ids[0]] } })
  expect(values((await ann.get(few.path)).body.rows, few.company)).toEqual(['Anvil', 'Easel'])
  const computed = [
    { name: 'Company', type: 'input' },
    { name: 'F', type: 'formula', expression: 'UPPER({{Company}})' },
  ]
  const made2 = await ann.post('/api/workbooks', { name: 'G', source_type: 'leads', columns_config: computed })
  expect((await ann.get(`/api/workbooks/${made2.body.id}`)).body.rows).toHaveLength(5)
  for (const leads of [
    { filter: { field: 'nope', op: 'eq', value: 1 } },
    { lead_ids: [999_999_999] },
    { lead_ids: [0] },
  ])
    expect((await ann.post('/api/workbooks', { name: 'x', source_type: 'leads', leads })).status).toBe(422)
})

test('of more leads than a request may wait for the rest become rows in the background, in the places that they had', async () => {
  const { ann, ids } = await stocked()
  const filter = { not: { field: 'company', op: 'eq', value: 'Crate' } }
  const { path, company } = await open(ann, { leads: { filter } })
  const before: Row[] = (await ann.get(path)).body.rows
  const id = path.slice(-36)
  const [of] = await database.asOwner<{ workspace_id: WorkspaceId }>(
    'select workspace_id from workbooks where id = $1',
    [id],
  )
  await database.inWorkspace(of?.workspace_id as WorkspaceId, async (tx) =>
    materializeLeads(tx, id, await readColumns(tx, id), 2),
  )
  expect((await ann.get(path)).body).toMatchObject({ total_rows: 2 })
  const added = await ann.post(`${path}/rows`, { rows: [{ data: { Company: 'Fork' } }] })
  expect(added.status, added.text).toBe(201)
  await ann.delete(`/api/lead/${ids[4]}`)
  await ann.post('/api/lead', { company: 'Late', domain: 'late.com' })
  expect(await workOff(database, rowTaskJobs(database, [copyingLeads]))).toBe(1)
  const after = (await ann.get(path)).body
  expect(values(after.rows, company)).toEqual(['Anvil', 'Bolt', 'Drill', 'Fork'])
  expect(after.total_rows).toBe(4)
  expect(
    after.rows
      .slice(0, 3)
      .map(({ row_id, lead_id, position }: Row & { position: number }) => [row_id, lead_id, position]),
  ).toEqual(before.slice(0, 3).map((row) => [row.row_id, row.lead_id, (row as Row & { position: number }).position]))
  expect((await ann.get(`${path}?page=2&page_size=3`)).body.rows).toHaveLength(1)
  const left = await database.asOwner(`select status, done::int from jobs where subject ->> 'workbook_id' = $1`, [id])
  expect(left).toMatchObject([{ status: 'done' }])
})
