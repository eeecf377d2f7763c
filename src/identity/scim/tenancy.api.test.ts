// What provisioning may do to accounts and workspaces, and what it must never reach.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addPerson, type TestService } from '../../../test/running-install.ts'
import { knock, patch, startProvisioned, type Tenant } from './provisioned.fixture.ts'

const PASSWORD = 'a long password of hers'

let service: TestService
let acme: Tenant
let globex: Tenant
let users = 0

beforeAll(async () => {
  const started = await startProvisioned()
  service = started.service
  acme = started.ours
  globex = started.theirs
})
afterAll(() => service?.close())

const freshName = () => `person-${++users}@example.com`
const create = async (tenant: Tenant, userName = freshName(), more: object = {}) => {
  const made = await tenant.send('POST', '/Users', { userName, password: PASSWORD, ...more })
  expect(made.status, made.text).toBe(201)
  return made.body
}
const logIn = async (username: string, password = PASSWORD) => {
  const body = new URLSearchParams({ username, password })
  const answer = await fetch(`${service.url}/auth/token`, { method: 'POST', body })
  return { status: answer.status, ...((await answer.json()) as { access_token: string; refresh_token: string }) }
}
const api = (token: string, path: string, headers?: Record<string, string>) =>
  knock(`${service.url}${path}`, 'GET', token, undefined, headers)
const settings = (tenant: Tenant, method: string, path: string, body?: unknown) =>
  knock(`${service.url}/api/settings/${path}`, method, tenant.owner, body)
const accountOf = async (id: string) => {
  const [row] = await service.database.asOwner<{ user_id: number; username: string }>(
    'select s.user_id, u.username from scim_users s join users u on u.id = s.user_id where s.id = $1',
    [id],
  )
  if (!row) throw new Error('no account')
  return row
}
const roleIn = async (tenant: Tenant, userId: number) => {
  const [row] = await service.database.asOwner<{ role: string }>(
    'select role from memberships where workspace_id = $1 and user_id = $2',
    [tenant.id, userId],
  )
  return row?.role
}
const join = (tenant: Tenant, userId: number, role: string) =>
  service.database.asOwner(
    `insert into memberships (workspace_id, user_id, role) values ($1, $2, $3)
     on conflict (workspace_id, user_id) do update set role = $3`,
    [tenant.id, userId, role],
  )

describe('who may speak for a workspace', () => {
  test('refuses every caller without the token of its directory: users and other directories; an unknown workspace looks the same', async () => {
    const foreign = await knock(`${acme.base}/Users`, 'GET', globex.token)
    expect(foreign.status).toBe(401)
    expect(foreign.headers.get('www-authenticate')).toBe('Bearer')
    expect(foreign.body).toEqual({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: '401',
      detail: expect.any(String),
    })
    const unknown = `${service.url}/scim/v2/nobody/Users`
    for (const [url, token] of [
      [`${acme.base}/Users`, undefined],
      [`${acme.base}/Users`, acme.owner],
      [`${acme.base}/Users`, 'ycp_x'],
      [`${acme.base}/Users`, `${acme.token}x`],
      [unknown, acme.token],
    ] as const) {
      const answer = await knock(url, 'GET', token)
      expect([answer.status, answer.text]).toEqual([401, foreign.text])
    }
    expect((await api(acme.token, '/api/workspaces')).status).toBe(401)
  })

  test('a token is shown once, kept as a hash, ends by itself or by hand, and tells when it was used', async () => {
    const made = await settings(acme, 'POST', 'scim-tokens', { name: 'Okta', expires_at: '2099-01-01T00:00:00Z' })
    expect(made.body).toMatchObject({ token: expect.stringMatching(/^scim_[\w-]{43}$/), base_url: acme.base })
    expect((await knock(`${acme.base}/Users`, 'GET', made.body.token)).status).toBe(200)
    const list = await settings(acme, 'GET', 'scim-tokens')
    expect(list.text).not.toContain(made.body.token)
    expect(list.body.base_url).toBe(acme.base)
    expect(list.body.items[0]).toMatchObject({ name: 'Okta', last_used_at: expect.any(String) })
    const [stored] = await service.database.asOwner('select * from scim_tokens where id = $1', [made.body.id])
    expect(JSON.stringify(stored)).not.toContain(made.body.token)

    await service.database.asOwner("update scim_tokens set expires_at = now() - interval '1 second' where id = $1", [
      made.body.id,
    ])
    expect((await knock(`${acme.base}/Users`, 'GET', made.body.token)).status).toBe(401)
    const second = await settings(acme, 'POST', 'scim-tokens', { name: 'Short' })
    expect((await settings(globex, 'DELETE', `scim-tokens/${second.body.id}`)).status).toBe(404)
    expect((await settings(acme, 'DELETE', `scim-tokens/${second.body.id}`)).status).toBe(204)
    expect((await knock(`${acme.base}/Users`, 'GET', second.body.token)).status).toBe(401)
    expect(
      (await settings(acme, 'POST', 'scim-tokens', { name: 'x', expires_at: '2001-01-01T00:00:00Z' })).status,
    ).toBe(422)
  })

  test('sees only its own people and groups', async () => {
    const { id } = await create(globex)
    const group = await globex.send('POST', '/Groups', { displayName: 'Theirs', members: [{ value: id }] })
    for (const method of ['GET', 'DELETE']) {
      expect((await acme.send(method, `/Users/${id}`)).status).toBe(404)
      expect((await acme.send(method, `/Groups/${group.body.id}`)).status).toBe(404)
    }
    expect(
      (await acme.send('PATCH', `/Users/${id}`, patch({ op: 'replace', path: 'active', value: false }))).status,
    ).toBe(404)
    expect((await acme.send('POST', '/Groups', { displayName: 'Mix', members: [{ value: id }] })).status).toBe(400)
    expect((await acme.send('GET', `/Users?filter=id%20eq%20%22${id}%22`)).body.totalResults).toBe(0)
  })
})

