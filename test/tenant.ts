// A workspace with one of everything in it, made as far as possible through the API, for tests about what others may see.
import { newId } from '../src/kernel/ids.ts'
import { type AccessIds, addAccess, UNKNOWN_ACCESS } from './access-tenant.ts'
import { addWorkspace } from './database.ts'
import { addOutreach, type OutreachIds, UNKNOWN_OUTREACH } from './outreach-tenant.ts'
import { addPerson, callAs, type Session, type TestService } from './running-install.ts'
import {
  addAutomation,
  addConversation,
  addJob,
  addLine,
  addPair,
  addSourceRun,
  addTest,
  addWalk,
  addWatch,
  closeAccount,
} from './tenant-things.ts'

/** Something to put in every place of a path. */
export interface Ids extends OutreachIds, AccessIds {
  ws_id: string
  workbook_id: string
  column_id: string
  row_id: string
  run_id: string
  import_id: string
  view_id: string
  export_id: string
  change_id: string
  thread_id: string
  comment_id: string
  session_id: string
  workspace_slug: string
  scim_token_id: string
  scim_user_id: string
  scim_group_id: string
  resource_type: string
  schema_urn: string
  user_id: string
  invitation_id: string
  token: string
  integration_id: string
  provider_id: string
  own_provider_id: string
  line_id: string
  test_id: string
  account: string
  lead_id: string
  lead_import_id: string
  entity_id: string
  pair_id: string
  work_id: string
  slug: string
  mcp_token_id: string
  function_id: string
  function_use_id: string
  function_call_id: string
  conversation_id: string
  plan_id: string
  job_id: string
  source_id: string
  source_run_id: string
  filter_id: string
  action: string
  watch_id: string
  signal_id: string
  group_id: string
  automation_id: string
  endpoint_id: string
  delivery_id: string
  hook_id: string
  refused_id: string
  hook_token: string
}

const OWN_PROVIDER = {
  url: 'https://api.example.com/{{domain}}',
  inputs: [{ name: 'domain' }],
  fields: [{ name: 'industry', path: 'industry' }],
}

export interface Tenant {
  ids: Ids
  /** Tokens of other kinds than a session, under their names in the API description. */
  tokens: Record<string, string>
  owner: Session
}

const NOBODY = '01900000-0000-7000-8000-000000000000'
/** Well-formed, and the id of nothing. */
export const UNKNOWN: Ids = {
  ...UNKNOWN_OUTREACH,
  ...UNKNOWN_ACCESS,
  ws_id: NOBODY,
  workbook_id: NOBODY,
  column_id: 'c99',
  row_id: NOBODY,
  run_id: NOBODY,
  import_id: NOBODY,
  view_id: NOBODY,
  export_id: NOBODY,
  work_id: NOBODY,
  change_id: NOBODY,
  thread_id: NOBODY,
  comment_id: NOBODY,
  session_id: NOBODY,
  workspace_slug: 'nobody',
  scim_token_id: NOBODY,
  scim_user_id: NOBODY,
  scim_group_id: NOBODY,
  resource_type: 'Nothing',
  schema_urn: 'urn:nothing',
  user_id: '999999999',
  invitation_id: NOBODY,
  token: 'inv_nobody',
  integration_id: 'nobody',
  provider_id: 'no-provider',
  own_provider_id: 'own-nobody',
  line_id: NOBODY,
  test_id: NOBODY,
  account: 'nobody',
  lead_id: '999999999',
  lead_import_id: NOBODY,
  slug: 'nothing',
  mcp_token_id: NOBODY,
  function_id: NOBODY,
  function_use_id: NOBODY,
  function_call_id: NOBODY,
  conversation_id: NOBODY,
  plan_id: NOBODY,
  job_id: NOBODY,
  source_id: NOBODY,
  source_run_id: NOBODY,
  filter_id: NOBODY,
  action: 'no-action',
  watch_id: NOBODY,
  signal_id: NOBODY,
  group_id: NOBODY,
  automation_id: NOBODY,
  endpoint_id: NOBODY,
  delivery_id: NOBODY,
  hook_id: NOBODY,
  refused_id: NOBODY,
  hook_token: 'hook_nobody',
  entity_id: NOBODY,
  pair_id: '999999999',
}

