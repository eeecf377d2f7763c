// Imports a file in one request: what can be read as it comes all or nothing, in one transaction that other writers do not wait for.

import { refuse } from '../../kernel/errors.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { WorkspaceScope } from '../../platform/ctx.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { ERASED } from '../lead-facts/erasure.reads.ts'
import { peek } from '../reading/formats/open-file.reads.ts'
import { readRow, type Tally } from '../reading/row-reading.logic.ts'
import { addBulkColumns, type BulkWorkbook, keyByIdentity, openBulk, settleBulk } from '../rows/bulk.commands.ts'
import { newChange } from '../store/recorder.ts'
import { withoutWaiting } from '../store/rows/positions.writes.ts'
import { emitWorkbook } from '../store/workbook.events.ts'
import { identityFor, mapColumns, mappedColumns, noRows, policyFor, wantedColumns } from './choices.logic.ts'
import { commitWhole } from './commit.commands.ts'
import type { ImportOptions } from './import.schema.ts'
import { changeOf, labelOf } from './import-change.logic.ts'
import type { ImportResult } from './import-record.schema.ts'
import { changeImport, insertImport } from './import-record.writes.ts'
import type { MappedColumn } from './mapping.logic.ts'
import { type ImportParts, planWhole } from './plan.commands.ts'
import { type RemoteFile, readRows } from './reader/read-file.ts'
import { openRejects, refusedValues, rejectedUrl } from './rejected-rows.writes.ts'
import { openRowWriter } from './rows.writer.ts'
import { storeFile } from './stored-import.commands.ts'
import { takeRows } from './take-rows.ts'

export interface ImportRequest {
  at: WorkspaceScope
  workbook_id: string
  file: AsyncIterable<Buffer>
  file_name: string
  options: ImportOptions
  /** Reads what follows the file in the request; throws when that makes the request wrong. */
  finish: () => Promise<void>
  /** Aborts when the caller has gone away: nothing is imported then. */
  signal: AbortSignal
}

const BROKEN_OFF = 'The upload broke off before its end. Nothing was imported; send the file again.'
const PROGRESS_ROWS = 10_000

/** Refuses (422) a file or a mapping that is wrong, (409) when the workbook changed under it; then nothing is imported. */
export async function importFile(parts: ImportParts, request: ImportRequest): Promise<ImportResult> {
  const { database } = parts
  const { at, workbook_id, options } = request
  const { format, bytes } = await peek(request.file)
  if (format === 'xlsx' || needsPlan(options)) return importByPlan(parts, { ...request, file: bytes })
  const { columns } = await database.inWorkspace(at, (tx) => openBulk(tx, workbook_id))
  const file = await readRows(at.workspace_id, { format, bytes }, options, true)
  try {
    const placed = mapColumns(file, options, columns)
    let begun = false
    return await database.inWorkspace(at, (tx) => {
      // The transaction is begun again after a deadlock, but the file is read only once.
      if (begun) refuse('conflict', 'Another change of the same rows was under way. Nothing was imported; try again.')
      begun = true
      return importInto(parts, tx, request, file, placed)
    })
  } finally {
    file.close()
  }
}

/** Whether a later row of the file may change the outcome of an earlier row, or of one that was just written. */
function needsPlan({ policy }: ImportOptions): boolean {
  return policy?.existing === 'newer' || (policy?.duplicates ?? 'merge') !== 'merge'
}

async function importByPlan(parts: ImportParts, request: ImportRequest): Promise<ImportResult> {
  const { database, now } = parts
  const { at, workbook_id, file, file_name, options, signal } = request
  const id = await storeFile(database, now(), { at, workbook_id, file, file_name })
  await request.finish()
  await planWhole(parts, at, id, options, signal)
  return commitWhole(parts, at, workbook_id, id, signal)
}

