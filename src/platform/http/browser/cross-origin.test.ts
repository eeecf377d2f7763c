// Which pages may read answers: those of a route that says so, for it alone.
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { type CrossOrigin, defineRoute } from '../route.ts'
import { toyRoutes, toyServer } from '../toy-server.fixture.ts'

const open = (cross_origin: CrossOrigin) =>
  defineRoute({
    method: 'POST',
    path: '/open/door',
    alsoAt: ['/open/back'],
    id: 'open_door',
    tag: 'Things',
    summary: 'Open',
    access: 'public',
    cross_origin,
    response: { 200: Type.Object({ ok: Type.Boolean() }, { $id: 'Opened' }) },
    handler: () => ({ ok: true }),
  })

const ask = async (rule: CrossOrigin, method: 'POST' | 'OPTIONS' | 'GET', url: string, headers: object = {}) => {
  const app = await toyServer({ routes: [...toyRoutes, open(rule)] })
  return app.inject({ method, url, headers: { origin: 'https://a.example', ...headers } })
}

test('a route that is open to every page says so at all of its addresses, on refusals too', async () => {
  for (const url of ['/open/door', '/open/back', '/open/door/', '/open/door?x=1']) {
    const answer = await ask('any', 'POST', url)
    expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([200, '*'])
  }
  const wrong = await ask('any', 'GET', '/open/door')
  expect([wrong.statusCode, wrong.headers['access-control-allow-origin']]).toEqual([405, '*'])
})

test('its preflight tells its methods and takes the headers that are asked for, if they are names', async () => {
  const leave = await ask('any', 'OPTIONS', '/open/door', {
    'access-control-request-headers': 'X-Of-Client, authorization, bad name\u00e9',
  })
  expect([leave.statusCode, leave.body]).toEqual([204, ''])
  expect(leave.headers['access-control-allow-methods']).toBe('POST')
  const names = String(leave.headers['access-control-allow-headers']).split(', ')
  expect(names).toEqual(expect.arrayContaining(['x-of-client', 'authorization', 'content-type']))
  expect(names.filter((name) => !/^[a-z0-9-]+$/.test(name))).toEqual([])
})

test('a route that is open to some pages names the one that asks, and tells caches so', async () => {
  const some: CrossOrigin = ({ headers }) => headers.origin === 'https://a.example'
  const known = await ask(some, 'POST', '/open/door')
  expect([known.headers['access-control-allow-origin'], known.headers.vary]).toEqual(['https://a.example', 'origin'])
  const stranger = { origin: 'https://b.example' }
  const other = await ask(some, 'POST', '/open/door', stranger)
  expect([other.headers['access-control-allow-origin'], other.headers.vary]).toEqual([undefined, 'origin'])
  expect((await ask(some, 'OPTIONS', '/open/door', stranger)).statusCode).toBe(403)
})

test('nothing is said to who is no page, nor at other routes', async () => {
  const app = await toyServer({ routes: [...toyRoutes, open('any')] })
  const plain = await app.inject({ method: 'POST', url: '/open/door' })
  expect(plain.headers['access-control-allow-origin']).toBeUndefined()
  const thing = await ask('any', 'GET', '/api/things/7')
  expect(thing.headers['access-control-allow-origin']).toBeUndefined()
  expect((await ask('any', 'OPTIONS', '/api/things/7')).statusCode).toBe(405)
})
