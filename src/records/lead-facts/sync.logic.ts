// Converts between rows and leads: which columns hold which fields, and the values in both directions.
import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import { hasAnswer, type Row } from '../../engine/values/row.ts'
import { problemOfSize } from '../../engine/values/value-size.ts'
import { canonicalJson, isEmpty, type Json, type JsonObject } from '../../kernel/json.ts'
import { type NamePart, takeNameApart } from '../../providers/names/joined-name.ts'
import { FIELD_OF_PART, isFamilyFirst, leadTargetsOf } from '../store/columns/lead-fields.logic.ts'
import { fieldsOfColumns } from './lead-columns.logic.ts'
import { FIELD } from './lead-field.logic.ts'
import { type GivenValue, REPEATED_TARGETS, readGiven, takeAddressApart } from './lead-intake.logic.ts'

/** A column that holds a field of leads, or a part of one. */
export interface FieldColumn {
  column: ColumnConfig
  target: string
}

/** Columns that only say what other columns do, or what was sent. */
const SAYS_NOTHING_NEW: ReadonlySet<string> = new Set(['lead_field', 'formula', 'lookup', 'output', 'match'])

/**
 * The columns of each field by priority: columns that users fill, then columns with found values. Columns for which there is no field are
 * those of `custom`, each under its name.
 */
export function columnsOfFields(columns: readonly ColumnConfig[]): Map<string, FieldColumn[]> {
  const inputs = fieldsOfColumns(columns)
  const fields = new Map<string, FieldColumn[]>()
  const add = (target: string | undefined, column: ColumnConfig) => {
    const field = FIELD_OF_PART.get(target ?? '') ?? target
    if (target !== undefined && field !== undefined && FIELD.has(field))
      fields.set(field, [...(fields.get(field) ?? []), { column, target }])
  }
  const own = columns.filter(({ type }) => type === 'input')
  const found = columns.filter(({ type }) => type !== 'input' && type !== 'lead_field')
  for (const list of [own, found]) {
    const targets = leadTargetsOf(list.map(({ name }) => name))
    const isWhole = (index: number) => !FIELD_OF_PART.has(targets[index] ?? '')
    for (const [index, column] of list.entries()) {
      const target = targets[index]
      const isMore = target === 'email' || !isWhole(index)
      add(list === own ? (inputs.get(column.id) ?? (isMore ? target : undefined)) : target, column)
    }
  }
  const taken = new Set([...fields.values()].flatMap((of) => of.map(({ column }) => column.id)))
  const others = columns.filter(({ id, type }) => !taken.has(id) && !SAYS_NOTHING_NEW.has(type))
  const custom = [...(fields.get('custom') ?? []), ...others.map((column) => ({ column, target: 'custom' }))]
  if (custom.length > 0) fields.set('custom', custom)
  return fields
}

export interface RowsLead {
  data: JsonObject
  provenance: Record<string, JsonObject>
  hints: ReadonlySet<string>
}

/** The values of a row under the names of lead fields; of fields with one of these columns alone when some are named. Blanks say nothing. */
export function leadOfRow(
  row: Row,
  fields: ReadonlyMap<string, readonly FieldColumn[]>,
  workbookId: string,
  touched: readonly string[] | 'all',
): RowsLead {
  const columns: FieldColumn[] = []
  const given: GivenValue[] = []
  const isTouched = ({ column }: FieldColumn) => touched === 'all' || touched.includes(column.id)
  for (const [field, of] of fields) {
    if (field === 'custom') {
      for (const one of of.filter(isTouched)) {
        const value = valueIn(row, one.column)
        if (isEmpty(value) || !isPlain(value) || problemOfSize(one.column.name, value) !== null) continue
        columns.push(one)
        given.push({ target: 'custom', name: one.column.name, value })
      }
      continue
    }
    if (!of.some(isTouched)) continue
    const filled = of.flatMap((one) => {
      const value = valueIn(row, one.column)
      return isEmpty(value) ? [] : [{ one, value }]
    })
    // A found value counts only where the user entered none; a second name or address is ignored.
    const isOwn = filled.some(({ one }) => one.column.type === 'input')
    const said = filled.filter(({ one }) => (one.column.type === 'input') === isOwn)
    for (const { one, value } of said) {
      const isMore = given.some(({ target }) => target === one.target)
      if (isMore && !(isOwn && REPEATED_TARGETS.has(one.target))) continue
      columns.push(one)
      given.push({ target: one.target, name: one.column.name, value })
    }
  }
  const { data, from, hints } = readGiven(given)
  const provenance = Object.fromEntries(
    [...from].flatMap(([field, place]) => {
      const one = columns[place]
      return one ? [[field, fromOf(row, one.column, workbookId)]] : []
    }),
  )
  return { data, provenance, hints }
}

