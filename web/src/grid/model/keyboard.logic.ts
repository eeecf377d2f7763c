// The keyboard map: what a key press on the grid means, and where a movement lands.
import type { Bounds, Point } from './grid.types.ts'
import {
  type ArrowDirection,
  clampPoint,
  dataEdge,
  extendTo,
  headOf,
  type Selection,
  selectAll,
  selectCell,
  toggleIndex,
} from './selection.logic.ts'

/** The parts of a KeyboardEvent that decide. `mod` is Cmd on a Mac and Ctrl elsewhere. */
export interface KeyPress {
  key: string
  mod: boolean
  shift: boolean
  alt: boolean
  ctrl: boolean
}

export type CursorMove =
  | { to: 'step' | 'edge'; direction: ArrowDirection; extend: boolean }
  | { to: 'page'; direction: 'up' | 'down'; extend: boolean }
  | { to: 'row_start' | 'row_end' | 'table_start' | 'table_end'; extend: boolean }

/** To look for a text or go on with that, to replace it, or to look for a row by its number. */
export type Seek = 'find' | 'next' | 'previous' | 'replace' | 'row'

export type KeyIntent =
  | { kind: 'move'; move: CursorMove }
  | { kind: 'edit' }
  | { kind: 'type' }
  | { kind: 'tab'; back: boolean }
  | { kind: 'clear' }
  | { kind: 'today' }
  | { kind: 'fill'; direction: 'down' | 'right' }
  | { kind: 'select_all' }
  | { kind: 'select_row' }
  | { kind: 'select_column' }
  | { kind: 'cell_panel' }
  | { kind: 'row_panel' }
  | { kind: 'run_cell' }
  | { kind: 'run_selection' }
  | { kind: 'stop' }
  | { kind: 'seek'; what: Seek }
  | { kind: 'menu' }
  | { kind: 'column_menu' }
  | { kind: 'move_column'; by: -1 | 1 }
  | { kind: 'scroll_back' }
  | { kind: 'escape' }

const ARROWS: Record<string, ArrowDirection> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
}

/** What a key press on a focused grid asks for; null for keys the grid leaves to the browser. */
export function intentOf(press: KeyPress): KeyIntent | null {
  const { key, mod, shift, alt, ctrl } = press
  const direction = ARROWS[key]
  if (direction) {
    if (!alt) return { kind: 'move', move: { to: mod ? 'edge' : 'step', direction, extend: shift } }
    if (mod) return null
    if (direction === 'down' && !shift) return { kind: 'column_menu' }
    const across = direction === 'left' || direction === 'right'
    return shift && across ? { kind: 'move_column', by: direction === 'left' ? -1 : 1 } : null
  }
  switch (key) {
    case 'Home':
      return { kind: 'move', move: { to: mod ? 'table_start' : 'row_start', extend: shift } }
    case 'End':
      return { kind: 'move', move: { to: mod ? 'table_end' : 'row_end', extend: shift } }
    case 'PageUp':
    case 'PageDown':
      return mod || alt
        ? null
        : { kind: 'move', move: { to: 'page', direction: key === 'PageUp' ? 'up' : 'down', extend: shift } }
    case 'Tab':
      return mod || alt ? null : { kind: 'tab', back: shift }
    case 'Enter':
      if (alt) return null
      if (mod) return { kind: shift ? 'run_selection' : 'run_cell' }
      return shift ? { kind: 'row_panel' } : { kind: 'edit' }
    case 'F2':
      return { kind: 'edit' }
    case 'F3':
      return mod || alt ? null : { kind: 'seek', what: shift ? 'previous' : 'next' }
    case 'Escape':
      return { kind: 'escape' }
    case 'Delete':
    case 'Backspace':
      if (key === 'Backspace' && mod && !alt) return { kind: 'scroll_back' }
      return mod || alt ? null : { kind: 'clear' }
    case 'ContextMenu':
      return { kind: 'menu' }
    case 'F10':
      return shift ? { kind: 'menu' } : null
    case ' ':
      if (alt) return null
      if (shift && (ctrl || mod)) return { kind: 'select_all' }
      if (shift) return { kind: 'select_row' }
      return ctrl || mod ? { kind: 'select_column' } : { kind: 'cell_panel' }
  }
  if (key === ';' && (mod || ctrl) && !alt && !shift) return { kind: 'today' }
  // With Shift too: a Mac hides the window with Cmd+H.
  if (mod && !alt && (key === 'h' || key === 'H')) return { kind: 'seek', what: 'replace' }
  if (mod && !alt && !shift) {
    if (key === 'a' || key === 'A') return { kind: 'select_all' }
    if (key === 'd' || key === 'D') return { kind: 'fill', direction: 'down' }
    if (key === 'r' || key === 'R') return { kind: 'fill', direction: 'right' }
    if (key === 'f' || key === 'F') return { kind: 'seek', what: 'find' }
    if (key === 'g' || key === 'G') return { kind: 'seek', what: 'row' }
    if (key === '.') return { kind: 'stop' }
    return null
  }
  // AltGr writes characters on many layouts and reports itself as Ctrl+Alt.
  const types = [...key].length === 1 || key === 'Process' || key === 'Dead'
  return types && (!mod || alt) ? { kind: 'type' } : null
}

