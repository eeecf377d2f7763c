// Backups of a lived-in install, taken and put back on real databases: embedded and served, owned by a superuser or not.
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { addWorkspace, openTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { addPerson, startTestService, urlOf } from '../../../test/running-install.ts'
import { newId } from '../../kernel/ids.ts'
import { type BackedUp, backup } from '../../platform/db/backup/backup.ts'
import { type RestoreOptions, restore } from '../../platform/db/backup/restore.ts'
import type { ConnectionAddress } from '../../platform/db/database.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { readMigrations } from '../../platform/db/migration-files.ts'
import type { SqlAsker } from '../../platform/db/sql-client.ts'
import { createLog } from '../../platform/log.ts'
import { makeDemo } from '../demo.ts'
import { runWords } from './terminal.fixture.ts'

type Server = Extract<ConnectionAddress, { host: string }>

const folder = fileURLToPath(new URL('../../platform/db/migrations', import.meta.url))
const migrations = readMigrations(folder)
const options: RestoreOptions = { migrations, replace: false }
const made: string[] = []
let database: TestDatabase
let source: Server
let place: string

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'millrace-backup-'))
  database = await openTestDatabase()
  source = database.connection as Server
  const service = await startTestService({}, { database })
  const workspace = await addWorkspace(database)
  await makeDemo(database, workspace, 1)
  await addPerson(service, workspace, 'editor')
  // A service that runs goes on writing, so that no two looks at its database are alike.
  await service.close()
  await database.asOwner(
    `insert into lookup_cache (workspace_id, key, provider, outcome, expires_at)
     select id, decode('00ff5c0a', 'hex'), E'tab\\t line\\n back\\\\slash', '{"n": 1e-7, "s": "\\u00e9 \\ud83c\\udfe2 \\\\N"}', 'infinity' from workspaces;
     insert into attempts (workspace_id, id, workbook_id, row_id, column_id, step_id, provider, state, confidence, started_at)
     select workspace_id, gen_random_uuid(), workbook_id, id, 'c1', '', E'\\\\.', 'settled', random()::real, now() from workbook_rows;
     insert into runs (workspace_id, id, workbook_id, status, mode, column_ids, scope, max_position, rows, cells)
     select workspace_id, gen_random_uuid(), id, 'done', 'all', array['c1', 'NULL', '', 'a"b,c'], '{}', 0.1, 1, 1 from workbooks`,
  )
})
afterAll(async () => {
  await database?.close()
  for (const name of made) await onServer(`drop database if exists ${name} with (force)`)
  await rm(place, { recursive: true, force: true })
})

const onServer = (text: string, connection: Server = inject('postgres')) =>
  connected(connection, async (client) => (await client.query(text)).rows)

async function connected<T>(connection: Server, work: (client: SqlAsker) => Promise<T>): Promise<T> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

let owners = 0
/** A database with nothing in it; with an owner who is no superuser, as on a managed server. */
async function emptyDatabase(plainOwner = false): Promise<Server> {
  const name = `backup_${process.pid}_${made.length}`
  made.push(name)
  const user = plainOwner ? `owner_${process.pid}_${++owners}` : 'postgres'
  if (plainOwner) {
    await onServer(`create role ${user} login createrole`)
    await onServer(`grant millrace_app to ${user}`)
  }
  await onServer(`create database ${name} owner ${user}`)
  return { ...inject('postgres'), user, database: name }
}

async function bytesOf(connection: ConnectionAddress): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of backup(connection, about())) chunks.push(chunk)
  return Buffer.concat(chunks)
}
const about = (done: (result: BackedUp) => void = () => {}) => ({ version: '0.1.0', made_at: new Date(), done })
const from = (bytes: Buffer) => Readable.from([bytes], { objectMode: false })