describe('accounts', () => {
  test('a new person is a viewer, logs in under the name of the workspace, and the password is never told', async () => {
    const user = await create(acme)
    expect(JSON.stringify(user)).not.toContain(PASSWORD)
    const { user_id, username } = await accountOf(user.id)
    expect(username).toBe(`${acme.slug}/${user.userName}`)
    expect(await roleIn(acme, user_id)).toBe('viewer')
    const session = await logIn(username)
    expect((await api(session.access_token, '/api/workspaces')).body.items).toMatchObject([
      { id: acme.id, role: 'viewer' },
    ])
    const list = await acme.send('GET', '/Users')
    expect(list.text).not.toMatch(/password|argon2/)
  })

  test('a person known in another workspace is created like an unknown one, and stays who they were there', async () => {
    const name = freshName()
    const [first, second] = [await create(globex, name), await create(acme, name)]
    expect((await accountOf(first.id)).user_id).not.toBe((await accountOf(second.id)).user_id)
    await service.database.asOwner('insert into users (username, password_hash) values ($1, $2)', [
      'grown@example.com',
      'x',
    ])
    const third = await create(acme, 'grown@example.com')
    expect((await accountOf(third.id)).username).toBe(`${acme.slug}/grown@example.com`)
  })

  test('active: false ends sessions and refresh tokens at once and blocks logging in until active again', async () => {
    const { id } = await create(acme)
    const { username } = await accountOf(id)
    const session = await logIn(username)
    expect((await api(session.access_token, '/api/workbooks')).status).toBe(200)
    await acme.send('PATCH', `/Users/${id}`, patch({ op: 'replace', path: 'active', value: false }))
    expect((await api(session.access_token, '/api/workbooks')).status).toBe(401)
    const refresh = { refresh_token: session.refresh_token }
    expect((await knock(`${service.url}/auth/refresh`, 'POST', undefined, refresh)).status).toBe(401)
    expect((await logIn(username)).status).toBe(401)
    await acme.send('PATCH', `/Users/${id}`, patch({ op: 'replace', path: 'active', value: true }))
    expect((await logIn(username)).status).toBe(200)
  })

  test('administrators of the install see where an account was suspended, until it is let in again', async () => {
    const { access_token: admin } = await addPerson(service, acme.id, 'viewer', { role: 'admin' })
    const { id } = await create(acme)
    const { user_id, username } = await accountOf(id)
    const seen = async () => {
      const { body: alone } = await api(admin, `/admin/users/${user_id}`)
      const { body } = await api(admin, `/admin/users?q=${encodeURIComponent(username)}`)
      expect(body.items).toEqual([alone])
      return alone
    }
    expect(await seen()).toMatchObject({ is_active: true, workspaces: 1, suspended_in: [] })
    await acme.send('PATCH', `/Users/${id}`, patch({ op: 'replace', path: 'active', value: false }))
    const place = { id: acme.id, name: 'Acme', slug: acme.slug }
    expect(await seen()).toMatchObject({ is_active: true, workspaces: 0, suspended_in: [place] })
    await join(globex, user_id, 'editor')
    expect(await seen()).toMatchObject({ workspaces: 1, suspended_in: [place] })
    await acme.send('PATCH', `/Users/${id}`, patch({ op: 'replace', path: 'active', value: true }))
    expect(await seen()).toMatchObject({ workspaces: 2, suspended_in: [] })
  })

  test('who is in another workspace too loses this one and nothing else', async () => {
    const { id } = await create(acme)
    const { user_id, username } = await accountOf(id)
    await join(globex, user_id, 'editor')
    const session = await logIn(username)
    const inside = (tenant: Tenant) => api(session.access_token, '/api/workbooks', { 'x-workspace-id': tenant.id })
    expect([(await inside(acme)).status, (await inside(globex)).status]).toEqual([200, 200])
    await acme.send('PATCH', `/Users/${id}`, patch({ op: 'replace', path: 'active', value: false }))
    expect([(await inside(acme)).status, (await inside(globex)).status]).toEqual([404, 200])
    const stolen = { op: 'replace', path: 'password', value: 'a password of the directory' }
    expect((await acme.send('PATCH', `/Users/${id}`, patch(stolen))).status).toBe(200)
    expect((await logIn(username, stolen.value)).status).toBe(401)
    expect((await logIn(username)).status).toBe(200)
    expect((await acme.send('DELETE', `/Users/${id}`)).status).toBe(204)
    expect((await inside(globex)).status).toBe(200)
  })

  test('a directory changes the password of its own people, and not of owners or administrators of the install', async () => {
    const { id } = await create(acme)
    const { user_id, username } = await accountOf(id)
    const session = await logIn(username)
    const push = (value: string) =>
      acme.send('PATCH', `/Users/${id}`, patch({ op: 'replace', value: { password: value } }))
    expect((await push('another password')).text).not.toContain('another password')
    expect((await api(session.access_token, '/api/workbooks')).status).toBe(401)
    expect((await logIn(username, 'another password')).status).toBe(200)
    expect((await push('short')).status).toBe(400)
    await join(acme, user_id, 'owner')
    await push('taking over the owner')
    expect((await logIn(username, 'taking over the owner')).status).toBe(401)
    await join(acme, user_id, 'viewer')
    await service.database.asOwner("update users set role = 'admin' where id = $1", [user_id])
    await push('taking over the install')
    expect((await logIn(username, 'taking over the install')).status).toBe(401)
  })

  test('a name that comes back is a new person: the one who left cannot log in as them', async () => {
    const old = await create(acme)
    const { username } = await accountOf(old.id)
    await acme.send('DELETE', `/Users/${old.id}`)
    const next = await acme.send('POST', '/Users', { userName: old.userName })
    expect((await accountOf(next.body.id)).username).toBe(username)
    expect((await logIn(username)).status).toBe(401)
  })

  test('the account of a user whom the directory deletes is locked, for administrators and the command line too; an account that is also elsewhere is not', async () => {
    const [gone, shared] = [await create(acme), await create(acme)]
    const accounts = [await accountOf(gone.id), await accountOf(shared.id)]
    await join(globex, accounts[1]?.user_id as number, 'editor')
    for (const { id } of [gone, shared]) await acme.send('DELETE', `/Users/${id}`)
    const rows = await service.database.asOwner<{ is_active: boolean }>(
      'select is_active from users where id = any($1) order by id',
      [accounts.map(({ user_id }) => user_id)],
    )
    expect(rows.map(({ is_active }) => is_active)).toEqual([false, true])
  })

  test('the last owner keeps access, whatever the directory says', async () => {
    const { id } = await create(globex)
    const { user_id } = await accountOf(id)
    await service.database.asOwner("delete from memberships where workspace_id = $1 and role = 'owner'", [globex.id])
    await join(globex, user_id, 'owner')
    const off = patch({ op: 'replace', path: 'active', value: false })
    for (const answer of [
      await globex.send('PATCH', `/Users/${id}`, off),
      await globex.send('DELETE', `/Users/${id}`),
    ]) {
      expect(answer.status).toBe(409)
      expect(answer.body.detail).toMatch(/last owner/)
    }
    expect(await roleIn(globex, user_id)).toBe('owner')
    expect((await globex.send('GET', `/Users/${id}`)).body.active).toBe(true)
  })

  test('the last administrator of the install keeps access, since no other user could give it back', async () => {
    const { id } = await create(acme)
    const { user_id } = await accountOf(id)
    const others = await service.database.asOwner<{ id: number }>(
      `update users set role = 'user' where role = 'admin' returning id`,
    )
    await service.database.asOwner(`update users set role = 'admin' where id = $1`, [user_id])
    const off = patch({ op: 'replace', path: 'active', value: false })
    expect((await acme.send('PATCH', `/Users/${id}`, off)).status).toBe(409)
    expect((await acme.send('DELETE', `/Users/${id}`)).status).toBe(409)
    // The same when people do it: sending them away, leaving, or deleting the only workspace they are in.
    const place = `${service.url}/api/workspaces/${acme.id}`
    const own = (await logIn((await accountOf(id)).username)).access_token
    expect((await knock(`${place}/members/${user_id}`, 'DELETE', acme.owner)).status).toBe(409)
    expect((await knock(`${place}/leave`, 'POST', own)).status).toBe(409)
    expect((await knock(place, 'DELETE', acme.owner)).body.detail).toMatch(/administrator/)
    expect(await roleIn(acme, user_id)).toBe('viewer')
    // Nor does an administrator count who is nowhere and cannot log in.
    const lost = await accountOf((await create(globex)).id)
    await service.database.asOwner('delete from memberships where user_id = $1', [lost.user_id])
    await service.database.asOwner(`update users set role = 'admin' where id = $1`, [lost.user_id])
    const demoted = await fetch(`${service.url}/admin/users/${user_id}/role`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${own}`, 'content-type': 'application/json' },
      body: '{"role":"user"}',
    })
    expect(demoted.status).toBe(409)
    await service.database.asOwner(`update users set role = 'user' where id = $1`, [lost.user_id])
    await service.database.asOwner(`update users set role = 'user' where id = $1`, [user_id])
    await service.database.asOwner(`update users set role = 'admin' where id = any($1)`, [others.map((one) => one.id)])
    expect((await acme.send('PATCH', `/Users/${id}`, off)).status).toBe(200)
  })
})

describe('groups and roles', () => {
  test('a group gives a role only when an administrator says so; the highest counts; leaving takes it away', async () => {
    const user = await create(acme)
    const { user_id } = await accountOf(user.id)
    const members = [{ value: user.id }]
    const admins = (await acme.send('POST', '/Groups', { displayName: 'Admins', members })).body.id
    const editors = (await acme.send('POST', '/Groups', { displayName: 'Editors', members })).body.id
    expect(await roleIn(acme, user_id)).toBe('viewer')
    const map = (...pairs: [string, string][]) =>
      settings(acme, 'PUT', 'scim-groups', { mappings: pairs.map(([group_id, role]) => ({ group_id, role })) })
    const table = await map([admins, 'admin'], [editors, 'editor'])
    expect(table.body.items).toEqual(
      expect.arrayContaining([{ id: admins, display_name: 'Admins', member_count: 1, role: 'admin' }]),
    )
    expect(await roleIn(acme, user_id)).toBe('admin')
    await acme.send('PATCH', `/Groups/${admins}`, patch({ op: 'remove', path: `members[value eq "${user.id}"]` }))
    expect(await roleIn(acme, user_id)).toBe('editor')
    await acme.send('PATCH', `/Users/${user.id}`, patch({ op: 'replace', path: 'active', value: false }))
    await acme.send('PATCH', `/Users/${user.id}`, patch({ op: 'replace', path: 'active', value: true }))
    expect(await roleIn(acme, user_id)).toBe('editor')
    await map([admins, 'admin'])
    expect(await roleIn(acme, user_id)).toBe('viewer')
    expect((await map([admins, 'owner'])).status).toBe(422)
    expect((await map(['x', 'admin'])).status).toBe(422)
    await join(acme, user_id, 'owner')
    await acme.send('PATCH', `/Groups/${admins}`, patch({ op: 'add', path: 'members', value: members }))
    expect(await roleIn(acme, user_id)).toBe('owner')
  })
})
