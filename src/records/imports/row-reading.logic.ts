// Turns a record of a file into the values of a row, or says why it cannot be one.
import type { InputColumn } from '../../engine/columns.schema.ts'
import { canonicalJson, isEmpty, type JsonObject } from '../../kernel/json.ts'
import { coerce } from '../workbooks/coerce.logic.ts'
import type { CsvRecord } from './csv-reader.logic.ts'

export interface Mapped {
  index: number
  column: InputColumn
}

const MAX_CELL = 100_000

/** A row without any value holds nothing to import. */
export function isBlankRow({ fields }: CsvRecord): boolean {
  return fields.every((field) => field === '' || field.trim() === '')
}

/** Why a row cannot be imported; null when it can. Values that are missing at its end are blanks. */
export function problemOfRow({ fields }: CsvRecord, names: readonly string[]): string | null {
  for (let index = names.length; index < fields.length; index++)
    if (fields[index]?.trim()) return `it has ${fields.length} values, but the file has ${names.length} columns`
  for (const [index, field] of fields.entries())
    if (field.length > MAX_CELL) return `"${names[index]}" has more than 100,000 characters`
  return null
}

/** The values by column id, read by the types of the columns; blanks are left out. */
export function dataOf({ fields }: CsvRecord, mapped: readonly Mapped[]): JsonObject {
  const data: JsonObject = {}
  for (const { index, column } of mapped) {
    const field = fields[index]
    if (field === undefined || field === '') continue
    const value = coerce(field, column.input_type)
    if (value !== null) data[column.id] = value
  }
  return data
}

/** A row's values with those of the file; null when nothing changes. */
export function merge(stored: JsonObject, data: JsonObject, policy: 'overwrite' | 'fill_blanks'): JsonObject | null {
  let merged: JsonObject | null = null
  for (const [id, value] of Object.entries(data)) {
    const old = stored[id] ?? null
    if (policy === 'fill_blanks' ? !isEmpty(old) : old === value || canonicalJson(old) === canonicalJson(value))
      continue
    merged ??= { ...stored }
    merged[id] = value
  }
  return merged
}
