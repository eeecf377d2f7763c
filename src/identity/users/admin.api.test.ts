// Accounts: what their owners and platform administrators may do, and what no user may.
import { beforeAll, expect, test } from 'vitest'
import { addWorkspace } from '../../../test/database.ts'
import { openTenant } from '../../../test/open-tenant.ts'
import { addPerson, type Call, callAs, logIn, PASSWORD } from '../../../test/running-install.ts'

let admin: Call
let adminId = 0
const { service } = await openTenant({ LIMITS: 'off' })
beforeAll(async () => {
  const session = await addPerson(service, undefined, undefined, { role: 'admin' })
  adminId = session.user_id
  admin = callAs(service, session.access_token)
})

test('people change their own name and picture, within reason', async () => {
  const [one, other] = [await addPerson(service), await addPerson(service)]
  const call = callAs(service, one.access_token)
  const patch = (body: object) => call('PATCH', '/api/users/me', body)
  const png = `data:image/png;base64,${Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0]).toString('base64')}`
  expect((await patch({ username: '  Zoë  ', profile_image: png })).body).toMatchObject({
    username: 'Zoë',
    profile_image: png,
  })
  expect((await patch({ profile_image: 'https://example.com/me.png' })).status).toBe(200)
  expect((await patch({ profile_image: null })).body).toMatchObject({ username: 'Zoë', profile_image: null })
  expect((await patch({ username: other.username.toUpperCase() })).status).toBe(409)
  const svg = `data:image/svg+xml;base64,${Buffer.from('<svg/>').toString('base64')}`
  const fake = `data:image/png;base64,${Buffer.from('<script>').toString('base64')}`
  const big = `data:image/gif;base64,${Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(102_400)]).toString('base64')}`
  for (const profile_image of [
    svg,
    fake,
    big,
    'http://example.com/a.png',
    'https://u:p@example.com/',
    'javascript:alert(1)',
  ])
    expect((await patch({ profile_image })).status, profile_image.slice(0, 40)).toBe(422)
  for (const username of ['', '   ', 'a\u200bb', 'a\nb', 'x'.repeat(101)])
    expect((await patch({ username })).status, username).toBe(422)
  expect((await call('GET', '/api/users/me')).body).toMatchObject({ id: one.user_id, username: 'Zoë', role: 'user' })
})

test('a new password ends every session, and the answer begins another', async () => {
  const here = await addPerson(service)
  const there = await logIn(service.url, here.username)
  const change = (current_password: string, new_password: string) =>
    callAs(service, here.access_token)('PUT', '/api/users/me/password', { current_password, new_password })
  expect((await change('wrong', 'a new password')).status).toBe(400)
  expect((await change(PASSWORD, 'ab-cd')).text).not.toContain('ab-cd')
  const changed = await change(PASSWORD, 'Ünïcode pässword')
  expect(changed).toMatchObject({ status: 200, body: { username: here.username, token_type: 'bearer' } })
  for (const token of [here.access_token, there.access_token])
    expect((await callAs(service, token)('GET', '/auth/me')).status).toBe(401)
  for (const { refresh_token } of [here, there])
    expect((await callAs(service)('POST', '/auth/refresh', { refresh_token })).status).toBe(401)
  expect((await callAs(service, changed.body.access_token)('GET', '/auth/me')).status).toBe(200)
  await expect(logIn(service.url, here.username)).rejects.toThrow('Incorrect')
  // The same letters in another Unicode form.
  await logIn(service.url, here.username, 'Ünïcode pässword'.normalize('NFD'))
})

