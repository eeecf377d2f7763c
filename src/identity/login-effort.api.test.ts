// What a login costs and leaves behind, whoever tries it: as much work for a name that nobody has, and no way past a new password.
import { hash, verify } from '@node-rs/argon2'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { addPerson, callAs, logIn, PASSWORD, startTestService, type TestService } from '../../test/whole.ts'

vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>()
  return { ...real, hash: vi.fn(real.hash), verify: vi.fn(real.verify) }
})

let service: TestService
beforeAll(async () => {
  service = await startTestService({ ROLE: 'api' })
})
afterAll(() => service?.close())

test('a name that nobody has costs one look at a hash, like a wrong password, a locked account and a right one', async () => {
  const { username } = await addPerson(service)
  const locked = await addPerson(service)
  await service.database.asOwner('update users set is_active = false where id = $1', [locked.user_id])
  await logIn(service.url, 'nobody-at-all', 'x').catch(() => {})
  const effort = async (name: string, password: string) => {
    vi.mocked(hash).mockClear()
    vi.mocked(verify).mockClear()
    await logIn(service.url, name, password).catch(() => {})
    return [vi.mocked(hash).mock.calls.length, vi.mocked(verify).mock.calls.length]
  }
  expect(await effort(username, PASSWORD)).toEqual([0, 1])
  expect(await effort(username, 'wrong')).toEqual([0, 1])
  expect(await effort('somebody-else', 'wrong')).toEqual([0, 1])
  expect(await effort(locked.username, PASSWORD)).toEqual([0, 1])
})

test('no session that began with the old password outlives its change, whichever of the two comes first', async () => {
  for (let round = 0; round < 6; round++) {
    const { username, access_token } = await addPerson(service)
    const change = { current_password: PASSWORD, new_password: 'a new one, and longer' }
    const [changed, ...logins] = await Promise.all([
      callAs(service, access_token)('PUT', '/api/users/me/password', change),
      ...Array.from({ length: 3 }, () => logIn(service.url, username).catch(() => undefined)),
    ])
    expect(changed.status).toBe(200)
    for (const login of logins)
      if (login) expect((await callAs(service, login.access_token)('GET', '/auth/me')).status).toBe(401)
    expect((await callAs(service, access_token)('GET', '/auth/me')).status).toBe(401)
    expect((await callAs(service, changed.body.access_token)('GET', '/auth/me')).status).toBe(200)
  }
})

test('a name that looks like one of a directory is nobody’s to choose', async () => {
  const call = callAs(service, (await addPerson(service)).access_token)
  for (const username of ['acme/ann', 'line\nbreak', 'zero\u200bwidth', '\u202etxt'])
    expect((await call('PATCH', '/api/users/me', { username })).status).toBe(422)
})
