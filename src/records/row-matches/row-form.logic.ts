// What of a row is compared: the columns whose names or types say what they hold, as far as their values can be that, in the normal form of their kinds.
import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import { isFirmIdentifier, roleByValues, rolesOf } from '../../engine/matching/column-roles.ts'
import { areRolesOfPeople, type ColumnRole, fieldsOf, type MatchField } from '../../engine/matching/match-fields.ts'
import { type NormalRecord, normalRecord } from '../../engine/matching/prepared.ts'
import { type Row, referencedValue } from '../../engine/values/row.ts'
import type { Json } from '../../kernel/json.ts'
import { leadFieldOf } from '../store/columns/lead-fields.logic.ts'

export interface RowForm {
  fields: readonly MatchField[]
  /** Columns that are read, in the order of the workbook. */
  column_ids: readonly string[]
  /** By field the column that it is made of first. */
  column_of: readonly string[]
  formOf(row: Row): NormalRecord
}

type Role = ColumnRole['role']

const ROLE_OF_TYPE: Readonly<Record<string, Role>> = { email: 'email', phone: 'phone', url: 'domain' }

/** What the fields of a lead are compared as, which columns name in many languages. */
export const ROLE_OF_FIELD: Readonly<Record<string, Role>> = {
  company: 'firm',
  domain: 'domain',
  website: 'domain',
  contact_person: 'full_name',
  first_name: 'given_name',
  last_name: 'surname',
  email: 'email',
  phone: 'phone',
  address: 'street',
  house_number: 'street_number',
  address_line_2: 'place',
  city: 'city',
  postcode: 'postcode',
  state: 'region',
  country: 'country',
  linkedin_url: 'identifier',
}

/** Rows that are sampled to recognize what columns hold. */
export const SAMPLED_ROWS = 200

/**
 * Columns of every type count, with what was found for them; those that do not help to identify a row are left out. A column is what its
 * name says as far as the values of the sample can be that.
 */
export function rowFormOf(columns: readonly ColumnConfig[], sample: readonly Row[]): RowForm {
  const roles = rolesOfColumns(columns, sample).map(({ column, role }): ColumnRole => ({ column: column.id, role }))
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

/** What each column holds; without those that say nothing of what a row is, or whose values cannot be what their name says. */
export function rolesOfColumns(
  columns: readonly ColumnConfig[],
  sample: readonly Row[],
): { column: ColumnConfig; role: Role }[] {
  const named = columns.filter(mayBeCompared).flatMap((column) => {
    const values = sample.slice(0, SAMPLED_ROWS).map((row) => textOf(referencedValue(row, column.id)))
    const role = roleByValues(namedRoles(column), values)
    return role === null ? [] : [{ column, role }]
  })
  const firms = named.filter(({ role }) => role === 'firm').length
  const told = named.map(({ column, role }) => {
    // Beside the name of a firm, a name is that of a person.
    const isPerson = role === 'firm' && firms > 1 && leadFieldOf(column.name) === 'contact_person'
    return { column, role: isPerson ? ('full_name' as const) : role }
  })
  if (!areRolesOfPeople(told)) return told
  return told.filter(({ column, role }) => role !== 'identifier' || !isFirmIdentifier(column.name))
}

/** Whether the name or the type of a column says what it holds. */
export const mayBeCompared = (column: ColumnConfig) => column.type !== 'output' && namedRoles(column).length > 0

/** What a column may hold by its name and its type, the likeliest first. */
function namedRoles(column: ColumnConfig): Role[] {
  const known = [
    ROLE_OF_FIELD[leadFieldOf(column.name) ?? ''],
    ROLE_OF_TYPE[String((column as { input_type?: unknown }).input_type)],
  ]
  return [...new Set([...rolesOf(column.name), ...known.flatMap((role) => role ?? [])])]
}

function textOf(value: Json): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  return Array.isArray(value) ? value.filter((part) => typeof part === 'string').join(', ') : ''
}
