// Promises to programs in a browser: they find the addresses, get a token and call tools from pages that may, and reach nothing else.
import { Client, type OAuthClientProvider, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { beforeAll, expect, test } from 'vitest'
import { addWorkspace } from '../../../test/database.ts'
import { openTenant } from '../../../test/open-tenant.ts'
import { askers, CALLBACK, READING } from './oauth/askers.fixture.ts'

const ALLOWED = 'https://client.example'
const STRANGER = 'https://elsewhere.example'

let ask: ReturnType<typeof askers>
const { service } = await openTenant({ LIMITS: 'off', MCP_ORIGINS: ALLOWED })
beforeAll(async () => {
  ask = askers(service, await addWorkspace(service.database, 'Ours'))
})

/** Headers that need no leave, and those that every page may read of an answer. */
const SIMPLE = new Set(['accept', 'accept-language', 'content-language'])
const SAFE = new Set([
  'cache-control',
  'content-language',
  'content-length',
  'content-type',
  'expires',
  'last-modified',
])
const listed = (value: string | null) => (value ?? '').split(',').map((one) => one.trim().toLowerCase())

/** fetch() as a page of this origin has it: asks for leave first, and sees of an answer what it may. */
function fetchFrom(origin: string): typeof fetch {
  return async (input, init) => {
    const request = new Request(input as string | URL | Request, init)
    const body = request.method === 'GET' ? undefined : await request.text()
    const own = [...request.headers.keys()].filter((name) => !SIMPLE.has(name))
    if (own.length > 0) {
      const leave = await fetch(request.url, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': request.method,
          'access-control-request-headers': own.join(','),
        },
      })
      mayRead(leave.headers, origin)
      if (!leave.ok) throw new TypeError(`the preflight of ${request.url} was answered ${leave.status}`)
      const allowed = listed(leave.headers.get('access-control-allow-headers'))
      const refused = own.filter((name) => !allowed.includes(name))
      if (refused.length > 0) throw new TypeError(`${request.url} does not take ${refused.join(', ')}`)
      if (!listed(leave.headers.get('access-control-allow-methods')).includes(request.method.toLowerCase()))
        throw new TypeError(`${request.url} does not take ${request.method}`)
    }
    const headers = new Headers(request.headers)
    headers.set('origin', origin)
    const answer = await fetch(request.url, { method: request.method, headers, body, signal: request.signal })
    mayRead(answer.headers, origin)
    const exposed = listed(answer.headers.get('access-control-expose-headers'))
    const seen = [...answer.headers].filter(([name]) => SAFE.has(name) || exposed.includes(name))
    return new Response([202, 204].includes(answer.status) ? null : await answer.arrayBuffer(), {
      status: answer.status,
      headers: seen,
    })
  }
}

function mayRead(headers: Headers, origin: string): void {
  const allowed = headers.get('access-control-allow-origin')
  if (allowed !== '*' && allowed !== origin) throw new TypeError(`${origin} may not read the answer`)
}

function program(origin: string) {
  const kept: { client?: never; tokens?: never; verifier?: string; opened?: URL } = {}
  const authProvider: OAuthClientProvider = {
    redirectUrl: CALLBACK,
    clientMetadata: { client_name: 'In a page', redirect_uris: [CALLBACK], token_endpoint_auth_method: 'none' },
    clientInformation: () => kept.client,
    saveClientInformation: (client) => {
      kept.client = client as never
    },
    tokens: () => kept.tokens,
    saveTokens: (tokens) => {
      kept.tokens = tokens as never
    },
    redirectToAuthorization: (url) => {
      kept.opened = url
    },
    saveCodeVerifier: (verifier) => {
      kept.verifier = verifier
    },
    codeVerifier: () => kept.verifier ?? '',
  }
  const transport = () =>
    new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), { authProvider, fetch: fetchFrom(origin) })
  return { kept: kept as { opened?: URL; tokens?: { access_token: string } }, transport }
}

test('the official client in a page that may connect registers, gets a token and calls tools', async () => {
  const { kept, transport } = program(ALLOWED)
  const first = transport()
  await expect(new Client({ name: 'page', version: '1' }).connect(first)).rejects.toThrow(/Unauthorized/i)
  const request = Object.fromEntries(kept.opened?.searchParams ?? [])
  const answered = await ask.fresh()('POST', '/api/mcp/authorization', { request, allow: true, capabilities: READING })
  expect(answered.status, answered.text).toBe(200)
  await first.finishAuth(new URL(answered.body.redirect_to).searchParams)
  const client = new Client({ name: 'page', version: '1' })
  await client.connect(transport())
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain('list_workbooks')
  expect((await client.callTool({ name: 'list_workbooks', arguments: {} })).isError).toBeFalsy()
  await client.close()
})

test('a page of any other origin gets no tool called, whatever token it has', async () => {
  const { exchange } = await ask.allowed()
  const { access_token } = (await exchange()).body
  const headers = {
    authorization: `Bearer ${access_token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })
  const call = (from: string) => fetchFrom(from)(`${service.url}/mcp`, { method: 'POST', headers, body })
  expect((await call(ALLOWED)).status).toBe(200)
  await expect(call(STRANGER)).rejects.toThrow('may not read')
  const knocked = await fetch(`${service.url}/mcp`, { method: 'POST', headers: { ...headers, origin: STRANGER }, body })
  expect([knocked.status, knocked.headers.get('access-control-allow-origin')]).toEqual([403, null])
  expect(knocked.headers.get('vary')).toContain('origin')
})

test('a refusal can be read by the page that caused it, with where tokens are given', async () => {
  const answer = await fetchFrom(ALLOWED)(`${service.url}/mcp`, { method: 'POST', body: '{}' })
  expect(answer.status).toBe(401)
  expect(answer.headers.get('www-authenticate')).toContain('resource_metadata=')
  const token = await fetchFrom(STRANGER)(`${service.url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'authorization_code' }),
  })
  expect([token.status, ((await token.json()) as { error: string }).error]).toEqual([400, 'invalid_request'])
})

test('no cookie is ever let along, and the rest of the API is open to no other page', async () => {
  const asking = { origin: ALLOWED, 'access-control-request-method': 'POST' }
  const paths = ['/mcp', '/oauth/token', '/oauth/register', '/oauth/revoke', '/.well-known/oauth-authorization-server']
  for (const path of [...paths, '/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp']) {
    const leave = await fetch(service.url + path, { method: 'OPTIONS', headers: asking })
    expect([path, leave.status]).toEqual([path, 204])
    expect(leave.headers.get('access-control-allow-credentials')).toBeNull()
  }
  for (const path of [
    '/api/workbooks',
    '/auth/token',
    '/api/mcp/tokens',
    '/api/mcp/authorization',
    '/authorize',
    '/',
  ]) {
    for (const method of ['OPTIONS', 'GET', 'POST']) {
      const answer = await fetch(service.url + path, { method, headers: asking })
      const told = [...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))
      expect([path, method, told]).toEqual([path, method, []])
    }
  }
})
