// Promises of the page of access: it names the hosts that calls go to, and the roles that each operation takes.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addWorkspace } from '../../../test/database.ts'
import { addPerson, type Call, callAs, startTestService, type TestService } from '../../../test/running-install.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { Destination } from './access.schema.ts'

let service: TestService
let admin: Call
let viewer: Call
let workspace: WorkspaceId
beforeAll(async () => {
  service = await startTestService({ LIMITS: 'off' })
  workspace = (await addWorkspace(service.database, 'Ours')) as WorkspaceId
  admin = callAs(service, (await addPerson(service, workspace, 'admin')).access_token)
  viewer = callAs(service, (await addPerson(service, workspace, 'viewer')).access_token)
})
afterAll(() => service?.close())

const destinations = async (): Promise<Destination[]> => (await viewer('GET', '/api/settings/access')).body.destinations

test('what leaves is named by host, with what is sent, whether it can be called, and in how many columns', async () => {
  const find = async (id: string) => (await destinations()).find((one) => one.id === id)
  expect(await find('hunter-email-finder')).toMatchObject({ hosts: ['api.hunter.io'], ready: false, uses: 0 })
  expect(await find('website-reader')).toMatchObject({ hosts: [], row_places: ['website', 'dns'], ready: true })
  expect(await find('phone-e164')).toBeUndefined()
  const book = await admin('POST', '/api/workbooks', {
    name: 'Firms',
    columns_config: [{ type: 'input', name: 'Domain', input_type: 'text' }],
  })
  const add = (column: object) => admin('POST', `/api/workbooks/${book.body.id}/columns`, column)
  const inputs = { full_name: '{{Domain}}', domain: '{{Domain}}' }
  await add({ type: 'enrichment', name: 'Email', provider: 'hunter-email-finder', inputs })
  await add({
    type: 'http',
    name: 'Firm',
    method: 'GET',
    url: 'https://api.example.com/{{Domain}}',
    fields: [{ name: 'name', path: 'name', type: 'text' }],
  })
  await admin('PUT', '/api/settings/workspace-integrations/hunter', { values: { api_key: 'a key' } })
  expect(await find('hunter-email-finder')).toMatchObject({ ready: true, uses: 1 })
  const column = (await destinations()).find(({ kind }) => kind === 'column')
  expect(column).toMatchObject({ name: 'Firms → Firm', hosts: ['api.example.com'], uses: null })
})

const sql = (text: string) => service.database.inWorkspace(workspace, (tx) => tx.client.query(text, [tx.workspace_id]))

test('sources, watches and notices are named by where they go, and what goes to the same place is one line', async () => {
  const book = await admin('POST', '/api/workbooks', { name: 'Places', columns_config: [] })
  const source = (adapter: string, settings: string) =>
    sql(`insert into workbook_sources (workspace_id, workbook_id, id, name, adapter, settings, mapping, mode, existing, max_rows)
      values ($1, '${book.body.id}', gen_random_uuid(), '${adapter}', '${adapter}', '${settings}', '[]', 'append', 'overwrite', 10)`)
  await source('overpass', '{"area": "Berlin", "tag": "shop", "service_url": "https://overpass.example/api"}')
  await source('wikidata', '{"class": "Q4830453", "country": "SE"}')
  await source('wikidata', '{"class": "Q22687", "country": "SE"}')
  const watch = (kind: string, target: string) =>
    sql(`insert into watches (workspace_id, id, kind, target) values ($1, gen_random_uuid(), '${kind}', '${target}')`)
  await watch('github', 'acme/app')
  await watch('github', 'acme/lib')
  await watch('website', 'https://acme.example/pricing')
  expect((await destinations()).find(({ kind }) => kind === 'notice')).toBeUndefined()
  await sql(`insert into notice_preferences (workspace_id, user_id, email, email_when, chat_url, chat_when)
    select workspace_id, user_id, 'a@example.com', 'at_once', '\\x00', 'at_once' from memberships where workspace_id = $1`)
  const all = await destinations()
  const of = (wanted: Destination['kind']) =>
    all.filter(({ kind, uses }) => kind === wanted && uses !== 0).map(({ hosts, uses, alike }) => [hosts, uses, alike])
  expect(of('source')).toEqual([
    [['query.wikidata.org'], 2, 1],
    [['overpass.example'], null, 1],
  ])
  expect(all.find(({ id }) => id === 'overpass')).toMatchObject({ hosts: ['overpass-api.de'], uses: 0 })
  expect(of('watch')).toEqual([
    [['api.github.com', 'github.com'], null, 2],
    [['acme.example'], null, 1],
  ])
  expect(of('notice')).toEqual([
    [[], null, 2],
    [[], null, 2],
  ])
})

test('a source whose settings lead nowhere is named, and keeps nothing else from being told', async () => {
  const book = await admin('POST', '/api/workbooks', { name: 'Broken', columns_config: [] })
  await sql(`insert into workbook_sources (workspace_id, workbook_id, id, name, adapter, settings, mapping, mode, existing, max_rows)
    values ($1, '${book.body.id}', gen_random_uuid(), 'Shops', 'overpass',
      '{"area": "Berlin", "tag": "shop", "service_url": "no address"}', '[]', 'append', 'overwrite', 10)`)
  const answer = await viewer('GET', '/api/settings/access')
  expect(answer.status, answer.text).toBe(200)
  const shops = answer.body.destinations.find(({ name }: Destination) => name === 'Broken → Shops')
  expect(shops).toMatchObject({ kind: 'source', hosts: [], is_entered: true, ready: false })
})

test('what is more than a list holds is said', async () => {
  const cut = async () => (await viewer('GET', '/api/settings/access')).body.cut
  expect(await cut()).toEqual([])
  await sql(`insert into watches (workspace_id, id, kind, target)
    select $1, gen_random_uuid(), 'website', 'https://a' || n || '.example/' from generate_series(1, 201) n`)
  expect(await cut()).toEqual(['watch'])
})

test('sign-on is shown to those who may edit settings only', async () => {
  await sql(`insert into sso_providers (workspace_id, id, name, issuer, client_id)
    values ($1, gen_random_uuid(), 'Okta', 'https://login.example', 'ours')`)
  const signOn = ({ kind }: Destination) => kind === 'identity_provider'
  expect((await destinations()).find(signOn)).toBeUndefined()
  const { body } = await admin('GET', '/api/settings/access')
  expect(body.destinations.find(signOn)).toMatchObject({ hosts: ['login.example'] })
})

test('every operation of a workspace stands under the capability that it needs', async () => {
  const { body } = await viewer('GET', '/api/settings/access')
  expect(body.roles).toEqual(['viewer', 'member', 'editor', 'admin', 'owner'])
  const listed = new Map(body.capabilities.map((one: { name: string }) => [one.name, one]))
  expect(listed.get('settings.edit')).toMatchObject({ roles: ['admin', 'owner'] })
  const { operations } = listed.get('settings.edit') as { operations: { id: string; summary: string }[] }
  expect(operations).toContainEqual({ id: 'set_budgets', summary: 'Set, change or take away budgets', tag: 'Billing' })
  for (const { name, operations } of body.capabilities) expect([name, operations.length > 0]).toEqual([name, true])
})
