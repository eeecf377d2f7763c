// The law of the audit log: an operation that changes something outside plain workbook data leaves a line that says who it was.
import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { UNPREPARED } from '../../test/audit-unprepared.ts'
import { addWorkspace } from '../../test/database.ts'
import { openTenant } from '../../test/open-tenant.ts'
import { type Operation, operationsOf } from '../../test/operations.ts'
import { addPerson, callAs, PASSWORD, type Session } from '../../test/running-install.ts'
import { sampleOf } from '../../test/sample.ts'
import { addTenant, type Ids, type Tenant } from '../../test/tenant.ts'

/** What people do all day with rows and columns; their history tells of it. */
const PLAIN = ['Workbooks', 'Columns', 'Rows', 'Views', 'History', 'Leads']
/** Operations among them that import, export or delete data in bulk. */
const NOT_PLAIN = [
  'import_rows',
  'delete_rows',
  'replace_in_rows',
  'delete_workbook',
  'export_csv',
  'export_xlsx',
  'export_jsonl',
  'start_export',
  'delete_lead',
  'erase_lead',
  'import_leads',
  'export_leads_csv',
  'export_leads_jsonl',
]

/** Operations that change nothing worth a line, each with the reason. */
const EXCEPTIONS: Record<string, string> = {
  refresh_token: 'goes on with a login that is on record; a token used twice leaves a line of its own',
  start_sso: 'sends a browser away; what comes of it is on record when it returns',
  start_identity_link: 'the same, for somebody who is logged in',
  start_passkey_login: 'makes a challenge; what comes of it is on record',
  begin_passkey: 'the same, for somebody who is logged in',
  preview_mcp_authorization: 'only reads',
  preview_recipe: 'only computes, of rows made up or there',
  create_stream_ticket: 'lets its holder read for a minute what they can read anyway',
  switch_workspace: 'says where the caller looks, and gives nothing',
  estimate_run: 'only computes',
  list_run_rows: 'only reads',
  begin_tour: 'is for its caller alone; the workbook that it makes leaves a change of its own',
  update_tour: 'puts a hint away, for its caller alone',
  convert_definition: 'only reads the file that is sent along',
  draft_own_provider: 'only reads the request that is sent along',
  scim_search: 'only reads',
  scim_search_users: 'only reads',
  scim_search_groups: 'only reads',
  ask_for_company_icons: 'fetches pictures for what a page shows; the setting that allows it leaves a line',
  receive_callback: 'a vendor brings what a run asked for, and that run is on record',
}

const document = JSON.parse(await readFile(new URL('../../openapi.json', import.meta.url), 'utf8'))
const acting = operationsOf(document).filter(({ name, spec, changes, tokenKind }) => {
  if (/_(v2|alias)$/.test(name) || name in EXCEPTIONS || UNPREPARED.includes(name)) return false
  const isPlain = spec.tags?.some((tag) => PLAIN.includes(tag))
  return (changes && (!isPlain || tokenKind !== undefined)) || NOT_PLAIN.includes(name)
})

let admin: Session
const { service } = await openTenant({ LIMITS: 'off', ROLE: 'api', EGRESS_HOST_MAP: 'api.hunter.io=127.0.0.1:9' })
beforeAll(async () => {
  admin = await addPerson(service, undefined, undefined, { role: 'admin' })
})

interface Stage {
  ids: Ids
  owner: Session
  /** A viewer of the same workspace. */
  member: Session
  token: string
  raw?: string | FormData
}

