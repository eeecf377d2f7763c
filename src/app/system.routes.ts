// Routes for the operators of the install: its state, for platform administrators.
import { statfs } from 'node:fs/promises'
import { Type } from 'typebox'
import type { Database } from '../platform/db/database.ts'
import { oneRow } from '../platform/db/sql-client.ts'
import { defineRoute, type Route } from '../platform/http/route.ts'
import type { Settings } from '../platform/settings.ts'
import { VERSION } from './version.ts'

export interface SystemParts {
  database: Database
  settings: Pick<Settings, 'role' | 'data_dir' | 'database_url'>
  now: () => Date
}

const count = Type.Integer({ minimum: 0 })
const seconds = (description: string) => Type.Union([Type.Number({ minimum: 0 }), Type.Null()], { description })

const SystemState = Type.Object(
  {
    version: Type.String(),
    node: Type.String(),
    role: Type.String({ description: 'Of the process that answers.' }),
    uptime_seconds: Type.Number({ minimum: 0, description: 'Of the process that answers.' }),
    database: Type.Object({
      kind: Type.Union([Type.Literal('embedded'), Type.Literal('server')]),
      version: Type.String(),
      size_bytes: count,
      migrations: count,
      last_migration: Type.String(),
    }),
    jobs: Type.Object({
      waiting: Type.Integer({ minimum: 0, description: 'Due and not taken yet.' }),
      working: count,
      planned: Type.Integer({ minimum: 0, description: 'For later.' }),
      given_up: count,
      oldest_waiting_seconds: seconds('How long the first of them has been due; null when none is.'),
    }),
    runs: Type.Object({ queued: count, running: count, paused: count }),
    events: Type.Object({
      waiting: Type.Integer({ minimum: 0, description: 'Rung and not handed out yet.' }),
      lag_seconds: seconds('Age of the oldest of them; null when none is.'),
    }),
    disk: Type.Object(
      { free_bytes: count, total_bytes: count },
      { description: 'Of DATA_DIR; with a database server, its own disk is not seen from here.' },
    ),
  },
  { $id: 'SystemState' },
)

export function systemStateRoutes(parts: SystemParts): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/settings/system',
      id: 'get_system_state',
      tag: 'Settings',
      summary: 'The state of the install',
      description:
        'For platform administrators. Counts are totals over all workspaces and reveal nothing about a single one.',
      access: 'admin',
      response: { 200: SystemState },
      handler: () => readState(parts),
    }),
  ]
}

const STATE = `select current_setting('server_version') as version, pg_database_size(current_database()) as size_bytes,
    (select count(*) from schema_migrations) as migrations,
    (select name from schema_migrations order by number desc limit 1) as last_migration,
    (select count(*) from queue where state = 'ready' and run_at <= now()) as waiting,
    (select count(*) from queue where state = 'leased') as working,
    (select count(*) from queue where state = 'ready' and run_at > now()) as planned,
    (select count(*) from queue where state = 'dead') as given_up,
    (select extract(epoch from now() - min(run_at))::float8 from queue where state = 'ready' and run_at <= now()) as oldest_waiting_seconds,
    (select count(*) from runs where status = 'queued') as queued, (select count(*) from runs where status = 'running') as running,
    (select count(*) from runs where status = 'paused') as paused,
    (select count(*) from outbox) as events, (select extract(epoch from now() - min(created_at))::float8 from outbox) as lag_seconds`

interface StateRow {
  version: string
  size_bytes: number
  migrations: number
  last_migration: string
  waiting: number
  working: number
  planned: number
  given_up: number
  oldest_waiting_seconds: number | null
  queued: number
  running: number
  paused: number
  events: number
  lag_seconds: number | null
}

async function readState({ database, settings }: SystemParts) {
  const [state, disk] = await Promise.all([
    database.inSystem(async (tx) => oneRow((await tx.client.query<StateRow>(STATE)).rows)),
    statfs(settings.data_dir),
  ])
  const { version, size_bytes, migrations, last_migration, events, lag_seconds, ...rest } = state
  const { waiting, working, planned, given_up, oldest_waiting_seconds, queued, running, paused } = rest
  return {
    version: VERSION,
    node: process.versions.node,
    role: settings.role,
    uptime_seconds: Math.round(process.uptime()),
    database: {
      kind: settings.database_url === undefined ? ('embedded' as const) : ('server' as const),
      version,
      size_bytes,
      migrations,
      last_migration,
    },
    jobs: { waiting, working, planned, given_up, oldest_waiting_seconds },
    runs: { queued, running, paused },
    events: { waiting: events, lag_seconds },
    disk: { free_bytes: disk.bavail * disk.bsize, total_bytes: disk.blocks * disk.bsize },
  }
}