/** With `provisioned`, a person and a group that a directory keeps there. */
export async function addTenant(service: TestService, name: string, provisioned = false): Promise<Tenant> {
  const ws_id = await addWorkspace(service.database, name)
  const owner = await addPerson(service, ws_id, 'owner')
  const { access_token, user_id } = owner
  const call = callAs(service, access_token)
  const post = async (path: string, body: object) => {
    const answer = await call('POST', path, body)
    if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}: ${answer.text}`)
    return answer.body
  }
  const invitation = await post(`/api/workspaces/${ws_id}/invitations`, {})
  const [session] = (await call('GET', '/auth/sessions')).body.items
  const domain = { name: 'Domain', type: 'enrichment', provider: 'domain-normaliser', output: 'company_domain' }
  const workbook = await post('/api/workbooks', {
    name,
    columns_config: [
      { name: 'Website', type: 'input', input_type: 'url' },
      { ...domain, inputs: { website: '{{Website}}' } },
    ],
  })
  const [website, found] = workbook.columns_config
  const rows = await post(`/api/workbooks/${workbook.id}/rows`, { rows: [{ data: { [website.id]: 'example.com' } }] })
  const { row_id } = rows.items[0]
  const run = await post(`/api/workbooks/${workbook.id}/run`, { row_ids: [row_id] })
  const ingest = await post(`/api/workbooks/${workbook.id}/ingest-token`, {})
  const form = new FormData()
  form.set('file', new Blob(['Website\nexample.com\n'], { type: 'text/csv' }), 'companies.csv')
  const upload = await fetch(`${service.url}/api/workbooks/${workbook.id}/import/preview`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access_token}` },
    body: form,
  })
  const { import_id } = (await upload.json()) as { import_id: string }
  const view = await post(`/api/workbooks/${workbook.id}/views`, { name, scope: 'shared' })
  const scim = await post('/api/settings/scim-tokens', { name: 'Directory' })
  const provision = async (kind: 'Users' | 'Groups', body: object): Promise<string> => {
    if (!provisioned) return newId()
    return (await callAs(service, scim.token)('POST', `/scim/v2/${ws_id}/${kind}`, body)).body.id
  }
  const directory = {
    // addWorkspace takes the id for the slug.
    workspace_slug: ws_id,
    scim_token_id: scim.id,
    scim_user_id: await provision('Users', { userName: 'ann' }),
    scim_group_id: await provision('Groups', { displayName: 'Sales' }),
    resource_type: 'User',
    schema_urn: 'urn:ietf:params:scim:schemas:core:2.0:User',
  }
  const fn = await post('/api/functions', {
    name,
    from: { workbook_id: workbook.id, column_ids: [found.id] },
  })
  const applied = await post(`/api/functions/${fn.id}/apply`, {
    workbook_id: workbook.id,
    mapping: { Website: website.id },
  })
  const called = await post(`/api/functions/${fn.id}/call`, { items: [{ Website: 'example.com' }], wait_seconds: 0 })
  const recipe = { workbook_id: workbook.id, name, category: 'research', purpose: 'Ours.' }
  const agents = {
    slug: (await post('/api/templates/gallery', recipe)).slug,
    mcp_token_id: (await post('/api/mcp/tokens', { name })).id,
    function_id: fn.id,
    function_use_id: applied.use.id,
    function_call_id: called.id,
    ...(await addConversation(service, ws_id, user_id)),
  }
  const { id: source_id } = await post(`/api/workbooks/${workbook.id}/sources`, {
    adapter: 'gleif',
    settings: { country: 'DE' },
    mapping: [{ field: 'company', target: { kind: 'column', column_id: website.id } }],
  })
  const thread = await post(`/api/workbooks/${workbook.id}/comments`, { row_id, text: 'Who knows them?' })
  const ids = {
    ws_id,
    workbook_id: workbook.id,
    column_id: found.id,
    row_id,
    run_id: run.run_id,
    import_id,
    view_id: view.id,
    export_id: (await post(`/api/workbooks/${workbook.id}/exports`, { format: 'csv' })).id,
    change_id: rows.change_id,
    thread_id: thread.id,
    comment_id: thread.comments[0].id,
    session_id: session.id,
    user_id: String(user_id),
    invitation_id: invitation.id,
    token: invitation.token,
    // The vendors are the same for every workspace, so there is none that only another one has.
    integration_id: 'no-vendor',
    provider_id: 'no-lookup',
    own_provider_id: (await post('/api/settings/own-providers', { name, definition: OWN_PROVIDER })).id,
    line_id: await addLine(service, ws_id, workbook.id),
    work_id: await addWalk(service, ws_id, workbook.id),
    test_id: await addTest(service, ws_id, workbook.id, found.id),
    account: await closeAccount(service, ws_id),
    ...(await addAutomation(service, ws_id, run.run_id)),
    lead_id: String((await post('/api/lead', { company: name, domain: 'example.com' })).lead.id),
    job_id: await addJob(service, ws_id),
    source_id,
    source_run_id: await addSourceRun(service, ws_id, source_id),
    filter_id: (await post('/api/leads/filters', { name })).id,
    action: 'no-action',
    ...(await addPair(service, ws_id)),
    // Not waited for: who makes tenants may have no worker.
    lead_import_id: (
      await post('/api/leads/import', { rows: [{ Company: `${name} imported` }], options: { wait_seconds: 0 } })
    ).import_id,
  }
  const watched = await addWatch(service, ws_id)
  const outreach = await addOutreach(service, ws_id, ids.lead_id)
  const access = await addAccess(service, ws_id, user_id)
  return {
    ids: { ...ids, ...directory, ...watched, ...outreach, ...access, ...agents },
    owner,
    tokens: { ingestToken: ingest.token, scimToken: scim.token },
  }
}
