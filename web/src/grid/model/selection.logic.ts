// The selection model: one active cell with the rectangle that grows from it, or whole rows, or whole columns.
import type { Bounds, Point, Rect } from './grid.types.ts'

/** First and last index, both included. */
export interface Span {
  first: number
  last: number
}

/**
 * `cell` is where typing goes and where an extension starts; `range` always contains it.
 * `rows` and `columns` are sorted, apart from each other, and empty while a rectangle is meant.
 */
export interface Selection {
  cell: Point | null
  range: Rect | null
  rows: Span[]
  columns: Span[]
  /** Ranges that were chosen before and stay so, by clicks with Ctrl; some may overlap. */
  more?: Rect[]
  /** The header of a group has the cursor; the column is where it goes on among rows. */
  band?: { key: string; col: number }
}

export type ArrowDirection = 'up' | 'down' | 'left' | 'right'

export const NOTHING: Selection = { cell: null, range: null, rows: [], columns: [] }

export function selectCell(cell: Point): Selection {
  return { cell, range: { x: cell.col, y: cell.row, width: 1, height: 1 }, rows: [], columns: [] }
}

export function selectAll(bounds: Bounds, cell: Point | null): Selection {
  if (bounds.cols === 0 || bounds.rows === 0) return NOTHING
  return {
    cell: cell ?? { col: 0, row: 0 },
    range: { x: 0, y: 0, width: bounds.cols, height: bounds.rows },
    rows: [],
    columns: [],
  }
}

/** The rectangle between two corners. */
export function rectBetween(a: Point, b: Point): Rect {
  return {
    x: Math.min(a.col, b.col),
    y: Math.min(a.row, b.row),
    width: Math.abs(a.col - b.col) + 1,
    height: Math.abs(a.row - b.row) + 1,
  }
}

/** The corner of the range that moves when it is extended: the one away from the active cell. */
export function headOf(selection: Selection): Point | null {
  const { cell, range } = selection
  if (!cell || !range) return null
  return {
    col: cell.col === range.x ? range.x + range.width - 1 : range.x,
    row: cell.row === range.y ? range.y + range.height - 1 : range.y,
  }
}

export function extendTo(selection: Selection, head: Point): Selection {
  if (!selection.cell) return selectCell(head)
  const { cell, more } = selection
  return { cell, range: rectBetween(cell, head), rows: [], columns: [], ...(more && { more }) }
}

/**
 * Rows chosen by their numbers and columns chosen by their names get a cell, so that keys mean something there. A cell
 * among them stays, as the corner from which more of them are chosen; `top` is the first row in view.
 */
export function anchored(next: Selection, before: Selection, bounds: Bounds, top: number): Selection {
  const byRow = next.rows.length > 0
  const spans = byRow ? next.rows : next.columns
  const [first] = spans
  if (next.cell || next.band || !first) return next
  const wasWhole = (byRow ? before.rows : before.columns).length > 0
  const held = wasWhole && before.cell ? (byRow ? before.cell.row : before.cell.col) : -1
  const span = spans.find((one) => held >= one.first && held <= one.last)
  const at = span ? held : first.first
  const { first: from, last } = span ?? first
  const cell = byRow ? { col: 0, row: at } : { col: at, row: clampPoint({ col: 0, row: top }, bounds).row }
  const range = byRow
    ? { x: 0, y: from, width: bounds.cols, height: last - from + 1 }
    : { x: from, y: 0, width: last - from + 1, height: bounds.rows }
  return { ...next, cell, range }
}

/** Whether whole rows or columns are chosen. */
export function isWhole(selection: Selection): boolean {
  return selection.rows.length + selection.columns.length > 0
}

/**
 * A cell chosen with Ctrl beside whole rows or columns: they stay chosen, as ranges. Glide, which knows only their
 * cursor, would leave that one cell.
 */
export function withWhole(next: Selection, before: Selection, bounds: Bounds): Selection {
  return next.more && isWhole(before) ? { ...next, more: rectsOf(before, bounds) } : next
}

