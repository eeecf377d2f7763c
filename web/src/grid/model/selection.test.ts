import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Point } from './grid.types.ts'
import {
  applyEnter,
  applyMove,
  applySelect,
  applyTab,
  type CursorMove,
  intentOf,
  type KeyPress,
} from './keyboard.logic.ts'
import {
  anchored,
  clampSelection,
  covers,
  joinSpans,
  NOTHING,
  rectsOf,
  rowsOf,
  type Selection,
  selectCell,
  spanLength,
  tableOf,
  toggleIndex,
  withWhole,
} from './selection.logic.ts'

const BOUNDS = { cols: 4, rows: 100 }
const at = (col: number, row: number): Selection => selectCell({ col, row })
/** Column 0 is filled in rows 0 to 4 and 10 to 12. */
const filled = ({ col, row }: Point) => col === 0 && (row <= 4 || (row >= 10 && row <= 12))
const move = (selection: Selection, step: CursorMove) => applyMove(selection, step, BOUNDS, 20, filled)
const press = (key: string, keys: Partial<KeyPress> = {}) =>
  intentOf({ key, mod: false, shift: false, alt: false, ctrl: false, ...keys })

describe('moving', () => {
  it('stops at the edges of the table', () => {
    expect(move(at(0, 0), { to: 'step', direction: 'left', extend: false }).cell).toEqual({ col: 0, row: 0 })
    expect(move(at(3, 99), { to: 'page', direction: 'down', extend: false }).cell).toEqual({ col: 3, row: 99 })
  })

  it('jumps to the end of a filled block, then over the gap, then to the edge', () => {
    const down: CursorMove = { to: 'edge', direction: 'down', extend: false }
    const first = move(at(0, 1), down)
    const second = move(first, down)
    const third = move(second, down)
    expect([first, second, third, move(third, down)].map((s) => s.cell?.row)).toEqual([4, 10, 12, 99])
  })

  it('jumps straight to the edge where rows are not loaded', () => {
    const jump = applyMove(
      at(0, 1),
      { to: 'edge', direction: 'down', extend: false },
      { cols: 4, rows: 1_000_000 },
      20,
      (p) => (p.row < 50 ? true : undefined),
    )
    expect(jump.cell?.row).toBe(999_999)
  })

  it('extends from the active cell and can shrink again', () => {
    const down: CursorMove = { to: 'step', direction: 'down', extend: true }
    const grown = move(move(at(1, 5), down), down)
    expect(grown.range).toEqual({ x: 1, y: 5, width: 1, height: 3 })
    expect(grown.cell).toEqual({ col: 1, row: 5 })
    const up: CursorMove = { to: 'step', direction: 'up', extend: true }
    expect(move(move(move(grown, up), up), up).range).toEqual({ x: 1, y: 4, width: 1, height: 2 })
  })

  it('walks a range with Tab and wraps inside it, and leaves the grid after the last cell', () => {
    const range: Selection = {
      cell: { col: 1, row: 1 },
      range: { x: 0, y: 0, width: 2, height: 2 },
      rows: [],
      columns: [],
    }
    expect(applyTab(range, false, BOUNDS)?.cell).toEqual({ col: 0, row: 0 })
    expect(applyTab(at(3, 0), false, BOUNDS)?.cell).toEqual({ col: 0, row: 1 })
    expect(applyTab(at(3, 99), false, BOUNDS)).toBeNull()
    expect(applyTab(at(0, 0), true, BOUNDS)).toBeNull()
  })
})

describe('Enter after typing', () => {
  const range: Selection = {
    cell: { col: 1, row: 1 },
    range: { x: 0, y: 0, width: 2, height: 2 },
    rows: [],
    columns: [],
  }

  it('walks a range column by column and wraps inside it, and leaves a single cell to go down', () => {
    expect(applyEnter(range, false)?.cell).toEqual({ col: 0, row: 0 })
    expect(applyEnter(range, true)?.cell).toEqual({ col: 1, row: 0 })
    expect(applyEnter({ ...range, cell: { col: 0, row: 1 } }, false)).toMatchObject({
      cell: { col: 1, row: 0 },
      range: range.range,
    })
    expect(applyEnter(at(1, 1), false)).toBeNull()
  })
})

