// The keys of a workspace: entered and never seen again, wherever one looks for them.
import { randomBytes } from 'node:crypto'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { addWorkspace } from '../../../test/database.ts'
import { openTenant } from '../../../test/open-tenant.ts'
import { addPerson, type Call } from '../../../test/running-install.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import { createLog } from '../../platform/log.ts'
import { createVault } from '../../platform/secrets/vault.ts'
import { hunter } from '../../providers/vendors/hunter.ts'
import { createAccounts } from '../accounts/accounts.reads.ts'
import { testIntegration } from './integrations.commands.ts'

const PATH = '/api/settings/workspace-integrations'
const TESTER = { kind: 'user', user_id: null, name: 'tester', token_id: null, ip: null, request_id: null } as const
const SECRET = 'hunter-PLAINTEXT-0123456789-wxyz'
const MASTER = randomBytes(32)
const KEY = { values: { api_key: SECRET } }

let knocks = 0
const vendor = createServer((socket) => {
  knocks++
  socket.destroy()
})
await new Promise<void>((resolve) => vendor.listen(0, '127.0.0.1', resolve))
afterAll(() => vendor.close())
let workspace: WorkspaceId
let admin: Call
let viewer: Call
const written: string[] = []
const log = createLog('trace', { to: { write: (line) => void written.push(line) } })
const { port } = vendor.address() as AddressInfo
const nowhere = { EGRESS_ALLOW: '127.0.0.1', EGRESS_HOST_MAP: `api.hunter.io=127.0.0.1:${port}` }
const { service } = await openTenant({ LIMITS: 'off', MASTER_KEY: MASTER.toString('base64'), ...nowhere }, { log })
beforeEach(async () => {
  workspace = await addWorkspace(service.database)
  admin = (await addPerson(service, workspace, 'admin')).call
  viewer = (await addPerson(service, workspace, 'viewer')).call
})

const one = async (call: Call = admin) => (await call('GET', `${PATH}/hunter`)).body

/** Every table of the database as text, bytes as they are and as hex. */
async function dump(): Promise<string> {
  const tables = await service.database.asOwner<{ name: string }>(
    `select quote_ident(relname) as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`,
  )
  const rows = tables.map(({ name }) => `select t::text as row from ${name} t`).join(' union all ')
  return (await service.database.asOwner<{ row: string }>(rows)).map(({ row }) => row).join('\n')
}
const spellings = [
  SECRET,
  Buffer.from(SECRET).toString('hex'),
  Buffer.from(SECRET).toString('base64'),
  encodeURIComponent(SECRET),
]

