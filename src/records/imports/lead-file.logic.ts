// A file as leads: which field each of its columns means, and what of a row is a lead.
import { displayText } from '../../kernel/csv-text.ts'
import { type FieldError, refuse } from '../../kernel/errors.ts'
import type { Json, JsonObject } from '../../kernel/json.ts'
import { FIELD, LEAD_FIELDS, readField } from '../lead-facts/lead-field.logic.ts'
import type { FileRecord, TableFile } from '../reading/formats/table-file.ts'
import { problemOfRow } from '../reading/row-reading.logic.ts'
import { leadFieldOf, plain } from '../store/lead-fields.logic.ts'
import type { LeadImportOptions } from './lead-transfer.schema.ts'

const MOST_CUSTOM = 100

/** The field that a column goes to; null: nowhere. */
export type FieldTarget = { field: string; name: string } | null

type OnInvalid = (index: number, text: string) => void

/** The lead that a row holds, or why it holds none. */
export function readLead(
  record: FileRecord,
  names: readonly string[],
  targets: readonly FieldTarget[],
  onInvalid: OnInvalid = () => {},
): { data: JsonObject; reason: null } | { data: null; reason: string } {
  const problem = problemOfRow(record, names)
  if (problem !== null) return { data: null, reason: problem }
  const data = leadOf(record, targets, onInvalid)
  return Object.keys(data).every((field) => field === 'kind' || field === 'status')
    ? { data: null, reason: 'Nothing in this row is a value of a lead' }
    : { data, reason: null }
}

const MOST_REJECTED = 100

/** Counts a row that is no lead; the first of them are named. */
export function reject(
  told: { rejected: number; rejected_rows: { line: number; reason: string }[] },
  line: number,
  reason: string,
): void {
  told.rejected++
  if (told.rejected_rows.length < MOST_REJECTED) told.rejected_rows.push({ line, reason })
}

const BY_LABEL = new Map(
  LEAD_FIELDS.flatMap(({ name, label }) => [plain(name), plain(label)].map((key) => [key, name])),
)

/** The field of a lead that a header means; undefined when it is none. */
function fieldOfHeader(name: string): string | undefined {
  return leadFieldOf(name) ?? BY_LABEL.get(plain(name))
}

/** Where each column goes; refuses (422) a mapping that is wrong: none twice to one field, others by their name into `custom`. */
export function targetsOf(file: Pick<TableFile, 'names'>, { mapping, others }: LeadImportOptions): FieldTarget[] {
  const targets: FieldTarget[] = file.names.map(() => null)
  const taken = new Set<string>()
  const faults: FieldError[] = []
  for (const [place, { index, field }] of (mapping ?? []).entries()) {
    const fault = (type: string, msg: string) =>
      faults.push({ loc: ['body', 'options', 'mapping', place], type, msg, input: index })
    if (index >= file.names.length) fault('value_error', `The file has only ${file.names.length} columns`)
    else if (field !== null && field !== 'custom' && taken.has(field))
      fault('duplicate_target', `Two columns go to "${field}"; only one can`)
    else if (field !== null) targets[index] = { field, name: file.names[index] ?? '' }
    if (field !== null) taken.add(field)
  }
  if (faults.length > 0) refuse('invalid', faults[0]?.msg ?? '', { fields: faults })
  if (mapping) return targets
  for (const [index, name] of file.names.entries()) {
    const field = fieldOfHeader(name)
    if (field !== undefined && !taken.has(field)) {
      taken.add(field)
      targets[index] = { field, name }
    } else if (others === 'custom') targets[index] = { field: 'custom', name }
  }
  return targets
}

/** The values of a row by field; values that do not fit their field go to `onInvalid`. */
function leadOf(record: FileRecord, targets: readonly FieldTarget[], onInvalid: OnInvalid): JsonObject {
  const data: JsonObject = {}
  const custom: [string, Json][] = []
  for (const [index, target] of targets.entries()) {
    const value = record.fields[index] ?? null
    if (target === null || value === null) continue
    if (target.field === 'custom') {
      const text = typeof value === 'string' ? value.trim() : value
      if (text !== '' && custom.length < MOST_CUSTOM) custom.push([target.name, text])
      continue
    }
    const read = readField(target.field, FIELD.get(target.field)?.type === 'multi_select' ? value : plainValue(value))
    if (read !== null) data[target.field] = read
    else if (displayText(value).trim() !== '') onInvalid(index, displayText(value))
  }
  return custom.length > 0 ? { ...data, custom: Object.fromEntries(custom) } : data
}

const plainValue = (value: Json): Json => (typeof value === 'object' ? displayText(value) : value)
