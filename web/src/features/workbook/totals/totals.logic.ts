// The totals that a column can have, and how they read.
import type { Schemas } from '../../../api/shapes.ts'
import { display } from '../../../grid/marks/display.logic.ts'
import type { GridColumn, ValueKind } from '../../../grid/model/grid.types.ts'

export type TotalKind = Schemas['RowTotals']['items'][number]['total']
export type TotalValue = Schemas['RowTotals']['items'][number]['value']
/** By column id. */
export type TotalChoices = Readonly<Record<string, TotalKind>>

const WORDS: Record<TotalKind, string> = {
  sum: 'Sum',
  average: 'Avg',
  min: 'Min',
  max: 'Max',
  filled: 'Filled',
  unique: 'Unique',
}
const NUMBERS: readonly ValueKind[] = ['number', 'currency', 'percent']
const TIMES: readonly ValueKind[] = ['date', 'datetime']

const isTime = (kind: ValueKind) => TIMES.includes(kind)

export function totalWords(total: TotalKind, kind: ValueKind): string {
  if (isTime(kind) && (total === 'min' || total === 'max')) return total === 'min' ? 'Earliest' : 'Latest'
  return WORDS[total]
}

/** A computed column may hold numbers, whatever it is shown as. */
export function totalsFor({ kind, computed }: Pick<GridColumn, 'kind' | 'computed'>): TotalKind[] {
  if (isTime(kind)) return ['filled', 'unique', 'min', 'max']
  if (NUMBERS.includes(kind) || (computed && kind === 'text'))
    return ['filled', 'unique', 'sum', 'average', 'min', 'max']
  return ['filled', 'unique']
}

const SHARES = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 })

/** The value alone; a dash where the rows have none. */
export function totalText(total: TotalKind, value: TotalValue | undefined, kind: ValueKind): string {
  if (value === null || value === undefined) return '–'
  if (total === 'filled') return SHARES.format(Number(value))
  if (total === 'unique') return display(value, 'number').text
  return display(typeof value === 'number' ? rounded(value) : value, kind).text
}

/** An average of whole numbers has no end; those of thousands are read without cents. */
const rounded = (value: number) => (Math.abs(value) >= 1000 ? Math.round(value) : Math.round(value * 100) / 100)

/** The choices for columns that are shown, in the order of the columns. */
export function shownTotals(
  columns: readonly Pick<GridColumn, 'id' | 'kind'>[],
  choices: TotalChoices | undefined,
): { column_id: string; total: TotalKind; kind: ValueKind }[] {
  return columns.flatMap(({ id, kind }) => {
    const total = choices?.[id]
    return total === undefined ? [] : [{ column_id: id, total, kind }]
  })
}

/** The choices with one more, another, or one less. */
export function withTotal(choices: TotalChoices | undefined, columnId: string, total: TotalKind | null): TotalChoices {
  const { [columnId]: _, ...others } = choices ?? {}
  return total === null ? others : { ...others, [columnId]: total }
}
