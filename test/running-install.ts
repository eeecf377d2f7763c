// The whole service on a database of its own, reached over HTTP as its clients reach it, and people to send.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hash } from '@node-rs/argon2'
import { startService } from '../src/app/start.ts'
import { readSettings } from '../src/platform/config.ts'
import type { WorkspaceRole } from '../src/platform/ctx.ts'
import type { ConnectionAddress } from '../src/platform/db/database.ts'
import { createLog, type Log } from '../src/platform/log.ts'
import type { DnsAsker } from '../src/platform/net/dns.ts'
import { NetError } from '../src/platform/net/failure.ts'
import { catalog } from '../src/providers/catalog.ts'
import { openTestDatabase, type TestDatabase } from './database.ts'

export const PASSWORD = 'correct horse battery'

export interface TestService {
  url: string
  database: TestDatabase
  close(): Promise<void>
}

/**
 * `settings` are those of the environment. It has no account that could log in, and it reaches no other machine. With the `database` of another one it is a
 * second process of the same install.
 */
export async function startTestService(
  settings: Record<string, string> = {},
  parts: { database?: TestDatabase; now?: () => Date; log?: Log; dns?: DnsAsker } = {},
): Promise<TestService> {
  const database = parts.database ?? (await openTestDatabase())
  const dataDir = await mkdtemp(join(tmpdir(), 'millrace-service-'))
  const migrations = fileURLToPath(new URL('../src/platform/db/migrations', import.meta.url))
  const service = await startService({
    settings: readSettings({
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: urlOf(database.connection),
      ...(database.pooler !== undefined && { DATABASE_POOLER_URL: database.pooler }),
      ADMIN_PASSWORD: PASSWORD,
      DEMO: 'off',
      LOG_LEVEL: 'error',
      ...settings,
    }),
    log: parts.log ?? createLog(settings.LOG_LEVEL ?? 'error'),
    catalog,
    folders: { migrations, web: undefined, docs: undefined },
    checkAnswers: true,
    resolve: onThisMachine,
    ...(parts.now && { now: parts.now }),
    ...(parts.dns && { dns: parts.dns }),
  })
  return {
    url: service.url ?? '',
    database,
    async close() {
      await service.close()
      if (!parts.database) await database.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Nothing that a test asks for leaves this machine, whether it has a network or not; what is mapped is not resolved. */
async function onThisMachine(name: string): Promise<string[]> {
  if (name === 'localhost') return ['127.0.0.1']
  throw new NetError('dns', `${name} was not found in DNS`)
}

export function urlOf(connection: ConnectionAddress): string {
  if ('connectionString' in connection) return connection.connectionString
  const { host, port, user, database } = connection
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
}

let people = 0
/** A hash says how much effort it takes, so these people log in by the code of all others in a hundredth of the time. */
const EFFORTLESS = { memoryCost: 8, timeCost: 1, parallelism: 1 }
let passwordHash: Promise<string> | undefined

export interface Session {
  username: string
  user_id: number
  access_token: string
  refresh_token: string
}

/** Someone who is logged in, and what asks in their name. */
export interface Person extends Session {
  call: Call
}

/** Someone with a role in a workspace, logged in there; without one, someone who belongs nowhere. */
export async function addPerson(
  service: TestService,
  workspaceId?: string,
  role: WorkspaceRole = 'viewer',
  more: { role?: 'user' | 'admin' } = {},
): Promise<Person> {
  const username = `${workspaceId ? role : 'nomad'}-${++people}`
  passwordHash ??= hash(PASSWORD, EFFORTLESS)
  const password_hash = await passwordHash
  const user_id = await service.database.inControl(async (tx) => {
    const { rows } = await tx.client.query<{ id: number }>(
      `insert into users (username, password_hash, active_workspace_id, role) values ($1, $2, $3, coalesce($4, 'user'))
       returning id`,
      [username, password_hash, workspaceId ?? null, more.role ?? null],
    )
    const { id } = rows[0] as { id: number }
    if (workspaceId)
      await tx.client.query('insert into memberships (workspace_id, user_id, role) values ($1, $2, $3)', [
        workspaceId,
        id,
        role,
      ])
    return id
  })
  const session = await logIn(service.url, username)
  return { username, user_id, ...session, call: callAs(service, session.access_token) }
}

export async function logIn(
  url: string,
  username: string,
  password = PASSWORD,
): Promise<Omit<Session, 'username' | 'user_id'>> {
  const body = new URLSearchParams({ username, password })
  const answer = await fetch(`${url}/auth/token`, { method: 'POST', body })
  if (answer.status !== 200) throw new Error(`${username} cannot log in: ${await answer.text()}`)
  return (await answer.json()) as Session
}

export interface Answer {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  body: any
}

export type Call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>

/** Requests as the bearer of a token; without one, anonymous. */
export function callAs(service: { url: string }, token?: string): Call {
  return async (method, path, body, headers = {}) => {
    const answer = await fetch(`${service.url}${path}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    const isJson = /[/+]json\b/.test(answer.headers.get('content-type') ?? '') && text !== ''
    return { status: answer.status, headers: answer.headers, text, body: isJson ? JSON.parse(text) : undefined }
  }
}