/** The selection after a movement; unchanged where there is nowhere to go. */
export function applyMove(
  selection: Selection,
  move: CursorMove,
  bounds: Bounds,
  pageRows: number,
  filled: (point: Point) => boolean | undefined,
): Selection {
  if (bounds.cols === 0 || bounds.rows === 0) return selection
  if (!selection.cell) return selectCell({ col: 0, row: selection.rows[0]?.first ?? 0 })
  const from = clampPoint((move.extend ? headOf(selection) : null) ?? selection.cell, bounds)
  const target = clampPoint(landing(from, move, bounds, pageRows, filled), bounds)
  if (!move.extend) return selectCell(target)
  return keepWhole(selection, extendTo(selection, target))
}

/** Whole rows or columns that are extended stay whole, as after Shift+Space and Shift+Down. */
function keepWhole(before: Selection, after: Selection): Selection {
  const { range } = after
  if (!range) return after
  if (before.rows.length === 1) return { ...after, rows: [{ first: range.y, last: range.y + range.height - 1 }] }
  if (before.columns.length === 1) return { ...after, columns: [{ first: range.x, last: range.x + range.width - 1 }] }
  return after
}

function landing(
  from: Point,
  move: CursorMove,
  bounds: Bounds,
  pageRows: number,
  filled: (point: Point) => boolean | undefined,
): Point {
  switch (move.to) {
    case 'edge':
      return dataEdge(from, move.direction, bounds, filled)
    case 'page':
      return { col: from.col, row: from.row + (move.direction === 'up' ? -1 : 1) * Math.max(1, pageRows) }
    case 'row_start':
      return { col: 0, row: from.row }
    case 'row_end':
      return { col: bounds.cols - 1, row: from.row }
    case 'table_start':
      return { col: 0, row: 0 }
    case 'table_end':
      return { col: bounds.cols - 1, row: bounds.rows - 1 }
    case 'step': {
      const by = move.direction === 'up' || move.direction === 'left' ? -1 : 1
      const across = move.direction === 'left' || move.direction === 'right'
      return across ? { col: from.col + by, row: from.row } : { col: from.col, row: from.row + by }
    }
  }
}

/**
 * Tab and Shift+Tab: walk a larger selection cell by cell, otherwise the row, wrapping to the next one.
 * Null at the very first or last cell, so that the focus can leave the grid.
 */
export function applyTab(selection: Selection, back: boolean, bounds: Bounds): Selection | null {
  const { cell, range } = selection
  if (!cell || !range) return null
  const inside = range.width * range.height > 1
  const area = inside ? range : { x: 0, y: 0, width: bounds.cols, height: bounds.rows }
  const index = (cell.row - area.y) * area.width + (cell.col - area.x) + (back ? -1 : 1)
  const count = area.width * area.height
  if (!inside && (index < 0 || index >= count)) return null
  const at = (index + count) % count
  const next = { col: area.x + (at % area.width), row: area.y + Math.floor(at / area.width) }
  return inside ? { ...selection, cell: next } : selectCell(next)
}

/** Enter and Shift+Enter after typing: down a larger selection, column by column and round again; null for a single cell. */
export function applyEnter({ cell, range, ...rest }: Selection, back: boolean): Selection | null {
  if (!cell || !range || range.width * range.height === 1) return null
  const count = range.width * range.height
  const index = (cell.col - range.x) * range.height + (cell.row - range.y) + (back ? -1 : 1)
  const at = (index + count) % count
  return { ...rest, range, cell: { col: range.x + Math.floor(at / range.height), row: range.y + (at % range.height) } }
}

/** Selections that a key asks for as a whole. */
export function applySelect(
  selection: Selection,
  kind: 'select_all' | 'select_row' | 'select_column',
  bounds: Bounds,
): Selection {
  if (kind === 'select_all') return selectAll(bounds, selection.cell)
  const { cell, range } = selection
  if (!cell || !range) return selection
  if (kind === 'select_row') {
    const many = selection.rows.length === 0 && range.height > 1
    const rows = many ? [{ first: range.y, last: range.y + range.height - 1 }] : toggleIndex(selection.rows, cell.row)
    return { ...selection, columns: [], rows }
  }
  const many = selection.columns.length === 0 && range.width > 1
  const columns = many
    ? [{ first: range.x, last: range.x + range.width - 1 }]
    : toggleIndex(selection.columns, cell.col)
  return { ...selection, rows: [], columns }
}
