// The commands that change the master key while the service goes on.
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { copyFile, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { loadMasterKey } from '../../platform/secrets/master-key.ts'
import { finishRotation, rotateSecrets } from '../../platform/secrets/rotation.commands.ts'
import { explainFileError, StartError } from '../../platform/start-error.ts'
import { type Command, JSON_OPTION } from './command.ts'
import { type Install, withDatabase } from './install.ts'

const OLD = 'master.key.old'

export const rotate: Command = {
  name: 'secrets rotate',
  args: [],
  options: {
    'new-key-file': { value: 'file', help: 'The new key; made there when there is no such file.' },
    json: JSON_OPTION,
  },
  summary: 'Change the master key without stopping the service.',
  help: `What it seals is not touched: only the keys of the workspaces are wrapped again. Processes with the old key go on until they are
started again. If it is interrupted, run it again. Where MASTER_KEY or MASTER_KEY_FILE is set, name a new file, and let the setting
tell of it when this is done. Since the master key also signs sessions, people log in again once the service was started again.`,
  async run(call) {
    const result = await withDatabase(call, async (database, install) => {
      const { current, isOurs } = currentKey(install)
      const named = call.options['new-key-file'] as string | undefined
      if (!isOurs && named === undefined)
        throw new StartError(
          'The master key comes from MASTER_KEY or MASTER_KEY_FILE, so name a file for the new one: --new-key-file <file>.',
        )
      const file = named ?? join(install.dataDir, 'master.key.new')
      await makeKey(file)
      const next = keyIn(file)
      const { rewrapped } = await rotateSecrets(database, { current, next })
      if (isOurs) await putInPlace(install.dataDir, file, named === undefined)
      return { rewrapped, key_file: isOurs ? join(install.dataDir, 'master.key') : file, isOurs }
    })
    const { rewrapped, key_file, isOurs } = result
    if (call.options.json) call.say(JSON.stringify({ rewrapped, key_file }))
    else
      call.say(
        `The master key is changed; ${rewrapped} keys of workspaces are wrapped with the new one, which is in ${key_file}.\n` +
          `Now ${isOurs ? '' : `set MASTER_KEY_FILE=${key_file} (and unset MASTER_KEY) and `}start every process again, then run: millrace secrets finish` +
          `${isOurs ? `\nThe old key is kept in ${join(key_file, '..', OLD)} until then. Backups made before need it.` : ''}`,
      )
    return 0
  },
}

export const finish: Command = {
  name: 'secrets finish',
  args: [],
  options: { json: JSON_OPTION },
  summary: 'End a change of the master key: the old one opens nothing any more.',
  help: 'Run it when every process was started with the new key.',
  async run(call) {
    await withDatabase(call, async (database, install) => {
      const { current } = currentKey(install)
      await finishRotation(database, current)
      await rm(join(install.dataDir, OLD), { force: true })
    })
    if (call.options.json) call.say(JSON.stringify({ finished: true }))
    else call.say('Done. The old master key opens nothing any more but backups that were made with it.')
    return 0
  },
}

/** The master key in use; `isOurs` when it is the file in the data directory. */
function currentKey({ settings, dataDir }: Pick<Install, 'settings' | 'dataDir'>): {
  current: Buffer
  isOurs: boolean
} {
  const { master_key: key, master_key_file: file } = settings
  const needed = `There is no master key in ${dataDir}. Set DATA_DIR, MASTER_KEY or MASTER_KEY_FILE as they are set for the service.`
  return { current: loadMasterKey({ key, file, dataDir, needed }), isOurs: key === undefined && file === undefined }
}

const keyIn = (file: string) => loadMasterKey({ key: undefined, file, dataDir: '', needed: undefined })

/** Kept when it is there, so that an interrupted change goes on with the same key. Flushed before anything is wrapped with it. */
async function makeKey(file: string): Promise<void> {
  if (existsSync(file)) return
  try {
    const handle = await open(file, 'wx', 0o600)
    try {
      await handle.writeFile(`${randomBytes(32).toString('base64')}\n`)
      await handle.sync()
    } finally {
      await handle.close()
    }
  } catch (error) {
    throw explainFileError(error, file)
  }
}

/** Puts the new key in the place of the old, which stays beside it. At every moment one of them is `master.key`. */
async function putInPlace(dataDir: string, file: string, isScratch: boolean): Promise<void> {
  const place = join(dataDir, 'master.key')
  if (existsSync(place) && readFileSync(place, 'utf8') === readFileSync(file, 'utf8')) return
  await copyFile(place, join(dataDir, OLD))
  if (isScratch) await rename(file, place)
  else {
    await copyFile(file, `${place}.${process.pid}`)
    await rename(`${place}.${process.pid}`, place)
  }
}
