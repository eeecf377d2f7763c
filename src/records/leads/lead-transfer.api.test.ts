// Promises of leads as files: what comes in is met again, what goes out runs nowhere, and what is erased stays away.
import { afterAll, expect, test } from 'vitest'
import { type Caller, callerOf } from '../../../test/app.ts'
import { addWorkspace } from '../../../test/database.ts'
import { openTenant } from '../../../test/open-tenant.ts'
import { oneRow } from '../../platform/db/sql-client.ts'
import { workbookRoutes } from '../workbook.routes.ts'
import { startImportWorker } from './imports/lead-import.fixture.ts'
import { leadTransferRoutes } from './lead-transfer.routes.ts'
import { leadRoutes } from './leads.routes.ts'

const now = () => new Date('2026-11-22T05:00:00Z')
const { database, app } = await openTenant((database) => [
  ...leadRoutes({ database, now }),
  ...leadTransferRoutes({ database, now }),
  ...workbookRoutes(database),
])
const worker = startImportWorker(database, now)
afterAll(() => worker.close())

async function newcomer() {
  const workspace = await addWorkspace(database)
  const send = async (payload: string, type = 'text/csv', url = '/api/leads/import') => {
    const headers = { authorization: `Bearer editor@${workspace}`, 'content-type': type }
    const answer = await app.inject({ method: 'POST', url, headers, payload })
    return { status: answer.statusCode, text: answer.body, body: JSON.parse(answer.body) }
  }
  return { workspace, ann: callerOf(app, workspace) as Caller, send }
}

test('a file is taken in by the names of its columns, twice without making anything twice', async () => {
  const { ann, send } = await newcomer()
  const file = [
    'Company Name,Web Site,E-Mail,Industry,Tags,Score,Favourite colour',
    'Acme,https://acme.com,info@acme.com,Anvils,"a, b",80,red',
    'Bolt,bolt.io,,,,,',
    ',,,,,,blue',
    'ACME,www.acme.com,,,c,,green',
  ].join('\n')
  const first = await send(file)
  expect(first.status, first.text).toBe(200)
  expect(first.body).toMatchObject({ rows: 4, created: 3, updated: 1, unchanged: 0, rejected: 0 })
  expect(first.body.columns.map(({ field }: { field: string }) => field)).toEqual([
    'company',
    'website',
    'email',
    'specialization',
    'tags',
    'score',
    'custom',
  ])
  const { items } = (await ann.get('/api/leads?search=acme')).body
  expect(items).toHaveLength(1)
  expect(items[0]).toMatchObject({
    company: 'ACME',
    score: 80,
    tags: ['a', 'b', 'c'],
    custom: { 'Favourite colour': 'green' },
  })
  expect(items[0].provenance.score).toMatchObject({ method: 'import' })
  const again = await send(file.split('\n').slice(0, 3).join('\n'))
  expect(again.body).toMatchObject({ created: 0 })
  expect((await ann.get('/api/leads')).body.total).toBe(3)
})

test('what an import would do with a file is told before it: where columns go, what does not fit, which rows are no leads', async () => {
  const { ann, send } = await newcomer()
  const rows = [
    { Firm: 'Acme', Stage: 'Open', Points: '120', Colour: 'red', status: 'qualified' },
    { Firm: '', Stage: 'x', Points: '', Colour: '', status: 'new' },
    { Firm: 'Bolt', Stage: '', Points: '7', Colour: '', status: 'Won' },
  ]
  const look = async (options = {}) => {
    const { status, text, body } = await send(
      JSON.stringify({ rows, options }),
      'application/json',
      '/api/leads/import/preview',
    )
    expect(status, text).toBe(200)
    return body
  }
  const seen = await look()
  const targets = (body: typeof seen) =>
    body.columns.map(({ target }: { target: { column_id?: string; kind: string } }) => target.column_id ?? target.kind)
  expect(targets(seen)).toEqual(['new', 'new', 'new', 'new', 'status'])
  expect([seen.total_rows, seen.rejected, seen.rows[0]]).toEqual([3, 0, ['Acme', 'Open', '120', 'red', 'qualified']])
  const mapping = [
    { index: 0, field: 'company' },
    { index: 2, field: 'score' },
    { index: 4, field: 'status' },
  ]
  const chosen = await look({ mapping })
  expect(targets(chosen)).toEqual(['company', 'skip', 'score', 'skip', 'status'])
  expect(chosen.columns.map(({ unparsed }: { unparsed: object }) => unparsed)).toMatchObject([
    { count: 0 },
    { count: 0 },
    { count: 1, examples: ['120'] },
    { count: 0 },
    { count: 1, examples: ['Won'] },
  ])
  expect([chosen.rejected, chosen.rejected_rows]).toEqual([
    1,
    [{ line: 2, reason: 'Nothing in it is a value of a lead' }],
  ])
  expect((await ann.get('/api/leads')).body.total).toBe(0)
  const done = await send(JSON.stringify({ rows, options: { mapping } }), 'application/json')
  expect(done.body).toMatchObject({ created: 2, rejected: 1, rejected_rows: chosen.rejected_rows })
  const twice = JSON.stringify({ rows, options: { mapping: [...mapping, { index: 1, field: 'company' }] } })
  expect((await send(twice, 'application/json', '/api/leads/import/preview')).status).toBe(422)
})

