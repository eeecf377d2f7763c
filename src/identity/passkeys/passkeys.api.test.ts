// Promises of passkeys: who can register one, and when one lets in.
import { describe, expect, test } from 'vitest'
import { addWorkspace } from '../../../test/database.ts'
import { openTenant } from '../../../test/open-tenant.ts'
import { addPerson, callAs, PASSWORD } from '../../../test/running-install.ts'
import { softwareAuthenticator, type Twist } from './authenticator.fixture.ts'

const ORIGIN = 'https://app.example.com'
let clock = new Date()
const { service } = await openTenant({ LIMITS: 'off', PUBLIC_URL: ORIGIN }, { now: () => clock })

const stranger = (path: string, body: object) => callAs(service)('POST', path, body)

async function withPasskey(name = 'Laptop') {
  const person = await addPerson(service)
  const me = callAs(service, person.access_token)
  const device = softwareAuthenticator(ORIGIN)
  const options = await me('POST', '/api/users/me/passkeys/start', { password: PASSWORD })
  expect(options.status, options.text).toBe(200)
  const made = await me('POST', '/api/users/me/passkeys', { name, response: device.create(options.body) })
  expect(made.status, made.text).toBe(201)
  return { person, me, device, options: options.body, passkey: made.body }
}

const begin = async () => (await stranger('/auth/passkeys/start', {})).body
const show = (response: object) => stranger('/auth/passkeys/finish', { response })

