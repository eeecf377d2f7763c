// Previews a file of leads without storing anything: the targets of its columns, values that do not fit, rows that are no leads.

import { FIELD } from '../lead-facts/lead-field.logic.ts'
import type { CleanTable } from '../reading/formats/clean-table.ts'
import type { FileRecord } from '../reading/formats/table-file.ts'
import { isBlankRow, note, type Tally } from '../reading/row-reading.logic.ts'
import { FIELD_OF_PART } from '../store/columns/lead-fields.logic.ts'
import { type FieldTarget, readLead, reject, targetsOf } from './lead-file.logic.ts'
import type { LeadImportOptions, LeadsPreview } from './lead-transfer.schema.ts'
import { previewFile } from './preview.reads.ts'

/** Reads the file to its end. Refuses (422) a file or a mapping that is wrong. */
export async function previewLeads(file: CleanTable, options: LeadImportOptions): Promise<LeadsPreview> {
  const targets = targetsOf(file, options)
  const invalidValues: Tally = new Map()
  const told: Pick<LeadsPreview, 'rejected' | 'rejected_rows'> = { rejected: 0, rejected_rows: [] }
  function look(record: FileRecord): void {
    if (isBlankRow(record)) return
    const { reason } = readLead(record, file.names, targets, (index, text) => note(invalidValues, index, text))
    if (reason !== null) reject(told, record.line, reason)
  }
  async function* rows() {
    for await (const group of file.rows()) {
      for (const record of group) look(record)
      yield group
    }
  }
  const {
    identity: _,
    columns,
    warnings,
    ...read
  } = await previewFile(Object.create(file, { rows: { value: rows } }) as CleanTable, [], null, options.encoding)
  return {
    ...read,
    columns: columns.map(({ target: _, ...column }) => ({
      ...column,
      target: targetFor(targets[column.index] ?? null),
      unparsed: invalidValues.get(column.index) ?? { count: 0, examples: [] },
    })),
    // The preview names each row that is no lead.
    warnings: warnings.filter(({ code }) => code !== 'rows_refused'),
    ...told,
  }
}

/** In the form of imports of rows: a field of leads is an existing column, a custom value a new one. */
function targetFor(target: FieldTarget): LeadsPreview['columns'][number]['target'] {
  if (target === null) return { kind: 'skip' }
  const field = FIELD_OF_PART.get(target.field) ?? target.field
  return field === 'custom' || !FIELD.has(field)
    ? { kind: 'new', name: target.name, input_type: 'text' }
    : { kind: 'column', column_id: field }
}