/** What an operation needs in order to succeed, beside one of everything and a valid body. */
const PREPARED: Record<string, (stage: Stage) => Promise<Partial<Stage>> | Partial<Stage>> = {
  apply_recipe: ({ ids }) => ({
    raw: JSON.stringify({ workbook_id: ids.workbook_id }),
  }),
  login: ({ owner }) => ({ raw: `username=${owner.username}&password=${encodeURIComponent(PASSWORD)}` }),
  end_session: ({ owner }) => ({ token: owner.access_token }),
  change_own_password: () => ({
    raw: JSON.stringify({ current_password: PASSWORD, new_password: 'another good one' }),
  }),
  update_own_user: ({ owner }) => ({ raw: JSON.stringify({ username: `${owner.username}-anew` }) }),
  admin_create_user: () => ({ raw: JSON.stringify({ username: `made-${Date.now()}`, password: PASSWORD }) }),
  admin_update_user: async () => victim({ is_active: false }),
  admin_delete_user: async () => victim(),
  admin_set_password: async () => victim({ password: 'another good one' }),
  admin_set_role: async () => victim({ role: 'admin' }),
  add_member: async ({ owner }) => {
    const other = await addPerson(service, await shared(owner), 'viewer')
    return { raw: JSON.stringify({ user_id: other.user_id }) }
  },
  set_member_role: ({ ids, member }) => ({
    ids: { ...ids, user_id: String(member.user_id) },
    raw: JSON.stringify({ role: 'editor' }),
  }),
  remove_member: ({ ids, member }) => ({ ids: { ...ids, user_id: String(member.user_id) } }),
  leave_workspace: ({ member }) => ({ token: member.access_token }),
  transfer_workspace: ({ member }) => ({ raw: JSON.stringify({ user_id: member.user_id }) }),
  accept_invitation: async () => ({ token: (await addPerson(service)).access_token }),
  update_workspace: () => ({ raw: JSON.stringify({ name: 'Another name' }) }),
  scim_patch_user: () => ({ raw: patch({ active: false }) }),
  scim_patch_group: () => ({ raw: patch({ displayName: 'Sellers' }) }),
  update_workspace_integration: withKey,
  delete_workspace_integration: withKey,
  test_workspace_integration: withKey,
  set_budgets: () => ({
    raw: JSON.stringify({ items: [{ scope: 'workspace', period: 'month', limit_usd: 10 }] }),
  }),
  set_workbook_budget: () => ({ raw: JSON.stringify({ max_usd: 5 }) }),
  set_provider_price: ({ ids }) => ({
    ids: { ...ids, provider_id: 'serper-web-search' },
    raw: JSON.stringify({ price_usd: 0.0005 }),
  }),
  clear_provider_price: ({ ids }) => ({ ids: { ...ids, provider_id: 'serper-web-search' } }),
  put_model_price: () => ({ raw: JSON.stringify({ model: 'openai/a', input_usd: 1, output_usd: 2 }) }),
  delete_model_price: async ({ owner }) => {
    const [model] = document.paths['/api/settings/models/prices'].delete.parameters
    const price = { model: sampleOf(model.schema, {}), input_usd: 1, output_usd: 2 }
    await callAs(service, owner.access_token)('PUT', '/api/settings/models/prices', price)
    return {}
  },
  create_sso_provider: () => ({ raw: JSON.stringify({ name: 'New', issuer: 'https://id.example.com' }) }),
  update_sso_provider: () => ({ raw: JSON.stringify({ name: 'Another name' }) }),
  add_sso_domain: () => ({ raw: JSON.stringify({ domain: 'acme.example' }) }),
  update_sso_domain: () => ({ raw: JSON.stringify({ enforced: false }) }),
  admin_reset_second_factors: async () => victim(),
  begin_totp: () => ({ raw: JSON.stringify({ password: PASSWORD }) }),
  rename_passkey: () => ({ raw: JSON.stringify({ name: 'Another name' }) }),
  put_secret: () => ({ raw: JSON.stringify({ name: 'KEY', value: 'canary-key', hosts: ['api.example.com'] }) }),
  delete_secret: async ({ owner }) => {
    const [name] = document.paths['/api/settings/secrets'].delete.parameters
    const secret = { name: sampleOf(name.schema, {}), value: 'canary-key' }
    await callAs(service, owner.access_token)('PUT', '/api/settings/secrets', secret)
    return {}
  },
  ingest_rows: () => ({ raw: JSON.stringify({ rows: [{ Website: 'b.example' }] }) }),
  revoke_ingest_token: () => ({}),
  undo_run: async ({ ids, owner }) => {
    await callAs(service, owner.access_token)('POST', `/api/workbooks/${ids.workbook_id}/runs/${ids.run_id}/cancel`)
    return {}
  },
  resume_run: async ({ ids, owner }) => {
    await callAs(service, owner.access_token)('POST', `/api/workbooks/${ids.workbook_id}/runs/${ids.run_id}/pause`)
    return {}
  },
  disarm_auto_run: async ({ ids, owner }) => {
    const path = `/api/workbooks/${ids.workbook_id}/columns/${ids.column_id}/auto-run`
    await callAs(service, owner.access_token)('PUT', path, { max_usd_per_day: 1 })
    return {}
  },
  take_back_suppression: async ({ ids }) => {
    await service.database.asOwner(
      `update suppressions set reason = 'unsubscribe', source = 'reply' where id = '${ids.suppression_id}'`,
    )
    return {}
  },
  delete_rows: ({ ids }) => ({ raw: JSON.stringify({ row_ids: [ids.row_id] }) }),
  replace_in_rows: () => ({ raw: JSON.stringify({ find: 'a', replace_with: 'b' }) }),
  // No worker runs here that could be waited for.
  import_leads: () => {
    const raw = new FormData()
    raw.set('options', JSON.stringify({ wait_seconds: 0 }))
    raw.set('file', new Blob(['Company\nImported\n'], { type: 'text/csv' }), 'companies.csv')
    return { raw }
  },
  call_function: () => ({ raw: JSON.stringify({ items: [{ Website: 'example.com' }], wait_seconds: 0 }) }),
}

