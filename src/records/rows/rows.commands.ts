// What people and programs do with rows that are there: change, delete, each call all or nothing.

import { type FieldError, refuse } from '../../kernel/errors.ts'
import { isUuid } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { readErasureKeys, refuseErased } from '../lead-facts/erasure.reads.ts'
import { type OpenWorkbook, openForWriting } from '../opening/structure.lock.ts'
import { type DuplicateKey, identityKey } from '../store/identity.logic.ts'
import { type Change, differences, joinChange, newChange } from '../store/recorder.ts'
import type { RowsUpdate } from '../store/rows/row.schema.ts'
import { columnByKey, mergeData, readRowData } from '../store/rows/rows.logic.ts'
import { lockRowData, type StoredRow, takenKeys, updateRowData } from '../store/rows/rows.writes.ts'
import { trashRows } from '../store/rows/trash.writes.ts'
import { finishWrite } from './write.ts'

const MAX_ROWS = 1000
const MAX_DELETED = 5000

/** Rows written, and the change by which that is undone; null: nothing differs from before. */
export interface WriteResult {
  workbook: OpenWorkbook
  row_ids: string[]
  change_id: string | null
}

/** Changes the values named and leaves the others. Refuses (404) the whole call when one row is not there. */
export async function updateRows(
  tx: WorkspaceTx,
  workbookId: string,
  { rows, change_id, label }: RowsUpdate,
): Promise<WriteResult> {
  mustFit(rows.length, MAX_ROWS)
  const [workbook, erasureKeys] = await Promise.all([openForWriting(tx, workbookId), readErasureKeys(tx)])
  if (change_id !== undefined) await joinChange(tx, workbook.id, change_id)
  const changes = new Map<string, JsonObject>()
  for (const [index, values] of readAll(workbook, rows).entries()) {
    const id = rowIdOf(rows[index]?.row_id ?? '')
    changes.set(id, { ...changes.get(id), ...values })
  }
  const change = newChange('edit_cells', {}, label, change_id)
  const ids = [...changes.keys()]
  const stored = await lockRowData(tx, workbook.id, ids)
  if (stored.length < ids.length) refuse('not_found', 'Row not found')
  const edits = stored.map((row) => ({
    ...row,
    before: row.data,
    data: mergeData(row.data, changes.get(row.id) ?? {}),
  }))
  // The whole row, for a name and a telephone may come one after the other.
  await refuseErased(
    tx,
    edits.map(({ data }) => data),
    erasureKeys,
  )
  const joined = change_id !== undefined
  const differs = await writeRows(tx, workbook, edits, namesIn(changes.values()), change, joined)
  return { workbook, row_ids: ids, change_id: differs || joined ? change.id : null }
}

/** A row that is locked, with its values as they were and as they are to be. */
export interface EditedRow extends StoredRow {
  before: JsonObject
}

/** The columns that these values are of. */
export function namesIn(values: Iterable<JsonObject>): string[] {
  return [...new Set([...values].flatMap((one) => Object.keys(one)))]
}

/** Writes what people, programs or leads say of these columns. Whether anything differs from before; else nothing goes on record. */
export async function writeRows(
  tx: WorkspaceTx,
  workbook: OpenWorkbook,
  rows: readonly EditedRow[],
  columns: readonly string[],
  change: Change,
  joined = false,
): Promise<boolean> {
  const changed = rows.map((row) => ({ ...row, differs: differences(row.before, row.data, columns) }))
  const cells = changed.reduce((sum, { differs }) => sum + Object.keys(differs?.after ?? {}).length, 0)
  const act = { ...change, counts: { rows: changed.filter(({ differs }) => differs).length, cells } }
  const recording = cells === 0 ? null : { change_id: act.id, line: joined ? null : act }
  await updateRowData(tx, workbook.id, await withKeys(tx, workbook.id, workbook.identity, changed), recording)
  const ids = rows.map(({ id }) => id)
  const known = rows.map(({ id, position, before, data }) => ({ id, position, before, after: data }))
  await finishWrite(tx, workbook, {
    rows: ids,
    columns,
    known,
    told: { updated: ids },
    ...(joined && cells > 0 && { change: act, joined }),
  })
  return cells > 0
}

/** The rows with the identity their new values give; a row that has a key already keeps it. */
export async function withKeys<R extends Omit<StoredRow, 'position'>>(
  tx: WorkspaceTx,
  workbookId: string,
  identity: DuplicateKey | null,
  rows: R[],
): Promise<R[]> {
  if (!identity) return rows
  const keyed = rows.map((row) => ({ row, wanted: identityKey(identity, row.data) }))
  const moved = keyed.flatMap(({ wanted, row }) => (wanted && wanted !== row.identity_key ? [wanted] : []))
  const holder = await takenKeys(tx, workbookId, [...new Set(moved)])
  return keyed.map(({ wanted, row }) => {
    if (wanted === null || (holder.has(wanted) && holder.get(wanted) !== row.id)) return { ...row, identity_key: null }
    holder.set(wanted, row.id)
    return { ...row, identity_key: wanted }
  })
}

export interface DeletedRows {
  deleted: number
  /** Undoes it; null when there was nothing to delete. */
  change_id: string | null
}

/** Deletes rows with their cells, until undo brings them back; returns how many there were. */
export async function deleteRows(
  tx: WorkspaceTx,
  workbookId: string,
  rowIds: string[],
  most = MAX_DELETED,
  label?: string,
): Promise<DeletedRows> {
  mustFit(rowIds.length, most)
  const workbook = await openForWriting(tx, workbookId)
  const change = newChange('delete_rows', {}, label)
  const row_ids = await takeRowsOut(tx, workbook, change.id, rowIds.filter(isUuid), change)
  if (row_ids.length === 0) return { deleted: 0, change_id: null }
  await audit(tx, {
    act: 'rows.deleted',
    object: { type: 'workbook', id: workbook.id },
    before: { rows: row_ids.length, row_ids: row_ids.slice(0, 50) },
  })
  return { deleted: row_ids.length, change_id: change.id }
}

/** Takes rows out with their cells, kept under a change; those that were there. `line` goes on record with how many they are. */
export async function takeRowsOut(
  tx: WorkspaceTx,
  workbook: OpenWorkbook,
  changeId: string,
  rowIds: string[],
  line: Change | null = null,
): Promise<string[]> {
  const { row_ids: rows, blocks } = await trashRows(tx, workbook.id, changeId, rowIds)
  const change = line && { ...line, counts: { rows: rows.length } }
  if (rows.length > 0)
    await finishWrite(tx, workbook, {
      rows,
      columns: 'all',
      told: { deleted: rows },
      blocks,
      ...(change && { change }),
    })
  return rows
}

/** The id as it is stored; refuses a text that cannot be one exactly as an unknown one. */
export function rowIdOf(text: string): string {
  return isUuid(text) ? text.toLowerCase() : refuse('not_found', 'Row not found')
}

export function mustFit(count: number, most: number): void {
  if (count > most) refuse('too_large', `At most ${most} rows at once, not ${count}`)
}

/** The values of each row by column id. Refuses (422) what cannot be written, all at once. */
export function readAll(workbook: OpenWorkbook, rows: readonly { data: { [key: string]: unknown } }[]): JsonObject[] {
  const find = columnByKey(workbook.columns)
  const problems: FieldError[] = []
  const read = rows.map(({ data }, index) => readRowData(data, find, ['body', 'rows', index, 'data'], problems))
  if (problems.length > 0) refuse('invalid', problems[0]?.msg ?? '', { fields: problems.slice(0, 100) })
  return read
}
