// Where a written row goes in the index of a view, decided by what its writer knows, without asking the database.
//
// engine/filter.ts and engine/sort.ts mean what the SQL of a question means, which a property in records/query holds them to. What the
// writer does not know (cells of a row that was there before, times) is left to that SQL.
import type { ColumnConfig } from '../../engine/columns.schema.ts'
import { isComputed } from '../../engine/columns.ts'
import type { Filter, FilterLeaf } from '../../engine/filter.schema.ts'
import { leafValue } from '../../engine/filter.ts'
import { matchesKnown } from '../../engine/filter-known.ts'
import type { Row } from '../../engine/row.ts'
import type { Sort } from '../../engine/sort.schema.ts'
import { sortKeysOf } from '../../engine/sort.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { isNumericColumn, keyShapes } from '../query/sort-sql.logic.ts'
import type { KnownRow } from '../workbooks/follow.ts'
import { encodeKey } from './entry-key.logic.ts'

export type Move = 'stays' | 'leaves' | { key: Buffer }

interface Asked {
  filter: Filter | null
  sorts: readonly Sort[]
}

type Columns = ReadonlyMap<string, ColumnConfig>

/** What decides the moves of rows of a workbook; null for rows that only the database can place. */
export function moverOf(all: readonly ColumnConfig[]): (asked: Asked, row: KnownRow) => Move | null {
  const columns: Columns = new Map(all.map((column) => [column.id, column]))
  // What is computed has its cells by now, in the transaction that added the row.
  const isPlain = !all.some(isComputed)
  return (asked, row) => moveOf(asked, row, columns, isPlain)
}

function moveOf({ filter, sorts }: Asked, row: KnownRow, columns: Columns, isPlain: boolean): Move | null {
  const isNew = row.before === null
  const isKnown = ({ field, on = 'value' }: Pick<FilterLeaf, 'field' | 'on'>) => {
    if (field === '$position' || field === '$row_id') return true
    if (on === 'invalid' || field.startsWith('$')) return false
    const column = columns.get(field)
    return column !== undefined && (column.type === 'input' || (isNew && isPlain))
  }
  const after = rowWith(row, row.after)
  const before = row.before === null ? null : rowWith(row, row.before)
  const was = before === null ? false : filter === null || matchesKnown(filter, before, isKnown)
  const is = filter === null || matchesKnown(filter, after, isKnown)
  if (is === null) return null
  if (!is) return was === false ? 'stays' : 'leaves'
  const key = keyOf(sorts, after, columns, isKnown)
  if (key === null) return null
  const isSame = before !== null && was === true && keyOf(sorts, before, columns, isKnown)?.equals(key)
  return isSame ? 'stays' : { key }
}

function keyOf(
  sorts: readonly Sort[],
  row: Row,
  columns: Columns,
  isKnown: (sort: Pick<Sort, 'field' | 'on'>) => boolean,
): Buffer | null {
  const isPlaced = (sort: Sort) => {
    // Lists and objects are ordered by their text, and numbers in it are written in many ways.
    const value = isKnown(sort) ? leafValue(sort, row) : {}
    return value === null || typeof value !== 'object'
  }
  if (!sorts.every(isPlaced)) return null
  const keys = sortKeysOf(sorts, row, (id) => isNumericColumn(columns.get(id)))
  return encodeKey(keyShapes(sorts), keys)
}

function rowWith({ id, position }: KnownRow, data: JsonObject): Row {
  return { row_id: id, position, created_at: '', updated_at: '', lead_id: null, source: null, data, cells: {} }
}
