// Turns the database of one server into that of a cluster: tables of tenants are distributed by workspace, the others stay on
// the coordinator. Each step is a transaction of its own that is passed over when it has been done, so that a run that was killed
// is taken up by the next.

import pg from 'pg'
import { StartError } from '../../start-error.ts'
import { identifier } from '../backup/backup.ts'
import { refuseInUse } from '../backup/restore.ts'
import type { ConnectionAddress } from '../database.ts'
import { tryForSession } from '../hold.ts'
import { grantRights, RUNTIME_ROLE } from '../migrate.ts'
import type { Migration } from '../migration-files.ts'
import { oneRow, type SqlAsker } from '../sql-client.ts'
import { refuseShutOut, refuseUnfit } from './distribute.checks.ts'
import { ANCHOR, type Layout, readLayout, TABLES_OF } from './layout.ts'

export interface DistributeOptions {
  migrations: Migration[]
  /** Into how many shards each table is cut; fixed with the first table. */
  shards: number
  /** Hears what has been done. */
  tell(line: string): void
}

/** The layout as it is then. @throws StartError with what is in the way; what was distributed before stays so. */
export async function distribute(connection: ConnectionAddress, options: DistributeOptions): Promise<Layout> {
  const client = new pg.Client({ ...connection, application_name: 'millrace distribute' })
  client.on('error', () => {})
  await client.connect()
  try {
    if (!(await tryForSession(client, 'schema')))
      throw new StartError(
        'The database is being migrated, restored or distributed just now. Try again when that is done.',
      )
    await refuseUnfit(client, await readLayout(client), options.migrations)
    await refuseInUse(client)
    await client.query(
      `set statement_timeout = 0; set citus.shard_replication_factor = 1; set client_min_messages = warning`,
    )
    await letIn(client)
    await refuseShutOut(client)
    await takeKeysAway(client)
    await distributeTables(client, options)
    await putKeysBack(client, options)
    await reachNodes(client)
    await makeRunners(client)
    await numberLeads(client)
    await grantRights(client)
    return await readLayout(client)
  } finally {
    await client.end()
  }
}

/** The coordinator asks the nodes as the role of the service, which on one server never logs in. It has no password. */
async function letIn(client: SqlAsker): Promise<void> {
  await client.query(`alter role ${RUNTIME_ROLE} login`)
  // How the service opens its own connections, see look-up.ts.
  for (const setting of ['enable_seqscan = off', 'enable_bitmapscan = off', "timezone = 'UTC'"])
    await client.query(`alter role ${RUNTIME_ROLE} set ${setting}`)
}

/** A key between tables cannot stand while one of them is distributed and the other is not. */
async function takeKeysAway(client: SqlAsker): Promise<void> {
  const { rows: keys } = await client.query<{ table: string; name: string }>(
    `select k.conrelid::regclass::text as table, k.conname as name from pg_constraint k
       where k.contype = 'f' and k.connamespace = 'public'::regnamespace
         and obj_description(k.conrelid, 'pg_class') = 'class: tenant'
         and not (exists (select from pg_dist_partition p where p.logicalrelid = k.conrelid)
           and exists (select from pg_dist_partition p where p.logicalrelid = k.confrelid))`,
  )
  for (const { table, name } of keys)
    await together(client, async () => {
      await client.query(
        `insert into distribution_keys (table_name, name, definition)
           select $1, conname, pg_get_constraintdef(oid) from pg_constraint where conrelid = to_regclass($1) and conname = $2
           on conflict do nothing`,
        [table, name],
      )
      await client.query(`alter table ${table} drop constraint ${identifier(name)}`)
    })
}