describe('what is entered', () => {
  it('is stored and never given out: not by the API, not by the database, the log or an event', async () => {
    const put = await admin('PUT', `${PATH}/hunter`, KEY)
    expect(put.status, put.text).toBe(200)
    expect(put.body).toMatchObject({ id: 'hunter', configured: true, problem: null, last_test: null })
    expect(put.body.fields).toEqual([
      expect.objectContaining({ name: 'api_key', secret: true, required: true, set: true, hint: 'wxyz' }),
    ])
    const wrong = await admin('PUT', `${PATH}/hunter`, { values: { api_key: SECRET, [SECRET]: 'x', other: [SECRET] } })
    expect(wrong.status).toBe(422)
    const shapeless = await admin('PUT', `${PATH}/hunter`, { values: SECRET })
    expect(shapeless.status).toBe(422)
    const list = await admin('GET', PATH)
    const said = [put.text, list.text, shapeless.text, written.join(''), await dump()]
    for (const text of said) for (const spelling of spellings) expect(text).not.toContain(spelling)
    expect(written.join('')).toContain(`${PATH}/hunter`)
    const events = await service.database.asOwner<{ type: string }>(
      `select type from events where workspace_id = $1 union all select type from outbox where workspace_id = $1`,
      [workspace],
    )
    expect(events).toContainEqual({ type: 'integration.updated' })
  })

  it('shows its end only when it is long, and only to members who may change it', async () => {
    await admin('PUT', `${PATH}/hunter`, { values: { api_key: 'fifteen-letters' } })
    expect((await one()).fields[0]).toMatchObject({ set: true, hint: null })
    await admin('PUT', `${PATH}/hunter`, KEY)
    const seen = (await viewer('GET', PATH)).body.items.find(({ id }: { id: string }) => id === 'hunter')
    expect(seen).toMatchObject({ configured: true, fields: [{ set: true, hint: null }] })
    expect((await viewer('GET', PATH)).text).not.toContain('wxyz')
  })

  it('stays when the new value is blank or absent, and changes when it is not', async () => {
    await admin('PUT', `${PATH}/hunter`, KEY)
    const [before] = await service.database.asOwner('select * from integration_values where workspace_id = $1', [
      workspace,
    ])
    for (const values of [{}, { api_key: '' }, { api_key: '  \n\t' }])
      expect((await admin('PUT', `${PATH}/hunter`, { values })).status).toBe(200)
    expect(
      await service.database.asOwner('select * from integration_values where workspace_id = $1', [workspace]),
    ).toEqual([before])
    await admin('PUT', `${PATH}/hunter`, { values: { api_key: ' another-key-of-the-vendor-abcd\n' } })
    expect((await one()).fields[0].hint).toBe('abcd')
  })

  it('goes to no other address than the one it was entered for, unless it is entered again', async () => {
    const put = (values: object) => admin('PUT', `${PATH}/reacher`, { values })
    const fields = async () => (await admin('GET', `${PATH}/reacher`)).body.fields
    expect((await put({ base_url: 'https://a.example.com', secret: SECRET })).status).toBe(200)
    const before = await fields()
    for (const base_url of ['https://b.example.com', 'http://a.example.com', 'https://a.example.com:8443']) {
      const moved = await put({ base_url, secret: ' ' })
      expect(moved.status, base_url).toBe(422)
      expect(moved.body.detail).toMatchObject([{ loc: ['body', 'values', 'secret'], type: 'value_error' }])
      expect(moved.text).not.toContain(SECRET)
    }
    expect(await fields()).toEqual(before)
    expect((await put({ base_url: 'https://a.example.com/v2' })).status).toBe(200)
    expect((await put({ base_url: 'https://b.example.com', secret: 'another secret' })).status).toBe(200)
    // Firecrawl has a usual address, where the key would go until another one is entered.
    expect((await admin('PUT', `${PATH}/firecrawl`, KEY)).status).toBe(200)
    const away = await admin('PUT', `${PATH}/firecrawl`, { values: { base_url: 'https://b.example.com' } })
    expect(away.body.detail).toMatchObject([{ loc: ['body', 'values', 'api_key'] }])
  })

  it('must be of a known field and a known integration, and print', async () => {
    const unknown = await admin('PUT', `${PATH}/hunter`, { values: { api_key: `a\u0007b`, apikey: 'x' } })
    expect(unknown).toMatchObject({
      status: 422,
      body: {
        detail: [
          expect.objectContaining({ loc: ['body', 'values', 'api_key'], type: 'value_error' }),
          { loc: ['body', 'values', 'apikey'], type: 'extra_forbidden', msg: 'Extra inputs are not permitted' },
        ],
      },
    })
    expect((await one()).configured).toBe(false)
    for (const [method, path] of [
      ['GET', 'nobody'],
      ['PUT', 'nobody'],
      ['DELETE', 'nobody'],
      ['POST', 'nobody/test'],
    ] as const)
      expect((await admin(method, `${PATH}/${path}`, method === 'PUT' ? KEY : undefined)).body).toEqual({
        detail: 'Integration not found',
      })
  })

  it('is changed by administrators only', async () => {
    for (const role of ['viewer', 'member', 'editor'] as const) {
      const call = (await addPerson(service, workspace, role)).call
      expect((await call('PUT', `${PATH}/hunter`, KEY)).status).toBe(403)
      expect((await call('DELETE', `${PATH}/hunter`)).status).toBe(403)
      expect((await call('POST', `${PATH}/hunter/test`)).status).toBe(403)
      expect((await call('GET', PATH)).status).toBe(200)
    }
  })

  it('is forgotten when it is deleted, and deleting again changes nothing', async () => {
    await admin('PUT', `${PATH}/hunter`, KEY)
    for (let times = 0; times < 2; times++) expect((await admin('DELETE', `${PATH}/hunter`)).status).toBe(204)
    expect(await one()).toMatchObject({ configured: false, fields: [{ set: false, updated_at: null, hint: null }] })
    expect(
      await service.database.asOwner('select 1 from integration_values where workspace_id = $1', [workspace]),
    ).toEqual([])
  })

  it('makes its lookups ready in this workspace and in no other', async () => {
    const ready = async (call: Call) =>
      (await call('GET', '/api/settings/providers?q=hunter')).body.items
        .filter(({ integration_id }: { integration_id: string }) => integration_id === 'hunter')
        .map(({ ready }: { ready: boolean }) => ready)
    const elsewhere = await addWorkspace(service.database)
    const other = (await addPerson(service, elsewhere, 'owner')).call
    expect(new Set(await ready(admin))).toEqual(new Set([false]))
    await admin('PUT', `${PATH}/hunter`, KEY)
    expect(new Set(await ready(admin))).toEqual(new Set([true]))
    expect(new Set(await ready(other))).toEqual(new Set([false]))
  })
})

