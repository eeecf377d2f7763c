// What an edit on the grid asks for, before it is known which rows it meets: targets and a value for each cell.
import { type CoercedValue, coerceText, type WrittenValue } from '../../../../src/engine/values/coerce.ts'
import { dayOrderOf, decimalOf } from '../../../../src/engine/values/reading.ts'
import { type Block, blockAt, type PastePlan } from '../clipboard/clipboard.logic.ts'
import type { Bounds, GridColumn, Point, Rect, ValueKind } from '../model/grid.types.ts'
import { rectsOf, type Selection } from '../model/selection.logic.ts'

/** A value for one cell: read from text, or as another cell has it. */
type WrittenCell = Omit<CoercedValue, 'value'> & { value: unknown }

export interface GridWrite {
  what: 'edit' | 'paste' | 'clear' | 'fill'
  /** May reach beyond the table by the counts below. */
  targets: Rect[]
  newRows: number
  newColumns: number
  /** The value for one cell of a target; the column is undefined where it does not exist yet. */
  value: (at: Point, column: GridColumn | undefined) => WrittenCell
}

const within = { newRows: 0, newColumns: 0 }

export function editWrite(at: Point, text: string): GridWrite {
  return {
    ...within,
    what: 'edit',
    targets: [{ x: at.col, y: at.row, width: 1, height: 1 }],
    value: (_, column) => coerceText(text, column?.kind ?? 'text'),
  }
}

/** Ctrl+Enter: what was typed goes into every cell that is selected. */
export function everywhereWrite(selection: Selection, bounds: Bounds, text: string): GridWrite {
  const value: GridWrite['value'] = (_, column) => coerceText(text, column?.kind ?? 'text')
  return { ...within, what: 'fill', targets: rectsOf(selection, bounds), value }
}

/** Sets one cell to a value that needs no reading, such as a ticked box. */
export function valueWrite(at: Point, value: unknown): GridWrite {
  return { ...editWrite(at, ''), value: () => ({ value, valid: true }) }
}

export function clearWrite(selection: Selection, bounds: Bounds): GridWrite | null {
  const targets = rectsOf(selection, bounds)
  if (targets.length === 0) return null
  return { ...within, what: 'clear', targets, value: () => ({ value: null, valid: true }) }
}

/** Kinds that take what a spreadsheet holds rather than what it shows. */
const EXACT: ReadonlySet<ValueKind> = new Set(['number', 'currency', 'percent', 'date'])

export function pasteWrite(block: Block, plan: PastePlan): GridWrite {
  const { target, newRows, newColumns } = plan
  const known = new Map<number, WrittenValue>()
  /** Days and numbers are written one way in all of a column: one that can be read says how the others are. */
  const writtenIn = (col: number): WrittenValue => {
    const before = known.get(col)
    if (before) return before
    const texts = block.map((row) => row[col % row.length]?.text ?? '')
    const written = { order: dayOrderOf(texts), decimal: decimalOf(texts) }
    known.set(col, written)
    return written
  }
  return {
    what: 'paste',
    targets: [target],
    newRows,
    newColumns,
    value: (at, column) => {
      const kind = column?.kind ?? 'text'
      const { text, exact } = blockAt(block, at.col - target.x, at.row - target.y)
      if (!EXACT.has(kind)) return coerceText(text, kind)
      // What the spreadsheet holds is written the same everywhere.
      return exact === undefined
        ? coerceText(text, kind, writtenIn(at.col - target.x))
        : coerceText(exact, kind, { order: writtenIn(at.col - target.x).order, decimal: '.' })
    },
  }
}
