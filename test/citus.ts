// For trying tests on a distributed database: CITUS_URL names a database on the coordinator of a cluster, as its superuser.
// A template is migrated and distributed once per run; a clone of it is a clone of the database of that name on every node.
import pg from 'pg'
import { distribute } from '../src/platform/db/layout/distribute.ts'
import { namedTables, withNames } from '../src/platform/db/layout/named-tables.logic.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { readMigrations } from '../src/platform/db/migration-files.ts'
import type { Log } from '../src/platform/log.ts'

export interface ClusterNode {
  host: string
  port: number
  user: string
  database: string
}

/** Few, so that a database is made in a minute. */
const SHARDS = 4

export async function on<R extends pg.QueryResultRow>(node: ClusterNode, database: string, text: string): Promise<R[]> {
  const client = new pg.Client({ ...node, database })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/** The coordinator and its workers, the coordinator first. */
export async function nodesOf(url: string): Promise<ClusterNode[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ host: string; port: number }>(
    'select nodename as host, nodeport as port from pg_dist_node order by groupid',
  )
  const { user = 'postgres', database = 'postgres' } = client
  await client.end()
  return rows.map((row) => ({ ...row, user, database }))
}

/** An empty database of this name on every node, and the cluster in it. */
export async function makeCluster(nodes: readonly ClusterNode[], name: string): Promise<void> {
  const [coordinator, ...workers] = nodes
  if (!coordinator) throw new Error('the cluster has no coordinator')
  for (const node of nodes) {
    await on(node, 'postgres', `create database ${name}`)
    await on(node, name, 'create extension citus')
  }
  await on(coordinator, name, `select citus_set_coordinator_host('${coordinator.host}', ${coordinator.port})`)
  for (const { host, port } of workers) await on(coordinator, name, `select citus_add_node('${host}', ${port})`)
}

/** Makes the template on every node; with CITUS_KEEP the one that is there serves. */
export async function makeTemplate(nodes: ClusterNode[], template: string, folder: string, log: Log): Promise<void> {
  const connection = { ...(nodes[0] as ClusterNode), database: template }
  const there = await on(connection, 'postgres', `select 1 from pg_database where datname = '${template}'`)
  if (process.env.CITUS_KEEP && there.length > 0) return
  await dropOn(nodes, template)
  await makeCluster(nodes, template)
  const migrations = readMigrations(folder)
  await migrate(connection, migrations, log)
  await distribute(connection, { migrations, shards: SHARDS, tell: () => {} })
  const users = `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${template}'`
  for (const node of nodes) {
    await on(node, 'postgres', `alter database ${template} allow_connections false`)
    await on(node, 'postgres', users)
  }
}

export const cloneOn = (nodes: ClusterNode[], name: string, template: string) =>
  Promise.all(
    nodes.map(async (node) => {
      await on(node, 'postgres', `create database ${name} template ${template} strategy file_copy`)
      // Settings of a database are not cloned with it.
      if (nodes.length > 1)
        await on(node, 'postgres', `alter database ${name} set citus.propagate_set_commands = 'local'`)
    }),
  )

/** The coordinator goes first: its daemon has connections to the others. */
export async function dropOn(nodes: ClusterNode[], name: string): Promise<void> {
  for (const node of nodes) await on(node, 'postgres', `drop database if exists ${name} with (force)`)
}

/**
 * The text of a test's own look into the database, for a cluster: what such a statement reads is small, so all rows of the tables of tenants
 * that it names are put into it. One that writes stays as it is.
 */
export async function withAllRows(connection: ClusterNode, text: string): Promise<string> {
  const named = namedTables(text)
  if (!/^\s*(select|with)\b/i.test(text) || named.some(({ isWritten }) => isWritten)) return text
  const put = new Map<string, string>()
  for (const name of new Set(named.map((table) => table.name))) {
    const [table] = await on<{ columns: string | null }>(
      connection,
      connection.database,
      `select (select string_agg(format('%I %s', attname, format_type(atttypid, null)), ', ' order by attnum) from pg_attribute
           where attrelid = c.oid and attnum > 0 and not attisdropped) as columns
         from pg_class c where c.relname = '${name}' and obj_description(c.oid, 'pg_class') = 'class: tenant'`,
    )
    if (!table) continue
    const [found] = await on<{ rows: string }>(
      connection,
      connection.database,
      `select coalesce(json_agg(to_json(t)), '[]')::text as rows from ${name} t`,
    )
    put.set(name, `jsonb_to_recordset(${pg.escapeLiteral(found?.rows ?? '[]')}) as %(${table.columns})`)
  }
  return withNames(
    text,
    (table, alias) => put.get(table)?.replace(' as %(', () => ` as ${alias}(`),
    (number) => `$${number}`,
  )
}