test('both parts of a name may be mapped to the person, and values that were left out are told', async () => {
  const { ann, send } = await newcomer()
  const rows = [
    { Given: 'Ann', Surname: 'Doe', Mail: 'ann@acme.com' },
    { Given: 'Bob', Surname: '', Mail: 'foo at bar' },
  ]
  const fields = ['contact_person', 'contact_person', 'email']
  const mapping = fields.map((field, index) => ({ index, field }))
  const { body } = await send(JSON.stringify({ rows, options: { mapping } }), 'application/json')
  expect(body).toMatchObject({ created: 2, rejected: 0 })
  expect(body.columns[2]).toEqual({ name: 'Mail', field: 'email', unparsed: { count: 1, examples: ['foo at bar'] } })
  const { items } = (await ann.get('/api/leads')).body
  expect(items.map(({ contact_person }: { contact_person: string }) => contact_person)).toEqual(['Bob', 'Ann Doe'])
  const twice = [0, 1].map((index) => ({ index, field: 'company' }))
  expect((await send(JSON.stringify({ rows, options: { mapping: twice } }), 'application/json')).status).toBe(422)
})

test('rows as JSON with options are taken in, and what is wrong with a file is told before anything is stored', async () => {
  const { ann, send } = await newcomer()
  const json = (value: object) => send(JSON.stringify(value), 'application/json')
  const rows = [{ Name: 'Ann', Mail: 'ann@acme.com', x: 1 }, { Name: '', Mail: '' }, { x: 2 }]
  const taken = await json({ rows, options: { others: 'ignore', source: 'Fair' } })
  expect(taken.body).toMatchObject({ rows: 2, created: 1, rejected: 1, rejected_rows: [{ line: 3 }] })
  expect((await ann.get('/api/leads')).body.items[0]).toMatchObject({
    contact_person: 'Ann',
    source: 'Fair',
    custom: null,
  })
  for (const options of [
    { existing: 'maybe' },
    { mapping: [{ index: 9, field: 'email' }] },
    { mapping: [{ index: 0, field: 'nope' }] },
  ])
    expect((await json({ rows, options })).status, JSON.stringify(options)).toBe(422)
  expect((await send('')).status).toBe(422)
  expect((await send('{"rows": 1}', 'application/json')).status).toBe(422)
  expect((await ann.get('/api/leads')).body.total).toBe(1)
})

test('an import is taken back: what it made goes, what it changed is as before, and what was changed since stays', async () => {
  const { ann, send } = await newcomer()
  const long = 'x'.repeat(1500)
  const keep = async (body: object) => (await ann.post('/api/lead', body)).body.lead
  const acme = await keep({
    external_id: 'A',
    company: 'Acme',
    domain: 'acme.com',
    city: 'Ulm',
    website: 'acme.com',
    tags: ['a'],
  })
  const bolt = await keep({ external_id: 'B', company: 'Bolt', domain: 'bolt.com', notes: long })
  const file = [
    'external_id,company,domain,city,tags,notes,website',
    'A,ACME,acme.com,Bonn,b,,https://acme.com/new',
    'A,ACME Inc,acme.com,Graz,c,,',
    'B,Bolt,bolt.com,Bonn,,short,',
    'C,Crate,crate.com,Bonn,,,',
    'D,Drill,drill.com,Bonn,,,',
  ].join('\n')
  const { body: done } = await send(file)
  expect(done).toMatchObject({ created: 2, updated: 3 })
  const { items } = (await ann.get('/api/leads?limit=2')).body
  await ann.patch(`/api/lead/${items[0].id}`, { city: 'Kiel' })
  const undo = () => ann.post(`/api/leads/imports/${done.import_id}/undo`, {})
  const listed = async () => (await ann.get('/api/leads/imports')).body.items
  const known = { id: done.import_id, created: 2, updated: 3, actor: { name: expect.any(String) } }
  expect(await listed()).toMatchObject([{ ...known, undone_at: null }])
  expect((await undo()).body).toEqual({ deleted: 1, restored: 2, kept: 2 })
  const [{ undone_at }] = await listed()
  expect(undone_at).toEqual(expect.any(String))
  const { body: after } = await ann.get(`/api/lead/${acme.id}`)
  expect({ ...after, updated_at: null }).toEqual({ ...acme, updated_at: null })
  expect((await ann.get(`/api/lead/${bolt.id}`)).body).toMatchObject({ city: null, notes: 'short' })
  expect((await ann.get('/api/leads')).body.items.map(({ company }: { company: string }) => company)).toEqual([
    'Drill',
    'Bolt',
    'Acme',
  ])
  const [last] = (await ann.get(`/api/lead/${acme.id}/timeline`)).body.items
  expect(last.source).toEqual({ kind: 'undo', import_id: done.import_id })
  expect((await undo()).body).toEqual({ deleted: 0, restored: 0, kept: 2 })
  expect((await send(file)).body).toMatchObject({ created: 1 })
  const [newest, first] = await listed()
  expect([newest, first]).toMatchObject([
    { created: 1, undone_at: null },
    { ...known, undone_at },
  ])
  const page = (await ann.get('/api/leads/imports?limit=1')).body
  expect((await ann.get(`/api/leads/imports?limit=1&cursor=${page.next_cursor}`)).body.items).toEqual([first])
  expect((await send('company,domain\nBolt,bolt.com')).body).toMatchObject({ created: 0, updated: 0 })
  expect(await listed()).toHaveLength(2)
  const stranger = await newcomer()
  const foreign = await stranger.ann.post(`/api/leads/imports/${done.import_id}/undo`, {})
  expect([foreign.status, foreign.body.detail]).toEqual([404, 'Import not found'])
  expect((await stranger.ann.get('/api/leads/imports')).body.items).toEqual([])
})

