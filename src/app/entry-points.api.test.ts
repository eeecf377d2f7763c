// Laws over all entry points, read from the description of the API and the registry of tools, so that a new one is held to them by itself: what a
// role may not do no tool does, what is sealed is shown nowhere, and an address of this machine is asked by nothing.
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { COUNTED } from '../../test/counted-state.ts'
import { openTenant } from '../../test/open-tenant.ts'
import { operationsOf, specsOf } from '../../test/operations.ts'
import { addPerson, callAs, startTestService } from '../../test/running-install.ts'
import { addTenant, type Ids } from '../../test/tenant.ts'
import { until } from '../../test/until.ts'
import { connectTo, sampleFor } from '../automation/mcp/mcp.fixture.ts'
import { TOOLS } from '../automation/tools/registry.ts'
import { TOOL_CAPABILITIES } from '../identity/api-tokens/token-capabilities.logic.ts'
import { CAPABILITIES } from '../identity/capabilities.logic.ts'
import type { WorkspaceRole } from '../platform/ctx.ts'
import { createLog } from '../platform/log.ts'
import { tracesOf } from './erasure.fixture.ts'

const document = JSON.parse(await readFile(new URL('../../openapi.json', import.meta.url), 'utf8'))
const operations = operationsOf(document).map((operation, at) => {
  const { path, method } = specsOf<{ security?: unknown[]; parameters?: object[] }>(document)[at] as {
    path: string
    method: string
  }
  return Object.assign(operation, { path, method })
})
const logged: string[] = []
const log = createLog('debug', { to: { write: (line: string) => void logged.push(line) } })
const settings = { LIMITS: 'off', MASTER_KEY: 'ab'.repeat(32) }
const { service } = await openTenant({ ...settings, ROLE: 'api' }, { log })
const ours = await addTenant(service, 'Ours')
const admin = await addPerson(service, undefined, undefined, { role: 'admin' })
const tokenFor = ({ isAdmin, tokenKind }: (typeof operations)[number]) =>
  (tokenKind && ours.tokens[tokenKind]) || (isAdmin ? admin.access_token : ours.owner.access_token)

describe('a tool', () => {
  const needed = (ids: readonly string[]) =>
    ids.map((id) => operations.find(({ name }) => name === id)?.capability).filter((one) => one !== undefined)

  test.each(
    Object.keys(CAPABILITIES) as WorkspaceRole[],
  )('does for a token nothing that its maker, %s by now, may not do', async (role) => {
    const maker = await addPerson(service, ours.ids.ws_id, 'admin')
    const made = await maker.call('POST', '/api/mcp/tokens', { name: role, capabilities: TOOL_CAPABILITIES })
    expect(made.status, made.text).toBe(201)
    const { client } = await connectTo(service, made.body.token)
    await service.database.asOwner('update memberships set role = $1 where workspace_id = $2 and user_id = $3', [
      role,
      ours.ids.ws_id,
      maker.user_id,
    ])
    const refused = TOOLS.filter((tool) => !needed(tool.operations).every((one) => CAPABILITIES[role].has(one)))
    const offered = (await client.listTools()).tools.map(({ name }) => name)
    expect(offered.sort()).toEqual(
      TOOLS.filter((tool) => !refused.includes(tool))
        .map(({ name }) => name)
        .sort(),
    )
    const before = await service.database.asOwner(COUNTED)
    for (const tool of refused) {
      const args = sampleFor(tool)
      for (const name of Object.keys(args)) if (name in ours.ids) args[name] = ours.ids[name as keyof Ids]
      const answer = await client.callTool({ name: tool.name, arguments: args }).catch((error: Error) => ({
        isError: true,
        content: error.message,
      }))
      expect(answer.isError, `${tool.name}: ${JSON.stringify(answer.content)}`).toBe(true)
    }
    expect(await service.database.asOwner(COUNTED)).toEqual(before)
    await client.close()
  })
})

