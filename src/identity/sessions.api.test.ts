// Logging in and staying in, over HTTP on a real database.

import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp } from '../../test/app.ts'
import { openTestDatabase, type TestDatabase } from '../../test/database.ts'
import { createLog } from '../platform/log.ts'
import { authRoutes } from './auth.routes.ts'
import { ensureFirstAdmin } from './first-admin.commands.ts'
import { createGatekeeper } from './gatekeeper.ts'
import { checkPassword } from './passwords.logic.ts'
import { sessionRoutes } from './session.routes.ts'
import { loginThrottle } from './throttle.commands.ts'
import { streamTickets } from './tickets.commands.ts'
import { tokenSigner } from './tokens.logic.ts'
import { people } from './users/people.reads.ts'
import { workspaceRoutes } from './workspaces/workspaces.routes.ts'

let database: TestDatabase
let app: FastifyInstance
let clock = new Date('2026-01-01T00:00:00Z')
const tokens = tokenSigner(new Uint8Array(32).fill(7))

beforeAll(async () => {
  database = await openEmptyDatabase()
  await ensureFirstAdmin(database, { username: 'Ada', password: 'correct horse' })
  const log = createLog('silent')
  const known = people(database)
  const now = () => clock
  const tickets = streamTickets(database)
  const throttle = loginThrottle(database)
  const ttl = { access_seconds: 1800, refresh_seconds: 14 * 86_400 }
  const sessions = { database, tokens, people: known, tickets, throttle, checkPassword, log, now, ...ttl }
  app = await buildTestApp(
    [...authRoutes(sessions), ...sessionRoutes(sessions), ...workspaceRoutes(sessions)],
    createGatekeeper({ database, tokens, people: known, tickets, now }),
  )
})
afterAll(async () => {
  await app.close()
  await database.close()
})
// The database's own clock decides when a family expires, so the tests stay near the present.
beforeEach(() => {
  clock = new Date()
})

async function openEmptyDatabase(): Promise<TestDatabase> {
  const empty = await openTestDatabase()
  await empty.asOwner('delete from users')
  return empty
}

const form = (fields: Record<string, string>) => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  payload: new URLSearchParams(fields).toString(),
})
const logIn = (username = 'ada', password = 'correct horse') =>
  app.inject({ method: 'POST', url: '/auth/token', ...form({ username, password }) })
const refresh = (refresh_token: string) =>
  app.inject({ method: 'POST', url: '/auth/refresh', payload: { refresh_token } })
const me = (token: string) => app.inject({ url: '/auth/me', headers: { authorization: `Bearer ${token}` } })
const later = (seconds: number) => {
  clock = new Date(clock.getTime() + seconds * 1000)
}

describe('logging in', () => {
  it('gives a pair of tokens that no proxy in between may store', async () => {
    const answer = await logIn()
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      token_type: 'bearer',
      access_token: expect.any(String),
      refresh_token: expect.any(String),
    })
    expect(answer.headers['cache-control']).toBe('no-store')
    expect((await me(answer.json().access_token)).json()).toMatchObject({
      username: 'Ada',
      is_admin: true,
      role: 'admin',
    })
  })

  it('takes the further fields that OAuth clients send', async () => {
    const fields = {
      username: 'ada',
      password: 'correct horse',
      grant_type: 'password',
      scope: '',
      client_id: 'x',
      client_secret: 'y',
    }
    expect((await app.inject({ method: 'POST', url: '/auth/token', ...form(fields) })).statusCode).toBe(200)
  })

  it('answers an unknown user and a wrong password in the same words', async () => {
    const [unknown, wrong] = await Promise.all([logIn('nobody'), logIn('ada', 'wrong horse')])
    expect(unknown.statusCode).toBe(401)
    expect(unknown.json()).toEqual(wrong.json())
    expect(unknown.headers['www-authenticate']).toBe('Bearer')
  })

  it('never echoes the password in a validation error', async () => {
    const answer = await app.inject({ method: 'POST', url: '/auth/token', ...form({ password: 'correct horse' }) })
    expect(answer.statusCode).toBe(422)
    expect(answer.json().detail).toEqual([expect.objectContaining({ loc: ['body', 'username'], type: 'missing' })])
    expect(answer.payload).not.toContain('correct horse')
  })
})

