import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { intentOf } from '../model/keyboard.logic.ts'
import type { Band, GridLine } from '../model/rows.types.ts'
import { NOTHING, type Selection, selectCell } from '../model/selection.logic.ts'
import { layBands } from './bands.logic.ts'

const bandOf = (count: number, isOpen: boolean, at: number): Band => ({
  key: `g${at}`,
  label: `Group ${at}`,
  name: '',
  level: 0,
  count,
  isOpen,
  rows: isOpen ? count : 0,
  shut: '',
})
const someBands = fc
  .array(fc.tuple(fc.nat({ max: 6 }), fc.boolean()), { minLength: 1, maxLength: 12 })
  .map((list) => list.map(([count, isOpen], at) => bandOf(count, isOpen, at)))

/** Every line one after the other. */
function linesOf(bands: readonly Band[]): GridLine[] {
  let row = 0
  return bands.flatMap((band, at): GridLine[] => {
    const rows = band.isOpen ? (band.count ?? 0) : 0
    return [{ band: at }, ...Array.from({ length: rows }, () => ({ row: row++ }))]
  })
}

describe('headers of groups among rows', () => {
  it('stand where they would when all lines were written down', () => {
    fc.assert(
      fc.property(someBands, fc.nat({ max: 90 }), fc.nat({ max: 90 }), (list, one, other) => {
        const [bands, lines] = [layBands(list), linesOf(list)]
        expect(bands.lines).toBe(lines.length)
        for (const [line, at] of lines.entries()) {
          expect(bands.lineAt(line)).toEqual(at)
          expect('row' in at ? bands.lineOf(at.row) : bands.lineOfBand(at.band)).toBe(line)
        }
        const first = one % lines.length
        const last = first + other
        const within = lines.slice(first, last + 1).flatMap((line) => ('row' in line ? [line.row] : []))
        const span = within.length > 0 ? { first: within[0], last: within.at(-1) } : null
        expect(bands.rowsWithin(first, last)).toEqual(span)
      }),
    )
  })
})

describe('keys around the headers of groups', () => {
  // Lines: A, row 0, row 1, B (closed), C, row 2.
  const bands = layBands([bandOf(2, true, 0), bandOf(5, false, 1), bandOf(1, true, 2)])
  const on = (at: number, col = 3): Selection => ({ ...NOTHING, band: { key: `g${at}`, col } })
  const press = (key: string, selection: Selection, mod = false) => {
    const intent = intentOf({ key, mod, ctrl: mod, shift: false, alt: false })
    return intent && bands.press(intent, selection, 3)
  }

  it('go from rows onto headers and on to rows, in the column they came from', () => {
    expect(press('ArrowDown', selectCell({ col: 3, row: 1 }))).toEqual({ select: on(1) })
    expect(press('ArrowDown', on(1))).toEqual({ select: on(2) })
    expect(press('ArrowDown', on(2))).toEqual({ select: selectCell({ col: 3, row: 2 }) })
    expect(press('ArrowUp', selectCell({ col: 3, row: 0 }))).toEqual({ select: on(0) })
    expect(press('ArrowUp', on(0))).toEqual({ select: on(0) })
    expect(press('PageDown', selectCell({ col: 3, row: 0 }))).toEqual({ select: on(2) })
  })

  it('open and close a group, and go into one that is open', () => {
    expect(press('ArrowRight', on(1))).toEqual({ turn: 1, open: true })
    expect(press('ArrowRight', on(0))).toEqual({ select: selectCell({ col: 3, row: 0 }) })
    expect(press('ArrowLeft', on(0))).toEqual({ turn: 0, open: false })
    expect(press('ArrowLeft', on(1))).toBe('nothing')
    expect(press('Enter', on(1))).toEqual({ turn: 1, open: true })
    expect(press(' ', on(0))).toEqual({ turn: 0, open: false })
  })

  it('go from header to header with Ctrl, and change nothing under one', () => {
    expect(press('ArrowDown', on(0), true)).toEqual({ select: on(1) })
    expect(press('ArrowUp', on(2), true)).toEqual({ select: on(1) })
    expect(press('Delete', on(1))).toBe('nothing')
    expect(press('d', on(1), true)).toBe('nothing')
  })

  it('mean what they always do away from headers', () => {
    expect(press('ArrowRight', selectCell({ col: 0, row: 0 }))).toBeNull()
    expect(press('Enter', selectCell({ col: 0, row: 0 }))).toBeNull()
    expect(press('f', on(0), true)).toBeNull()
    expect(press('ArrowDown', { ...NOTHING, band: { key: 'gone', col: 0 } })).toBeNull()
  })

  it('close a group in a group, then lead to the header of the outer one', () => {
    // Lines: A, a (open), row 0, b (closed), B (closed).
    const nested = layBands([
      { ...bandOf(3, true, 0), rows: 0 },
      { ...bandOf(1, true, 1), level: 1 },
      { ...bandOf(2, false, 2), level: 1 },
      bandOf(4, false, 3),
    ])
    const pressed = (key: string, at: number) => {
      const intent = intentOf({ key, mod: false, ctrl: false, shift: false, alt: false })
      return intent && nested.press(intent, on(at), 3)
    }
    expect(pressed('ArrowLeft', 1)).toEqual({ turn: 1, open: false })
    expect(pressed('ArrowLeft', 2)).toEqual({ select: on(0) })
    expect(pressed('ArrowLeft', 3)).toBe('nothing')
    expect(pressed('ArrowRight', 0)).toEqual({ select: on(1) })
    expect(pressed('ArrowRight', 1)).toEqual({ select: selectCell({ col: 3, row: 0 }) })
    expect(pressed('ArrowRight', 2)).toEqual({ turn: 2, open: true })
  })
})
