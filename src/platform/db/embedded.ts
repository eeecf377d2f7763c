// The embedded PostgreSQL: started, attached to when it already runs, kept running, and stopped by the last process that uses it.
import { createHash } from 'node:crypto'
import { chmod, chown, lstat, mkdir, readdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isRunning, ownStamp, readStamp, withFileLock } from '../pidfile.ts'
import { diskFull, explainFileError, StartError } from '../start-error.ts'
import { databaseAccount, type SystemAccount } from './embedded.account.ts'
import { ensureCluster, writeSettings } from './embedded.cluster.ts'
import {
  ask,
  clearStale,
  hasEnded,
  livePostmaster,
  type SocketAddress,
  spawnPostmaster,
  stopPostmaster,
} from './embedded.postmaster.ts'
import { findRuntime } from './embedded.runtime.ts'

export interface EmbeddedLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}

export interface EmbeddedDatabase {
  /** Superuser `postgres` on a Unix socket only we can open; database `millrace`. */
  connection: SocketAddress
  /** Leaves the database; stops it when no other live process of this data directory uses it. */
  close(): Promise<void>
}

const WATCH_MS = 2_000
const LOG_LIMIT_BYTES = 16 * 1024 * 1024
let uses = 0

/**
 * Starts the PostgreSQL of this data directory or attaches to the one that already runs, also one orphaned by kill -9.
 *
 * Each process that uses it leaves a stamp in DATA_DIR/run, and the last one out stops it, whichever started it: an API
 * process may restart while a worker on the same directory goes on. Starting and stopping hold DATA_DIR/run/start.lock.
 * @throws StartError with one sentence saying what to do.
 */
export async function startEmbedded(options: { dataDir: string; log: EmbeddedLog }): Promise<EmbeddedDatabase> {
  const { log } = options
  try {
    await mkdir(join(options.dataDir, 'run'), { recursive: true, mode: 0o700 })
    const dataDir = await realpath(options.dataDir)
    const lock = join(dataDir, 'run', 'start.lock')
    const stamp = join(dataDir, 'run', `database-${process.pid}-${++uses}.json`)
    const connection = await withFileLock(lock, async () => {
      const address = await bringUp(dataDir, log)
      await writeFile(stamp, JSON.stringify(ownStamp()), { mode: 0o600 })
      return address
    })
    const stopWatching = watch(dataDir, connection, lock, log)
    let closing: Promise<void> | undefined
    const close = async () => {
      await stopWatching()
      await withFileLock(lock, async () => {
        await rm(stamp, { force: true })
        const server = await livePostmaster(join(dataDir, 'postgres'))
        if (server && !(await isUsed(dataDir))) await stopPostmaster(server.pid)
      })
    }
    return {
      connection,
      close: () => {
        closing ??= close()
        return closing
      },
    }
  } catch (error) {
    throw explainFileError(error, options.dataDir)
  }
}

/** Under the lock: returns once the database answers. */
async function bringUp(dataDir: string, log: EmbeddedLog): Promise<SocketAddress> {
  const clusterDir = join(dataDir, 'postgres')
  const account = await databaseAccount(clusterDir)
  const socketDir = await socketDirectory(dataDir, clusterDir, account)
  const running = await livePostmaster(clusterDir)
  const address = addressOf(running ? (running.socketDir ?? clusterDir) : (socketDir ?? clusterDir))
  // Asked also without a live process: in another container on the same volume it has no number here, but it answers.
  if (running || (await ask(address)) !== 'absent') {
    if (await becomesReady(address, async () => running === null || (await livePostmaster(clusterDir)) !== null, log)) {
      log.info({ pid: running?.pid }, 'attached to the running database')
      return address
    }
  }
  const runtime = await findRuntime(dataDir, account)
  await ensureCluster(clusterDir, runtime, account)
  await writeSettings(clusterDir, socketDir ?? '.', account)
  const fresh = addressOf(socketDir ?? clusterDir)
  const logFile = join(dataDir, 'postgres.log')
  for (let attempt = 1; ; attempt++) {
    await clearStale(clusterDir, fresh.host)
    const logStart = await trimLog(logFile)
    const child = spawnPostmaster(clusterDir, runtime, account, logFile)
    let failed = ''
    child.on('error', (error) => {
      failed = error.message
    })
    if (await becomesReady(fresh, async () => !failed && !hasEnded(child), log)) {
      log.info({ pid: child.pid, version: runtime.major }, 'started the database')
      return fresh
    }
    const told = failed || (await readFile(logFile, 'utf8')).slice(logStart)
    // The backends of a killed server need a moment to notice that it is gone.
    if (/pre-existing shared memory block/.test(told) && attempt < 100) await sleep(100)
    else if (/no space left on device|disk quota/i.test(told)) throw new StartError(diskFull(clusterDir))
    else {
      const why = told.match(/(?:FATAL|PANIC): +(.*)/)?.[1] ?? told.trim().split('\n').at(-1)
      throw new StartError(`The database in ${clusterDir} does not start: ${why}. More is in ${logFile}.`)
    }
  }
}

