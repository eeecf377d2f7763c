// Translates between the grid's own selection and Glide's.
import { CompactSelection, type GridSelection } from '@glideapps/glide-data-grid'
import { isWhole, joinSpans, type Selection, type Span } from '../model/selection.logic.ts'

export function toGlide(selection: Selection): GridSelection {
  const { cell, range } = selection
  const shared = { columns: compact(selection.columns), rows: compact(selection.rows) }
  if (!cell || !range) return shared
  // While whole rows or columns are chosen, only the active cell keeps its frame.
  const whole = isWhole(selection)
  const shown = whole ? { x: cell.col, y: cell.row, width: 1, height: 1 } : range
  return {
    ...shared,
    current: { cell: [cell.col, cell.row], range: shown, rangeStack: whole ? [] : (selection.more ?? []) },
  }
}

export function fromGlide(selection: GridSelection): Selection {
  const current = selection.current
  return {
    cell: current ? { col: current.cell[0], row: current.cell[1] } : null,
    range: current ? { ...current.range } : null,
    rows: spans(selection.rows),
    columns: spans(selection.columns),
    ...(current && current.rangeStack.length > 0 && { more: current.rangeStack.map((range) => ({ ...range })) }),
  }
}

function compact(list: Span[]): CompactSelection {
  return list.reduce((all, span) => all.add([span.first, span.last + 1]), CompactSelection.empty())
}

function spans(selection: CompactSelection): Span[] {
  return joinSpans(selection.items.map(([start, end]) => ({ first: start, last: end - 1 })))
}
