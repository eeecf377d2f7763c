// A PgBouncer in transaction mode before a server of the tests; any database of the server goes by its own name.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'

export interface PgBouncer {
  /** Address of the database of this name, as the user of the server. */
  url(database: string): string
  close(): Promise<void>
}

const PROGRAM = ['pgbouncer', '/usr/sbin/pgbouncer'].find(
  (name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0,
)
export const hasPgBouncer = PROGRAM !== undefined

/** With no more than `connections` connections to the server for each database. */
export async function startPgBouncer(
  server: { host: string; port: number; user: string },
  connections: number,
): Promise<PgBouncer> {
  const dir = mkdtempSync(join(tmpdir(), 'millrace-pgbouncer-'))
  chmodSync(dir, 0o755)
  const port = await freePort()
  const at = (name: string) => join(dir, name)
  writeFileSync(at('users'), `"${server.user}" ""\n`)
  const lines = [
    '[databases]',
    `* = host=${server.host} port=${server.port}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = trust',
    `auth_file = ${at('users')}`,
    'pool_mode = transaction',
    `default_pool_size = ${connections}`,
    'max_client_conn = 500',
  ]
  writeFileSync(at('pgbouncer.ini'), lines.join('\n'))
  // It does not run as root: as the owner of the server's socket, or as nobody.
  const owner = server.host.startsWith('/') ? statSync(server.host).uid : 0
  const name = owner === 0 ? 'nobody' : spawnSync('id', ['-un', String(owner)], { encoding: 'utf8' }).stdout.trim()
  const user = process.getuid?.() === 0 ? ['-u', name] : []
  // The folder of the tests is closed to it.
  if (owner !== 0) chmodSync(dirname(server.host), 0o711)
  const child = spawn(PROGRAM as string, ['-q', ...user, at('pgbouncer.ini')], { stdio: ['ignore', 'ignore', 'pipe'] })
  let told = ''
  child.stderr.on('data', (chunk) => {
    told += chunk
  })
  const url = (database: string) => `postgres://${server.user}@127.0.0.1:${port}/${database}`
  for (const end = Date.now() + 60_000; !(await answers(url('postgres'))); )
    if (child.exitCode !== null || Date.now() > end) {
      child.kill('SIGKILL')
      throw new Error(`PgBouncer did not start: ${told}`)
    }
  return {
    url,
    async close() {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'close')
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
