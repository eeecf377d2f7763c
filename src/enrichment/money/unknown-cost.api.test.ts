// A call of unknown price: its cell says that its cost is unknown, wherever it is shown, and is never among those that cost nothing.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestService } from '../../../test/running-install.ts'
import {
  addBench,
  addColumn,
  type Bench,
  cellsOf,
  must,
  run,
  startKinds,
  startVendor,
  traceOf,
  type Vendor,
} from '../kinds/kinds.fixture.ts'

let models: Vendor
let service: TestService
let at: Bench
let column: string
beforeAll(async () => {
  models = await startVendor()
  service = await startKinds({ 'models.example.com': models.port })
  const message = { content: '{"size":"small"}' }
  const usage = { prompt_tokens: 1000, completion_tokens: 100 }
  models.says(() => ({ body: { choices: [{ message, finish_reason: 'stop' }], usage } }))
  at = await addBench(service, ['Company'], [['A'], [null]])
  const values = { base_url: 'http://models.example.com/v1', api_key: 'sk-model-0123' }
  await must(at.call('PUT', '/api/settings/workspace-integrations/openai-compatible', { values }), 200)
  column = await addColumn(at, {
    name: 'Size',
    type: 'ai',
    model: 'openai-compatible/tiny',
    prompt: 'How big is {{Company}}?',
    fields: [{ name: 'size', type: 'text' }],
  })
})
afterAll(async () => {
  await service?.close()
  await models?.close()
})

const path = (rest: string) => `/api/workbooks/${at.workbook_id}${rest}`
const costs = async () => (await cellsOf(at, column)).map(({ cost_usd }: { cost_usd: unknown }) => cost_usd)
const found = async (filter: object) =>
  (await must(at.call('POST', path('/rows/query'), { filter }), 200)).items.map(
    ({ row_id }: { row_id: string }) => row_id,
  )

it('is unknown in the row, the trace, filters and orders, and the run counts it beside what it knows', async () => {
  const done = await run(at)
  expect(done).toMatchObject({ status: 'done', cost_usd: 0, actual: { unpriced: 1 } })
  expect(await costs()).toEqual([null, 0])
  expect(await traceOf(at, column)).toMatchObject({ status: 'complete', cost_usd: null })
  const [asked, blank] = at.rows
  const on = { field: column, on: 'cost_usd' }
  expect(await found({ ...on, op: 'is_empty' })).toEqual([asked])
  expect(await found({ ...on, op: 'lte', value: 0 })).toEqual([blank])
  const { items } = await must(at.call('POST', path('/rows/query'), { sort: [{ ...on, dir: 'desc' }] }), 200)
  expect(items.map(({ row_id }: { row_id: string }) => row_id)).toEqual([blank, asked])
})

it('is still unknown after the run was undone and redone', async () => {
  await must(at.call('POST', path('/undo'), {}), 200)
  expect(await cellsOf(at, column)).toEqual([undefined, undefined])
  await must(at.call('POST', path('/redo'), {}), 200)
  expect(await costs()).toEqual([null, 0])
})
