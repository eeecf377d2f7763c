// The PostgreSQL servers of this machine, of every version that is there: started in a folder of their own for a check or a scenario.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface PostgresServer {
  process: ChildProcess
  /** Directory of its data and its socket. */
  dir: string
  port: number
  close(): Promise<void>
}

/** Folders with the programs of a server: of Debian's packages, and those that POSTGRES_BINS names. */
export function postgresPrograms(): string[] {
  const named = (process.env.POSTGRES_BINS ?? '').split(':').filter((one) => one !== '')
  const usual = [15, 16, 17, 18].map((version) => `/usr/lib/postgresql/${version}/bin`)
  return [...named, ...usual].filter((folder) => existsSync(join(folder, 'postgres')))
}

// A server refuses to run as root.
const isRoot = process.getuid?.() === 0
const who = (): { uid?: number; gid?: number } => (isRoot ? { uid: numberOf('-u'), gid: numberOf('-g') } : {})

function numberOf(option: string): number {
  for (const user of ['postgres', 'nobody']) {
    const { status, stdout } = spawnSync('id', [option, user], { encoding: 'utf8' })
    if (status === 0) return Number(stdout)
  }
  throw new Error('there is neither a user postgres nor nobody to run a server as')
}

/** With the settings that a server has when none are made, but for those given. `onLog` is told what it writes into its log. */
export async function startPostgres(
  folder: string,
  port: number,
  settings: Readonly<Record<string, string>> = {},
  onLog: (text: string) => void = () => {},
): Promise<PostgresServer> {
  const dir = mkdtempSync(join(tmpdir(), 'millrace-postgres-'))
  chmodSync(dir, 0o755)
  const data = join(dir, 'data')
  spawnSync('mkdir', ['-m', '700', data])
  const { uid, gid } = who()
  if (uid !== undefined && gid !== undefined) for (const path of [dir, data]) chownSync(path, uid, gid)
  const made = spawnSync(join(folder, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust'], {
    ...who(),
    encoding: 'utf8',
  })
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`)
  const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const options = ['-D', data, '-p', String(port), '-k', dir, '-h', '127.0.0.1', ...given]
  const server = spawn(join(folder, 'postgres'), options, { ...who(), stdio: ['ignore', 'ignore', 'pipe'] })
  await new Promise<void>((ready, failed) => {
    server.stderr.on('data', (chunk) => {
      onLog(String(chunk))
      if (String(chunk).includes('ready to accept')) ready()
    })
    server.once('exit', (code) => failed(new Error(`the server of ${folder} ended (${code}) before it was ready`)))
  })
  return {
    process: server,
    dir,
    port,
    async close() {
      if (server.exitCode === null) {
        server.kill('SIGINT')
        await once(server, 'close')
      }
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
