// Promises of workbooks synced with leads: changes are copied both ways, and the sync comes to an end.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Caller } from '../../../test/app.ts'
import { openTenant } from '../../../test/open-tenant.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import { testRun } from '../../platform/queue/run.fixture.ts'
import { settle as compute } from '../computed/settle.fixture.ts'
import { workbookRoutes } from '../workbook.routes.ts'
import { leadTransferRoutes } from './lead-transfer.routes.ts'
import { leadRoutes } from './leads.routes.ts'
import { leadJobs } from './sync.jobs.ts'

const { database, newcomer } = await openTenant((database) => {
  const parts = { database, now: () => new Date() }
  return [...leadRoutes(parts), ...leadTransferRoutes(parts), ...workbookRoutes(database)]
})

/** Works off what is to be carried, as a worker would; fails when it does not come to rest. */
async function settle(): Promise<void> {
  const [kind] = leadJobs(database, () => new Date())
  for (let turn = 0; turn < 50; turn++) {
    const { rows } = await database.inSystem((tx) =>
      tx.client.query<{ payload: unknown; workspace_id: WorkspaceId }>(
        'delete from queue where kind = $1 returning payload, workspace_id',
        [kind?.kind.name],
      ),
    )
    if (rows.length === 0) {
      const left = await database.asOwner<{ n: number }>(
        `select count(*)::int as n from dirty_rows where consumer = 'carry'`,
      )
      expect(left[0]?.n).toBe(0)
      return
    }
    for (const { payload, workspace_id } of rows)
      await kind?.work(
        payload as never,
        testRun({
          id: '',
          workspace_id,
          signal: new AbortController().signal,
        }),
      )
  }
  throw new Error('it goes on and on')
}

const columns_config = ['Company', 'Domain', 'City', 'Tags', 'Colour'].map((name) => ({ name, type: 'input' }))
async function mirrored(ann: Caller, rows: object[], more: object = { sync_to_leads: true }) {
  const made = await ann.post('/api/workbooks', { name: 'W', columns_config, ...more })
  expect(made.status, made.text).toBe(201)
  const path = `/api/workbooks/${made.body.id}`
  if (rows.length > 0) await ann.post(`${path}/rows`, { rows: rows.map((data) => ({ data })) })
  return { path, read: async () => (await ann.get(path)).body.rows }
}

test('rows make leads or are linked to those that are known, each side filled with what it lacks', async () => {
  const ann = await newcomer()
  const { lead } = (await ann.post('/api/lead', { company: 'Acme', domain: 'acme.com', city: 'Berlin' })).body
  const { read } = await mirrored(ann, [
    { Domain: 'https://www.acme.com/about', Tags: 'a, b' },
    { Company: 'Bolt', Domain: 'bolt.io', Colour: 'red' },
    { Company: 'Nobody' },
  ])
  await settle()
  const [acme, bolt, nobody] = await read()
  expect(acme).toMatchObject({ lead_id: lead.id, data: { c1: 'Acme', c2: 'https://www.acme.com/about', c3: 'Berlin' } })
  expect(acme.lead).toMatchObject({ company: 'Acme', tags: ['a', 'b'], city: 'Berlin' })
  expect(bolt.lead).toMatchObject({ company: 'Bolt', domain: 'bolt.io', kind: 'company' })
  expect(nobody).toMatchObject({ lead_id: null, lead: { company: 'Nobody' } })
  const made = (await ann.get(`/api/lead/${bolt.lead_id}`)).body
  expect(made.provenance.company).toMatchObject({ source: 'workbook', method: 'manual', row_id: bolt.row_id })
  const { items } = (await ann.get(`/api/lead/${lead.id}/timeline`)).body
  expect(items[0]).toMatchObject({ source: { kind: 'workbook' }, fields: [{ field: 'tags', after: ['a', 'b'] }] })
})

