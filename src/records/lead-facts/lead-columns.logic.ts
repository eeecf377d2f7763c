// Which columns of a file, a workbook or a source stand for which fields of a lead.
import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import { leadColumns, leadTargetsOf, plain } from '../store/columns/lead-fields.logic.ts'
import { LEAD_FIELDS } from './lead-field.logic.ts'

const BY_NAME = new Map(LEAD_FIELDS.flatMap(({ name, label }) => [name, label.toLowerCase()].map((key) => [key, name])))
const BY_LABEL = new Map(
  LEAD_FIELDS.flatMap(({ name, label }) => [plain(name), plain(label)].map((key) => [key, name])),
)

/** What each column goes to by its name: a field of leads, or a part of one; undefined for any other. */
export function targetsByName(names: readonly string[]): (string | undefined)[] {
  const targets = leadTargetsOf(names)
  return names.map((name, index) => targets[index] ?? BY_LABEL.get(plain(name)))
}

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