test('a passkey lets its owner in without a password or a second step, and is listed, renamed and removed', async () => {
  const { person, me, device, options, passkey } = await withPasskey()
  expect(options).toMatchObject({
    rp: { id: 'app.example.com', name: 'Millrace' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  const challenge = await begin()
  expect(challenge).toMatchObject({ rpId: 'app.example.com', userVerification: 'required' })
  expect(challenge.allowCredentials ?? []).toEqual([])
  const entered = await show(device.get(challenge))
  expect(entered.status, entered.text).toBe(200)
  expect(entered.body.username).toBe(person.username)
  const now = callAs(service, entered.body.access_token)
  expect((await now('GET', '/auth/me')).body.id).toBe(person.user_id)
  expect((await now('GET', '/auth/sessions')).body.items[0]).toMatchObject({ method: 'passkey' })
  const renamed = await me('PATCH', `/api/users/me/passkeys/${passkey.id}`, { name: 'Phone' })
  expect(renamed.body.name).toBe('Phone')
  expect((await me('GET', '/api/users/me/passkeys')).body.items).toEqual([
    expect.objectContaining({ id: passkey.id, name: 'Phone', last_used_at: expect.any(String) }),
  ])
  expect((await me('DELETE', `/api/users/me/passkeys/${passkey.id}`)).status).toBe(204)
  expect((await show(device.get(await begin()))).status).toBe(401)
})

describe('a login is refused', () => {
  test('for another site, without asking the person, for another challenge, purpose or count, and twice', async () => {
    const { device } = await withPasskey()
    const twists: Record<string, Twist> = {
      'a page that looks alike': { origin: 'https://app.example.com.evil.example' },
      'another port': { origin: 'https://app.example.com:8443' },
      'a passkey of another name': { rpId: 'evil.example' },
      'the person was not asked': { unverified: true },
      'a challenge made up': { challenge: 'bWFkZS11cA' },
      'the answer to a registration': { type: 'webauthn.create' },
    }
    for (const [name, twist] of Object.entries(twists))
      expect((await show(device.get(await begin(), twist))).status, name).toBe(401)
    const used = device.get(await begin(), { counter: 40 })
    expect((await show(used)).status).toBe(200)
    expect((await show(used)).status).toBe(401)
    // A copy of the authenticator counts on its own, and is behind.
    expect((await show(device.get(await begin(), { counter: 39 }))).status).toBe(401)
    expect((await show(device.get(await begin(), { counter: 41 }))).status).toBe(200)
  })

  test('with a signature of another key, an unknown passkey, and after minutes', async () => {
    const { device } = await withPasskey()
    const thief = softwareAuthenticator(ORIGIN)
    expect((await show(thief.get(await begin()))).status).toBe(401)
    expect((await show({ ...thief.get(await begin()), id: device.id, rawId: device.id })).status).toBe(401)
    const late = await begin()
    clock = new Date(clock.getTime() + 301_000)
    expect((await show(device.get(late))).status).toBe(401)
    expect(
      (
        await show({
          ...device.get(await begin()),
          response: { clientDataJSON: '!', authenticatorData: '', signature: '' },
        })
      ).status,
    ).toBe(401)
  })

  test('for an account that is locked, and for people who have to use single sign-on', async () => {
    const { person, device } = await withPasskey()
    await service.database.asOwner('update users set is_active = false where id = $1', [person.user_id])
    expect((await show(device.get(await begin()))).status).toBe(401)
    const workspace = await addWorkspace(service.database)
    const bound = await withPasskey()
    await service.database.asOwner(`insert into memberships (workspace_id, user_id, role) values ($1, $2, 'editor')`, [
      workspace,
      bound.person.user_id,
    ])
    await service.database.asOwner(`update users set username = 'p@bound.example' where id = $1`, [
      bound.person.user_id,
    ])
    await service.database.asOwner(
      `insert into sso_domains (workspace_id, domain, token, verified_at, enforced) values ($1, 'bound.example', '', now(), true)`,
      [workspace],
    )
    await service.database.asOwner(
      `insert into sso_providers (workspace_id, id, name, issuer, client_id) values ($1, gen_random_uuid(), 'I', 'https://i.example', 'c')`,
      [workspace],
    )
    const refused = await show(bound.device.get(await begin()))
    expect(refused.status).toBe(403)
    expect(refused.body.detail).toContain('single sign-on')
  })
})

test('one is registered with the password of the account, for that account only, once, with the person asked', async () => {
  const person = await addPerson(service)
  const me = callAs(service, person.access_token)
  expect((await me('POST', '/api/users/me/passkeys/start', { password: 'wrong' })).status).toBe(400)
  const start = async (call = me) => (await call('POST', '/api/users/me/passkeys/start', { password: PASSWORD })).body
  const keep = (response: object, call = me) => call('POST', '/api/users/me/passkeys', { name: 'X', response })
  const device = softwareAuthenticator(ORIGIN)
  expect((await keep(device.create(await start(), { origin: 'https://evil.example' }))).status).toBe(400)
  expect((await keep(device.create(await start(), { unverified: true }))).status).toBe(400)
  // A challenge of a login, or of another user's registration, makes none.
  expect((await keep(device.create(await begin()))).status).toBe(400)
  const other = (await addPerson(service)).call
  expect((await keep(device.create(await start(other)))).status).toBe(400)
  const made = device.create(await start())
  expect((await keep(made)).status).toBe(201)
  expect((await keep(made)).status).toBe(400)
  expect((await keep(device.create(await start(other)), other)).status).toBe(409)
  const { passkey } = await withPasskey()
  for (const [method, body] of [['PATCH', { name: 'Mine' }], ['DELETE']] as const)
    expect((await me(method, `/api/users/me/passkeys/${passkey.id}`, body)).status).toBe(404)
})

test('every step is on record, and a reset by an administrator takes passkeys too', async () => {
  const { person, device } = await withPasskey()
  await show(device.get(await begin()))
  const root = (await addPerson(service, undefined, undefined, { role: 'admin' })).call
  const acts = (await root('GET', '/admin/audit?limit=20')).body.items
  expect(acts).toContainEqual(expect.objectContaining({ act: 'passkey.added' }))
  expect(acts.find(({ act }: { act: string }) => act === 'login.succeeded')).toBeDefined()
  expect((await root('DELETE', `/admin/users/${person.user_id}/second-factors`)).status).toBe(200)
  expect((await show(device.get(await begin()))).status).toBe(401)
})
