// The first day on a PostgreSQL of the user's, of every version that this machine has: what people do right after 50,000 rows came in by the
// call, in a workspace that no statistics know and after a restore, beside the same once all tables are counted.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type PostgresServer, postgresPrograms, startPostgres } from '../../scripts/postgres-servers.ts'
import { packageDir } from '../../src/platform/db/embedded.runtime.ts'
import { type Api, login } from '../api.ts'
import { inputs } from '../big-workbook.ts'
import { csv, sendCsv } from '../csv.ts'
import { load, timed } from '../load.ts'
import { type Program, startProgram } from '../program.ts'
import { type Finding, ms, number } from '../report.ts'
import { type Folder, openFolder, type Stage } from '../stage.ts'
import { addKeys, asks, createWorkbook, freshKeys, keyColumn, runToEnd, type Workbook } from '../workbooks.ts'

const ROWS = 50_000
const A_CALL = 1_000
const IMPORTED = 10_000
const LEADS = 5_000
const CELLS = 1_000
const BAR = 1.5
const PORT = 8175
const PASSWORD = 'least privilege'
/** What an administrator does once, as docs/DEPLOY.md says. */
const ONCE = [
  `create role millrace login password '${PASSWORD}'`,
  'create role millrace_app nologin',
  'grant millrace_app to millrace',
  'create database millrace owner millrace',
]
/** A statement that takes as long is written down with its plan. */
const SLOW_MS = 100
/** What takes less is the way there and back, and what else the machine does meanwhile. */
const LEAST_MS = 30
const GIVE_UP_MS = 300_000

/** What is done, in its order; milliseconds each takes. */
type Deeds = Map<string, number>

export async function firstDay({ programs }: Stage): Promise<Finding[]> {
  const found: Finding[] = []
  const embedded = join(packageDir(), 'bin')
  // Those that POSTGRES_BINS names, or all that are here.
  const servers = process.env.POSTGRES_BINS ? process.env.POSTGRES_BINS.split(':') : [...postgresPrograms(), embedded]
  for (const [at, folder] of servers.entries()) found.push(...(await onServer(programs.server, folder, PORT + at)))
  return found
}

/** A server with the settings it has by default, and the service on it. */
interface Install {
  server: PostgresServer
  folder: Folder
  program: Program
  api: Api
  store: pg.Pool
  /** What the server has written since it was last asked. */
  heard(): string
}

async function onServer(bundle: string, programs: string, port: number): Promise<Finding[]> {
  let said = ''
  // The module that ships with PostgreSQL writes down what was slow; what it looks at costs a call of the clock a statement.
  const settings = { session_preload_libraries: 'auto_explain', 'auto_explain.log_min_duration': String(SLOW_MS) }
  const server = await startPostgres(programs, port, settings, (text) => {
    said += text
  })
  const folder = await openFolder('millrace-first-day-')
  const heard = () => {
    const text = said
    said = ''
    return text
  }
  const open = async (database: string): Promise<Install> => {
    const address = { host: '127.0.0.1', port, user: 'postgres', database }
    const environment = {
      ...folder.environment,
      DATABASE_URL: `postgres://millrace:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/${database}`,
      PUBLIC_URL: 'https://bench.example',
    }
    const program = await startProgram(bundle, folder.path, environment)
    folder.peer.bringTo(program.url)
    return { server, folder, program, api: await login(program.url), store: new pg.Pool({ ...address, max: 2 }), heard }
  }
  const close = async (install: Install) => {
    await install.api.close()
    await install.store.end()
    await install.program.stop()
  }
  const admin = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' })
  let install: Install | undefined
  try {
    await admin.connect()
    for (const statement of ONCE) await admin.query(statement)
    const [{ server_version: version }] = (await admin.query('show server_version')).rows
    install = await open('millrace')
    const first = await day(install, false)
    const newcomer = await day(install, false, 'analyze')
    await close(install)
    install = await open(await moved(admin, programs, port))
    const restored = await day(install, false)
    const settled = await day(install, true)
    return [
      ...compared(`PostgreSQL ${version}, first day`, first, settled),
      ...compared(`PostgreSQL ${version}, a workspace that came after the tables were counted`, newcomer, settled),
      ...compared(`PostgreSQL ${version}, restored`, restored, settled),
    ]
  } finally {
    if (install) await close(install).catch(() => {})
    await admin.end().catch(() => {})
    await server.close()
    await folder.close()
  }
}

interface Day {
  deeds: Deeds
  /** What the server logged about slow statements, by action. */
  slow: Map<string, string>
}