describe('an access token', () => {
  it('is refused when missing, garbled, of the other type, expired or signed by another key', async () => {
    const { access_token, refresh_token } = (await logIn()).json()
    const forged = await tokenSigner(new Uint8Array(32).fill(8)).access(
      { user_id: 1, family: 'x', version: 1 },
      clock,
      1800,
    )
    // The last letter of a signature of 32 bytes carries two bits that mean nothing.
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const other = letters[letters.indexOf(access_token.at(-1)) + 1]
    const respelt = [`${access_token}=`, `${access_token.slice(0, -1)}${other}`]
    for (const token of ['x', 'a.b.c', refresh_token, forged, `${access_token}x`, ...respelt])
      expect((await me(token)).statusCode).toBe(401)
    expect((await app.inject({ url: '/auth/me' })).json()).toEqual({ detail: 'Not authenticated' })
    later(1800 + 60)
    expect((await me(access_token)).statusCode).toBe(401)
  })

  it('ends with the logout, at once', async () => {
    const { access_token, refresh_token } = (await logIn()).json()
    const headers = { authorization: `Bearer ${access_token}` }
    expect((await app.inject({ method: 'POST', url: '/auth/logout', headers })).statusCode).toBe(204)
    expect((await me(access_token)).statusCode).toBe(401)
    expect((await refresh(refresh_token)).statusCode).toBe(401)
  })
})

describe('a refresh token', () => {
  it('is exchanged for a new pair', async () => {
    const first = (await logIn()).json()
    later(60)
    const second = (await refresh(first.refresh_token)).json()
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect((await me(second.access_token)).statusCode).toBe(200)
  })

  it('refuses an access token in its place', async () => {
    const { access_token } = (await logIn()).json()
    expect((await refresh(access_token)).statusCode).toBe(401)
  })

  it('ends its whole session when it is used again after the grace of a lost answer', async () => {
    const first = (await logIn()).json()
    const second = (await refresh(first.refresh_token)).json()
    later(11)
    expect((await refresh(first.refresh_token)).statusCode).toBe(401)
    expect((await refresh(second.refresh_token)).statusCode).toBe(401)
    expect((await me(second.access_token)).statusCode).toBe(401)
  })

  it('gets the same successor again within that grace, also when two ask at once', async () => {
    const first = (await logIn()).json()
    const answers = await Promise.all([1, 2, 3].map(() => refresh(first.refresh_token)))
    const successors = new Set(answers.map((answer) => answer.json().refresh_token))
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200])
    expect(successors.size).toBe(1)
    later(30)
    expect((await refresh([...successors][0] as string)).statusCode).toBe(200)
  })

  it('is two generations old and ends the session even within the grace', async () => {
    const first = (await logIn()).json()
    const second = (await refresh(first.refresh_token)).json()
    await refresh(second.refresh_token)
    expect((await refresh(first.refresh_token)).statusCode).toBe(401)
    expect((await refresh(second.refresh_token)).statusCode).toBe(401)
  })
})

describe('workspaces', () => {
  it('are the ones the caller belongs to, and every other id is unknown', async () => {
    const { access_token } = (await logIn()).json()
    const headers = { authorization: `Bearer ${access_token}` }
    const made = await app.inject({ method: 'POST', url: '/api/workspaces', headers, payload: { name: 'Zürich Büro' } })
    expect(made.statusCode).toBe(201)
    expect(made.json()).toMatchObject({
      slug: 'zurich-buro',
      role: 'owner',
      icon: '🏢',
      description: '',
      is_active: false,
      member_count: 1,
    })
    const foreign = '00000000-0000-7000-8000-000000000000'
    await database.asOwner('insert into workspaces (id, name, slug) values ($1, $2, $3)', [foreign, 'Other', 'other'])
    const unknown = await app.inject({ url: '/api/workspaces/11111111-0000-7000-8000-000000000000', headers })
    for (const url of [`/api/workspaces/${foreign}`, '/api/workspaces/nonsense']) {
      const answer = await app.inject({ url, headers })
      expect([answer.statusCode, answer.payload]).toEqual([404, unknown.payload])
    }
    const { items } = (await app.inject({ url: '/api/workspaces', headers })).json()
    expect(items.map((item: { name: string }) => item.name)).toEqual(['My workspace', 'Zürich Büro'])
    const switched = await app.inject({ method: 'POST', url: `/api/workspaces/${made.json().id}/switch`, headers })
    expect(switched.json()).toMatchObject({ is_active: true })
  })
})

describe('the first administrator', () => {
  it('is made once, also when several processes start at the same time', async () => {
    const fresh = await openEmptyDatabase()
    const made = await Promise.all(
      [1, 2, 3].map(() => ensureFirstAdmin(fresh, { username: 'admin', password: undefined })),
    )
    expect(made.filter(Boolean)).toHaveLength(1)
    expect(made.find(Boolean)?.generated_password).toMatch(/^([a-z2-9]{4}-){4}[a-z2-9]{4}$/)
    await fresh.close()
  })
})
