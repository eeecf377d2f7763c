// Brings a database to the schema of this version: numbered SQL files, applied once, in order, under one lock.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Log } from '../log.ts'
import { StartError } from '../start-error.ts'
import type { Connection } from './database.ts'

export interface Migration {
  number: number
  name: string
  sql: string
  checksum: string
}

const LOCK = 7_214_550_301
/** The role the service works as. It owns nothing, so it cannot switch row-level security off. */
export const RUNTIME_ROLE = 'millrace_app'

/** The migrations in a folder, in order. Line ends do not count towards the checksum. */
export function readMigrations(folder: string): Migration[] {
  return readdirSync(folder)
    .filter((file) => /^\d{4}_.+\.sql$/.test(file))
    .sort()
    .map((file) => {
      const sql = readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n')
      return {
        number: Number(file.slice(0, 4)),
        name: file,
        sql,
        checksum: createHash('sha256').update(sql).digest('hex'),
      }
    })
}

/** Applies what is missing and returns the names applied. Several processes may call it at once: one works, the others wait. */
export async function migrate(connection: Connection, migrations: Migration[], log: Log): Promise<string[]> {
  const client = new pg.Client({ ...connection, application_name: 'millrace migrate' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await requireVersion(client)
    await client.query(
      'create table if not exists schema_migrations (number int primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())',
    )
    const applied = new Map<number, { name: string; checksum: string }>()
    for (const row of (await client.query('select number, name, checksum from schema_migrations')).rows)
      applied.set(row.number, row)
    refuseForeignHistory(applied, migrations)
    const done: string[] = []
    for (const migration of migrations.filter((m) => !applied.has(m.number))) {
      await client.query('begin')
      try {
        await client.query(migration.sql)
        await client.query('insert into schema_migrations (number, name, checksum) values ($1, $2, $3)', [
          migration.number,
          migration.name,
          migration.checksum,
        ])
        await client.query('commit')
      } catch (error) {
        await client.query('rollback')
        throw new StartError(
          `The database could not be migrated: ${migration.name} failed with "${(error as Error).message}". Nothing was changed.`,
        )
      }
      log.info({ migration: migration.name }, 'migrated')
      done.push(migration.name)
    }
    await grantRuntimeRole(client)
    return done
  } finally {
    await client.end()
  }
}

async function requireVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query('show server_version_num')
  const version = Math.floor(Number(rows[0].server_version_num) / 10_000)
  if (version < 15) throw new StartError(`PostgreSQL ${version} is too old: version 15 or newer is needed.`)
}

function refuseForeignHistory(applied: Map<number, { name: string; checksum: string }>, migrations: Migration[]): void {
  const known = new Map(migrations.map((m) => [m.number, m]))
  for (const [number, row] of applied) {
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

/** Makes the runtime role where it may, and lets it read and write everything but the schema. Safe to repeat. */
async function grantRuntimeRole(client: pg.Client): Promise<void> {
  const { rows } = await client.query('select 1 from pg_roles where rolname = $1', [RUNTIME_ROLE])
  if (rows.length === 0) {
    try {
      await client.query(`create role ${RUNTIME_ROLE} nologin nosuperuser nobypassrls nocreatedb nocreaterole`)
    } catch (error) {
      throw new StartError(
        `The database user may not create the role ${RUNTIME_ROLE} that the service works as (${(error as Error).message}). ` +
          `Run once as an administrator: create role ${RUNTIME_ROLE} nologin; grant ${RUNTIME_ROLE} to the user in DATABASE_URL;`,
      )
    }
  }
  await client
    .query(`do $$ begin
    if not pg_has_role(current_user, '${RUNTIME_ROLE}', 'set') then execute 'grant ${RUNTIME_ROLE} to ' || quote_ident(current_user); end if;
  end $$`)
    .catch(() => client.query(`grant ${RUNTIME_ROLE} to current_user`))
  await client.query(`grant usage on schema public to ${RUNTIME_ROLE}`)
  await client.query(`grant select, insert, update, delete on all tables in schema public to ${RUNTIME_ROLE}`)
  await client.query(`grant usage, select on all sequences in schema public to ${RUNTIME_ROLE}`)
  await client.query(`revoke insert, update, delete on schema_migrations from ${RUNTIME_ROLE}`)
}