test('rows of one person without an address are one lead, in one workbook and in two, and that of a lead that was sent', async () => {
  const ann = await newcomer()
  const columns_config = ['Contact person', 'Company', 'Title'].map((name) => ({ name, type: 'input' }))
  const sent = (await ann.post('/api/lead', { contact_person: 'Ann Meier', company: 'Quill GmbH' })).body.lead
  const rows = [
    { 'Contact person': 'Ann Meier', Company: 'Quill' },
    { 'Contact person': 'Bob Roe', Company: 'Quill' },
    { 'Contact person': 'Roe, Bob', Company: 'Quill GmbH', Title: 'CEO' },
  ]
  const one = await mirrored(ann, rows, { sync_to_leads: true, columns_config })
  await settle()
  const other = await mirrored(ann, rows.slice(1), { sync_to_leads: true, columns_config })
  await settle()
  const [[a, b, c], [d, e]] = [await one.read(), await other.read()]
  expect(a.lead_id).toBe(sent.id)
  expect(new Set([b, c, d, e].map(({ lead_id }) => lead_id)).size).toBe(1)
  expect((await ann.get('/api/leads')).body.total).toBe(2)
})

test('a row says nothing of its lead that would make it a person who was erased', async () => {
  const ann = await newcomer()
  const phone = '+49 30 901820'
  const gone = (await ann.post('/api/lead', { contact_person: 'Ann Doe', email: 'ann@acme.com', phone })).body.lead
  const { lead } = (await ann.post('/api/lead', { contact_person: 'Bob Roe', email: 'bob@acme.com' })).body
  const columns_config = ['Contact person', 'Email', 'City'].map((name) => ({ name, type: 'input' }))
  const { path, read } = await mirrored(ann, [{ Email: 'bob@acme.com' }], { sync_to_leads: true, columns_config })
  await settle()
  expect((await ann.delete(`/api/lead/${gone.id}/erase`)).status).toBe(200)
  expect((await ann.patch(`/api/lead/${lead.id}`, { phone })).status).toBe(200)
  const [row] = await read()
  expect(row.lead_id).toBe(lead.id)
  await ann.patch(`${path}/rows/${row.row_id}/cells/c1`, { value: 'Ann Doe' })
  await settle()
  expect((await ann.get(`/api/lead/${lead.id}`)).body).toMatchObject({
    contact_person: 'Bob Roe',
    email: 'bob@acme.com',
  })
  await ann.patch(`${path}/rows/${row.row_id}/cells/c3`, { value: 'Ulm' })
  await settle()
  expect((await ann.get(`/api/lead/${lead.id}`)).body).toMatchObject({ contact_person: 'Bob Roe', city: 'Ulm' })
})

test('a value changed on one side is taken over on the other, also by way of the lead into another workbook', async () => {
  const ann = await newcomer()
  const one = await mirrored(ann, [{ Company: 'Acme', Domain: 'acme.com' }])
  const other = await mirrored(ann, [{ Domain: 'acme.com' }], {})
  await settle()
  expect((await other.read())[0].lead_id).toBe(null)
  await ann.patch(other.path, { sync_to_leads: true })
  await settle()
  const [[mine], [theirs]] = [await one.read(), await other.read()]
  expect(theirs).toMatchObject({ lead_id: mine.lead_id, data: { c1: 'Acme' } })
  await ann.patch(`${one.path}/rows/${mine.row_id}/cells/c3`, { value: 'Ulm' })
  await settle()
  expect((await ann.get(`/api/lead/${mine.lead_id}`)).body.city).toBe('Ulm')
  expect((await other.read())[0].data.c3).toBe('Ulm')
  await ann.patch(`/api/lead/${mine.lead_id}`, { company: 'Acme Inc', city: null })
  await settle()
  expect((await one.read())[0].data).toMatchObject({ c1: 'Acme Inc', c3: 'Ulm' })
  expect((await other.read())[0].data.c1).toBe('Acme Inc')
  await ann.patch(other.path, { sync_to_leads: false })
  await ann.patch(`/api/lead/${mine.lead_id}`, { company: 'Acme Ltd' })
  await settle()
  expect((await one.read())[0].data.c1).toBe('Acme Ltd')
  expect((await other.read())[0].data.c1).toBe('Acme Inc')
  const history = await ann.get(`${one.path}/activity`)
  expect(history.text).toContain('Taken over from the lead store')
})

