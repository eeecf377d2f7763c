// A workspace with one of everything in it, made as far as possible through the API, for tests about what others may see.
import { newId } from '../src/kernel/ids.ts'
import { addWorkspace } from './database.ts'
import { addPerson, callAs, type Session, type TestService } from './whole.ts'

/** Something to put in every place of a path. */
export interface Ids {
  ws_id: string
  workbook_id: string
  column_id: string
  row_id: string
  run_id: string
  import_id: string
  view_id: string
  export_id: string
  change_id: string
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
  line_id: string
  report_id: string
  test_id: string
  account: string
  lead_id: string
  lead_import_id: string
  work_id: string
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
  provider_id: 'nobody',
  line_id: NOBODY,
  report_id: NOBODY,
  test_id: NOBODY,
  account: 'nobody',
  lead_id: '999999999',
  lead_import_id: NOBODY,
}

/** A call that may have been billed, as a worker that was killed leaves it in the ledger. */
async function addLine({ database }: TestService, workspaceId: string, workbookId: string): Promise<string> {
  const id = newId()
  await database.asOwner(
    `insert into ledger_lines (workspace_id, id, at, state, reserved_micro, price_micro, rule, provider, lookup, workbook_id, column_id)
      values ($1, $2, now(), 'uncertain', 5000, 5000, 'on_hit', 'hunter', 'hunter-email-finder', $3, 'c2')`,
    [workspaceId, id, workbookId],
  )
  return id
}

/** A provider that failed too often and is not asked for the time being. */
async function closeAccount({ database }: TestService, workspaceId: string): Promise<string> {
  const account = `vendor-of-${workspaceId}`
  await database.asOwner(
    `insert into provider_health (workspace_id, account, kind, reason, detail, until)
      values ($1, $2, 'circuit_open', 'timeout', 'It failed 12 times in a row', now() + interval '1 hour')`,
    [workspaceId, account],
  )
  return account
}

/** A type change that nobody goes on with. */
async function addWalk(service: TestService, wsId: string, workbookId: string): Promise<string> {
  const id = newId()
  await service.database.asOwner(
    `insert into row_walks (workspace_id, workbook_id, id, kind) values ($1, $2, $3, 'convert')`,
    [wsId, workbookId, id],
  )
  return id
}

/** An answer that somebody reported as odd. */
async function addReport({ database }: TestService, workspaceId: string, workbookId: string): Promise<string> {
  const id = newId()
  await database.asOwner(
    `insert into drift_reports (workspace_id, id, provider, attempt_id, workbook_id, row_id, column_id, asked_at)
      values ($1, $2, 'hunter-email-finder', $2, $3, $2, 'c2', now())`,
    [workspaceId, id, workbookId],
  )
  return id
}

/** A pinned test of a column, which asks no model any more. */
async function addTest({ database }: TestService, workspaceId: string, workbookId: string, columnId: string) {
  const id = newId()
  await database.asOwner(
    `insert into column_tests (workspace_id, workbook_id, column_id, id, values, expected) values ($1, $2, $3, $4, '{}', '{}')`,
    [workspaceId, workbookId, columnId, id],
  )
  return id
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
    session_id: session.id,
    user_id: String(user_id),
    invitation_id: invitation.id,
    token: invitation.token,
    // The vendors are the same for everybody, so there is none that only others have.
    integration_id: 'no-vendor',
    provider_id: 'no-lookup',
    line_id: await addLine(service, ws_id, workbook.id),
    report_id: await addReport(service, ws_id, workbook.id),
    work_id: await addWalk(service, ws_id, workbook.id),
    test_id: await addTest(service, ws_id, workbook.id, found.id),
    account: await closeAccount(service, ws_id),
    lead_id: String((await post('/api/lead', { company: name, domain: 'example.com' })).lead.id),
    lead_import_id: (await post('/api/leads/import', { rows: [{ Company: `${name} imported` }] })).import_id,
  }
  return { ids: { ...ids, ...directory }, owner, tokens: { ingestToken: ingest.token, scimToken: scim.token } }
}
