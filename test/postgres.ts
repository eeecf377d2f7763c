// Once per test run: an embedded PostgreSQL of its own, with a migrated template database that each test file clones. With CITUS_URL the
// clones are made on that cluster, with POSTGRES_BIN on the server of that folder, and with POOLER=on what is tested goes through a PgBouncer.
import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startPostgres } from '../scripts/postgres-servers.ts'
import type { ConnectionAddress } from '../src/platform/db/database.ts'
import { startEmbedded } from '../src/platform/db/embedded.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { readMigrations } from '../src/platform/db/migration-files.ts'
import { createLog, type Log } from '../src/platform/log.ts'
import { type ClusterNode, makeTemplate, nodesOf } from './citus.ts'
import { startPgBouncer } from './pgbouncer.ts'
import { makeQuickFolder } from './quick-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { host: string; port: number; user: string; database: string }
    /** Where clones are made: the server, or every node of a cluster, the coordinator first. */
    nodes: ClusterNode[]
    /** Class of each table by name; empty on a cluster, which enforces the classes itself. */
    classes: Record<string, string>
    /** Tables of tenants whose `id` a sequence gives where an insert names none, as shards on a cluster do not. */
    numbered: string[]
    /** The address of a pooler without the name of the database; null where there is none. */
    pooler: string | null
  }
}

const MIGRATIONS = fileURLToPath(new URL('../src/platform/db/migrations', import.meta.url))

export const TEMPLATE = 'millrace_template'

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (process.env.CITUS_URL) return onCluster(project, process.env.CITUS_URL)
  const log = createLog('silent')
  const server = await startServer(log)
  const admin = new pg.Client(server.connection)
  await admin.connect()
  await admin.query(`create database ${TEMPLATE}`)
  // A test must not depend on how long the others took: clones keep the statistics that the migrations made.
  await admin.query('alter system set autovacuum = off')
  // Nothing here outlives the run, so nothing has to reach the disk: a clone is made and dropped without waiting for one.
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes'])
    await admin.query(`alter system set ${setting} = off`)
  await admin.query("alter system set max_wal_size = '256MB'")
  await admin.query('select pg_reload_conf()')
  await admin.end()
  await migrate({ ...server.connection, database: TEMPLATE } as ConnectionAddress, readMigrations(MIGRATIONS), log)
  const { host, port, user, database } = server.connection
  project.provide('postgres', { host, port, user, database })
  project.provide('classes', await readClasses({ ...server.connection, database: TEMPLATE }))
  project.provide('numbered', await readNumbered({ ...server.connection, database: TEMPLATE }))
  project.provide('nodes', [{ host, port, user, database }])
  const pooler = await openPooler(project, { host, port, user })
  return async () => {
    await pooler?.close()
    await server.close()
  }
}

interface TestServer {
  connection: { host: string; port: number; user: string; database: string }
  close(): Promise<void>
}

async function startServer(log: Log): Promise<TestServer> {
  if (process.env.POSTGRES_BIN) {
    const { dir, port, close } = await startPostgres(process.env.POSTGRES_BIN, 20_000 + (process.pid % 10_000))
    return { connection: { host: dir, port, user: 'postgres', database: 'postgres' }, close }
  }
  const dataDir = await makeQuickFolder('millrace-test-')
  const server = await startEmbedded({ dataDir, log })
  return {
    connection: server.connection,
    async close() {
      await server.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function onCluster(project: TestProject, url: string): Promise<() => Promise<void>> {
  const nodes = await nodesOf(url)
  await makeTemplate(nodes, TEMPLATE, MIGRATIONS, createLog('silent'))
  project.provide('postgres', nodes[0] as ClusterNode)
  project.provide('nodes', nodes)
  project.provide('classes', {})
  project.provide('numbered', [])
  const pooler = await openPooler(project, nodes[0] as ClusterNode)
  return async () => pooler?.close()
}

async function readClasses(connection: pg.ClientConfig): Promise<Record<string, string>> {
  const client = new pg.Client(connection)
  await client.connect()
  const { rows } = await client.query<{ name: string; class: string }>(
    `select relname as name, substring(obj_description(oid, 'pg_class') from '^class: (.*)$') as class from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and obj_description(oid, 'pg_class') is not null`,
  )
  await client.end()
  return Object.fromEntries(rows.map((row) => [row.name, row.class]))
}

async function readNumbered(connection: pg.ClientConfig): Promise<string[]> {
  const client = new pg.Client(connection)
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    `select d.adrelid::regclass::text as name from pg_attrdef d join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
       where a.attname = 'id' and pg_get_expr(d.adbin, d.adrelid) like 'nextval(%' and obj_description(d.adrelid, 'pg_class') = 'class: tenant'`,
  )
  await client.end()
  return rows.map((row) => row.name)
}

/** Few enough connections that transactions of one client meet several. */
const POOLED = 8

async function openPooler(project: TestProject, server: { host: string; port: number; user: string }) {
  const pooler = process.env.POOLER === 'on' ? await startPgBouncer(server, POOLED) : undefined
  project.provide('pooler', pooler?.url('') ?? null)
  return pooler
}
