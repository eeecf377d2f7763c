// Rows with column names in place of ids, as models and people write them, and filters the other way round.
import type { Filter } from '../../engine/filter/filter.schema.ts'
import type { Sort } from '../../engine/filter/sort.schema.ts'
import { nameKey } from '../../engine/values/template.ts'
import { cutText } from '../../kernel/cut-text.ts'
import { refuseField } from '../../kernel/errors.ts'
import type { Json, JsonObject } from '../../kernel/json.ts'
import { mapFields } from '../../records/store/columns.logic.ts'

export interface NamedColumn {
  id: string
  name: string
  type: string
}

export interface ApiRow {
  row_id: string
  position: number
  data: JsonObject
  enrichments: Record<string, { value?: Json; status: string; provider?: string | null; detail?: string | null }>
  lead_id: number | null
}

export interface NamedRow {
  row_id: string
  values: JsonObject
  /** Cells that have no plain value: their status, and why. */
  states: Record<string, string>
}

/** Longest text of one value: a page of text in a cell must not fill a model's context. */
const LONGEST = 1_000

export function namedRow({ row_id, data, enrichments }: ApiRow, columns: readonly NamedColumn[]): NamedRow {
  const values: JsonObject = {}
  const states: Record<string, string> = {}
  for (const { id, name, type } of columns) {
    const cell = enrichments[id]
    const value = type === 'input' ? data[id] : cell?.value
    if (value !== undefined && value !== null) values[name] = cut(value)
    if (type !== 'input' && cell && cell.status !== 'complete')
      states[name] = cell.detail ? `${cell.status}: ${cutText(cell.detail, 200)}` : cell.status
  }
  return { row_id, values, states }
}

function cut(value: Json): Json {
  if (typeof value === 'string') return value.length > LONGEST ? `${cutText(value, LONGEST)}…` : value
  if (typeof value !== 'object' || value === null) return value
  const text = JSON.stringify(value)
  return text.length > 4 * LONGEST ? `${cutText(text, 4 * LONGEST)}…` : value
}

/** The id of a column that is called by its name or its id. @throws Refusal `invalid` that lists the names there are */
export function columnId(
  columns: readonly NamedColumn[],
  called: string,
  loc: (string | number)[] = ['column'],
): string {
  const found = columns.find(({ id }) => id === called) ?? columns.find(({ name }) => nameKey(name) === nameKey(called))
  const names = columns.map(({ name }) => `"${name}"`).join(', ')
  return found?.id ?? refuseField(loc, 'value_error', `There is no column "${called}". There are ${names}`, called)
}

const fieldId = (columns: readonly NamedColumn[]) => (field: string) =>
  field.startsWith('$') ? field : columnId(columns, /^\{\{(.*)\}\}$/.exec(field)?.[1] ?? field, ['filter'])

export function filterById(filter: Filter, columns: readonly NamedColumn[]): Filter {
  return mapFields(filter, fieldId(columns))
}

export function sortById(sort: readonly Sort[], columns: readonly NamedColumn[]): Sort[] {
  return sort.map((one) => ({ ...one, field: fieldId(columns)(one.field) }))
}