function compared(when: string, { deeds, slow }: Day, settled: Day): Finding[] {
  return [...deeds].map(([what, took]) => {
    const usual = settled.deeds.get(what) ?? Number.NaN
    const share = Math.max(took, LEAST_MS) / Math.max(usual, LEAST_MS)
    const pass = share <= BAR
    const plan = slow.get(what)
    if (!pass && plan) console.error(`${when}: ${what}: ${ms(took)}, settled ${ms(usual)}:\n${plan}\n`)
    return {
      what: `${when}: ${what}`,
      measured: `${share.toFixed(2)} × the settled time (${ms(took)})`,
      beside: ms(usual),
      bar: `≤ ${BAR} ×`,
      pass,
    }
  })
}

/** The database under another name, its indexes made in another order: by a dump where the server's folder has the programs for it. */
async function moved(admin: pg.Client, programs: string, port: number): Promise<string> {
  const dump = join(programs, 'pg_dump')
  if (existsSync(dump)) {
    await admin.query('create database restored owner millrace')
    const at = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres']
    const file = `/tmp/millrace-dump-${process.pid}.sql`
    run(dump, [...at, '-f', file, 'millrace'])
    run(join(programs, 'psql'), [...at, '-q', '-v', 'ON_ERROR_STOP=1', '-f', file, 'restored'])
    spawnSync('rm', [file])
    return 'restored'
  }
  // As a restore makes them: the keys first, whatever was newest before.
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'millrace' })
  await client.connect()
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
       join pg_class c on c.oid = i.indrelid where c.relnamespace = 'public'::regnamespace
         and not exists (select from pg_constraint where conindid = i.indexrelid) order by 1`,
  )
  for (const { name, definition } of rows) await client.query(`drop index ${name}; ${definition}`)
  if (Number((await client.query('show server_version_num')).rows[0].server_version_num) >= 180_000)
    await client.query(
      `select pg_clear_relation_stats('public', relname) from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    )
  await client.end()
  return 'millrace'
}

function run(program: string, words: string[]): void {
  const { status, stderr } = spawnSync(program, words, { encoding: 'utf8', maxBuffer: 1 << 26 })
  if (status !== 0) throw new Error(`${program}: ${stderr.slice(-500)}`)
}

let days = 0

/** In a workspace of its own; with `counts`, all tables are counted before each deed, and with `begins`, that is done first of all. */
async function day({ api: admin, store, heard }: Install, counts: boolean, begins?: string): Promise<Day> {
  if (begins) await store.query(begins)
  const mark = `d${++days}`
  const { id: workspaceId } = await admin.send<{ id: string }>('POST', '/api/workspaces', { name: `Day ${mark}` })
  const api = admin.in(workspaceId)
  const deeds: Deeds = new Map()
  const slow = new Map<string, string>()
  const deed = async (what: string, work: () => Promise<number | undefined>) => {
    if (counts) await store.query('analyze')
    heard()
    let measured: number | undefined
    const took = await timed(async () => {
      measured = await work()
    })
    deeds.set(what, measured ?? took)
    const text = heard()
    if (text.includes('plan:')) slow.set(what, text.slice(0, 12_000))
    console.error(`  ${mark} ${what}: ${ms(measured ?? took)}`)
  }
  const book = await createWorkbook(api, inputs)
  await deed(`${number(ROWS)} rows in by the call`, async () => {
    for (let n = 0; n < ROWS; n += A_CALL) await addRows(api, book, mark, n)
    return undefined
  })
  await onRows(api, store, book, mark, deed)
  await onLeads(api, store, mark, deed)
  return { deeds, slow }
}

type Deed = (what: string, work: () => Promise<number | undefined>) => Promise<void>
const none = async (work: Promise<unknown>): Promise<undefined> => void (await work)

function addRows(api: Api, book: Workbook, mark: string, from: number): Promise<unknown> {
  const rows = Array.from({ length: A_CALL }, (_, i) => ({
    data: {
      Key: `${mark}-${from + i}`,
      Domain: `${mark}${from + i}.example`,
      City: `City ${i % 1000}`,
      Size: String(i % 500),
    },
  }))
  return api.send('POST', `/api/workbooks/${book.id}/rows`, { rows })
}

