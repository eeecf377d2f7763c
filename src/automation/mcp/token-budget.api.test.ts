// The budget of an access token holds wherever the token causes money to be spent: over HTTP, over MCP, and in the background.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addWorkspace } from '../../../test/database.ts'
import { addPerson, callAs, type TestService } from '../../../test/running-install.ts'
import { addDearProvider, must, startKinds, startVendor, type Vendor } from '../../enrichment/kinds/kinds.fixture.ts'
import { TOKEN_CAPABILITIES } from '../../identity/api-tokens/token-capabilities.logic.ts'
import { connectTo } from './mcp.fixture.ts'

let service: TestService
let api: Vendor
beforeAll(async () => {
  api = await startVendor()
  api.says(() => ({ body: { mail: 'a@b.example' } }))
  service = await startKinds({ 'api.example.com': api.port }, { PUBLIC_URL: 'https://ours.test' })
})
afterAll(async () => {
  await service?.close()
  await api?.close()
})

/** A workspace with a provider that costs 50 cents, a column and a lead action that ask it, and a token of a dollar. */
async function openShop() {
  const admin = (await addPerson(service, await addWorkspace(service.database), 'admin')).call
  const id = await addDearProvider(admin, { work_email: 'mail' })
  const waterfall = {
    id: 'own',
    name: 'Own',
    output: 'work_email',
    into: { email: 'work_email' },
    accept: { kind: 'any' },
    steps: [{ provider: id, inputs: { domain: '{{Domain}}' } }],
  }
  await must(admin('PUT', '/api/settings/lead-actions/find_emails', { waterfalls: [waterfall] }), 200)
  const columns = [
    { name: 'Domain', type: 'input', input_type: 'text' },
    { name: 'Mail', type: 'enrichment', provider: id, inputs: { domain: '{{Domain}}' }, output: 'work_email' },
  ]
  const book = await must(admin('POST', '/api/workbooks', { name: 'Dear' }), 201)
  for (const column of columns) await must(admin('POST', `/api/workbooks/${book.id}/columns`, column), 201)
  const rows = [1, 2, 3, 4].map((n) => ({ data: { Domain: `d${n}.example` } }))
  await must(admin('POST', `/api/workbooks/${book.id}/rows`, { rows }), 201)
  const lead_ids: number[] = []
  for (const n of [5, 6, 7, 8]) {
    const lead = { company: `D${n}`, domain: `d${n}.example` }
    lead_ids.push((await must(admin('POST', '/api/lead', lead), 200)).lead.id)
  }
  const token = { name: 'Script', capabilities: TOKEN_CAPABILITIES, budget_usd: 1 }
  const made = await must(admin('POST', '/api/mcp/tokens', token), 201)
  return {
    admin,
    script: callAs(service, made.token),
    book,
    column: columns[1],
    lead_ids,
    provider: id,
    token: made.token as string,
  }
}
type Shop = Awaited<ReturnType<typeof openShop>>

