// Brings a database to the schema of this version: numbered SQL files, applied once, in order, under one lock.

import pg from 'pg'
import type { Log } from '../log.ts'
import { StartError } from '../start-error.ts'
import { readHistory, recordBaseline } from './baseline.ts'
import type { ConnectionAddress } from './database.ts'
import { holdForSession } from './hold.ts'
import { refuseUnfinished } from './layout/layout.ts'
import { statementsOf } from './layout/statements.logic.ts'
import type { AppliedMigration, Migration } from './migration-files.ts'
import { oneRow, type SqlAsker } from './sql-client.ts'
import { pinStatistics } from './statistics.ts'

/** The role the service works as. It owns nothing, so it cannot switch row-level security off. */
export const RUNTIME_ROLE = 'millrace_app'

/** Makes the table in which the migrations of a database are on record. */
export const HISTORY =
  'create table if not exists schema_migrations (number int primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())'

/** Applies one migration in the caller's transaction and puts it on record. */
export async function applyMigration(client: SqlAsker, { number, name, checksum, sql }: Migration): Promise<void> {
  // Row-level security is forced on the owner of the tables too, unless that is a superuser.
  for (const setting of ['app.control', 'app.system']) await client.query(`set local ${setting} = 'on'`)
  // For Citus: tables and functions in one transaction, over one connection per node. Without Citus it has no effect.
  await client.query(`set local citus.multi_shard_modify_mode = 'sequential'`)
  // Sent one by one, because Citus would repeat the whole message to its nodes for each statement in it.
  for (const statement of statementsOf(sql)) await client.query(statement)
  await client.query('insert into schema_migrations (number, name, checksum) values ($1, $2, $3)', [
    number,
    name,
    checksum,
  ])
}

/** Applies what is missing and returns the names applied. Several processes may call it at once: one works, the others wait. */
export async function migrate(connection: ConnectionAddress, migrations: Migration[], log: Log): Promise<string[]> {
  const client = new pg.Client({ ...connection, application_name: 'millrace migrate' })
  await client.connect()
  try {
    await holdForSession(client, 'schema')
    await requireVersion(client)
    await refuseUnfinished(client)
    // Checked before any change, so that an unusable database stays as it is.
    await makeRuntimeRole(client)
    await client.query(HISTORY)
    const applied = await recordBaseline(client, migrations)
    refuseForeignHistory(applied, migrations)
    const done: string[] = []
    const numbers = new Set(applied.map(({ number }) => number))
    for (const migration of migrations.filter(({ number }) => !numbers.has(number))) {
      await client.query('begin')
      try {
        await applyMigration(client, migration)
        await client.query('commit')
      } catch (error) {
        await client.query('rollback')
        throw new StartError(
          `The database could not be migrated: ${migration.name} failed with "${(error as Error).message}". Nothing was changed.`,
        )
      }
      done.push(migration.name)
    }
    if (done.length > 0) log.info({ migrations: done }, 'migrated')
    await refreshTextOrder(client, log)
    await pinStatistics(client)
    await grantRights(client)
    return done
  } finally {
    await client.end()
  }
}

/**
 * Rebuilds indexes whose text order may have changed, because an update of the server brought a newer collation library (ICU). Safe to repeat;
 * not in a transaction.
 */
export async function refreshTextOrder(client: SqlAsker, log: Log): Promise<void> {
  const { rows } = await client.query<{ provider: string; is_old: boolean }>(
    `select collprovider as provider, coalesce(collversion <> pg_collation_actual_version(oid), false) as is_old
     from pg_collation where collname = 'natural_order' and collnamespace = 'public'::regnamespace`,
  )
  const [order] = rows
  if (!order) return
  if (order.provider !== 'i')
    log.warn(
      'This PostgreSQL was built without ICU, so text is sorted by character code: Ä comes after Z, and Item 10 before Item 2. ' +
        'Use a PostgreSQL with ICU, and restore a backup into it, to sort text by language.',
    )
  if (!order.is_old) return
  log.info('PostgreSQL has a newer ICU: the rows of saved views are put in its order')
  await client.query('reindex index view_entries_order')
  await client.query('alter collation natural_order refresh version')
}

/** All recorded migrations, known or not; none in a database that was never migrated. */
export async function appliedMigrations(
  connection: ConnectionAddress,
  migrations: readonly Migration[],
): Promise<AppliedMigration[]> {
  const client = new pg.Client({ ...connection, application_name: 'millrace' })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ made: boolean }>(
      `select to_regclass('public.schema_migrations') is not null as made`,
    )
    if (!oneRow(rows).made) return []
    const { rows: applied } = await client.query<AppliedMigration>(
      'select number, name, checksum from schema_migrations order by number',
    )
    return readHistory(applied, migrations)
  } finally {
    await client.end()
  }
}

async function requireVersion(client: SqlAsker): Promise<void> {
  const { rows } = await client.query<{ server_version_num: string }>('show server_version_num')
  const version = Math.floor(Number(oneRow(rows).server_version_num) / 10_000)
  if (version < 15) throw new StartError(`PostgreSQL ${version} is too old: version 15 or newer is needed.`)
}

