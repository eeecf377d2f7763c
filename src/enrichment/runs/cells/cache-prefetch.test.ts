// Which questions are foreseen: those of the next rows of a run, chunk after chunk, and none of rows that ask for themselves.
import { expect, it } from 'vitest'
import type { ColumnConfig } from '../../../engine/columns/columns.schema.ts'
import { type CellPlanSpec, planSpec } from '../../../engine/columns/columns.ts'
import type { Row } from '../../../engine/values/row.ts'
import type { LookupFacts } from '../../../engine/waterfall/facts.ts'
import { cacheKey } from '../../lookups/cache.reads.ts'
import { lookup, says } from '../counted-lookup.fixture.ts'
import { cachePrefetch } from './cache-prefetch.ts'

const one = lookup('one', says())
const facts = {
  required: ['key'],
  one_of: [],
  outputs: ['description'],
  gate: null,
} as Partial<LookupFacts> as LookupFacts
const columns: ColumnConfig[] = [
  { id: 'c1', type: 'input', name: 'Name', input_type: 'text' },
  { id: 'c2', type: 'enrichment', name: 'About', provider: 'one', output: 'description', inputs: { key: '{{Name}}' } },
]
const spec = planSpec(columns[1] as ColumnConfig, columns, { max_providers: 8 }) as CellPlanSpec
const work = {
  specs: [spec],
  mode: 'missing',
  now: () => new Date(),
  factsOf: () => facts,
  lookupOf: () => one,
} as const
const rows = (...names: string[]) =>
  names.map((name) => ({ row_id: name, position: 0, data: { c1: name }, cells: {} }) as unknown as Row)
const keyOf = (name: string) => cacheKey(one, { key: name })

it('are those of the next rows of all chunks, until they begin or their chunk is over', () => {
  let next: ((most: number) => string[]) | undefined
  const ahead = cachePrefetch((given) => {
    next = given
    return () => {
      next = undefined
    }
  })
  const first = ahead.add(rows('a', 'b', 'c'), work)
  const second = ahead.add(rows('d', 'e'), work)
  expect(next?.(9)).toEqual(['a', 'b', 'c', 'd', 'e'].map(keyOf))
  expect(next?.(2)).toEqual(['a', 'b'].map(keyOf))
  first.begin(1)
  expect(next?.(2)).toEqual(['c', 'd'].map(keyOf))
  first.forget()
  expect(next?.(9)).toEqual(['d', 'e'].map(keyOf))
  second.forget()
  expect(next).toBeUndefined()
})
