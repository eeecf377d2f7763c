// The conditions for distributing a database; reports all that are not met at once.
import { StartError } from '../../start-error.ts'
import { readHistory } from '../baseline.ts'
import { RUNTIME_ROLE, refuseForeignHistory } from '../migrate.ts'
import type { AppliedMigration, Migration } from '../migration-files.ts'
import { oneRow, type SqlAsker } from '../sql-client.ts'
import type { Layout } from './layout.ts'

const OLDEST = 13

/** @throws StartError with what is in the way and what to do. */
export async function refuseUnfit(client: SqlAsker, layout: Layout, migrations: readonly Migration[]): Promise<void> {
  if (layout.citus === null)
    throw new StartError(
      'This database is one PostgreSQL without the Citus extension, and stays as it is: the service works on it as ever. docs/SCALING.md says when and how to set up a cluster.',
    )
  const reasons = [
    ...version(layout.citus),
    ...(await rights(client)),
    ...(await schema(client, migrations)),
    ...(await cluster(client, layout)),
  ]
  if (reasons.length > 0) throw new StartError(`${reasons.join('\n')}\nNothing was changed.`)
}

function version(citus: string): string[] {
  return Number.parseInt(citus, 10) >= OLDEST ? [] : [`Citus ${citus} is too old: ${OLDEST} or newer is needed.`]
}

async function rights(client: SqlAsker): Promise<string[]> {
  const { rows } = await client.query<{ rolsuper: boolean; rolname: string }>(
    'select rolsuper, rolname from pg_roles where rolname = current_user',
  )
  return oneRow(rows).rolsuper
    ? []
    : [
        `The database user ${oneRow(rows).rolname} is no superuser. Run this command with DATABASE_URL naming one; the service goes on with its own.`,
      ]
}

async function schema(client: SqlAsker, migrations: readonly Migration[]): Promise<string[]> {
  const { rows: made } = await client.query<{ made: boolean }>(
    `select to_regclass('public.schema_migrations') is not null as made`,
  )
  const { rows } = oneRow(made).made
    ? await client.query<AppliedMigration>('select number, name, checksum from schema_migrations')
    : { rows: [] }
  const applied = readHistory(rows, migrations)
  refuseForeignHistory(applied, migrations)
  if (applied.length < migrations.length)
    return [
      'The database is not at this version. Start this version of the service on it once, which makes the tables, stop it, and try again.',
    ]
  const { rows: others } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and not c.relispartition and coalesce(obj_description(c.oid, 'pg_class'), '') not in ('class: tenant', 'class: local')
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`,
  )
  return others.map(({ name }) => `The table ${name} is not of Millrace. Give the service a database of its own.`)
}

async function cluster(client: SqlAsker, layout: Layout): Promise<string[]> {
  const { rows: own } = await client.query<{ groupid: number }>('select groupid from pg_dist_local_group')
  if (own[0]?.groupid !== 0) return ['This node is a worker of the cluster. Let DATABASE_URL name the coordinator.']
  if (layout.workers === 0)
    return [
      "The cluster has no worker node. Add one: select citus_set_coordinator_host('…'); select citus_add_node('…', 5432).",
    ]
  const { rows: broken } = await client.query<{ way: string }>(
    `select format('%s:%s to %s:%s', from_nodename, from_nodeport, to_nodename, to_nodeport) as way
       from citus_check_cluster_node_health() where result is distinct from true`,
  )
  return broken.map(({ way }) => `No connection from node ${way}. Every node must reach every other one.`)
}

/** The nodes are asked as the role of the service, which must be let in there. @throws StartError when it is not. */
export async function refuseShutOut(client: SqlAsker): Promise<void> {
  await client.query('begin')
  await client.query(`set local role ${RUNTIME_ROLE}`)
  const { rows } = await client.query<{ node: string; result: string }>(
    `select nodename || ':' || nodeport as node, result from run_command_on_workers('select 1') where not success`,
  )
  await client.query('rollback')
  if (rows.length > 0)
    throw new StartError(
      rows
        .map(({ node, result }) => `The node ${node} does not let the role ${RUNTIME_ROLE} in: ${result}`)
        .join('\n') +
        `\nThe coordinator asks the nodes as ${RUNTIME_ROLE}: allow it in pg_hba.conf of each of them from the other nodes, by certificate, by a password in the coordinator's pg_dist_authinfo or .pgpass, or as trusted in a network of their own.`,
    )
}