export function clampPoint(point: Point, bounds: Bounds): Point {
  return {
    col: Math.max(0, Math.min(bounds.cols - 1, point.col)),
    row: Math.max(0, Math.min(bounds.rows - 1, point.row)),
  }
}

/** Keeps a selection valid after rows or columns went away. */
export function clampSelection(selection: Selection, bounds: Bounds): Selection {
  if (bounds.cols === 0 || bounds.rows === 0) return NOTHING
  const keep = (spans: Span[], count: number) =>
    spans
      .filter((span) => span.first < count)
      .map((span) => ({ first: span.first, last: Math.min(span.last, count - 1) }))
  const { cell, range } = selection
  if (!cell || !range) {
    const { band, rows, columns } = selection
    return {
      ...NOTHING,
      rows: keep(rows, bounds.rows),
      columns: keep(columns, bounds.cols),
      ...(band ? { band } : {}),
    }
  }
  const first = clampPoint({ col: range.x, row: range.y }, bounds)
  const last = clampPoint({ col: range.x + range.width - 1, row: range.y + range.height - 1 }, bounds)
  const more = selection.more
    ?.filter((one) => one.x < bounds.cols && one.y < bounds.rows)
    .map((one) => ({
      ...one,
      width: Math.min(one.width, bounds.cols - one.x),
      height: Math.min(one.height, bounds.rows - one.y),
    }))
  return {
    cell: clampPoint(cell, bounds),
    range: rectBetween(first, last),
    rows: keep(selection.rows, bounds.rows),
    columns: keep(selection.columns, bounds.cols),
    ...(more && more.length > 0 && { more }),
  }
}

/** Adds or removes one index of sorted spans, joining and splitting them as needed. */
export function toggleIndex(spans: Span[], index: number): Span[] {
  const hit = spans.find((span) => index >= span.first && index <= span.last)
  if (!hit) return joinSpans([...spans, { first: index, last: index }])
  const rest = spans.filter((span) => span !== hit)
  const parts = [
    { first: hit.first, last: index - 1 },
    { first: index + 1, last: hit.last },
  ].filter((part) => part.first <= part.last)
  return joinSpans([...rest, ...parts])
}

/** Sorted, with overlapping and touching spans made one. */
export function joinSpans(spans: Span[]): Span[] {
  const joined: Span[] = []
  for (const span of [...spans].sort((a, b) => a.first - b.first)) {
    const last = joined.at(-1)
    if (last && span.first <= last.last + 1) last.last = Math.max(last.last, span.last)
    else joined.push({ ...span })
  }
  return joined
}

/** Every rectangle the selection covers, no cell twice: its whole rows, its whole columns, or its ranges. */
export function rectsOf(selection: Selection, bounds: Bounds): Rect[] {
  if (selection.rows.length > 0) {
    return selection.rows.map((span) => ({
      x: 0,
      y: span.first,
      width: bounds.cols,
      height: span.last - span.first + 1,
    }))
  }
  if (selection.columns.length > 0) {
    return selection.columns.map((span) => ({
      x: span.first,
      y: 0,
      width: span.last - span.first + 1,
      height: bounds.rows,
    }))
  }
  const { range, more = [] } = selection
  if (!range) return []
  const apart = [range]
  for (const rect of more) apart.push(...apart.reduce((left, one) => left.flatMap(outside(one)), [rect]))
  return apart
}

/** Where a paste may land. A table without rows has nothing to choose but its columns: there a paste begins it. */
export function landings(selection: Selection, bounds: Bounds): Rect[] {
  const rects = rectsOf(selection, bounds)
  if (bounds.rows > 0 || bounds.cols === 0) return rects
  return [{ x: Math.min(rects[0]?.x ?? 0, bounds.cols - 1), y: 0, width: 1, height: 1 }]
}

