// The promises of the embedded PostgreSQL, tried on real clusters in temporary directories.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { StartError } from '../start-error.ts'
import { livePostmaster, type SocketAddress } from './embedded.postmaster.ts'
import { type EmbeddedDatabase, startEmbedded } from './embedded.ts'

// A cold start takes a second, and many on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const root = process.getuid?.() === 0
const log = { info: () => {}, warn: () => {} }
const home = await mkdtemp(join(tmpdir(), 'millrace pg '))
const databases: EmbeddedDatabase[] = []
const children: ChildProcess[] = []
let directories = 0

const freshDir = () => join(home, `data-${++directories}`)

/** A data directory with a cleanly stopped, empty database; made once and copied, which is faster than creating it. */
async function usedDir(): Promise<string> {
  const seed = join(home, 'seed')
  if (!existsSync(seed)) await (await startEmbedded({ dataDir: seed, log })).close()
  const dataDir = freshDir()
  spawnSync('cp', ['-a', seed, dataDir])
  return dataDir
}

async function start(dataDir: string): Promise<EmbeddedDatabase> {
  const database = await startEmbedded({ dataDir, log })
  databases.push(database)
  return database
}

async function query(address: SocketAddress, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(address)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/** Another process that starts or attaches, tells its connection, and closes when its input ends. */
async function startElsewhere(dataDir: string, as: { uid?: number; gid?: number } = {}) {
  const program = `
    import { startEmbedded } from ${JSON.stringify(new URL('./embedded.ts', import.meta.url).href)}
    try {
      const db = await startEmbedded({ dataDir: process.argv[1], log: { info() {}, warn() {} } })
      console.log(JSON.stringify(db.connection))
      process.stdin.on('end', () => db.close().then(() => process.exit(0))).resume()
    } catch (error) { console.log(JSON.stringify({ error: error.message })); process.exit(1) }`
  const tsx = fileURLToPath(import.meta.resolve('tsx'))
  const child = spawn(process.execPath, ['--import', tsx, '--input-type=module', '-e', program, dataDir], {
    ...as,
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  children.push(child)
  const [line] = await once(child.stdout, 'data')
  const told: SocketAddress & { error?: string } = JSON.parse(String(line))
  const end = async (signal?: NodeJS.Signals) => {
    const ended = once(child, 'exit')
    // To the whole process group, as a terminal does.
    if (signal) process.kill(-(child.pid ?? 0), signal)
    else child.stdin.end()
    await ended
  }
  return { connection: told, error: told.error, end }
}

const postmasterOf = (dataDir: string) => livePostmaster(join(dataDir, 'postgres'))

afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  await Promise.all(databases.splice(0).map((database) => database.close()))
})
afterAll(() => rm(home, { recursive: true, force: true }))

/** Ended, though its new parent may not have reaped it yet. */
async function hasEnded(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  if (/\) Z /.test(stat)) return true
  try {
    process.kill(pid, 0)
    return false
  } catch {
    return true
  }
}

test('makes a database in an empty directory, keeps it over a clean stop, and leaves nothing running', async () => {
  const dataDir = freshDir()
  const first = await start(dataDir)
  const [settings] = await query(
    first.connection,
    `select current_setting('server_version_num')::int >= 180000 as modern, current_setting('fsync') as fsync,
      current_setting('synchronous_commit') as commit, current_setting('listen_addresses') as listening,
      current_setting('data_checksums') as checksums, (select datlocale from pg_database where datname = 'millrace') as locale`,
  )
  expect(settings).toEqual({
    modern: true,
    fsync: 'on',
    commit: 'on',
    listening: '',
    checksums: 'on',
    locale: 'C.UTF-8',
  })
  await query(first.connection, `create table kept as select 'Größe 東京' as name`)
  const running = await postmasterOf(dataDir)
  expect(running).not.toBeNull()
  await first.close()
  expect(await postmasterOf(dataDir)).toBeNull()
  expect(await hasEnded(running?.pid ?? 0)).toBe(true)

  const second = await start(dataDir)
  expect(await query(second.connection, 'select name from kept')).toEqual([{ name: 'Größe 東京' }])
})

test('lets only the owner of the data directory reach the socket', async () => {
  const dataDir = await usedDir()
  const { connection } = await start(dataDir)
  expect((await stat(connection.host)).mode & 0o077).toBe(0)
})

test('serves a second process on the same directory, and the last one out stops the database', async () => {
  const dataDir = await usedDir()
  const first = await start(dataDir)
  const pid = (await postmasterOf(dataDir))?.pid
  const second = await startElsewhere(dataDir)
  expect(second.connection).toEqual(first.connection)
  await first.close()
  expect((await postmasterOf(dataDir))?.pid).toBe(pid)
  expect(await query(second.connection, 'select 1 as one')).toEqual([{ one: 1 }])
  await second.end()
  expect(await postmasterOf(dataDir)).toBeNull()
})

test('two processes that start at once share one database', async () => {
  const dataDir = freshDir()
  const both = await Promise.all([start(dataDir), startElsewhere(dataDir)])
  expect(both[0].connection).toEqual(both[1].connection)
})

test('takes over the database that a killed process left running', async () => {
  const dataDir = await usedDir()
  const killed = await startElsewhere(dataDir)
  await query(killed.connection, 'create table kept as select 42 as answer')
  const pid = (await postmasterOf(dataDir))?.pid
  await killed.end('SIGKILL')
  const next = await start(dataDir)
  expect((await postmasterOf(dataDir))?.pid).toBe(pid)
  expect(await query(next.connection, 'select answer from kept')).toEqual([{ answer: 42 }])
  await next.close()
  expect(await postmasterOf(dataDir)).toBeNull()
})

