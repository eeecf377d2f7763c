// The promises of intelligence: figures are those of the ledger's own attempts, orders are replayed exactly, and nothing is changed.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, callerOf } from '../../../test/app.ts'
import { openTenant } from '../../../test/open-tenant.ts'
import { failed, found, type Lookup, notFound } from '../../providers/kit/kit.ts'
import { lookup } from '../runs/counted-lookup.fixture.ts'
import { type Book, setStage } from '../runs/run-stage.fixture.ts'
import { addWorkbook } from '../runs/workbook.fixture.ts'
import { intelligenceRoutes } from './intelligence.routes.ts'

const numberOf = (key: string | undefined) => Number(key?.slice(1))
/** Has one of four, at half a dollar a hit. */
const dear = lookup('dear', ({ key }) =>
  numberOf(key) % 4 === 0 ? found({ description: `dear ${key}` }, 0.9) : notFound(),
)
/** Has what is even, at ten cents a hit; every tenth it cannot tell. */
const cheap = lookup(
  'cheap',
  ({ key }) =>
    numberOf(key) % 10 === 9
      ? failed('vendor_error', 'Down', false)
      : numberOf(key) % 2 === 0
        ? found({ description: `cheap ${key}` }, 0.6)
        : notFound(),
  { price: { usd: 0.1, rule: 'on_hit' }, repeat_free: false },
)
const keyed = lookup('keyed', () => found({ description: 'real' }, 0.9), {
  keyless: false,
  integration: {
    id: 'vendor',
    name: 'Vendor',
    fields: [{ name: 'api_key', label: 'Key', secret: true, required: true }],
  },
} as unknown as Partial<Lookup>)
/** Has a description of what is even, at ten cents. */
const half = lookup(
  'half',
  ({ key }) => (numberOf(key) % 2 === 0 ? found({ description: `half ${key}` }, 0.9) : notFound()),
  {
    price: { usd: 0.1, rule: 'on_hit' },
  },
)
/** Has both fields of one of four, at half a dollar. */
const whole = lookup(
  'whole',
  ({ key }) => (numberOf(key) % 4 === 0 ? found({ description: `whole ${key}`, industry: 'Tools' }, 0.9) : notFound()),
  { outputs: [{ field: 'description' }, { field: 'industry' }] },
)
/** Both say what the dear one says, of all that is even, at ten cents. */
const [says, agrees] = ['says', 'agrees'].map((id) =>
  lookup(id, ({ key }) => (numberOf(key) % 2 === 0 ? found({ description: `Dear ${key}` }, 0.9) : notFound()), {
    price: { usd: 0.1, rule: 'on_hit' },
  }),
) as [typeof half, typeof half]
/** Each knows one half of the rows, at ten cents a call, hit or miss. */
const [even, odd] = [0, 1].map((rest) =>
  lookup(
    rest === 0 ? 'even' : 'odd',
    ({ key }) => (numberOf(key) % 2 === rest ? found({ description: `${key}` }, 0.9) : notFound()),
    { price: { usd: 0.1, rule: 'per_call' } },
  ),
) as [typeof half, typeof half]
const catalog = [dear, cheap, keyed, half, whole, says, agrees, even, odd]

let stage: ReturnType<typeof setStage>
const { database, app, newcomer } = await openTenant((database) =>
  intelligenceRoutes({ database, catalog, now: () => new Date() }),
)
beforeAll(async () => {
  stage = setStage(database, catalog)
})
afterAll(async () => {
  await stage.close()
})

const ask = (provider: string, more: object = {}) => ({ provider, inputs: { key: '{{Name}}' }, ...more })
const column = (steps: object[], more: object = {}) => ({
  type: 'waterfall',
  name: 'About',
  output: 'description',
  steps,
  ...more,
})
const namesOf = (count: number) => Array.from({ length: count }, (_, index) => `n${index}`)
type Staged = Book & { as: Caller; at: string }

/** Forty rows: every other one of Germany; the waterfall is c3. */
const book = (...args: Parameters<typeof column>) => bookOf(40, ...args)

