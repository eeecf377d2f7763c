// The commands that copy a whole install into a file and out of it.
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type BackedUp, backup } from '../../platform/db/backup/backup.ts'
import { restore } from '../../platform/db/backup/restore.ts'
import { readMigrations } from '../../platform/db/migration-files.ts'
import type { SqlAsker } from '../../platform/db/sql-client.ts'
import { readMasterState, refuseWrongMaster, wrappingKey } from '../../platform/secrets/master.ts'
import { loadMasterKey } from '../../platform/secrets/master-key.ts'
import type { Settings } from '../../platform/settings.ts'
import { explainFileError, StartError } from '../../platform/start-error.ts'
import { VERSION } from '../version.ts'
import { type Command, JSON_OPTION } from './command.ts'
import { type Erasures, keepErasures, readErasures, readErasuresFile } from './erasures.ts'
import { withInstall, withInstallAlone } from './install.ts'

export const backupCommand: Command = {
  name: 'backup',
  args: ['file|-'],
  options: { overwrite: { help: 'Put it in the place of a file that is there.' }, json: JSON_OPTION },
  summary: 'Copy all data into one file, also while the service runs.',
  help: `The copy is of one moment. \`-\` writes it to standard output. The file appears under its name when it is whole.
The master key is not in it: keep that apart (DATA_DIR/master.key, MASTER_KEY or MASTER_KEY_FILE). Without the key the
secrets in a backup, such as the keys of integrations, stay closed.`,
  async run({ args, options, environment, stdout, say, tell, ...call }) {
    const [target = ''] = args
    if (target !== '-' && existsSync(target) && !options.overwrite)
      throw new StartError(`${target} is there already. Choose another name, or say --overwrite.`)
    let result: BackedUp | undefined
    await withInstall({ args, options, environment, stdout, say, tell, ...call }, async ({ connection }) => {
      const done = (counted: BackedUp) => {
        result = counted
      }
      const archive = backup(connection, { version: VERSION, made_at: new Date(), done })
      if (target === '-') await pipeline(archive, stdout, { end: false })
      else await writeWhole(archive, target)
    })
    const { tables, rows } = result as BackedUp & object
    if (target === '-') tell(`Backed up ${counted(rows, tables)}.`)
    else if (options.json) say(JSON.stringify({ file: target, tables, rows }))
    else say(`Backed up ${counted(rows, tables)} to ${target}.`)
    tell('The master key is not in it. Keep that apart, and as safe: without it the stored secrets stay closed.')
    return 0
  },
}

/** Under another name until it is whole, so that a backup that broke off never looks like one. */
async function writeWhole(archive: Readable, target: string): Promise<void> {
  const fresh = `${target}.${process.pid}.part`
  try {
    // Flushed, because people take their backups for safe when the command ends.
    await pipeline(archive, createWriteStream(fresh, { mode: 0o600, flags: 'wx', flush: true }))
    await rename(fresh, target)
  } catch (error) {
    await rm(fresh, { force: true })
    throw (error as NodeJS.ErrnoException).syscall ? fileError(error, target) : error
  }
}

export const restoreCommand: Command = {
  name: 'restore',
  args: ['file|-'],
  options: {
    replace: { help: 'Throw away what is in the database now.' },
    erasures: {
      value: 'file',
      help: 'Erase again the people who were erased since, from a list that `erasures` wrote.',
    },
    'drop-secrets': { help: 'Leave the stored secrets out, when the master key they need is lost.' },
    json: JSON_OPTION,
  },
  summary: 'Put a backup into an empty database; the service must be stopped.',
  help: `\`-\` reads it from standard input. A backup of an older version is brought to this one; one of a newer version is refused.
All of it happens in one transaction: when it fails or is killed, the database is as it was. Runs that were under way
when the backup was made go on when the service starts. When the backup holds secrets, the master key they were sealed with must
be here already: in DATA_DIR/master.key, MASTER_KEY or MASTER_KEY_FILE. Who was erased after the backup was made does not come back: what
the database that is replaced knows of it is kept, and what \`--erasures\` brings; the service erases them again when it starts.`,
  async run({ args, options, stdin, say, tell, ...call }) {
    const [source = ''] = args
    if (source !== '-' && !existsSync(source)) throw new StartError(`There is no file ${source}.`)
    const known: Erasures[] = typeof options.erasures === 'string' ? [await listOf(options.erasures)] : []
    let erased = 0
    let isReplaced = false
    const result = await withInstallAlone(
      { args, options, stdin, say, tell, ...call },
      ({ connection, settings, dataDir }) =>
        restore(connection, source === '-' ? stdin : createReadStream(source), {
          migrations: readMigrations(call.folders.migrations),
          replace: options.replace === true,
          carry: async (client) => {
            isReplaced = true
            known.push(await readErasures(client))
          },
          inspect: async (client) => {
            await (options['drop-secrets'] ? dropSecrets(client) : refuseOtherKey(client, settings, dataDir))
            for (const erasures of known) erased += await keepErasures(client, erasures)
          },
        }),
    ).catch((error) => {
      throw fileError(error, source)
    })
    const { header, tables, rows, migrated } = result
    if (erased > 0)
      tell('People who were erased stay erased: the service erases again what the backup brought of them.')
    else if (!options.json && !isReplaced && known.length === 0)
      tell(
        'People who were erased after this backup was made come back, unless it is restored with --erasures and the list of that install.',
      )
    if (options.json) say(JSON.stringify({ version: header.version, made_at: header.made_at, tables, rows, migrated }))
    else
      say(
        `Restored ${counted(rows, tables)} as of ${header.made_at}, written by Millrace ${header.version}.${
          migrated.length > 0 ? ` Brought to version ${VERSION} by ${migrated.join(', ')}.` : ''
        }`,
      )
    return 0
  },
}

async function listOf(path: string): Promise<Erasures> {
  if (!existsSync(path)) throw new StartError(`There is no file ${path}.`)
  return readErasuresFile(path)
}

/** By truncating, which row-level security has no say in. */
async function dropSecrets(client: SqlAsker): Promise<void> {
  await client.query('truncate master_key, workspace_keys, integration_values, integration_tests')
}

/** A restore whose secrets stay closed is refused while the right key can still be put in its place. */
async function refuseOtherKey(client: SqlAsker, settings: Settings, dataDir: string): Promise<void> {
  const state = await readMasterState({ client })
  if (!state) return
  const { master_key: key, master_key_file: file } = settings
  try {
    const needed = 'there is no master key here'
    refuseWrongMaster(wrappingKey(loadMasterKey({ key, file, dataDir, needed })), state)
  } catch {
    throw new StartError(
      `The backup holds secrets that are sealed with another master key than the one of this install${key || file ? '' : ` (${dataDir}/master.key)`}. ` +
        'Put the key of the backup there first, or say --drop-secrets to restore everything but them. Nothing was changed.',
    )
  }
}

const counted = (rows: number, tables: number) => `${rows} rows of ${tables} tables`

function fileError(error: unknown, path: string): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return new StartError(`The folder of ${path} does not exist.`)
  if (code === 'EISDIR') return new StartError(`${path} is a folder; name a file.`)
  if (code === 'ENOSPC') return new StartError(`The disk is full: ${path} was not written.`)
  if (code === 'EACCES') return new StartError(`This user may not use ${path}.`)
  return explainFileError(error, path)
}
