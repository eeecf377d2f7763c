// The client against a server on loopback that refuses, breaks off and pages as a busy install does.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ApiError, connect } from './client.ts'

type Handler = (request: IncomingMessage, response: ServerResponse, number: number) => void
let server: Server
let handle: Handler
let heard: IncomingMessage[]
let waits: number[]

beforeEach(async () => {
  ;[heard, waits] = [[], []]
  server = createServer((request, response) => {
    heard.push(request)
    handle(request, response, heard.length)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const client = (more: object = {}) =>
  connect({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token: 't',
    retry: { pause: async (ms) => void waits.push(ms), random: () => 1 },
    ...more,
  })
const json = (response: ServerResponse, status: number, body: unknown, headers = {}) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

it('repeats what was put off, as late as the server says, a POST under one key', async () => {
  handle = (_request, response, number) => {
    if (number === 1) json(response, 429, { detail: 'slow' }, { 'retry-after': '3' })
    else if (number === 2) response.socket?.destroy()
    else if (number === 3) json(response, 503, { detail: 'ending' })
    else json(response, 201, { id: 'w', name: 'A' })
  }
  const { api, take } = client()
  expect(await take(api.POST('/api/workbooks', { body: { name: 'A' } }))).toMatchObject({ id: 'w' })
  expect(waits).toEqual([3000, 500, 1000])
  const keys = heard.map(({ headers }) => headers['idempotency-key'])
  expect(keys[0]).toMatch(/^[\w-]{20,}$/)
  expect(new Set(keys).size).toBe(1)
  await take(api.POST('/api/workbooks', { body: { name: 'A' } }))
  expect(heard.at(-1)?.headers['idempotency-key']).not.toBe(keys[0])
})

it('repeats no refusal, no PATCH that may have been heard, and nothing for longer than it may wait', async () => {
  handle = (_request, response) =>
    json(response, 422, { detail: [{ loc: ['body', 'name'], msg: 'Missing', type: 'missing' }] })
  const { api, take } = client()
  const refused = take(api.POST('/api/workbooks', { body: { name: '' } }))
  await expect(refused).rejects.toMatchObject({
    status: 422,
    message: 'body.name: Missing',
    problems: [{ type: 'missing' }],
  })
  await expect(refused).rejects.toBeInstanceOf(ApiError)
  expect(heard).toHaveLength(1)
  handle = (_request, response) => response.socket?.destroy()
  await expect(
    api.PATCH('/api/workbooks/{workbook_id}', { params: { path: { workbook_id: 'w' } }, body: {} }),
  ).rejects.toThrow()
  expect(heard).toHaveLength(2)
  handle = (_request, response) => json(response, 429, { detail: 'slow' }, { 'retry-after': '3600' })
  await expect(take(api.GET('/api/workbooks'))).rejects.toMatchObject({ status: 429 })
  expect(heard).toHaveLength(3)
})

it('walks a list to its end, page by page, and no further than it is read', async () => {
  handle = ({ url }, response) => {
    const cursor = new URL(url ?? '', 'http://x').searchParams.get('cursor')
    json(response, 200, {
      items: [{ id: cursor || 'first' }],
      next_cursor: cursor === 'c2' ? null : cursor ? 'c2' : 'c1',
    })
  }
  const { api, items } = client()
  const pages = () => items((cursor) => api.GET('/api/workbooks', { params: { query: { cursor } } }))
  const ids: string[] = []
  for await (const { id } of pages()) ids.push(id)
  expect(ids).toEqual(['first', 'c1', 'c2'])
  for await (const _first of pages()) break
  expect(heard).toHaveLength(4)
})

it('resumes events after the last one that was read', async () => {
  handle = ({ headers }, response) => {
    const from = Number(headers['last-event-id'] ?? 0)
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(
      `event: ready\ndata: {}\n\nid: ${from + 1}\nevent: run.created\ndata: {"type":"run.created","run_id":"r${from + 1}"}\n\n`,
    )
    response.end()
  }
  const seen: string[] = []
  for await (const event of client().events({ types: ['run.*'], workbook_id: 'w' })) {
    seen.push(event.id)
    if (event.type === 'run.created' && event.run_id === 'r3') break
  }
  expect(seen).toEqual(['1', '2', '3'])
  expect(heard[0]?.url).toBe('/api/events?workbook_id=w&types=run.*')
  expect(heard.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, '1', '2'])
  handle = (_request, response) => json(response, 403, { detail: 'No' })
  await expect(client().events().next()).rejects.toMatchObject({ status: 403, message: 'No' })
})

it('logs in once, and again when the token has ended', async () => {
  let tokens = 0
  handle = ({ url, headers }, response) => {
    if (url === '/auth/token') json(response, 200, { access_token: `t${++tokens}`, token_type: 'bearer' })
    else if (headers.authorization === 'Bearer t1' && tokens === 1 && heard.length > 3)
      json(response, 401, { detail: 'Ended' })
    else json(response, 200, { items: [], next_cursor: null })
  }
  const { api, take } = client({ token: undefined, login: { username: 'a', password: 'b' }, workspace: 'ws' })
  for (let call = 0; call < 4; call++) await take(api.GET('/api/workbooks'))
  expect(tokens).toBe(2)
  expect(heard.at(-1)?.headers).toMatchObject({ authorization: 'Bearer t2', 'x-workspace-id': 'ws' })
})
