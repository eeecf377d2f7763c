// The test bench of columns that ask a model: variants side by side, and pinned tests that say what got better or worse.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestService } from '../../../../test/running-install.ts'
import { addBench, addColumn, type Bench, must, startKinds, startVendor, type Vendor } from '../kinds.fixture.ts'

let models: Vendor
let service: TestService
beforeAll(async () => {
  models = await startVendor()
  service = await startKinds({ 'models.example.com': models.port })
})
afterAll(async () => {
  await service?.close()
  await models?.close()
})

const TINY = 'openai-compatible/tiny'
const CLEVER = 'openai-compatible/clever'
const COLUMN = { name: 'Size', type: 'ai', model: TINY, prompt: 'How big is {{Company}}?', fields: [{ name: 'size' }] }
const { name: _, ...UNSAVED } = COLUMN

/** The clever model knows every company, the tiny one only says small; asked politely it knows them, too. */
function modelsSay(sizes: Record<string, string>) {
  models.says(({ body }) => {
    const { model, messages } = JSON.parse(body) as { model: string; messages: { content: string }[] }
    const said = messages.at(-1)?.content ?? ''
    const company = /"Company": "(\w+)"/.exec(said)?.[1] ?? ''
    const size = model === 'clever' || said.includes('please') ? (sizes[company] ?? null) : 'small'
    return {
      body: {
        choices: [{ message: { content: JSON.stringify({ size }) }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 1000, completion_tokens: 100 },
      },
    }
  })
}

async function bench(companies: string[]): Promise<Bench> {
  const at = await addBench(
    service,
    ['Company'],
    companies.map((company) => [company]),
  )
  const values = { base_url: 'http://models.example.com/v1', api_key: 'k' }
  await must(at.call('PUT', '/api/settings/workspace-integrations/openai-compatible', { values }), 200)
  for (const model of [TINY, CLEVER])
    await must(at.call('PUT', '/api/settings/models/prices', { model, input_usd: 2, output_usd: 10 }), 200)
  return at
}
const compare = (at: Bench, body: object) => at.call('POST', `/api/workbooks/${at.workbook_id}/columns/compare`, body)
const ledger = async (at: Bench) => (await must(at.call('GET', '/api/billing/ledger'), 200)).items
const untouched = async (at: Bench) =>
  (await must(at.call('GET', `/api/workbooks/${at.workbook_id}`), 200)).rows.every(
    ({ enrichments }: { enrichments: object }) => Object.keys(enrichments).length === 0,
  )

describe('variants of a column', () => {
  it('answer the same rows side by side, each with its cost, and fill no cell', async () => {
    modelsSay({ A: 'small', B: 'large', C: 'large' })
    const at = await bench(['A', 'B', 'C'])
    const variants = [UNSAVED, { ...UNSAVED, model: CLEVER }]
    const compared = await must(compare(at, { variants, row_ids: [at.rows[1], at.rows[0]] }), 200)
    const [tiny, clever] = compared.variants
    expect(tiny).toMatchObject({ model: TINY, answered: 2, cost_usd: 0.006 })
    const sizes = ({ rows }: { rows: { row_id: string; value: string }[] }) =>
      Object.fromEntries(rows.map(({ row_id, value }) => [row_id, value]))
    expect(sizes(tiny)).toEqual({ [at.rows[0] as string]: 'small', [at.rows[1] as string]: 'small' })
    expect(sizes(clever)).toEqual({ [at.rows[0] as string]: 'small', [at.rows[1] as string]: 'large' })
    expect(compared.cost_usd).toBe(0.012)
    expect(await ledger(at)).toHaveLength(4)
    expect(await untouched(at)).toBe(true)
  })

  it('are asked no further than the budget goes, and refused as they would be when saved', async () => {
    modelsSay({ A: 'small' })
    const at = await bench(['A', 'B'])
    await must(at.call('PUT', `/api/workbooks/${at.workbook_id}/budget`, { max_usd: 0 }), 200)
    models.heard.length = 0
    const { variants } = await must(compare(at, { variants: [UNSAVED] }), 200)
    expect(variants[0].rows.map(({ reason }: { reason: string }) => reason)).toEqual(['over_budget', 'over_budget'])
    expect(models.heard).toHaveLength(0)
    const wrong = await compare(at, { variants: [UNSAVED, { ...UNSAVED, prompt: 'What is {{Firm}}?' }] })
    expect(wrong.status).toBe(422)
    expect(wrong.body.detail[0].loc.slice(0, 4)).toEqual(['body', 'variants', 1, 'prompt'])
    expect((await compare(at, { variants: Array(5).fill(UNSAVED) })).status).toBe(422)
  })
})

describe('pinned tests', () => {
  const expectSize = (value: string | null) => ({ size: { value, how: 'exact' } })
  async function pinned() {
    const at = await bench(['A', 'B'])
    const id = await addColumn(at, COLUMN)
    const path = `/api/workbooks/${at.workbook_id}/columns/${id}/tests`
    const pin = (row: number, expected: object) => at.call('POST', path, { row_id: at.rows[row], expected })
    return { at, id, path, pin }
  }

  it('keep a row as it was, and tell what a changed prompt makes better or worse', async () => {
    modelsSay({ A: 'small', B: 'large' })
    const { at, path, pin } = await pinned()
    await must(pin(0, expectSize('small')), 201)
    const second = await must(pin(1, expectSize('large')), 201)
    expect(second).toMatchObject({ inputs: { Company: 'B' }, result: null, change: null })
    // Whatever becomes of the row.
    const changed = { rows: [{ row_id: at.rows[0], data: { c1: 'Z' } }] }
    await must(at.call('PATCH', `/api/workbooks/${at.workbook_id}/rows`, changed), 200)
    await must(at.call('DELETE', `/api/workbooks/${at.workbook_id}/rows`, { row_ids: [at.rows[1]] }), 200)

    const first = await must(at.call('POST', `${path}/run`, {}), 200)
    expect(first).toMatchObject({ passed: 1, failed: 1, pass_rate: 0.5 })
    expect(first.items[1].result).toMatchObject({ outcome: 'failed', wrong: ['size'], fields: { size: 'small' } })
    expect(await ledger(at)).toHaveLength(2)

    const polite = { ...UNSAVED, prompt: 'How big is {{Company}}, please?' }
    const better = await must(at.call('POST', `${path}/run`, { column: polite }), 200)
    expect(better).toMatchObject({ passed: 2, failed: 0, pass_rate: 1 })
    expect(better.items.map(({ change }: { change: string }) => change)).toEqual([null, 'better'])
    modelsSay({ A: 'large', B: 'large' })
    const worse = await must(at.call('POST', `${path}/run`, { column: { ...UNSAVED, model: CLEVER } }), 200)
    expect(worse.items.map(({ change }: { change: string }) => change)).toEqual(['worse', null])
    expect(worse.items[0].result.model).toBe(CLEVER)
    expect(await must(at.call('GET', path), 200)).toEqual(worse)
    // The prompt that was tried is not the one that is saved.
    const page = await must(at.call('GET', `/api/workbooks/${at.workbook_id}`), 200)
    expect(page.workbook.columns_config.at(-1).prompt).toBe(COLUMN.prompt)
  })

  it('blame no prompt for what was never answered, and forget what another expectation measured', async () => {
    modelsSay({ A: 'small' })
    const { at, path, pin } = await pinned()
    const test = await must(pin(0, expectSize('small')), 201)
    await must(at.call('POST', `${path}/run`, {}), 200)
    models.says(() => ({ status: 401, body: {} }))
    const [lost] = (await must(at.call('POST', `${path}/run`, {}), 200)).items
    expect(lost).toMatchObject({ result: { outcome: 'not_asked', wrong: [] }, change: null })
    const now = { expected: { size: { value: 'SMA', how: 'contains' } } }
    const mended = await must(at.call('PUT', `${path}/${test.id}`, now), 200)
    expect(mended).toMatchObject({ result: null, expected: now.expected })
    expect((await at.call('DELETE', `${path}/${test.id}`)).status).toBe(204)
    expect((await at.call('DELETE', `${path}/${test.id}`)).status).toBe(404)
    expect((await must(at.call('GET', path), 200)).items).toEqual([])
  })

  it('belong to columns that ask a model', async () => {
    const { at, path, pin } = await pinned()
    const other = path.replace(/columns\/c\d+/, 'columns/c1')
    const body = { row_id: at.rows[0], expected: expectSize('x') }
    expect((await at.call('POST', other, body)).status).toBe(409)
    expect((await pin(9, expectSize('x'))).status).toBe(422)
    expect((await at.call('POST', path, { ...body, row_id: 'nothing' })).status).toBe(404)
  })
})
