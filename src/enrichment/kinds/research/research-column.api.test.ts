// Columns that research: a model, a search and pages on loopback that tell the truth.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addColumn, cellsOf, must, type ReceivedRequest, run, traceOf } from '../kinds.fixture.ts'
import {
  answers,
  COLUMN,
  KEY,
  looksFor,
  MODEL,
  messagesOf,
  reads,
  says,
  startWorld,
  type World,
} from './research.fixture.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

describe('a research column', () => {
  it('searches, reads and answers with quotes that stand on their pages, and two sites that agree make it surer', async () => {
    world.begin()
    world.script(
      looksFor('Acme employees'),
      reads('http://acme.test/'),
      reads('http://news.test/acme'),
      answers(
        4200,
        ['http://acme.test/', '4,200 people work at "Acme"'],
        ['http://news.test/acme', 'Acme Ltd has 4200 employees'],
      ),
    )
    const at = await world.bench([['Acme']])
    const id = await addColumn(at, COLUMN)
    expect((await run(at)).status).toBe('done')
    const [cell] = await cellsOf(at, id)
    // Each of four turns: 1,000 tokens at 2 and 100 at 10 dollars a million.
    expect(cell).toMatchObject({ status: 'complete', value: 4200, cost_usd: 0.012, confidence: 0.88 })
    expect(cell.provenance).toMatchObject({ method: 'ai', license: 'inferred', source: 'acme.test' })
    expect(cell.research).toMatchObject({
      answer: { employees: 4200 },
      steps_used: 4,
      cost_usd: 0.012,
      stopped_reason: 'found',
      quotes_dropped: 0,
      citations: [
        { field: 'employees', url: 'http://acme.test/', title: 'Acme Ltd', verified: true },
        { field: 'employees', url: 'http://news.test/acme', verified: true },
      ],
    })
    const trace = await traceOf(at, id)
    const steps = trace.attempts.map(({ step_id, provider }: { step_id: string; provider: string }) => [
      step_id,
      provider,
    ])
    expect(steps).toContainEqual(['research.2', 'searxng-web-search'])
    expect(steps).toContainEqual(['research.4', 'web-page'])
    expect(JSON.stringify(trace)).not.toContain(KEY)
    expect(world.models.heard.some(({ body }) => body.includes(KEY))).toBe(false)
    const ledger = await must(at.call('GET', '/api/billing/ledger'), 200)
    expect(ledger.items.map(({ amount_usd }: { amount_usd: number }) => amount_usd)).toEqual([
      0.003, 0.003, 0.003, 0.003,
    ])
  })

  it('takes no quote that is not on the page it names, says so once, and keeps the rest as unverified', async () => {
    world.begin()
    world.script(
      looksFor('Acme'),
      reads('http://acme.test/'),
      answers(9, ['http://acme.test/', 'Nine people work here'], ['http://bank.test/', '4,200 people work at "Acme"']),
      answers(9, ['http://acme.test/', 'Nine people work there']),
    )
    const at = await world.bench([['Acme']])
    const id = await addColumn(at, COLUMN)
    await run(at)
    const [cell] = await cellsOf(at, id)
    expect(cell).toMatchObject({
      status: 'unverified',
      value: 9,
      confidence: 0.2,
      research: { citations: [], quotes_dropped: 3, steps_used: 4 },
    })
    expect(messagesOf(world.models.heard.at(-1) as ReceivedRequest).at(-1)?.content).toContain(
      'No quote stands for: employees',
    )
  })

  it('answers with what it has at its last step, and stops before a step that a row may not cost', async () => {
    world.begin()
    world.script(looksFor('a'), looksFor('b'), answers(5, ['http://acme.test/', 'never read']))
    const at = await world.bench([['Acme']])
    const id = await addColumn(at, { ...COLUMN, max_steps: 3 })
    await run(at)
    expect((await cellsOf(at, id))[0]).toMatchObject({
      status: 'unverified',
      research: { stopped_reason: 'exhausted', steps_used: 3 },
    })
    const last = JSON.parse((world.models.heard.at(-1) as ReceivedRequest).body)
    expect(last.response_format.json_schema.schema.properties.action.enum).toEqual(['answer'])
    const poor = await addColumn(at, { ...COLUMN, name: 'Poor', max_usd: 0.001 })
    world.models.says(() => says(answers(1)))
    await run(at, { column_ids: [poor] })
    expect((await cellsOf(at, poor))[0]).toMatchObject({
      status: 'budget_stopped',
      research: { stopped_reason: 'budget', steps_used: 0 },
    })
    expect(world.models.heard).toHaveLength(0)
  })

  it('is estimated by its steps, unknown where a price is; and can be tried before it is saved', async () => {
    world.begin()
    world.script(answers(3))
    const at = await world.bench([['Acme']])
    await addColumn(at, { ...COLUMN, max_steps: 2, max_usd: 0.02 })
    const estimate = await must(at.call('GET', `/api/workbooks/${at.workbook_id}/run/estimate`), 200)
    expect(estimate).toMatchObject({ high_usd: 0.02, unknown_prices: [], basis: 'default' })
    // Each of the calls may fail, and none was counted yet.
    expect(estimate.low_usd).toBe(0)
    expect(estimate.low_usd).toBeLessThan(estimate.expected_usd)
    expect(estimate.expected_usd).toBeLessThan(estimate.high_usd)
    const { name: _, ...column } = COLUMN
    const tried = await must(
      at.call('POST', `/api/workbooks/${at.workbook_id}/columns/try`, { column: { ...column, max_steps: 1 } }),
      200,
    )
    expect(tried.rows[0]).toMatchObject({ status: 'complete', value: 3, cost_usd: 0.003 })
    const unpriced = await world.bench([['Acme']])
    await addColumn(unpriced, { ...COLUMN, model: 'openai-compatible/other' })
    const unknown = await must(unpriced.call('GET', `/api/workbooks/${unpriced.workbook_id}/run/estimate`), 200)
    expect(unknown.unknown_prices).toEqual(['research:openai-compatible/other'])
  })

  it('makes its answers up in a test run, marked as such, and calls no provider', async () => {
    world.begin()
    world.models.says(() => ({ status: 500 }))
    const at = await world.bench(Array.from({ length: 8 }, (_, index) => [`Firm ${index}`]))
    const id = await addColumn(at, COLUMN)
    await run(at, { test: true })
    const cells = await cellsOf(at, id)
    const made = cells.filter(({ status }: { status: string }) => status === 'complete')
    expect(made.length).toBeGreaterThan(0)
    for (const cell of made) expect(cell).toMatchObject({ provider: `test:research:${MODEL}`, cost_usd: 0 })
    expect(world.models.heard).toHaveLength(0)
  })
})
