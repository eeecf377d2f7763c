// The job that makes leads of a stored file, a thousand rows at a time: each group is stored with the place where the next begins.
import type { Static } from 'typebox'
import { displayText } from '../../../kernel/csv-text.ts'
import { Refusal } from '../../../kernel/errors.ts'
import type { Json, JsonObject } from '../../../kernel/json.ts'
import { audit } from '../../../platform/audit/audit.ts'
import type { WorkspaceScope } from '../../../platform/ctx.ts'
import type { Database, WorkspaceTx } from '../../../platform/db/database.ts'
import { handleWorkspaceJob, type JobHandler, type JobRun, WorkFailed } from '../../../platform/queue/job.ts'
import { readJobPlace } from '../../../platform/queue/work.ts'
import { dropFile, isStored } from '../../files/stored-file.ts'
import { readLead, reject, targetsOf } from '../../imports/lead-file.logic.ts'
import type { LeadImportOptions, LeadsTaken } from '../../imports/lead-transfer.schema.ts'
import type { RemoteFile } from '../../imports/reader/read-file.ts'
import { type RowBatch, takeRows } from '../../imports/take-rows.ts'
import { logEnd } from '../../intake/delivery.ts'
import type { IncomingValues } from '../../lead-facts/merge.logic.ts'
import { note, type Tally } from '../../reading/row-reading.logic.ts'
import { FIELD_OF_PART } from '../../store/columns/lead-fields.logic.ts'
import { storeBroughtLeads } from '../take-in.commands.ts'
import { LEAD_IMPORT } from './lead-import.kind.ts'
import { openLeadFile } from './lead-import-file.reads.ts'
import { reopenLeadImport } from './lead-imports.writes.ts'

/** Rows of one transaction: the lock of the store is held no longer than these take. */
const AT_ONCE = 1000
/** Long rows make a group before it has its number of them; in characters. */
const AT_ONCE_CHARS = 1024 * 1024

type Run = JobRun & { workspace_id: WorkspaceScope['workspace_id'] }

/** How far the file is taken in: records read, also blank ones, and the results. */
interface Checkpoint extends LeadsTaken {
  records: number
  is_over: boolean
  /** Parts of it that are stored, and refused rows that are kept; absent in one of an earlier version. */
  parts?: number
  kept?: number
}

export interface LeadImportParts {
  database: Database
  now: () => Date
}

export function leadImportJobs({ database, now }: LeadImportParts): JobHandler[] {
  return [
    handleWorkspaceJob(LEAD_IMPORT, async (payload, run) => {
      const at = await database.inWorkspace(run.workspace_id, (tx) => readJobPlace(tx, run.id))
      const since = run.checkpoint as unknown as Checkpoint | null
      const stored = { id: run.id, size: payload.file_size }
      // Everything was taken in by a worker that ended before it could say so.
      if (since?.is_over) return dropFile(database, run.workspace_id, run.id)
      if (!(await database.inWorkspace(run.workspace_id, (tx) => isStored(tx, run.id))))
        throw new WorkFailed('The file is not kept any more. Import it again: leads that are known are met again.')
      try {
        const file = await openLeadFile(database, run.workspace_id, stored, payload.options)
        try {
          await takeIn(database, at, run, { payload, file, since, now: now() })
        } finally {
          file.close()
        }
      } catch (error) {
        // The file is wrong further on than was looked at; another try would find it so again. Without room to read it now there is one.
        if (!(error instanceof Refusal) || error.code === 'unavailable') throw error
        const { code, fields } = error
        const refused = { code, fields: (fields ?? null) as Json }
        await database.inWorkspace(run.workspace_id, (tx) => run.result(tx, { refused }))
        throw new WorkFailed(error.message)
      }
      await dropFile(database, run.workspace_id, run.id)
    }),
  ]
}

interface Taking {
  payload: Static<typeof LEAD_IMPORT.payload>
  file: RemoteFile
  since: Checkpoint | null
  now: Date
}

