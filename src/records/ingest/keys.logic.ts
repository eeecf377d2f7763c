// Members of ingested rows that no column is called: which there are, and what column each would become.

import { MAX_COLUMN_NAME } from '../../engine/columns/column-parts.schema.ts'
import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import type { InputColumn } from '../../engine/columns/kinds/input.kind.ts'
import { nameKey } from '../../engine/values/template.ts'
import { cutText } from '../../kernel/cut-text.ts'
import { ItemFault } from '../../platform/http/checks/item-fault.ts'

/** New columns that one call may make; members beyond them are left out. */
const MAX_NEW_COLUMNS = 50

export interface UnknownKey {
  key: string
  /** The first row that has it. */
  index: number
  values: unknown[]
}

/** Each once, however it is written: names of columns know no case. */
export function unknownKeysOf(rows: readonly unknown[], find: (key: string) => ColumnConfig | undefined): UnknownKey[] {
  const unknown = new Map<string, UnknownKey>()
  for (const [index, row] of rows.entries()) {
    if (typeof row !== 'object' || row === null || Array.isArray(row) || row instanceof ItemFault) continue
    for (const [key, value] of Object.entries(row)) {
      const name = columnNameOf(key)
      if (name === '' || find(key)) continue
      const same = unknown.get(nameKey(name))
      if (same) same.values.push(value)
      else if (unknown.size < MAX_NEW_COLUMNS) unknown.set(nameKey(name), { key, index, values: [value] })
    }
  }
  return [...unknown.values()]
}

export function columnNameOf(key: string): string {
  return cutText(key.normalize('NFC').trim().replace(/\s+/g, ' '), MAX_COLUMN_NAME)
}

/** The type whose values these plainly are; text when they differ or are blank. */
export function typeOfValues(values: readonly unknown[]): InputColumn['input_type'] {
  const kinds = new Set(values.filter((value) => value !== null && value !== '').map((value) => typeof value))
  if (kinds.size !== 1) return 'text'
  if (kinds.has('number')) return 'number'
  if (kinds.has('boolean')) return 'checkbox'
  return kinds.has('object') ? 'json' : 'text'
}
