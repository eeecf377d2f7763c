// Promises of match columns: each row is told which lead or which row of another workbook it is, why, and when two are equally good.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestService } from '../../../../test/running-install.ts'
import { until } from '../../../../test/until.ts'
import { enqueueDirtyRows } from '../../../records/store/dirty-rows/dirty-rows.commands.ts'
import { type Consumer, leadKeys, leadMatching } from '../../../records/store/dirty-rows/dirty-rows.jobs.ts'
import { addBench, addColumn, type Bench, cellsOf, must, run, startKinds, traceOf } from '../kinds.fixture.ts'

let service: TestService
beforeAll(async () => {
  service = await startKinds({})
})
afterAll(() => service?.close())

const NAMES = ['Company', 'Street', 'City', 'Phone', 'Website']
const VALUES = {
  company: '{{Company}}',
  address: '{{Street}}',
  city: '{{City}}',
  phone: '{{Phone}}',
  domain: '{{Website}}',
}
const ACME = ['ACME Widgets', '12 Main St.', 'Berlin', '+49 30 901820', null]

const saveLead = async ({ call }: Bench, body: object): Promise<number> =>
  (await must(call('POST', '/api/lead', body), 200)).lead.id

/** Until the leads are kept as they are compared. */
const keyed = async ({ call }: Bench, id: number) =>
  (
    await until(
      () => must(call('GET', `/api/lead/${id}`), 200),
      ({ entity_id }) => entity_id !== null,
    )
  ).entity_id

