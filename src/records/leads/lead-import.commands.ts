// Takes a file of leads in, a thousand rows at a time: whatever breaks off, sending it again makes nothing twice.
import { displayText } from '../../kernel/csv-text.ts'
import { type FieldError, refuse } from '../../kernel/errors.ts'
import type { Json, JsonObject } from '../../kernel/json.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { Place } from '../../platform/ctx.ts'
import type { Database } from '../../platform/db/database.ts'
import { noRows } from '../imports/choices.logic.ts'
import { openStored, openStream, peek } from '../imports/formats/open-file.reads.ts'
import type { FileRecord, TableFile } from '../imports/formats/table-file.ts'
import { isBlankRow, problemOfRow } from '../imports/row-reading.logic.ts'
import { leadFieldOf, plain } from '../workbooks/lead-fields.logic.ts'
import { FIELD, LEAD_FIELDS, readField } from './lead-field.logic.ts'
import type { LeadImportOptions, LeadsImported } from './lead-transfer.schema.ts'
import type { Brought } from './merge.logic.ts'
import { placeLeads } from './placing.commands.ts'

/** Rows of one transaction: the store is held by nobody for longer than these take. */
const AT_ONCE = 1000
const MOST_REJECTED = 100
const MOST_CUSTOM = 100
const MAX_SPREADSHEET = 64 * 1024 * 1024

export interface LeadsUpload {
  at: Place
  file: AsyncIterable<Buffer>
  file_name: string
  options: LeadImportOptions
  finish: () => Promise<void>
  signal: AbortSignal
  now: Date
}

type Target = { field: string; name: string } | null

/** Refuses (422) a file or a mapping that is wrong before anything is stored. */
export async function importLeads(database: Database, upload: LeadsUpload): Promise<LeadsImported> {
  const { at, options, signal, now, file_name } = upload
  const file = await open(upload)
  const targets = targetsOf(file, options)
  const result: LeadsImported = {
    ...{ rows: 0, created: 0, updated: 0, unchanged: 0, suppressed: 0, rejected: 0, rejected_rows: [] },
    columns: file.names.map((name, index) => ({ name, field: targets[index]?.field ?? null })),
  }
  const label = options.source?.trim() || file_name || null
  const from = { source: label ?? 'import', method: 'import', license: 'user-provided', fetched_at: now.toISOString() }
  const reject = (line: number, reason: string) => {
    result.rejected++
    if (result.rejected_rows.length < MOST_REJECTED) result.rejected_rows.push({ line, reason })
  }
  let waiting: Brought[] = []
  const store = async () => {
    const group = waiting
    waiting = []
    const source = { kind: 'import', file_name }
    const placed = await database.inWorkspace(at, (tx) => placeLeads(tx, group, { existing: options.existing, source }))
    for (const { outcome } of placed) result[outcome]++
  }
  for await (const group of file.rows()) {
    for (const record of group) {
      if (isBlankRow(record)) continue
      result.rows++
      const problem = problemOfRow(record, file.names)
      const data = problem === null ? leadOf(record, targets) : {}
      if (problem !== null) reject(record.line, problem)
      else if (Object.keys(data).every((field) => field === 'kind' || field === 'status'))
        reject(record.line, 'Nothing in this row is a value of a lead')
      else waiting.push({ data: withSource(data, label), provenance: { '': from } })
      if (waiting.length >= AT_ONCE) await store()
    }
    if (signal.aborted) refuse('bad_request', 'The upload broke off. Rows before that are in the store.')
  }
  if (waiting.length > 0) await store()
  if (result.rows === 0) noRows(file)
  await upload.finish()
  const { columns, rejected_rows, ...counts } = result
  await database.inWorkspace(at, (tx) =>
    audit(tx, {
      act: 'leads.imported',
      object: { type: 'workspace', id: at.workspace_id },
      after: { ...counts, file_name },
    }),
  )
  return result
}

async function open({ file, options }: LeadsUpload): Promise<TableFile> {
  const { format, bytes } = await peek(file)
  if (format !== 'xlsx') return openStream(format, bytes, options, true)
  // A spreadsheet has its contents at its end.
  const parts: Buffer[] = []
  let size = 0
  for await (const part of bytes) {
    parts.push(part)
    size += part.length
    if (size > MAX_SPREADSHEET)
      refuse('too_large', 'A spreadsheet of more than 64 MiB cannot be read here. Save it as CSV, which has no limit.')
  }
  const whole = Buffer.concat(parts)
  async function* range(from: number, to: number) {
    yield whole.subarray(from, to)
  }
  return openStored({ size, range }, options, true)
}

const BY_LABEL = new Map(
  LEAD_FIELDS.flatMap(({ name, label }) => [plain(name), plain(label)].map((key) => [key, name])),
)

/** The field of a lead that a header means; undefined when it is none. */
function fieldOfHeader(name: string): string | undefined {
  return leadFieldOf(name) ?? BY_LABEL.get(plain(name))
}

/** Where each column goes: none twice to one field, others by their name into `custom`. */
function targetsOf(file: TableFile, { mapping, others }: LeadImportOptions): Target[] {
  const targets: Target[] = file.names.map(() => null)
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

function leadOf(record: FileRecord, targets: readonly Target[]): JsonObject {
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
  }
  return custom.length > 0 ? { ...data, custom: Object.fromEntries(custom) } : data
}

const plainValue = (value: Json): Json => (typeof value === 'object' ? displayText(value) : value)

function withSource(data: JsonObject, label: string | null): JsonObject {
  return label === null || data.source !== undefined ? data : { ...data, source: label }
}
