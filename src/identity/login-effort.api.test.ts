// What a login costs and leaves behind: as much work for an unknown username, and no way past a new password.
import { randomBytes } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { openTenant } from '../../test/open-tenant.ts'
import { addPerson, callAs, logIn, PASSWORD } from '../../test/running-install.ts'
import { createLog } from '../platform/log.ts'
import { checkPassword } from './passwords.logic.ts'
import { login, type Sessions } from './sessions.commands.ts'
import { loginThrottle } from './throttle.commands.ts'
import { streamTickets } from './tickets.commands.ts'
import { tokenSigner } from './tokens.logic.ts'
import { people } from './users/people.reads.ts'

const { service } = await openTenant({ ROLE: 'api' })

test('an unknown username costs one look at a hash, like a wrong password, a locked account and a right one', async () => {
  const { username } = await addPerson(service)
  const locked = await addPerson(service)
  await service.database.asOwner('update users set is_active = false where id = $1', [locked.user_id])
  const { database } = service
  const look = vi.fn(checkPassword)
  const sessions: Sessions = {
    database,
    people: people(database),
    throttle: loginThrottle(database),
    tickets: streamTickets(database),
    tokens: tokenSigner(randomBytes(32)),
    log: createLog('silent'),
    now: () => new Date(),
    checkPassword: look,
    access_seconds: 60,
    refresh_seconds: 60,
  }
  const effort = async (name: string, password: string) => {
    look.mockClear()
    const input = { username: name, password, ip: '192.0.2.1', request_id: 'r' }
    const outcome = await login(sessions, input).then(
      () => 'in',
      (error: Error) => error.message,
    )
    return [outcome, look.mock.calls.length]
  }
  const wrong = 'Incorrect username or password'
  expect(await effort(username, PASSWORD)).toEqual(['in', 1])
  expect(await effort(username, 'wrong')).toEqual([wrong, 1])
  expect(await effort('somebody-else', 'wrong')).toEqual([wrong, 1])
  expect(await effort(locked.username, PASSWORD)).toEqual([wrong, 1])
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

test('no user can choose a username that looks like one of a directory', async () => {
  const call = (await addPerson(service)).call
  for (const username of ['acme/ann', 'line\nbreak', 'zero\u200bwidth', '\u202etxt'])
    expect((await call('PATCH', '/api/users/me', { username })).status).toBe(422)
})
