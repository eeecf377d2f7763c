// What a run does with one cell before any provider is asked.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../kernel/json.ts'
import type { ColumnConfig } from '../columns/columns.schema.ts'
import { type CellPlanSpec, planSpec } from '../columns/columns.ts'
import { blankCell, CELL_STATUSES, type Cell, type CellStatus, type Row } from '../values/row.ts'
import { type CellRequest, columnsNeeded, planCell, planRow, type RunMode } from './cell.ts'
import type { LookupFacts } from './facts.ts'

const NOW = Date.parse('2026-06-01T00:00:00Z')

const finder: LookupFacts = {
  required: ['domain'],
  one_of: [['name', 'title']],
  gate: null,
  price_micro: null,
  rule: 'on_hit',
  measured_hit_rate: null,
  default_hit_rate: 0.5,
  latency_ms: 1,
  per_second: null,
  concurrency: null,
}
const factsOf = (provider: string) =>
  provider === 'gone' ? undefined : provider === 'cleaner' ? { ...finder, required: [], one_of: [['text']] } : finder

const columns: ColumnConfig[] = [
  { id: 'company', name: 'Company', type: 'input', input_type: 'text' },
  { id: 'person', name: 'Person', type: 'input', input_type: 'text' },
  { id: 'country', name: 'Country', type: 'input', input_type: 'text' },
  {
    id: 'domain',
    name: 'Domain',
    type: 'enrichment',
    provider: 'cleaner',
    output: 'domain',
    inputs: { text: '{{Company}}' },
  },
  {
    id: 'email',
    name: 'Email',
    type: 'waterfall',
    output: 'email',
    steps: [
      { provider: 'first', inputs: { domain: '{{Domain}}', name: '{{Person}}' } },
      { provider: 'second', inputs: { domain: '{{Domain}}', title: 'CEO' } },
    ],
    run_if: { field: 'country', op: 'in', value: ['DE', 'FR'] },
    max_age_days: 30,
  },
]
const spec = (id: string): CellPlanSpec => {
  const column = columns.find((candidate) => candidate.id === id)
  const made = column && planSpec(column, columns, { max_providers: 8 })
  if (!made) throw new Error(id)
  return made
}

const cell = (status: CellStatus, value: Json = null, updated_at = '2026-05-31T00:00:00Z'): Cell => ({
  ...blankCell(status),
  value,
  updated_at,
})
const row = (data: Row['data'], cells: Row['cells'] = {}): Row => ({
  row_id: 'r',
  position: 1,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  lead_id: null,
  source: null,
  data: { country: 'DE', ...data },
  cells,
})
const plan = (target: Row, more: Partial<CellRequest> = {}) =>
  planCell({ spec: spec('email'), row: target, mode: 'missing', now: NOW, factsOf, unsettled: new Set(), ...more })

describe('a cell that is ready', () => {
  it('is asked with its inputs, each step with its own', () => {
    const decision = plan(row({ company: 'Acme', person: 'Ann' }, { domain: cell('complete', 'acme.example') }))
    expect(decision).toMatchObject({ kind: 'ask', plan: { column_id: 'email', output: 'email', max_providers: 8 } })
    expect(decision.kind === 'ask' && decision.plan.steps.map(({ inputs, skip }) => [inputs, skip])).toEqual([
      [{ domain: 'acme.example', name: 'Ann' }, null],
      [{ domain: 'acme.example', title: 'CEO' }, null],
    ])
  })

  it('passes over only the step that lacks an input', () => {
    const decision = plan(row({}, { domain: cell('complete', 'acme.example') }))
    expect(decision.kind === 'ask' && decision.plan.steps.map(({ skip }) => skip)).toEqual([
      { reason: 'missing_input', detail: 'Needs name or title: Person is empty' },
      null,
    ])
  })

  it('is not stopped by a lookup that left the catalogue', () => {
    const email = spec('email')
    const steps = email.steps.map((step, index) => (index === 0 ? { ...step, provider: 'gone' } : step))
    const decision = plan(row({}, { domain: cell('complete', 'a.example') }), { spec: { ...email, steps } })
    expect(decision.kind === 'ask' && decision.plan.steps[0]?.skip?.reason).toBe('unmapped')
  })
})

describe('a cell that is skipped says why', () => {
  it('names the clause of the condition that failed', () => {
    expect(plan(row({ country: 'US' }))).toEqual({
      kind: 'skip',
      reason: 'condition_false',
      detail: 'Country is "US", must be one of "DE", "FR"',
    })
  })

  it('names the missing input and the empty column behind it', () => {
    expect(plan(row({}, { domain: cell('not_found') }))).toEqual({
      kind: 'skip',
      reason: 'missing_input',
      detail: 'Needs domain and name or title: Domain is empty, Person is empty',
    })
    const unbound = { ...spec('domain'), steps: [{ id: 's', provider: 'cleaner', inputs: {} }] }
    expect(plan(row({}), { spec: unbound })).toMatchObject({ detail: 'Needs text, which nothing is bound to' })
  })

  it('blames the column it depends on when that one has no outcome', () => {
    expect(plan(row({}))).toMatchObject({
      reason: 'dependency',
      detail: 'Needs domain and name or title: Domain was not run',
    })
    for (const status of ['error', 'skipped', 'cancelled', 'budget_stopped'] as const) {
      expect(plan(row({ person: 'Ann' }, { domain: cell(status, 'old.example') }))).toEqual({
        kind: 'skip',
        reason: 'dependency',
        detail: `Needs domain: Domain is ${status.replace('_', ' ')}`,
      })
    }
  })

  it('blames a column that was deleted', () => {
    const text = {
      id: 's',
      provider: 'cleaner',
      inputs: { text: { parts: [{ column_id: null, ref: 'Old', path: [], tail: null }] } },
    }
    expect(plan(row({}), { spec: { ...spec('domain'), steps: [text] } })).toMatchObject({
      reason: 'missing_input',
      detail: 'Needs text: there is no column "Old"',
    })
  })
})