async function bookOf(rows: number, ...args: Parameters<typeof column>): Promise<Staged> {
  const made = await addWorkbook(database, namesOf(rows), [
    { type: 'input', name: 'Country', input_type: 'text' },
    column(...args) as never,
  ])
  await database.asOwner(
    `update workbook_rows set data = data || jsonb_build_object('c2', case when position::int % 2 = 1 then 'DE' else 'FR' end) where workbook_id = $1`,
    [made.id],
  )
  return { ...made, as: callerOf(app, made.workspace_id), at: `/api/workbooks/${made.id}/columns/c3` }
}

describe('how providers of a column did', () => {
  it('is counted by step and by the part of the rows in which they differ most', async () => {
    const { as, at, ...at_ } = await book([ask('dear'), ask('cheap')])
    await stage.end(at_, await stage.start(at_))
    const { status, body } = await as.get(`${at}/performance`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ column_id: 'c3', field: 'description', rows: 40 })
    const [first, second] = body.steps
    expect(first).toMatchObject({
      provider: 'dear',
      asked: 40,
      found: 10,
      accepted: 10,
      misses: 30,
      errors: 0,
      cached: 0,
    })
    expect(first).toMatchObject({ hit_rate: 0.25, accept_rate: 0.25, cost_usd: 5, cost_per_accepted_usd: 0.5 })
    expect(first.accept_low).toBeLessThan(0.25)
    expect(first.accept_high).toBeGreaterThan(0.25)
    // Asked where the first had nothing: 30 rows, of which 10 are even and 4 end in nine.
    expect(second).toMatchObject({ provider: 'cheap', asked: 30, found: 10, misses: 16, errors: 4, cost_usd: 1 })
    expect(second.hit_rate).toBeCloseTo(10 / 26)
    expect(second.p50_ms).toEqual(expect.any(Number))
    // n0, n2, … are Germany, and all that was found is even.
    expect(body.segmentation).toMatchObject({ column_id: 'c2', name: 'Country', kind: 'country' })
    expect(first.segments).toMatchObject([
      { value: 'DE', asked: 20, accepted: 10 },
      { value: 'FR', asked: 20, accepted: 0 },
    ])
    const alone = await as.get(`${at}/performance?segment=none&rows=30`)
    expect(alone.body).toMatchObject({ rows: 30, segmentation: null, segmentations: [{ column_id: 'c2' }] })
    expect((await as.get(`${at}/performance?segment=c99`)).status).toBe(422)
  })

  it('counts answers by the rule of the column, as it is now', async () => {
    const { as, at, ...at_ } = await book([ask('dear'), ask('cheap')], { accept: { kind: 'confidence', min: 0.8 } })
    await stage.end(at_, await stage.start(at_))
    const { body } = await as.get(`${at}/performance`)
    expect(body.steps).toMatchObject([
      { provider: 'dear', found: 10, accepted: 10 },
      { provider: 'cheap', found: 10, accepted: 0, cost_per_accepted_usd: null },
    ])
  })

  it('counts answers by a formula over their fields', async () => {
    const accept = { kind: 'formula', expression: 'LEN({{description}}) = 8' }
    const { as, at, ...at_ } = await book([ask('cheap')], { accept })
    await stage.end(at_, await stage.start(at_))
    const { status, body } = await as.get(`${at}/performance`)
    expect(status).toBe(200)
    // "cheap n0" has eight letters, "cheap n10" nine.
    expect(body.steps).toMatchObject([{ asked: 40, found: 20, accepted: 5 }])
  })

  it('says what an answer of the cache would have cost', async () => {
    const { as, at, ...at_ } = await book([ask('dear')])
    await stage.end(at_, await stage.start(at_))
    await stage.end(at_, await stage.start(at_, { mode: 'all' }))
    const { body } = await as.get(`${at}/performance`)
    expect(body.steps).toMatchObject([{ asked: 40, cached: 40, accepted: 10, cost_usd: 5, p50_ms: null }])
  })

  it('counts no cached answer as refused when it is unknown whether it was good enough', async () => {
    const more = { mode: 'cross_check', agree: 2, accept: { kind: 'formula', expression: 'LEN({{description}}) > 1' } }
    const { as, at, ...at_ } = await book([ask('says'), ask('agrees')], more)
    const first = await stage.start(at_)
    await stage.end(at_, first)
    const before = (await as.get(`${at}/performance`)).body.steps
    expect(before).toMatchObject([
      { asked: 40, found: 20, accepted: 20 },
      { asked: 40, found: 20, accepted: 20 },
    ])
    await stage.end(at_, await stage.start(at_, { mode: 'all' }))
    expect((await as.get(`${at}/performance`)).body.steps).toEqual(before)
    await database.asOwner('delete from attempts where run_id = $1', [first.run_id])
    expect((await as.get(`${at}/performance`)).body.steps).toMatchObject([
      { asked: 0, found: 0, misses: 0, accept_rate: null },
      { asked: 0, found: 0, misses: 0, accept_rate: null },
    ])
  })
})