/** Every row of every table as text, and where each sequence stands. */
const everythingIn = (connection: Server): Promise<Record<string, string[]>> =>
  connected({ ...connection, user: 'postgres' }, async (client) => {
    const tables = await client.query<{ name: string; kind: string }>(
      `select relname as name, relkind as kind from pg_class where relnamespace = 'public'::regnamespace
       and relkind in ('r', 'S') and relname not in ('rate_windows', 'schema_migrations') order by 1`,
    )
    const all: Record<string, string[]> = {}
    for (const { name, kind } of tables.rows) {
      const text = kind === 'S' ? "jsonb_build_object('at', last_value)::text" : 't::text'
      const { rows } = await client.query<{ row: string }>(`select ${text} as row from "${name}" t order by 1`)
      all[name] = rows.map(({ row }) => row)
    }
    return all
  })

const POLICIES = `select c.relname, c.relrowsecurity, c.relforcerowsecurity,
    (select count(*)::int from pg_policy p where p.polrelid = c.oid and p.polname <> 'backup') as policies,
    (select count(*)::int from pg_constraint k where k.conrelid = c.oid) as constraints,
    (select string_agg(coalesce(a::text, ''), ' ' order by a::text) from unnest(c.relacl) a where a::text like 'millrace_app=%') is not null as granted
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`

