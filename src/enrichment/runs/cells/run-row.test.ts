import { expect, it } from 'vitest'
import type { ColumnConfig } from '../../../engine/columns/columns.schema.ts'
import { type CellPlanSpec, planSpec } from '../../../engine/columns/columns.ts'
import type { Row } from '../../../engine/values/row.ts'
import type { LookupFacts } from '../../../engine/waterfall/facts.ts'
import type { AnyLookup } from '../../../providers/kit/kit.ts'
import { declared } from '../counted-lookup.fixture.ts'
import type { CellCaller } from './cell-caller.ts'
import { runRow } from './run-row.ts'
import { ChunkLeaseLost } from './wanted-call.ts'

const facts: LookupFacts = {
  required: [],
  one_of: [],
  gate: null,
  price_micro: 1,
  rule: 'per_call',
  measured_hit_rate: null,
  default_hit_rate: 0.5,
  latency_ms: 1,
  per_second: null,
  concurrency: null,
}
const inputs: ColumnConfig[] = [{ id: 'c1', name: 'Name', type: 'input', input_type: 'text' }]
const columns: ColumnConfig[] = ['lost', 'slow'].map((provider) => ({
  id: provider,
  name: provider,
  type: 'waterfall',
  output: 'description',
  steps: [{ provider, inputs: { key: '{{Name}}' } }],
}))
const row: Row = {
  row_id: 'r',
  position: 1,
  data: { c1: 'a' },
  cells: {},
  lead_id: null,
  source: null,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
}

it('is over only when no call of the row is under way, though another of its cells failed before', async () => {
  const at = new Date()
  const settled: string[] = []
  let letGo = (_: Error) => {}
  const slow = new Promise<never>((_, reject) => {
    letGo = reject
  })
  const caller: CellCaller = {
    run_id: 'run',
    lookups: {
      factsOf: () => facts,
      lookupOf: ({ provider }) => ({ ...declared(provider), repeat_free: false, visit: () => slow }) as AnyLookup,
    },
    now: () => at,
    async ask({ lookup, reserve, begun }) {
      if (lookup.id === 'lost') throw new ChunkLeaseLost('gone')
      await reserve()
      begun()
      return slow
    },
    books: {
      reserve: async () => ({ rule: 'per_call', price_micro: 1, basis: 'catalogue' }),
      record: () => {},
      letGo: () => settled.push('call'),
    },
  }
  const work = runRow({
    row,
    mode: 'missing',
    earlier: [],
    most_rest_ms: 0,
    caller,
    signal: new AbortController().signal,
    specs: columns.map((column) => planSpec(column, [...inputs, ...columns], { max_providers: 0 }) as CellPlanSpec),
    follow: async (row) => row,
    onCell: async () => {},
  }).catch((error: Error) => settled.push(error.message))
  // All that does not wait for the call has run by then.
  for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve))
  expect(settled).toEqual([])
  letGo(new Error('cut short'))
  await work
  expect(settled).toEqual(['call', 'gone'])
})