describe('an order for a part of the rows', () => {
  it('is learned on half of them, tried on the other half, and offered with its condition where it did better', async () => {
    const { as, at, ...at_ } = await bookOf(160, [ask('even'), ask('odd')])
    await stage.end(at_, await stage.start(at_))
    const { body } = await as.post(`${at}/suggest`, { segment: 'c2' })
    const [de, fr] = body.segments
    expect(de).toMatchObject({ value: 'DE', rows: 80, tried_rows: 40, better: false, order: ['even', 'odd'] })
    expect(fr).toMatchObject({ value: 'FR', rows: 80, tried_rows: 40, better: true, order: ['odd', 'even'] })
    // All of it is on record: 40 misses of the first are saved.
    expect([fr.now.cost_usd, fr.suggested.cost_usd, fr.suggested.replayed.rows]).toEqual([8, 4, 40])
    const orders = [{ when: { field: 'c2', op: 'eq', value: 'FR' }, steps: ['odd', 'even'] }]
    expect(body.orders).toEqual(orders)

    const taken = await bookOf(160, [ask('even'), ask('odd')], { orders })
    even.asked.length = odd.asked.length = 0
    await stage.end(taken, await stage.start(taken))
    expect([even, odd].map(({ asked }) => new Set(asked.map((key) => numberOf(key) % 2)))).toEqual([
      new Set([0]),
      new Set([1]),
    ])
    const after = (await taken.as.post(`${taken.at}/suggest`, { segment: 'c2' })).body
    expect(after.segments.map((one: { better: boolean }) => one.better)).toEqual([false, false])
    expect(after.orders).toEqual(orders)
  })

  it('is none where too few rows were run, and the figures say how many', async () => {
    const { as, at, ...at_ } = await book([ask('even'), ask('odd')])
    await stage.end(at_, await stage.start(at_))
    const { body } = await as.post(`${at}/suggest`, { segment: 'c2' })
    expect(body.segments).toMatchObject([
      { value: 'DE', rows: 20, tried_rows: 0, better: false, order: null },
      { value: 'FR', rows: 20, tried_rows: 0, better: false, order: null },
    ])
    expect(body.segments[1].words).toBe('20 rows were run, and fewer than 60 tell too little for an order.')
    expect(body.orders).toEqual([])
  })
})

describe('a step of which little is known', () => {
  it('goes first on some rows, within what the column may spend on that in a month', async () => {
    const explore = { percent: 10, usd_per_month: 0.35 }
    const { as, at, ...at_ } = await book([ask('dear'), ask('even')], { explore })
    const first = await stage.start(at_)
    await stage.end(at_, first)
    // Four of forty rows may, and three are paid for.
    const { body } = await as.get(`${at}/performance?segment=none`)
    const explored = await database.asOwner('select explored from runs where id = $1', [first.run_id])
    expect(explored).toEqual([{ explored: { c3: 300_000 } }])
    expect(body.steps[1].asked).toBeGreaterThanOrEqual(30)
    const steps = `select array_agg(step_id order by id) as steps from attempts where run_id = $1 group by row_id`
    const orders = (await database.asOwner(steps, [first.run_id])) as { steps: string[] }[]
    expect(orders.filter(({ steps }) => steps[0] === 'even')).toHaveLength(3)

    const again = await stage.start(at_, { mode: 'all' })
    await stage.end(at_, again)
    const [none] = await database.asOwner('select explored from runs where id = $1', [again.run_id])
    expect(none).toEqual({ explored: null })
  })
})