/** Waits until the server answers, for as long as it lives: recovery after a crash may take minutes. Makes our database. */
async function becomesReady(address: SocketAddress, lives: () => Promise<boolean>, log: EmbeddedLog): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    const answer = await ask(address)
    if (answer === 'ready') return true
    if (answer === 'no_database') {
      await ask({ ...address, database: 'postgres' }, `create database ${address.database}`)
      continue
    }
    if (!(await lives())) return false
    if (tries % 500 === 0) log.info({}, 'waiting for the database, it recovers or is very busy')
    await sleep(15)
  }
}

const addressOf = (socketDir: string): SocketAddress => ({
  host: socketDir,
  port: 5432,
  user: 'postgres',
  database: 'millrace',
})

/** Null when the socket can live in the cluster directory, which is 0700; else a short private directory. */
async function socketDirectory(
  dataDir: string,
  clusterDir: string,
  account: SystemAccount | null,
): Promise<string | null> {
  // The kernel takes 107 bytes of path on Linux and 103 on macOS.
  if (Buffer.byteLength(join(clusterDir, '.s.PGSQL.5432')) <= 103) return null
  const owner = account?.uid ?? process.getuid?.() ?? 0
  const key = createHash('sha256').update(dataDir).digest('hex').slice(0, 12)
  const dir = join(tmpdir(), `millrace-${owner}-${key}`)
  await mkdir(dir, { mode: 0o700 }).then(
    () => account && chown(dir, account.uid, account.gid),
    () => {},
  )
  const found = await lstat(dir)
  if (!found.isDirectory() || found.uid !== owner) {
    throw new StartError(`${dir} belongs to another user. Remove it, or choose a shorter path for DATA_DIR.`)
  }
  await chmod(dir, 0o700)
  return dir
}

/** Restarts the database when it dies under us (out of memory, a stray kill). */
function watch(dataDir: string, address: SocketAddress, lock: string, log: EmbeddedLog): () => Promise<void> {
  let checking: Promise<void> = Promise.resolve()
  let failures = 0
  const check = async () => {
    if (await livePostmaster(join(dataDir, 'postgres'))) return
    if ((await ask(address)) !== 'absent') return
    log.warn({}, 'the database is gone, starting it again')
    await withFileLock(lock, () => bringUp(dataDir, log))
  }
  const next = () => {
    checking = check().then(
      () => {
        failures = 0
      },
      (error: Error) => {
        failures += 1
        log.warn({ error: error.message }, 'the database could not be started again')
      },
    )
    return checking
  }
  let stopped = false
  let timer: NodeJS.Timeout
  const schedule = () => {
    timer = setTimeout(() => next().finally(() => stopped || schedule()), WATCH_MS * 2 ** Math.min(failures, 4))
    timer.unref()
  }
  schedule()
  return async () => {
    stopped = true
    clearTimeout(timer)
    await checking
  }
}

/** True while any live process has its stamp here; stamps of dead ones are swept away. */
async function isUsed(dataDir: string): Promise<boolean> {
  let used = false
  for (const name of await readdir(join(dataDir, 'run'))) {
    if (!name.startsWith('database-')) continue
    const path = join(dataDir, 'run', name)
    const stamp = readStamp(path)
    if (stamp && isRunning(stamp)) used = true
    else await rm(path, { force: true })
  }
  return used
}

/** Keeps the server's log small, one older piece beside it; returns where new lines begin. */
async function trimLog(logFile: string): Promise<number> {
  const size = await stat(logFile).then(
    (file) => file.size,
    () => 0,
  )
  if (size <= LOG_LIMIT_BYTES) return size
  await rename(logFile, `${logFile}.old`)
  return 0
}