test('an administrator makes, finds, changes and removes accounts', async () => {
  const made = await admin('POST', '/admin/users', { username: 'Grace_100%', password: PASSWORD })
  expect(made).toMatchObject({
    status: 201,
    body: { username: 'Grace_100%', role: 'user', is_active: true, is_admin: false },
  })
  expect(made.text).not.toContain('password')
  expect((await admin('POST', '/admin/users', { username: 'grace_100%', password: PASSWORD })).status).toBe(409)
  const at = `/admin/users/${made.body.id}`
  expect((await admin('GET', '/admin/users?q=E_100%25')).body.items).toMatchObject([made.body])
  expect((await admin('GET', '/admin/users?q=E_1_0%25')).body.items).toEqual([])
  const first = (await admin('GET', '/admin/users?limit=1')).body
  const second = (await admin('GET', `/admin/users?limit=1&cursor=${first.next_cursor}`)).body
  expect(second.items[0].id).toBeGreaterThan(first.items[0].id)
  expect((await admin('PATCH', at, { username: 'Grace' })).body).toMatchObject({ username: 'Grace' })
  expect((await admin('DELETE', at)).status).toBe(204)
  expect((await admin('GET', at)).status).toBe(404)
})

test('ids beyond what a number can hold belong to no user', async () => {
  for (const id of ['9007199254740993', '99999999999999999999999', '-1', '0', 'x'])
    expect((await admin('GET', `/admin/users/${id}`)).status, id).toBeOneOf([404, 422])
})

test('deactivation, role and password of an administrator hold from the next request on', async () => {
  const { access_token, user_id, username } = await addPerson(service)
  const call = callAs(service, access_token)
  expect((await call('GET', '/admin/users')).status).toBe(403)
  expect((await admin('PATCH', `/admin/users/${user_id}/role`, { role: 'admin' })).body).toMatchObject({
    is_admin: true,
  })
  expect((await call('GET', '/admin/users')).status).toBe(200)
  await admin('PATCH', `/admin/users/${user_id}/role`, { role: 'user' })
  expect((await call('GET', '/admin/users')).status).toBe(403)
  expect((await admin('PATCH', `/admin/users/${user_id}/role`, { role: 'king' })).status).toBe(422)
  await admin('PUT', `/admin/users/${user_id}/password`, { password: 'from the administrator' })
  expect((await call('GET', '/auth/me')).status).toBe(401)
  const again = await logIn(service.url, username, 'from the administrator')
  await admin('PATCH', `/admin/users/${user_id}`, { is_active: false })
  expect((await callAs(service, again.access_token)('GET', '/auth/me')).status).toBe(401)
  await expect(logIn(service.url, username, 'from the administrator')).rejects.toThrow('Incorrect')
  await admin('PATCH', `/admin/users/${user_id}`, { is_active: true })
  expect((await callAs(service, again.access_token)('GET', '/auth/me')).status).toBe(401)
})

test('the only owner of a workspace is not removed, and the answer names the workspace', async () => {
  const workspace = await addWorkspace(service.database, 'Treasury')
  const { user_id } = await addPerson(service, workspace, 'owner')
  const refused = await admin('DELETE', `/admin/users/${user_id}`)
  expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('"Treasury"')])
  await addPerson(service, workspace, 'owner')
  expect((await admin('DELETE', `/admin/users/${user_id}`)).status).toBe(204)
})

test('the last active administrator stays, also when two remove each other at the same moment', async () => {
  const self = `/admin/users/${adminId}`
  const refusals = [
    await admin('PATCH', `${self}/role`, { role: 'user' }),
    await admin('PATCH', self, { is_active: false }),
    await admin('DELETE', self),
  ]
  expect(refusals.map(({ status }) => status)).toEqual([409, 409, 409])
  const others = await Promise.all([1, 2, 3].map(() => addPerson(service, undefined, undefined, { role: 'admin' })))
  const everyone = [adminId, ...others.map(({ user_id }) => user_id)]
  const calls = [admin, ...others.map(({ access_token }) => callAs(service, access_token))]
  const answers = await Promise.all(
    calls.flatMap((call, n) => {
      const next = everyone[(n + 1) % everyone.length]
      return [
        call('PATCH', `/admin/users/${everyone[n]}/role`, { role: 'user' }),
        call('PATCH', `/admin/users/${next}`, { is_active: false }),
        call('DELETE', `/admin/users/${next}`),
      ]
    }),
  )
  expect(answers.map(({ status }) => status)).not.toContain(500)
  const left = await service.database.asOwner(`select 1 from users where role = 'admin' and is_active`)
  expect(left.length).toBeGreaterThanOrEqual(1)
})
