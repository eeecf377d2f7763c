// What "find" steps through: the matching cells of a row, then the next matching row.
import { rawText } from '../../../grid/marks/display.logic.ts'
import { cellOf, type GridColumn, type GridRow } from '../../../grid/model/grid.types.ts'

/** The shown columns of a row whose value holds the text, literally and without case. */
export function matchingColumns(row: GridRow, columns: readonly GridColumn[], text: string): number[] {
  const wanted = text.toLowerCase()
  return columns.flatMap((column, at) => {
    const { value } = cellOf(row, column)
    return rawText(value).toLowerCase().includes(wanted) ? [at] : []
  })
}

export interface MatchCount {
  count: number
  is_exact: boolean
}

/** "3 of 128 rows"; where there are more than were counted "3 of 1,000+ rows". */
export function placeWords(at: number, counted: MatchCount | null, loaded: number): string {
  const known = counted ?? { count: loaded, is_exact: false }
  if (known.count === 0 && known.is_exact) return 'Not found'
  const total = `${Math.max(known.count, loaded).toLocaleString('en-US')}${known.is_exact ? '' : '+'}`
  return `${(at + 1).toLocaleString('en-US')} of ${total} ${total === '1' ? 'row' : 'rows'}`
}

/** "12,000" as people write the number of a row; null for what is none of the rows there are. */
export function readRowNumber(text: string, total: number): number | null {
  const digits = text.replace(/[\s.,'’\u00a0\u202f]/g, '')
  const row = /^\d{1,9}$/.test(digits) ? Number(digits) : 0
  return row >= 1 && row <= total ? row : null
}