describe('a backup', () => {
  it('puts back every row of every table, with row-level security as it was', async () => {
    const target = await emptyDatabase()
    const restored = await restore(target, from(await bytesOf(source)), options)
    const before = await everythingIn(source)
    expect(await everythingIn(target)).toEqual(before)
    expect(Object.values(before).filter((rows) => rows.length > 0).length).toBeGreaterThan(10)
    expect(restored).toMatchObject({ header: { product: 'millrace', format: 1 }, migrated: [] })
    expect(await onServer(POLICIES, target)).toEqual(await onServer(POLICIES, source))
  })

  it('sees and restores everything when the owner of the tables is no superuser', async () => {
    const [here, there] = [await emptyDatabase(true), await emptyDatabase(true)]
    await restore(here, from(await bytesOf(source)), options)
    await restore(there, from(await bytesOf(here)), options)
    expect(await everythingIn(there)).toEqual(await everythingIn(source))
    expect(await onServer(POLICIES, there)).toEqual(await onServer(POLICIES, source))
    // What lets the owner read for a backup is nothing to the role that the service works as.
    const asService = { ...there, options: '-c role=millrace_app' }
    expect(await onServer('select current_user, (select count(*)::int from workbook_rows) as seen', asService)).toEqual(
      [{ current_user: 'millrace_app', seen: 0 }],
    )
  })

  it('is of one moment, even while rows are written during the backup', async () => {
    const live = await emptyDatabase()
    await restore(live, from(await bytesOf(source)), options)
    const workspace = newId()
    const workbook = newId()
    const add = (rows: number) =>
      onServer(
        `with more as (insert into workbook_rows (workspace_id, workbook_id, id, position, data)
           select '${workspace}', '${workbook}', gen_random_uuid(), coalesce((select max(position) from workbook_rows where workbook_id = '${workbook}'), 0) + n,
             jsonb_build_object('c1', (select string_agg(md5(random()::text || p), '') from generate_series(1, 40) p)) from generate_series(1, ${rows}) n returning 1)
         update workbooks set total_rows = total_rows + (select count(*) from more) where id = '${workbook}'`,
        live,
      )
    await onServer(
      `insert into workspaces (id, name, slug) values ('${workspace}', 'Busy', 'busy');
       insert into workbooks (workspace_id, id, name) values ('${workspace}', '${workbook}', 'Busy')`,
      live,
    )
    await add(4000)
    const stream = backup(live, about())
    // The snapshot is taken before the first byte; no reader takes the next ones, so reading stands still in the middle.
    await once(stream, 'readable')
    await add(500)
    const chunks: Buffer[] = []
    for await (const chunk of stream) chunks.push(chunk)
    const target = await emptyDatabase()
    await restore(target, from(Buffer.concat(chunks)), options)
    const counts = `select total_rows, (select count(*)::int from workbook_rows where workbook_id = w.id) as rows from workbooks w where id = '${workbook}'`
    expect(await onServer(counts, target)).toEqual([{ total_rows: 4000, rows: 4000 }])
    expect(await onServer(counts, live)).toEqual([{ total_rows: 4500, rows: 4500 }])
  })

  it('of an older version is brought to this one, and one of a newer version is refused', async () => {
    const [older, target] = [await emptyDatabase(), await emptyDatabase()]
    await migrate(older, migrations.slice(0, 2), createLog('silent'))
    await onServer(`insert into users (username, password_hash) values ('old', 'x')`, older)
    const { migrated } = await restore(target, from(await bytesOf(older)), options)
    expect(migrated).toEqual(migrations.slice(2).map(({ name }) => name))
    expect(await onServer('select username from users', target)).toEqual([{ username: 'old' }])
    expect(await migrate(target, migrations, createLog('silent'))).toEqual([])
    await onServer(`insert into schema_migrations values (9999, '9999_later.sql', 'x')`, older)
    const later = restore(target, from(await bytesOf(older)), { ...options, replace: true })
    await expect(later).rejects.toThrow(/newer version/)
    expect(await onServer('select username from users', target)).toEqual([{ username: 'old' }])
  })

  it('of a version before the baseline is restored, and a database of that version is taken over as it is', async () => {
    const earlier = await readFile(new URL('./before-baseline.fixture.millrace', import.meta.url))
    const target = await emptyDatabase()
    const { header, migrated } = await restore(target, from(earlier), options)
    expect(header.migrations.length).toBeGreaterThan(100)
    const names = `select data ->> 'company' as company from leads order by id`
    const companies = [{ company: 'Acme' }, { company: 'Bolt' }]
    expect(await onServer(names, target)).toEqual(companies)
    // As that version left it: the same tables, with its own files on record.
    const later = migrated.map((name) => `'${name}'`).join(',') || `''`
    await onServer(
      `delete from schema_migrations where name not in (${later});
       insert into schema_migrations (number, name, checksum) select number, name, checksum
       from jsonb_to_recordset('${JSON.stringify(header.migrations)}') as one (number int, name text, checksum text)`,
      target,
    )
    expect(await migrate(target, migrations, createLog('silent'))).toEqual([])
    const record = 'select number, name, checksum from schema_migrations order by number'
    const today = migrations.map(({ number, name, checksum }) => ({ number, name, checksum }))
    expect(await onServer(record, target)).toEqual(today)
    expect(await onServer(names, target)).toEqual(companies)
  })

  it('is refused when it is of a version that the last one before the baseline has to upgrade first', async () => {
    const target = await emptyDatabase()
    await onServer(
      `create table schema_migrations (number int primary key, name text not null, checksum text not null, applied_at timestamptz);
       insert into schema_migrations values (1, '0001_foundation.sql', 'x'), (7, '0007_first_statistics.sql', 'y')`,
      target,
    )
    await expect(migrate(target, migrations, createLog('silent'))).rejects.toThrow(
      /its last migration is 0007_first_statistics.sql.* Start the version of 28 November 2026/,
    )
  })
})

