// What `npm run check:postgres` runs: the built service on every PostgreSQL of this machine, as a superuser and as the least user of docs/DEPLOY.md.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'

const root = fileURLToPath(new URL('..', import.meta.url))
const PASSWORD = 'least privilege'
/** What an administrator does once, as docs/DEPLOY.md says. */
const ONCE = [
  `create role millrace login password '${PASSWORD}'`,
  'create role millrace_app nologin',
  'grant millrace_app to millrace',
  'create database millrace owner millrace',
]

/** Folders with the programs of a server: of Debian's packages, and those that POSTGRES_BINS names. */
function programs(): string[] {
  const named = (process.env.POSTGRES_BINS ?? '').split(':').filter((one) => one !== '')
  const usual = [15, 16, 17, 18].map((version) => `/usr/lib/postgresql/${version}/bin`)
  return [...named, ...usual].filter((folder) => existsSync(join(folder, 'postgres')))
}

// A server refuses to run as root.
const isRoot = process.getuid?.() === 0
const who = isRoot ? { uid: numberOf('-u'), gid: numberOf('-g') } : {}

function numberOf(option: string): number {
  for (const user of ['postgres', 'nobody']) {
    const { status, stdout } = spawnSync('id', [option, user], { encoding: 'utf8' })
    if (status === 0) return Number(stdout)
  }
  throw new Error('there is neither a user postgres nor nobody to run a server as')
}

async function startServer(folder: string, port: number): Promise<{ process: ChildProcess; dir: string }> {
  const dir = mkdtempSync(join(tmpdir(), 'millrace-postgres-'))
  chmodSync(dir, 0o755)
  const data = join(dir, 'data')
  spawnSync('mkdir', ['-m', '700', data])
  if (isRoot) for (const path of [dir, data]) chownSync(path, who.uid as number, who.gid as number)
  const made = spawnSync(join(folder, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust'], {
    ...who,
    encoding: 'utf8',
  })
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`)
  const options = ['-D', data, '-p', String(port), '-k', dir, '-h', '127.0.0.1', '-c', 'fsync=off']
  const server = spawn(join(folder, 'postgres'), options, { ...who, stdio: ['ignore', 'ignore', 'pipe'] })
  for await (const chunk of server.stderr) if (String(chunk).includes('ready to accept')) break
  server.stderr.resume()
  return { process: server, dir }
}

/** Starts the service until it is ready, twice, and asks the doctor; answers with what went wrong. */
async function tryService(url: string): Promise<string | undefined> {
  const dir = mkdtempSync(join(tmpdir(), 'millrace-on-'))
  const env = {
    PATH: process.env.PATH ?? '',
    PORT: '0',
    DATA_DIR: dir,
    DATABASE_URL: url,
    ADMIN_PASSWORD: 'a password to start',
  }
  const node = (...words: string[]) => spawn(process.execPath, [join(root, 'dist', 'server.mjs'), ...words], { env })
  try {
    for (let times = 0; times < 2; times++) {
      const child = node()
      let said = ''
      const ready = new Promise<boolean>((done) => {
        child.once('close', () => done(false))
        for (const stream of [child.stdout, child.stderr])
          stream.on('data', (chunk) => {
            said += chunk
            if (/^ready /m.test(said)) done(true)
          })
      })
      const isReady = await ready
      if (!isReady) return said.trim().split('\n').at(-1)
      child.kill('SIGTERM')
      await once(child, 'close')
    }
    const doctor = node('doctor', '--offline')
    let said = ''
    doctor.stdout.on('data', (chunk) => {
      said += chunk
    })
    const [code] = await once(doctor, 'close')
    return code === 0 ? undefined : said
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

let wrong = 0
const found = programs()
if (found.length === 0) console.log('No PostgreSQL was found in /usr/lib/postgresql or POSTGRES_BINS.')
for (const [at, folder] of found.entries()) {
  const port = 8075 + at
  const { process: server, dir } = await startServer(folder, port)
  const admin = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' })
  await admin.connect()
  const version = (await admin.query('show server_version')).rows[0].server_version
  const told = (as: string, problem: string | undefined) => {
    console.log(`PostgreSQL ${version} as ${as}: ${problem ?? 'ok'}`)
    if (problem !== undefined) wrong++
  }
  for (const statement of ONCE) await admin.query(statement)
  const least = `postgres://millrace:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/millrace`
  told('the least user', await tryService(least))
  await admin.query('create database super')
  told('a superuser', await tryService(`postgres://postgres@127.0.0.1:${port}/super`))
  await admin.end()
  server.kill('SIGINT')
  await once(server, 'close')
  rmSync(dir, { recursive: true, force: true })
}
process.exitCode = wrong > 0 || found.length === 0 ? 1 : 0
