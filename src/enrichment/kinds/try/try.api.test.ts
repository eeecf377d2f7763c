// The promises of trying a column out: it costs what it costs, under the same budgets and in the same ledger as a run.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestService } from '../../../../test/running-install.ts'
import { sweepReservations } from '../../runs/worker/open-lines.commands.ts'
import { addBench, addColumn, type Bench, must, startKinds, startVendor, type Vendor } from '../kinds.fixture.ts'

let api: Vendor
let service: TestService
beforeAll(async () => {
  api = await startVendor()
  service = await startKinds({ 'api.example.com': api.port })
})
afterAll(async () => {
  await service?.close()
  await api?.close()
})

const COLUMN = { type: 'http', url: 'http://api.example.com/{{Domain}}', price_usd: 0.5 }
const bench = () => addBench(service, ['Domain'], [['a.com'], ['b.com'], ['c.com'], ['d.com'], ['e.com']])
const tryIt = (at: Bench, column: object = COLUMN) =>
  must(at.call('POST', `/api/workbooks/${at.workbook_id}/columns/try`, { column }), 200)
const ledger = async (at: Bench) => (await must(at.call('GET', '/api/billing/ledger'), 200)).items

it('is asked only as far as the budgets go, and every call is a line of the ledger', async () => {
  api.says(() => ({ body: { name: 'A' } }))
  const at = await bench()
  const budget = { scope: 'workspace', period: 'month', limit_usd: 1.2 }
  await must(at.call('PUT', '/api/billing/budgets', { items: [budget] }), 200)
  const tried = await tryIt(at)
  expect(api.heard).toHaveLength(2)
  expect(tried.cost_usd).toBe(1)
  const refused = tried.rows.filter(({ reason }: { reason: string }) => reason === 'over_budget')
  expect(refused).toHaveLength(3)
  expect(refused[0]).toMatchObject({ status: 'skipped', cost_usd: 0, detail: expect.stringContaining('$1.2 a month') })
  const lines = await ledger(at)
  expect(lines).toHaveLength(2)
  expect(lines[0]).toMatchObject({ state: 'settled', amount_usd: 0.5, workbook_id: at.workbook_id, run_id: null })
  expect(lines[0]).toMatchObject({ row_id: expect.any(String), user_id: expect.any(Number) })
  const [left] = (await must(at.call('GET', '/api/billing/budgets'), 200)).items
  expect(left).toMatchObject({ spent_usd: 1, reserved_usd: 0 })
})

it('of a saved column counts in its column, and what is not billed is in no line', async () => {
  api.says(() => ({ body: { name: 'A' } }))
  const at = await bench()
  const id = await addColumn(at, { ...COLUMN, name: 'Answer' })
  const free = await addColumn(at, { ...COLUMN, name: 'Free', price_usd: 0 })
  const path = `/api/workbooks/${at.workbook_id}/columns`
  await must(at.call('POST', `${path}/${free}/try`, {}), 200)
  expect(await ledger(at)).toEqual([])
  await must(at.call('POST', `${path}/${id}/try`, { row_ids: [at.rows[0]] }), 200)
  expect(await ledger(at)).toMatchObject([{ column_id: id, amount_usd: 0.5, row_id: at.rows[0] }])
  const costOf = (row: string | undefined) =>
    must(at.call('GET', `/api/workbooks/${at.workbook_id}/rows/${row}/cost`), 200)
  expect(await costOf(at.rows[0])).toMatchObject({
    calls: 1,
    spent_usd: 0.5,
    by_column: [{ name: 'Answer', spent_usd: 0.5 }],
  })
  expect(await costOf(at.rows[1])).toMatchObject({ calls: 0, spent_usd: 0, by_column: [], by_provider: [] })
})

it('on test data calls no provider, and makes up values that fit the fields', async () => {
  const at = await bench()
  const asked = api.heard.length
  const column = { ...COLUMN, fields: [{ name: 'staff', path: 'data.staff', type: 'number' }] }
  const path = `/api/workbooks/${at.workbook_id}/columns/try`
  const { rows, cost_usd } = await must(at.call('POST', path, { column, test: true }), 200)
  expect([api.heard.length, cost_usd]).toEqual([asked, 0])
  expect(rows).toHaveLength(5)
  const found = rows.filter(({ status }: { status: string }) => status === 'complete')
  expect(found).not.toHaveLength(0)
  for (const { value, fields } of found) {
    expect(value).toEqual(expect.any(Number))
    expect(fields).toEqual({ staff: value })
  }
  expect(await ledger(at)).toEqual([])
})

it('a call whose process went away before it was settled is kept as uncertain', async () => {
  const at = await bench()
  await service.database.asOwner(
    `insert into ledger_lines (workspace_id, id, at, state, reserved_micro, price_micro, rule, provider, lookup, workbook_id)
      values ($1, gen_random_uuid(), now() - interval '20 minutes', 'reserved', 5000, 5000, 'per_call', 'http', 'http:a', $2),
        ($1, gen_random_uuid(), now(), 'reserved', 5000, 5000, 'per_call', 'http', 'http:b', $2)`,
    [at.workspace_id, at.workbook_id],
  )
  expect(await sweepReservations(service.database)).toBe(1)
  const states = (await ledger(at)).map(({ lookup, state }: Record<string, string>) => [lookup, state])
  expect(states).toEqual([
    ['http:b', 'reserved'],
    ['http:a', 'uncertain'],
  ])
})