describe('what is stored', () => {
  const store = (set: string, where: string, values: unknown[] = []) =>
    service.database.asOwner(
      `update integration_values set ${set} where workspace_id = '${workspace}' and ${where}`,
      values,
    )

  it('is not used when a byte of it was changed, and people are told to enter it again', async () => {
    await admin('PUT', `${PATH}/hunter`, KEY)
    await store('sealed = set_byte(sealed, 50, get_byte(sealed, 50) # 1)', 'true')
    expect(await one()).toMatchObject({
      configured: false,
      problem: expect.stringContaining('Enter it again'),
      fields: [{ set: false }],
    })
    expect((await admin('POST', `${PATH}/hunter/test`)).status).toBe(409)
    await admin('PUT', `${PATH}/hunter`, KEY)
    expect(await one()).toMatchObject({ configured: true, problem: null })
  })

  it('does not open in another field, integration or workspace', async () => {
    await admin('PUT', `${PATH}/hunter`, KEY)
    const vault = createVault(MASTER)
    const [row] = await service.database.asOwner<{ sealed: Buffer }>(
      'select sealed from integration_values where workspace_id = $1',
      [workspace],
    )
    const sealed = row?.sealed as Buffer
    const openAt = (id: WorkspaceId, ...place: string[]) =>
      service.database.inWorkspace(id, (tx) => vault.open(tx, [{ place: ['integration', ...place], sealed }]))
    expect(await openAt(workspace, 'hunter', 'api_key')).toEqual([SECRET])
    const there = await addWorkspace(service.database)
    await service.database.inWorkspace(there, (tx) => vault.seal(tx, ['x'], 'x'))
    for (const [id, ...place] of [
      [workspace, 'hunter', 'other'],
      [workspace, 'other', 'api_key'],
      [there, 'hunter', 'api_key'],
    ] as [WorkspaceId, string, string][])
      expect(await openAt(id, ...place)).toEqual([null])
  })

  it('goes with its key when the workspace is deleted', async () => {
    await admin('PUT', `${PATH}/hunter`, KEY)
    const owner = (await addPerson(service, workspace, 'owner')).call
    expect((await owner('DELETE', `/api/workspaces/${workspace}`)).status).toBe(204)
    const left = () =>
      service.database.asOwner(
        `select 'key' from workspace_keys where workspace_id = $1 union all
         select 'value' from integration_values where workspace_id = $1 union all
         select 'test' from integration_tests where workspace_id = $1`,
        [workspace],
      )
    await expect.poll(left).toEqual([])
  })
})

describe('the test of a key', () => {
  it('goes out through the guard of addresses, and what came of it stays until the key changes', async () => {
    expect(await admin('POST', `${PATH}/hunter/test`)).toMatchObject({
      status: 409,
      body: { detail: 'There is no key of Hunter to test; enter one first' },
    })
    await admin('PUT', `${PATH}/hunter`, KEY)
    const tried = await admin('POST', `${PATH}/hunter/test`)
    // The name of the vendor leads to a port of this machine where no server speaks TLS.
    expect(knocks).toBe(1)
    expect(tried).toMatchObject({
      status: 200,
      body: { ok: false, words: 'Hunter was not reached. The key was not tested.', latency_ms: expect.any(Number) },
    })
    expect((await one()).last_test).toEqual(tried.body)
    await admin('PUT', `${PATH}/hunter`, { values: { api_key: '' } })
    expect((await one(viewer)).last_test).toEqual(tried.body)
    await admin('PUT', `${PATH}/hunter`, { values: { api_key: 'another' } })
    expect((await one()).last_test).toBeNull()
  })

  it('keeps no result of a key that was replaced while the vendor was thinking', async () => {
    await admin('PUT', `${PATH}/hunter`, KEY)
    const replies = (then: () => Promise<unknown>) =>
      testIntegration(
        {
          database: service.database,
          vault: createVault(MASTER),
          catalog: [],
          now: () => new Date(),
          async http() {
            await then()
            return { ok: true, status: 200, headers: {}, body: '{"data":{}}' }
          },
        },
        { workspace_id: workspace, actor: TESTER },
        hunter,
        new AbortController().signal,
      )
    expect(await replies(async () => {})).toMatchObject({ ok: true, words: 'The key works: the account answered.' })
    expect((await one()).last_test).toMatchObject({ ok: true })
    await replies(() => admin('PUT', `${PATH}/hunter`, { values: { api_key: 'replaced' } }))
    expect((await one()).last_test).toBeNull()
  })
})

describe('an account in memory', () => {
  it('is forgotten in every process as soon as it changes in one', async () => {
    const vault = createVault(MASTER)
    const accounts = createAccounts(service.database, vault, () => new Date())
    let up = () => {}
    const isUp = new Promise<void>((resolve) => {
      up = resolve
    })
    const listening = service.database.listen(
      ['millrace_accounts'],
      (_channel, id) => accounts.forget(id),
      () => {
        accounts.hears(true)
        up()
      },
    )
    await isUp
    expect(await accounts.find(workspace, hunter)).toEqual({})
    await admin('PUT', `${PATH}/hunter`, KEY)
    await expect.poll(() => accounts.find(workspace, hunter)).toEqual({ api_key: SECRET })
    await admin('DELETE', `${PATH}/hunter`)
    await expect.poll(() => accounts.find(workspace, hunter)).toEqual({})
    await listening.close()
  })
})
