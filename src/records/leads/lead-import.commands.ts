// Takes a file of leads in, a thousand rows at a time: whatever breaks off, sending it again makes nothing twice.
import { refuse } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { Place } from '../../platform/ctx.ts'
import type { Database } from '../../platform/db/database.ts'
import { noRows } from '../imports/choices.logic.ts'
import { isBlankRow } from '../imports/row-reading.logic.ts'
import { type LeadFile, openLeadFile, readLead, reject, targetsOf } from './lead-file.reads.ts'
import { addToLeadImport } from './lead-imports.writes.ts'
import type { LeadsImported } from './lead-transfer.schema.ts'
import type { Brought } from './merge.logic.ts'
import { placeLeads } from './placing.commands.ts'

/** Rows of one transaction: the store is held by nobody for longer than these take. */
const AT_ONCE = 1000

export interface LeadsUpload extends LeadFile {
  at: Place
  file_name: string
  finish: () => Promise<void>
  signal: AbortSignal
  now: Date
}

/** Refuses (422) a file or a mapping that is wrong before anything is stored. */
export async function importLeads(database: Database, upload: LeadsUpload): Promise<LeadsImported> {
  const { at, options, signal, now, file_name } = upload
  const file = await openLeadFile(upload)
  const targets = targetsOf(file, options)
  const result: LeadsImported = {
    import_id: newId(),
    ...{ rows: 0, created: 0, updated: 0, unchanged: 0, suppressed: 0, rejected: 0, rejected_rows: [] },
    columns: file.names.map((name, index) => ({ name, field: targets[index]?.field ?? null })),
  }
  const label = options.source?.trim() || file_name || null
  const from = { source: label ?? 'import', method: 'import', license: 'user-provided', fetched_at: now.toISOString() }
  let waiting: Brought[] = []
  const store = async () => {
    const group = waiting
    waiting = []
    const source = { kind: 'import', file_name, import_id: result.import_id }
    const placed = await database.inWorkspace(at, async (tx) => {
      const done = await placeLeads(tx, group, { existing: options.existing, source })
      const count = (wanted: string) => done.filter(({ outcome }) => outcome === wanted).length
      const [created, updated] = [count('created'), count('updated')]
      if (created + updated > 0) await addToLeadImport(tx, { id: result.import_id, file_name, created, updated })
      return done
    })
    for (const { outcome } of placed) result[outcome]++
  }
  for await (const group of file.rows()) {
    for (const record of group) {
      if (isBlankRow(record)) continue
      result.rows++
      const { data, reason } = readLead(record, file.names, targets)
      if (data === null) reject(result, record.line, reason)
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

function withSource(data: JsonObject, label: string | null): JsonObject {
  return label === null || data.source !== undefined ? data : { ...data, source: label }
}
