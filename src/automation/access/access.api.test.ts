// Promises of the page of access: it names the hosts that calls go to, and the roles that each operation takes.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addWorkspace } from '../../../test/database.ts'
import { addPerson, type Call, callAs, startTestService, type TestService } from '../../../test/running-install.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { Destination } from './access.schema.ts'

let service: TestService
let admin: Call
let viewer: Call
beforeAll(async () => {
  service = await startTestService({ LIMITS: 'off' })
  const workspace = (await addWorkspace(service.database, 'Ours')) as WorkspaceId
  admin = callAs(service, (await addPerson(service, workspace, 'admin')).access_token)
  viewer = callAs(service, (await addPerson(service, workspace, 'viewer')).access_token)
})
afterAll(() => service?.close())

const destinations = async (): Promise<Destination[]> => (await viewer('GET', '/api/settings/access')).body.destinations

test('what leaves is named by host, with what is sent, whether it can be called, and in how many columns', async () => {
  const find = async (id: string) => (await destinations()).find((one) => one.id === id)
  expect(await find('hunter-email-finder')).toMatchObject({ hosts: ['api.hunter.io'], ready: false, uses: 0 })
  expect(await find('website-reader')).toMatchObject({ hosts: [], row_places: ['website'], ready: true })
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

test('every operation of a workspace stands under the capability that it needs', async () => {
  const { body } = await viewer('GET', '/api/settings/access')
  expect(body.roles).toEqual(['viewer', 'member', 'editor', 'admin', 'owner'])
  const listed = new Map(body.capabilities.map((one: { name: string }) => [one.name, one]))
  expect(listed.get('settings.edit')).toMatchObject({ roles: ['admin', 'owner'] })
  const { operations } = listed.get('settings.edit') as { operations: { id: string; summary: string }[] }
  expect(operations).toContainEqual({ id: 'set_budgets', summary: 'Set, change or take away budgets', tag: 'Billing' })
  for (const { name, operations } of body.capabilities) expect([name, operations.length > 0]).toEqual([name, true])
})