test('outlives a Ctrl-C at the terminal, so that the program can end its work before it stops the database', async () => {
  const dataDir = await usedDir()
  const other = await startElsewhere(dataDir)
  const running = await postmasterOf(dataDir)
  await other.end('SIGINT')
  expect(running).not.toBeNull()
  expect(await postmasterOf(dataDir)).toEqual(running)
  await (await start(dataDir)).close()
})

test('keeps every committed row when the program and the database are killed together', async () => {
  const dataDir = await usedDir()
  const killed = await startElsewhere(dataDir)
  await query(killed.connection, 'create table kept as select generate_series(1, 10000) as n')
  const pid = (await postmasterOf(dataDir))?.pid ?? 0
  process.kill(pid, 'SIGKILL')
  await killed.end('SIGKILL')
  const next = await start(dataDir)
  expect((await postmasterOf(dataDir))?.pid).not.toBe(pid)
  expect(await query(next.connection, 'select count(*)::int as rows from kept')).toEqual([{ rows: 10000 }])
})

test('starts when the number in a stale pid file now belongs to another program', async () => {
  const dataDir = await usedDir()
  const stale = `${process.pid}\n${dataDir}/postgres\n1700000000\n5432\n.\n\n  12345  67\nready   \n`
  await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), stale, { mode: 0o600 })
  const next = await start(dataDir)
  expect(await query(next.connection, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('brings the database back when it dies while in use', async () => {
  const dataDir = await usedDir()
  const { connection } = await start(dataDir)
  await query(connection, 'create table kept as select 1 as n')
  process.kill((await postmasterOf(dataDir))?.pid ?? 0, 'SIGKILL')
  await expect.poll(() => query(connection, 'select n from kept').catch(() => 'away')).toEqual([{ n: 1 }])
})

test('says which PostgreSQL wrote the data when it is not ours, and leaves it alone', async () => {
  const dataDir = freshDir()
  await mkdir(join(dataDir, 'postgres'), { recursive: true })
  await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '16\n')
  const refused = await start(dataDir).catch((error) => error)
  expect(refused).toBeInstanceOf(StartError)
  expect(refused.message).toMatch(/was written by PostgreSQL 16, and this Millrace brings PostgreSQL 18/)
  expect(await readFile(join(dataDir, 'postgres', 'PG_VERSION'), 'utf8')).toBe('16\n')
})

test('does not overwrite files that are no complete database', async () => {
  const dataDir = freshDir()
  await mkdir(join(dataDir, 'postgres'), { recursive: true })
  await writeFile(join(dataDir, 'postgres', 'notes.txt'), 'mine')
  await expect(start(dataDir)).rejects.toThrow(/holds files but no complete database/)
  expect(await readFile(join(dataDir, 'postgres', 'notes.txt'), 'utf8')).toBe('mine')
})

test('repeats a creation that was killed half way', async () => {
  const dataDir = freshDir()
  await mkdir(join(dataDir, 'postgres.4711.new', 'base'), { recursive: true })
  await writeFile(join(dataDir, 'postgres.4711.new', 'PG_VERSION'), '18\n')
  const { connection } = await start(dataDir)
  await expect(stat(join(dataDir, 'postgres.4711.new'))).rejects.toThrow('ENOENT')
  expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('names the reason when a setting of the operator keeps the database from starting', async () => {
  const dataDir = await usedDir()
  await writeFile(join(dataDir, 'postgres', 'custom.conf'), `shared_buffers = 'plenty'\n`, { mode: 0o644 })
  await expect(start(dataDir)).rejects.toThrow(/does not start: .*postgres\.log/)
})

test('works below a path that is too long for a socket', async () => {
  const dataDir = join(home, 'long-'.repeat(20), 'data')
  const { connection } = await start(dataDir)
  expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }])
  expect((await stat(connection.host)).mode & 0o077).toBe(0)
  await rm(connection.host, { recursive: true, force: true })
})

test.runIf(root)('started as root, works below a directory that the database user may not enter', async () => {
  const closed = join(home, 'closed')
  await mkdir(closed, { mode: 0o700 })
  const dataDir = join(closed, 'data')
  const { connection } = await start(dataDir)
  const owner = (await stat(join(dataDir, 'postgres'))).uid
  expect(owner).not.toBe(0)
  expect((await stat(dataDir)).mode & 0o077).toBe(0)
  expect(await query(connection, `select (pg_stat_file('PG_VERSION')).size::int as bytes`)).toEqual([{ bytes: 3 }])
})

test.runIf(root)('runs under an ordinary user without help', async () => {
  await chmod(home, 0o755)
  const dataDir = freshDir()
  await mkdir(dataDir, { mode: 0o700 })
  await chown(dataDir, 65534, 65534)
  const other = await startElsewhere(dataDir, { uid: 65534, gid: 65534 })
  expect(other.error).toBeUndefined()
  expect((await stat(join(dataDir, 'postgres'))).uid).toBe(65534)
  await other.end()
  expect(await postmasterOf(dataDir)).toBeNull()
})

test.runIf(root)('tells an ordinary user whose database it is when it is not theirs', async () => {
  await chmod(home, 0o755)
  const dataDir = freshDir()
  await mkdir(join(dataDir, 'run'), { recursive: true })
  await mkdir(join(dataDir, 'postgres'))
  await chown(dataDir, 65534, 65534)
  await chown(join(dataDir, 'run'), 65534, 65534)
  const other = await startElsewhere(dataDir, { uid: 65534, gid: 65534 })
  expect(other.error).toMatch(/belongs to user number 0, and Millrace was started by user number 65534/)
})