async function distributeTables(client: SqlAsker, { shards, tell }: DistributeOptions): Promise<void> {
  await client.query(`select set_config('citus.shard_count', $1, false)`, [String(shards)])
  const { rows: tables } = await client.query<{ name: string; is_distributed: boolean; has_left: boolean }>(
    `select t.name, exists (select from pg_dist_partition p where p.logicalrelid = to_regclass('public.' || quote_ident(t.name))) as is_distributed,
       pg_relation_size(to_regclass('public.' || quote_ident(t.name))) > 0 as has_left
     from (${TABLES_OF}) t order by t.name <> $2, t.name`,
    ['tenant', ANCHOR],
  )
  for (const [at, { name, is_distributed, has_left }] of tables.entries()) {
    if (!is_distributed) {
      const beside = name === ANCHOR ? 'none' : ANCHOR
      const values = [identifier(name), beside]
      await client.query(`select create_distributed_table($1, 'workspace_id', colocate_with => $2)`, values)
    }
    // What was copied to the nodes still lies on the coordinator.
    if (has_left) await client.query('select truncate_local_data_after_distributing_table($1)', [identifier(name)])
    if (!is_distributed) tell(`${at + 1} of ${tables.length} tables: ${name}`)
  }
}

async function putKeysBack(client: SqlAsker, { tell }: DistributeOptions): Promise<void> {
  const { rows } = await client.query<{ table_name: string; name: string; definition: string }>(
    'select table_name, name, definition from distribution_keys order by table_name, name',
  )
  for (const { table_name, name, definition } of rows)
    await together(client, async () => {
      await client.query(`alter table ${table_name} add constraint ${identifier(name)} ${definition}`)
      await client.query('delete from distribution_keys where table_name = $1 and name = $2', [table_name, name])
    })
  if (rows.length > 0) tell(`${rows.length} foreign keys put back`)
}

/** What a transaction of the service says of itself is said to the nodes too. */
async function reachNodes(client: SqlAsker): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select current_database() as name')
  await client.query(`alter database ${identifier(oneRow(rows).name)} set citus.propagate_set_commands = 'local'`)
  await client.query(`create or replace function app_set(setting text, value text) returns text language plpgsql volatile parallel unsafe as $$
    begin
      if setting !~ '^app\\.[a-z_]+$' then raise exception 'not a setting of ours: %', setting; end if;
      execute format('set local %s = %L', setting, value);
      return value;
    end $$`)
}

/** What runs a statement on the node of a workspace, see at-node.ts, and what makes a commit one in two phases. */
async function makeRunners(client: SqlAsker): Promise<void> {
  await client.query(`create or replace function app_at_node(workspace uuid, statement text) returns setof record language plpgsql as
    $$ begin return query execute statement; end $$`)
  await client.query(`create or replace function app_do_at_node(workspace uuid, statement text) returns bigint language plpgsql as
    $$ declare done bigint; begin execute statement; get diagnostics done = row_count; return done; end $$`)
  for (const name of ['app_at_node', 'app_do_at_node'])
    await client.query(
      `select create_distributed_function($1::regprocedure, 'workspace', colocate_with => $2, force_delegation => true)`,
      [`${name}(uuid, text)`, ANCHOR],
    )
  const { rows } = await client.query<{ known: boolean }>(
    `select exists (select from pg_dist_partition where logicalrelid = 'commit_marks'::regclass) as known`,
  )
  if (!oneRow(rows).known) await client.query(`select citus_add_local_table_to_metadata('commit_marks')`)
  // It is another table then, which has no comment.
  await client.query(`comment on table commit_marks is 'class: local'`)
}

/** The size of the range of lead ids of each node. */
const LEADS_OF_NODE = 100_000_000_000

/** Citus lets a node count from 2^48 on, but the number of a lead is its place, too, and the blocks of places are counted in four bytes. */
async function numberLeads(client: SqlAsker): Promise<void> {
  const { rows } = await client.query<{ node: string; success: boolean; result: string }>(
    `select nodename || ':' || nodeport as node, success, result from run_command_on_workers($c$ do $d$
      declare own bigint := (select groupid from pg_dist_local_group) * ${LEADS_OF_NODE};
      begin
        if (select seqmin from pg_sequence where seqrelid = 'lead_ids'::regclass) <> own + 1 then
          perform set_config('citus.enable_ddl_propagation', 'off', true);
          execute format('alter sequence lead_ids minvalue %s maxvalue %s start %s restart', own + 1, own + ${LEADS_OF_NODE}, own + 1);
        end if;
      end $d$ $c$)`,
  )
  const failed = rows.filter(({ success }) => !success)
  if (failed.length > 0)
    throw new StartError(failed.map(({ node, result }) => `The node ${node}: ${result}`).join('\n'))
}

async function together(client: SqlAsker, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
