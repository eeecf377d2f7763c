// The embedded database seen from outside the service: to set up what would take too long over HTTP, and to count.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { livePostmaster } from '../src/platform/db/embedded.postmaster.ts'

export interface Store {
  address: { host: string; port: number; user: string; database: string }
  postmaster: number
  query<R extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<R[]>
  close(): Promise<void>
}

pg.types.setTypeParser(pg.types.builtins.INT8, (text) => Number(text))

/** As the superuser, whom row-level security does not bind. */
export async function openStore(dataDir: string): Promise<Store> {
  const cluster = join(dataDir, 'postgres')
  const server = await livePostmaster(cluster)
  if (!server) throw new Error(`No database runs in ${cluster}.`)
  const address = { host: server.socketDir ?? cluster, port: 5432, user: 'postgres', database: 'millrace' }
  const pool = new pg.Pool({ ...address, max: 2 })
  pool.on('error', () => {})
  return {
    address,
    postmaster: server.pid,
    query: async (text, values) => (await pool.query(text, values)).rows,
    close: () => pool.end(),
  }
}

/** A backend that rests reports what it did within ten seconds. */
const REPORTED_MS = 11_000

/** Transactions so far, of whatever kind; waits until all of them are reported. */
export async function countTransactions(store: Store): Promise<number> {
  await sleep(REPORTED_MS)
  const [row] = await store.query<{ n: number }>(
    `select xact_commit as n from pg_stat_database where datname = 'millrace'`,
  )
  return row?.n ?? 0
}
