// Imports a file into a workbook: all of it or nothing, in one transaction that other writers of the workbook do not wait for.
import type { Readable } from 'node:stream'
import type { ColumnConfig } from '../../engine/columns.schema.ts'
import { refuse, refuseField } from '../../kernel/errors.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { Place } from '../../platform/ctx.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { type Change, newChange } from '../history/recorder.ts'
import { addBulkColumns, type BulkWorkbook, keyByIdentity, openBulk, settleBulk } from '../workbooks/bulk.commands.ts'
import type { Identity } from '../workbooks/identity.logic.ts'
import { ringWorkbook } from '../workbooks/workbook.events.ts'
import { type CsvFile, openCsvFile } from './csv-file.reads.ts'
import type { ImportOptions, ImportResult } from './import.schema.ts'
import { checkMapping, type Placed, proposeTargets } from './mapping.logic.ts'
import { fileColumns } from './preview.reads.ts'
import { dataOf, isBlankRow, type Mapped, problemOfRow } from './row-reading.logic.ts'
import { openRowWriter, type RowWriter } from './rows.writer.ts'

export interface ImportRequest {
  place: Place
  workbook_id: string
  file: Readable
  options: ImportOptions
  /** Reads what follows the file in the request; throws when that makes the request wrong. */
  finish: () => Promise<void>
  /** Aborts when the caller has gone away: nothing is imported then. */
  signal: AbortSignal
}

const REJECTED_SHOWN = 100
const REJECTED_CELL = 1000
const MAX_COLUMNS = 500
const PROGRESS_ROWS = 10_000

/** Refuses (422) a file or a mapping that is wrong, (409) when the workbook changed under it; then nothing is imported. */
export async function importFile(database: Database, request: ImportRequest): Promise<ImportResult> {
  const { place, workbook_id, options } = request
  const { columns } = await database.inWorkspace(place, (tx) => openBulk(tx, workbook_id))
  const file = await openCsvFile(request.file, options, true)
  const placed = placedColumns(file, options, columns)
  let begun = false
  return database.inWorkspace(place, (tx) => {
    // The transaction is begun anew after a deadlock, but the file is read only once.
    if (begun) refuse('conflict', 'Another change of the same rows was under way. Nothing was imported; try again.')
    begun = true
    return importInto(database, tx, request, file, placed)
  })
}

function placedColumns(file: CsvFile, { mapping }: ImportOptions, existing: readonly ColumnConfig[]): Placed[] {
  if (file.names.length === 0) noRows(file)
  const proposed = () => {
    const targets = proposeTargets(fileColumns(file), existing)
    return targets.map((target, index) => ({ index, target }))
  }
  const placed = checkMapping(mapping ?? proposed(), file.names, existing)
  const added = placed.filter(({ target }) => target.kind === 'new').length
  if (existing.length + added > MAX_COLUMNS) refuse('too_large', `A workbook has at most ${MAX_COLUMNS} columns`)
  return placed
}

async function importInto(
  database: Database,
  tx: WorkspaceTx,
  { workbook_id, options, finish, signal }: ImportRequest,
  file: CsvFile,
  placed: readonly Placed[],
): Promise<ImportResult> {
  const change = newChange('import', {})
  const workbook = await openBulk(tx, workbook_id)
  const { mapped, added } = await columnsFor(database, tx, workbook, placed)
  const identity = identityFor(options, mapped)
  if (identity) await keyByIdentity(tx, workbook, identity)
  const writer = openRowWriter(database, tx, workbook.id, {
    identity: identity ?? workbook.identity,
    recognises: identity !== null,
    existing: options.policy?.existing ?? 'overwrite',
    new_rows: options.policy?.new_rows ?? 'create',
    change_id: change.id,
  })
  const rejected: ImportResult['rejected_rows'] = []
  let refused = 0
  let read = 0
  let told = 0
  try {
    for await (const group of file.rows()) {
      for (const record of group) {
        if (isBlankRow(record)) continue
        read++
        const reason = problemOfRow(record, file.names)
        if (reason === null) await writer.add(dataOf(record, mapped))
        else if (++refused <= REJECTED_SHOWN) {
          const values = record.fields.slice(0, MAX_COLUMNS + 1).map((value) => value.slice(0, REJECTED_CELL))
          rejected.push({ line: record.line, reason, values })
        }
      }
      if (signal.aborted) refuse('bad_request', 'The upload broke off')
      if (read - told >= PROGRESS_ROWS) {
        told = read
        await tellProgress(database, tx.workspace_id, workbook.id, change.id, read)
      }
    }
    await writer.finish()
  } finally {
    await writer.close()
  }
  if (read === 0) noRows(file)
  await finish()
  if (signal.aborted) refuse('bad_request', 'The upload broke off')
  const counts = { ...writer.counts, rejected: refused }
  await ringWorkbook(tx, 'rows.imported', workbook.id, { import_id: change.id, ...counts })
  if (added.length > 0) await ringWorkbook(tx, 'workbook.updated', workbook.id)
  const column_ids = mapped.map(({ column }) => column.id)
  await settleBulk(tx, workbook.id, {
    column_ids,
    blocks: writer.blocks,
    identity,
    change: changeOf(change, counts, added),
  })
  return { import_id: change.id, ...counts, columns_created: added, rejected_rows: rejected, rejected_url: null }
}

function changeOf(change: Change, counts: RowWriter['counts'], added: readonly ColumnConfig[]): Change | null {
  const { created, updated } = counts
  if (created + updated + added.length === 0) return null
  return {
    ...change,
    counts: { created, updated, columns: added.length },
    ...(added.length > 0 ? { detail: { columns: { added: added.map(({ id }) => id) } } } : {}),
  }
}

async function columnsFor(database: Database, tx: WorkspaceTx, workbook: BulkWorkbook, placed: readonly Placed[]) {
  const wanted = placed.flatMap(({ place, target }) => (target.kind === 'new' ? [{ place, target }] : []))
  const added = await addBulkColumns(
    database,
    tx,
    workbook,
    wanted.map(({ target }) => ({ name: target.name, type: 'input' as const, input_type: target.input_type })),
    (index) => ['options', 'mapping', wanted[index]?.place ?? 0, 'target'],
  )
  let next = 0
  const mapped = placed.map(({ index, place, target }): Mapped => {
    const column = target.kind === 'new' ? added[next++] : workbook.columns.find((one) => one.id === target.column_id)
    if (column?.type === 'input') return { index, column }
    return refuseField(['options', 'mapping', place, 'target'], 'unknown_column', 'There is no such column')
  })
  return { mapped, added }
}

function identityFor({ identity }: ImportOptions, mapped: readonly Mapped[]): Identity | null {
  if (!identity) return null
  const column = mapped.find(({ index }) => index === identity.index)?.column
  if (column) return { column_id: column.id, normaliser: identity.normaliser }
  const msg = 'Rows can only be recognised by a column that is imported'
  return refuseField(['options', 'identity', 'index'], 'value_error', msg, identity.index)
}

async function tellProgress(
  database: Database,
  workspaceId: WorkspaceId,
  workbookId: string,
  importId: string,
  done: number,
): Promise<void> {
  await database.inWorkspace(workspaceId, (tx) =>
    ringWorkbook(tx, 'rows.import_progress', workbookId, { import_id: importId, done, total: null }),
  )
}

function noRows({ header, names }: CsvFile): never {
  const msg = header && names.length > 0 ? 'The file holds a row of names and nothing else' : 'The file holds no rows'
  return refuseField(['file'], 'no_rows', msg)
}
