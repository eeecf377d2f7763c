// Rows with column names in place of ids, as models and people write them, and filters the other way round.
import type { Filter } from '../../engine/filter/filter.schema.ts'
import type { Sort } from '../../engine/filter/sort.schema.ts'
import { nameKey } from '../../engine/values/template.ts'
import { cutText } from '../../kernel/cut-text.ts'
import { refuseField } from '../../kernel/errors.ts'
import type { Json, JsonObject } from '../../kernel/json.ts'
import { mapFields } from '../../records/store/columns/columns.logic.ts'

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

/** Longest text of one value: a page of text in a cell must not fill a model's context. */
const LONGEST = 1_000

/** Rows with the names of their columns once; `states`: of cells that have no plain value, their status and why. */
export function tableOf(rows: readonly ApiRow[], columns: readonly NamedColumn[]) {
  const states = rows.flatMap(({ row_id, enrichments }) =>
    columns.flatMap(({ id, name, type }) => {
      const cell = type === 'input' ? undefined : enrichments[id]
      if (!cell || cell.status === 'complete') return []
      const state = cell.detail ? `${cell.status}: ${cutText(cell.detail, 200)}` : cell.status
      return [{ row_id, column: name, state }]
    }),
  )
  const items = rows.map(({ row_id, data, enrichments }) => [
    row_id,
    ...columns.map(({ id, type }) => cut((type === 'input' ? data[id] : enrichments[id]?.value) ?? null)),
  ])
  return { columns: ['row_id', ...columns.map(({ name }) => name)], items, states }
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
