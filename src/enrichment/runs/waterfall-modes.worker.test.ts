// Waterfalls that verify, merge, compare and stop at limits, on a real database: what stands in the cell, who was asked, and what it cost.
import { expect, it } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { failed, found, type Lookup, notFound } from '../../providers/kit/kit.ts'
import { type Behave, lookup } from './counted-lookup.fixture.ts'
import { setStage } from './run-stage.fixture.ts'
import { addWorkbook, readCells } from './workbook.fixture.ts'

const { database } = await openTenant()

const paid = (id: string, behave: Behave, more: Partial<Lookup> = {}) =>
  lookup(id, behave, { repeat_free: false, cache_days: 0, ...more })
const step = (provider: string) => ({ provider, inputs: { key: '{{Name}}' } })

/** Runs one column over the names; the cells, the run, and the calls in the ledger by provider. */
async function play(names: string[], catalog: Lookup[], column: JsonObject) {
  const book = await addWorkbook(database, names, [
    { type: 'waterfall', name: 'Found', output: 'description', steps: catalog.map(({ id }) => step(id)), ...column },
  ])
  const stage = setStage(database, catalog)
  const run = await stage.end(book, await stage.start(book))
  await stage.close()
  const lines = await database.asOwner<{ provider: string; n: number; micro: number }>(
    `select provider, count(*)::int as n, sum(amount_micro)::int as micro from ledger_lines
      where workbook_id = $1 and state = 'settled' group by 1 order by 1`,
    [book.id],
  )
  const attempts = await database.asOwner<{ name: string; step_id: string; outcome: string; reason: string | null }>(
    `select r.data->>'c1' as name, a.step_id, a.outcome, a.reason from attempts a join workbook_rows r on r.id = a.row_id
      where a.workbook_id = $1 order by 1, a.id`,
    [book.id],
  )
  return { run, cells: await readCells(database, book.id), lines, attempts }
}

const EMAIL = { output: 'work_email' }
const emails = (id: string, behave: Behave) =>
  paid(id, behave, { outputs: [{ field: 'work_email' }] } as Partial<Lookup>)
const verifier = paid(
  'judge',
  ({ email }) => found({ email_status: email?.startsWith('bad') ? 'invalid' : 'valid' }, 1),
  {
    inputs: [{ name: 'email', label: 'E-mail', type: 'email', required: true, help: '', aliases: [] }],
    outputs: [{ field: 'email_status' }],
    price: { usd: 0.01, rule: 'per_call' },
  } as Partial<Lookup>,
)

it('a verifier keeps what is invalid out, lets the next provider be asked, and is paid for each value that it judged', async () => {
  const first = emails('first', ({ key }) =>
    found({ work_email: `${key === 'b' ? 'bad' : 'good'}.${key}@example.com` }, 0.9),
  )
  const second = emails('second', ({ key }) => found({ work_email: `second.${key}@example.com` }, 0.8))
  const { run, cells, lines } = await play(['a', 'b'], [first, second, verifier], {
    ...EMAIL,
    steps: [step('first'), step('second')],
    verify: { provider: 'judge', input: 'email' },
  })
  expect(cells.map(({ status, value, provider }) => [status, value, provider])).toEqual([
    ['complete', 'good.a@example.com', 'first'],
    ['complete', 'second.b@example.com', 'second'],
  ])
  expect(second.asked).toEqual(['b'])
  expect(lines).toEqual([
    { provider: 'first', n: 2, micro: 1_000_000 },
    { provider: 'judge', n: 3, micro: 30_000 },
    { provider: 'second', n: 1, micro: 500_000 },
  ])
  expect(run.cost_usd).toBeCloseTo(1.53)
})

it('a verifier that fails leaves the value unverified, not lost', async () => {
  const first = emails('first', ({ key }) => found({ work_email: `good.${key}@example.com` }, 0.9))
  const broken = { ...verifier, visit: async () => failed('vendor_error', 'It is down', false) } as Lookup
  const { cells } = await play(['a'], [first, broken], {
    ...EMAIL,
    steps: [step('first')],
    verify: { provider: 'judge', input: 'email' },
  })
  expect(cells).toMatchObject([{ status: 'unverified', value: 'good.a@example.com' }])
})

it('merging takes each field from the first provider that has it, and asks no provider for a field that is filled', async () => {
  const outputs = [{ field: 'company_name' }, { field: 'city' }, { field: 'industry' }]
  const has = (id: string, values: JsonObject) => paid(id, () => found(values, 0.9), { outputs } as Partial<Lookup>)
  const one = has('one', { company_name: 'One', city: null })
  const two = has('two', { company_name: 'Two', city: 'Two City' })
  const three = has('three', { industry: 'Mills' })
  const four = has('four', { industry: 'Never asked' })
  const { cells, lines, attempts } = await play(['a'], [one, two, three, four], {
    output: 'company_name',
    mode: 'merge',
    fields: ['company_name', 'city', 'industry'],
  })
  expect(cells).toMatchObject([
    { status: 'complete', value: { company_name: 'One', city: 'Two City', industry: 'Mills' } },
  ])
  expect(four.asked).toEqual([])
  expect(lines.map(({ provider }) => provider)).toEqual(['one', 'three', 'two'])
  expect(attempts.map(({ step_id }) => step_id)).toEqual(['one', 'two', 'three'])
})

it('cross-checking asks until so many agree, and says when they do not', async () => {
  const says = (id: string, of: Record<string, string | undefined>) =>
    paid(id, ({ key }) => {
      const value = of[key ?? '']
      return value === undefined ? notFound() : found({ description: value }, 0.9)
    })
  const one = says('one', { same: 'Mill', odd: 'A' })
  const two = says('two', { same: 'Mill', odd: 'B' })
  const three = says('three', { same: 'Never asked', odd: 'C' })
  const { cells } = await play(['same', 'odd'], [one, two, three], { mode: 'cross_check', agree: 2 })
  expect(cells).toMatchObject([{ status: 'complete', value: 'Mill' }, { status: 'unverified' }])
  expect(three.asked).toEqual(['odd'])
})

it('a limit per row stops before the call that would break it, and the row says so', async () => {
  const miss: Behave = () => notFound()
  const all = ['one', 'two', 'three'].map((id) => paid(id, miss, { price: { usd: 0.4, rule: 'per_call' } }))
  const { run, attempts, cells } = await play(['a', 'b'], all, { max_usd_per_row: 1 })
  expect(run.cost_usd).toBeCloseTo(1.6)
  expect(all.map(({ asked }) => asked.length)).toEqual([2, 2, 0])
  expect(attempts.filter(({ step_id }) => step_id === 'three').map(({ outcome, reason }) => [outcome, reason])).toEqual(
    [
      ['skipped', 'row_limit'],
      ['skipped', 'row_limit'],
    ],
  )
  for (const { status } of cells) expect(status).toBe('budget_stopped')
  expect(run.status).toBe('done')
})

it('no more providers are asked per row than the column allows', async () => {
  const all = ['one', 'two', 'three'].map((id) => paid(id, () => notFound()))
  const { cells } = await play(['a'], all, { max_providers: 2 })
  expect(all.map(({ asked }) => asked.length)).toEqual([1, 1, 0])
  expect(cells).toMatchObject([{ status: 'not_found' }])
})
