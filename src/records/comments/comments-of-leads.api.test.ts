// Promises of comments on leads that are the rows of a workbook: they are held, erased and deleted with the lead.
import { expect, test } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import { leadTransferRoutes } from '../leads/lead-transfer.routes.ts'
import { leadRoutes } from '../leads/leads.routes.ts'
import { workbookRoutes } from '../workbook.routes.ts'
import { commentRoutes } from './comments.routes.ts'

const now = () => new Date('2026-11-22T05:00:00Z')
const { database, workspaceId, as } = await openTenant((database) => [
  ...leadRoutes({ database, now }),
  ...leadTransferRoutes({ database, now }),
  ...workbookRoutes(database),
  ...commentRoutes(database, now),
])
const admin = as('admin')

let people = 0
async function commented() {
  const email = `person${++people}@acme.example`
  const { body } = await admin.post('/api/lead', { contact_person: `Person ${people}`, email })
  const lead = `/api/lead/${body.lead.id}`
  const leads = { lead_ids: [body.lead.id] }
  const made = await admin.post('/api/workbooks', { name: 'People', source_type: 'leads', leads })
  const path = `/api/workbooks/${made.body.id}`
  const [row] = (await admin.get(path)).body.rows
  const begun = await admin.post(`${path}/comments`, { row_id: row.row_id, text: 'Rude on the phone' })
  expect(begun.status, begun.text).toBe(201)
  const left = () =>
    database.asOwner(
      `select c.text from workbook_threads t left join workbook_comments c on c.thread_id = t.id
        where t.workspace_id = $1 and t.row_id = $2`,
      [workspaceId, row.row_id],
    )
  const [column] = made.body.columns_config
  return { email, lead, path, row, column, left }
}

test('a comment on a lead that is a row is held of the person and goes with an erasure', async () => {
  const { lead, left } = await commented()
  const { body, text } = await admin.get(`${lead}/held`)
  const held = body.others?.find(({ title }: { title: string }) => title === 'Comments on rows')
  expect(held?.items, text).toMatchObject([{ text: 'Rude on the phone' }])
  expect((await admin.delete(`${lead}/erase`)).status).toBe(200)
  expect(await left()).toEqual([])
})

test('it goes with a deleted lead, but stays with a row that is its own by then', async () => {
  const shown = await commented()
  await admin.delete(shown.lead)
  expect(await shown.left()).toEqual([])
  const own = await commented()
  const written = await admin.patch(`${own.path}/rows/${own.row.row_id}/cells/${own.column.id}`, { value: 'Acme' })
  expect(written.status, written.text).toBe(200)
  await admin.delete(own.lead)
  expect(await own.left()).toHaveLength(1)
})

test('a comment on a row in the trash goes when the person that the row names is erased', async () => {
  const { email, lead } = await commented()
  const columns_config = [{ name: 'Email', type: 'input' }]
  const path = `/api/workbooks/${(await admin.post('/api/workbooks', { name: 'Mails', columns_config })).body.id}`
  const { items } = (await admin.post(`${path}/rows`, { rows: [{ data: { Email: email } }] })).body
  const row_ids = items.map(({ row_id }: { row_id: string }) => row_id)
  await admin.post(`${path}/comments`, { row_id: row_ids[0], text: 'Call her' })
  await admin.delete(`${path}/rows`, { row_ids })
  const count = () => database.asOwner('select 1 from workbook_threads where row_id = $1', row_ids)
  expect(await count()).toHaveLength(1)
  await admin.delete(`${lead}/erase`)
  expect(await count()).toEqual([])
})