describe('an order', () => {
  it('that was used gives exactly what is on record', async () => {
    const { as, at, ...at_ } = await book([ask('dear'), ask('cheap')])
    const run = await stage.end(at_, await stage.start(at_))
    const { body } = await as.post(`${at}/simulate`, {})
    const recorded = { rows: 40, found: run.counts.complete, cost_usd: run.cost_usd }
    expect(recorded).toEqual({ rows: 40, found: 20, cost_usd: 6 })
    expect(body.recorded).toEqual(recorded)
    expect(body.simulation).toMatchObject({
      ...recorded,
      found_share: 0.5,
      replayed: recorded,
      cost_per_found_usd: 0.3,
    })
    expect(body.simulation.expected).toEqual({ rows: 0, found: 0, cost_usd: 0 })
    expect(body.simulation.words).toBe(
      'On the last 40 rows this order would find 50 % at $0.30 for each answer: all of it is on record.',
    )
  })

  it('that was not used is replayed where all is on record, and expected by segment elsewhere', async () => {
    const { as, at, ...at_ } = await book([ask('dear'), ask('cheap')])
    await stage.end(at_, await stage.start(at_))
    const { body } = await as.post(`${at}/simulate`, { order: ['cheap', 'dear'] })
    const { simulation } = body
    // On 30 rows both were asked; on the ten that the first had, the answer of the second is unknown.
    expect(simulation.replayed).toEqual({ rows: 30, found: 10, cost_usd: 1 })
    expect(simulation.expected).toMatchObject({ rows: 10, found: 10 })
    // All ten are of Germany, where the second had ten of ten.
    expect(simulation.expected.cost_usd).toBeLessThan(2.5)
    expect(simulation.expected.cost_usd).toBeGreaterThan(1)
    expect(simulation.cost_usd).toBeLessThan(6)
    const alone = await as.post(`${at}/simulate`, { order: ['cheap'] })
    expect(alone.body.simulation.found).toBeLessThan(20)
    const wrong = await as.post(`${at}/simulate`, { order: ['nobody'] })
    expect(wrong.status).toBe(422)
    expect(wrong.body.detail[0].loc).toEqual(['body', 'order', 0])
  })

  it('is suggested by what an accepted answer costs, with reasons, and the column keeps its own', async () => {
    const { as, at, ...at_ } = await book([ask('dear'), ask('keyed'), ask('cheap')])
    await stage.end(at_, await stage.start(at_))
    const columns = 'select config from workbook_columns where workbook_id = $1 order by ordinal'
    const before = await database.asOwner(columns, [at_.id])
    const { status, body } = await as.post(`${at}/suggest`, {})
    expect(status).toBe(200)
    expect(body).toMatchObject({ changed: true, better: true, rows: 40 })
    expect(body.steps.map((step: { step_id: string }) => step.step_id)).toEqual(['cheap', 'dear', 'keyed'])
    expect(body.steps[2]).toMatchObject({ ready: false, place_now: 2 })
    expect(body.steps[2].why).toContain('waits at the end')
    expect(body.steps[0].why).toContain('10 of 30 answers were accepted')
    expect(body.words).toMatch(/^The order now finds 50 % at \$0.30 for each answer, this one 50 % at \$0.1/)
    expect(body.suggested.cost_usd).toBeLessThan(body.now.cost_usd)
    expect(await database.asOwner(columns, [at_.id])).toEqual(before)
  })

  it('of a column that was never run follows from prices, and says so', async () => {
    const { as, at } = await book([ask('dear'), ask('cheap')])
    const { body } = await as.post(`${at}/suggest`, {})
    expect(body).toMatchObject({ rows: 0, better: false, now: { found_share: null, cost_per_row_usd: null } })
    expect(body.steps.map((step: { step_id: string }) => step.step_id)).toEqual(['cheap', 'dear'])
    expect(body.words).toContain('No row was run yet')
  })

  it('of merged answers is told by the fields that it fills, exactly where what each gave is on record', async () => {
    const steps = [ask('half'), ask('whole')]
    const { as, at, ...at_ } = await book(steps, { mode: 'merge', fields: ['description', 'industry'] })
    const run = await stage.end(at_, await stage.start(at_))
    expect(run.cost_usd).toBe(7)
    const { body } = await as.post(`${at}/simulate`, {})
    // 20 descriptions and 10 industries of 80 fields.
    const recorded = { rows: 40, found: 15, cost_usd: 7 }
    expect(body).toMatchObject({ recorded, simulation: { ...recorded, found_share: 0.375, replayed: recorded } })
    expect(body.simulation.words).toBe(
      'On the last 40 rows this order would find 38 % of the fields at $0.47 for all fields of a row: all of it is on record.',
    )
    const other = (await as.post(`${at}/simulate`, { order: ['whole', 'half'] })).body.simulation
    expect(other).toMatchObject({ found: 15, cost_usd: 6, replayed: { rows: 40, found: 15, cost_usd: 6 } })
    expect(other.by_step.map((step: Record<string, number>) => [step.asked, step.cost_usd])).toEqual([
      [40, 5],
      [30, 1],
    ])
    const { status, body: advice } = await as.post(`${at}/suggest`, {})
    expect(status).toBe(200)
    expect(advice.words).toContain('38 % of the fields')
  })

  it('of compared answers is told by the rows on which enough agree', async () => {
    const { as, at, ...at_ } = await book([ask('dear'), ask('says'), ask('agrees')], { mode: 'cross_check', agree: 2 })
    const run = await stage.end(at_, await stage.start(at_))
    const { body } = await as.post(`${at}/simulate`, {})
    const recorded = { rows: 40, found: run.counts.complete, cost_usd: run.cost_usd }
    expect(recorded).toEqual({ rows: 40, found: 20, cost_usd: 8 })
    expect(body).toMatchObject({ recorded, simulation: { ...recorded, replayed: recorded } })
    const other = (await as.post(`${at}/simulate`, { order: ['says', 'agrees', 'dear'] })).body.simulation
    // On the ten rows where the expensive step was half of the agreement, the answer of the third is unknown.
    expect(other.replayed).toMatchObject({ rows: 30, found: 10 })
    expect(other.expected.rows).toBe(10)
    expect(other.found).toBeGreaterThan(15)
    expect(other.found).toBeLessThanOrEqual(20)
    expect(other.cost_usd).toBeLessThan(8)
  })

  it('is not compared for a column that asks no provider', async () => {
    const { as, at } = await book([ask('dear'), ask('cheap')])
    for (const what of ['suggest', 'simulate'])
      expect((await as.post(`${at.slice(0, -1)}1/${what}`, {})).status).toBe(409)
    expect((await as.get(`${at.slice(0, -1)}1/performance`)).status).toBe(409)
  })
})

it('figures are of real calls: what test runs made up is in none', async () => {
  const { as, at, ...at_ } = await book([ask('keyed'), ask('cheap')])
  await stage.end(at_, await stage.start(at_, { test: true }))
  const real = (await as.get(`${at}/performance`)).body
  expect(real.steps[0]).toMatchObject({ provider: 'keyed', asked: 0 })
  expect(keyed.asked).toEqual([])
})

it('nothing of another workspace is seen', async () => {
  const { at } = await book([ask('dear')])
  const stranger = await newcomer()
  expect((await stranger.get(`${at}/performance`)).status).toBe(404)
  expect((await stranger.post(`${at}/suggest`, {})).status).toBe(404)
  expect((await stranger.post(`${at}/simulate`, {})).status).toBe(404)
})