async function onRows(api: Api, store: pg.Pool, book: Workbook, mark: string, deed: Deed): Promise<void> {
  const target = { url: api.url, headers: api.headers }
  const at = `/api/workbooks/${book.id}`
  const { rows } = await store.query<{ id: string }>(
    'select id from workbook_rows where workbook_id = $1 order by md5(id::text) limit 2000',
    [book.id],
  )
  await deed(
    'page',
    async () =>
      (await load({ ...target, path: (n) => `${at}?page_size=100&page=${1 + (n % 400)}` }, { clients: 2, seconds: 2 }))
        .p50,
  )
  await deed('single cell, 8 clients', async () => {
    const { p50 } = await load(
      {
        ...target,
        method: 'PATCH',
        path: (n) => `${at}/rows/${rows[n % rows.length]?.id}/cells/${book.columns[2]}`,
        body: (n) => `{"value":"Town ${n}"}`,
      },
      { clients: 8, seconds: 3 },
    )
    return p50
  })
  await deed('filter, one row', () => {
    const filter = { field: book.columns[1], op: 'eq', value: `${mark}${ROWS - 1}.example` }
    return none(api.send('POST', `${at}/rows/query`, { filter, limit: 10 }))
  })
  await deed(`import of ${number(IMPORTED)} rows, every key twice`, () =>
    none(sendCsv(api, book.id, csv(mark, IMPORTED, IMPORTED / 2))),
  )
  await deed('the same file again', () => none(sendCsv(api, book.id, csv(mark, IMPORTED, IMPORTED / 2))))
  const asked = await createWorkbook(api, [keyColumn, asks('sim-5ms')])
  await addKeys(api, asked, freshKeys(CELLS))
  await deed(`run of ${number(CELLS)} cells at 5 ms`, async () => (await runToEnd(api, asked, {}, 100)).took_ms)
  await deed('export', async () => {
    const { id } = await api.send<{ id: string }>('POST', `${at}/exports`, { format: 'csv' })
    await until('the export', async () => {
      const { state } = await api.get<{ state: string }>(`${at}/exports/${id}`)
      return state === 'done'
    })
    return undefined
  })
}

async function onLeads(api: Api, store: pg.Pool, mark: string, deed: Deed): Promise<void> {
  const isOver = (jobId: string) => async () => {
    const { status } = await api.get<{ status: string }>(`/api/jobs/${jobId}`)
    if (status === 'failed' || status === 'cancelled') throw new Error(`the job: ${status}`)
    return status === 'done'
  }
  const matched = () =>
    until('the matching of the leads', async () => {
      const { rows } = await store.query(
        `select from dirty_rows where workspace_id = $1 and consumer = 'match' limit 1`,
        [api.workspace_id],
      )
      return rows.length === 0
    })
  const take = async (from: number, to: number) => {
    const rows = Array.from({ length: to - from }, (_, i) => person(mark, from + i))
    const { job_id } = await api.send<{ job_id: string }>('POST', '/api/leads/import', { rows })
    await until('the import', isOver(job_id))
  }
  const half = LEADS / 2
  await deed(`${number(half)} leads taken in and matched`, async () => {
    await take(0, half)
    await matched()
    return undefined
  })
  await deed(`${number(half)} more`, async () => {
    await take(half, LEADS)
    await matched()
    return undefined
  })
  await deed('scan for duplicates', async () => {
    const { job_id } = await api.send<{ job_id: string }>('POST', '/api/entities/scan')
    await until('the scan', isOver(job_id))
    return undefined
  })
  const { rows } = await store.query<{ id: number }>(
    'select id::int from leads where workspace_id = $1 order by id limit 20',
    [api.workspace_id],
  )
  await deed('bulk enrichment of 20 leads', async () => {
    const wanted = { lead_ids: rows.map(({ id }) => id), action: 'tech_stack', max_usd: 0 }
    const { job_id } = await api.send<{ job_id: string }>('POST', '/api/leads/bulk-enrich', wanted)
    await until('the bulk enrichment', isOver(job_id))
    return undefined
  })
  const { id } = await api.send<{ id: string }>('POST', '/api/outreach/sequences', {
    name: 'First',
    steps: [{ subject: 'Hello', body: 'Dear {{first_name}},\n\nwe would like to talk.\n\nAnn' }],
    settings: { consent_basis: 'legitimate_interest' },
  })
  await deed(`sequence of ${number(LEADS)}`, async () => {
    const filter = { field: 'email', op: 'ends_with', value: '.test' }
    await api.send('POST', `/api/outreach/sequences/${id}/enroll-from`, { filter })
    return undefined
  })
}

const GIVEN = ['Ann', 'Bert', 'Carla', 'Dora', 'Emil', 'Frida', 'Georg', 'Hanna', 'Ivo', 'Jana', 'Kai', 'Lena', 'Mara']
const FAMILY = ['Abel', 'Brandt', 'Cole', 'Decker', 'Engel', 'Frank', 'Gruber', 'Haas', 'Ivens', 'Jung', 'Kraus']

/** One in ten is in the file twice, as another spelling. */
function person(mark: string, n: number) {
  const one = n % 10 === 9 ? n - 1 : n
  const word = (one * 2654435761) % 4294967296
  const family = `${FAMILY[word % 11]}${(word >>> 8).toString(36)}`
  const given = GIVEN[one % 13] as string
  return {
    kind: 'person',
    contact_person: `${n === one ? given : `${given} M.`} ${family}`,
    company: `${family} ${one % 7} Ltd`,
    city: `City ${one % 50}`,
    email: `${mark}-${n}@${family}.test`,
  }
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + GIVE_UP_MS; !(await isSo()); await sleep(50))
    if (Date.now() > end) throw new Error(`${what} took more than ${GIVE_UP_MS / 1000} s`)
}
