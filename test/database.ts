// A database of its own for a test file, cloned from the migrated template, and workspaces to work in.
import pg from 'pg'
import { inject } from 'vitest'
import { newId, type WorkspaceId } from '../src/kernel/ids.ts'
import { type ConnectionAddress, type Database, openDatabase } from '../src/platform/db/database.ts'
import { openNodes } from '../src/platform/db/layout/at-node.ts'
import { statementsOf } from '../src/platform/db/layout/statements.logic.ts'
import { RUNTIME_ROLE } from '../src/platform/db/migrate.ts'
import type { RowWithoutType } from '../src/platform/db/sql-client.ts'
import { createLog } from '../src/platform/log.ts'
import { RACED } from '../src/records/store/identity.logic.ts'
import { cloneOn, dropOn, on, withAllRows } from './citus.ts'
import { TEMPLATE } from './postgres.ts'

export interface TestDatabase extends Database {
  /** As the owner of everything in it. */
  readonly connection: ConnectionAddress
  /** The same database over connections of its own; closed with this. */
  another(): Promise<TestDatabase>
  /** Address of the pooler, when the tests run through one. */
  readonly pooler: string | undefined
  /** For what the runtime role may not do. */
  asOwner<R extends pg.QueryResultRow = RowWithoutType>(text: string, values?: unknown[]): Promise<R[]>
  /** Open transactions of this database whose last statement has such words in it, on whichever node it runs. */
  saying(words: string): Promise<{ is_held_up: boolean }[]>
  /** Ends the connections of the service, as its stop does; the owner's and the database stay. */
  leave(): Promise<void>
}

/** More than a test asks at once, as statements that wait for a lock. */
const OWNER_CONNECTIONS = 6

/** Peers of tests are on this machine. A service that is started has the limits of its settings. */
const ANY_ADDRESS = { web: () => null, mail: () => null }

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
  const openPool = async () =>
    openDatabase({
      connection,
      pooler,
      role: RUNTIME_ROLE,
      poolSize: 10,
      raced: RACED,
      nodes: nodes.length > 1 ? await openNodes(connection, RUNTIME_ROLE) : undefined,
      log: createLog('silent'),
      addresses: ANY_ADDRESS,
    })
  const database = await openPool()
  const others: Database[] = []
  let left: Promise<void> | undefined
  // Connections are kept, for a new one costs more than most of what is asked over it, and tests ask until something holds.
  const owner = new pg.Pool({ ...connection, max: OWNER_CONNECTIONS })
  // A test may end every connection.
  owner.on('error', () => {})
  await database.inControl((tx) =>
    tx.client.query("insert into users (username, password_hash) values ('tester', 'none')"),
  )
  const test: TestDatabase = {
    ...database,
    connection,
    pooler,
    async another() {
      const other = await openPool()
      others.push(other)
      return { ...test, ...other, close: test.close }
    },
    async asOwner<R extends pg.QueryResultRow>(text: string, values?: unknown[]) {
      if (nodes.length === 1) return (await owner.query<R>(text, values)).rows
      // One by one, as migrations are: of several in one message Citus says all to its nodes for each.
      const client = await owner.connect()
      let failed = true
      try {
        let rows: R[] = []
        for (const statement of statementsOf(text))
          rows = (await client.query<R>(await withAllRows(connection, statement), values)).rows
        failed = false
        return rows
      } finally {
        client.release(failed)
      }
    },
    async saying(words) {
      const text = `select coalesce(wait_event_type = 'Lock', false) as is_held_up from pg_stat_activity where datname = current_database()
        and xact_start is not null and pid <> pg_backend_pid() and strpos(query, ${pg.escapeLiteral(words)}) > 0`
      const told = nodes.length > 1 ? nodes.map((node) => on(node, name, text)) : [test.asOwner(text)]
      return ((await Promise.all(told)) as { is_held_up: boolean }[][]).flat()
    },
    leave() {
      left ??= Promise.all([database, ...others].map((pool) => pool.close())).then(() => {})
      return left
    },
    async close() {
      await owner.end()
      await test.leave()
      await dropOn(nodes, name)
    },
  }
  return test
}

/** An empty workspace. */
export async function addWorkspace(database: Database, name = 'Test'): Promise<WorkspaceId> {
  const id = newId() as WorkspaceId
  await database.inControl((tx) =>
    tx.client.query('insert into workspaces (id, name, slug) values ($1, $2, $3)', [id, name, id]),
  )
  return id
}
