// The bare ceiling: the same answers the fastest way we know, by plain node:http on the same PostgreSQL, whose JSON text is passed on as it
// is, without users, tenants, validation, events or counters. What the service is measured against.
//
// It is not ours without the checks: no value is written twice, moments are as PostgreSQL writes them into JSON, a page of rows that have no
// cells looks for none, and writes that come while one is under way go together with the next.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { Pool } from 'undici'

// As the service: the same number of connections, the same durable settings of the server.
const pool = new pg.Pool({ host: process.env.SOCKET, user: 'postgres', database: 'millrace', max: 12 })
pool.on('error', () => {})

// Rows and cells apart, as in the service, because a cell must be writable without its row; ids are plain numbers.
await pool.query(`
  create schema if not exists ceiling;
  create table if not exists ceiling.rows (id bigint generated always as identity primary key, data jsonb not null,
    domain text, created_at timestamptz not null default now());
  create unique index if not exists rows_domain on ceiling.rows (domain) where domain is not null;
  create table if not exists ceiling.plain (id bigint generated always as identity primary key, data jsonb not null,
    created_at timestamptz not null default now());
  create table if not exists ceiling.cells (row_id bigint not null, column_id text not null, status text not null, value jsonb,
    provider text, confidence real, cost_micro bigint not null, provenance jsonb, run_id uuid, updated_at timestamptz not null,
    primary key (row_id, column_id))`)

// What the ceiling does not have is left out where that says the same.
const CELL = `concat('{"value":', c.value::text, ',"status":"', c.status, '","provenance":', c.provenance::text,
  ',"research":null,"provider":"', c.provider, '","reason":null,"detail":null,"error":null,"confidence":', c.confidence::text,
  ',"cost_usd":', c.cost_micro / 1e6, ',"run_id":"', c.run_id, '","updated_at":', to_json(c.updated_at)::text, '}')`
const row = (cells: string) =>
  `concat('{"row_id":', r.id, ',"data":', r.data::text${cells}, ',"created_at":', to_json(r.created_at)::text, '}')`
const rowsOf = (table: string) => `(select * from ceiling.${table} where id > $1 order by id limit $2) r`
const PAGE = `select string_agg(${row(`, ',"enrichments":{', cells.text, '}'`)}, ',') as text
  from ${rowsOf('rows')} left join lateral (
    select string_agg(concat('"', c.column_id, '":', ${CELL}), ',') as text from ceiling.cells c where c.row_id = r.id) cells on true`
const PLAIN = `select string_agg(${row('')}, ',') as text from ${rowsOf('plain')}`

async function page(url: URL): Promise<string> {
  const size = Number(url.searchParams.get('size') ?? 100)
  const after = Number(url.searchParams.get('after') ?? 0)
  const name = url.pathname === '/plain' ? 'plain' : 'page'
  const { rows } = await pool.query({ name, text: name === 'plain' ? PLAIN : PAGE, values: [after, size] })
  return `{"rows":[${rows[0].text ?? ''}]}`
}

interface Cell {
  row: string
  column: string
  body: string
  resolve: (text: string) => void
  reject: (error: Error) => void
}

const UPDATE = `update ceiling.rows r set data = jsonb_set(r.data, array[x.column], x.body -> 'value')
  from unnest($1::bigint[], $2::text[], $3::jsonb[]) as x (row, "column", body) where r.id = x.row`

let waiting: Cell[] = []
let isWriting = false

/** Those that come while others are being written go together, in one commit. */
function updateCell([, , row, , column]: string[], body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    waiting.push({ row: row as string, column: column as string, body, resolve, reject })
    if (!isWriting) void writeCells()
  })
}

async function writeCells(): Promise<void> {
  isWriting = true
  while (waiting.length > 0) {
    const group = waiting
    waiting = []
    const values = [group.map((one) => one.row), group.map((one) => one.column), group.map((one) => one.body)]
    try {
      await pool.query({ name: 'update', text: UPDATE, values })
      for (const { row, column, body, resolve } of group)
        resolve(`{"row_id":${row},"column_id":"${column}",${body.slice(1)}`)
    } catch (error) {
      for (const { reject } of group) reject(error as Error)
    }
  }
  isWriting = false
}

