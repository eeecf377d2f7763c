// Puts a backup into a database: everything in one transaction, so that afterwards either all of it is there or nothing has changed.

import { once } from 'node:events'
import type { Readable } from 'node:stream'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { StartError } from '../../start-error.ts'
import { readHistory } from '../baseline.ts'
import type { ConnectionAddress } from '../database.ts'
import { holdForSession } from '../hold.ts'
import { applyMigration, grantRights, HISTORY, makeRuntimeRole } from '../migrate.ts'
import type { AppliedMigration, Migration } from '../migration-files.ts'
import { oneRow, type SqlAsker } from '../sql-client.ts'
import { pinStatistics } from '../statistics.ts'
import { ARCHIVE_FORMAT, type ArchiveHeader, type ArchivePart, readArchive } from './archive.ts'
import { identifier, TEXT_FORM } from './backup.ts'

export interface RestoreOptions {
  /** Those of this version, in order. */
  migrations: Migration[]
  /** Whether what is in the database now may go. */
  replace: boolean
  /** Reads, of the database that is there now, what is to outlive it. Only a database of ours is read. */
  carry?: (client: SqlAsker) => Promise<void>
  /** Looks at the restored data before it is kept, and adds what was carried; when it throws, nothing has changed. */
  inspect?: (client: SqlAsker) => Promise<void>
}

export interface RestoreResult {
  header: ArchiveHeader
  tables: number
  rows: number
  /** Names of the migrations that brought the data to this version. */
  migrated: string[]
}

/** @throws StartError with what is wrong and what to do; the database is as it was. */
export async function restore(
  connection: ConnectionAddress,
  source: Readable,
  options: RestoreOptions,
): Promise<RestoreResult> {
  const parts = readArchive(source)
  const client = new pg.Client({ ...connection, application_name: 'millrace restore' })
  client.on('error', () => {})
  try {
    const header = headerOf((await parts.next()).value)
    const { before, after } = levels(readHistory(header.migrations, options.migrations), options.migrations)
    await client.connect()
    await client.query(TEXT_FORM)
    await holdForSession(client, 'schema')
    await refuseInUse(client)
    const isOurs = await refuseFull(client, options.replace)
    await makeRuntimeRole(client)
    await client.query('begin')
    // Nodes of a cluster are else read over connections of their own, after which Citus drops nothing. Means nothing to one server.
    await client.query(`set local citus.multi_shard_modify_mode = 'sequential'`)
    if (isOurs) await options.carry?.(client)
    await dropEverything(client)
    await client.query(HISTORY)
    for (const migration of before) await applyMigration(client, migration)
    const counted = await load(client, parts)
    for (const migration of after) await applyMigration(client, migration)
    await grantRights(client)
    await options.inspect?.(client)
    await client.query('commit')
    // The planner knows nothing of the rows yet, and would find out only minutes later by itself.
    await pinStatistics(client)
    await client.query('analyze')
    return { header, ...counted, migrated: after.map(({ name }) => name) }
  } catch (error) {
    throw explained(error)
  } finally {
    source.destroy()
    await client.end().catch(() => {})
  }
}

function headerOf(part: ArchivePart | undefined): ArchiveHeader {
  if (part?.kind !== 'header' || part.header.product !== 'millrace')
    throw new StartError('This is no backup of Millrace.')
  const { header } = part
  if (header.format > ARCHIVE_FORMAT)
    throw new StartError(
      `The backup was made by Millrace ${header.version} in a form that this version cannot read. Restore it with that version or a later one; nothing was changed.`,
    )
  return header
}

/** The migrations that the backup was made at, and those that come after it. */
function levels(made: AppliedMigration[], known: Migration[]): { before: Migration[]; after: Migration[] } {
  const then = new Map(made.map((migration) => [migration.number, migration]))
  for (const { number, name, checksum } of made) {
    const ours = known.find((migration) => migration.number === number)
    if (!ours)
      throw new StartError(
        `The backup was made by a newer version (it has migration ${name}). Restore it with that version or a later one; nothing was changed.`,
      )
    if (ours.checksum !== checksum)
      throw new StartError(
        `Migration ${name} of the backup differs from the one of this version, so the backup is of another product or build; nothing was changed.`,
      )
  }
  return {
    before: known.filter(({ number }) => then.has(number)),
    after: known.filter(({ number }) => !then.has(number)),
  }
}

/** @throws StartError when another process of ours has a connection. */
export async function refuseInUse(client: SqlAsker): Promise<void> {
  const { rows } = await client.query<{ others: number }>(
    `select count(*)::int as others from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and application_name like 'millrace%'`,
  )
  if (oneRow(rows).others > 0)
    throw new StartError('Millrace is running on this database. Stop all its processes first; nothing was changed.')
}

/** Whether there is a database of ours already. */
async function refuseFull(client: SqlAsker, replace: boolean): Promise<boolean> {
  const { rows } = await client.query<{ ours: boolean; any_table: boolean }>(
    `select to_regclass('public.schema_migrations') is not null as ours, exists (
       select 1 from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')) as any_table`,
  )
  const { ours, any_table } = oneRow(rows)
  if (any_table && !ours)
    throw new StartError(
      'The database holds tables that are not of Millrace. Give it a database of its own; nothing was changed.',
    )
  if (!ours || replace) return ours
  await client.query('begin')
  await client.query(`select set_config('app.control', 'on', true)`)
  const { rows: people } = await client.query<{ made: boolean }>(
    `select to_regclass('public.users') is not null as made`,
  )
  const used =
    oneRow(people).made &&
    (await client.query('select 1 from users union all select 1 from workspaces limit 1')).rowCount
  await client.query('rollback')
  if (used)
    throw new StartError(
      'The database is not empty. Restore into an empty one, or say --replace to throw away what is in it; nothing was changed.',
    )
  return true
}

