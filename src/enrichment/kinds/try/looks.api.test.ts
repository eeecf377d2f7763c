// Looks before settings are saved or run, at every address: they store nothing, spend no more than they say, and refuse what is not there
// in one way.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPerson, type TestService } from '../../../../test/running-install.ts'
import { addBench, addColumn, type Bench, must, startKinds, startVendor, type Vendor } from '../kinds.fixture.ts'

let vendor: Vendor
let service: TestService
let at: Bench
let other: Bench
/** Columns of the workbook that is looked at, by what they are. */
const columns: Record<string, string> = {}

const HTTP = { type: 'http', url: 'http://vendor.example.com/{{Domain}}', price_usd: 0.5 }
const AI = { type: 'ai', model: 'openai-compatible/tiny', prompt: 'How big is {{Domain}}?', fields: [{ name: 'size' }] }
const FORMULA = { type: 'formula', expression: 'UPPER({{Domain}})' }
const STEPS = [
  {
    provider: 'findymail-email-finder',
    inputs: { first_name: '{{Domain}}', last_name: '{{Domain}}', domain: '{{Domain}}' },
  },
]

beforeAll(async () => {
  vendor = await startVendor()
  vendor.says(({ path }) =>
    path.startsWith('/v1')
      ? {
          body: {
            choices: [{ message: { content: '{"size":"small"}' }, finish_reason: 'stop' }],
            usage: { prompt_tokens: 1000, completion_tokens: 100 },
          },
        }
      : { body: { name: 'A' } },
  )
  service = await startKinds({ 'vendor.example.com': vendor.port })
  at = await addBench(service, ['Domain'], [['a.com'], ['b.com'], ['c.com']])
  other = await addBench(service, ['Domain'], [['x.com']])
  const values = { base_url: 'http://vendor.example.com/v1', api_key: 'k' }
  await must(at.call('PUT', '/api/settings/workspace-integrations/openai-compatible', { values }), 200)
  const price = { model: AI.model, input_usd: 2, output_usd: 10 }
  await must(at.call('PUT', '/api/settings/models/prices', price), 200)
  columns.http = await addColumn(at, { ...HTTP, name: 'Page' })
  columns.ai = await addColumn(at, { ...AI, name: 'Size' })
  columns.formula = await addColumn(at, { ...FORMULA, name: 'Loud' })
  columns.waterfall = await addColumn(at, { name: 'Mail', type: 'waterfall', output: 'work_email', steps: STEPS })
  columns.input = 'c1'
  await must(
    at.call('POST', `/api/workbooks/${at.workbook_id}/columns/${columns.ai}/tests`, {
      row_id: at.rows[0],
      expected: { size: { value: 'small' } },
    }),
    201,
  )
})
afterAll(async () => {
  await service?.close()
  await vendor?.close()
})

interface LookAddress {
  path: string
  /** Of a column that is saved: its kind. */
  of?: string
  body: object
  takes_rows?: true
  /** What three rows cost, where it asks. */
  costs?: number
}

const LOOKS: LookAddress[] = [
  { path: 'columns/try', body: { column: HTTP }, takes_rows: true, costs: 1.5 },
  { path: 'columns/compare', body: { variants: [AI, AI] }, takes_rows: true, costs: 0.018 },
  { path: 'columns/preview', body: { column: FORMULA }, takes_rows: true },
  { path: 'columns/{c}/preview', of: 'http', body: {}, takes_rows: true, costs: 1.5 },
  { path: 'columns/{c}/preview', of: 'formula', body: {}, takes_rows: true },
  { path: 'columns/{c}/try', of: 'http', body: {}, takes_rows: true, costs: 1.5 },
  { path: 'columns/{c}/simulate', of: 'waterfall', body: {} },
  { path: 'columns/{c}/type-preview', of: 'input', body: { input_type: 'number' } },
]
/** It keeps the result of the tests, and is a look in all else. */
const TESTS: LookAddress = { path: 'columns/{c}/tests/run', of: 'ai', body: {}, costs: 0.003 }

const addressOf = (
  { path, of }: LookAddress,
  { workbook = at.workbook_id, column = columns[of ?? ''] }: { workbook?: string; column?: string | undefined } = {},
) => `/api/workbooks/${workbook}/${path.replace('{c}', String(column))}`

/** How many rows each table has of the workspace. */
async function counts(): Promise<Record<string, number>> {
  const tables = await service.database.asOwner<{ table: string }>(
    `select table_name as table from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and column_name = 'workspace_id' and table_type = 'BASE TABLE'`,
  )
  const found: Record<string, number> = {}
  for (const { table } of tables) {
    const [row] = await service.database.asOwner<{ count: number }>(
      `select count(*)::int as count from ${table} where workspace_id = $1`,
      [at.workspace_id],
    )
    found[table] = row?.count ?? 0
  }
  return found
}

