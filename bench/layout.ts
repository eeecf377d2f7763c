// Measures the service on the database that DATABASE_URL names, whatever its layout: `tsx bench/layout.ts` on one server and on a cluster, one after
// the other, tells what the cluster costs. It begins workspaces of its own and leaves them there. With SERVER_PIDS, the process numbers of
// the database's servers on this machine, it also tells processor time, which others on the machine disturb less.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { processorTime } from './processes.ts'

const ROWS = 20_000
const PASSWORD = 'a password to start'
const root = fileURLToPath(new URL('..', import.meta.url))
const dir = mkdtempSync(join(tmpdir(), 'millrace-layout-'))

const { DATABASE_URL } = process.env
if (!DATABASE_URL) throw new Error('DATABASE_URL names no database')
const child = spawn(process.execPath, ['--import', 'tsx', join(root, 'src', 'main.ts')], {
  cwd: root,
  env: {
    ...process.env,
    PORT: '0',
    DEMO: 'off',
    LIMITS: 'off',
    ADMIN_PASSWORD: PASSWORD,
    DATA_DIR: dir,
    LOG_LEVEL: 'error',
    MASTER_KEY: process.env.MASTER_KEY ?? Buffer.alloc(32, 7).toString('base64'),
  },
})
const url = await new Promise<string>((resolve, reject) => {
  let said = ''
  child.once('close', () => reject(new Error(said)))
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += chunk
      const found = /^ready\s+(http:\S+)/m.exec(said)
      if (found) resolve((found[1] as string).replace('0.0.0.0', '127.0.0.1'))
    })
})

let headers: Record<string, string> = {}
// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
async function ask(method: string, path: string, body?: object | FormData): Promise<any> {
  const isForm = body instanceof FormData || body instanceof URLSearchParams
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { ...headers, ...(body && !isForm && { 'content-type': 'application/json' }) },
    ...(body && { body: isForm ? (body as FormData) : JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
  return text ? JSON.parse(text) : undefined
}

/** Milliseconds that the slower half and the slowest twentieth take at least. */
async function time(times: number, work: (n: number) => Promise<unknown>): Promise<string> {
  const took: number[] = []
  for (let n = 0; n < times; n++) {
    const begun = performance.now()
    await work(n)
    took.push(performance.now() - begun)
  }
  took.sort((one, other) => one - other)
  const at = (share: number) => (took[Math.floor(times * share)] as number).toFixed(1)
  return `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`
}

const servers = (process.env.SERVER_PIDS ?? '').split(',').filter(Boolean).map(Number)
const used = () => ({
  service: processorTime(child.pid as number),
  servers: servers.reduce((sum, pid) => sum + processorTime(pid), 0),
})
let before = { service: 0, servers: 0 }

/** Says what was measured, and what of the processor one unit took since the last. */
function tell(what: string, units: number): void {
  const now = used()
  const each = (who: 'service' | 'servers') => (((now[who] - before[who]) * 1000) / units).toFixed(2)
  const at = servers.length > 0 ? `, servers ${each('servers')} ms` : ''
  console.log(`${what} (processor for each: service ${each('service')} ms${at})`)
  before = used()
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return (performance.now() - begun) / 1000
}

const csv = (from: number, rows: number) =>
  Array.from({ length: rows }, (_, n) => `https://www.site-${from + n}.example.com,${n}`).join('\n')

try {
  const session = await ask(
    'POST',
    '/auth/token',
    new URLSearchParams({ username: 'admin', password: PASSWORD }) as never,
  )
  headers = { authorization: `Bearer ${session.access_token}` }
  headers['x-workspace-id'] = (await ask('POST', '/api/workspaces', { name: `Layout ${Date.now()}` })).id
  const columns_config = [
    { name: 'Website', type: 'input', input_type: 'url' },
    { name: 'Number', type: 'input', input_type: 'number' },
    {
      name: 'Domain',
      type: 'enrichment',
      provider: 'domain-normaliser',
      output: 'company_domain',
      inputs: { website: '{{Website}}' },
    },
  ]
  const begin = async (rows: number) => {
    const { id } = await ask('POST', '/api/workbooks', { name: `Rows ${rows}`, columns_config })
    const form = new FormData()
    form.append('file', new Blob([`Website,Number\n${csv(0, rows)}\n`], { type: 'text/csv' }), 'sites.csv')
    return {
      at: `/api/workbooks/${id}`,
      id,
      took: await seconds(() => ask('POST', `/api/workbooks/${id}/import`, form)),
    }
  }
  await begin(100)
  before = used()
  const large = await begin(ROWS)
  tell(`import: ${Math.round(ROWS / large.took)} rows/s`, ROWS)
  tell(`page of 100 rows: ${await time(100, (n) => ask('GET', `${large.at}?page=${n + 1}&page_size=100`))}`, 100)
  const { rows, workbook } = await ask('GET', `${large.at}?page=1&page_size=100`)
  const number = workbook.columns_config[1].id
  const cell = (n: number) => ask('PATCH', `${large.at}/rows/${rows[n % 100].row_id}/cells/${number}`, { value: n })
  tell(`single cell: ${await time(200, cell)}`, 200)
  const batch = (from: number) =>
    ask('POST', `${large.at}/rows`, {
      rows: Array.from({ length: 500 }, (_, n) => ({
        data: { Website: `https://new-${from}-${n}.example.com`, Number: n },
      })),
    })
  const ingest = await seconds(async () => {
    for (let n = 0; n < 20; n++) await batch(n)
  })
  tell(`rows sent, 500 a call: ${Math.round(10_000 / ingest)} rows/s`, 10_000)
  const small = await begin(2_000)
  before = used()
  const run = await seconds(async () => {
    const { run_id } = await ask('POST', `${small.at}/run`, {})
    while (!(await ask('GET', `${small.at}/runs/${run_id}`)).ended_at) await new Promise((next) => setTimeout(next, 50))
  })
  tell(`run of 2,000 cells: ${run.toFixed(1)} s`, 2_000)
  console.log(`load ${loadavg().map((one) => one.toFixed(1))}`)
} finally {
  child.removeAllListeners('close')
  child.kill('SIGTERM')
  await once(child, 'close')
  rmSync(dir, { recursive: true, force: true })
}