describe('what is sealed', () => {
  /** Passwords and codes that are compared and never kept. */
  const COMPARED = /\.(?:password|current_password|new_password|code|challenge|refresh_token)$/
  const secrets = operations.flatMap((operation) =>
    operation
      .textPlaces()
      .filter(({ path, schema }) => schema.format === 'password' && !COMPARED.test(path))
      .map((place, at) => ({ operation, place, value: `Sealed-${operation.name}-${at}-0123456789abcdef` })),
  )

  test('is read nowhere again: in no answer, no tool, no line of the log and no column', async () => {
    expect(secrets.length).toBeGreaterThan(12)
    const taken: string[] = []
    const hears = (text: string) => /Sealed-[a-z]/.test(text)
    for (const { operation, place, value } of secrets) {
      const raw = JSON.stringify(place.holding(value))
      const answer = await operation.knock(service.url, { token: tokenFor(operation), ids: ours.ids, raw })
      if (answer.status < 300) taken.push(operation.name)
      // The answer that creates a signing webhook shows its secret once.
      if (!/^(create|rotate)_(webhook|incoming)/.test(operation.name))
        expect(hears(answer.text), `${operation.name} ${place.path}: ${answer.text}`).toBe(false)
    }
    expect([...new Set(taken)]).toEqual(
      expect.arrayContaining([
        'put_secret',
        'put_smtp_config',
        'update_mailbox',
        'update_sso_provider',
        'create_incoming_webhook',
      ]),
    )
    await readEverywhere(hears, /Sealed-[a-z]/)
  })

  /** What answers give out as the only time: each with the member that holds it. */
  const SHOWN = /^(token|secret|signing_secret|recovery_codes)$/
  const shownBy = operations.flatMap((operation) => {
    const { $ref, ...own } = successOf(operation) as { $ref?: string; properties?: object }
    const { properties = {} } = $ref ? document.components.schemas[$ref.split('/').at(-1) ?? ''] : own
    return operation.method === 'POST' &&
      !operation.isPublic &&
      Object.keys(properties).some((name) => SHOWN.test(name))
      ? [operation]
      : []
  })

  test('nor is what an answer showed once, what a free form took, or what one logs in with', async () => {
    const shown = [ours.owner.access_token, ours.owner.refresh_token]
    const made: string[] = []
    for (const operation of shownBy) {
      const answer = await operation.knock(service.url, { token: tokenFor(operation), ids: ours.ids })
      if (answer.status >= 300) continue
      made.push(operation.name)
      for (const [name, value] of Object.entries(answer.json()))
        if (SHOWN.test(name)) shown.push(...[value].flat().filter((one): one is string => typeof one === 'string'))
    }
    expect(made).toEqual(
      expect.arrayContaining([
        'create_mcp_token',
        'create_scim_token',
        'create_ingest_token',
        'create_invitation',
        'rotate_webhook_secret',
      ]),
    )
    const call = callAs(service, ours.owner.access_token)
    const at = { 'x-workspace-id': ours.ids.ws_id }
    const chat_url = 'https://hooks.example.com/Sealed-chat-0123456789'
    const given = [
      await call('PUT', '/api/notices/preferences', { chat_url, chat_when: 'at_once' }, at),
      await call(
        'PUT',
        '/api/settings/workspace-integrations/hunter',
        { values: { api_key: 'Sealed-hunter-0123' } },
        at,
      ),
    ]
    expect(given.map(({ status }) => status)).toEqual([200, 200])
    const texts = [...shown, 'Sealed-chat', 'Sealed-hunter']
    expect(given.some(({ text }) => /Sealed-/.test(text))).toBe(false)
    const escaped = texts.map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
    await readEverywhere((text) => texts.some((one) => text.includes(one)), new RegExp(escaped))
  })
})

const successOf = ({ spec }: (typeof operations)[number]): object =>
  Object.entries(spec.responses).find(([status]) => status.startsWith('2'))?.[1].content?.['application/json']
    ?.schema ?? {}

/** Operations that answer with a secret more than once, and why. */
const TYPED_ELSEWHERE: Record<string, string> = {
  get_bounce_webhook: 'who may change mailboxes copies the address and the secret into a mail service',
}

