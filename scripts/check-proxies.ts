// What `npm run check:proxies` runs: the real nginx and Caddy of this machine, with the configurations of deploy/, in front
// of the built service. Events must come through at once, big uploads whole, and the caller's own address must arrive.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'millrace-proxies-'))
const logFile = join(folder, 'service.log')
const children: ChildProcess[] = []
const PASSWORD = 'behind the proxy'
/** A loopback address of its own for the caller of each proxy, so that it is told apart from the proxy. */
const CALLERS: Record<string, string> = { nginx: '127.0.0.2', caddy: '127.0.0.3' }

async function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}

function installed(program: string): boolean {
  try {
    execFileSync('which', [program], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

interface Reply {
  status: number
  body: string
}

function call(
  port: number,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string | Buffer,
  caller = '127.0.0.1',
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method, path, headers, localAddress: caller }, (reply) => {
      const parts: Buffer[] = []
      reply.on('data', (part) => parts.push(part))
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, body: Buffer.concat(parts).toString() }))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

async function until(what: string, holds: () => Promise<boolean> | boolean): Promise<void> {
  for (let tries = 0; tries < 150; tries++) {
    if (await Promise.resolve(holds()).catch(() => false)) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error(`${what} did not happen within 30 s`)
}

async function startService(): Promise<number> {
  const port = await freePort()
  const env = {
    ...process.env,
    DATA_DIR: join(folder, 'data'),
    PORT: String(port),
    ADMIN_PASSWORD: PASSWORD,
    TRUSTED_PROXIES: '127.0.0.1',
  }
  const child = spawn(process.execPath, [join(root, 'dist/server.mjs')], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  child.stderr?.pipe(createWriteStream(logFile))
  children.push(child)
  await until('the start', async () => (await call(port, 'GET', '/readyz', {})).status === 200)
  return port
}

async function startProxy(program: string, upstream: number): Promise<number> {
  const port = await freePort()
  const source = readFileSync(join(root, 'deploy', program === 'nginx' ? 'nginx.conf' : 'Caddyfile'), 'utf8')
  const config = join(folder, program === 'nginx' ? 'nginx.conf' : 'Caddyfile')
  const changed = source.replaceAll('api:8000', `127.0.0.1:${upstream}`).replace(/(listen |^:)3000/m, `$1${port}`)
  writeFileSync(
    config,
    program === 'nginx' ? `daemon off; pid ${folder}/nginx.pid;\n${changed}` : `{\n\tadmin off\n}\n${changed}`,
  )
  const args = program === 'nginx' ? ['-p', folder, '-c', config] : ['run', '--config', config]
  children.push(
    spawn(program, args, { stdio: 'ignore', env: { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder } }),
  )
  await until(`${program} to answer`, async () => (await call(port, 'GET', '/healthz', {})).status === 200)
  return port
}

async function check(program: string, port: number): Promise<string[]> {
  const problems: string[] = []
  const expect = (holds: boolean, promise: string) => {
    if (!holds) problems.push(promise)
  }
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const caller = CALLERS[program]
  const login = await call(
    port,
    'POST',
    '/auth/token',
    form,
    `username=admin&password=${encodeURIComponent(PASSWORD)}`,
    caller,
  )
  const token = JSON.parse(login.body).access_token as string
  const json = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  await until("the caller's own address to arrive", () => readFileSync(logFile, 'utf8').includes(`"ip":"${caller}"`))
  expect((await call(port, 'GET', '/metrics', {})).status === 404, 'metrics are not shown to the public')

  let heard = ''
  const stream = request({ host: '127.0.0.1', port, path: `/api/events?token=${token}` }, (reply) => {
    reply.on('data', (part: Buffer) => {
      heard += part.toString()
    })
  })
  stream.on('error', () => {})
  stream.end()
  await until('the first frame of the stream', () => heard.includes('event: ready'))
  const made = await call(port, 'POST', '/api/workbooks', json, JSON.stringify({ name: `Through ${program}` }))
  await until('an event to come through', () => heard.includes('workbook.created'))
  stream.destroy()

  const rows = 600_000
  const csv = Buffer.from(
    `Name,Website\n${'Somebody Somewhere Ltd,https://www.example.com/a/long/enough/path\n'.repeat(rows)}`,
  )
  const file = { authorization: `Bearer ${token}`, 'content-type': 'text/csv', 'content-length': String(csv.length) }
  const preview = await call(port, 'POST', `/api/workbooks/${JSON.parse(made.body).id}/import/preview`, file, csv)
  expect(
    preview.status === 200,
    `an upload of ${Math.round(csv.length / 2 ** 20)} MB arrives whole (${preview.status})`,
  )
  return problems
}

let failed = false
try {
  const upstream = await startService()
  for (const program of ['nginx', 'caddy']) {
    if (!installed(program)) {
      console.log(`${program}: not installed, not checked`)
      continue
    }
    const problems = await check(program, await startProxy(program, upstream))
    failed ||= problems.length > 0
    console.log(
      problems.length === 0
        ? `${program}: streams, uploads and addresses come through`
        : `${program}: FAILED\n  ${problems.join('\n  ')}`,
    )
  }
} catch (error) {
  failed = true
  console.error((error as Error).message)
} finally {
  for (const child of children.reverse()) {
    child.kill('SIGTERM')
    await new Promise((resolve) => child.once('exit', resolve))
  }
  rmSync(folder, { recursive: true, force: true })
}
process.exit(failed ? 1 : 0)
