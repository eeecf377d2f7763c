import { describe, expect, it } from 'vitest'
import type { GridColumn } from '../../../grid/model/grid.types.ts'
import { tooLarge } from './edit-batches.logic.ts'

const column = (id: string, computed: boolean): GridColumn => ({
  id,
  name: id,
  type: computed ? 'waterfall' : 'input',
  kind: 'text' as const,
  width: 100,
  computed,
})
const COLUMNS = [column('name', false), column('email', true)]
const over = (x: number, width: number, ...heights: number[]) =>
  tooLarge({ targets: heights.map((height, at) => ({ x, y: at * 30_000, width, height })) }, COLUMNS)

describe('an edit that is too large', () => {
  it('is refused as a whole, with the rows that it would add, before any are added', () => {
    expect(over(0, 1, 20_000)).toBeNull()
    expect(over(0, 1, 20_001)).toMatch('20,000 rows at most; this one has 20,001 rows')
    expect(over(0, 1, 15_000, 5_001)).toMatch('20,001 rows')
  })

  it('counts rows once where ranges lie side by side, or over each other', () => {
    const beside = (...ranges: [y: number, height: number][]) =>
      tooLarge({ targets: ranges.map(([y, height], at) => ({ x: at * 2, y, width: 1, height })) }, [])
    expect(beside([0, 15_000], [0, 15_000])).toBeNull()
    expect(beside([0, 15_000], [5_000, 15_000])).toBeNull()
    expect(beside([0, 15_000], [5_001, 15_000])).toMatch('this one has 20,001 rows')
  })

  it('counts the cells that runs fill, for they are written one by one', () => {
    expect(over(0, 2, 500)).toBeNull()
    expect(over(0, 2, 501)).toMatch('At most 500 cells that runs fill')
    expect(over(0, 1, 501)).toBeNull()
  })
})
