// Promises of OAuth for MCP: the official client gets a token by a person's consent, and no client gets one otherwise.
import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { beforeAll, describe, expect, test } from 'vitest'
import { openTenant } from '../../../../test/open-tenant.ts'
import { addPerson, type Call, callAs } from '../../../../test/running-install.ts'
import { askers, CALLBACK, READING } from './askers.fixture.ts'

let clock = new Date()
let ask: ReturnType<typeof askers>
const { service, workspaceId: workspace, as } = await openTenant({ LIMITS: 'off' }, { now: () => clock })
const admin = (await as('admin')).call
beforeAll(async () => {
  ask = askers(service, workspace)
})

const later = (seconds: number) => {
  clock = new Date(clock.getTime() + seconds * 1000)
}

/** What a program on the machine of the person keeps, and the address that it would open in a browser. */
function program() {
  const kept: { client?: never; tokens?: never; verifier?: string; opened?: URL } = {}
  const provider: OAuthClientProvider = {
    redirectUrl: CALLBACK,
    clientMetadata: { client_name: 'Test\u202e client', redirect_uris: [CALLBACK], token_endpoint_auth_method: 'none' },
    state: () => 'a state',
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
  const transport = () => new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), { authProvider: provider })
  return { kept: kept as { client?: Registered; tokens?: Tokens; opened?: URL }, transport }
}

type Registered = { client_id: string }
type Tokens = { access_token: string; refresh_token: string; scope: string; expires_in: number }

/** What the consent page of the web app does. */
async function consent(opened: URL, capabilities: string[] = READING, as: Call = admin) {
  const request = Object.fromEntries(opened.searchParams)
  const shown = await as('POST', '/api/mcp/authorization/preview', request)
  const answered = await as('POST', '/api/mcp/authorization', { request, allow: true, capabilities })
  return { shown, answered, back: answered.body?.redirect_to ? new URL(answered.body.redirect_to) : undefined }
}

test('the official client registers, asks a person, calls tools, renews its token, and is listed and revoked', async () => {
  const { kept, transport } = program()
  const first = transport()
  const client = new Client({ name: 'test', version: '1' })
  await expect(client.connect(first)).rejects.toThrow(UnauthorizedError)
  const opened = kept.opened as URL
  expect(`${opened.origin}${opened.pathname}`).toBe(`${service.url}/authorize`)
  expect(opened.searchParams.get('resource')).toBe(`${service.url}/mcp`)
  const { shown, back } = await consent(opened)
  expect(shown.body).toMatchObject({
    client: { id: kept.client?.client_id, name: 'Test client' },
    answers_to: 'a program on this computer',
  })
  expect(shown.body.capabilities).toContain('outreach:send')
  expect(back?.href.startsWith(CALLBACK)).toBe(true)
  expect(Object.fromEntries(back?.searchParams ?? [])).toMatchObject({ state: 'a state', iss: service.url })
  await first.finishAuth(back?.searchParams as URLSearchParams)
  expect(kept.tokens?.access_token).toMatch(/^ycp_/)
  expect(kept.tokens?.scope.split(' ').sort()).toEqual([...READING].sort())

  const working = new Client({ name: 'test', version: '1' })
  await working.connect(transport())
  const names = (await working.listTools()).tools.map(({ name }) => name)
  expect(names).toContain('list_workbooks')
  expect(names).not.toContain('create_workbook')
  const refused = await working.callTool({ name: 'create_workbook', arguments: { name: 'No' } })
  expect(refused.isError).toBe(true)

  const before = kept.tokens as Tokens
  // What was asked for and allowed is MCP: the API is not.
  const api = await fetch(`${service.url}/api/workbooks`, {
    headers: { authorization: `Bearer ${before.access_token}` },
  })
  expect(api.status).toBe(401)
  later(3700)
  // The token has ended: the client renews it by itself and goes on.
  expect((await working.callTool({ name: 'list_workbooks', arguments: {} })).isError).toBeFalsy()
  expect(kept.tokens?.access_token).not.toBe(before.access_token)
  expect(kept.tokens?.refresh_token).not.toBe(before.refresh_token)

  const listed = (await ask.fresh()('GET', '/api/mcp/tokens')).body.items
  const [mine] = listed.filter((one: { client: string }) => one.client === kept.client?.client_id)
  expect(mine).toMatchObject({ name: 'Test client', capabilities: expect.arrayContaining(READING) })
  expect((await ask.fresh()('DELETE', `/api/mcp/tokens/${mine.id}`)).status).toBe(204)
  await expect(working.callTool({ name: 'list_workbooks', arguments: {} })).rejects.toThrow()
  await working.close()
})