test('a row finds its lead however it is written, with the entity, the probability and the reasons', async () => {
  const at = await addBench(service, NAMES, [
    ACME,
    [null, null, null, null, 'https://www.borea.org/about'],
    ['Cetus', null, null, null, null],
    [null, null, null, null, null],
  ])
  const acme = await saveLead(at, {
    company: 'Acme Widgets GmbH',
    address: '12 Main Street',
    city: 'Berlin',
    phone: '+49 30 901820',
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
    name: 'Customer',
    type: 'match',
    against: { kind: 'workbook', workbook_id: other },
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

const statusesOf = async (at: Bench, column: string) =>
  (await cellsOf(at, column)).map(({ status, reason }: { status: string; reason: string | null }) =>
    reason === null ? status : `${status}: ${reason}`,
  )

test('an answer is outdated when its row of the other workbook changes or goes, and when a row comes that it could be; others stay', async () => {
  const at = await addBench(service, NAMES, [
    ACME,
    ['Delphi Legal', '3 Mill Road', 'Leeds', null, null],
    ['Estrel Optics', '7 Park Road', 'Turin', '+39 11 5550100', null],
    ['Borea', null, 'Oslo', null, 'borea.org'],
  ])
  const columns_config = ['Firm', 'Address', 'Town', 'Telephone', 'Remark'].map((name) => ({ name, type: 'input' }))
  const other = (await must(at.call('POST', '/api/workbooks', { name: 'Customers', columns_config }), 201)).id
  const add = async (values: (string | null)[][]) => {
    const rows = values.map((row) => ({ data: Object.fromEntries(row.map((value, n) => [`c${n + 1}`, value])) }))
    return (await must(at.call('POST', `/api/workbooks/${other}/rows`, { rows }), 201)).items.map(
      ({ row_id }: { row_id: string }) => row_id,
    )
  }
  const [acme, estrel] = await add([
    ['Acme Widgets GmbH', '12 Main Street', 'Berlin', '0049 30 901820'],
    ['Estrel Optics', '7 Park Road', 'Turin', '+39 11 5550100'],
  ])
  const column = await addColumn(at, {
    name: 'Customer',
    type: 'match',
    against: { kind: 'workbook', workbook_id: other },
    values: VALUES,
    output: 'row_id',
  })
  await run(at, { mode: 'all' })
  expect(await statusesOf(at, column)).toEqual(['complete', 'not_found', 'complete', 'not_found'])
  const change = (row_id: string, data: object) =>
    must(at.call('PATCH', `/api/workbooks/${other}/rows`, { rows: [{ row_id, data }] }), 200)
  const outdated = async (expected: number[]) => {
    const seen = await until(
      () => statusesOf(at, column),
      (statuses) => expected.every((n) => statuses[n] === 'stale: input_changed'),
    )
    expect(seen.flatMap((status: string, n: number) => (status.startsWith('stale') ? [n] : []))).toEqual(expected)
    expect(await run(at)).toMatchObject({ status: 'done' })
  }
  // A remark says nothing of who a row is.
  await change(estrel, { c5: 'Calls back in May' })
  await change(acme, { c1: 'Acme Widgets AG' })
  await outdated([0])
  await add([['Delphi Legal LLP', '3 Mill Rd', 'Leeds', null]])
  await outdated([1])
  await must(at.call('DELETE', `/api/workbooks/${other}/rows`, { row_ids: [estrel] }), 200)
  await outdated([2])
  expect(await statusesOf(at, column)).toEqual(['complete', 'complete', 'not_found', 'not_found'])
  await must(at.call('DELETE', `/api/workbooks/${other}`), 204)
  await until(
    () => statusesOf(at, column),
    (statuses) => statuses.every((status: string) => status === 'stale: input_changed'),
  )
})

test('an answer is outdated when its lead changes or goes, and when a lead comes that it could be', async () => {
  const at = await addBench(service, NAMES, [
    ACME,
    ['Delphi Legal', '3 Mill Road', 'Leeds', null, null],
    ['Borea', null, 'Oslo', null, 'borea.org'],
  ])
  const acme = await saveLead(at, {
    company: 'Acme Widgets GmbH',
    address: '12 Main Street',
    city: 'Berlin',
    phone: '+49 30 901820',
  })
  const borea = await saveLead(at, { company: 'Borea', website: 'borea.org' })
  for (const id of [acme, borea]) await keyed(at, id)
  const column = await addColumn(at, { name: 'Lead', type: 'match', against: { kind: 'leads' }, values: VALUES })
  await run(at)
  expect(await statusesOf(at, column)).toEqual(['complete', 'not_found', 'complete'])
  const outdated = async (expected: number[]) => {
    const seen = await until(
      () => statusesOf(at, column),
      (statuses) => expected.every((n) => statuses[n] === 'stale: input_changed'),
    )
    expect(seen.flatMap((status: string, n: number) => (status.startsWith('stale') ? [n] : []))).toEqual(expected)
    expect(await run(at)).toMatchObject({ status: 'done' })
  }
  // What is done with a lead says nothing of who it is.
  await must(at.call('POST', `/api/lead/${borea}/status`, { status: 'contacted' }), 200)
  await must(at.call('PATCH', `/api/lead/${acme}`, { company: 'ACME Widgets AG' }), 200)
  await outdated([0])
  expect((await cellsOf(at, column))[0].value).toMatchObject({ lead_id: acme, name: 'ACME Widgets AG' })
  await saveLead(at, { company: 'Delphi Legal LLP', address: '3 Mill Rd', city: 'Leeds' })
  await outdated([1])
  await must(at.call('DELETE', `/api/lead/${borea}/erase`), 200)
  await outdated([2])
  expect(await statusesOf(at, column)).toEqual(['complete', 'complete', 'not_found'])
})

test('an answer is outdated when the keys of a lead are written, which is later where very many leads came', async () => {
  const at = await addBench(service, NAMES, [['Delphi Legal', '3 Mill Road', 'Leeds', null, null]])
  const column = await addColumn(at, { name: 'Lead', type: 'match', against: { kind: 'leads' }, values: VALUES })
  await run(at)
  const data = { kind: 'company', company: 'Delphi Legal LLP', address: '3 Mill Rd', city: 'Leeds' }
  const [lead] = await service.database.asOwner<{ id: number }>(
    'insert into leads (workspace_id, data) values ($1, $2) returning id',
    [at.workspace_id, JSON.stringify(data)],
  )
  const id = Number(lead?.id)
  const leave = (consumer: Consumer) =>
    service.database.inWorkspace(at.workspace_id, (tx) =>
      enqueueDirtyRows(tx, consumer, at.workspace_id, { lead_ids: [id] }),
    )
  await leave(leadMatching)
  await keyed(at, id)
  await service.database.asOwner('delete from entity_keys where workspace_id = $1', [at.workspace_id])
  const outdated = () =>
    until(
      () => statusesOf(at, column),
      ([status]) => status === 'stale: input_changed',
    )
  await outdated()
  await run(at)
  expect(await statusesOf(at, column)).toEqual(['not_found'])
  await until(
    () => service.database.asOwner('select from moved_keys where workspace_id = $1', [at.workspace_id]),
    (moved) => moved.length === 0,
  )
  await leave(leadKeys)
  await outdated()
  await run(at)
  expect((await cellsOf(at, column))[0].value).toMatchObject({ lead_id: id })
})

test('an answer is outdated when its lead goes into another entity, and when what was one is two again', async () => {
  const at = await addBench(service, NAMES, [
    ['Twin Foods', null, 'Oslo', '+47 22 334455', 'twin.com'],
    ['Borea', null, 'Oslo', null, 'borea.org'],
  ])
  const twin = { company: 'Twin Foods', city: 'Oslo', phone: '+47 22 334455', website: 'twin.com' }
  const one = await saveLead(at, { ...twin, external_id: 'T1' })
  const two = await saveLead(at, { ...twin, external_id: 'T2' })
  const borea = await saveLead(at, { company: 'Borea', website: 'borea.org' })
  const entities = await Promise.all([one, two, borea].map((id) => keyed(at, id)))
  const column = await addColumn(at, { name: 'Lead', type: 'match', against: { kind: 'leads' }, values: VALUES })
  await run(at)
  expect(await statusesOf(at, column)).toEqual(['not_found', 'complete'])
  const outdated = async () => {
    const statuses = await until(
      () => statusesOf(at, column),
      ([first]) => first === 'stale: input_changed',
    )
    expect(statuses[1]).toBe('complete')
    expect(await run(at)).toMatchObject({ status: 'done' })
    return (await cellsOf(at, column))[0]
  }
  const [pair] = (await must(at.call('GET', '/api/entities/review-queue'), 200)).items
  const decided = { pair_id: pair.id, decision: 'merge' }
  const { entity_id } = await must(at.call('POST', '/api/entities/review-queue/decide', decided), 200)
  expect(entities).toContain(entity_id)
  // Two leads of one entity are one answer.
  expect(await outdated()).toMatchObject({ status: 'complete', value: { lead_id: one, entity_id } })
  await must(at.call('POST', `/api/entities/${entity_id}/split`, {}), 200)
  expect(await outdated()).toMatchObject({ status: 'not_found', value: null })
})

test('an answer is outdated when columns of the other workbook are renamed, go or come back, so that they tell who a row is or no longer do', async () => {
  const at = await addBench(service, NAMES, [ACME])
  const columns_config = ['Firm', 'Address', 'Town', 'Telephone', 'Remark'].map((name) => ({ name, type: 'input' }))
  const other = (await must(at.call('POST', '/api/workbooks', { name: 'Customers', columns_config }), 201)).id
  const data = { c1: 'Acme Widgets GmbH', c2: '12 Main Street', c3: 'Berlin', c4: '0049 30 901820', c5: 'Borea' }
  const [{ row_id }] = (await must(at.call('POST', `/api/workbooks/${other}/rows`, { rows: [{ data }] }), 201)).items
  const column = await addColumn(at, {
    name: 'Customer',
    type: 'match',
    against: { kind: 'workbook', workbook_id: other },
    values: VALUES,
    output: 'row_id',
  })
  await run(at)
  const answer = async () => (await cellsOf(at, column))[0].value
  expect(await answer()).toBe(row_id)
  const outdated = async () => {
    await until(
      () => statusesOf(at, column),
      ([status]) => status === 'stale: input_changed',
    )
    expect(await run(at)).toMatchObject({ status: 'done' })
    return answer()
  }
  const rename = (id: string, name: string) =>
    must(at.call('PATCH', `/api/workbooks/${other}/columns/${id}`, { name }), 200)
  // Neither says anything of who a row is.
  await rename('c5', 'Note')
  await rename('c1', 'Trade')
  await rename('c4', 'Weather')
  expect(await outdated()).toBe(null)
  await rename('c1', 'Company name')
  await outdated()
  // A type says what a column holds as its name does.
  await must(at.call('PATCH', `/api/workbooks/${other}/columns/c4`, { input_type: 'phone' }), 200)
  expect(await outdated()).toBe(row_id)
  await must(at.call('DELETE', `/api/workbooks/${other}/columns/c1?force=true`), 204)
  expect(await outdated()).toBe(row_id)
  await must(at.call('DELETE', `/api/workbooks/${other}/columns/c4?force=true`), 204)
  expect(await outdated()).toBe(null)
  await must(at.call('POST', `/api/workbooks/${other}/undo`, {}), 200)
  expect(await outdated()).toBe(row_id)
})

test('an answer stays when the columns that it is made of are renamed', async () => {
  const at = await addBench(service, NAMES, [ACME])
  const acme = await saveLead(at, { company: 'Acme Widgets', city: 'Berlin', phone: '+49 30 901820' })
  await keyed(at, acme)
  const column = await addColumn(at, { name: 'Lead', type: 'match', against: { kind: 'leads' }, values: VALUES })
  await run(at)
  const [before] = await cellsOf(at, column)
  expect(before.value).toMatchObject({ lead_id: acme })
  const rename = (id: string, name: string) =>
    must(at.call('PATCH', `/api/workbooks/${at.workbook_id}/columns/${id}`, { name }), 200)
  await rename('c1', 'Trade')
  await rename('c4', 'Weather')
  expect(await statusesOf(at, column)).toEqual(['complete'])
  const { run_id: _, ...kept } = before
  expect(await run(at, { mode: 'stale' })).toMatchObject({ status: 'done' })
  expect((await cellsOf(at, column))[0]).toMatchObject(kept)
})

test('a column that runs by itself matches again by itself', async () => {
  const at = await addBench(service, NAMES, [['Borea', null, 'Oslo', null, 'borea.org']])
  const column = await addColumn(at, {
    name: 'Lead',
    type: 'match',
    against: { kind: 'leads' },
    values: VALUES,
    output: 'name',
  })
  await run(at)
  expect(await statusesOf(at, column)).toEqual(['not_found'])
  const armed = `/api/workbooks/${at.workbook_id}/columns/${column}/auto-run`
  await must(at.call('PUT', armed, { max_usd_per_day: 0 }), 200)
  await saveLead(at, { company: 'Borea', website: 'borea.org' })
  const [cell] = await until(
    () => cellsOf(at, column),
    ([one]) => one.status === 'complete',
  )
  expect(cell.value).toBe('Borea')
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
