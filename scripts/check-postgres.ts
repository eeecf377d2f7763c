// What `npm run check:postgres` runs: the built service on every PostgreSQL of this machine, as a superuser and as the least user of docs/DEPLOY.md.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { postgresPrograms, startPostgres } from './postgres-servers.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const PASSWORD = 'least privilege'
/** What an administrator does once, as docs/DEPLOY.md says. */
const ONCE = [
  `create role millrace login password '${PASSWORD}'`,
  'create role millrace_app nologin',
  'grant millrace_app to millrace',
  'create database millrace owner millrace',
]

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
const found = postgresPrograms()
if (found.length === 0) console.log('No PostgreSQL was found in /usr/lib/postgresql or POSTGRES_BINS.')
for (const [at, folder] of found.entries()) {
  const port = 8075 + at
  const server = await startPostgres(folder, port, { fsync: 'off' })
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
  await server.close()
}
process.exitCode = wrong > 0 || found.length === 0 ? 1 : 0
