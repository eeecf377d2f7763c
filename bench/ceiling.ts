// The bare ceiling: the same answers from plain node:http on the same PostgreSQL, written as well as we can, without
// users, tenants, validation, events or counters. What the service is measured against.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

// As the service: the same number of connections, the same durable settings of the server.
const pool = new pg.Pool({ host: process.env.SOCKET, user: 'postgres', database: 'millrace', max: 12 })
pool.on('error', () => {})

// Rows and cells apart, as in the service, because a cell must be writable without its row; ids are plain numbers.
await pool.query(`
  create schema if not exists ceiling;
  create table if not exists ceiling.rows (id bigint generated always as identity primary key, data jsonb not null,
    domain text, created_at timestamptz not null default now());
  create unique index if not exists rows_domain on ceiling.rows (domain) where domain is not null;
  create table if not exists ceiling.cells (row_id bigint not null, column_id text not null, status text not null, value jsonb,
    provider text, confidence real, cost_micro bigint not null, provenance jsonb, run_id uuid, updated_at timestamptz not null,
    primary key (row_id, column_id))`)

// The same members as the service writes; what the ceiling does not have is a constant.
const UTC = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`
const CELL = `concat('{"value":', c.value::text, ',"status":"', c.status, '","provenance":', c.provenance::text,
  ',"research":null,"provider":"', c.provider, '","reason":null,"detail":null,"error":null,"confidence":', c.confidence::text,
  ',"cost_usd":', c.cost_micro / 1e6, ',"run_id":"', c.run_id, '","updated_at":"', to_char(c.updated_at, ${UTC}), '"}')`
const ROW = `concat('{"row_id":', r.id, ',"position":', r.id, ',"data":', r.data::text, ',"enrichments":{', cells.text,
  '},"lead":{},"lead_id":null,"entity_id":null,"source":null,"created_at":"', to_char(r.created_at, ${UTC}), '"}')`
const PAGE = `select string_agg(${ROW}, ',' order by r.id) as text
  from (select * from ceiling.rows where id > $1 order by id limit $2) r left join lateral (
    select string_agg(concat('"', c.column_id, '":', ${CELL}), ',') as text from ceiling.cells c where c.row_id = r.id) cells on true`

async function page(url: URL): Promise<string> {
  const size = Number(url.searchParams.get('size') ?? 100)
  const after = Number(url.searchParams.get('after') ?? 0)
  const { rows } = await pool.query({ name: 'page', text: PAGE, values: [after, size] })
  return `{"rows":[${rows[0].text ?? ''}]}`
}

const UPDATE = `update ceiling.rows set data = jsonb_set(data, array[$2::text], $3::jsonb) where id = $1 returning data -> $2 as value`

async function updateCell([, , row, , column]: string[], body: string): Promise<string> {
  const { value } = JSON.parse(body)
  const { rows } = await pool.query({ name: 'update', text: UPDATE, values: [row, column, JSON.stringify(value)] })
  return JSON.stringify({ row_id: row, column_id: column, value: rows[0].value })
}

const UPDATE_MANY = `update ceiling.rows r set data = r.data || (x -> 'data') from jsonb_array_elements($1::jsonb) x
  where r.id = (x ->> 'row_id')::bigint returning r.id`

async function updateRows(body: string): Promise<string> {
  const patches = JSON.stringify(JSON.parse(body).rows)
  const { rows } = await pool.query({ name: 'update many', text: UPDATE_MANY, values: [patches] })
  return JSON.stringify({ items: rows })
}

const INSERT = `with added as (insert into ceiling.rows (data) select x -> 'data' from jsonb_array_elements($1::jsonb) x returning *)
  select string_agg(concat('{"row_id":', id, ',"data":', data::text, '}'), ',') as text from added`

async function addRows(body: string): Promise<string> {
  const { rows } = await pool.query({ name: 'insert', text: INSERT, values: [JSON.stringify(JSON.parse(body).rows)] })
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
