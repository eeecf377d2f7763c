// Who belongs to a workspace: let in, invited, promoted, sent away, and gone at once.
import { beforeEach, expect, test } from 'vitest'
import { addWorkspace } from '../../../test/database.ts'
import { openTenant } from '../../../test/open-tenant.ts'
import { addPerson, type Call, callAs, PASSWORD, type Session } from '../../../test/running-install.ts'

let clock = new Date()
let workspace = ''
let owner: Call
let boss: Session
const wrong = { detail: 'Workspace not found' }
const { service } = await openTenant({ LIMITS: 'off' }, { now: () => clock })
beforeEach(async () => {
  clock = new Date()
  workspace = await addWorkspace(service.database, 'Ours')
  boss = await addPerson(service, workspace, 'owner')
  owner = callAs(service, boss.access_token)
})
const path = (rest = '') => `/api/workspaces/${workspace}${rest}`
const join = async (role: 'owner' | 'admin' | 'editor' | 'member' | 'viewer') => {
  const person = await addPerson(service, workspace, role)
  return { ...person, call: callAs(service, person.access_token) }
}

test('members are listed with their roles, page by page', async () => {
  const viewer = await join('viewer')
  const { body } = await viewer.call('GET', path('/members'))
  expect(body).toMatchObject({ total: 2, next_cursor: null })
  expect(body.items.map(({ username, role }: { username: string; role: string }) => [username, role])).toEqual([
    [boss.username, 'owner'],
    [viewer.username, 'viewer'],
  ])
  const first = await viewer.call('GET', path('/members?limit=1'))
  const second = await viewer.call('GET', path(`/members?limit=1&cursor=${first.body.next_cursor}`))
  expect([...first.body.items, ...second.body.items]).toEqual(body.items)
  const users = await viewer.call('GET', '/api/users')
  expect(users.body).toMatchObject({ total: 2, items: [{ id: boss.user_id, is_admin: false }, { id: viewer.user_id }] })
})

test('an admin can add people from a shared workspace; every other account looks like an unknown one', async () => {
  const elsewhere = await addWorkspace(service.database, 'Elsewhere')
  const colleague = await addPerson(service, elsewhere, 'viewer')
  const stranger = await addPerson(service)
  const unknown = await owner('POST', path('/members'), { user_id: 999_999_999 })
  expect(unknown.status).toBe(404)
  for (const body of [{ user_id: stranger.user_id }, { username: stranger.username }, { user_id: colleague.user_id }])
    expect(await owner('POST', path('/members'), body)).toMatchObject({ status: 404, text: unknown.text })
  await service.database.asOwner(`insert into memberships (workspace_id, user_id, role) values ($1, $2, 'viewer')`, [
    elsewhere,
    boss.user_id,
  ])
  const made = await owner('POST', path('/members'), { username: colleague.username.toUpperCase(), role: 'editor' })
  expect(made).toMatchObject({ status: 201, body: { user_id: colleague.user_id, role: 'editor' } })
  expect((await callAs(service, colleague.access_token)('GET', path())).status).toBe(200)
  expect((await owner('POST', path('/members'), { user_id: colleague.user_id })).status).toBe(409)
  expect((await owner('POST', path('/members'), {})).status).toBe(422)
})

test('an admin manages every member but owners, and creates no owners', async () => {
  const [admin, editor] = [await join('admin'), await join('editor')]
  const change = (user: number, role: string) => admin.call('PATCH', path(`/members/${user}`), { role })
  expect((await change(editor.user_id, 'viewer')).body).toMatchObject({ role: 'viewer' })
  expect((await change(editor.user_id, 'owner')).status).toBe(403)
  expect((await change(boss.user_id, 'viewer')).status).toBe(403)
  expect((await admin.call('DELETE', path(`/members/${boss.user_id}`))).status).toBe(403)
  expect((await admin.call('POST', path('/transfer'), { user_id: editor.user_id })).status).toBe(403)
  expect((await change(editor.user_id, 'king')).status).toBe(422)
  expect((await admin.call('DELETE', path('/members/9007199254740993'))).status).toBeOneOf([404, 422])
})

test('a role holds from the next request on', async () => {
  const { call, user_id } = await join('editor')
  expect((await call('PATCH', path(), { name: 'New' })).status).toBe(403)
  await owner('PATCH', path(`/members/${user_id}`), { role: 'admin' })
  expect((await call('PATCH', path(), { name: 'New', icon: '🚀' })).body).toMatchObject({ name: 'New', icon: '🚀' })
  await owner('PATCH', path(`/members/${user_id}`), { role: 'viewer' })
  expect((await call('PATCH', path(), { name: 'Newer' })).status).toBe(403)
})

test('a member sent away finds nothing there any more, by any path', async () => {
  const { call, user_id } = await join('admin')
  await call('POST', path('/invitations'), {})
  expect((await owner('DELETE', path(`/members/${user_id}`))).status).toBe(204)
  for (const rest of ['', '/members', '/invitations'])
    expect(await call('GET', path(rest))).toMatchObject({ status: 404, body: wrong })
  expect(await call('GET', '/api/workbooks', undefined, { 'x-workspace-id': workspace })).toMatchObject({ status: 404 })
  expect((await call('GET', '/api/workspaces')).body).toMatchObject({ items: [], total: 0 })
  // Nor do the links that were handed out.
  expect((await owner('GET', path('/invitations'))).body.items).toEqual([])
})

