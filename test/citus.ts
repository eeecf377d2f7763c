// For trying tests on a distributed database: CITUS_URL names a database on the coordinator of a cluster, as its superuser.
// A template is migrated and distributed once per run; a clone of it is a clone of the database of that name on every node.
import pg from 'pg'
import { distribute } from '../src/platform/db/layout/distribute.ts'
import { migrate, readMigrations } from '../src/platform/db/migrate.ts'
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

/** Makes the template on every node. */
export async function makeTemplate(nodes: ClusterNode[], template: string, folder: string, log: Log): Promise<void> {
  const [coordinator, ...workers] = nodes
  if (!coordinator) throw new Error('the cluster has no coordinator')
  if (
    process.env.CITUS_KEEP &&
    (await on(coordinator, 'postgres', `select 1 from pg_database where datname = '${template}'`)).length
  )
    return
  for (const node of nodes) {
    await on(
      node,
      'postgres',
      `update pg_database set datistemplate = false, datallowconn = true where datname = '${template}'`,
    )
    await on(node, 'postgres', `drop database if exists ${template} with (force)`)
    await on(node, 'postgres', `create database ${template}`)
    await on(node, template, 'create extension citus')
  }
  await on(coordinator, template, `select citus_set_coordinator_host('${coordinator.host}', ${coordinator.port})`)
  for (const { host, port } of workers) await on(coordinator, template, `select citus_add_node('${host}', ${port})`)
  const connection = { ...coordinator, database: template }
  const migrations = readMigrations(folder)
  await migrate(connection, migrations, log)
  await distribute(connection, { migrations, shards: SHARDS, tell: () => {} })
  for (const node of nodes) {
    await on(node, 'postgres', `alter database ${template} allow_connections false`)
    await on(
      node,
      'postgres',
      `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${template}'`,
    )
  }
}

export const cloneOn = (nodes: ClusterNode[], name: string, template: string) =>
  Promise.all(
    nodes.map(async (node) => {
      await on(node, 'postgres', `create database ${name} template ${template}`)
      // Settings of a database are not cloned with it.
      if (nodes.length > 1)
        await on(node, 'postgres', `alter database ${name} set citus.propagate_set_commands = 'local'`)
    }),
  )

/** The coordinator goes first: its daemon has connections to the others. */
export async function dropOn(nodes: ClusterNode[], name: string): Promise<void> {
  for (const node of nodes) await on(node, 'postgres', `drop database ${name} with (force)`)
}
