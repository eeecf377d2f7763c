// One running postmaster: whether it lives, whether it answers, how it is started and how it ends.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { closeSync, openSync, statSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { linuxStat, pidExists } from '../pidfile.ts'
import { StartError } from '../start-error.ts'
import type { SystemAccount } from './embedded.account.ts'
import { clusterArgument } from './embedded.cluster.ts'
import { program, programEnv, type Runtime } from './embedded.runtime.ts'

export interface SocketAddress {
  /** Directory of the Unix socket, which `pg` takes as the host. */
  host: string
  port: number
  user: string
  database: string
}

/** The live postmaster of this cluster as postmaster.pid tells, or null; a file left behind by a crash counts as none. */
export async function livePostmaster(clusterDir: string): Promise<{ pid: number; socketDir: string | null } | null> {
  const lines = (await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 1 || !isPostmasterOf(pid, clusterDir)) return null
  return { pid, socketDir: lines[4]?.startsWith('/') ? lines[4] : null }
}

/** The pid may belong to another program by now, so it must be a postgres that works in this cluster. */
function isPostmasterOf(pid: number, clusterDir: string): boolean {
  if (!pidExists(pid)) return false
  if (process.platform !== 'linux') {
    try {
      return execFileSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' }).includes('postgres')
    } catch {
      return false
    }
  }
  if (linuxStat(pid)?.name !== 'postgres') return false
  try {
    const [its, ours] = [statSync(`/proc/${pid}/cwd`), statSync(clusterDir)]
    return its.dev === ours.dev && its.ino === ours.ino
  } catch {
    // Root in a container may not look into another user's process: then the name has to do.
    return true
  }
}

export type PostmasterStatus = 'ready' | 'busy' | 'absent' | 'no_database'

/** Connects once. `busy` covers starting, recovering, stopping and full. @throws other errors of the server. */
export async function ask(address: SocketAddress, statement?: string): Promise<PostmasterStatus> {
  const socket = new Socket()
  const client = new pg.Client({ ...address, ssl: false, connectionTimeoutMillis: 5_000, stream: () => socket })
  client.on('error', () => {})
  try {
    await client.connect()
    if (statement) await client.query(statement)
    await client.end()
    return 'ready'
  } catch (error) {
    const code = (error as { code?: string }).code
    if (code === 'ENOENT' || code === 'ECONNREFUSED' || code === 'ENOTSOCK') return 'absent'
    if (code === '57P03' || code === '53300' || code === 'ECONNRESET' || code === 'EPIPE') return 'busy'
    if (code === '3D000') return 'no_database'
    if (code === undefined && /timeout|terminated/i.test((error as Error).message)) return 'busy'
    throw error
  } finally {
    // Without a goodbye: a server that has closed would answer it with an error.
    socket.destroy()
  }
}

/** Starts the server in a session of its own, so that Ctrl-C at the terminal reaches us and not the database first. */
export function spawnPostmaster(clusterDir: string, runtime: Runtime, account: SystemAccount | null, logFile: string) {
  const output = openSync(logFile, 'a', 0o600)
  try {
    const child = spawn(program(runtime.dir, 'postgres'), ['-D', clusterArgument(clusterDir, account)], {
      ...account,
      cwd: clusterDir,
      env: programEnv(),
      detached: true,
      stdio: ['ignore', output, output],
    })
    child.unref()
    return child
  } finally {
    closeSync(output)
  }
}

/** Removes what a crash left, so that a reused process number cannot make the new server believe the old one lives. */
export async function clearStale(clusterDir: string, socketDir: string): Promise<void> {
  await rm(join(clusterDir, 'postmaster.pid'), { force: true })
  await rm(join(socketDir, '.s.PGSQL.5432'), { force: true })
  await rm(join(socketDir, '.s.PGSQL.5432.lock'), { force: true })
}

export const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null

/** Fast shutdown: open transactions are rolled back, everything committed is on disk. Returns when the process is gone. */
export async function stopPostmaster(pid: number): Promise<void> {
  const signal = (name: NodeJS.Signals) => {
    try {
      process.kill(pid, name)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') {
        throw new StartError(`The database process ${pid} could not be stopped: ${(error as Error).message}`)
      }
    }
  }
  signal('SIGINT')
  for (let waited = 0; pidExists(pid); waited += 10) {
    // The last checkpoint may take long on a slow disk; after a minute the log, replayed at the next start, is enough.
    if (waited === 60_000) signal('SIGQUIT')
    if (waited > 90_000)
      throw new StartError(`The database process ${pid} does not stop. Look at its log, then end it.`)
    await sleep(10)
  }
}
