// Where the headers of groups stand among the rows, and what the keys mean around them.
import type { Point } from '../model/grid.types.ts'
import type { CursorMove, KeyIntent } from '../model/keyboard.logic.ts'
import type { Band, BandPress, Bands, GridLine } from '../model/rows.types.ts'
import { NOTHING, type Selection, type Span, selectCell } from '../model/selection.logic.ts'

export type BandLayout = Omit<Bands, 'want' | 'turn' | 'turnAll'>

export const lineOf = (bands: Bands | null, row: number) => (bands && row >= 0 ? bands.lineOf(row) : row)
export const lineAt = (bands: Bands | null, line: number): GridLine => bands?.lineAt(line) ?? { row: line }

export function layBands(list: readonly Band[]): BandLayout {
  /** How many rows come before each header, and after the last one. */
  const before: number[] = []
  let rows = 0
  for (const band of list) {
    before.push(rows)
    rows += band.rows
  }
  const total = rows
  const lines = list.length + total

  /** The last header at which this grows no further than `most`. */
  function lastBand(most: number, at: (index: number) => number): number {
    let [low, high] = [0, list.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if (at(middle) <= most) low = middle
      else high = middle - 1
    }
    return low
  }
  const lineOfBand = (at: number) => at + (before[at] ?? total)
  const lineOf = (row: number) => row + 1 + lastBand(row, (index) => before[index] ?? total)
  function lineAt(line: number): GridLine {
    const band = lastBand(line, lineOfBand)
    return lineOfBand(band) === line ? { band } : { row: line - band - 1 }
  }
  function rowsBefore(line: number): number {
    if (line >= lines) return total
    const at = lineAt(Math.max(0, line))
    return 'row' in at ? at.row : (before[at.band] ?? total)
  }
  function rowsWithin(first: number, last: number): Span | null {
    const span = { first: rowsBefore(first), last: rowsBefore(last + 1) - 1 }
    return span.first <= span.last ? span : null
  }

  function goTo(line: number, col: number): { select: Selection } {
    const at = lineAt(Math.max(0, Math.min(lines - 1, line)))
    if ('row' in at) return { select: selectCell({ col, row: at.row }) }
    return { select: { ...NOTHING, band: { key: list[at.band]?.key ?? '', col } } }
  }

  function onCell(cell: Point, move: CursorMove, pageLines: number): BandPress | null {
    if (move.extend || (move.to !== 'step' && move.to !== 'page')) return null
    const by = linesOf(move, pageLines)
    return by === 0 ? null : goTo(lineOf(cell.row) + by, cell.col)
  }

  function onBand(at: number, col: number, intent: KeyIntent, pageLines: number): BandPress | null {
    const isOpen = list[at]?.isOpen ?? false
    switch (intent.kind) {
      case 'edit':
      case 'cell_panel':
        return { turn: at, open: !isOpen }
      case 'escape':
        return { select: NOTHING }
      case 'seek':
      case 'stop':
      case 'select_all':
      case 'tab':
      case 'type':
        return null
      case 'move':
        return moveOnBand(at, col, intent.move, pageLines)
    }
    return 'nothing'
  }

  function moveOnBand(at: number, col: number, move: CursorMove, pageLines: number): BandPress {
    const line = lineOfBand(at)
    const { isOpen = false, rows: under = 0, level = 0 } = list[at] ?? {}
    if (move.to === 'table_start') return goTo(0, 0)
    if (move.to === 'table_end') return goTo(lines - 1, col)
    if (move.to === 'page') return goTo(line + linesOf(move, pageLines), col)
    if (move.to !== 'step' && move.to !== 'edge') return 'nothing'
    switch (move.direction) {
      case 'up':
        return goTo(move.to === 'edge' ? lineOfBand(Math.max(0, at - 1)) : line - 1, col)
      case 'down':
        return goTo(move.to === 'edge' ? lineOfBand(Math.min(list.length - 1, at + 1)) : line + 1, col)
      case 'left':
        if (isOpen) return { turn: at, open: false }
        return level > 0 ? goTo(lineOfBand(outerOf(at)), col) : 'nothing'
      case 'right':
        if (!isOpen) return { turn: at, open: true }
        return under > 0 || (list[at + 1]?.level ?? 0) > level ? goTo(line + 1, col) : 'nothing'
    }
  }

  /** The header of the group that this one stands in. */
  function outerOf(at: number): number {
    const level = list[at]?.level ?? 0
    return list.findLastIndex((band, index) => index < at && band.level < level)
  }

  return {
    list,
    lines,
    lineAt,
    lineOf,
    lineOfBand,
    rowsWithin,
    press(intent, { cell, band }, pageLines) {
      if (list.length === 0) return null
      const at = band ? list.findIndex(({ key }) => key === band.key) : -1
      if (band && at !== -1) return onBand(at, band.col, intent, pageLines)
      return cell && intent.kind === 'move' ? onCell(cell, intent.move, pageLines) : null
    },
  }
}

/** How many lines a movement goes down; 0 when it goes across. */
function linesOf(move: Extract<CursorMove, { direction: unknown }>, pageLines: number): number {
  const by = move.to === 'page' ? Math.max(1, pageLines) : 1
  return move.direction === 'down' ? by : move.direction === 'up' ? -by : 0
}