/** What a cell shows as a text. The answers of lookups with many parts are no value of a lead. */
const isPlain = (value: Json) => [value].flat().every((one) => typeof one !== 'object')

function valueIn(row: Row, column: ColumnConfig): Json {
  if (column.type === 'input') return row.data[column.id] ?? null
  const cell = row.cells[column.id]
  return hasAnswer(cell) ? (cell?.value ?? null) : null
}

function fromOf(row: Row, column: ColumnConfig, workbookId: string): JsonObject {
  const place = { source: 'workbook', workbook_id: workbookId, row_id: row.row_id }
  const cell = row.cells[column.id]
  if (column.type === 'input' || !cell)
    return { ...place, method: 'manual', license: 'user-provided', fetched_at: row.updated_at }
  const { provider, license, confidence, run_id, updated_at } = cell
  const found = { provider, license, confidence, run_id, fetched_at: updated_at }
  const known = Object.fromEntries(Object.entries(found).filter(([, value]) => value !== null))
  return { ...place, method: 'api', ...known, ...(cell.status === 'unverified' && { unverified: true }) }
}

/** The row's own values where the lead says otherwise; null when it says nothing new. `blanks`: only what the row lacks. */
export function rowOfLead(
  data: JsonObject,
  lead: JsonObject,
  fields: ReadonlyMap<string, readonly FieldColumn[]>,
  wanted: readonly string[] | null,
  blanks: boolean,
): JsonObject | null {
  const next: JsonObject = { ...data }
  for (const [field, columns] of fields) {
    const own = columns.filter(({ column }) => column.type === 'input')
    if (field === 'custom') {
      if (!wanted || wanted.includes(field)) Object.assign(next, customIn(data, lead, own, blanks))
      continue
    }
    const value = lead[field] ?? null
    if (value === null || own[0] === undefined || (wanted && !wanted.includes(field))) continue
    if (blanks && own.some(({ column }) => !isEmpty(data[column.id]))) continue
    const given = own.map(({ column, target }) => ({ target, name: column.name, value: data[column.id] ?? null }))
    if (canonicalJson(readGiven(given).data[field] ?? null) === canonicalJson(value)) continue
    for (const [id, part] of partsIn(field, own, value)) {
      if (isEmpty(part)) delete next[id]
      else next[id] = part
    }
  }
  return canonicalJson(next) === canonicalJson(data) ? null : next
}

/** What `custom` of the lead says otherwise under the names of these columns. */
function customIn(data: JsonObject, lead: JsonObject, own: readonly FieldColumn[], blanks: boolean): JsonObject {
  const { custom } = lead
  if (typeof custom !== 'object' || custom === null || Array.isArray(custom)) return {}
  return Object.fromEntries(
    own.flatMap(({ column }): [string, Json][] => {
      const value = custom[column.name] ?? null
      const before = data[column.id] ?? null
      if (isEmpty(value) || !isPlain(value) || (blanks && !isEmpty(before))) return []
      const said = readGiven([{ target: 'custom', name: column.name, value: before }]).data.custom as
        | JsonObject
        | undefined
      return canonicalJson(said?.[column.name] ?? null) === canonicalJson(value)
        ? []
        : [[column.id, shownIn(column, value)]]
    }),
  )
}

/** The value for each column of a field: the whole field, or a part of it. */
function partsIn(field: string, columns: readonly FieldColumn[], value: Json): [id: string, part: Json][] {
  const [first] = columns
  if (first === undefined) return []
  const parts = columns.filter(({ target }) => FIELD_OF_PART.has(target))
  if (typeof value !== 'string' || parts.length === 0) return [[first.column.id, shownIn(first.column, value)]]
  const apart = field === 'address' ? takeAddressApart(value, parts.map(partOf)) : nameIn(value, parts)
  const whole = columns.find(({ target }) => target === field)
  const rest = field === 'address' ? (apart.address ?? value) : value
  return [
    ...(whole ? [[whole.column.id, rest] as [string, Json]] : []),
    ...parts.map(({ column, target }): [string, Json] => [column.id, apart[target] ?? '']),
  ]
}

const partOf = ({ target, column }: FieldColumn) => ({ target, name: column.name })

function nameIn(name: string, parts: readonly FieldColumn[]): JsonObject {
  const wanted = new Set(parts.map(({ target }) => target as NamePart))
  const apart = takeNameApart(
    name,
    wanted,
    parts.some(({ column }) => isFamilyFirst(column.name)),
  )
  return Object.fromEntries(Object.entries(apart).map(([part, text]) => [part, text ?? '']))
}

function shownIn(column: ColumnConfig, value: Json): Json {
  const type = column.type === 'input' ? column.input_type : 'text'
  return Array.isArray(value) && type !== 'multi_select' && type !== 'json' ? value.join(', ') : value
}
