// What the doctor looks at in the database: whether it answers, how old it is, who we are there, and whether its secrets open.
import { existsSync } from 'node:fs'
import { type Database, openDatabase } from '../../platform/db/database.ts'
import { readLayoutAt } from '../../platform/db/layout/layout.ts'
import { appliedMigrations, RUNTIME_ROLE, readRoleProblem, refuseForeignHistory } from '../../platform/db/migrate.ts'
import { readMigrations } from '../../platform/db/migration-files.ts'
import { refuseOtherDatabase } from '../../platform/db/sessions.ts'
import { oneRow } from '../../platform/db/sql-client.ts'
import { readMasterState, refuseWrongMaster, wrappingKey } from '../../platform/secrets/master.ts'
import { loadMasterKey } from '../../platform/secrets/master-key.ts'
import { rotationState } from '../../platform/secrets/rotation.commands.ts'
import { type DoctorCheck, fail, ok, warn } from './finding.ts'
import type { Install } from './install.ts'

export async function database(install: Install, migrationsFolder: string): Promise<DoctorCheck[]> {
  const problem = await readRoleProblem(install.connection)
  if (problem !== undefined) {
    const [what = problem, todo = ''] = problem.split(/(?<=\.) (?=Run once)/)
    return [ok('database', 'it answers'), fail('role', what, todo)]
  }
  const migrations = readMigrations(migrationsFolder)
  const applied = await appliedMigrations(install.connection, migrations)
  const opened = openDatabase({ connection: install.connection, role: RUNTIME_ROLE, poolSize: 2, log: install.log })
  try {
    if (applied.length === 0)
      return [
        ok('database', 'it answers and is empty'),
        warn('schema', 'there is none yet', 'The first start makes it.'),
      ]
    return [
      ...(await server(opened)),
      await layout(install),
      ...(await pooler(install)),
      schema(applied, migrations),
      await masterKey(opened, install),
    ]
  } finally {
    await opened.close()
  }
}

async function server(opened: Database): Promise<DoctorCheck[]> {
  const asked = Date.now()
  const { rows } = await opened.sessions.query<{
    version: string
    number: number
    now: number
    role: string
    almighty: boolean
    owns: number
  }>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
       extract(epoch from clock_timestamp())::float8 * 1000 as now, current_user as role,
       (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) as almighty,
       (select count(*)::int from pg_class where relowner = (select oid from pg_roles where rolname = current_user)) as owns`,
  )
  const { version, number, now, role, almighty, owns } = oneRow(rows)
  // The answer was made somewhere between the question and now.
  const apart = Math.abs(now - (asked + Date.now()) / 2)
  return [
    number >= 150_000
      ? ok('database', `PostgreSQL ${version}`)
      : fail('database', `PostgreSQL ${version} is too old`, 'Version 15 or newer is needed.'),
    almighty || owns > 0
      ? fail(
          'role',
          `${role} could pass by row-level security`,
          `Run as an administrator: alter role ${role} nosuperuser nobypassrls; and let it own nothing.`,
        )
      : ok('role', `${role}, bound by row-level security`),
    apart > 5_000
      ? warn(
          'clock',
          `${Math.round(apart / 1000)} s away from the database's`,
          'Let both machines take the time from the network.',
        )
      : ok('clock', "that of the database's"),
  ]
}

async function pooler({ connection, settings }: Install): Promise<DoctorCheck[]> {
  const { database_pooler_url: url } = settings
  if (url === undefined) return []
  try {
    await refuseOtherDatabase(connection, url)
    return [ok('pooler', 'it answers, from the same database')]
  } catch (error) {
    return [fail('pooler', (error as Error).message, 'Mend DATABASE_POOLER_URL, or unset it.')]
  }
}

async function layout({ connection }: Install): Promise<DoctorCheck> {
  const { state, citus, workers, distributed, waiting, shards, away } = await readLayoutAt(connection)
  if (state === 'unfinished')
    return fail(
      'layout',
      `distributing was broken off, ${waiting.length} tables wait`,
      'Run `millrace distribute` again.',
    )
  if (state === 'plain')
    return ok('layout', citus === null ? 'one server' : `one server, with Citus ${citus} and ${workers} nodes at hand`)
  const told = `distributed by Citus ${citus}: ${distributed} tables in ${shards} shards over ${workers} nodes`
  return away.length === 0
    ? ok('layout', told)
    : warn('layout', `${told}; not reached: ${away.join(', ')}`, 'Workspaces there are answered 503 until it is back.')
}

function schema(
  applied: Parameters<typeof refuseForeignHistory>[0],
  migrations: ReturnType<typeof readMigrations>,
): DoctorCheck {
  try {
    refuseForeignHistory(applied, migrations)
  } catch (error) {
    return fail('schema', 'it is not of this version', (error as Error).message)
  }
  const missing = migrations.length - applied.length
  if (missing === 0) return ok('schema', `all ${applied.length} migrations applied`)
  return warn(
    'schema',
    `${missing} of ${migrations.length} migrations are missing`,
    'The next start applies them. Make a backup before.',
  )
}

async function masterKey(opened: Database, { settings, dataDir }: Install): Promise<DoctorCheck> {
  const name = 'master key'
  const { master_key: key, master_key_file: file } = settings
  const state = await opened.inSystem((tx) => readMasterState(tx))
  const isThere = key !== undefined || file !== undefined || existsSync(`${dataDir}/master.key`)
  if (!isThere)
    return state
      ? fail(name, 'there is none, and the database holds secrets that need it', 'Put the one that was in use back.')
      : warn(name, 'there is none yet', 'The first start makes it.')
  try {
    const own = loadMasterKey({ key, file, dataDir, needed: 'there is none' })
    const which = refuseWrongMaster(wrappingKey(own), state)
    if (which === 'previous')
      return warn(
        name,
        'the one before the current',
        'Start every process with the new one, then `millrace secrets finish`.',
      )
    if ((await rotationState(opened, own)).unfinished)
      return warn(
        name,
        'opens the stored secrets; its last change is not finished',
        'When every process was started with it: `millrace secrets finish`.',
      )
    return ok(name, state ? 'opens the stored secrets' : 'there, and nothing is sealed with it yet')
  } catch (error) {
    return fail(name, 'it does not open the stored secrets', (error as Error).message)
  }
}