async function takeIn(
  database: Database,
  at: WorkspaceScope,
  run: Run,
  { payload, file, since, now }: Taking,
): Promise<void> {
  const { options, file_name } = payload
  const targets = targetsOf(file, options)
  let taken: Checkpoint = since ?? {
    records: 0,
    is_over: false,
    rows: 0,
    created: 0,
    updated: 0,
    unchanged: 0,
    suppressed: 0,
    rejected: 0,
    rejected_rows: [],
    columns: file.names.map((name, index) => ({
      name,
      field: wholeField(targets[index]?.field ?? null),
      unparsed: { count: 0, examples: [] },
    })),
  }
  const label = options.source?.trim() || file_name || null
  const from = { source: label ?? 'import', method: 'import', license: 'user-provided', fetched_at: now.toISOString() }
  await takeRows({
    file,
    since: taken,
    most: AT_ONCE,
    mostChars: AT_ONCE_CHARS,
    signal: run.signal,
    read(record): LeadRow {
      if (record.same_as !== undefined) return { lead: null, refused: null, unfit: [], isRepeated: true }
      const unfit: LeadRow['unfit'] = []
      const lead = readLead(record, file.names, targets, (...one) => unfit.push(one))
      if (lead.reason !== null)
        return {
          lead: null,
          refused: { line: record.line, reason: lead.reason, values: valuesOf(record.fields, file.names) },
          unfit,
          isRepeated: false,
        }
      const { data, hints } = lead
      return {
        lead: { data: withSource(data, label), provenance: { '': from }, hints },
        refused: null,
        unfit,
        isRepeated: false,
      }
    },
    async write(rows) {
      taken = await database.inWorkspace(at, (tx) => storeRows(tx, run, taken, rows, { options, file_name }))
    },
  })
}

/** A row as a lead, or why it is none; and what of it is nothing that its field holds, by column. */
interface LeadRow {
  lead: IncomingValues | null
  refused: { line: number; reason: string; values: JsonObject } | null
  unfit: [index: number, text: string][]
  /** The same as an earlier row of the file, for which it is left out. */
  isRepeated: boolean
}

/** Parts of a name go to the name. */
const wholeField = (field: string | null) => (field === null ? null : (FIELD_OF_PART.get(field) ?? field))

/** Returns how far the file is taken in with these rows. */
async function storeRows(
  tx: WorkspaceTx,
  run: Run,
  before: Checkpoint,
  { batch, records, rows, isLast }: RowBatch<LeadRow>,
  { options, file_name }: { options: LeadImportOptions; file_name: string },
): Promise<Checkpoint> {
  const part = (before.parts ?? 0) + 1
  const refused = batch.flatMap((row) => row.refused ?? [])
  const { counts: came, kept } = await storeBroughtLeads(tx, run, {
    part,
    name: `Rows up to ${rows}`,
    leads: batch.flatMap(({ lead }) => lead ?? []),
    refused,
    existing: options.existing,
    source: { kind: 'import', file_name, import_id: run.id },
    kept: before.kept ?? 0,
  })
  if (came.created + came.updated > 0) await reopenLeadImport(tx, run.id)
  const taken: Checkpoint = { ...structuredClone(before), records, rows, parts: part, kept, is_over: isLast }
  for (const outcome of ['created', 'updated', 'unchanged', 'suppressed'] as const) taken[outcome] += came[outcome]
  taken.unchanged += batch.filter(({ isRepeated }) => isRepeated).length
  for (const { line, reason } of refused) reject(taken, line, reason)
  const { columns } = taken
  const tally: Tally = new Map(columns.map(({ unparsed }, place) => [place, unparsed]))
  for (const [index, text] of batch.flatMap(({ unfit }) => unfit)) note(tally, index, text)
  const { created, updated, unchanged, suppressed, rejected, rejected_rows } = taken
  const counts = { created, updated, unchanged, suppressed, rejected }
  await run.progress(tx, {
    done: rows,
    total: isLast ? rows : null,
    counts,
    checkpoint: taken as unknown as Json,
    message: `${rows} ${rows === 1 ? 'row' : 'rows'}`,
  })
  if (!isLast) return taken
  await run.result(tx, { ...counts, rows, rejected_rows, columns })
  const unread = columns.filter(({ unparsed }) => unparsed.count > 0)
  for (const { name, field, unparsed } of unread)
    await run.log(tx, 'warning', `${unparsed.count} values of "${name}" are nothing that ${field} holds: left out`, {
      examples: unparsed.examples,
    })
  await logEnd(tx, run, { counts })
  await audit(tx, {
    act: 'leads.imported',
    object: { type: 'workspace', id: tx.workspace_id },
    after: { import_id: run.id, rows, ...counts, file_name },
  })
  return taken
}

const valuesOf = (fields: readonly Json[], names: readonly string[]): JsonObject =>
  Object.fromEntries(fields.map((field, index) => [names[index] || `Column ${index + 1}`, displayText(field)]))

function withSource(data: JsonObject, label: string | null): JsonObject {
  return label === null || data.source !== undefined ? data : { ...data, source: label }
}
