// The promises of trying a waterfall out: it is played as a run would play it, on five rows, and nothing of it is kept.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestService } from '../../../../test/running-install.ts'
import { addBench, addColumn, type Bench, must, startKinds } from '../kinds.fixture.ts'

let service: TestService
beforeAll(async () => {
  service = await startKinds({})
})
afterAll(() => service?.close())

const people = ['First', 'Last', 'Domain']
const rows = Array.from({ length: 7 }, (_, n) => [`Ann${n}`, 'Lee', n === 1 ? '' : `firm${n}.example`])
const inputs = { first_name: '{{First}}', last_name: '{{Last}}', domain: '{{Domain}}' }
const WATERFALL = {
  type: 'waterfall',
  output: 'work_email',
  steps: [
    { provider: 'snov-email-finder', inputs },
    { provider: 'findymail-email-finder', inputs: { full_name: '{{First}} {{Last}}', domain: '{{Domain}}' } },
  ],
  verify: { provider: 'zerobounce-email-verifier', input: 'email' },
}
const tryIt = (at: Bench, column: object, more = {}) =>
  at.call('POST', `/api/workbooks/${at.workbook_id}/columns/try`, { column, ...more })
const kept = (at: Bench) =>
  Promise.all(
    ['cells', 'attempts', 'lookup_cache', 'ledger_lines'].map(async (table) => {
      const found = await service.database.asOwner(`select 1 from ${table} where workspace_id = $1`, [at.workspace_id])
      return [table, found.length]
    }),
  )

it('asks five rows step by step, as far as each needs it, and keeps nothing', async () => {
  const at = await addBench(service, people, rows)
  const tried = await must(tryIt(at, WATERFALL, { test: true }), 200)
  expect(tried.rows).toHaveLength(5)
  const seen = tried.rows.flatMap(({ attempts }: { attempts: { step_id: string; provider: string }[] }) => attempts)
  expect(new Set(seen.map(({ step_id }: { step_id: string }) => step_id)).size).toBe(2)
  for (const { provider } of seen) expect(provider).toMatch(/^test:/)
  expect(tried.rows[1]).toMatchObject({ status: 'skipped', reason: 'missing_input', attempts: [] })
  for (const row of tried.rows) expect(['complete', 'unverified', 'not_found', 'skipped']).toContain(row.status)
  expect(tried.rows.some(({ status }: { status: string }) => status === 'complete')).toBe(true)
  expect(await kept(at)).toEqual([
    ['cells', 0],
    ['attempts', 0],
    ['lookup_cache', 0],
    ['ledger_lines', 0],
  ])
})

it('puts a record together as the column says', async () => {
  const at = await addBench(service, ['Company'], [['Acme GmbH']])
  const column = {
    type: 'waterfall',
    output: 'company_name',
    mode: 'merge',
    fields: ['company_name', 'legal_form'],
    steps: [{ provider: 'company-name-cleaner', inputs: { company: '{{Company}}' } }],
  }
  const { rows } = await must(tryIt(at, column), 200)
  expect(rows[0]).toMatchObject({
    status: 'complete',
    value: { company_name: 'Acme', legal_form: 'GmbH' },
    cost_usd: 0,
  })
  expect(rows[0].attempts).toMatchObject([{ provider: 'company-name-cleaner', outcome: 'accepted', cached: false }])
})

it('says of each step why it was not asked', async () => {
  const at = await addBench(service, people, rows.slice(0, 1))
  const { rows: tried } = await must(tryIt(at, WATERFALL), 200)
  expect(tried[0].status).toBe('skipped')
  expect(tried[0].attempts[0]).toMatchObject({ outcome: 'skipped', reason: 'no_key', cost_usd: 0 })
})

it('plays a saved column, too, and refuses one that asks no provider', async () => {
  const at = await addBench(service, people, rows.slice(0, 2))
  const id = await addColumn(at, { ...WATERFALL, name: 'Email' })
  const path = `/api/workbooks/${at.workbook_id}/columns`
  expect(
    (await must(at.call('POST', `${path}/${id}/try`, { row_ids: [at.rows[0]], test: true }), 200)).rows,
  ).toHaveLength(1)
  expect((await at.call('POST', `${path}/c1/try`, {})).status).toBe(409)
  const wrong = { ...WATERFALL, steps: [{ provider: 'nobody', inputs: {} }] }
  expect((await tryIt(at, wrong)).body.detail[0].loc).toEqual(['body', 'column', 'steps', 0, 'provider'])
})
