// What a row says of its lead, and what a lead says to a row: the columns that stand for fields, and values read both ways.
import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import { hasAnswer, type Row } from '../../engine/values/row.ts'
import { canonicalJson, isEmpty, type Json, type JsonObject } from '../../kernel/json.ts'
import { leadFieldOf } from '../store/lead-fields.logic.ts'
import { fieldsOfColumns } from './lead-columns.logic.ts'
import { FIELD, readField } from './lead-field.logic.ts'

/** The columns of each field in the order in which they are believed: what people fill first, then what was found. */
export function columnsOfFields(columns: readonly ColumnConfig[]): Map<string, ColumnConfig[]> {
  const inputs = fieldsOfColumns(columns)
  const fields = new Map<string, ColumnConfig[]>()
  const add = (field: string | undefined, column: ColumnConfig) => {
    if (field !== undefined && FIELD.has(field)) fields.set(field, [...(fields.get(field) ?? []), column])
  }
  for (const column of columns) if (column.type === 'input') add(inputs.get(column.id), column)
  for (const column of columns)
    if (column.type !== 'input' && column.type !== 'lead_field') add(leadFieldOf(column.name), column)
  return fields
}

export interface RowsLead {
  data: JsonObject
  provenance: Record<string, JsonObject>
}

/** The values of a row under the names of lead fields; of these columns alone when some are named. Blanks say nothing. */
export function leadOfRow(
  row: Row,
  fields: ReadonlyMap<string, readonly ColumnConfig[]>,
  workbookId: string,
  touched: readonly string[] | 'all',
): RowsLead {
  const said: RowsLead = { data: {}, provenance: {} }
  for (const [field, columns] of fields) {
    if (touched !== 'all' && !columns.some(({ id }) => touched.includes(id))) continue
    for (const column of columns) {
      const cell = row.cells[column.id]
      const value = column.type === 'input' ? row.data[column.id] : hasAnswer(cell) ? cell?.value : null
      const read = readField(field, value ?? null)
      if (read === null || isEmpty(read)) continue
      said.data[field] = read
      said.provenance[field] = fromOf(row, column, workbookId)
      break
    }
  }
  return said
}

function fromOf(row: Row, column: ColumnConfig, workbookId: string): JsonObject {
  const place = { source: 'workbook', workbook_id: workbookId, row_id: row.row_id }
  const cell = row.cells[column.id]
  if (column.type === 'input' || !cell)
    return { ...place, method: 'manual', license: 'user-provided', fetched_at: row.updated_at }
  const { provider, license, confidence, run_id, updated_at } = cell
  const found = { provider, license, confidence, run_id, fetched_at: updated_at }
  return { ...place, method: 'api', ...Object.fromEntries(Object.entries(found).filter(([, value]) => value !== null)) }
}

/** The row's own values where the lead says otherwise; null when it says nothing new. `blanks`: only what the row lacks. */
export function rowOfLead(
  data: JsonObject,
  lead: JsonObject,
  fields: ReadonlyMap<string, readonly ColumnConfig[]>,
  wanted: readonly string[] | null,
  blanks: boolean,
): JsonObject | null {
  const next: JsonObject = { ...data }
  let changed = false
  for (const [field, columns] of fields) {
    const [column] = columns
    const value = lead[field] ?? null
    if (value === null || column?.type !== 'input' || (wanted && !wanted.includes(field))) continue
    const own = data[column.id]
    if (blanks && !isEmpty(own)) continue
    if (canonicalJson(readField(field, own ?? null)) === canonicalJson(value)) continue
    next[column.id] = shownIn(column.input_type, value)
    changed = true
  }
  return changed ? next : null
}

function shownIn(type: string, value: Json): Json {
  return Array.isArray(value) && type !== 'multi_select' && type !== 'json' ? value.join(', ') : value
}
