// What of a row is compared: the columns whose names or types say what they hold, in the normal form of their kinds.
import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import { type ColumnRole, fieldsOf, type MatchField, roleOf } from '../../engine/matching/match-fields.ts'
import { type NormalRecord, normalRecord } from '../../engine/matching/prepared.ts'
import { type Row, referencedValue } from '../../engine/values/row.ts'
import type { Json } from '../../kernel/json.ts'
import { leadFieldOf } from '../store/lead-fields.logic.ts'

export interface RowForm {
  fields: readonly MatchField[]
  /** Columns that are read, in the order of the workbook. */
  column_ids: readonly string[]
  /** By field the column that it is made of first. */
  column_of: readonly string[]
  formOf(row: Row): NormalRecord
}

const ROLE_OF_TYPE: Readonly<Record<string, ColumnRole['role']>> = { email: 'email', phone: 'phone', url: 'domain' }

/** Columns of every type count, with what was found for them; those that do not help to identify a row are left out. */
export function rowFormOf(columns: readonly ColumnConfig[]): RowForm {
  const named = columns.flatMap((column) => {
    const role = roleOf(column.name) ?? ROLE_OF_TYPE[String((column as { input_type?: unknown }).input_type)]
    return role === undefined || column.type === 'output' ? [] : [{ column, role }]
  })
  const firms = named.filter(({ role }) => role === 'firm').length
  const roles = named.map(({ column, role }): ColumnRole => {
    // Beside the name of a firm, a name is that of a person.
    const isPerson = role === 'firm' && firms > 1 && leadFieldOf(column.name) === 'contact_person'
    return { column: column.id, role: isPerson ? 'full_name' : role }
  })
  const { fields, read } = fieldsOf(roles)
  const person = roles.find(({ role }) => role === 'full_name')?.column
  const ids = roles.map(({ column }) => column)
  return {
    fields,
    column_ids: ids,
    column_of: fields.map(({ name }) => (ids.includes(name) ? name : (person ?? name))),
    formOf: (row) =>
      normalRecord(fields, read(Object.fromEntries(ids.map((id) => [id, textOf(referencedValue(row, id))])))),
  }
}

function textOf(value: Json): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  return Array.isArray(value) ? value.filter((part) => typeof part === 'string').join(', ') : ''
}
