// Guessing passwords: slowed down for the guesser, never for the owner of the account.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addPerson, logIn, PASSWORD, startTestService, type TestService } from '../../test/running-install.ts'
import { networkOf } from './throttle.commands.ts'

let one: TestService
let two: TestService
let clock = new Date()
let victim = ''
let round = 0
beforeAll(async () => {
  const settings = { TRUSTED_PROXIES: '127.0.0.1' }
  one = await startTestService(settings, { now: () => clock })
  two = await startTestService(settings, { database: one.database, now: () => clock })
})
afterAll(async () => {
  await two?.close()
  await one?.close()
})
beforeEach(async () => {
  clock = new Date()
  round++
  victim = (await addPerson(one)).username
})

const attempt = async (from: string, password: string, service = one, username = victim) => {
  const answer = await fetch(`${service.url}/auth/token`, {
    method: 'POST',
    body: new URLSearchParams({ username, password }),
    headers: { 'x-forwarded-for': from },
  })
  return { status: answer.status, wait: answer.headers.get('retry-after'), text: await answer.text() }
}
/** An address in a network of its own, for this test. */
const network = (n: number) => `10.${round}.${n >> 8}.${n & 255}`
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status)
const times = (count: number) => Array.from({ length: count }, (_, n) => n)

test('after ten wrong passwords from one place, that place has to wait, over all processes together', async () => {
  for (const n of times(10)) expect((await attempt(network(1), 'wrong', n % 2 ? one : two)).status).toBe(401)
  const refused = await attempt(network(1), 'wrong', two)
  expect([refused.status, Number(refused.wait)]).toEqual([429, 60])
  expect((await attempt(network(1), PASSWORD)).status).toBe(429)
  clock = new Date(clock.getTime() + 61_000)
  expect((await attempt(network(1), PASSWORD)).status).toBe(200)
})

test('guessing at the same moment gains nothing', async () => {
  const answers = await Promise.all(times(40).map((n) => attempt(network(2), `guess ${n}`, n % 2 ? one : two)))
  expect(statuses(answers).filter((status) => status === 401)).toHaveLength(10)
  expect(statuses(answers).filter((status) => status === 429)).toHaveLength(30)
})

test('an unknown username is throttled in the same words', async () => {
  const [real, madeUp] = [victim, `nobody-${round}`]
  for (const username of [real, madeUp]) {
    const answers = []
    for (const n of times(12)) answers.push(await attempt(network(3), `guess ${n}`, one, username))
    expect(statuses(answers)).toEqual([...Array(10).fill(401), 429, 429])
    expect(answers[10]?.text).toBe('{"detail":"Too many failed logins, try again later"}')
    expect(answers[0]?.text).toBe('{"detail":"Incorrect username or password"}')
  }
})

test('failed logins from a thousand networks lock no user out: the owner gets in from a known and from a new network', async () => {
  expect((await attempt(network(4), PASSWORD)).status).toBe(200)
  for (const n of times(60)) expect((await attempt(network(1000 + n), 'wrong')).status).toBe(401)
  // Now the account is slow for unknown networks: three tries for each.
  const stranger = []
  for (const n of times(5)) stranger.push(await attempt(network(2000), `guess ${n}`))
  expect(statuses(stranger)).toEqual([401, 401, 401, 429, 429])
  expect((await attempt(network(4), PASSWORD)).status).toBe(200)
  expect((await attempt(network(3000), PASSWORD)).status).toBe(200)
})

test('one place that tries many accounts has to wait', async () => {
  const answers = []
  for (const n of times(101)) answers.push((await attempt(network(5), 'wrong', one, `account-${round}-${n}`)).status)
  expect(answers.filter((status) => status === 401)).toHaveLength(100)
  expect(answers.at(-1)).toBe(429)
})

test('many right logins at the same moment are all let in', async () => {
  const answers = await Promise.all(times(30).map(() => attempt(network(6), PASSWORD)))
  expect(new Set(statuses(answers))).toEqual(new Set([200]))
})

test('a right password clears what was typed wrong before', async () => {
  for (const _ of times(9)) await attempt(network(7), 'wrong')
  expect((await attempt(network(7), PASSWORD)).status).toBe(200)
  for (const _ of times(10)) expect((await attempt(network(7), 'wrong')).status).toBe(401)
})

test('an IPv6 network counts as one place', () => {
  expect(networkOf('2001:db8:0:1::5')).toBe(networkOf('2001:0db8:0:1:ffff:1:2:3'))
  expect(networkOf('2001:db8:0:2::5')).not.toBe(networkOf('2001:db8:0:1::5'))
  expect(networkOf('::ffff:192.0.2.1')).toBe('192.0.2.1')
  expect(networkOf('::1')).toBe('0:0:0:0')
})

test('a locked account answers like a wrong password', async () => {
  const person = await addPerson(one)
  await one.database.asOwner('update users set is_active = false where id = $1', [person.user_id])
  await expect(logIn(one.url, person.username)).rejects.toThrow('Incorrect username or password')
})
