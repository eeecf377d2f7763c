import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { GridRow } from '../model/grid.types.ts'
import { locate } from './locate.ts'
import { RowStore } from './rows.store.ts'

const row = (position: number): GridRow => ({ row_id: `r${position}`, position, data: {}, enrichments: {} })

function table(positions: number[]) {
  let loads = 0
  const total_rows = positions.length
  const store = new RowStore({
    pageSize: 10,
    load: async (page) => {
      loads += 1
      return { rows: positions.slice(page * 10, page * 10 + 10).map(row), total_rows }
    },
  })
  store.seed(0, { rows: positions.slice(0, 10).map(row), total_rows })
  return { store, loads: () => loads }
}

describe('where a row stands', () => {
  it('is found with one page in a table without gaps, however long', async () => {
    const { store, loads } = table(Array.from({ length: 100_000 }, (_, at) => at + 1))
    expect(await locate(store, row(87_654))).toBe(87_653)
    expect(loads()).toBe(1)
  })

  it('is found whatever gaps and insertions there are, and not for a row that is gone', async () => {
    const gaps = fc.uniqueArray(fc.double({ min: 1, max: 5000, noNaN: true }), { minLength: 1, maxLength: 300 })
    await fc.assert(
      fc.asyncProperty(gaps, fc.nat(), fc.double({ min: 1, max: 5000, noNaN: true }), async (some, nth, other) => {
        const positions = [...some].sort((a, b) => a - b)
        const { store } = table(positions)
        const index = nth % positions.length
        expect(await locate(store, row(positions[index] ?? 0))).toBe(index)
        expect(await locate(store, row(other))).toBe(positions.includes(other) ? positions.indexOf(other) : null)
      }),
    )
  })
})
