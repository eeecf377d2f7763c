// What a caller may write into a row: values by column id or name, read by the column's type.
import type { ColumnConfig } from '../../../engine/columns/columns.schema.ts'
import { coerce } from '../../../engine/values/coerce.ts'
import { nameKey } from '../../../engine/values/template.ts'
import type { FieldError } from '../../../kernel/errors.ts'
import type { Json, JsonObject } from '../../../kernel/json.ts'

/** Finds the column that a key of `data` means: its id, or its name in any case. */
export function columnByKey(columns: readonly ColumnConfig[]): (key: string) => ColumnConfig | undefined {
  const byId = new Map(columns.map((column) => [column.id, column]))
  const byName = new Map(columns.map((column) => [nameKey(column.name), column]))
  return (key) => byId.get(key) ?? byName.get(nameKey(key))
}

/** The values of one row by column id, null where the cell is emptied; notes in `problems` every key that is not to be written. */
export function readRowData(
  data: { [key: string]: unknown },
  find: (key: string) => ColumnConfig | undefined,
  loc: (string | number)[],
  problems: FieldError[],
): JsonObject {
  const values: JsonObject = {}
  for (const [key, value] of Object.entries(data)) {
    const column = find(key)
    const problem = problemOf(key, column, values)
    if (problem) problems.push({ loc: [...loc, key], ...problem, input: value })
    else if (column?.type === 'input') values[column.id] = coerce(value as Json, column.input_type)
  }
  return values
}

/** Why a key of a row is not to be written; `values` are those of the keys before it. */
export function problemOf(
  key: string,
  column: ColumnConfig | undefined,
  values: { [column: string]: unknown },
): { type: string; msg: string } | null {
  if (!column) return { type: 'unknown_column', msg: `There is no column "${key}"` }
  if (column.type !== 'input')
    return { type: 'computed_column', msg: `"${column.name}" is computed; override one of its cells instead` }
  if (Object.hasOwn(values, column.id)) return { type: 'duplicate_column', msg: `"${column.name}" is given twice` }
  return null
}

/** A row's stored values after a change: a null takes the value away. */
export function mergeData(stored: JsonObject, change: JsonObject): JsonObject {
  const merged: JsonObject = {}
  for (const id of Object.keys(stored)) {
    const value = change[id] === undefined ? stored[id] : change[id]
    if (value !== null && value !== undefined) merged[id] = value
  }
  for (const id of Object.keys(change)) {
    const value = change[id]
    if (value !== null && value !== undefined && stored[id] === undefined) merged[id] = value
  }
  return merged
}
