// A database of its own for a test file, cloned from the migrated template, and workspaces to work in.
import pg from 'pg'
import { inject } from 'vitest'
import { newId, type WorkspaceId } from '../src/kernel/ids.ts'
import { type Connection, type Database, openDatabase } from '../src/platform/db/database.ts'
import { RUNTIME_ROLE } from '../src/platform/db/migrate.ts'
import { createLog } from '../src/platform/log.ts'
import { RACED } from '../src/records/store/identity.logic.ts'
import { TEMPLATE } from './postgres.ts'

export interface TestDatabase extends Database {
  /** As the owner of everything in it. */
  readonly connection: Connection
  /** For what the runtime role may not do. */
  asOwner<R extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<R[]>
}

let clones = 0

/** Has one user, number 1. Call in `beforeAll`; `close()` in `afterAll` drops it. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const server = inject('postgres')
  const name = `test_${process.pid}_${++clones}`
  await onServer(`create database ${name} template ${TEMPLATE} strategy file_copy`)
  const connection = { ...server, database: name }
  const database = openDatabase({
    ...{ connection, role: RUNTIME_ROLE, poolSize: 10, raced: RACED },
    log: createLog('silent'),
  })
  // A new connection costs more than most of what is asked over it, and tests ask until something holds.
  let kept: pg.Client | undefined
  await database.inControl((tx) =>
    tx.client.query("insert into users (username, password_hash) values ('tester', 'none')"),
  )
  return {
    ...database,
    connection,
    async asOwner(text, values) {
      const client = kept ?? (await connect(connection))
      kept = undefined
      try {
        return (await client.query(text, values)).rows
      } finally {
        if (kept) await client.end()
        else kept = client
      }
    },
    async close() {
      await kept?.end()
      await database.close()
      await onServer(`drop database ${name} with (force)`)
    },
  }
}

async function connect(connection: Connection): Promise<pg.Client> {
  const client = new pg.Client(connection)
  // A test may end every connection; who asks next is told.
  client.on('error', () => {})
  await client.connect()
  return client
}

async function onServer(text: string): Promise<void> {
  const client = await connect(inject('postgres'))
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}

/** An empty workspace. */
export async function addWorkspace(database: Database, name = 'Test'): Promise<WorkspaceId> {
  const id = newId() as WorkspaceId
  await database.inControl((tx) =>
    tx.client.query('insert into workspaces (id, name, slug) values ($1, $2, $3)', [id, name, id]),
  )
  return id
}
