// A lead as a row that waterfalls can read: its fields as columns, and what lookups often need and a lead does not hold as such.
import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import type { Row } from '../../engine/values/row.ts'
import type { Json, JsonObject } from '../../kernel/json.ts'
import { readPersonName } from '../../providers/names/person-name.ts'
import { customField, LEAD_COLUMNS } from '../../records/lead-facts/lead-field.logic.ts'
import { ownDomain } from '../../records/lead-facts/lead-keys.logic.ts'

const derived = (id: string, name: string): ColumnConfig => ({ id, name, type: 'input', input_type: 'text' })

/** The columns that steps refer to by name: `{{Domain}}`, `{{Contact}}`, `{{Site}}` (the website, else the domain, else that of the address). */
export const INPUT_COLUMNS: readonly ColumnConfig[] = [
  ...LEAD_COLUMNS.values(),
  derived('site', 'Site'),
  derived('first_name', 'First name'),
  derived('last_name', 'Last name'),
]

export function rowOf(lead: { id: number; data: JsonObject; created_at: Date; updated_at: Date }): Row {
  return {
    row_id: rowIdOf(lead.id),
    position: lead.id,
    created_at: lead.created_at.toISOString(),
    updated_at: lead.updated_at.toISOString(),
    lead_id: lead.id,
    source: null,
    data: { ...withDerived(lead.data), ...customValues(lead.data) },
    cells: {},
  }
}

export function withDerived(data: JsonObject): JsonObject {
  const site = data.website ?? data.domain ?? ownDomain(domainOfAddress(data.email))
  const name = typeof data.contact_person === 'string' ? readPersonName(data.contact_person) : undefined
  const known = typeof name === 'object' ? name : undefined
  return {
    ...data,
    ...(site !== undefined && site !== null && { site }),
    ...(known?.first && { first_name: known.first }),
    ...(known?.last && { last_name: known.last }),
  }
}

/** The values of `custom` under the names of their fields, as filters ask for them. */
function customValues({ custom }: JsonObject): JsonObject {
  if (typeof custom !== 'object' || custom === null || Array.isArray(custom)) return {}
  return Object.fromEntries(Object.entries(custom).map(([name, value]) => [customField(name), value]))
}

function domainOfAddress(email: Json | undefined): string | null {
  return typeof email === 'string' && email.includes('@') ? email.slice(email.lastIndexOf('@') + 1) : null
}

/** The id under which attempts at a lead are kept: that which the database gives the lead where it is read as a row. */
export function rowIdOf(leadId: number): string {
  const hex = leadId.toString(16).padStart(15, '0')
  return `00000000-0000-8000-8${hex.slice(0, 3)}-${hex.slice(3)}`
}
