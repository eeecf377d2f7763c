// For tests of columns that make their own lookup: a whole service, vendors on loopback, a workbook, and runs that are waited for.

import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { addWorkspace, type TestDatabase } from '../../../test/database.ts'
import { addPerson, type Call, callAs, startTestService, type TestService } from '../../../test/running-install.ts'
import { until } from '../../../test/until.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { Json } from '../../kernel/json.ts'

export interface ReceivedRequest {
  method: string
  /** With the query. */
  path: string
  headers: http.IncomingHttpHeaders
  body: string
}

export interface StubReply {
  status?: number
  headers?: { [name: string]: string | undefined }
  /** Text is sent as it is, all else as JSON. */
  body?: unknown
}

export interface Vendor {
  port: number
  heard: ReceivedRequest[]
  /** What it answers from now on. */
  says(answer: (request: ReceivedRequest) => StubReply | Promise<StubReply>): void
  close(): Promise<void>
}

/** A vendor that keeps everything it hears. */
export async function startVendor(): Promise<Vendor> {
  const heard: ReceivedRequest[] = []
  let answer: (request: ReceivedRequest) => StubReply | Promise<StubReply> = () => ({ status: 500 })
  const server = http.createServer(async (request, reply) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const one = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    }
    heard.push(one)
    const { status = 200, headers = {}, body = '' } = await answer(one)
    const isText = typeof body === 'string'
    reply.writeHead(status, { 'content-type': isText ? 'text/html; charset=utf-8' : 'application/json', ...headers })
    reply.end(isText ? body : JSON.stringify(body))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    port: (server.address() as AddressInfo).port,
    heard,
    says(next) {
      heard.length = 0
      answer = next
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

/** A service in which `names` lead to ports of this machine. */
export function startKinds(
  names: Record<string, number>,
  more: Record<string, string> = {},
  parts: { database?: TestDatabase } = {},
): Promise<TestService> {
  const map = Object.entries(names).map(([name, port]) => `${name}=127.0.0.1:${port}`)
  return startTestService({ LIMITS: 'off', EGRESS_ALLOW: '127.0.0.1', EGRESS_HOST_MAP: map.join(','), ...more }, parts)
}

export interface Bench {
  call: Call
  workspace_id: WorkspaceId
  workbook_id: string
  rows: string[]
}

/** A workspace with a workbook of text columns and rows; the columns are c1, c2, … in the order of their names. */
export async function addBench(service: TestService, names: string[], rows: Json[][]): Promise<Bench> {
  const workspace_id = await addWorkspace(service.database)
  const { access_token } = await addPerson(service, workspace_id, 'admin')
  const call = callAs(service, access_token)
  const columns_config = names.map((name) => ({ name, type: 'input', input_type: 'text' }))
  const book = await must(call('POST', '/api/workbooks', { name: 'Bench', columns_config }), 201)
  const given = rows.map((values) => ({
    data: Object.fromEntries(values.flatMap((value, at) => (value === null ? [] : [[`c${at + 1}`, value]]))),
  }))
  const added =
    given.length > 0 ? await must(call('POST', `/api/workbooks/${book.id}/rows`, { rows: given }), 201) : { items: [] }
  const ids = added.items.map(({ row_id }: { row_id: string }) => row_id)
  return { call, workspace_id, workbook_id: book.id, rows: ids }
}

/** The body of an answer that has to have this status. */
export async function must(answer: ReturnType<Call>, status: number) {
  const got = await answer
  if (got.status !== status) throw new Error(`answered ${got.status} and not ${status}: ${got.text.slice(0, 2000)}`)
  return got.body
}

/** A provider that asks `api.example.com` for a domain, at 50 cents a call. `fields` are its outputs with their paths in the answer. */
export const dearProvider = (fields: Readonly<Record<string, string>>) => ({
  inputs: [{ name: 'domain' }],
  url: 'http://api.example.com/find?domain={{domain}}',
  price_usd: 0.5,
  fields: Object.entries(fields).map(([name, path]) => ({ name, path })),
})

/** Makes such a provider; its id. */
export async function addDearProvider(call: Call, fields: Readonly<Record<string, string>>): Promise<string> {
  const definition = dearProvider(fields)
  return (await must(call('POST', '/api/settings/own-providers', { name: 'Dear', definition }), 201)).id
}

export async function addColumn({ call, workbook_id }: Bench, column: object): Promise<string> {
  const added = await must(call('POST', `/api/workbooks/${workbook_id}/columns`, column), 201)
  return added.id ?? added.items.at(-1).id
}

/** Runs the workbook to the end and returns the run. */
export async function run({ call, workbook_id }: Bench, body: object = {}) {
  const { run_id } = await must(call('POST', `/api/workbooks/${workbook_id}/run`, body), 202)
  const look = () => must(call('GET', `/api/workbooks/${workbook_id}/runs/${run_id}`), 200)
  return until(look, ({ ended_at }) => ended_at !== null)
}

/** The overlays of a column, in the order of the rows. */
export async function cellsOf({ call, workbook_id }: Bench, columnId: string) {
  const page = await must(call('GET', `/api/workbooks/${workbook_id}`), 200)
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  return page.rows.map((row: any) => row.enrichments[columnId])
}

export const traceOf = ({ call, workbook_id, rows }: Bench, columnId: string, at = 0) =>
  must(call('GET', `/api/workbooks/${workbook_id}/rows/${rows[at]}/cells/${columnId}/trace`), 200)
