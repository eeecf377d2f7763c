// Where a written row goes in the index of a view, decided by what its writer knows, without asking the database.
//
// engine/filter/filter.ts and engine/filter/sort.ts mean what the SQL of a question means, which a property in records/query holds them to. What the
// writer does not know (cells of a row that was there before, times) is left to that SQL.
import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import { isComputed } from '../../engine/columns/columns.ts'
import type { Filter, FilterLeaf } from '../../engine/filter/filter.schema.ts'
import { leafValue } from '../../engine/filter/filter.ts'
import { matchesKnown } from '../../engine/filter/filter-known.ts'
import type { Sort } from '../../engine/filter/sort.schema.ts'
import { sortKeysOf } from '../../engine/filter/sort.ts'
import type { Row } from '../../engine/values/row.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { isNumericColumn, keyShapes } from '../filters/sort-sql.logic.ts'
import type { KnownRow } from '../store/follow.ts'
import { type EntryKeys, encodeKeys } from './entry-key.logic.ts'

export type ViewMove = 'stays' | 'leaves' | { keys: EntryKeys }

interface Asked {
  filter: Filter | null
  sorts: readonly Sort[]
}

/** Decides the moves of rows in one view; null for a row that only the database can place. */
export type Mover = (row: KnownRow) => ViewMove | null

/** Makes what decides for a view of a workbook with these columns, read once for all rows. */
export function moverOf(all: readonly ColumnConfig[]): (asked: Asked) => Mover {
  const columns = new Map(all.map((column) => [column.id, column]))
  // What is computed has its cells by now, in the transaction that added the row.
  const isPlain = !all.some(isComputed)
  const isKnown = (isNew: boolean) => {
    return ({ field, on = 'value' }: Pick<FilterLeaf, 'field' | 'on'>) => {
      if (field === '$position' || field === '$row_id') return true
      if (on === 'invalid' || field.startsWith('$')) return false
      const column = columns.get(field)
      return column !== undefined && (column.type === 'input' || (isNew && isPlain))
    }
  }
  return ({ filter, sorts }) => {
    const shapes = keyShapes(sorts)
    const isNumeric = (id: string) => isNumericColumn(columns.get(id))
    const ofNew = { isKnown: isKnown(true), hasKey: sorts.every(isKnown(true)) }
    const ofOld = { isKnown: isKnown(false), hasKey: sorts.every(isKnown(false)) }

    function keysOf(row: Row): EntryKeys | null {
      // Lists and objects are ordered by their text, and numbers in it are written in many ways.
      for (const sort of sorts) {
        const value = leafValue(sort, row)
        if (value !== null && typeof value === 'object') return null
      }
      return encodeKeys(shapes, sortKeysOf(sorts, row, isNumeric))
    }

    return (row) => {
      const { isKnown, hasKey } = row.before === null ? ofNew : ofOld
      const after = rowWith(row, row.after)
      const before = row.before === null ? null : rowWith(row, row.before)
      const was = before === null ? false : filter === null || matchesKnown(filter, before, isKnown)
      const is = filter === null || matchesKnown(filter, after, isKnown)
      if (is === null) return null
      if (!is) return was === false ? 'stays' : 'leaves'
      const keys = hasKey ? keysOf(after) : null
      if (keys === null) return null
      const isSame = before !== null && was === true && isEqual(keysOf(before), keys)
      return isSame ? 'stays' : { keys }
    }
  }
}

const isEqual = (one: EntryKeys | null, other: EntryKeys) => one?.every((key, index) => key === other[index]) ?? false

function rowWith({ id, position }: KnownRow, data: JsonObject): Row {
  return { row_id: id, position, created_at: '', updated_at: '', lead_id: null, source: null, data, cells: {} }
}