test('a workspace keeps an owner, whatever happens at the same moment', async () => {
  expect((await owner('POST', path('/leave'))).status).toBe(409)
  expect((await owner('PATCH', path(`/members/${boss.user_id}`), { role: 'admin' })).status).toBe(409)
  const second = await join('owner')
  const answers = await Promise.all([
    owner('POST', path('/leave')),
    second.call('POST', path('/leave')),
    owner('PATCH', path(`/members/${second.user_id}`), { role: 'viewer' }),
    second.call('DELETE', path(`/members/${boss.user_id}`)),
    second.call('PATCH', path(`/members/${second.user_id}`), { role: 'viewer' }),
  ])
  expect(answers.map(({ status }) => status)).not.toContain(500)
  const left = await service.database.asOwner(`select 1 from memberships where workspace_id = $1 and role = 'owner'`, [
    workspace,
  ])
  expect(left.length).toBeGreaterThanOrEqual(1)
})

test('ownership passes to a member, and the former owner stays as admin', async () => {
  const heir = await join('viewer')
  const outsider = await addPerson(service)
  expect((await owner('POST', path('/transfer'), { user_id: outsider.user_id })).status).toBe(404)
  expect((await owner('POST', path('/transfer'), { user_id: heir.user_id })).body).toMatchObject({ role: 'admin' })
  expect((await heir.call('GET', path())).body).toMatchObject({ role: 'owner' })
  expect((await owner('DELETE', path())).status).toBe(403)
})

test('an invitation lets exactly one person in, even when many try at once', async () => {
  const { body: invitation } = await owner('POST', path('/invitations'), { role: 'editor' })
  const preview = await callAs(service)('GET', `/api/invitations/${invitation.token}`)
  expect(invitation.url).toBe(`${service.url}/invitations/${invitation.token}`)
  expect(preview.body).toEqual({
    workspace_name: 'Ours',
    role: 'editor',
    invited_by: boss.username,
    expires_at: invitation.expires_at,
  })
  const people = await Promise.all([1, 2, 3, 4].map(() => addPerson(service)))
  const answers = await Promise.all(
    people.map((one) => callAs(service, one.access_token)('POST', `/api/invitations/${invitation.token}/accept`, {})),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404])
  const lucky = people[answers.findIndex(({ status }) => status === 200)] as Session
  expect((await callAs(service, lucky.access_token)('GET', path())).body).toMatchObject({
    role: 'editor',
    is_active: true,
  })
})

test('an invited guest without an account creates one with the invitation and can log in', async () => {
  const { token } = (await owner('POST', path('/invitations'), {})).body
  const stranger = callAs(service)
  const accept = `/api/invitations/${token}/accept`
  expect((await stranger('POST', accept, {})).body.detail.map(({ loc }: { loc: string[] }) => loc[1])).toEqual([
    'username',
    'password',
  ])
  expect((await stranger('POST', accept, { username: boss.username.toUpperCase(), password: PASSWORD })).status).toBe(
    409,
  )
  const username = `Zoë ${workspace}`
  const made = await stranger('POST', accept, { username, password: PASSWORD })
  expect(made).toMatchObject({ status: 200, body: { workspace_id: workspace, role: 'member', user: { username } } })
  const login = await fetch(`${service.url}/auth/token`, {
    method: 'POST',
    body: new URLSearchParams({ username: username.toUpperCase(), password: PASSWORD }),
  })
  expect(login.status).toBe(200)
  expect((await stranger('GET', `/api/invitations/${token}`)).status).toBe(404)
})

test('a link that is used up, withdrawn, expired or made up is unknown', async () => {
  const look = async (token: string) => (await callAs(service)('GET', `/api/invitations/${token}`)).text
  const gone = '{"detail":"Invitation not found"}'
  const [withdrawn, old] = [
    (await owner('POST', path('/invitations'), {})).body,
    (await owner('POST', path('/invitations'), {})).body,
  ]
  expect((await owner('DELETE', path(`/invitations/${withdrawn.id}`))).status).toBe(204)
  expect((await owner('DELETE', path(`/invitations/${withdrawn.id}`))).status).toBe(404)
  clock = new Date(clock.getTime() + 8 * 86_400_000)
  for (const token of [withdrawn.token, old.token, 'inv_made-up', 'x'.repeat(300)]) expect(await look(token)).toBe(gone)
  const hashes = await service.database.asOwner<{ h: string }>(
    `select encode(token_hash, 'escape') as h from invitations`,
  )
  expect(hashes.some(({ h }) => h.includes('inv_'))).toBe(false)
})

test('a link that a member follows still works for another person', async () => {
  const { token } = (await owner('POST', path('/invitations'), {})).body
  expect((await owner('POST', `/api/invitations/${token}/accept`, {})).status).toBe(409)
  expect((await callAs(service)('GET', `/api/invitations/${token}`)).status).toBe(200)
  expect((await callAs(service, 'bad')('POST', `/api/invitations/${token}/accept`, {})).status).toBe(401)
})

test('a user without any workspace can log in, see the account and create a workspace', async () => {
  const { access_token, username } = await addPerson(service)
  const call = callAs(service, access_token)
  expect((await call('GET', '/auth/me')).body).toMatchObject({ username })
  expect((await call('GET', '/api/workspaces')).body).toEqual({ items: [], next_cursor: null, total: 0 })
  expect((await call('GET', '/api/workbooks')).status).toBe(404)
  expect((await call('POST', '/api/workspaces', { name: 'First' })).body).toMatchObject({
    role: 'owner',
    is_active: true,
  })
  expect((await call('GET', '/api/workbooks')).status).toBe(200)
})