test('a column that no field is for is a value of the lead under its name, and follows it, as all others', async () => {
  const ann = await newcomer()
  const { path, read } = await mirrored(ann, [{ Company: 'Bolt', Domain: 'bolt.io', Colour: 'red' }])
  await settle()
  const [row] = await read()
  const lead = async () => (await ann.get(`/api/lead/${row.lead_id}`)).body
  expect(await lead()).toMatchObject({
    custom: { Colour: 'red' },
    provenance: { custom: { source: 'workbook', row_id: row.row_id } },
  })
  await ann.patch(`${path}/rows/${row.row_id}/cells/c5`, { value: 'blue' })
  await settle()
  expect((await lead()).custom).toEqual({ Colour: 'blue' })
  expect((await ann.patch(`/api/lead/${row.lead_id}`, { custom: { Colour: 'green', Size: 'L' } })).status).toBe(200)
  await settle()
  expect((await read())[0].data.c5).toBe('green')
  await ann.patch(`${path}/rows/${row.row_id}/cells/c3`, { value: 'Ulm' })
  await settle()
  expect((await lead()).custom).toEqual({ Colour: 'green', Size: 'L' })
  // A row that is linked to the lead gets what it lacks.
  const other = await mirrored(ann, [{ Domain: 'bolt.io' }])
  await settle()
  expect((await other.read())[0].data.c5).toBe('green')
})

test('a difference between a row and its lead stays on both sides until a user changes it', async () => {
  const ann = await newcomer()
  await ann.post('/api/lead', { company: 'Acme GmbH', domain: 'acme.com' })
  const { path, read } = await mirrored(ann, [{ Company: 'ACME', Domain: 'acme.com' }])
  await settle()
  const [row] = await read()
  expect([row.data.c1, row.lead.company]).toEqual(['ACME', 'Acme GmbH'])
  await ann.patch(`${path}/rows/${row.row_id}/cells/c1`, { value: 'Acme AG' })
  await settle()
  expect((await read())[0].lead.company).toBe('Acme AG')
})

test('a mirrored workbook over the store and one whose lead is deleted come to rest', async () => {
  const ann = await newcomer()
  const { lead } = (await ann.post('/api/lead', { company: 'Acme', domain: 'acme.com' })).body
  const { path, read } = await mirrored(ann, [], { source_type: 'leads', sync_to_leads: true })
  await settle()
  const [row] = await read()
  expect(row.lead_id).toBe(lead.id)
  await ann.patch(`/api/lead/${lead.id}`, { company: 'Acme Inc' })
  await settle()
  expect((await read())[0].data.c1).toBe('Acme Inc')
  await ann.delete(`/api/lead/${lead.id}`)
  await settle()
  expect((await read())[0].lead_id).toBe(null)
  await ann.delete(path)
  await settle()
})

test('a column shows a field of the linked lead with its source, and follows until the lead is gone', async () => {
  const ann = await newcomer()
  const { lead } = (await ann.post('/api/lead', { company: 'Acme', domain: 'acme.com', score: 7 })).body
  const shown = [
    { name: 'Company', type: 'input' },
    { name: 'How good', type: 'lead_field', field: 'score' },
    { name: 'Twice', type: 'formula', expression: '{{How good}} * 2' },
  ]
  const made = await ann.post('/api/workbooks', { name: 'W', source_type: 'leads', columns_config: shown })
  const path = `/api/workbooks/${made.body.id}`
  const cells = async () => (await ann.get(path)).body.rows[0].enrichments
  await compute(database)
  expect(await cells()).toMatchObject({
    c2: { status: 'complete', value: 7, provenance: { method: 'manual' } },
    c3: { value: 14 },
  })
  await ann.patch(`/api/lead/${lead.id}`, { score: 9 })
  await compute(database)
  expect(await cells()).toMatchObject({ c2: { value: 9 }, c3: { value: 18 } })
  await ann.delete(`/api/lead/${lead.id}`)
  await compute(database)
  expect((await cells()).c2).toMatchObject({ status: 'not_found', value: null })
  await ann.post(`${path}/rows`, { rows: [{ data: { Company: 'x' } }] })
  const wrong = await ann.post(`${path}/columns`, { name: 'Z', type: 'lead_field', field: 'nope' })
  expect(wrong.status, wrong.text).toBe(422)
})