describe('a restore', () => {
  it('leaves everything as it was when the file is cut, damaged or none at all', async () => {
    const target = await emptyDatabase()
    const whole = await bytesOf(source)
    await restore(target, from(whole), options)
    await onServer(`update users set profile_image = 'https://example.com/mine'`, target)
    const before = await everythingIn(target)
    const flipped = Buffer.from(whole)
    flipped[whole.length >> 1] = (whole[whole.length >> 1] as number) ^ 0x10
    for (const bytes of [
      whole.subarray(0, whole.length - 9),
      whole.subarray(0, whole.length >> 1),
      flipped,
      Buffer.from('no'),
    ])
      await expect(restore(target, from(bytes), { ...options, replace: true })).rejects.toThrow(
        /[Nn]othing was changed/,
      )
    expect(await everythingIn(target)).toEqual(before)
  })

  it('leaves everything as it was when it is killed in the middle', async () => {
    const target = await emptyDatabase()
    const whole = await bytesOf(source)
    await restore(target, from(whole), options)
    const before = await everythingIn(target)
    const stalled = new PassThrough()
    stalled.write(whole.subarray(0, whole.length - 200))
    const restoring = expect(restore(target, stalled, { ...options, replace: true })).rejects.toThrow()
    const name = `datname = '${target.database}' and application_name = 'millrace restore'`
    while ((await onServer(`select 1 from pg_stat_activity where ${name} and backend_xid is not null`)).length === 0);
    await onServer(`select pg_terminate_backend(pid) from pg_stat_activity where ${name}`)
    stalled.end(whole.subarray(whole.length - 200))
    await restoring
    expect(await everythingIn(target)).toEqual(before)
  })

  it('goes into an empty database only, unless what is there may be thrown away', async () => {
    const target = await emptyDatabase()
    const bytes = await bytesOf(source)
    await migrate(target, migrations, createLog('silent'))
    await restore(target, from(bytes), options)
    await onServer(`delete from workbook_rows`, target)
    await expect(restore(target, from(bytes), options)).rejects.toThrow('--replace')
    await restore(target, from(bytes), { ...options, replace: true })
    expect(await everythingIn(target)).toEqual(await everythingIn(source))
  })

  it('is refused while the service runs, and in a database that holds something else', async () => {
    const bytes = await bytesOf(source)
    const service = await startTestService()
    const served = service.database.connection as Server
    await expect(restore(served, from(bytes), { ...options, replace: true })).rejects.toThrow('is running')
    await service.close()
    const foreign = await emptyDatabase()
    await onServer('create table invoices (id int)', foreign)
    await expect(restore(foreign, from(bytes), { ...options, replace: true })).rejects.toThrow('not of Millrace')
    expect(await onServer('select * from invoices', foreign)).toEqual([])
  })
})

describe('the commands', () => {
  it('carry an install from a server into an embedded database and back', async () => {
    const embedded = { DATA_DIR: join(place, 'embedded') }
    const served = { DATA_DIR: join(place, 'served'), DATABASE_URL: urlOf(source) }
    const file = join(place, 'one.backup')
    expect(await runWords(['backup', file], served)).toMatchObject({
      code: 0,
      err: expect.stringContaining('master key'),
    })
    expect(await runWords(['backup', file], served)).toMatchObject({
      code: 1,
      err: expect.stringContaining('--overwrite'),
    })
    expect((await runWords(['restore', file], embedded)).out).toContain('Restored')
    const piped = await runWords(['backup', '-'], embedded)
    expect(piped.code).toBe(0)
    const target = await emptyDatabase()
    const back = await runWords(
      ['restore', '-', '--json'],
      { ...served, DATABASE_URL: urlOf(target) },
      from(piped.bytes),
    )
    expect(back).toMatchObject({ code: 0, err: '' })
    expect(JSON.parse(back.out)).toMatchObject({ version: '0.1.0', migrated: [] })
    expect(await everythingIn(target)).toEqual(await everythingIn(source))
  })

  it('say in a sentence what is wrong, and leave no half of a file', async () => {
    const nowhere = { DATA_DIR: join(place, 'none'), DATABASE_URL: urlOf({ ...source, database: 'no_such' }) }
    expect(await runWords(['backup', join(place, 'x')], nowhere)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/does not exist\. Make it first\.\n$/),
    })
    await expect(readFile(join(place, 'x'))).rejects.toThrow('ENOENT')
    await writeFile(join(place, 'text'), 'hello')
    expect((await runWords(['restore', join(place, 'text')], nowhere)).err).toContain('no backup of Millrace')
    expect((await runWords(['restore', join(place, 'gone')], nowhere)).err).toContain('There is no file')
  })
})
