// A database of its own for a test file, cloned from the migrated template, and workspaces to work in.
import pg from 'pg'
import { inject } from 'vitest'
import { newId, type WorkspaceId } from '../src/kernel/ids.ts'
import { type Connection, type Database, openDatabase } from '../src/platform/db/database.ts'
import { openNodes } from '../src/platform/db/layout/at-node.ts'
import { RUNTIME_ROLE } from '../src/platform/db/migrate.ts'
import { createLog } from '../src/platform/log.ts'
import { RACED } from '../src/records/store/identity.logic.ts'
import { cloneOn, dropOn, withAllRows } from './citus.ts'
import { TEMPLATE } from './postgres.ts'

export interface TestDatabase extends Database {
  /** As the owner of everything in it. */
  readonly connection: Connection
  /** Of a run through a pooler. */
  readonly pooler: string | undefined
  /** For what the runtime role may not do. */
  asOwner<R extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<R[]>
}

let clones = 0

/** Has one user, number 1. Call in `beforeAll`; `close()` in `afterAll` drops it. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const server = inject('postgres')
  const name = `test_${process.pid}_${++clones}`
  const nodes = inject('nodes')
  await cloneOn(nodes, name, TEMPLATE)
  const connection = { ...server, database: name }
  const base = inject('pooler')
  const pooler = base === null ? undefined : `${base}${name}`
  const database = openDatabase({
    ...{ connection, pooler, role: RUNTIME_ROLE, poolSize: 10, raced: RACED },
    nodes: nodes.length > 1 ? await openNodes(connection, RUNTIME_ROLE) : undefined,
    log: createLog('silent'),
  })
  // A new connection costs more than most of what is asked over it, and tests ask until something holds.
  let kept: pg.Client | undefined
  await database.inControl((tx) =>
    tx.client.query("insert into users (username, password_hash) values ('tester', 'none')"),
  )
  return {
    ...database,
    ...{ connection, pooler },
    async asOwner(text, values) {
      const client = kept ?? (await connect(connection))
      kept = undefined
      try {
        const said = nodes.length > 1 ? await withAllRows(connection, text) : text
        return (await client.query(said, values)).rows
      } finally {
        if (kept) await client.end()
        else kept = client
      }
    },
    async close() {
      await kept?.end()
      await database.close()
      await dropOn(nodes, name)
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

/** An empty workspace. */
export async function addWorkspace(database: Database, name = 'Test'): Promise<WorkspaceId> {
  const id = newId() as WorkspaceId
  await database.inControl((tx) =>
    tx.client.query('insert into workspaces (id, name, slug) values ($1, $2, $3)', [id, name, id]),
  )
  return id
}
