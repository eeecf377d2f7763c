// Promises of second factors: what a password alone no longer opens, and what a code opens once.
import { beforeEach, expect, test } from 'vitest'
import { addWorkspace } from '../../../test/database.ts'
import { openTenant } from '../../../test/open-tenant.ts'
import { addPerson, callAs, PASSWORD } from '../../../test/running-install.ts'
import { asInstall } from '../../platform/secrets/install.ts'
import { rotateSecrets } from '../../platform/secrets/rotation.commands.ts'
import { createVault } from '../../platform/secrets/vault.ts'
import { codeAt } from './one-time-passwords.logic.ts'

let clock = new Date()
const master = Buffer.alloc(32, 5)
const settings = { LIMITS: 'off', MASTER_KEY: master.toString('base64') }
const { service } = await openTenant(settings, { now: () => clock })
beforeEach(() => {
  clock = new Date()
})

const later = (seconds: number) => {
  clock = new Date(clock.getTime() + seconds * 1000)
}
const codeOf = (secret: string, shift = 0) => codeAt(secret, clock.getTime() / 1000 + shift)

async function knock(username: string, password = PASSWORD) {
  const answer = await fetch(`${service.url}/auth/token`, {
    method: 'POST',
    body: new URLSearchParams({ username, password }),
  })
  // biome-ignore lint/suspicious/noExplicitAny: answers of two shapes
  return { status: answer.status, body: (await answer.json()) as any }
}
const answer = (challenge: string, code: string) => callAs(service)('POST', '/auth/second-factor', { challenge, code })

/** A user whose second factor is in use; the clock is past the code that confirmed it. */
async function enrolled() {
  const person = await addPerson(service)
  const me = callAs(service, person.access_token)
  const begun = await me('POST', '/api/users/me/totp', { password: PASSWORD })
  expect(begun.status, begun.text).toBe(201)
  const { secret, uri } = begun.body
  const confirmed = await me('POST', '/api/users/me/totp/confirm', { code: codeOf(secret) })
  expect(confirmed.status, confirmed.text).toBe(200)
  later(60)
  return { person, me, secret: secret as string, uri: uri as string, codes: confirmed.body.recovery_codes as string[] }
}

test('a password alone gets a challenge, and the challenge with a code of the app a session', async () => {
  const { person, me, secret, uri } = await enrolled()
  expect(uri).toMatch(/^otpauth:\/\/totp\/Millrace:.*secret=/)
  expect((await me('GET', '/api/users/me/second-factors')).body).toEqual({
    totp: { confirmed_at: expect.any(String) },
    recovery_codes_left: 10,
  })
  const first = await knock(person.username)
  expect(first).toMatchObject({ status: 202, body: { challenge: expect.any(String), expires_in: 300 } })
  expect(first.body.access_token).toBeUndefined()
  expect((await callAs(service, first.body.challenge)('GET', '/auth/me')).status).toBe(401)
  const entered = await answer(first.body.challenge, codeOf(secret))
  expect(entered.status, entered.text).toBe(200)
  expect((await callAs(service, entered.body.access_token)('GET', '/auth/me')).body).toMatchObject({
    username: person.username,
    has_second_factor: true,
  })
  expect((await answer(first.body.challenge, codeOf(secret, 30))).status).toBe(401)
  expect((await knock(person.username, 'wrong')).status).toBe(401)
})

test('nothing is asked for before the first code has been confirmed, and by the password only', async () => {
  const person = await addPerson(service)
  const me = callAs(service, person.access_token)
  expect((await me('POST', '/api/users/me/totp', { password: 'wrong' })).status).toBe(400)
  const { secret } = (await me('POST', '/api/users/me/totp', { password: PASSWORD })).body
  expect((await knock(person.username)).status).toBe(200)
  expect((await me('POST', '/api/users/me/totp/confirm', { code: '000000' })).status).toBe(400)
  expect((await me('POST', '/api/users/me/totp/confirm', { code: codeOf(secret) })).status).toBe(200)
  expect((await knock(person.username)).status).toBe(202)
  expect((await me('POST', '/api/users/me/totp', { password: PASSWORD })).status).toBe(409)
})

test('a code is taken once, also by two at once, and neither are those before it', async () => {
  const { person, secret } = await enrolled()
  const [code, earlier] = [codeOf(secret), codeOf(secret, -30)]
  const challenges = await Promise.all([1, 2, 3, 4].map(async () => (await knock(person.username)).body.challenge))
  const [one, two] = await Promise.all([answer(challenges[0], code), answer(challenges[1], code)])
  expect([one?.status, two?.status].sort()).toEqual([200, 401])
  expect((await answer(challenges[2], earlier)).status).toBe(401)
  later(30)
  expect((await answer(challenges[3], code)).status).toBe(401)
  const next = (await knock(person.username)).body.challenge
  expect((await answer(next, codeOf(secret))).status).toBe(200)
})

