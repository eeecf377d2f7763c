// Which columns of a workbook stand for which fields of a lead.
import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import { leadColumns } from '../store/lead-fields.logic.ts'
import { LEAD_FIELDS } from './lead-field.logic.ts'

const BY_NAME = new Map(LEAD_FIELDS.flatMap(({ name, label }) => [name, label.toLowerCase()].map((key) => [key, name])))

/** Which input column shows which field: by the name of the field, else by what the name of the column means. */
export function fieldsOfColumns(columns: readonly ColumnConfig[]): Map<string, string> {
  const fields = new Map<string, string>()
  const taken = new Set<string>()
  const give = (columnId: string, field: string | undefined) => {
    if (field === undefined || fields.has(columnId) || taken.has(field)) return
    fields.set(columnId, field)
    taken.add(field)
  }
  for (const column of columns)
    if (column.type === 'input') give(column.id, BY_NAME.get(column.name.trim().toLowerCase()))
  for (const [field, columnId] of leadColumns(columns)) give(columnId, field)
  return fields
}
