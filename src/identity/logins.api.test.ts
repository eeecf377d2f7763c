// One's own logins: listed, ended, and gone at once everywhere.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addWorkspace } from '../../test/database.ts'
import { addPerson, callAs, logIn, startTestService, type TestService } from '../../test/running-install.ts'

// The clock stands still: what is remembered about people never gets old by itself.
const now = new Date()
// Two processes of one install share its key.
const settings = { MASTER_KEY: 'ab'.repeat(32) }
let one: TestService
let two: TestService
let workspace: string
beforeAll(async () => {
  one = await startTestService(settings, { now: () => now })
  two = await startTestService(settings, { database: one.database, now: () => now })
  workspace = await addWorkspace(one.database)
})
afterAll(async () => {
  await two?.close()
  await one?.close()
})

test('the list of sessions shows where one is logged in and which one asks', async () => {
  const first = await addPerson(one)
  const second = await logIn(one.url, first.username)
  const { body } = await callAs(one, second.access_token)('GET', '/auth/sessions')
  expect(body.items).toEqual([
    expect.objectContaining({ current: true, ip: '127.0.0.1', user_agent: expect.any(String) }),
    expect.objectContaining({ current: false, last_used_at: now.toISOString(), created_at: now.toISOString() }),
  ])
  const page = await callAs(one, second.access_token)('GET', '/auth/sessions?limit=1')
  const rest = await callAs(one, second.access_token)('GET', `/auth/sessions?limit=1&cursor=${page.body.next_cursor}`)
  expect([...page.body.items, ...rest.body.items]).toEqual(body.items)
  expect(rest.body.next_cursor).toBeNull()
})

test('ending a session ends its access and its refresh token, and no other session', async () => {
  const first = await addPerson(one)
  const second = await logIn(one.url, first.username)
  const call = callAs(one, second.access_token)
  const other = (await call('GET', '/auth/sessions')).body.items.find(({ current }: { current: boolean }) => !current)
  expect((await call('DELETE', `/auth/sessions/${other.id}`)).status).toBe(204)
  expect((await callAs(one, first.access_token)('GET', '/auth/me')).status).toBe(401)
  const { refresh_token } = first
  expect((await callAs(one)('POST', '/auth/refresh', { refresh_token })).status).toBe(401)
  expect((await call('GET', '/auth/me')).status).toBe(200)
})

test('a session of another user is as unknown as one that does not exist, and stays', async () => {
  const [mine, theirs] = [await addPerson(one), await addPerson(one)]
  const [{ id }] = (await callAs(one, theirs.access_token)('GET', '/auth/sessions')).body.items
  const call = callAs(one, mine.access_token)
  const answers = [await call('DELETE', `/auth/sessions/${id}`), await call('DELETE', '/auth/sessions/nonsense')]
  expect(answers.map(({ status, text }) => [status, text])).toEqual(
    Array(2).fill([404, '{"detail":"Session not found"}']),
  )
  expect((await callAs(one, theirs.access_token)('GET', '/auth/me')).status).toBe(200)
})

test('logging out everywhere holds in every process, although they remember who one is', async () => {
  const person = await addPerson(one)
  const [here, there] = [callAs(one, person.access_token), callAs(two, person.access_token)]
  expect([(await here('GET', '/auth/me')).status, (await there('GET', '/auth/me')).status]).toEqual([200, 200])
  expect((await here('POST', '/auth/logout-all')).status).toBe(204)
  expect((await here('GET', '/auth/me')).status).toBe(401)
  await soon(async () => (await there('GET', '/auth/me')).status, 401)
})

test('what is changed past the service, in the database itself, holds in every process at once', async () => {
  const { user_id, access_token } = await addPerson(one, workspace, 'viewer')
  const both = [callAs(one, access_token), callAs(two, access_token)]
  const seen = async (path: string, in_workspace = {}) =>
    Promise.all(both.map((call) => call('GET', path, undefined, in_workspace)))
  const here = { 'x-workspace-id': workspace }
  const become = (text: string) => one.database.asOwner(text, [user_id])
  expect((await seen('/auth/me')).map(({ body }) => body.profile_image)).toEqual([null, null])
  expect((await seen('/api/workbooks', here)).map(({ status }) => status)).toEqual([200, 200])

  await become(`update users set profile_image = 'https://example.com/new.png' where id = $1`)
  const image = 'https://example.com/new.png'
  await soon(async () => (await seen('/auth/me')).map(({ body }) => body.profile_image), [image, image])

  await become('delete from memberships where user_id = $1')
  await soon(async () => (await seen('/api/workbooks', here)).map(({ status }) => status), [404, 404])

  await become('update users set is_active = false where id = $1')
  await soon(async () => (await seen('/auth/me')).map(({ status }) => status), [401, 401])
  await become('update users set is_active = true where id = $1')
  await soon(async () => (await seen('/auth/me')).map(({ status }) => status), [200, 200])

  await become('update session_families set revoked_at = now() where user_id = $1')
  await soon(async () => (await seen('/auth/me')).map(({ status }) => status), [401, 401])
})

/** Notices take milliseconds. */
const soon = (ask: () => Promise<unknown>, wanted: unknown) => expect.poll(ask, { interval: 5 }).toEqual(wanted)

test('a process that cannot hear of changes believes nothing it remembers', async () => {
  const person = await addPerson(one)
  const call = callAs(two, person.access_token)
  expect((await call('GET', '/auth/me')).status).toBe(200)
  const deaf = () =>
    one.database.asOwner(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and query like 'listen %millrace_people%'`,
    )
  await deaf()
  await one.database.asOwner('update session_families set revoked_at = now() where user_id = $1', [person.user_id])
  // No process heard the notice of this: only a process that asks the database can know.
  await soon(async () => (await call('GET', '/auth/me')).status, 401)
})

test('a stream ticket opens one stream and nothing else', async () => {
  const person = await addPerson(one, workspace)
  const answer = await callAs(one, person.access_token)('POST', '/auth/stream-ticket')
  expect(answer.status).toBe(201)
  const { ticket } = answer.body
  expect((await callAs(one, ticket)('GET', '/auth/me')).status).toBe(401)
  const open = new AbortController()
  const first = await fetch(`${two.url}/api/events?ticket=${ticket}`, { signal: open.signal })
  expect([first.status, first.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
  expect((await fetch(`${one.url}/api/events?ticket=${ticket}`)).status).toBe(401)
  open.abort()
  expect((await fetch(`${one.url}/api/events?ticket=made-up`)).status).toBe(401)
})

test('a stream breaks off when its session ends, and another session of the same person goes on', async () => {
  const person = await addPerson(one, workspace)
  const other = await logIn(one.url, person.username)
  const ending = new AbortController()
  const stream = (token: string) => fetch(`${two.url}/api/events?token=${token}`, { signal: ending.signal })
  const [lost, kept] = [await stream(person.access_token), await stream(other.access_token)]
  let isKept = true
  kept.text().catch(() => {
    isKept = false
  })
  await callAs(one, person.access_token)('POST', '/auth/logout')
  await expect(lost.text()).rejects.toThrow()
  expect(isKept).toBe(true)
  ending.abort()
})