/** Reads every answer, tool, line of the log and column: none may be heard. */
async function readEverywhere(hears: (text: string) => boolean, pattern: RegExp): Promise<void> {
  const reading = operations.filter(
    ({ method, isPublic, name }) => method === 'GET' && !isPublic && !(name in TYPED_ELSEWHERE),
  )
  for (const operation of reading) {
    const answer = await operation.knock(service.url, { token: tokenFor(operation), ids: ours.ids })
    expect(hears(answer.text), `${operation.name}: ${answer.text.slice(0, 500)}`).toBe(false)
  }
  const made = await callAs(service, ours.owner.access_token)('POST', '/api/mcp/tokens', {
    name: 'Reader',
    capabilities: TOOL_CAPABILITIES,
  })
  const { client } = await connectTo(service, made.body.token)
  for (const tool of TOOLS.filter(({ kind }) => kind === 'read')) {
    const args = sampleFor(tool)
    for (const name of Object.keys(args)) if (name in ours.ids) args[name] = ours.ids[name as keyof Ids]
    const answer = await client.callTool({ name: tool.name, arguments: args }).catch((error: Error) => error.message)
    expect(hears(JSON.stringify(answer)), tool.name).toBe(false)
  }
  await client.close()
  const traces = await tracesOf(service.database, ours.ids.ws_id, pattern)
  expect(traces.map(({ table, row }) => `${table}: ${JSON.stringify(row).slice(0, 300)}`)).toEqual([])
  expect(logged.filter(hears)).toEqual([])
}

describe('an address of this machine', () => {
  const ADDRESS = /(^|_|\.)(url|host|issuer)$|^create_watch\.target$/
  /** Other ways to write it, one after the other, beside the plain one for every place. */
  const SPELLINGS = ['[::1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '2130706433', '0x7f.1', 'localhost', '0.0.0.0']
  /** Never asked by themselves: they are shown, or asked when they stand in a row. */
  const SHOWN = /docs_url$|evidence_url$|_lead$|_leads$/

  test('that a user gives is asked by nothing, whatever takes it', async () => {
    const asked: string[] = []
    const peer = createServer((request, answer) => {
      asked.push(`${request.method} ${request.url}`)
      answer.end('{}')
    })
    peer.on('connection', (socket) => asked.push(`a connection from ${socket.remotePort}`))
    await new Promise<void>((done) => peer.listen(0, '::', done))
    afterAll(() => void peer.close())
    const { port } = peer.address() as AddressInfo
    const places = operations.flatMap((operation) =>
      operation
        .textPlaces()

        .filter(
          ({ path }) =>
            (ADDRESS.test(path) || ADDRESS.test(operation.name + path)) &&
            !SHOWN.test(path) &&
            !SHOWN.test(operation.name),
        )
        .map((place) => ({ operation, place })),
    )
    expect(places.length).toBeGreaterThan(20)
    const workers = await startTestService({ ...settings, ROLE: 'worker' }, { database: service.database, log })
    const call = callAs(service, ours.owner.access_token)
    let taken = 0
    const tries = places.flatMap((one, at) =>
      ['127.0.0.1', SPELLINGS[at % SPELLINGS.length] as string].map((host) => ({ ...one, host })),
    )
    for (const { operation, place, host } of tries) {
      const isHost = place.path.endsWith('host')
      const value = isHost ? host.replace(/^\[(.*)\]$/, '$1') : `http://${host}:${port}/${operation.name}${place.path}`
      const body = place.holding(value) as Record<string, unknown>
      if (isHost) body[place.path.slice(1).replace('host', 'port')] = port
      const answer = await operation.knock(service.url, {
        token: tokenFor(operation),
        ids: ours.ids,
        raw: JSON.stringify(body),
      })
      expect(answer.status, `${operation.name}: ${answer.text}`).toBeLessThan(500)
      if (answer.status >= 300) continue
      taken++
      // What was taken is tried in every way that there is for it.
      const id = answer.text.startsWith('{') ? (answer.json().id ?? answer.json().mailbox_id) : undefined
      const own = operations.filter(
        (one) =>
          one.method === 'POST' &&
          one.path.startsWith(operation.path.replace(/\/$/, '')) &&
          /test|try|preview|preflight|run|poll|check/.test(one.name),
      )
      for (const one of own) {
        const path = one.path.replace(/\{(\w+)\}/g, (_all, name: keyof Ids) =>
          String(operation.path.includes(`{${name}}`) ? ours.ids[name] : (id ?? ours.ids[name])),
        )
        await call('POST', path, {})
      }
    }
    expect(taken).toBeGreaterThan(3)
    await until(
      () => service.database.asOwner(`select from queue where state in ('ready', 'leased') and run_at <= now()`),
      (due) => due.length === 0,
    )
    await workers.close()
    expect(asked).toEqual([])
  })
})
