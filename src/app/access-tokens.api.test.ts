// The law of access tokens: each opens the operations whose capabilities it has, in its one workspace, while it is good; nothing else.
import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { openTenant } from '../../test/open-tenant.ts'
import { operationsOf } from '../../test/operations.ts'
import { addPerson, callAs } from '../../test/running-install.ts'
import { addTenant, type Tenant, UNKNOWN } from '../../test/tenant.ts'
import { TOOLS } from '../automation/tools/registry.ts'
import { TOKEN_CAPABILITIES, type TokenCapability } from '../identity/api-tokens/token-capabilities.logic.ts'

const document = JSON.parse(await readFile(new URL('../../openapi.json', import.meta.url), 'utf8'))
// Other kinds of tokens have laws of their own.
const operations = operationsOf(document).filter(
  ({ isPublic, tokenKind }) => !isPublic && !['scimToken', 'ingestToken'].includes(tokenKind ?? ''),
)
const neededBy = (spec: object) =>
  (spec as Record<string, unknown>)['x-token-capabilities'] as TokenCapability[] | undefined
const opened = operations.filter(({ spec }) => neededBy(spec) !== undefined)
const closed = operations.filter((one) => !opened.includes(one))

let ours: Tenant
const { service } = await openTenant({ LIMITS: 'off' })
const made = new Map<string, string>()

async function make(capabilities: readonly TokenCapability[]) {
  const call = callAs(service, ours.owner.access_token)
  const body = { name: 'Script', capabilities }
  const answer = await call('POST', '/api/mcp/tokens', body, { 'x-workspace-id': ours.ids.ws_id })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body as { id: string; token: string; curl: string }
}

/** One token for each list, whatever its order. */
async function tokenWith(capabilities: readonly TokenCapability[]): Promise<string> {
  const key = [...capabilities].sort().join()
  const known = made.get(key) ?? (await make(capabilities)).token
  made.set(key, known)
  return known
}

const without = (one: TokenCapability) => TOKEN_CAPABILITIES.filter((each) => each !== one)

beforeAll(async () => {
  ours = await addTenant(service, 'Ours')
})

