// The order of the steps of a row: conditions and exploration change who goes first, and never who is asked or what a verifier checks.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ColumnConfig } from '../columns/columns.schema.ts'
import { type CellPlanSpec, planSpec } from '../columns/columns.ts'
import { buildGraph } from '../columns/graph.ts'
import type { Row } from '../values/row.ts'
import { planCell } from './cell.ts'
import { putFirst, stepsFor } from './step-order.ts'

const input = (id: string): ColumnConfig => ({ id, name: id, type: 'input', input_type: 'text' })
const email = (more: object = {}): ColumnConfig => ({
  id: 'email',
  name: 'Email',
  type: 'waterfall',
  output: 'work_email',
  steps: ['a', 'b', 'c'].map((provider) => ({ provider, inputs: { domain: '{{domain}}', full_name: '{{name}}' } })),
  ...more,
})
const columns = (more: object = {}) => [input('domain'), input('name'), input('country'), email(more)]
const spec = (more: object = {}) => planSpec(email(more), columns(more), { max_providers: 0 }) as CellPlanSpec
const rowOf = (country: string): Row =>
  ({ row_id: 'r1', position: 1, data: { domain: 'x.example', name: 'Ann', country }, cells: {} }) as unknown as Row
const IN_FRANCE = { when: { field: 'country', op: 'eq', value: 'FR' }, steps: ['c'] }
const idsFor = (plan: CellPlanSpec, country: string) => stepsFor(plan, rowOf(country), 0).map(({ id }) => id)

test('the first condition that holds says which steps go first, and the others keep their order', () => {
  const plan = spec({ orders: [IN_FRANCE, { when: { field: 'country', op: 'not_empty' }, steps: ['b', 'c'] }] })
  expect(idsFor(plan, 'fr')).toEqual(['c', 'a', 'b'])
  expect(idsFor(plan, 'DE')).toEqual(['b', 'c', 'a'])
  expect(idsFor(plan, '')).toEqual(['a', 'b', 'c'])
})

test('a verifier stays behind the step that it checks, and a free guess stays first', () => {
  const plan = spec({ orders: [IN_FRANCE], free_guess: true, verify: { provider: 'check', input: 'email' } })
  expect(idsFor(plan, 'FR')).toEqual(['free-guess', 'free-guess+check', 'c', 'c+check', 'a', 'a+check', 'b', 'b+check'])
})

test('a row on which a step is tried asks that first, before any order', () => {
  const plan = { ...spec({ orders: [IN_FRANCE] }), exploration: { percent: 5, micro_per_month: 1, steps: { r1: 'b' } } }
  expect(idsFor(plan, 'FR')).toEqual(['b', 'c', 'a'])
  expect(stepsFor(plan, { ...rowOf('DE'), row_id: 'r2' }, 0).map(({ id }) => id)).toEqual(['a', 'b', 'c'])
})

test('a cell waits for what the condition of an order reads', () => {
  const factsOf = () => undefined
  const request = { row: rowOf('FR'), mode: 'all', now: 0, factsOf, unsettled: new Set(['country']) } as const
  expect(planCell({ ...request, spec: spec({ orders: [IN_FRANCE] }) })).toEqual({ kind: 'wait', on: ['country'] })
})

test('no order leaves out a step or adds one', () => {
  const ids = ['a', 'b', 'c', 'd']
  fc.assert(
    fc.property(fc.shuffledSubarray(ids), fc.array(fc.constantFrom(...ids, 'gone')), (some, first) => {
      const steps = some.map((id) => ({ id }))
      const ordered = putFirst(steps, first)
      expect([...ordered].sort((a, b) => (a.id < b.id ? -1 : 1))).toEqual(steps.sort((a, b) => (a.id < b.id ? -1 : 1)))
    }),
  )
})

test('an order of steps or columns that there are not is refused with its place', () => {
  const orders = [{ when: { field: 'nowhere', op: 'is_empty' }, steps: ['a', 'gone', 'a'] }]
  const problems = buildGraph(columns({ orders })).problems.map(({ loc }) => loc.join('.'))
  expect(problems.sort()).toEqual(['3.orders.0.steps.1', '3.orders.0.steps.2', '3.orders.0.when.field'])
})