async function importInto(
  { database, now }: ImportParts,
  tx: WorkspaceTx,
  { workbook_id, file_name, options, finish, signal }: ImportRequest,
  file: RemoteFile,
  placed: readonly MappedColumn[],
): Promise<ImportResult> {
  const change = newChange('import', {}, labelOf(file_name))
  const importId = change.id
  const workbook = await openBulk(tx, workbook_id)
  const wanted = wantedColumns(placed)
  const added = await addBulkColumns(
    database,
    tx,
    workbook,
    wanted.map(({ column }) => column),
    (index) => ['options', 'mapping', wanted[index]?.place ?? 0, 'target'],
  )
  const mapped = mappedColumns(placed, workbook.columns, added)
  const identity = identityFor(options, mapped)
  if (identity) await keyByIdentity(tx, workbook, identity)
  await insertImport(tx, { id: importId, workbook_id: workbook.id, file_name, file_size: 0 }, now())
  const writer = openRowWriter(database, tx, workbook.id, {
    identity: identity ?? workbook.identity,
    hasKey: identity !== null,
    place: policyFor(options, mapped),
    change_id: change.id,
  })
  const rejects = openRejects(tx, importId)
  // What a list of objects has beyond its first rows is not known to the mapping.
  const names = [...file.names]
  const tally: Tally = new Map()
  let told = 0
  let repeated = 0
  // No row waits for it to be heard how many were before.
  let telling: Promise<void> = Promise.resolve()
  const read = await takeRows({
    file,
    read(record) {
      const { data, reason } = readRow(record, names, mapped, tally)
      const values = reason === null ? [] : refusedValues(record.fields)
      return { line: record.line, data, reason, values, isRepeated: record.same_as !== undefined }
    },
    async write({ batch: all, rows }) {
      if (signal.aborted) refuse('bad_request', BROKEN_OFF)
      const batch = all.filter(({ isRepeated }) => !isRepeated)
      repeated += all.length - batch.length
      const erased = await writer.write(batch.filter(({ reason }) => reason === null))
      await rejects.add([
        ...batch.flatMap(({ line, reason, values }) => (reason === null ? [] : [{ line, reason, values }])),
        ...erased.map((line) => ({ line, reason: ERASED, values: [] })),
      ])
      if (rows - told < PROGRESS_ROWS) return
      told = rows
      await telling
      telling = tellProgress(database, tx, workbook, importId, rows)
      telling.catch(() => {})
    },
  }).finally(() => telling.catch(() => {}))
  await telling
  if (read === 0) noRows(file)
  await finish()
  if (signal.aborted) refuse('bad_request', BROKEN_OFF)
  const counts = { ...writer.counts, skipped: writer.counts.skipped + repeated, rejected: rejects.count }
  await emitWorkbook(tx, 'rows.imported', workbook.id, { import_id: importId, ...counts })
  await audit(tx, { act: 'rows.imported', object: { type: 'workbook', id: workbook.id }, after: { ...counts } })
  if (added.length > 0) await emitWorkbook(tx, 'workbook.updated', workbook.id)
  const result: ImportResult = {
    import_id: importId,
    ...counts,
    columns_created: added,
    rejected_rows: rejects.first,
    rejected_url: rejects.count > 0 ? rejectedUrl(workbook.id, importId) : null,
  }
  await changeImport(tx, importId, { names, result })
  const column_ids = mapped.map(({ column }) => column.id)
  await settleBulk(tx, workbook.id, {
    column_ids,
    identity,
    blocks: writer.blocks,
    changed: writer.changed,
    change: changeOf(change, result),
  })
  return result
}

async function tellProgress(
  database: Database,
  tx: WorkspaceTx,
  { id }: BulkWorkbook,
  importId: string,
  done: number,
): Promise<void> {
  await database.inWorkspace(tx.workspace_id, async (own) => {
    await withoutWaiting(own)
    await emitWorkbook(own, 'rows.import_progress', id, { import_id: importId, state: 'committing', done, total: null })
  })
}