describe('an access token', () => {
  test('opens hundreds of operations, and none about people, members, tokens, keys, budgets or the assistant', () => {
    expect(opened.length).toBeGreaterThan(250)
    const personal =
      /^\/(auth|admin)\/|\/users|\/members|\/invitations|tokens?(\/|$)|\/secrets|\/budgets?$|\/assistant|\/sso|\/scim|\/notices|\/audit|\/workspaces($|\/.*\/)/
    const paths = Object.entries(document.paths as Record<string, Record<string, object>>).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, spec]) =>
        neededBy(spec) && personal.test(path) ? [`${method} ${path}`] : [],
      ),
    )
    // Reading what is spent and what there is.
    expect(paths.sort()).toEqual([
      'get /api/billing/budgets',
      'get /api/settings/secrets',
      'get /api/workbooks/{workbook_id}/ingest-token',
    ])
  })

  test.each(opened)('opens $name with what the description asks for', async (operation) => {
    const capabilities = neededBy(operation.spec) ?? []
    const token = await tokenWith(capabilities.length > 0 ? capabilities : ['signals:read'])
    // What does not exist is named, so that nothing changes.
    const ids = operation.ids[0] === 'ws_id' ? { ...UNKNOWN, ws_id: ours.ids.ws_id } : UNKNOWN
    const answer = await operation.knock(service.url, { token, ids: operation.ids.length > 0 ? ids : ours.ids })
    expect(answer.status, answer.text).toSatisfy((status) => ![401, 403, 500].includes(status as number))
  })

  const lacking = opened.flatMap((operation) =>
    (neededBy(operation.spec) ?? []).map((lacks) => ({ name: operation.name, operation, lacks })),
  )
  test.each(lacking)('without $lacks is refused by $name, whatever else it has', async ({ operation, lacks }) => {
    const answer = await operation.knock(service.url, { token: await tokenWith(without(lacks)), ids: ours.ids })
    expect([answer.status, answer.json().detail], answer.text).toEqual([403, `This access token lacks ${lacks}`])
  })

  test.each(closed)('does not open $name, whatever it has', async (operation) => {
    const answer = await operation.knock(service.url, { token: await tokenWith(TOKEN_CAPABILITIES), ids: ours.ids })
    expect(answer.status, answer.text).toBe(403)
  })

  test.each(
    opened.filter(({ takesWorkspace, ids }) => takesWorkspace || ids[0] === 'ws_id'),
  )('$name is not found in a workspace that the token is not for, though its maker owns both', async (operation) => {
    const token = await tokenWith(TOKEN_CAPABILITIES)
    const other = await otherWorkspace()
    const ids = operation.ids[0] === 'ws_id' ? { ...ours.ids, ws_id: other } : ours.ids
    const answer = await operation.knock(service.url, {
      token,
      ids,
      ...(operation.takesWorkspace && { workspace: other }),
    })
    expect(answer.status, answer.text).toBe(404)
  })

  test.each(
    operations,
  )('$name is 401 for one that was revoked, has expired, or whose maker has left', async (operation) => {
    // Each of the three by turns: an operation cannot tell them apart.
    const token = (await dead())[operations.indexOf(operation) % 3]
    const answer = await operation.knock(service.url, { token, ids: ours.ids })
    expect(answer.status, answer.text).toBe(401)
  })

  test('of a maker with a lower role by now opens what that role may only', async () => {
    const { token } = await demoted()
    const viewed = await callAs(service, token)('GET', '/api/workbooks')
    const changed = await callAs(service, token)('POST', '/api/workbooks', { name: 'X' })
    expect([viewed.status, changed.status]).toEqual([200, 403])
  })

  test('does over MCP what its list says, and opens the API as the curl line that it comes with', async () => {
    const { token, curl } = await make(['leads:read'])
    const [, header = '', url = ''] = /-H "([^"]+)" "([^"]+)"/.exec(curl) ?? []
    const answer = await fetch(url, { headers: { authorization: header.replace('Authorization: ', '') } })
    expect(answer.status).toBe(200)
    const listed = await fetch(`${service.url}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
    })
    const text = await listed.text()
    for (const { name, capability } of TOOLS)
      expect([name, text.includes(`"name":"${name}"`)]).toEqual([name, capability === 'leads:read'])
  })

  test('never lets a tool do more over MCP than the same capability opens over HTTP', () => {
    const byId = new Map(operations.map(({ name, spec }) => [name, neededBy(spec)]))
    const reads = ['workbooks:read', 'leads:read', 'signals:read', 'settings:read', 'sequences:enroll']
    const wider = TOOLS.flatMap(({ name, capability, operations: ids }) =>
      ids.flatMap((id) => {
        const missing = (byId.get(id) ?? ['closed']).filter((one) => one !== capability && !reads.includes(one))
        return missing.map((one) => `${name} calls ${id}, which needs ${one}`)
      }),
    )
    expect(wider).toEqual([])
  })

  test('sees the address of an incoming webhook only if it may make one', async () => {
    const owner = callAs(service, ours.owner.access_token)
    const hook = { name: 'Forms', verify: 'none' }
    await owner('POST', '/api/webhooks/incoming', hook, { 'x-workspace-id': ours.ids.ws_id })
    const seenWith = async (capabilities: readonly TokenCapability[]) => {
      const { body } = await callAs(service, await tokenWith(capabilities))('GET', '/api/webhooks/incoming')
      return body.items.find(({ name }: { name: string }) => name === hook.name).url
    }
    expect(await seenWith(TOKEN_CAPABILITIES)).toContain('/api/hooks/')
    expect(await seenWith(without('automations:write'))).toBeNull()
  })

  test('lets an automation do no more than it may do itself', async () => {
    const owner = callAs(service, ours.owner.access_token)
    const at = { 'x-workspace-id': ours.ids.ws_id }
    const fills = {
      name: 'Fills',
      trigger: { kind: 'workbook.created' },
      actions: [{ kind: 'run_columns', rows: 'all' }],
    }
    const tells = [{ kind: 'notify', to: 'admins', title: 'New' }]
    const { id } = (await owner('POST', '/api/automations', { ...fills, enabled: false }, at)).body
    const told = (await owner('POST', '/api/automations', { ...fills, actions: tells }, at)).body
    const attempts = async (capabilities: readonly TokenCapability[]) => {
      const call = callAs(service, await tokenWith(capabilities))
      const answers = [
        await call('POST', '/api/automations', fills),
        await call('POST', `/api/automations/${id}/resume`),
        await call('POST', `/api/automations/${id}/run`, {}),
        await call('PATCH', `/api/automations/${told.id}`, { actions: fills.actions }),
      ]
      return answers.map(({ status, body }) => (status < 300 ? 'done' : body.detail))
    }
    const lacks = 'This access token lacks runs:execute, which the actions of the automation need'
    const [made, resumed, , changed] = await attempts(without('runs:execute'))
    expect([made, resumed, changed]).toEqual([lacks, lacks, lacks])
    const paused = await callAs(service, await tokenWith(without('runs:execute')))('POST', '/api/automations', {
      ...fills,
      enabled: false,
    })
    expect(paused.status).toBe(201)
    expect(await attempts(TOKEN_CAPABILITIES)).toEqual(['done', 'done', 'done', 'done'])
    expect((await attempts(without('runs:execute')))[2]).toBe(lacks)
  })

  test('ends the streams that it opened when it is revoked', async () => {
    const { id, token } = await make(['workbooks:read', 'leads:read', 'signals:read'])
    const { body, status } = await fetch(`${service.url}/api/events`, { headers: { authorization: `Bearer ${token}` } })
    const reader = body?.getReader()
    expect([status, (await reader?.read())?.done]).toEqual([200, false])
    const headers = { 'x-workspace-id': ours.ids.ws_id }
    await callAs(service, ours.owner.access_token)('DELETE', `/api/mcp/tokens/${id}`, undefined, headers)
    const ended = async () => {
      for (;;) if ((await reader?.read())?.done !== false) return 'ended'
    }
    expect(await ended().catch(() => 'cut')).toMatch(/ended|cut/)
    const inAddress = await fetch(`${service.url}/api/events?token=${token}`)
    expect(inAddress.status).toBe(401)
  })
})

let second: Promise<string> | undefined
function otherWorkspace(): Promise<string> {
  second ??= callAs(service, ours.owner.access_token)('POST', '/api/workspaces', { name: 'Second' }).then(
    ({ body }) => body.id,
  )
  return second
}

let ended: Promise<string[]> | undefined
function dead(): Promise<string[]> {
  ended ??= (async () => {
    const [revoked, expired, left] = [await make(TOKEN_CAPABILITIES), await make(TOKEN_CAPABILITIES), await demoted()]
    const call = callAs(service, ours.owner.access_token)
    await call('DELETE', `/api/mcp/tokens/${revoked.id}`, undefined, { 'x-workspace-id': ours.ids.ws_id })
    await service.database.inControl(async (tx) => {
      await tx.client.query(`update mcp_tokens set expires_at = now() - interval '1 minute' where id = $1`, [
        expired.id,
      ])
      await tx.client.query('delete from memberships where user_id = $1', [left.user_id])
    })
    return [revoked.token, expired.token, left.token]
  })()
  return ended
}

/** Made by an administrator who is a viewer by now. */
async function demoted(): Promise<{ token: string; user_id: number }> {
  const { call, user_id } = await addPerson(service, ours.ids.ws_id, 'admin')
  const { body } = await call('POST', '/api/mcp/tokens', { name: 'Left', capabilities: TOKEN_CAPABILITIES })
  await service.database.inControl((tx) =>
    tx.client.query(`update memberships set role = 'viewer' where user_id = $1`, [user_id]),
  )
  return { token: body.token, user_id }
}