describe('what programs find', () => {
  test('is told with every 401, and says the same everywhere', async () => {
    const knocked = await fetch(`${service.url}/mcp`, { method: 'POST', body: '{}' })
    const told = /resource_metadata="([^"]+)"/.exec(knocked.headers.get('www-authenticate') ?? '')?.[1] ?? ''
    const resource = (await (await fetch(told)).json()) as { authorization_servers: string[] }
    expect(resource).toMatchObject({ resource: `${service.url}/mcp`, authorization_servers: [service.url] })
    const root = await (await fetch(`${service.url}/.well-known/oauth-protected-resource`)).json()
    expect(root).toEqual(resource)
    const metadata = `${resource.authorization_servers[0]}/.well-known/oauth-authorization-server`
    expect(await (await fetch(metadata)).json()).toMatchObject({
      issuer: service.url,
      code_challenge_methods_supported: ['S256'],
      response_types_supported: ['code'],
      token_endpoint_auth_methods_supported: ['none'],
    })
  })

  test('registers programs that can be answered, and no others', async () => {
    for (const uri of [
      CALLBACK,
      'https://claude.ai/api/mcp/auth_callback',
      'cursor://anysphere.cursor/callback',
      'http://[::1]/x',
    ])
      expect((await ask.register({ redirect_uris: [uri] })).status, uri).toBe(201)
    const wrong = [
      'http://evil.example/',
      'javascript:alert(1)',
      'data:text/html,x',
      'https://a.example/#x',
      'https://u:p@a.example/',
      '/here',
      'file:///etc/passwd',
    ]
    for (const uri of wrong) {
      const answer = await ask.register({ redirect_uris: [CALLBACK, uri] })
      expect(answer.status, uri).toBe(400)
      expect(answer.body).toMatchObject({ error: 'invalid_redirect_uri', error_description: expect.any(String) })
    }
    expect((await ask.register({ redirect_uris: [] })).body.error).toBe('invalid_client_metadata')
    expect((await ask.register({})).body.error).toBe('invalid_client_metadata')
  })
})

describe('a person is asked', () => {
  test('only with a request that is whole, and is never sent to an address that was not registered', async () => {
    const { request } = await ask.asked()
    const wrong: Record<string, string>[] = [
      { client_id: 'mcp_client_nobody' },
      { redirect_uri: 'https://evil.example/' },
      { redirect_uri: `${CALLBACK}/more` },
      { response_type: 'token' },
      { code_challenge_method: 'plain' },
      { code_challenge: 'short' },
      { resource: 'https://other.example/mcp' },
    ]
    for (const change of wrong) {
      const body = { ...request, ...change }
      for (const [path, sent] of [
        ['/api/mcp/authorization/preview', body],
        ['/api/mcp/authorization', { request: body, allow: true, capabilities: READING }],
        ['/api/mcp/authorization', { request: body, allow: false }],
      ] as const) {
        const answer = await ask.fresh()('POST', path, sent)
        expect(answer.status, JSON.stringify(change)).toBe(400)
        expect(answer.body.redirect_to).toBeUndefined()
      }
    }
    // A program on the machine of the person may listen on another port each time.
    const moved = { ...request, redirect_uri: CALLBACK.replace('6274', '50123') }
    expect((await ask.fresh()('POST', '/api/mcp/authorization/preview', moved)).status).toBe(200)
  })

  test('and may say no; gives what they chose and were asked for, and must be an admin of the workspace', async () => {
    const { request } = await ask.asked({ scope: 'workbooks:read leads:read', state: 's' })
    const no = await ask.fresh()('POST', '/api/mcp/authorization', { request, allow: false })
    expect(Object.fromEntries(new URL(no.body.redirect_to).searchParams)).toEqual({
      error: 'access_denied',
      state: 's',
      iss: service.url,
    })
    const shown = await ask.fresh()('POST', '/api/mcp/authorization/preview', request)
    expect(shown.body.capabilities.sort()).toEqual(['leads:read', 'workbooks:read'])
    const greedy = { request, allow: true, capabilities: ['outreach:send'] }
    expect((await ask.fresh()('POST', '/api/mcp/authorization', greedy)).status).toBe(400)
    const editor = (await addPerson(service, workspace, 'editor')).call
    expect(
      (await editor('POST', '/api/mcp/authorization', { request, allow: true, capabilities: READING })).status,
    ).toBe(403)
    expect((await callAs(service)('POST', '/api/mcp/authorization', { request, allow: true })).status).toBe(401)
  })
})