/** @throws StartError when `applied` holds what these migrations do not: a newer version's, or another text of the same. */
export function refuseForeignHistory(applied: readonly AppliedMigration[], migrations: readonly Migration[]): void {
  const known = new Map(migrations.map((m) => [m.number, m]))
  for (const row of applied) {
    const { number } = row
    const migration = known.get(number)
    if (!migration)
      throw new StartError(
        `The database was written by a newer version (it has migration ${row.name}). Start that version, or restore a backup made before the upgrade.`,
      )
    if (migration.checksum !== row.checksum)
      throw new StartError(
        `Migration ${row.name} differs from the one this database was built with. Restore the original file; changes belong in a new migration.`,
      )
  }
}

interface RoleState {
  made: boolean
  /** Whether the database user may switch to the runtime role. */
  member: boolean
  /** Whether the database user may create roles. */
  makes: boolean
  creates: boolean
  user: string
}

/** What the user of the address may do about the runtime role, and in the schema. */
async function roleState(client: SqlAsker): Promise<RoleState> {
  const { rows } = await client.query<RoleState & { number: number }>(
    `select exists (select 1 from pg_roles where rolname = $1) as made, false as member,
       (select rolsuper or rolcreaterole from pg_roles where rolname = current_user) as makes,
       has_schema_privilege('public', 'create') as creates,
       current_user as user, current_setting('server_version_num')::int as number`,
    [RUNTIME_ROLE],
  )
  const [state] = rows
  if (!state) throw new Error('the server did not say who we are')
  if (!state.made) return state
  // Before PostgreSQL 16, membership granted both inheriting rights and switching to the role.
  const right = state.number >= 160_000 ? 'set' : 'member'
  const has = await client.query<{ member: boolean }>(`select pg_has_role(current_user, $1, $2) as member`, [
    RUNTIME_ROLE,
    right,
  ])
  return { ...state, member: has.rows[0]?.member ?? false }
}

/** Why the service cannot work in this database as this user, and what to do; undefined when it can. */
export async function roleProblem(client: SqlAsker): Promise<string | undefined> {
  const { made, member, makes, creates, user } = await roleState(client)
  const name = `"${user.replaceAll('"', '""')}"`
  if (!made && !makes)
    return (
      `The database user ${user} may not create the role ${RUNTIME_ROLE} that the service works as. ` +
      `Run once as an administrator: create role ${RUNTIME_ROLE} nologin; grant ${RUNTIME_ROLE} to ${name};`
    )
  if (made && !member && !makes)
    return (
      `The database user ${user} may not become the role ${RUNTIME_ROLE} that the service works as. ` +
      `Run once as an administrator: grant ${RUNTIME_ROLE} to ${name};`
    )
  if (!creates)
    return (
      `The database user ${user} may not make tables in the schema public. ` +
      `Run once as an administrator, in this database: grant create, usage on schema public to ${name};`
    )
  return undefined
}

/** The same, with a connection of its own. */
export async function readRoleProblem(connection: ConnectionAddress): Promise<string | undefined> {
  const client = new pg.Client({ ...connection, application_name: 'millrace' })
  client.on('error', () => {})
  await client.connect()
  try {
    return await roleProblem(client)
  } finally {
    await client.end()
  }
}

/** Makes the runtime role where the database user may, and lets that user become it. Safe to repeat; not in a transaction. */
export async function makeRuntimeRole(client: SqlAsker): Promise<void> {
  const problem = await roleProblem(client)
  if (problem !== undefined) throw new StartError(problem)
  const { made, member } = await roleState(client)
  if (!made) await client.query(`create role ${RUNTIME_ROLE} nologin nosuperuser nobypassrls nocreatedb nocreaterole`)
  if (member) return
  try {
    await client.query(`grant ${RUNTIME_ROLE} to current_user`)
  } catch (error) {
    throw new StartError(
      `The database user may not become the role ${RUNTIME_ROLE} that the service works as (${(error as Error).message}). ` +
        `Run once as an administrator: grant ${RUNTIME_ROLE} to the user in DATABASE_URL;`,
    )
  }
}

/** Lets the runtime role read and write everything but the schema, and the owner read everything. Safe to repeat. */
export async function grantRights(client: SqlAsker): Promise<void> {
  // One message is one transaction: no moment in which a running service could change what it may only add to.
  await client.query(`grant usage on schema public to ${RUNTIME_ROLE};
    grant select, insert, update, delete on all tables in schema public to ${RUNTIME_ROLE};
    grant usage, select on all sequences in schema public to ${RUNTIME_ROLE};
    revoke insert, update, delete on schema_migrations from ${RUNTIME_ROLE};
    do $$ begin
      if to_regclass('audit_log') is not null then
        revoke update, delete on audit_log from ${RUNTIME_ROLE};
        grant execute on function audit_prune(interval, int), audit_forget(uuid, int) to ${RUNTIME_ROLE};
      end if;
    end $$`)
  await client.query(OWNER_READS)
}

// A backup is made by the owner, who is bound by forced row-level security like every other role. The policy is for the
// owner by name, so it does not exist for the runtime role. A superuser needs none.
const OWNER_READS = `do $$
declare t record;
begin
  if (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) then return; end if;
  for t in select c.oid::regclass as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relforcerowsecurity
      and pg_get_userbyid(c.relowner) = current_user and not exists (
        select 1 from pg_policy p where p.polrelid = c.oid and p.polname = 'backup' and p.polroles = array[current_user::regrole::oid])
  loop
    execute format('drop policy if exists backup on %s', t.name);
    execute format('create policy backup on %s for select to %I using (true)', t.name, current_user);
  end loop;
end $$`