/** The vendor cannot be reached, which is an outcome of a test like any other. */
async function withKey({ ids, owner }: Stage) {
  const raw = JSON.stringify({ values: { api_key: 'canary-key' } })
  const headers = { 'content-type': 'application/json' }
  await callAs(service, owner.access_token)(
    'PUT',
    '/api/settings/workspace-integrations/hunter',
    JSON.parse(raw),
    headers,
  )
  return { ids: { ...ids, integration_id: 'hunter' }, raw }
}

const patch = (value: object) => JSON.stringify({ Operations: [{ op: 'replace', value }] })

async function victim(body?: object) {
  const { user_id } = await addPerson(service)
  const ids = { user_id: String(user_id) } as Ids
  return { ids, ...(body && { raw: JSON.stringify(body) }) }
}

async function shared({ user_id }: Session): Promise<string> {
  const id = await addWorkspace(service.database, 'Shared')
  await service.database.inControl((tx) =>
    tx.client.query("insert into memberships (workspace_id, user_id, role) values ($1, $2, 'owner')", [id, user_id]),
  )
  return id
}

const ends = ({ name }: Operation) => Number(/^(delete|remove|logout|end_|cancel|revoke|leave|erase)/.test(name))

let last: (Tenant & { member: Session }) | undefined

/** One of everything: as the operation before left it, or again. */
async function stageFor({ name, isAdmin, tokenKind }: Operation, anew: boolean): Promise<Stage> {
  if (anew || !last) {
    const tenant = await addTenant(service, 'Audited', true)
    last = { ...tenant, member: await addPerson(service, tenant.ids.ws_id, 'viewer') }
  }
  const { ids, owner, tokens, member } = last
  const stage = {
    ids,
    owner,
    member,
    token: (tokenKind && tokens[tokenKind]) || (isAdmin ? admin : owner).access_token,
  }
  return { ...stage, ...(await PREPARED[name]?.(stage)) }
}

async function linesOf(operation: Operation, anew: boolean) {
  const { ids, token, raw } = await stageFor(operation, anew)
  const how = operation.isPublic && operation.name === 'login' ? { token: undefined } : { token }
  const answer = await operation.knock(service.url, { ...how, ids, ...(raw === undefined ? {} : { raw }) })
  const lines = await service.database.asOwner<{
    act: string
    actor_kind: string
    actor_user_id: number | null
    actor_name: string
    actor_token_id: string | null
    ip: string | null
  }>('select act, actor_kind, actor_user_id, actor_name, actor_token_id, ip from audit_log where request_id = $1', [
    answer.headers.get('x-request-id'),
  ])
  return { answer, lines }
}

describe('every operation that changes people, rights, settings or machines, and every token', () => {
  // One of everything is long to make. What takes things away comes last, and what finds its thing gone or done gets all again.
  test.each(
    acting.sort((one, another) => ends(one) - ends(another)),
  )('$name leaves a line that says who, from where and by which request', async (operation) => {
    const first = await linesOf(operation, false).catch(() => undefined)
    const isDone = first && first.answer.status < 300 && first.lines.length > 0
    const { answer, lines } = isDone ? first : await linesOf(operation, true)
    expect(answer.status, answer.text).toBeLessThan(300)
    expect(lines).not.toEqual([])
    for (const line of lines) {
      expect(line.act).toMatch(/^[a-z_]+\.[a-z_]+$/)
      expect(line.act).not.toBe('token.wrote')
      expect(line).toMatchObject(
        operation.tokenKind
          ? { actor_kind: 'token', actor_name: expect.any(String), actor_token_id: expect.any(String) }
          : { actor_kind: 'user', actor_user_id: expect.any(Number), actor_name: expect.any(String) },
      )
      expect(line.ip).toBe('127.0.0.1')
    }
  })

  test('no exception is about an operation that is gone', () => {
    const names = operationsOf(document).map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining([...Object.keys(EXCEPTIONS), ...NOT_PLAIN, ...UNPREPARED]))
  })
})