describe('the keyboard map', () => {
  it('knows the keys of a spreadsheet', () => {
    expect(press('ArrowDown', { mod: true, shift: true })).toEqual({
      kind: 'move',
      move: { to: 'edge', direction: 'down', extend: true },
    })
    expect(press('End', { mod: true })).toEqual({ kind: 'move', move: { to: 'table_end', extend: false } })
    expect(press('Enter')).toEqual({ kind: 'edit' })
    expect(press('F2')).toEqual({ kind: 'edit' })
    expect(press('Enter', { shift: true })).toEqual({ kind: 'row_panel' })
    expect(press(' ')).toEqual({ kind: 'cell_panel' })
    expect(press(' ', { shift: true })).toEqual({ kind: 'select_row' })
    expect(press('d', { mod: true, ctrl: true })).toEqual({ kind: 'fill', direction: 'down' })
    expect(press('Delete')).toEqual({ kind: 'clear' })
    expect(press(';', { mod: true, ctrl: true })).toEqual({ kind: 'today' })
    expect(press(';')).toEqual({ kind: 'type' })
    const mod = { mod: true, ctrl: true }
    expect(press('Enter', mod)).toEqual({ kind: 'run_cell' })
    expect(press('Enter', { ...mod, shift: true })).toEqual({ kind: 'run_selection' })
    expect(press('.', mod)).toEqual({ kind: 'stop' })
    expect(press('f', mod)).toEqual({ kind: 'seek', what: 'find' })
    expect(press('g', mod)).toEqual({ kind: 'seek', what: 'row' })
    expect(press('h', mod)).toEqual({ kind: 'seek', what: 'replace' })
    expect(press('H', { ...mod, shift: true })).toEqual({ kind: 'seek', what: 'replace' })
    expect(press('F3')).toEqual({ kind: 'seek', what: 'next' })
    expect(press('F3', { shift: true })).toEqual({ kind: 'seek', what: 'previous' })
    expect(press(' ', { ...mod, shift: true })).toEqual({ kind: 'select_all' })
  })

  it('starts typing for any character, also composed ones and AltGr, and leaves other shortcuts to the browser', () => {
    expect(press('ä')).toEqual({ kind: 'type' })
    expect(press('Process')).toEqual({ kind: 'type' })
    expect(press('@', { mod: true, ctrl: true, alt: true })).toEqual({ kind: 'type' })
    expect(press('c', { mod: true })).toBeNull()
    expect(press('Shift', { shift: true })).toBeNull()
    expect(press('F5')).toBeNull()
    for (const key of ['z', 'Z', 'k', 'v']) expect(press(key, { mod: true, ctrl: true, shift: key !== 'k' })).toBeNull()
  })

  it('moves a column, opens its menu and goes back to the cell without a mouse', () => {
    expect(press('ArrowLeft', { alt: true, shift: true })).toEqual({ kind: 'move_column', by: -1 })
    expect(press('ArrowDown', { alt: true })).toEqual({ kind: 'column_menu' })
    expect(press('Backspace', { mod: true, ctrl: true })).toEqual({ kind: 'scroll_back' })
    expect(press('ArrowLeft', { alt: true })).toBeNull()
  })
})

describe('what is selected', () => {
  it('adds, joins and splits whole rows', () => {
    const spans = [3, 5, 4].reduce(toggleIndex, [] as { first: number; last: number }[])
    expect(spans).toEqual([{ first: 3, last: 5 }])
    expect(toggleIndex(spans, 4)).toEqual([
      { first: 3, last: 3 },
      { first: 5, last: 5 },
    ])
    expect(
      joinSpans([
        { first: 5, last: 9 },
        { first: 0, last: 6 },
      ]),
    ).toEqual([{ first: 0, last: 9 }])
  })

  it('makes whole rows and columns of a range, and keeps them whole while they are extended', () => {
    const range: Selection = { ...at(1, 2), range: { x: 1, y: 2, width: 1, height: 3 } }
    const rows = applySelect(range, 'select_row', BOUNDS)
    expect(rows.rows).toEqual([{ first: 2, last: 4 }])
    const more = move(rows, { to: 'step', direction: 'down', extend: true })
    expect(more.rows).toEqual([{ first: 2, last: 5 }])
    expect(more.cell).toEqual({ col: 1, row: 2 })
    const column = applySelect(at(1, 2), 'select_column', BOUNDS)
    expect(move(column, { to: 'step', direction: 'right', extend: true }).columns).toEqual([{ first: 1, last: 2 }])
  })

  it('counts a million selected rows without listing them', () => {
    const all = applySelect(at(0, 0), 'select_all', { cols: 4, rows: 1_000_000 })
    expect(spanLength(rowsOf(all, { cols: 4, rows: 1_000_000 }))).toBe(1_000_000)
  })

  it('shrinks with the table when rows go away', () => {
    const before: Selection = {
      cell: { col: 1, row: 50 },
      range: { x: 1, y: 50, width: 1, height: 40 },
      rows: [],
      columns: [],
    }
    const after = clampSelection(before, { cols: 4, rows: 60 })
    expect(rectsOf(after, { cols: 4, rows: 60 })).toEqual([{ x: 1, y: 50, width: 1, height: 10 }])
    expect(clampSelection(before, { cols: 4, rows: 0 }).cell).toBeNull()
  })
})