test('a name and an address in parts are joined in the lead, and taken apart again when it changes', async () => {
  const ann = await newcomer()
  const names = ['First name', 'Last name', 'Street', 'Zip', 'Email', 'Email 2']
  const values = ['Ann', 'Doe', 'Main St 5', '10115', 'ann@acme.com', 'doe@acme.com']
  const { path, read } = await mirrored(ann, [Object.fromEntries(names.map((name, at) => [name, values[at]]))], {
    sync_to_leads: true,
    columns_config: names.map((name) => ({ name, type: 'input' })),
  })
  await settle()
  const [row] = await read()
  const lead = () => ann.get(`/api/lead/${row.lead_id}`).then(({ body }) => body)
  expect(await lead()).toMatchObject({
    contact_person: 'Ann Doe',
    address: 'Main St 5, 10115',
    email: 'ann@acme.com',
    custom: { 'Email 2': 'doe@acme.com' },
  })
  await ann.patch(`/api/lead/${row.lead_id}`, { contact_person: 'Ann van der Berg', address: 'High St 1' })
  await settle()
  expect((await read())[0].data).toEqual({
    c1: 'Ann',
    c2: 'van der Berg',
    c3: 'High St 1',
    c5: 'ann@acme.com',
    c6: 'doe@acme.com',
  })
  await ann.patch(`${path}/rows/${row.row_id}/cells/c1`, { value: 'Eve' })
  await settle()
  expect(await lead()).toMatchObject({ contact_person: 'Eve van der Berg', custom: { 'Email 2': 'doe@acme.com' } })
})

test('a row of a mirrored workbook shows its lead as soon as it is linked', async () => {
  const ann = await newcomer()
  await ann.post('/api/lead', { company: 'Acme', domain: 'acme.com', status: 'qualified' })
  const { path, read } = await mirrored(ann, [])
  await ann.post(`${path}/columns`, { name: 'Stage', type: 'lead_field', field: 'status' })
  await ann.post(`${path}/rows`, { rows: [{ data: { Domain: 'acme.com' } }, { data: { Colour: 'red' } }] })
  await settle()
  await compute(database)
  const [acme, other] = await read()
  expect(acme.enrichments.c6).toMatchObject({ status: 'complete', value: 'qualified' })
  expect(other.enrichments.c6).toMatchObject({ status: 'not_found' })
})

test('whatever is written on either side, in the end they say the same', async () => {
  const ann = await newcomer()
  const place = fc.record({
    side: fc.constantFrom('row', 'lead'),
    of: fc.nat({ max: 2 }),
    field: fc.constantFrom(['c1', 'company'], ['c3', 'city'], ['c4', 'tags']),
    value: fc.constantFrom('x', 'Y', 'a, b', 'z  z', 'Ünï'),
    settles: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(place, { minLength: 1, maxLength: 8 }), async (acts) => {
      const stamp = Math.random().toString(36).slice(2)
      const rows = [0, 1, 2].map((n) => ({ Company: `C${n}`, Domain: `${stamp}${n}.com`, City: 'Ulm', Tags: 't' }))
      const { path, read } = await mirrored(ann, rows)
      await settle()
      const before = await read()
      for (const { side, of, field, value, settles } of acts) {
        const row = before[of]
        const [column, name] = field as [string, string]
        const sent = name === 'tags' ? value.split(', ') : value
        if (side === 'row') await ann.patch(`${path}/rows/${row.row_id}/cells/${column}`, { value })
        else await ann.patch(`/api/lead/${row.lead_id}`, { [name]: sent })
        if (settles) await settle()
      }
      await settle()
      for (const { data, lead } of await read()) {
        expect(data.c1.trim()).toBe(lead.company)
        expect(data.c3.trim()).toBe(lead.city)
        expect(String(data.c4).split(', ')).toEqual(lead.tags)
      }
    }),
    { numRuns: 8, seed: 20261122 },
  )
})
