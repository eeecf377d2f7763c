// What an HTTP column with a price per call books: what was answered with something that is billed, and nothing else.
import { afterAll, beforeAll, expect, it } from 'vitest'
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

let api: Vendor
let service: TestService
beforeAll(async () => {
  api = await startVendor()
  service = await startKinds({ 'api.example.com': api.port, 'gone.example.com': 1 })
})
afterAll(async () => {
  await service?.close()
  await api?.close()
})

const ASK = { name: 'Answer', type: 'http', price_usd: 0.1, billing: 'per_call', cache_days: 0 }
const FIELD = { fields: [{ name: 'name', path: 'name' }] }

/** The run, the ledger, the workbook and the cells say the same; in USD. */
async function spentOf(at: Bench, columnId: string): Promise<number> {
  const runs = await must(at.call('GET', `/api/workbooks/${at.workbook_id}/runs`), 200)
  const { total } = await must(at.call('GET', `/api/workbooks/${at.workbook_id}/cost`), 200)
  const cells: { cost_usd: number }[] = await cellsOf(at, columnId)
  const sum = (numbers: number[]) => Math.round(numbers.reduce((all, each) => all + each, 0) * 1e6) / 1e6
  expect(sum(runs.items.map(({ cost_usd }: { cost_usd: number }) => cost_usd))).toBe(total.spent_usd)
  expect(sum(cells.map(({ cost_usd }) => cost_usd))).toBe(total.spent_usd)
  expect(total.uncertain_usd).toBe(0)
  return total.spent_usd
}

it('nothing for a request to wait, and once for the answer that comes then', async () => {
  const asked = new Map<string, number>()
  api.says(({ path }) => {
    asked.set(path, (asked.get(path) ?? 0) + 1)
    return asked.get(path) === 1 ? { status: 429, headers: { 'retry-after': '1' } } : { body: { name: path } }
  })
  const at = await addBench(service, ['Domain'], [['a.com'], ['b.com'], ['c.com']])
  const id = await addColumn(at, { ...ASK, ...FIELD, url: 'http://api.example.com/{{Domain}}' })
  expect(await run(at)).toMatchObject({ status: 'done', cost_usd: 0.3 })
  expect(api.heard).toHaveLength(6)
  expect(await spentOf(at, id)).toBe(0.3)
})

it('nothing where the connection is refused, nor for a key, a quota or an input that is refused', async () => {
  const statuses: Record<string, number> = { '/a': 401, '/b': 402, '/c': 400, '/d': 500, '/e': 404, '/f': 200 }
  api.says(({ path }) => ({ status: statuses[path] ?? 200, body: { name: path } }))
  const at = await addBench(service, ['Path'], [['d'], ['e'], ['f'], ['c']])
  const id = await addColumn(at, { ...ASK, ...FIELD, url: 'http://api.example.com/{{Path}}' })
  await run(at)
  // A miss and a hit.
  expect(await spentOf(at, id)).toBe(0.2)
  const gone = await addBench(service, ['Path'], [['a'], ['b']])
  const refused = await addColumn(gone, { ...ASK, ...FIELD, url: 'http://gone.example.com/{{Path}}' })
  expect(await run(gone)).toMatchObject({ status: 'done_with_errors', cost_usd: 0 })
  expect(await spentOf(gone, refused)).toBe(0)
})

it('each page that was answered, also when the next one has to be waited for', async () => {
  let asked = 0
  api.says(({ path }) => {
    const page = Number(new URL(path, 'http://x').searchParams.get('page') ?? 1)
    if (page === 2 && asked++ === 0) return { status: 429, headers: { 'retry-after': '1' } }
    return { body: { items: page <= 2 ? [page] : [] } }
  })
  const at = await addBench(service, ['Domain'], [['a.com']])
  const id = await addColumn(at, {
    ...ASK,
    url: 'http://api.example.com/list',
    query: { q: '{{Domain}}' },
    items: 'items',
    max_pages: 2,
    pages: { kind: 'number', param: 'page', first: 1 },
  })
  const ended = await run(at)
  // The first page twice and the second once.
  expect(ended.cost_usd).toBe(0.3)
  expect(await spentOf(at, id)).toBe(0.3)
})

it('an unknown price, which only runs where the budgets allow it', async () => {
  api.says(({ path }) => ({ status: path === '/b' ? 404 : 200, body: { name: path } }))
  const at = await addBench(service, ['Path'], [['a'], ['b']])
  await addColumn(at, { ...ASK, ...FIELD, price_usd: 'unknown', url: 'http://api.example.com/{{Path}}' })
  const estimate = await must(at.call('POST', `/api/workbooks/${at.workbook_id}/run/estimate`, {}), 200)
  expect(estimate.unknown_prices).toHaveLength(1)
  expect(await run(at, { max_usd: 1 })).toMatchObject({ status: 'budget_stopped' })
  expect(api.heard).toHaveLength(0)
  const ended = await run(at)
  expect([ended.status, ended.actual.unpriced]).toEqual(['done', 2])
})

it('no longer than provider_timeout for one request, whatever the column would wait', async () => {
  let letGo = () => {}
  const held = new Promise<void>((go) => {
    letGo = go
  })
  api.says(() => held.then(() => ({ body: { name: 'late' } })))
  const at = await addBench(service, ['Domain'], [['a.com']])
  const id = await addColumn(at, {
    name: 'Slow',
    type: 'http',
    ...FIELD,
    url: 'http://api.example.com/{{Domain}}',
    timeout_seconds: 120,
  })
  await must(at.call('PUT', '/api/settings/enrichment-perf', { provider_timeout: 3, retry_passes: 0 }), 200)
  await run(at)
  letGo()
  expect((await cellsOf(at, id))[0]).toMatchObject({ status: 'error', reason: 'timeout' })
})
