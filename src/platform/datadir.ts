// The data directory: made private, stamped with the version that wrote it, and held by one serving process at a time.
import { mkdir, open, readFile, realpath, rename, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { claimFile } from './pidfile.ts'
import { explainFileError, StartError } from './start-error.ts'

/** Raised when a release writes something an older one cannot read. */
export const DATA_FORMAT = 1

const ROOM_NEEDED = 200 * 1024 * 1024

export interface DataDir {
  /** Absolute, links resolved. */
  path: string
  close(): Promise<void>
}

export interface DataDirOptions {
  path: string
  /** `all` and `api` are alone on a directory; any number of workers may join them. */
  role: 'all' | 'api' | 'worker'
  /** Version of this product, `major.minor.patch`. */
  version: string
  log: { warn(fields: object, message: string): void }
}

interface VersionStamp {
  product: 'millrace'
  version: string
  format: number
}

/**
 * Opens the directory, making it (0700) where there is none; an existing one keeps its mode, what we put in is private.
 * @throws StartError when it cannot be used, is in use, was written by a newer release, or its disk is full.
 */
export async function openDataDir(options: DataDirOptions): Promise<DataDir> {
  try {
    await mkdir(options.path, { recursive: true, mode: 0o700 })
    const path = await realpath(options.path)
    const stamp = await readVersion(path)
    if (stamp) refuseNewer(stamp, path, options.version)
    await checkRoom(path, options.log)
    const release = await hold(path, options.role)
    try {
      if (stamp?.version !== options.version || stamp.format !== DATA_FORMAT) await writeVersion(path, options.version)
    } catch (error) {
      await release()
      throw error
    }
    return { path, close: release }
  } catch (error) {
    throw explainFileError(error, options.path)
  }
}

async function hold(path: string, role: DataDirOptions['role']): Promise<() => Promise<void>> {
  if (role === 'worker') return async () => {}
  const claim = await claimFile(join(path, 'millrace.pid'), { role })
  if (claim.holder) {
    throw new StartError(
      `Another Millrace (pid ${claim.holder.pid}) is already using ${path}. ` +
        'Stop it first, give this one another DATA_DIR, or start it with ROLE=worker to help the other.',
    )
  }
  return claim.release
}

async function readVersion(path: string): Promise<VersionStamp | null> {
  const file = join(path, 'version.json')
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (text === null) return null
  try {
    const stamp = JSON.parse(text)
    if (stamp.product === 'millrace' && Number.isInteger(stamp.format) && typeof stamp.version === 'string')
      return stamp
  } catch {}
  throw new StartError(
    `${file} is damaged, so it is unknown which release wrote this data. ` +
      'Restore that file from a backup, or remove it if no newer Millrace ever used this directory.',
  )
}

function refuseNewer(stamp: VersionStamp, path: string, version: string): void {
  // Patch releases of one minor share their data both ways.
  const [major = 0, minor = 0] = stamp.version.split('.').map(Number)
  const [ourMajor = 0, ourMinor = 0] = version.split('.').map(Number)
  const newer = stamp.format > DATA_FORMAT || major > ourMajor || (major === ourMajor && minor > ourMinor)
  if (!newer) return
  throw new StartError(
    `${path} was last used by Millrace ${stamp.version}, which is newer than this one (${version}). ` +
      `Start Millrace ${stamp.version} or later, or point DATA_DIR to another directory; nothing was changed.`,
  )
}

/** Written beside, flushed and renamed: after a power cut the file is the old or the new one, never half of it. */
async function writeVersion(path: string, version: string): Promise<void> {
  const stamp: VersionStamp = { product: 'millrace', version, format: DATA_FORMAT }
  const fresh = join(path, `version.json.${process.pid}.new`)
  const file = await open(fresh, 'w', 0o600)
  try {
    await file.writeFile(`${JSON.stringify(stamp)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(fresh, join(path, 'version.json'))
}

/** A new database is not begun on a nearly full disk; one that exists is opened all the same, so that it can be tidied. */
async function checkRoom(path: string, log: DataDirOptions['log']): Promise<void> {
  const disk = await statfs(path)
  const free = disk.bavail * disk.bsize
  // Some network disks tell nothing.
  if (disk.blocks === 0 || free >= ROOM_NEEDED) return
  const words = `only ${Math.floor(free / 1024 / 1024)} MB are free on the disk that holds ${path}`
  const exists = await stat(join(path, 'postgres')).then(
    () => true,
    () => false,
  )
  if (exists) log.warn({ free_bytes: free }, `${words}; free some space before writing stops`)
  else
    throw new StartError(
      `There is too little room: ${words}, and a new database needs 200 MB. ` +
        'Free some space, or point DATA_DIR to a disk with room.',
    )
}
