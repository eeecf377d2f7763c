// Turns a record of a file into the values of a row, or says why it cannot be one.
import type { InputColumn } from '../../engine/columns/kinds/input.kind.ts'
import { problemOfSize } from '../../engine/values/value-size.ts'
import { displayText } from '../../kernel/csv-text.ts'
import { cutText, ownText } from '../../kernel/cut-text.ts'
import { canonicalJson, isEmpty, type Json, type JsonObject } from '../../kernel/json.ts'
import { asChoice } from './choices.logic.ts'
import type { FileRecord } from './formats/table-file.ts'
import { type HowToReadValues, readValue } from './value-reading.logic.ts'

export interface MappedFileColumn extends ReadColumn {
  index: number
}

const MAX_EXAMPLES = 3
const EXAMPLE_CHARS = 200

/** A row without any value holds nothing to import. */
export function isBlankRow({ fields, fault }: FileRecord): boolean {
  if (fault !== undefined) return false
  return fields.every((field) => field === null || (typeof field === 'string' && (field === '' || field.trim() === '')))
}

/** Why a row cannot be imported; null when it can. Values that are missing at its end are blanks. */
export function problemOfRow({ fields, fault }: FileRecord, names: readonly string[]): string | null {
  if (fault !== undefined) return fault
  for (let index = names.length; index < fields.length; index++)
    if (!isEmpty(fields[index])) return `it has ${fields.length} values, but the file has ${names.length} columns`
  for (let index = 0; index < fields.length; index++) {
    const problem = problemOfSize(names[index] ?? '', fields[index] ?? null)
    if (problem !== null) return problem
  }
  return null
}

/** What of a file column did not parse. */
export interface UnparsedValues {
  count: number
  examples: string[]
}

/** The values that did not parse, by file column. */
export type Tally = Map<number, UnparsedValues>

/** The values by column id, read by the types of the columns, blanks left out; or why the row is refused. */
export function readRow(
  record: FileRecord,
  names: readonly string[],
  mapped: readonly MappedFileColumn[],
  tally: Tally,
): { data: JsonObject; reason: string | null } {
  const problem = problemOfRow(record, names)
  if (problem !== null) return { data: {}, reason: problem }
  return readValues(
    mapped,
    ({ index }) => record.fields[index],
    ({ index }, text) => note(tally, index, text),
  )
}

/** A column that values go to, and how these are read. */
export interface ReadColumn extends HowToReadValues {
  column: InputColumn
}

/** What a row says nothing is refused for, wherever it comes from. */
const NO_VALUE = 'It has no value for any column'

/**
 * The one reader of rows that are brought: by files, by calls and by sources. What is not of the type of its column is kept as text, left out
 * or refuses the row, as its mapping says.
 */
export function readValues<C extends ReadColumn>(
  mapped: readonly C[],
  given: (one: C) => Json | undefined,
  onUnfit: (one: C, text: string) => void = () => {},
): { data: JsonObject; reason: string | null } {
  const data: JsonObject = {}
  let reason: string | null = null
  let isBlank = true
  for (const one of mapped) {
    const { column } = one
    const field = given(one)
    if (field === undefined || field === null || field === '') continue
    reason ??= problemOfSize(column.name, field)
    const { value, fits } = readValue(asColumnHolds(field, column), column.input_type, one)
    if (!fits) {
      const text = displayText(field)
      onUnfit(one, text)
      if (one.unparsed === 'blank') continue
      if (one.unparsed === 'reject')
        reason ??= `"${column.name}" is not ${WORDS[column.input_type] ?? 'of its type'}: ${cutText(text, EXAMPLE_CHARS)}`
    }
    if (value === null) continue
    data[column.id] = column.options === undefined ? value : asChoice(value, column.options)
    isBlank = false
  }
  return { data, reason: reason ?? (isBlank ? NO_VALUE : null) }
}

/** Lists and objects are text where the column holds no structure. */
function asColumnHolds(value: Json, { input_type }: InputColumn): Json {
  if (typeof value !== 'object' || value === null || input_type === 'json' || input_type === 'multi_select')
    return value
  return JSON.stringify(value)
}

const WORDS: { [type: string]: string } = {
  number: 'a number',
  currency: 'an amount',
  datetime: 'a date and time',
  percent: 'a percentage',
  checkbox: 'yes or no',
  date: 'a date',
  email: 'an e-mail address',
  url: 'a web address',
  phone: 'a phone number',
  json: 'JSON',
}

export function note(tally: Tally, index: number, text: string): void {
  const known = tally.get(index) ?? { count: 0, examples: [] }
  tally.set(index, known)
  known.count++
  if (known.examples.length >= MAX_EXAMPLES) return
  const example = cutText(text, EXAMPLE_CHARS)
  if (!known.examples.includes(example)) known.examples.push(ownText(example))
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