describe('the mode of a run', () => {
  const touched = (mode: RunMode, old = false) =>
    CELL_STATUSES.filter((status) => {
      const held = cell(status, 'x@a.example', old ? '2026-01-01T00:00:00Z' : undefined)
      const decision = plan(row({ person: 'Ann' }, { domain: cell('complete', 'a.example'), email: held }), { mode })
      return decision.kind === 'ask'
    })
  const never = (mode: RunMode) =>
    plan(row({ person: 'Ann' }, { domain: cell('complete', 'a.example') }), { mode }).kind

  it('missing: what has no outcome, never what a vendor is about to call back with', () => {
    expect(touched('missing')).toEqual([
      'pending',
      'queued',
      'running',
      'throttled',
      'skipped',
      'budget_stopped',
      'cancelled',
    ])
    expect(never('missing')).toBe('ask')
  })

  it('failed: errors and what was throttled or stopped by a budget', () => {
    expect(touched('failed')).toEqual(['throttled', 'error', 'budget_stopped'])
    expect(never('failed')).toBe('fresh')
  })

  it('stale: answers and misses past their age', () => {
    expect(touched('stale')).toEqual(['stale'])
    expect(touched('stale', true)).toEqual(['complete', 'unverified', 'not_found', 'stale'])
    expect(never('stale')).toBe('fresh')
  })

  it('all: everything but what a person typed over, which only force touches, and what a vendor is at', () => {
    expect(touched('all')).toEqual(CELL_STATUSES.filter((status) => status !== 'overridden' && status !== 'waiting'))
    const typed = row({ person: 'Ann' }, { domain: cell('complete', 'a.example'), email: cell('overridden', 'me') })
    expect(plan(typed, { mode: 'all' })).toEqual({ kind: 'fresh', because: 'overridden' })
    expect(plan(typed, { mode: 'missing', force: true }).kind).toBe('ask')
  })

  it('does not ask again before the age limit, to the millisecond', () => {
    const aged = (updated: number, mode: RunMode = 'stale') =>
      plan(
        row(
          { person: 'Ann' },
          { domain: cell('complete', 'a.example'), email: cell('complete', 'x', new Date(updated).toISOString()) },
        ),
        { mode },
      ).kind
    expect(aged(NOW - 30 * 86_400_000)).toBe('fresh')
    expect(aged(NOW - 30 * 86_400_000 - 1)).toBe('ask')
  })
})

describe('a whole row', () => {
  it('lets a column wait for those of the same run that it reads, and only for those', () => {
    const specs = [spec('domain'), spec('email')]
    const shared = { mode: 'missing' as const, now: NOW, factsOf }
    const kinds = (target: Row) => planRow(specs, { ...shared, row: target }).map(({ decision }) => decision.kind)
    expect(kinds(row({ company: 'Acme', person: 'Ann' }))).toEqual(['ask', 'wait'])
    expect(kinds(row({ company: 'Acme', person: 'Ann' }, { domain: cell('complete', 'a.example') }))).toEqual([
      'fresh',
      'ask',
    ])
    expect(kinds(row({ person: 'Ann' }))).toEqual(['skip', 'skip'])
    expect(kinds(row({ company: 'Acme' }, { email: cell('complete', 'x') }))).toEqual(['ask', 'fresh'])
  })

  it('is decided about by the cells of the columns that it needs, whatever the others hold', () => {
    const ids = columns.map(({ id }) => id)
    const some = fc.option(
      fc.constantFrom(...CELL_STATUSES).map((status) => cell(status, 'v')),
      { nil: undefined },
    )
    fc.assert(
      fc.property(
        fc.subarray(['domain', 'email'], { minLength: 1 }),
        fc.tuple(...ids.map(() => some)),
        fc.constantFrom<RunMode>('missing', 'failed', 'stale', 'all'),
        (asked, cells, mode) => {
          const specs = asked.map(spec)
          const needed = new Set(columnsNeeded(specs))
          const held = ids.flatMap((id, index) => (cells[index] ? [[id, cells[index]] as const] : []))
          const decide = (kept: typeof held) =>
            planRow(specs, { mode, now: NOW, factsOf, row: row({ company: 'A' }, Object.fromEntries(kept)) })
          expect(decide(held.filter(([id]) => needed.has(id)))).toEqual(decide(held))
        },
      ),
    )
    expect(columnsNeeded([spec('domain')]).sort()).toEqual(['company', 'domain'])
  })
})