test('a file of leads runs no formula, holds every value, and is taken in again without a change', async () => {
  const { ann, send } = await newcomer()
  const evil = '=cmd|calc!A1'
  await ann.post('/api/lead', {
    company: evil,
    domain: 'evil.com',
    notes: 'a "b"\nc',
    tags: ['+x', 'y'],
    score: 5,
    phone: '+49 30 901820',
  })
  await ann.post('/api/lead', { company: 'Acme', domain: 'acme.com', status: 'dead' })
  const csv = (await ann.get('/api/leads/export.csv')).text
  expect(csv).toContain(`'${evil}`)
  expect(csv).not.toMatch(/(^|,)"?[=@]/m)
  expect(csv.trim().split('\r\n').length).toBeGreaterThanOrEqual(3)
  const lines = (await ann.get('/api/leads/export.jsonl?provenance=true')).text.trim().split('\n')
  expect(lines.map((line) => JSON.parse(line).company)).toEqual([evil, 'Acme'])
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ tags: ['+x', 'y'], provenance: { score: { method: 'manual' } } })
  const one = (await ann.get('/api/leads/export.jsonl?status=dead')).text.trim()
  expect(JSON.parse(one).domain).toBe('acme.com')
  expect((await send(csv)).body).toMatchObject({ created: 0, rows: 2 })
})

test('what is erased is gone from rows and history, and does not come back', async () => {
  const { workspace, ann, send } = await newcomer()
  const { lead } = (
    await ann.post('/api/lead', { contact_person: 'Ann Doe', email: 'ann@acme.com', phone: '+49 30 901820' })
  ).body
  const columns_config = [{ name: 'Mail', type: 'input' }]
  const workbook = (await ann.post('/api/workbooks', { name: 'W', columns_config })).body
  const added = await ann.post(`/api/workbooks/${workbook.id}/rows`, {
    rows: [{ data: { Mail: 'ann@acme.com' } }, { data: { Mail: 'b' } }],
  })
  const [row] = added.body.items
  await ann.patch(`/api/workbooks/${workbook.id}/rows`, { rows: [{ row_id: row.row_id, data: { Mail: 'Ann Doe' } }] })
  await database.asOwner('update workbook_rows set lead_id = $1 where id = $2', [lead.id, row.row_id])
  await database.asOwner(
    `insert into cell_evidence (workspace_id, workbook_id, row_id, column_id, run_id, evidence) values ($1, $2, $3, 'c1', $3, '{}')`,
    [workspace, workbook.id, row.row_id],
  )
  const erased = await ann.delete(`/api/lead/${lead.id}/erase`)
  expect(erased.body, erased.text).toEqual({
    erased: true,
    rows: 1,
    // Caches belong to a higher room, whose part of an erasure is tested with the whole service.
    cache_entries: 0,
    // The address, and the name with the telephone.
    suppressed_keys: 2,
    to_decide: [],
  })
  expect((await ann.get(`/api/lead/${lead.id}`)).status).toBe(404)
  expect((await ann.get(`/api/workbooks/${workbook.id}`)).body).toMatchObject({
    total_rows: 1,
    rows: [{ data: { c1: 'b' } }],
  })
  const left = await database.asOwner<{ n: number }>(
    `select (select count(*) from cell_versions where row_id = $1) + (select count(*) from trashed_rows where row_id = $1)
       + (select count(*) from cell_evidence where row_id = $1) as n`,
    [row.row_id],
  )
  expect(left).toEqual([{ n: 0 }])
  await ann.post(`/api/workbooks/${workbook.id}/undo`, {})
  expect((await ann.get(`/api/workbooks/${workbook.id}`)).text).not.toContain('ann@')
  expect((await ann.post('/api/lead', { email: 'ANN@acme.com' })).status).toBe(409)
  expect((await send('email\nann@acme.com\nbob@acme.com')).body).toMatchObject({ created: 1, suppressed: 1 })
  const hashed = await database.asOwner<{ keys: string }>(
    'select string_agg(key_hash::text, $2) as keys from lead_suppressions where workspace_id = $1',
    [workspace, ' '],
  )
  expect(oneRow(hashed).keys).not.toContain('ann')
})
