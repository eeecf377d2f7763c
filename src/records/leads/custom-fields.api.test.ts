// Values under names of a workspace's own are asked for as fields are: filtered, ordered, counted, saved and edited by what a filter finds.
import { expect, test } from 'vitest'
import { type Caller, callerOf } from '../../../test/app.ts'
import { addWorkspace } from '../../../test/database.ts'
import { openTenant } from '../../../test/open-tenant.ts'
import { readCustomFields } from './facets.reads.ts'
import { leadBulkRoutes } from './lead-bulk.routes.ts'
import { leadRoutes } from './leads.routes.ts'

const { database, app, newcomer } = await openTenant((database) => {
  const parts = { database, now: () => new Date() }
  return [...leadRoutes(parts), ...leadBulkRoutes({ ...parts, filterUses: [] })]
})

async function workspaceWith(customs: (object | null)[]): Promise<Caller> {
  const ann = await newcomer()
  for (const [index, custom] of customs.entries()) {
    const answer = await ann.post('/api/lead', {
      company: `Firm ${index}`,
      domain: `firm-${index}.com`,
      ...(custom && { custom }),
    })
    expect(answer.status, answer.text).toBe(200)
  }
  return ann
}

const ask = (by: Caller, member: 'filter' | 'sort', value: object) =>
  by.get(`/api/leads?${member}=${encodeURIComponent(JSON.stringify(value))}`)
const companies = async (by: Caller, member: 'filter' | 'sort', value: object) =>
  (await ask(by, member, value)).body.items.map(({ company }: { company: string }) => Number(company.slice(5)))

const PLANS = [
  { Plan: 'Pro', Seats: 12 },
  { Plan: 'free', Seats: 3 },
  { Plan: ['Pro', 'Add-on'], Seats: '100' },
  null,
  { Plan: ' ' },
]

test.each([
  ['eq', 'Plan', 'pro', [2, 0]],
  ['ne', 'Plan', 'pro', [4, 3, 1]],
  ['contains', 'Plan', 'ADD', [2]],
  ['in', 'Plan', ['free', 'add-on'], [2, 1]],
  ['is_empty', 'Plan', undefined, [4, 3]],
  ['not_empty', 'Plan', undefined, [2, 1, 0]],
  ['gte', 'Seats', 12, [2, 0]],
  ['lt', 'Seats', 12, [1]],
  ['eq', 'No such name', 'x', []],
])('%s of custom.%s', async (op, name, value, found) => {
  const ann = await workspaceWith(PLANS)
  expect(await companies(ann, 'filter', { field: `custom.${name}`, op, value })).toEqual(found)
})

test('they order leads as fields do: numbers by value, blanks last', async () => {
  const ann = await workspaceWith([{ Seats: 12 }, { Seats: 3 }, null, { Seats: 100 }])
  expect(await companies(ann, 'sort', [{ field: 'custom.Seats' }])).toEqual([1, 0, 3, 2])
  expect(await companies(ann, 'sort', [{ field: 'custom.Seats', dir: 'desc' }])).toEqual([3, 0, 1, 2])
})

test('the names are listed with how many leads have them, and their values are counted, each with its filter', async () => {
  const ann = await workspaceWith(PLANS)
  expect((await ann.get('/api/leads/custom-fields')).body).toEqual({
    items: [
      { field: 'custom.Plan', name: 'Plan', leads: 4 },
      { field: 'custom.Seats', name: 'Seats', leads: 3 },
    ],
    is_estimate: false,
    next_cursor: null,
  })
  const [plan] = (await ann.get('/api/leads/facets?fields=custom.Plan')).body.items
  expect(plan).toMatchObject({ field: 'custom.Plan', blank: 1 })
  for (const { count, filter } of plan.values.filter(({ value }: { value: string }) => value.trim() !== ''))
    expect(await companies(ann, 'filter', filter)).toHaveLength(count)
})

test.each([
  'a.b',
  `it's "quoted"`,
  '$lead_id',
  'constructor',
  'Größe, in m²',
  '{0}',
  ' ',
])('a name is data wherever it stands: %j', async (name) => {
  const ann = await workspaceWith([JSON.parse(`{${JSON.stringify(name)}: "yes"}`), { other: 'yes' }])
  expect(await companies(ann, 'filter', { field: `custom.${name}`, op: 'eq', value: 'yes' })).toEqual([0])
  expect(await companies(ann, 'sort', [{ field: `custom.${name}` }])).toEqual([0, 1])
})

test('a saved filter may name them', async () => {
  const ann = await workspaceWith(PLANS)
  const filter = { field: 'custom.Plan', op: 'eq', value: 'Pro' }
  const saved = await ann.post('/api/leads/filters', { name: 'Pro plans', scope: 'shared', filter })
  expect(saved.status, saved.text).toBe(201)
  const none = await ann.post('/api/leads/filters', {
    name: 'None',
    scope: 'shared',
    filter: { ...filter, field: 'plan' },
  })
  expect(none.status).toBe(422)
})

test('`custom` itself has no values to count, and a field without a name is refused', async () => {
  const ann = await workspaceWith([])
  expect((await ann.get('/api/leads/facets?fields=custom')).status).toBe(422)
  expect((await ann.get('/api/leads/facets?fields=custom.')).status).toBe(422)
  expect((await ask(ann, 'filter', { field: 'custom.', op: 'is_empty' })).status).toBe(422)
})

test('of very many leads a part is counted', async () => {
  const workspace = await addWorkspace(database)
  const ann = await callerOf(app, workspace)
  for (const n of [1, 2, 3, 4])
    await ann.post('/api/lead', { company: `C${n}`, domain: `c-${n}.com`, custom: { Plan: 'x' } })
  const told = await database.inWorkspace(workspace, (tx) => readCustomFields(tx, 2))
  expect(told.is_estimate).toBe(true)
})
