// The install that a command works on: its settings, its data directory and its database, opened only as far as needed.
import { existsSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { readSettings } from '../../platform/config.ts'
import { openDataDir } from '../../platform/datadir.ts'
import { type ConnectionAddress, type Database, openDatabase } from '../../platform/db/database.ts'
import { startEmbedded } from '../../platform/db/embedded.ts'
import { openNodes } from '../../platform/db/layout/at-node.ts'
import { appliedMigrations, RUNTIME_ROLE, refuseForeignHistory } from '../../platform/db/migrate.ts'
import { readMigrations } from '../../platform/db/migration-files.ts'
import { createLog, type Log } from '../../platform/log.ts'
import { createAddressCheck } from '../../platform/net/address-check.ts'
import type { Settings } from '../../platform/settings.ts'
import { StartError } from '../../platform/start-error.ts'
import { VERSION } from '../version.ts'
import type { CommandCall } from './command.ts'

export interface Install {
  settings: Settings
  connection: ConnectionAddress
  /** Absolute; made when it was not there. */
  dataDir: string
  log: Log
}

/** Runs work on the database of the settings as its owner. An embedded one is attached to, or started for as long as it takes. */
export async function withInstall<T>(call: CommandCall, work: (install: Install) => Promise<T>): Promise<T> {
  const settings = readSettings(call.environment)
  if (settings.database_url === undefined && !existsSync(join(settings.data_dir, 'postgres', 'PG_VERSION')))
    throw new StartError(
      `There is no database in ${settings.data_dir}. Set DATA_DIR or DATABASE_URL as they are set for the service.`,
    )
  return onDatabase(settings, work)
}

/** The same as the only one: refused while the service runs. Where there is no install yet it is begun. */
export async function withInstallAlone<T>(call: CommandCall, work: (install: Install) => Promise<T>): Promise<T> {
  const settings = readSettings(call.environment)
  const log = quietLog(settings)
  const dataDir = await openDataDir({ path: settings.data_dir, role: 'all', version: VERSION, log })
  try {
    return await onDatabase(settings, work)
  } finally {
    await dataDir.close()
  }
}

async function onDatabase<T>(settings: Settings, work: (install: Install) => Promise<T>): Promise<T> {
  const log = quietLog(settings)
  if (settings.database_url !== undefined)
    return work({ settings, connection: { connectionString: settings.database_url }, dataDir: settings.data_dir, log })
  const dataDir = await realpath(settings.data_dir)
  const embedded = await startEmbedded({ dataDir, log })
  try {
    return await work({ settings, connection: embedded.connection, dataDir, log })
  } finally {
    await embedded.close()
  }
}

/** A command prints its own result. The log shows errors only, unless its level is debug or trace. */
function quietLog({ log_level }: Settings): Log {
  return createLog(log_level === 'debug' || log_level === 'trace' ? log_level : 'error')
}

/** Runs work on the database as the service does. Refused when its schema is not that of this version. */
export function withDatabase<T>(
  call: CommandCall,
  work: (database: Database, install: Install) => Promise<T>,
): Promise<T> {
  return withInstall(call, async (install) => {
    await refuseOtherLevel(install.connection, call.folders.migrations)
    const { connection, log } = install
    const nodes = await openNodes(connection, RUNTIME_ROLE)
    const database = openDatabase({
      connection,
      role: RUNTIME_ROLE,
      poolSize: 4,
      log,
      nodes,
      addresses: addressCheck(install.settings),
    })
    try {
      return await work(database, install)
    } finally {
      await database.close()
    }
  })
}

const addressCheck = ({ egress_allow, egress_host_map }: Settings) =>
  createAddressCheck({ allow: egress_allow, hostMap: egress_host_map })

async function refuseOtherLevel(connection: ConnectionAddress, folder: string): Promise<void> {
  const migrations = readMigrations(folder)
  const applied = await appliedMigrations(connection, migrations)
  refuseForeignHistory(applied, migrations)
  if (applied.length < migrations.length)
    throw new StartError(
      `The database is not at version ${VERSION} yet. Start this version of the service once, which migrates it, and try again.`,
    )
}
