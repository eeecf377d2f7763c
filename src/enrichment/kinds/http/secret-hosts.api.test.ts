// Where a secret of the workspace may go: to hosts that an admin allowed, from columns that may use it, and nowhere else.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestService } from '../../../../test/running-install.ts'
import {
  addBench,
  addColumn,
  type Bench,
  cellsOf,
  must,
  run,
  startKinds,
  startVendor,
  type Vendor,
} from '../kinds.fixture.ts'

const SECRET = 'sk-PLAINTEXT-0123456789'
let api: Vendor
let service: TestService
beforeAll(async () => {
  api = await startVendor()
  service = await startKinds({
    'api.example.com': api.port,
    'other.example.com': api.port,
    'login.example.com': api.port,
  })
})
afterAll(async () => {
  await service?.close()
  await api?.close()
})

const bench = (rows: string[] = ['a.com']) =>
  addBench(
    service,
    ['Domain'],
    rows.map((domain) => [domain || null]),
  )
const put = (at: Bench, name: string, value: string, hosts = ['api.example.com', 'login.example.com']) =>
  must(at.call('PUT', '/api/settings/secrets', { name, value, hosts }), 200)

test('a secret goes only to hosts that an admin allowed, however it is asked for', async () => {
  const at = await bench(['a.com'])
  const change = (body: object) => must(at.call('PUT', '/api/settings/secrets', { name: 'KEY', ...body }), 200)
  await put(at, 'KEY', SECRET, [])
  const auth = { kind: 'bearer', secret: 'KEY' }
  const url = 'http://api.example.com/companies/{{Domain}}'
  const id = await addColumn(at, { name: 'Own', type: 'http', url, auth, cache_days: 0 })
  const asked = async (column = id) => {
    await run(at, { mode: 'all', column_ids: [column] })
    return (await cellsOf(at, column))[0]
  }
  const tried = async (column: object) => {
    const answer = await at.call('POST', `/api/workbooks/${at.workbook_id}/columns/try`, { column })
    expect(answer.status, answer.text).toBe(200)
    return answer.text
  }
  api.says(() => ({ body: { name: 'A' } }))

  // As it was stored before hosts were asked for: sent nowhere, and the way out is told.
  expect((await asked())?.error?.message).toContain('An admin can name the hosts')
  expect(await tried({ name: 'New', type: 'http', url, auth })).toContain('An admin can name the hosts')
  expect(api.heard).toEqual([])
  expect((await change({ hosts: ['api.example.com'] })).used_by).toMatchObject([{ hosts: ['api.example.com'] }])
  expect(await asked()).toMatchObject({ status: 'complete' })
  expect(api.heard[0]?.headers.authorization).toBe(`Bearer ${SECRET}`)

  // A host of the editor's own, by whatever way.
  api.says(() => ({ body: { access_token: 'minted', name: 'A' } }))
  const oauth = { kind: 'oauth_client', token_url: 'http://login.example.com/token', client_id: 'c', secret: 'KEY' }
  const astray = [
    { url: 'http://login.example.com/take', auth },
    { url: 'http://login.example.com/take', auth: { kind: 'query', name: 'key', secret: 'KEY' } },
    { url: 'http://login.example.com/take', auth: { kind: 'header', name: 'x-key', secret: 'KEY' }, price_usd: 1 },
    { url: 'http://login.example.com/take', auth: { kind: 'basic', username: 'u', secret: 'KEY' } },
    { url: 'http://api.example.com:8080/take', auth },
    { url: 'http://api.example.com/x', auth: oauth },
  ]
  for (const column of astray)
    expect(await tried({ name: 'Astray', type: 'http', ...column }), JSON.stringify(column)).toContain(
      'may not be sent to',
    )
  const target = { kind: 'sheet', url: 'http://login.example.com/in', format: 'json', values: { a: '{{Domain}}' } }
  const sheet = await addColumn(at, { name: 'Sheet', type: 'output', target: { ...target, secret: 'KEY' } })
  expect((await asked(sheet))?.error?.message).toContain('may not be sent to login.example.com')
  expect(api.heard).toEqual([])

  // A redirect of an allowed host.
  api.says(({ path }) =>
    path === '/away'
      ? { body: { name: 'taken' } }
      : { status: 302, headers: { location: 'http://login.example.com/away' } },
  )
  expect((await asked())?.error?.message).toContain('may not be sent to login.example.com')
  expect(api.heard.map(({ path }) => path)).not.toContain('/away')

  // The secret is for one column only.
  api.says(() => ({ body: { name: 'A' } }))
  await change({ columns: [{ workbook_id: at.workbook_id, column_id: id }] })
  expect(await asked()).toMatchObject({ status: 'complete' })
  const other = await addColumn(at, { name: 'Other', type: 'http', url, auth, cache_days: 0 })
  expect((await asked(other))?.error?.message).toContain('This column may not use the secret KEY')
  expect(await tried({ name: 'New', type: 'http', url, auth })).toContain('This column may not use')
  for (const hosts of [['https://api.example.com/x'], ['*'], ['*.com'], ['a b'], ['user@x.com']])
    expect((await at.call('PUT', '/api/settings/secrets', { name: 'KEY', hosts })).status, hosts[0]).toBe(422)
})