/** The parts of a rectangle that lie outside another. */
const outside =
  (other: Rect) =>
  (rect: Rect): Rect[] => {
    const [right, bottom] = [rect.x + rect.width, rect.y + rect.height]
    const [left, top] = [Math.max(rect.x, other.x), Math.max(rect.y, other.y)]
    const [end, low] = [Math.min(right, other.x + other.width), Math.min(bottom, other.y + other.height)]
    if (left >= end || top >= low) return [rect]
    return [
      { ...rect, height: top - rect.y },
      { ...rect, y: low, height: bottom - low },
      { x: rect.x, y: top, width: left - rect.x, height: low - top },
      { x: end, y: top, width: right - end, height: low - top },
    ].filter(({ width, height }) => width > 0 && height > 0)
  }

/** What is chosen as rows and columns of one table; null where the ranges share neither, or nothing is chosen. */
export function tableOf(selection: Selection, bounds: Bounds): { rows: Span[]; columns: Span[] } | null {
  const { range, more = [] } = selection
  const rects = isWhole(selection) ? rectsOf(selection, bounds) : range ? [range, ...more] : []
  const [first] = rects
  if (!first || first.height === 0) return null
  const oneWidth = rects.every(({ x, width }) => x === first.x && width === first.width)
  const oneHeight = rects.every(({ y, height }) => y === first.y && height === first.height)
  if (!oneWidth && !oneHeight) return null
  return {
    rows: rowsIn(rects),
    columns: joinSpans(rects.map(({ x, width }) => ({ first: x, last: x + width - 1 }))),
  }
}

export function isSingle({ range, rows, columns, more }: Selection): boolean {
  return !more && rows.length === 0 && columns.length === 0 && range?.width === 1 && range.height === 1
}

export function covers(selection: Selection, at: Point): boolean {
  const within = (spans: Span[], index: number) => spans.some((span) => index >= span.first && index <= span.last)
  if (within(selection.rows, at.row) || within(selection.columns, at.col)) return true
  const { range, more = [] } = selection
  return [...(range ? [range] : []), ...more].some(
    ({ x, y, width, height }) => at.col >= x && at.row >= y && at.col < x + width && at.row < y + height,
  )
}

/** Row spans touched by the selection, for actions on rows. */
export function rowsOf(selection: Selection, bounds: Bounds): Span[] {
  return rowsIn(rectsOf(selection, bounds))
}

/** The rows that rectangles touch, each once, also where they lie side by side. */
export function rowsIn(rects: readonly Rect[]): Span[] {
  return joinSpans(
    rects.filter(({ height }) => height > 0).map(({ y, height }) => ({ first: y, last: y + height - 1 })),
  )
}

export function spanLength(spans: Span[]): number {
  return spans.reduce((sum, span) => sum + span.last - span.first + 1, 0)
}

const STEP: Record<ArrowDirection, Point> = {
  up: { col: 0, row: -1 },
  down: { col: 0, row: 1 },
  left: { col: -1, row: 0 },
  right: { col: 1, row: 0 },
}

/**
 * Where Ctrl+arrow lands, as spreadsheets do it: to the end of a filled block, or over a gap to the next filled cell.
 * `filled` answers undefined for a row that is not loaded; the jump then goes to the table's edge.
 */
export function dataEdge(
  from: Point,
  direction: ArrowDirection,
  bounds: Bounds,
  filled: (point: Point) => boolean | undefined,
): Point {
  const step = STEP[direction]
  const inside = (p: Point) => p.col >= 0 && p.row >= 0 && p.col < bounds.cols && p.row < bounds.rows
  const next = (p: Point): Point => ({ col: p.col + step.col, row: p.row + step.row })
  const edge = clampPoint({ col: from.col + step.col * bounds.cols, row: from.row + step.row * bounds.rows }, bounds)
  let at = from
  let ahead = next(at)
  if (!inside(ahead)) return from
  const inBlock = filled(from) === true && filled(ahead) === true
  while (inside(ahead)) {
    const state = filled(ahead)
    if (state === undefined) return edge
    if (inBlock && !state) return at
    if (!inBlock && state) return ahead
    at = ahead
    ahead = next(at)
  }
  return at
}
