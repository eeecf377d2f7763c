import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { GridColumn, Point } from '../model/grid.types.ts'
import { fillEnd, patternWrite, seriesOf } from './fill.logic.ts'

const on = (values: unknown[], count = 3) => {
  const series = seriesOf(values)
  return Array.from({ length: count }, (_, at) => series(values.length + at))
}

describe('a series goes on as in every spreadsheet', () => {
  it('counts numbers on by their step, without the dust of binary fractions, and copies a single one', () => {
    expect(on([1, 2])).toEqual([3, 4, 5])
    expect(on([10, 7.5])).toEqual([5, 2.5, 0])
    expect(on([0.1, 0.2])).toEqual([0.3, 0.4, 0.5])
    expect(on([5])).toEqual([5, 5, 5])
  })

  it('counts dates by days, and by months where they are months apart', () => {
    expect(on(['2026-02-27'])).toEqual(['2026-02-28', '2026-03-01', '2026-03-02'])
    expect(on(['2026-01-01', '2026-01-08'])).toEqual(['2026-01-15', '2026-01-22', '2026-01-29'])
    expect(on(['2026-01-31', '2026-02-28'], 1)).toEqual(['2026-03-28'])
    expect(on(['2026-01-15', '2026-02-15'])).toEqual(['2026-03-15', '2026-04-15', '2026-05-15'])
    expect(seriesOf(['2026-03-31', '2026-05-31'])(-1)).toBe('2026-01-31')
  })

  it('counts words with a number, keeping its zeros', () => {
    expect(on(['Item 1'])).toEqual(['Item 2', 'Item 3', 'Item 4'])
    expect(on(['A01', 'A03'])).toEqual(['A05', 'A07', 'A09'])
    expect(seriesOf(['Q1'])(-2)).toBeNull()
  })

  it('repeats everything else', () => {
    expect(on(['red', 'green'])).toEqual(['red', 'green', 'red'])
    expect(on([1, 2, 4])).toEqual([1, 2, 4])
    expect(on(['4930123456'])).toEqual(['4930123456', '4930123456', '4930123456'])
    expect(on([null])).toEqual([null, null, null])
    expect(seriesOf(['a', 'b', 'c'])(-1)).toBe('c')
  })

  it('gives back what it was made from, whatever that is', () => {
    const value = fc.oneof(fc.integer({ min: -1e6, max: 1e6 }), fc.string(), fc.constant(null), fc.boolean())
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 6 }), (values) => {
        const series = seriesOf(values)
        expect(values.map((_, at) => series(at))).toEqual(values)
      }),
    )
  })
})

const column = (kind: GridColumn['kind']): GridColumn => ({
  id: kind,
  name: kind,
  type: 'input',
  kind,
  width: 100,
  computed: false,
})

describe('dragging the fill handle', () => {
  const columns = [column('number'), column('url')]
  const read = ({ col, row }: Point) => (col === 0 ? row + 1 : `https://example.com/${row + 1}`)

  it('writes what lies outside the pattern, each column by itself, and counts no addresses', () => {
    const write = patternWrite({ x: 0, y: 0, width: 2, height: 2 }, { x: 0, y: 0, width: 2, height: 4 }, columns, read)
    expect(write?.targets).toEqual([{ x: 0, y: 2, width: 2, height: 2 }])
    expect([2, 3].map((row) => write?.value({ col: 0, row }, columns[0]).value)).toEqual([3, 4])
    expect(write?.value({ col: 1, row: 2 }, columns[1]).value).toBe('https://example.com/1')
  })

  it('goes up and to the left as well', () => {
    const up = patternWrite({ x: 0, y: 4, width: 1, height: 2 }, { x: 0, y: 2, width: 1, height: 4 }, columns, read)
    expect(up?.targets).toEqual([{ x: 0, y: 2, width: 1, height: 2 }])
    expect([2, 3].map((row) => up?.value({ col: 0, row }, columns[0]).value)).toEqual([3, 4])
    expect(patternWrite({ x: 0, y: 0, width: 1, height: 1 }, { x: 0, y: 0, width: 1, height: 1 }, [], read)).toBeNull()
  })

  it('copies from rows that are forgotten before the write is carried out', () => {
    let loaded = true
    const forgetful = (at: Point) => (loaded ? read(at) : undefined)
    const write = patternWrite(
      { x: 0, y: 0, width: 1, height: 2 },
      { x: 0, y: 0, width: 1, height: 3 },
      columns,
      forgetful,
    )
    loaded = false
    expect(write?.value({ col: 0, row: 2 }, columns[0]).value).toBe(3)
  })

  it('runs with a double click to the end of the data beside it, on the left before the right', () => {
    const left = ({ col, row }: Point) => (col === 0 ? row < 6 : col === 2 ? row < 9 : false)
    const source = { x: 1, y: 0, width: 1, height: 1 }
    expect(fillEnd(source, 3, 20, left)).toEqual({ last: 5, unknown: false })
    expect(fillEnd(source, 3, 20, ({ col, row }) => col === 2 && row < 9)).toEqual({ last: 8, unknown: false })
    expect(fillEnd(source, 3, 20, ({ row }) => (row < 4 ? true : undefined))).toEqual({ last: 3, unknown: true })
    expect(fillEnd(source, 3, 20, () => false)).toBeNull()
  })
})