describe('ranges chosen together by clicks with Ctrl', () => {
  const rect = fc.record({
    x: fc.integer({ min: 0, max: 6 }),
    y: fc.integer({ min: 0, max: 6 }),
    width: fc.integer({ min: 1, max: 4 }),
    height: fc.integer({ min: 1, max: 4 }),
  })
  const many = fc
    .array(rect, { minLength: 1, maxLength: 5 })
    .map(([range, ...more]): Selection => ({ ...at(range?.x ?? 0, range?.y ?? 0), range: range ?? null, more }))
  const bounds = { cols: 12, rows: 12 }

  it('cover every cell of theirs once, also where they overlap', () => {
    fc.assert(
      fc.property(many, (selection) => {
        const times = new Map<string, number>()
        for (const { x, y, width, height } of rectsOf(selection, bounds))
          for (let row = y; row < y + height; row++)
            for (let col = x; col < x + width; col++) times.set(`${col} ${row}`, (times.get(`${col} ${row}`) ?? 0) + 1)
        for (let row = 0; row < bounds.rows; row++)
          for (let col = 0; col < bounds.cols; col++)
            expect(times.get(`${col} ${row}`) ?? 0).toBe(covers(selection, { col, row }) ? 1 : 0)
      }),
    )
  })

  it('are one table where they share their columns or their rows, and none otherwise', () => {
    const with2 = (x: number, y: number, width: number, height: number) =>
      tableOf({ ...at(1, 2), range: { x: 1, y: 2, width: 2, height: 1 }, more: [{ x, y, width, height }] }, bounds)
    expect(with2(1, 7, 2, 3)).toEqual({
      rows: [
        { first: 2, last: 2 },
        { first: 7, last: 9 },
      ],
      columns: [{ first: 1, last: 2 }],
    })
    expect(with2(5, 2, 1, 1)?.columns).toEqual([
      { first: 1, last: 2 },
      { first: 5, last: 5 },
    ])
    expect(with2(5, 7, 1, 1)).toBeNull()
  })

  it('stay while the last of them grows, are let go of by a movement, and shrink with the table', () => {
    const two: Selection = { ...at(1, 2), more: [{ x: 0, y: 8, width: 3, height: 4 }] }
    expect(move(two, { to: 'step', direction: 'down', extend: true })).toMatchObject({
      range: { x: 1, y: 2, width: 1, height: 2 },
      more: two.more,
    })
    expect(move(two, { to: 'step', direction: 'down', extend: false })).toEqual(at(1, 3))
    expect(clampSelection(two, { cols: 2, rows: 9 }).more).toEqual([{ x: 0, y: 8, width: 2, height: 1 }])
    expect(clampSelection(two, { cols: 2, rows: 8 }).more).toBeUndefined()
  })
})

describe('rows and columns chosen by their numbers and names', () => {
  const rows = (first: number, last: number): Selection => ({ ...NOTHING, rows: [{ first, last }] })
  const columns = (first: number, last: number): Selection => ({ ...NOTHING, columns: [{ first, last }] })

  it('have a cell for what is typed: the first of the rows, the first of the columns that is in view', () => {
    expect(anchored(rows(3, 3), at(2, 3), BOUNDS, 0).cell).toEqual({ col: 0, row: 3 })
    expect(anchored(columns(2, 2), at(0, 0), BOUNDS, 40).cell).toEqual({ col: 2, row: 40 })
    expect(anchored(columns(2, 2), NOTHING, { cols: 4, rows: 0 }, 40)).toMatchObject({
      columns: [{ first: 2, last: 2 }],
    })
    expect(anchored(NOTHING, at(1, 1), BOUNDS, 0)).toEqual(NOTHING)
  })

  it('stay chosen as ranges where a cell is chosen beside them with Ctrl, and no other cell is chosen', () => {
    for (const whole of [rows(3, 5), columns(1, 1)]) {
      const before = anchored(whole, NOTHING, BOUNDS, 40)
      // Glide puts aside what it showed of them: the one cell with the cursor.
      const cursor = { x: before.cell?.col ?? -1, y: before.cell?.row ?? -1, width: 1, height: 1 }
      const both = withWhole({ ...at(3, 60), more: [cursor] }, before, BOUNDS)
      expect(both).toEqual({ ...at(3, 60), more: rectsOf(before, BOUNDS) })
      expect(rectsOf(both, BOUNDS)).toHaveLength(2)
    }
    const ranges: Selection = { ...at(0, 0), more: [{ x: 1, y: 8, width: 2, height: 2 }] }
    expect(withWhole(ranges, at(1, 8), BOUNDS)).toBe(ranges)
    expect(withWhole(at(2, 2), anchored(rows(3, 3), NOTHING, BOUNDS, 0), BOUNDS)).toEqual(at(2, 2))
  })

  it('grow from where they were begun, by clicks with Shift and by keys', () => {
    const one = anchored(rows(5, 5), NOTHING, BOUNDS, 0)
    const up = anchored(rows(2, 5), one, BOUNDS, 0)
    expect(up.cell).toEqual({ col: 0, row: 5 })
    const further = move(up, { to: 'step', direction: 'up', extend: true })
    expect(further.rows).toEqual([{ first: 1, last: 5 }])
    const column = anchored(columns(1, 1), NOTHING, BOUNDS, 40)
    expect(move(column, { to: 'step', direction: 'right', extend: true }).columns).toEqual([{ first: 1, last: 2 }])
  })
})
