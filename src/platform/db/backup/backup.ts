// Reads a whole database into a backup: one snapshot, beside a running service, with any table owner.
import type { Readable } from 'node:stream'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { StartError } from '../../start-error.ts'
import type { ConnectionAddress } from '../database.ts'
import type { AppliedMigration } from '../migration-files.ts'
import { oneRow, type SqlAsker } from '../sql-client.ts'
import { ARCHIVE_FORMAT, type ArchivePart, writeArchive } from './archive.ts'

export interface BackedUp {
  tables: number
  rows: number
}

const PIECE_BYTES = 256 * 1024

/** What decides how COPY writes a value, so that a backup reads the same wherever it was made. */
export const TEXT_FORM =
  "set client_encoding = 'UTF8'; set datestyle = 'ISO, YMD'; set intervalstyle = 'iso_8601'; set timezone = 'UTC'; " +
  "set extra_float_digits = 1; set bytea_output = 'hex'; set statement_timeout = 0; set lock_timeout = '60s'"

// Counters that are lost in a crash on purpose are left out of a backup too.
const TABLES = `select c.relname as name,
    array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = '' order by a.attnum) as columns,
    c.relforcerowsecurity and not (select r.rolsuper or r.rolbypassrls from pg_roles r where r.rolname = current_user)
      and not exists (select 1 from pg_policy p where p.polrelid = c.oid and p.polname = 'backup'
        and p.polroles = array[current_user::regrole::oid]) as hidden
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and c.relpersistence = 'p' and c.relname <> 'schema_migrations' order by 1`

/**
 * A backup as it comes: the database is read as fast as the stream is. `done` hears what was in it.
 * The stream fails when the database does; then what was read so far is worth nothing.
 */
export function backup(
  connection: ConnectionAddress,
  about: { version: string; made_at: Date; done: (result: BackedUp) => void },
): Readable {
  return writeArchive(contents(connection, about))
}

async function* contents(
  connection: ConnectionAddress,
  about: Parameters<typeof backup>[1],
): AsyncGenerator<ArchivePart> {
  const client = new pg.Client({ ...connection, application_name: 'millrace backup' })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(TEXT_FORM)
    await client.query('begin isolation level repeatable read read only')
    const migrations = await migrationsOf(client)
    const { rows: tables } = await client.query<{ name: string; columns: string[]; hidden: boolean }>(TABLES)
    const hidden = tables.find((table) => table.hidden)
    if (hidden)
      throw new StartError(
        `The database user may not read all rows of ${hidden.name}. Start this version of Millrace once with this user, which mends that, and try again.`,
      )
    // A migration waits until the backup is done, and cannot change a table that is still to be read.
    await client.query(`lock table ${tables.map(({ name }) => identifier(name)).join(', ')} in access share mode`)
    const { rows: version } = await client.query<{ server_version: string }>('show server_version')
    yield {
      kind: 'header',
      header: {
        product: 'millrace',
        format: ARCHIVE_FORMAT,
        version: about.version,
        made_at: about.made_at.toISOString(),
        postgres: oneRow(version).server_version,
        migrations,
      },
    }
    let rows = 0
    for (const { name, columns } of tables) {
      yield { kind: 'table', name, columns }
      const copy = client.query(copyTo(`copy ${identifier(name)} (${columns.map(identifier).join(', ')}) to stdout`))
      yield* inPieces(copy)
      yield { kind: 'table_end', rows: copy.rowCount }
      rows += copy.rowCount
    }
    // Sequences know no snapshot: read last, they are past every number in the rows.
    const { rows: sequences } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace order by 1`,
    )
    for (const { name } of sequences) {
      const { rows: value } = await client.query<{ last_value: string; is_called: boolean }>(
        `select last_value::text, is_called from ${identifier(name)}`,
      )
      yield { kind: 'sequence', name, ...oneRow(value) }
    }
    await client.query('commit')
    about.done({ tables: tables.length, rows })
  } finally {
    await client.end()
  }
}

async function* inPieces(copy: AsyncIterable<Buffer>): AsyncGenerator<ArchivePart> {
  let pieces: Buffer[] = []
  let size = 0
  for await (const chunk of copy) {
    pieces.push(chunk)
    size += chunk.length
    if (size < PIECE_BYTES) continue
    yield { kind: 'data', bytes: Buffer.concat(pieces) }
    pieces = []
    size = 0
  }
  if (size > 0) yield { kind: 'data', bytes: Buffer.concat(pieces) }
}

async function migrationsOf(client: SqlAsker): Promise<AppliedMigration[]> {
  const { rows: found } = await client.query<{ exists: boolean }>(
    `select to_regclass('public.schema_migrations') is not null as exists`,
  )
  const { rows } = oneRow(found).exists
    ? await client.query<AppliedMigration>('select number, name, checksum from schema_migrations order by number')
    : { rows: [] }
  if (rows.length === 0) throw new StartError('There is nothing to back up: this database holds no data of Millrace.')
  return rows
}

export const identifier = (name: string) => `"${name.replaceAll('"', '""')}"`
