// Promises of erasure: an erased person is in no row, answer or event any more, and comes back by no way that makes rows or leads.
import { expect, test } from 'vitest'
import { callerOf } from '../../../../test/app.ts'
import { addWorkspace } from '../../../../test/database.ts'
import { openTenant } from '../../../../test/open-tenant.ts'
import { ingestRows } from '../../ingest/ingest.commands.ts'
import { readErased } from '../../lead-facts/erasure.reads.ts'
import { workbookRoutes } from '../../workbook.routes.ts'
import { leadTransferRoutes } from '../lead-transfer.routes.ts'
import { leadRoutes } from '../leads.routes.ts'

const now = () => new Date()

const { database, app } = await openTenant((database) => [
  ...leadRoutes({ database, now }),
  ...leadTransferRoutes({ database, now }),
  ...workbookRoutes(database, { endWork: async () => undefined }),
])

const PROGRAM = { kind: 'machine', user_id: null, name: 'form', token_id: null, ip: null, request_id: null } as const
const SPELLINGS = ['ann@acme.com', 'ANN@ACME.com', 'Ann Doe <ann@acme.com>', 'ann+list@acme.com', 'mailto:ann@acme.com']

async function place() {
  const workspace = await addWorkspace(database)
  const ann = callerOf(app, workspace)
  const workbook = (
    await ann.post('/api/workbooks', {
      name: 'People',
      columns_config: [
        { name: 'Email', type: 'input', input_type: 'text' },
        { name: 'Notes', type: 'input', input_type: 'text' },
      ],
    })
  ).body
  const path = `/api/workbooks/${workbook.id}`
  const add = (rows: object[]) => ann.post(`${path}/rows`, { rows: rows.map((data) => ({ data })) })
  const { lead } = (
    await ann.post('/api/lead', { contact_person: 'Ann Doe', email: 'Ann@acme.com', phone: '+49 30 901820' })
  ).body
  const shown = async () => (await ann.get(path)).text
  return { workspace, ann, path, add, lead, shown }
}

test('rows that hold the address go, others only lose the value that mentions it, and undo brings nothing back', async () => {
  const { ann, path, add, lead, shown } = await place()
  await add([
    { c1: 'Ann Doe <ANN+x@acme.com>' },
    { c1: 'bob@acme.com', c2: 'Ask ann@acme.com or carl@acme.com' },
    { c1: 'joann@acme.com' },
  ])
  const erased = await ann.delete(`/api/lead/${lead.id}/erase`)
  expect(erased.body, erased.text).toMatchObject({ erased: true, rows: 1 })
  const after = (await ann.get(path)).body
  expect(after.rows.map(({ data }: { data: object }) => data)).toEqual([
    { c1: 'bob@acme.com' },
    { c1: 'joann@acme.com' },
  ])
  expect(after.total_rows).toBe(2)
  for (const way of ['undo', 'redo', 'undo']) await ann.post(`${path}/${way}`, {})
  expect((await shown()).toLowerCase()).not.toMatch(/(?<!jo)ann(\+x)?@/)
})

test('rows that are compared lose the record and the blocking keys of what is erased, and others keep theirs', async () => {
  const { workspace, path, ann, add, lead } = await place()
  const { items } = (
    await add([{ c1: 'Ann <ann@acme.com>' }, { c1: 'bob@acme.com', c2: 'Ask ann@acme.com' }, { c1: 'c@acme.com' }])
  ).body
  const rows = items.map(({ row_id }: { row_id: string }) => row_id)
  await database.asOwner(
    `with records as (insert into entity_records (workspace_id, kind, workbook_id, row_id, form, version, keys)
         select $1, 'person', $2, row_id, '{}', 1, array[-1, -n - 1] from unnest($3::uuid[]) with ordinality x (row_id, n) returning id, keys)
     insert into entity_keys (workspace_id, key, record_id) select $1, unnest(keys), id from records`,
    [workspace, path.split('/').at(-1), rows],
  )
  await ann.delete(`/api/lead/${lead.id}/erase`)
  const left = await database.asOwner<{ row_id: string | null }>(
    `select r.row_id, k.key from entity_keys k left join entity_records r on r.workspace_id = $1 and r.id = k.record_id
     where k.workspace_id = $1 order by k.key`,
    [workspace],
  )
  expect(left).toMatchObject([
    { row_id: rows[2], key: -4 },
    { row_id: rows[2], key: -1 },
  ])
})

test('a person who was erased is refused in every spelling as lead, row, cell and ingested row', async () => {
  const { workspace, ann, path, add, lead, shown } = await place()
  const [{ row_id }] = (await add([{ c1: 'bob@acme.com' }])).body.items
  const workbookId = path.split('/').at(-1) ?? ''
  await ann.delete(`/api/lead/${lead.id}/erase`)
  for (const email of SPELLINGS) {
    expect((await ann.post('/api/lead', { contact_person: 'A', email })).status, email).toBe(409)
    expect((await add([{ c1: email }])).status, email).toBe(409)
    const cell = { rows: [{ row_id, data: { c2: `see ${email}` } }] }
    expect((await ann.patch(`${path}/rows`, cell)).status, email).toBe(409)
    expect((await ann.patch(`${path}/rows/${row_id}/cells/c2`, { value: email })).status, email).toBe(409)
    const rows = [{ Email: email }, { Email: `x${email.length}@acme.com` }]
    const request = { rows, unknown_keys: 'ignore', existing: 'overwrite' } as const
    const sent = await ingestRows(database, { workspace_id: workspace, actor: PROGRAM }, workbookId, request)
    expect(
      sent.rows.map(({ outcome }) => outcome),
      email,
    ).toEqual(['rejected', 'created'])
  }
  expect((await shown()).toLowerCase()).not.toMatch(/\bann(\+list)?@/)
  expect((await ann.post('/api/lead', { contact_person: 'Bea', phone: '+49 30 901820' })).status).toBe(200)
})

test('other rooms ask which addresses not to write to, by any spelling, and only in the workspace that erased', async () => {
  const { workspace, ann, lead } = await place()
  const other = await addWorkspace(database)
  await ann.delete(`/api/lead/${lead.id}/erase`)
  const asked = [...SPELLINGS, 'joann@acme.com']
  const erasedIn = (at: typeof workspace) => database.inWorkspace(at, (tx) => readErased(tx, asked))
  expect([...(await erasedIn(workspace))]).toEqual(SPELLINGS)
  expect([...(await erasedIn(other))]).toEqual([])
})
