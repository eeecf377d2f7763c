// The whole service on a database of its own, reached over HTTP as its clients reach it, and people to send.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startService } from '../src/app/start.ts'
import { hashPassword } from '../src/identity/passwords.logic.ts'
import { readSettings } from '../src/platform/config.ts'
import type { WorkspaceRole } from '../src/platform/ctx.ts'
import type { Connection } from '../src/platform/db/database.ts'
import { createLog } from '../src/platform/log.ts'
import { catalog } from '../src/providers/catalog.ts'
import { openTestDatabase, type TestDatabase } from './database.ts'

export const PASSWORD = 'correct horse battery'

export interface TestService {
  url: string
  database: TestDatabase
  close(): Promise<void>
}

/** `settings` are those of the environment. Nobody is in it who could log in. */
export async function startTestService(settings: Record<string, string> = {}): Promise<TestService> {
  const database = await openTestDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'millrace-service-'))
  const migrations = fileURLToPath(new URL('../src/platform/db/migrations', import.meta.url))
  const service = await startService({
    settings: readSettings({
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: urlOf(database.connection),
      ADMIN_PASSWORD: PASSWORD,
      DEMO: 'off',
      LOG_LEVEL: 'error',
      ...settings,
    }),
    log: createLog(settings.LOG_LEVEL ?? 'error'),
    catalog,
    folders: { migrations, web: undefined, docs: undefined },
    checkAnswers: true,
  })
  return {
    url: service.url ?? '',
    database,
    async close() {
      await service.close()
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function urlOf(connection: Connection): string {
  if ('connectionString' in connection) return connection.connectionString
  const { host, port, user, database } = connection
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
}

let people = 0
let hash: Promise<string> | undefined

export interface Session {
  access_token: string
  refresh_token: string
}

/** Someone with a role in a workspace, logged in there. */
export async function addPerson(service: TestService, workspaceId: string, role: WorkspaceRole): Promise<Session> {
  const username = `${role}-${++people}`
  hash ??= hashPassword(PASSWORD)
  const password_hash = await hash
  await service.database.inControl(async (tx) => {
    const { id } = await tx.db
      .insertInto('users')
      .values({ username, password_hash, active_workspace_id: workspaceId })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.db.insertInto('memberships').values({ workspace_id: workspaceId, user_id: id, role }).execute()
  })
  return logIn(service.url, username)
}

async function logIn(url: string, username: string): Promise<Session> {
  const body = new URLSearchParams({ username, password: PASSWORD })
  const answer = await fetch(`${url}/auth/token`, { method: 'POST', body })
  if (answer.status !== 200) throw new Error(`${username} cannot log in: ${await answer.text()}`)
  return (await answer.json()) as Session
}