/** Everything in the schema but what belongs to an extension. The database is ours alone, see {@link refuseFull}. */
async function dropEverything(client: SqlAsker): Promise<void> {
  await client.query(`do $$
    declare one record;
    begin
      for one in select c.oid::regclass as name, c.relkind as kind from pg_class c
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S') and not exists (
          select 1 from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype in ('e', 'a', 'i'))
      loop
        if to_regclass(one.name::text) is null then continue; end if;
        execute format('drop %s %s cascade',
          case one.kind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end, one.name);
      end loop;
      for one in select p.oid::regprocedure as name from pg_proc p
        where p.pronamespace = 'public'::regnamespace and p.prokind in ('f', 'p') and not exists (
          select 1 from pg_depend d where d.objid = p.oid and d.classid = 'pg_proc'::regclass and d.deptype = 'e')
      loop execute format('drop routine %s cascade', one.name); end loop;
      for one in select t.oid::regtype as name from pg_type t
        where t.typnamespace = 'public'::regnamespace and t.typtype in ('e', 'd') and not exists (
          select 1 from pg_depend d where d.objid = t.oid and d.classid = 'pg_type'::regclass and d.deptype = 'e')
      loop execute format('drop type %s cascade', one.name); end loop;
      for one in select l.oid::regcollation as name from pg_collation l
        where l.collnamespace = 'public'::regnamespace and not exists (
          select 1 from pg_depend d where d.objid = l.oid and d.classid = 'pg_collation'::regclass and d.deptype = 'e')
      loop execute format('drop collation %s cascade', one.name); end loop;
    end $$`)
}

async function load(client: SqlAsker, parts: AsyncGenerator<ArchivePart>): Promise<{ tables: number; rows: number }> {
  const closed = await open(client)
  let tables = 0
  let rows = 0
  for await (const part of parts) {
    if (part.kind === 'table') {
      rows += await loadTable(client, part, parts)
      tables += 1
    } else if (part.kind === 'sequence') {
      await client.query('select setval($1::regclass, $2::bigint, $3)', [
        identifier(part.name),
        part.last_value,
        part.is_called,
      ])
    } else throw unreadable()
  }
  for (const statement of closed) await client.query(statement)
  return { tables, rows }
}

/**
 * Opens the empty tables for loading, and returns what closes them again: rows come in any order of tables, and the owner
 * must be able to write them. All within the transaction, so no other transaction sees them open. Indexes stay where they are:
 * which of them is the newest decides plans, see the first migration.
 */
async function open(client: SqlAsker): Promise<string[]> {
  const { rows } = await client.query<{ open: string; close: string }>(
    `select format('alter table %s drop constraint %I', k.conrelid::regclass, k.conname) as open,
       format('alter table %s add constraint %I %s', k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid)) as close
     from pg_constraint k where k.contype = 'f' and k.connamespace = 'public'::regnamespace and k.conparentid = 0
     union all
     select format('alter table %s no force row level security', c.oid::regclass), format('alter table %s force row level security', c.oid::regclass)
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relforcerowsecurity
     union all
     select format('alter table %s disable trigger user', c.oid::regclass), format('alter table %s enable trigger user', c.oid::regclass)
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and exists (
       select 1 from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal)
     union all
     select format('delete from %s', c.oid::regclass), 'select 1'
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname <> 'schema_migrations'`,
  )
  for (const { open: statement } of rows) await client.query(statement)
  return rows.map(({ close }) => close)
}

async function loadTable(
  client: SqlAsker,
  { name, columns }: { name: string; columns: string[] },
  parts: AsyncGenerator<ArchivePart>,
): Promise<number> {
  const copy = client.query(copyFrom(`copy ${identifier(name)} (${columns.map(identifier).join(', ')}) from stdin`))
  let failed: Error | undefined
  copy.on('error', (error) => {
    failed = error
  })
  for (;;) {
    // Not for-of, which would end the reading of the parts with the table.
    const { value: part, done } = await parts.next().catch((error) => {
      copy.destroy()
      throw error
    })
    if (failed) throw failed
    if (done || (part.kind !== 'data' && part.kind !== 'table_end')) throw unreadable()
    if (part.kind === 'data') {
      if (!copy.write(part.bytes)) await once(copy, 'drain')
      continue
    }
    copy.end()
    await once(copy, 'finish')
    if (copy.rowCount !== part.rows) throw unreadable()
    return part.rows
  }
}

const unreadable = () =>
  new StartError('The backup is damaged: what is in it is not what was written. Take another copy.')

function explained(error: unknown): unknown {
  const { code, message } = error as { code?: string; message?: string }
  if (error instanceof StartError)
    return /nothing was changed/i.test(error.message) ? error : new StartError(`${error.message} Nothing was changed.`)
  // An answer of the database about the data itself: it does not fit the tables it claims to be of.
  if (code !== undefined && /^(22|23|42)/.test(code))
    return new StartError(`The backup could not be loaded: ${message}. Nothing was changed.`)
  return error
}
