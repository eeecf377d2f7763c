// Promises of match columns: each row is told which lead or which row of another workbook it is, why, and when two are equally good.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestService } from '../../../../test/whole.ts'
import { addBench, addColumn, type Bench, cellsOf, must, run, startKinds, traceOf } from '../kinds.fixture.ts'

let service: TestService
beforeAll(async () => {
  service = await startKinds({})
})
afterAll(() => service?.close())

const NAMES = ['Company', 'Street', 'City', 'Phone', 'Website']
const VALUES = {
  ...{ company: '{{Company}}', address: '{{Street}}', city: '{{City}}', phone: '{{Phone}}', domain: '{{Website}}' },
}
const ACME = ['ACME Widgets', '12 Main St.', 'Berlin', '+49 30 901820', null]

const saveLead = async ({ call }: Bench, body: object): Promise<number> =>
  (await must(call('POST', '/api/lead', body), 200)).lead.id

/** Until the leads are kept as they are compared. */
async function keyed({ call }: Bench, id: number) {
  for (let tries = 0; tries < 400; tries++) {
    const lead = await must(call('GET', `/api/lead/${id}`), 200)
    if (lead.entity_id !== null) return lead.entity_id
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error(`lead ${id} is not compared`)
}

test('a row finds its lead however it is written, with the entity, the probability and the reasons', async () => {
  const at = await addBench(service, NAMES, [
    ACME,
    [null, null, null, null, 'https://www.borea.org/about'],
    ['Cetus', null, null, null, null],
    [null, null, null, null, null],
  ])
  const acme = await saveLead(at, {
    ...{ company: 'Acme Widgets GmbH', address: '12 Main Street', city: 'Berlin', phone: '+49 30 901820' },
  })
  const borea = await saveLead(at, { company: 'Borea', website: 'borea.org' })
  const entity = await keyed(at, acme)
  await keyed(at, borea)
  const column = await addColumn(at, { name: 'Lead', type: 'match', against: { kind: 'leads' }, values: VALUES })
  expect(await run(at)).toMatchObject({ status: 'done', cost_usd: 0 })
  const [first, second, third, fourth] = await cellsOf(at, column)
  expect(first).toMatchObject({
    status: 'complete',
    value: { lead_id: acme, entity_id: entity, name: 'Acme Widgets GmbH' },
  })
  expect(first.value.why).toMatch(/^Known by the phone number/)
  expect(first.value.probability).toBeGreaterThan(0.9)
  expect(first.confidence).toBe(first.value.probability)
  expect(second).toMatchObject({ status: 'complete', value: { lead_id: borea, probability: 1 } })
  expect(second.value.why).toMatch(/^Known by the domain/)
  expect(third.status).toBe('not_found')
  expect(fourth).toMatchObject({ status: 'skipped', reason: 'missing_input' })
})

test('two leads that are equally good are no match, and the cell says between which', async () => {
  const at = await addBench(service, NAMES, [['Twin Foods', null, 'Oslo', null, 'twin.com']])
  const lead = { company: 'Twin Foods', city: 'Oslo', website: 'twin.com' }
  const one = await saveLead(at, { ...lead, external_id: 'T1' })
  const two = await saveLead(at, { ...lead, external_id: 'T2' })
  for (const id of [one, two]) await keyed(at, id)
  const settings = { against: { kind: 'leads' }, values: VALUES, output: 'name' }
  const column = await addColumn(at, { name: 'Lead', type: 'match', ...settings })
  await run(at)
  expect((await cellsOf(at, column))[0]).toMatchObject({ status: 'not_found', value: null })
  expect(JSON.stringify(await traceOf(at, column))).toMatch(/Ambiguous: Twin Foods \(100 %\), Twin Foods \(100 %\)/)
  await must(
    at.call('PATCH', `/api/workbooks/${at.workbook_id}/columns/${column}`, {
      values: { ...VALUES, external_id: 'T2' },
    }),
    200,
  )
  await run(at, { mode: 'all' })
  expect((await cellsOf(at, column))[0]).toMatchObject({ status: 'complete', value: 'Twin Foods' })
})

test('a row finds its row in another workbook, and finds it again after that changed or went', async () => {
  const at = await addBench(service, NAMES, [ACME, ['Delphi Legal', '3 Mill Road', 'Leeds', null, null]])
  const columns_config = ['Firm', 'Address', 'Town', 'Telephone'].map((name) => ({ name, type: 'input' }))
  const other = (await must(at.call('POST', '/api/workbooks', { name: 'Customers', columns_config }), 201)).id
  const rows = [
    ['Acme Widgets GmbH', '12 Main Street', 'Berlin', '0049 30 901820'],
    ['Estrel Optics', '7 Park Road', 'Turin', '+39 11 5550100'],
  ].map((values) => ({ data: Object.fromEntries(values.map((value, n) => [`c${n + 1}`, value])) }))
  const made = (await must(at.call('POST', `/api/workbooks/${other}/rows`, { rows }), 201)).items
  const [acme, estrel] = made.map(({ row_id }: { row_id: string }) => row_id)
  const column = await addColumn(at, {
    ...{ name: 'Customer', type: 'match', against: { kind: 'workbook', workbook_id: other } },
    values: VALUES,
    output: 'row_id',
  })
  const found = async () => {
    expect(await run(at, { mode: 'all' })).toMatchObject({ status: 'done' })
    return (await cellsOf(at, column)).map(({ value }: { value: string | null }) => value)
  }
  expect(await found()).toEqual([acme, null])
  const changed = { row_id: estrel, data: { c1: 'Delphi Legal', c2: '3 Mill Rd', c3: 'Leeds' } }
  await must(at.call('PATCH', `/api/workbooks/${other}/rows`, { rows: [changed] }), 200)
  await must(at.call('DELETE', `/api/workbooks/${other}/rows`, { row_ids: [acme] }), 200)
  expect(await found()).toEqual([null, estrel])
})

test('a column that matches a workbook with itself, one of others or by what there is not is refused', async () => {
  const at = await addBench(service, NAMES, [])
  const stranger = await addBench(service, NAMES, [])
  const add = async (settings: object) =>
    (await at.call('POST', `/api/workbooks/${at.workbook_id}/columns`, { name: 'Match', type: 'match', ...settings }))
      .status
  const against = (workbook_id: string) => ({ against: { kind: 'workbook', workbook_id }, values: VALUES })
  expect(await add(against(at.workbook_id))).toBe(422)
  expect(await add(against(stranger.workbook_id))).toBe(422)
  expect(await add({ against: { kind: 'leads' }, values: { shoe_size: '{{City}}' } })).toBe(422)
  expect(await add({ against: { kind: 'leads' }, values: {} })).toBe(422)
  expect(await add({ against: { kind: 'leads' }, values: { company: '{{Nothing}}' } })).toBe(422)
  expect(await add({ against: { kind: 'leads' }, values: { company: '{{Company}}' } })).toBe(201)
})