// What was sent goes to the database as the text it is.
const UPDATE_MANY = `update ceiling.rows r set data = r.data || (x -> 'data') from jsonb_array_elements($1::jsonb -> 'rows') x
  where r.id = (x ->> 'row_id')::bigint`

async function updateRows(body: string): Promise<string> {
  await pool.query({ name: 'update many', text: UPDATE_MANY, values: [body] })
  return '{"items":[]}'
}

const INSERT = `with added as (insert into ceiling.rows (data) select x -> 'data' from jsonb_array_elements($1::jsonb -> 'rows') x returning *)
  select string_agg(concat('{"row_id":', id, ',"data":', data::text, '}'), ',') as text from added`

async function addRows(body: string): Promise<string> {
  const { rows } = await pool.query({ name: 'insert', text: INSERT, values: [body] })
  return `{"items":[${rows[0].text}]}`
}

/** The file goes to the database as it comes; one statement makes rows of it, the first of each domain. */
async function importCsv(request: IncomingMessage): Promise<string> {
  const client = await pool.connect()
  try {
    await client.query(
      'begin; create temp table incoming (name text, domain text, city text, size text) on commit drop',
    )
    await pipeline(request, client.query(copyFrom('copy incoming from stdin (format csv, header)')))
    const { rowCount } = await client.query(`insert into ceiling.rows (data, domain)
      select jsonb_build_object('c1', name, 'c2', domain, 'c3', city, 'c4', size), lower(domain) from incoming
      on conflict (domain) where domain is not null do nothing`)
    await client.query('commit')
    return JSON.stringify({ inserted: rowCount })
  } finally {
    client.release()
  }
}

/** Rows of paths to ask in order until one is found, so many rows under way. */
interface Calls {
  peer: string
  under_way: number
  rows: string[][]
}

let peer: { url: string; under_way: number; connections: Pool } | undefined

/** Asks a provider and keeps nothing: what the calls alone take, with the timers of the peer and of this machine. */
async function makeCalls(body: string): Promise<string> {
  const { peer: url, under_way, rows } = JSON.parse(body) as Calls
  if (peer?.url !== url || peer.under_way !== under_way) {
    await peer?.connections.close()
    peer = { url, under_way, connections: new Pool(url, { connections: under_way }) }
  }
  const { connections } = peer
  let next = 0
  let calls = 0
  async function caller(): Promise<void> {
    for (let row = rows[next++]; row; row = rows[next++])
      for (const path of row) {
        calls++
        const reply = await connections.request({ method: 'GET', path })
        if (((await reply.body.json()) as { found: boolean }).found) break
      }
  }
  const begun = performance.now()
  await Promise.all(Array.from({ length: under_way }, caller))
  return JSON.stringify({ took_ms: performance.now() - begun, calls })
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts).toString()
}

async function answer(request: IncomingMessage): Promise<string> {
  const url = new URL(request.url ?? '/', 'http://ceiling')
  if (request.method === 'GET') return page(url)
  if (request.method === 'PATCH' && url.pathname === '/rows') return updateRows(await bodyOf(request))
  if (request.method === 'PATCH') return updateCell(url.pathname.split('/'), await bodyOf(request))
  if (url.pathname === '/import') return importCsv(request)
  if (url.pathname === '/calls') return makeCalls(await bodyOf(request))
  return addRows(await bodyOf(request))
}

const server = createServer((request, response: ServerResponse) => {
  answer(request).then(
    (text) =>
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
        .end(text),
    (error: Error) => response.writeHead(500).end(error.message),
  )
})
server.listen(0, '127.0.0.1', () =>
  process.stdout.write(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}\n`),
)
process.on('SIGTERM', () => process.exit(0))
