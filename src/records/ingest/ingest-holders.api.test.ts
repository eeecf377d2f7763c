// Promises of who holds an ingest token: it does not outlive the member who made it, unless another member takes it over.
import { beforeAll, expect, test } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import { addPerson, type Call, callAs, type Session } from '../../../test/running-install.ts'
import { sweepIngestTokens } from './ingest-holders.commands.ts'

let scim: Call
const { service, workspaceId: workspace, as } = await openTenant({ LIMITS: 'off' })
const owner = (await as('owner')).call
beforeAll(async () => {
  const made = await owner('POST', '/api/settings/scim-tokens', { name: 'Directory' })
  scim = callAs(service, made.body.token)
})

const DAY = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY)
const sweep = (days = 0) => sweepIngestTokens(service.database, inDays(days))

async function makeToken(by: Call) {
  const { id } = (
    await owner('POST', '/api/workbooks', { name: 'Leads', columns_config: [{ name: 'Company', type: 'input' }] })
  ).body
  const made = await by('POST', `/api/workbooks/${id}/ingest-token`, {})
  expect(made.status, made.text).toBe(201)
  const send = async () =>
    (await callAs(service, made.body.token)('POST', `/api/workbooks/${id}/rows/ingest`, [{ Company: 'Acme' }])).status
  const known = () => owner('GET', `/api/workbooks/${id}/ingest-token`)
  return { id, hint: made.body.hint as string, send, known, made: made.body }
}

async function addEditor(): Promise<Session & { call: Call }> {
  const session = await addPerson(service, workspace, 'editor')
  return { ...session, call: callAs(service, session.access_token) }
}

const notices = async () =>
  ((await owner('GET', '/api/notices')).body.items as { topic: string; severity: string; text: string }[]).filter(
    ({ topic }) => topic === 'tokens',
  )

test('a token says who holds it, and has no end while they may change workbooks', async () => {
  const editor = await addEditor()
  const { known, made, send } = await makeToken(editor.call)
  await sweep()
  expect(made).toMatchObject({ held_by: editor.username, ends_at: null })
  expect((await known()).body).toMatchObject({ held_by: editor.username, ends_at: null })
  expect(await send()).toBe(200)
})

const LOSSES: [what: string, lose: (person: Session) => Promise<{ status: number }>][] = [
  [
    'is removed from the workspace',
    ({ user_id }) => owner('DELETE', `/api/workspaces/${workspace}/members/${user_id}`),
  ],
  [
    'may not change workbooks any more',
    ({ user_id }) => owner('PATCH', `/api/workspaces/${workspace}/members/${user_id}`, { role: 'member' }),
  ],
  [
    'is locked',
    async ({ user_id }) => {
      await service.database.asOwner('update users set is_active = false where id = $1', [user_id])
      return { status: 200 }
    },
  ],
  [
    'is deleted with their account',
    async ({ user_id }) => {
      await service.database.asOwner('delete from memberships where user_id = $1', [user_id])
      await service.database.asOwner('delete from users where id = $1', [user_id])
      return { status: 200 }
    },
  ],
]

test.each(LOSSES)('a token whose holder %s ends after 14 days, and admins are told before', async (_what, lose) => {
  const editor = await addEditor()
  const { id, hint, known, send } = await makeToken(editor.call)
  expect((await lose(editor)).status).toBeLessThan(300)
  await sweep()
  await sweep(1)
  const told = await notices()
  expect(told.filter(({ text }) => text.includes(hint))).toEqual([
    expect.objectContaining({
      severity: 'warning',
      text: expect.stringContaining(inDays(14).toISOString().slice(0, 10)),
    }),
  ])
  expect((await known()).body.ends_at.slice(0, 10)).toBe(inDays(14).toISOString().slice(0, 10))
  expect(await send()).toBe(200)
  await sweep(13)
  expect(await send()).toBe(200)
  await sweep(15)
  expect(await send()).toBe(401)
  expect((await known()).status).toBe(404)
  const after = (await notices()).filter(({ text }) => text.includes(hint))
  expect(after.map(({ severity }) => severity).sort()).toEqual(['error', 'warning'])
  const { items } = (await owner('GET', '/api/settings/audit?act=ingest_token.ended')).body
  expect(items.map(({ object }: { object: { id: string } }) => object.id)).toContain(id)
})

test('a member whom the directory deactivates does not leave a token that lasts', async () => {
  const made = await scim('POST', `/scim/v2/${workspace}/Users`, { userName: 'bo@example.com', active: true })
  expect(made.status, made.text).toBe(201)
  const [person] = await service.database.asOwner<{ user_id: number }>('select user_id from scim_users where id = $1', [
    made.body.id,
  ])
  const { id, send, known } = await makeToken(owner)
  await service.database.asOwner("update memberships set role = 'editor' where user_id = $1", [person?.user_id])
  await service.database.asOwner('update ingest_tokens set created_by = $2 where workbook_id = $1', [
    id,
    person?.user_id,
  ])
  await sweep()
  expect((await known()).body.ends_at).toBeNull()
  const operations = [{ op: 'replace', path: 'active', value: false }]
  const schemas = ['urn:ietf:params:scim:api:messages:2.0:PatchOp']
  expect(
    (await scim('PATCH', `/scim/v2/${workspace}/Users/${made.body.id}`, { schemas, Operations: operations })).status,
  ).toBe(200)
  await sweep()
  expect((await known()).body.ends_at).not.toBeNull()
  expect(await send()).toBe(200)
  await sweep(15)
  expect(await send()).toBe(401)
})

test('a member who takes a token over holds it, and programs go on with it', async () => {
  const editor = await addEditor()
  const { id, known, send } = await makeToken(editor.call)
  await owner('DELETE', `/api/workspaces/${workspace}/members/${editor.user_id}`)
  await sweep()
  const heir = await addEditor()
  const taken = await heir.call('POST', `/api/workbooks/${id}/ingest-token/take-over`)
  expect([taken.status, taken.body.held_by, taken.body.ends_at]).toEqual([200, heir.username, null])
  await sweep(15)
  expect(await send()).toBe(200)
  expect((await known()).body.held_by).toBe(heir.username)
})

test('a member who comes back holds their token again', async () => {
  const editor = await addEditor()
  const { known, send } = await makeToken(editor.call)
  const role = (to: string) => owner('PATCH', `/api/workspaces/${workspace}/members/${editor.user_id}`, { role: to })
  await role('viewer')
  await sweep()
  await role('editor')
  await sweep(15)
  expect((await known()).body.ends_at).toBeNull()
  expect(await send()).toBe(200)
})

test('a token whose days are over is refused before the sweep ends it, and is not taken over', async () => {
  const editor = await addEditor()
  const { id, known, send } = await makeToken(editor.call)
  await owner('DELETE', `/api/workspaces/${workspace}/members/${editor.user_id}`)
  await service.database.asOwner(
    "update ingest_tokens set left_at = now() - interval '15 days' where workbook_id = $1",
    [id],
  )
  expect(await send()).toBe(401)
  expect((await known()).status).toBe(404)
  expect((await owner('POST', `/api/workbooks/${id}/ingest-token/take-over`)).status).toBe(404)
  expect((await owner('POST', `/api/workbooks/${id}/ingest-token`, {})).body.ends_at).toBeNull()
})