test('a recovery code lets in once, is kept as a hash, and others take their place', async () => {
  const { person, me, codes, secret } = await enrolled()
  expect(new Set(codes).size).toBe(10)
  const stored = JSON.stringify(await service.database.asOwner('select r::text as line from recovery_codes r'))
  const sealed = JSON.stringify(await service.database.asOwner('select t::text as line from user_totp t'))
  for (const code of codes) expect(stored).not.toContain(code)
  expect(sealed).not.toContain(secret)
  const [first = '', second = ''] = codes
  const enter = async (code: string) => (await answer((await knock(person.username)).body.challenge, code)).status
  expect(await enter(first.toUpperCase().replaceAll('-', ' '))).toBe(200)
  expect(await enter(first)).toBe(401)
  expect((await me('GET', '/api/users/me/second-factors')).body.recovery_codes_left).toBe(9)
  const renewed = await me('POST', '/api/users/me/recovery-codes', { code: codeOf(secret) })
  expect(renewed.status, renewed.text).toBe(200)
  expect(await enter(second)).toBe(401)
  expect(await enter(renewed.body.recovery_codes[0])).toBe(200)
})

test('guesses are counted apart from passwords: knowing the password wins no more of them', async () => {
  const { person, secret } = await enrolled()
  let refused = 0
  for (let tries = 0; tries < 16; tries++) {
    // A right password each time, which forgives wrong passwords only.
    const { challenge } = (await knock(person.username)).body
    const guess = await answer(challenge, '000000')
    expect([401, 429]).toContain(guess.status)
    if (guess.status === 429) refused++
  }
  expect(refused).toBeGreaterThan(0)
  const { challenge } = (await knock(person.username)).body
  expect((await answer(challenge, codeOf(secret))).status).toBe(429)
})

test('a challenge ends after five wrong codes, after minutes, and with the password', async () => {
  const { person, me, secret } = await enrolled()
  const open = async () => (await knock(person.username)).body.challenge as string
  const worn = await open()
  for (let tries = 0; tries < 5; tries++) expect((await answer(worn, 'aaaa-aaaa-aaaa-aaaa')).status).toBe(401)
  expect((await answer(worn, codeOf(secret))).status).toBe(401)
  const old = await open()
  later(301)
  expect((await answer(old, codeOf(secret))).status).toBe(401)
  const before = await open()
  const fresh = await callAs(
    service,
    (await answer(await open(), codeOf(secret))).body.access_token,
  )(...(['PUT', '/api/users/me/password', { current_password: PASSWORD, new_password: 'another good one' }] as const))
  expect(fresh.status, fresh.text).toBe(200)
  later(30)
  expect((await answer(before, codeOf(secret))).status).toBe(401)
  expect((await me('GET', '/auth/me')).status).toBe(401)
})

test('it is taken away by password and code together, or by an administrator, which is on record', async () => {
  const { person, me, secret, codes } = await enrolled()
  const remove = (password: string, code: string) => me('POST', '/api/users/me/totp/remove', { password, code })
  expect((await remove('wrong', codeOf(secret))).status).toBe(400)
  expect((await remove(PASSWORD, '000000')).status).toBe(400)
  expect((await remove(PASSWORD, codes[3] ?? '')).status).toBe(204)
  expect((await knock(person.username)).status).toBe(200)
  const lost = await enrolled()
  const root = await addPerson(service, undefined, undefined, { role: 'admin' })
  const admin = callAs(service, root.access_token)
  const path = `/admin/users/${lost.person.user_id}/second-factors`
  expect((await lost.me('DELETE', path)).status).toBe(403)
  expect((await admin('DELETE', path)).body).toMatchObject({ username: lost.person.username, has_second_factor: false })
  expect((await lost.me('GET', '/auth/me')).status).toBe(401)
  expect((await knock(lost.person.username)).status).toBe(200)
  const lines = (await admin('GET', '/admin/audit?act=second_factor.')).body.items
  expect(lines[0]).toMatchObject({
    act: 'second_factor.reset',
    actor: { user_id: root.user_id },
    object: { id: String(lost.person.user_id) },
    before: { has_second_factor: true },
  })
})

test('a change of the master key leaves it readable', async () => {
  const { secret, person } = await enrolled()
  const next = Buffer.alloc(32, 6)
  await addWorkspace(service.database)
  await rotateSecrets(service.database, { current: master, next })
  const [row] = await service.database.asOwner<{ sealed: Buffer }>('select sealed from user_totp where user_id = $1', [
    person.user_id,
  ])
  const opened = await service.database.inControl(async (tx) => {
    return createVault(next).open(await asInstall(tx), [
      { place: ['totp', String(person.user_id)], sealed: row?.sealed as Buffer },
    ])
  })
  expect(opened).toEqual([secret])
})
