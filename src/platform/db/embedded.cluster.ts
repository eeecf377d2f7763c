// The database cluster on disk: created once and all at once, checked against our PostgreSQL, and given its settings at every start.
import { spawn, spawnSync } from 'node:child_process'
import { chown, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { diskFull, StartError } from '../start-error.ts'
import type { SystemAccount } from './embedded.account.ts'
import { program, programEnv, type Runtime } from './embedded.runtime.ts'

/**
 * The data directory as the programs are told it. Below a directory their user may not enter (a 0700 home, or our own
 * DATA_DIR when we are root) the absolute path is closed to them, but the working directory we start them in is not.
 */
export const clusterArgument = (clusterDir: string, account: SystemAccount | null): string =>
  account && process.platform === 'linux' ? '/proc/self/cwd' : clusterDir

/** Makes the cluster when there is none. @throws StartError for a foreign or unreadable one. */
export async function ensureCluster(
  clusterDir: string,
  runtime: Runtime,
  account: SystemAccount | null,
): Promise<void> {
  const version = (await readFile(join(clusterDir, 'PG_VERSION'), 'utf8').catch(() => '')).trim()
  if (version === '') await createCluster(clusterDir, runtime, account)
  else if (Number(version) !== runtime.major) {
    throw new StartError(
      `The database in ${clusterDir} was written by PostgreSQL ${version}, and this Millrace brings PostgreSQL ${runtime.major}, ` +
        'which cannot read it. Start the Millrace release that wrote it, or point DATA_DIR to another directory; nothing was changed.',
    )
  } else if (account && (await stat(clusterDir)).uid === 0) {
    // After a restore by root: the server reads only files that it owns.
    spawnSync('chown', ['-R', `${account.uid}:${account.gid}`, clusterDir])
    spawnSync('chmod', ['0700', clusterDir])
  }
}

async function createCluster(clusterDir: string, runtime: Runtime, account: SystemAccount | null): Promise<void> {
  const present = await readdir(clusterDir).catch(() => [])
  if (present.length > 0) {
    throw new StartError(
      `${clusterDir} holds files but no complete database (its PG_VERSION is missing). ` +
        'Restore it from a backup, or move it away to begin with an empty database.',
    )
  }
  // Created under another name and renamed when complete, so that a kill leaves either no database or a complete one.
  const parent = dirname(clusterDir)
  for (const name of await readdir(parent)) {
    if (/^postgres\.\d+\.new$/.test(name)) await rm(join(parent, name), { recursive: true, force: true })
  }
  // A name of its own, because an initdb whose starter was killed may still be at work in the earlier one.
  const fresh = `${clusterDir}.${process.pid}.new`
  await mkdir(fresh, { mode: 0o700 })
  if (account) await chown(fresh, account.uid, account.gid)
  const args = [
    '-D',
    clusterArgument(fresh, account),
    '-U',
    'postgres',
    '-E',
    'UTF8',
    '--locale=C',
    '--no-instructions',
  ]
  args.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--auth-local=trust', '--auth-host=reject')
  const { ok, output } = await run(program(runtime.dir, 'initdb'), args, fresh, account)
  if (!ok) {
    await rm(fresh, { recursive: true, force: true })
    if (/no space left|disk quota/i.test(output)) throw new StartError(diskFull(clusterDir))
    const why = output.match(/(?:error|FATAL|PANIC): .*/)?.[0] ?? output.trim().split('\n').at(-1)
    throw new StartError(`The database could not be created in ${clusterDir}: ${why}`)
  }
  await rm(clusterDir, { recursive: true, force: true })
  await rename(fresh, clusterDir)
}

function run(file: string, args: string[], cwd: string, account: SystemAccount | null) {
  return new Promise<{ ok: boolean; output: string }>((resolve) => {
    const child = spawn(file, args, { ...account, cwd, env: programEnv(), stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const collect = (chunk: Buffer) => {
      output += chunk
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.on('error', (error) => resolve({ ok: false, output: error.message }))
    child.on('close', (code) => resolve({ ok: code === 0, output }))
  })
}

/**
 * Writes postgresql.conf. Durable (a commit that was answered survives a power cut), and small: an idle
 * database stays near 30 MB. What an operator puts into custom.conf or sets by ALTER SYSTEM wins.
 */
export async function writeSettings(
  clusterDir: string,
  socketDir: string,
  account: SystemAccount | null,
): Promise<void> {
  const text = `# Written by Millrace at every start. Put settings of your own into custom.conf beside this file.
listen_addresses = ''
unix_socket_directories = '${socketDir.replaceAll("'", "''")}'
unix_socket_permissions = 0700
cluster_name = 'millrace'
max_connections = 60
# A restore holds every table and index at once.
max_locks_per_transaction = 256
shared_buffers = 64MB
huge_pages = off
work_mem = 8MB
maintenance_work_mem = 64MB
effective_cache_size = 1GB
wal_buffers = 8MB
fsync = on
synchronous_commit = on
full_page_writes = on
# No replicas and no archive: the log only has to carry a crash.
wal_level = minimal
max_wal_senders = 0
max_replication_slots = 0
max_logical_replication_workers = 0
max_wal_size = 2GB
min_wal_size = 80MB
checkpoint_timeout = 15min
random_page_cost = 1.1
jit = off
io_method = sync
max_worker_processes = 4
max_parallel_workers = 2
max_parallel_workers_per_gather = 2
# A workbook that was just imported is one row to the planner until autovacuum has counted; a minute is long to wait for that.
autovacuum_naptime = 5s
autovacuum_max_workers = 2
autovacuum_worker_slots = 4
timezone = 'UTC'
log_timezone = 'UTC'
datestyle = 'iso, ymd'
lc_messages = 'C'
default_text_search_config = 'pg_catalog.simple'
# People's data stays out of the log: no statements, no key values.
log_min_error_statement = panic
log_error_verbosity = terse
log_checkpoints = off
include_if_exists = 'custom.conf'
`
  const path = join(clusterDir, 'postgresql.conf')
  if ((await readFile(path, 'utf8').catch(() => '')) === text) return
  const fresh = join(clusterDir, `${basename(path)}.new`)
  await writeFile(fresh, text, { mode: 0o600 })
  if (account) await chown(fresh, account.uid, account.gid)
  await rename(fresh, path)
}