/** What a call costs and what it was counted in; the rest is what a look must not touch. */
const MONEY = /^(ledger|usage|budget|provider_|spend|lookup_usage|call_)/

describe.each([...LOOKS, TESTS])('$path of $of', (look) => {
  it('stores nothing but what it cost', async () => {
    const before = await counts()
    await must(at.call('POST', addressOf(look), look.body), 200)
    const after = await counts()
    const changed = Object.keys(after).filter((table) => after[table] !== before[table] && !MONEY.test(table))
    expect(changed).toEqual([])
  })

  it('knows no workbook or column that is not there or of another workspace', async () => {
    for (const workbook of ['no-such', other.workbook_id])
      expect((await at.call('POST', addressOf(look, { workbook }), look.body)).status).toBe(404)
    if (look.of) expect((await at.call('POST', addressOf(look, { column: 'c99' }), look.body)).status).toBe(404)
  })

  it.runIf(look.takes_rows)('refuses a row that is not of the workbook, and asks none of the others', async () => {
    const heard = vendor.heard.length
    for (const row of ['no-such', other.rows[0], '00000000-0000-4000-8000-000000000000']) {
      const answer = await at.call('POST', addressOf(look), { ...look.body, row_ids: [at.rows[0], row] })
      expect([answer.status, answer.body.detail[0].loc, answer.body.detail[0].msg]).toEqual([
        422,
        ['body', 'row_ids', 1],
        'Value error, there is no such row in this workbook',
      ])
    }
    expect(vendor.heard).toHaveLength(heard)
    const one = await must(at.call('POST', addressOf(look), { ...look.body, row_ids: [at.rows[1]] }), 200)
    const rows = one.rows ?? one.variants[0].rows
    expect(rows.map(({ row_id }: { row_id: string }) => row_id)).toEqual([at.rows[1]])
  })

  it.runIf(look.costs)(
    'spends no more than it says, and what its cap refuses leaves no line in the ledger',
    async () => {
      const lines = async () => (await must(at.call('GET', '/api/billing/ledger?limit=200'), 200)).items
      const spent = async () =>
        (await lines()).reduce(
          (sum: number, { amount_usd }: { amount_usd: number | null }) => sum + (amount_usd ?? 0),
          0,
        )
      const [begun, before] = [await spent(), await lines()]
      await must(at.call('POST', addressOf(look), { ...look.body, max_usd: 0 }), 200)
      expect(await lines()).toEqual(before)
      const cap = Math.ceil((look.costs as number) * 0.7 * 1e6) / 1e6
      await must(at.call('POST', addressOf(look), { ...look.body, max_usd: cap }), 200)
      expect((await spent()) - begun).toBeLessThanOrEqual(cap)
      await must(at.call('POST', addressOf(look), { ...look.body, max_usd: 100 }), 200)
      expect((await spent()) - begun).toBeGreaterThan(0)
      expect((await at.call('POST', addressOf(look), { ...look.body, max_usd: -1 })).status).toBe(422)
    },
  )
})

it('viewers preview a computed column; a column that asks needs the right to run it', async () => {
  const viewer = (await addPerson(service, at.workspace_id, 'viewer')).call
  const preview = (of: string) => viewer('POST', addressOf({ path: 'columns/{c}/preview', of, body: {} }), {})
  expect((await must(preview('formula'), 200)).rows[0]).toMatchObject({ value: 'A.COM', status: 'complete' })
  const expression = 'LOOKUP({{Domain}}, {{Domain}}, {{Domain}})'
  columns.lookup = await addColumn(at, { type: 'formula', name: 'Found', expression })
  expect((await must(preview('lookup'), 200)).rows[0]).toMatchObject({ value: 'a.com' })
  expect((await preview('http')).status).toBe(403)
  expect((await at.call('POST', addressOf({ path: 'columns/{c}/preview', of: 'input', body: {} }), {})).status).toBe(
    409,
  )
})

it('looks at the leads of a workbook that shows leads, which stay as they are', async () => {
  await must(at.call('POST', '/api/lead', { company: 'Acme', domain: 'lead.example.com' }), 200)
  const book = await must(at.call('POST', '/api/workbooks', { name: 'Leads', source_type: 'leads' }), 201)
  const [shown] = (await must(at.call('GET', `/api/workbooks/${book.id}`), 200)).rows
  const before = await counts()
  for (const path of ['columns/try', 'columns/preview']) {
    const column = path === 'columns/try' ? HTTP : FORMULA
    for (const rows of [{}, { row_ids: [shown.row_id] }]) {
      const tried = await must(at.call('POST', `/api/workbooks/${book.id}/${path}`, { column, ...rows }), 200)
      expect(tried.rows.map(({ row_id }: { row_id: string }) => row_id)).toEqual([shown.row_id])
    }
  }
  expect((await counts()).workbook_rows).toBe(before.workbook_rows)
})
