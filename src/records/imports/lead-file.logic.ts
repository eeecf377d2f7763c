// A file as leads: which field each of its columns means, and what of a row is a lead.
import { displayText } from '../../kernel/csv-text.ts'
import { type FieldError, refuse } from '../../kernel/errors.ts'
import { targetsByName } from '../lead-facts/lead-columns.logic.ts'
import {
  JOINED_FIELDS,
  type LeadReading,
  problemOfLead,
  REPEATED_TARGETS,
  readGiven,
} from '../lead-facts/lead-intake.logic.ts'
import type { FileRecord, TableFile } from '../reading/formats/table-file.ts'
import { problemOfRow } from '../reading/row-reading.logic.ts'
import { FIELD_OF_PART } from '../store/columns/lead-fields.logic.ts'
import type { LeadImportOptions } from './lead-transfer.schema.ts'

/** The field that a column goes to; null: nowhere. */
export type FieldTarget = { field: string; name: string } | null

type OnInvalid = (index: number, text: string) => void

/** The lead that a row holds, or why it holds none. */
export function readLead(
  record: FileRecord,
  names: readonly string[],
  targets: readonly FieldTarget[],
  onInvalid: OnInvalid = () => {},
): (Pick<LeadReading, 'data' | 'hints'> & { reason: null }) | { data: null; reason: string } {
  const problem = problemOfRow(record, names)
  if (problem !== null) return { data: null, reason: problem }
  const { given, reading } = leadOf(record, targets, onInvalid)
  const reason = problemOfLead(given, reading)
  return reason === null ? { data: reading.data, hints: reading.hints, reason } : { data: null, reason }
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

/**
 * Where each column goes: others by their name into `custom`. Refuses (422) a mapping that is wrong. Only names, addresses and
 * e-mails may come in several columns.
 */
export function targetsOf(file: Pick<TableFile, 'names'>, { mapping, others }: LeadImportOptions): FieldTarget[] {
  const targets: FieldTarget[] = file.names.map(() => null)
  const taken = new Set<string>()
  const faults: FieldError[] = []
  const byName = targetsByName(file.names)
  for (const [place, { index, field }] of (mapping ?? []).entries()) {
    const fault = (type: string, msg: string) =>
      faults.push({ loc: ['body', 'options', 'mapping', place], type, msg, input: index })
    if (index >= file.names.length) fault('value_error', `The file has only ${file.names.length} columns`)
    else if (field !== null && !JOINED_FIELDS.has(field) && taken.has(field))
      fault('duplicate_target', `Two columns go to "${field}"; only one can`)
    else if (field !== null) targets[index] = { field: partOf(field, byName[index]), name: file.names[index] ?? '' }
    if (field !== null) taken.add(field)
  }
  if (faults.length > 0) refuse('invalid', faults[0]?.msg ?? '', { fields: faults })
  if (mapping) return withNameParts(targets)
  for (const [index, name] of file.names.entries()) {
    const field = byName[index]
    if (field !== undefined && (REPEATED_TARGETS.has(field) || !taken.has(field))) {
      taken.add(field)
      targets[index] = { field, name }
    } else if (others === 'custom') targets[index] = { field: 'custom', name }
  }
  return targets
}

/** A first name that is mapped to the name of the person is the first part of it. */
const partOf = (field: string, byName: string | undefined) =>
  byName !== undefined && FIELD_OF_PART.get(byName) === field ? byName : field

/** Of two columns for one name, one holds the first name and the other the last name, even if only one header says so. */
function withNameParts(targets: FieldTarget[]): FieldTarget[] {
  const parts = new Set(targets.map((target) => target?.field))
  const missing = parts.has('last_name') ? 'first_name' : 'last_name'
  if (parts.has('last_name') === parts.has('first_name')) return targets
  return targets.map((target) => (target?.field === 'contact_person' ? { ...target, field: missing } : target))
}

/** The values of a row by field; values that do not fit their field go to `onInvalid`. */
function leadOf(record: FileRecord, targets: readonly FieldTarget[], onInvalid: OnInvalid) {
  const given = targets.flatMap((target, index) => {
    const value = record.fields[index] ?? null
    return target === null || value === null ? [] : [{ index, target: target.field, name: target.name, value }]
  })
  const reading = readGiven(given)
  for (const place of reading.invalid) {
    const one = given[place]
    if (one) onInvalid(one.index, displayText(one.value))
  }
  return { given, reading }
}