const ways: [string, (shop: Shop) => Promise<unknown>][] = [
  ['a run over HTTP', ({ script, book }) => must(script('POST', `/api/workbooks/${book.id}/run`, {}), 202)],
  [
    'a run over MCP',
    async ({ token, book }) => {
      const { client, use } = await connectTo(service, token)
      await use('start_run', { workbook_id: book.id, max_usd: 9 })
      await client.close()
    },
  ],
  [
    'enriching leads in the background',
    ({ script, lead_ids }) => must(script('POST', '/api/leads/bulk-enrich', { lead_ids, action: 'find_emails' }), 202),
  ],
  [
    'trying a column',
    ({ script, book, column }) =>
      must(script('POST', `/api/workbooks/${book.id}/columns/try`, { column: { ...column, name: 'Tried' } }), 200),
  ],
  [
    'a source that is scheduled and run',
    async ({ script, book, provider }) => {
      const settings = { provider, inputs: [1, 2, 3, 4].map((n) => `domain: s${n}.example`).join('\n') }
      const source = { adapter: 'own-provider', settings, mode: 'append' }
      const made = await must(script('POST', `/api/workbooks/${book.id}/sources`, source), 201)
      await script('POST', `/api/workbooks/${book.id}/sources/${made.id}/run`, {})
    },
  ],
  [
    'an automation that it makes',
    async ({ script, admin, book }) => {
      await must(script('POST', '/api/automations', runsAll(book.id)), 201)
      await must(admin('POST', `/api/workbooks/${book.id}/rows`, { rows: [{ data: { Domain: 'd9.example' } }] }), 201)
    },
  ],
  [
    'an automation of somebody else that it changes',
    async ({ script, admin, book }) => {
      const { id } = await must(
        admin('POST', '/api/automations', {
          ...runsAll(book.id),
          actions: [{ kind: 'wait', amount: 1, unit: 'hours' }],
        }),
        201,
      )
      await must(script('PATCH', `/api/automations/${id}`, { actions: runsAll(book.id).actions }), 200)
      await must(admin('POST', `/api/workbooks/${book.id}/rows`, { rows: [{ data: { Domain: 'd9.example' } }] }), 201)
    },
  ],
  [
    'an automation of somebody else that it runs',
    async ({ script, admin, book }) => {
      const { id } = await must(admin('POST', '/api/automations', runsAll(book.id)), 201)
      await must(script('POST', `/api/automations/${id}/run`, {}), 202)
    },
  ],
]

const runsAll = (workbook_id: string) => ({
  name: 'Fill',
  trigger: { kind: 'row.added', workbook_id },
  actions: [{ kind: 'run_columns', rows: 'all' }],
  limits: { per_hour: 10, max_rows: 100, usd_per_day: 100, max_depth: 3 },
})

test.each(ways)('%s stops at the budget of the token, and the page of tokens shows what it spent', async (_, spend) => {
  const shop = await openShop()
  const before = api.heard.length
  await spend(shop)
  const budget = async () => (await must(shop.admin('GET', '/api/mcp/tokens'), 200)).items[0].budget
  await expect.poll(budget, { timeout: 20_000 }).toEqual({ limit_usd: 1, period: 'total', spent_usd: 1, left_usd: 0 })
  // Whoever has no such budget goes on.
  expect(api.heard.length - before).toBe(2)
  await must(shop.admin('POST', `/api/workbooks/${shop.book.id}/run`, {}), 202)
  await expect.poll(() => api.heard.length - before, { timeout: 20_000 }).toBeGreaterThan(3)
})

test('a budget of a token is changed like any other, and named by it', async () => {
  const { admin } = await openShop()
  const [{ id }] = (await must(admin('GET', '/api/mcp/tokens'), 200)).items
  const change = { scope: 'token', token_id: id, period: 'total', kind: 'hard', limit_usd: 7 }
  await must(admin('PUT', '/api/billing/budgets', { items: [change] }), 200)
  expect((await must(admin('GET', '/api/mcp/tokens'), 200)).items[0].budget).toMatchObject({ limit_usd: 7 })
  expect((await must(admin('GET', '/api/billing/budgets'), 200)).items).toContainEqual(
    expect.objectContaining({ scope: 'token', token_id: id, name: 'Script', limit_usd: 7 }),
  )
})

test('the budget of a revoked token, whose runs go on, is changed and taken away as well', async () => {
  const { admin } = await openShop()
  const [{ id }] = (await must(admin('GET', '/api/mcp/tokens'), 200)).items
  await must(admin('DELETE', `/api/mcp/tokens/${id}`), 204)
  const set = (limit_usd: number | null) =>
    admin('PUT', '/api/billing/budgets', {
      items: [{ scope: 'token', token_id: id, period: 'total', kind: 'hard', limit_usd }],
    })
  const limits = async () =>
    (await must(admin('GET', '/api/billing/budgets'), 200)).items
      .filter((one: { token_id: string }) => one.token_id === id)
      .map((one: { limit_usd: number }) => one.limit_usd)
  await must(set(0.5), 200)
  expect(await limits()).toEqual([0.5])
  await must(set(null), 200)
  expect(await limits()).toEqual([])
})
