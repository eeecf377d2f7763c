// The way of an undo or a redo through everything a change did, step by step, so that a long one can go on where it was.
import type { JsonObject } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { settleComputed } from '../computed/structure.commands.ts'
import { endOfRange, findInRange } from '../filters/found-rows.reads.ts'
import { changeStructure, type OpenWorkbook, openForWriting } from '../opening/structure.lock.ts'
import { takeRowsOut, withKeys } from '../rows/rows.commands.ts'
import { finishAdded, finishWrite } from '../rows/write.ts'
import { type CellImage, putCells } from '../store/cells/cell-images.writes.ts'
import { lockRows } from '../store/cells/cells.writes.ts'
import type { ValueChange } from '../store/follow.ts'
import type { ChangeDetail } from '../store/recorder.ts'
import { mergeData } from '../store/rows/rows.logic.ts'
import { lockRowData, takePositions, updateRowData } from '../store/rows/rows.writes.ts'
import { untrashRows } from '../store/rows/trash.writes.ts'
import { emitWorkbook } from '../store/workbook.events.ts'
import { readColumns } from '../store/workbooks.reads.ts'
import {
  columnsOf,
  type Direction,
  isDelivered,
  isRefused,
  MOST_SKIPPED,
  newRevert,
  type Revert,
  revertRow,
  type SkippedItem,
  type StoredChange,
  type Version,
} from './revert.logic.ts'
import {
  listTrash,
  noteSkipped,
  readCells,
  readMade,
  readTrash,
  readVersions,
  touchedByOthers,
} from './revert.writes.ts'
import { revertColumns } from './revert-columns.ts'
import { revertSettings } from './revert-settings.ts'
import { captureRun } from './run.capture.ts'

type Phase = (tx: WorkspaceTx, change: StoredChange, revert: Revert, limit: number) => Promise<boolean>

/** Values go before the rows and columns they are in, and come back after them. */
function phasesOf({ kind, detail }: StoredChange, direction: Direction): Phase[] {
  const rows: Phase[] = kind === 'delete_rows' ? [direction === 'undo' ? restore : trashAgain] : []
  if (detail.chosen && direction === 'redo') rows.unshift(listChosen)
  if (detail.made) rows.push(direction === 'undo' ? trashMade : restore)
  const columns: Phase[] = detail.columns ? [columnsPhase] : []
  const whole: Phase[] = detail.whole ? [wholePhase] : []
  const capture: Phase[] = detail.run && direction === 'undo' ? [captureRun] : []
  return direction === 'undo'
    ? [...capture, values, ...rows, ...columns, ...whole]
    : [...columns, ...whole, ...rows, values]
}

/** Does the next batch of at most `limit` rows; false when nothing is left. */
export async function step(tx: WorkspaceTx, change: StoredChange, revert: Revert, limit: number): Promise<boolean> {
  const phase = phasesOf(change, revert.direction)[revert.phase]
  if (!phase) return false
  if (await phase(tx, change, revert, limit)) return true
  revert.phase++
  revert.after = null
  return revert.phase < phasesOf(change, revert.direction).length
}

/** The revert in the opposite direction, from the current phase: it compares values and rows, and restores columns only if this revert changed them. */
export function reverseRevert(change: StoredChange, revert: Revert): Revert {
  const back = newRevert(revert.direction === 'undo' ? 'redo' : 'undo')
  const structure = (phase: Phase | undefined) => phase === columnsPhase || phase === wholePhase
  const isTurned = phasesOf(change, revert.direction).slice(0, revert.phase).some(structure)
  if (back.direction === 'redo' && !isTurned) {
    const way = phasesOf(change, 'redo')
    while (structure(way[back.phase])) back.phase++
  }
  return back
}

/** Whether a step holds the structure of the workbook for change; to be taken before anything else then. */
export function changesStructure({ detail }: StoredChange): boolean {
  return detail.columns !== undefined || detail.whole !== undefined
}

const values: Phase = async (tx, change, revert, limit) => {
  const workbook = await openForWriting(tx, change.workbook_id)
  const versions = await readVersions(tx, workbook.id, change.id, revert.after as string | null, limit)
  if (versions.length === 0) return false
  const ids = versions.map(({ row_id }) => row_id)
  const stored = new Map((await lockRowData(tx, workbook.id, ids)).map((row) => [row.id, row]))
  const withCells = versions.filter(({ cells_before, row_id }) => cells_before && stored.has(row_id))
  const cells = await readCells(
    tx,
    workbook.id,
    withCells.map(({ row_id }) => row_id),
  )
  const notes = new Map<string, string[]>()
  const written: Parameters<typeof updateRowData>[2][number][] = []
  const moved: ValueChange[] = []
  const images: CellImage[] = []
  const touched = new Set<string>()
  for (const version of versions) {
    const row = stored.get(version.row_id)
    const left = row ? revertOne(version, row, cells.get(row.id) ?? {}) : columnsOf(version)
    for (const column_id of left) {
      const held = isDelivered(cells.get(version.row_id)?.[column_id]) ? 'delivered' : 'changed_since'
      skip(revert, { row_id: version.row_id, column_id, reason: row ? held : 'row_deleted' })
    }
    if (left.length > 0 || version.skipped) notes.set(version.row_id, left)
  }

  function revertOne(version: Version, row: RowData, now: CellsNow) {
    const reverted = revertRow(version, { data: row.data, cells: now }, revert.direction)
    const data = mergeData(row.data, reverted.values)
    if (Object.keys(reverted.values).length > 0) written.push({ ...row, data })
    for (const [column_id, image] of Object.entries(reverted.cells)) images.push({ row_id: row.id, column_id, image })
    const cellsAfter = { ...now, ...reverted.cells }
    moved.push({
      row_id: row.id,
      before: { ...row.data, ...valuesOf(now, Object.keys(reverted.cells)) },
      after: { ...data, ...valuesOf(cellsAfter, Object.keys(reverted.cells)) },
    })
    for (const column of [...Object.keys(reverted.values), ...Object.keys(reverted.cells)]) {
      touched.add(column)
      revert.cells++
    }
    return reverted.skipped
  }

  if (written.length > 0)
    await updateRowData(tx, workbook.id, await withKeys(tx, workbook.id, workbook.identity, written), null)
  await noteSkipped(tx, workbook.id, change.id, notes)
  await putCells(tx, workbook.id, images)
  const told = { updated: written.map(({ id }) => id), cells_of: images.map(({ row_id }) => row_id) }
  const rows = [...new Set([...told.updated, ...told.cells_of])]
  await finishWrite(tx, workbook, { rows, columns: [...touched], moved, told, job_id: change.under_way?.job_id })
  revert.after = versions.at(-1)?.row_id ?? null
  return versions.length === limit
}

/** The values in stored cells. */
function valuesOf(cells: CellsNow, columns: readonly string[]): JsonObject {
  return Object.fromEntries(columns.map((id) => [id, (cells[id] as JsonObject | null | undefined)?.value ?? null]))
}

type RowData = Awaited<ReturnType<typeof lockRowData>>[number]
type CellsNow = Parameters<typeof revertRow>[1]['cells']

/** Rows that another user has written into since stay. */
const trashMade: Phase = async (tx, change, revert, limit) => {
  const { made } = change.detail as Required<ChangeDetail>
  const workbook = await openForWriting(tx, change.workbook_id)
  const after = (revert.after as number | null) ?? made.from - 1
  const rows = await readMade(tx, workbook.id, change.id, { after, to: made.to, limit })
  await takeOut(
    tx,
    workbook,
    change,
    change.id,
    revert,
    rows.map(({ id }) => id),
  )
  revert.after = rows.at(-1)?.position ?? null
  return rows.length === limit
}

/** Looks through so many rows of the workbook at once. */
const LOOKED_THROUGH = 5_000

/** Before rows are deleted that match: which they are, kept like rows that were taken out once and are back. */
const listChosen: Phase = async (tx, change, revert) => {
  const { chosen } = change.detail
  if (!chosen || chosen.is_listed) return false
  const workbook = await openForWriting(tx, change.workbook_id)
  const from = revert.after as number | null
  const end = await endOfRange(tx, change.workbook_id, from ?? Number.NEGATIVE_INFINITY, LOOKED_THROUGH)
  const to = Math.min(end ?? chosen.to, chosen.to)
  const question = { filter: chosen.filter, search: chosen.search, sorts: [] }
  const asking = { id: change.workbook_id, columns: workbook.columns }
  const found = await findInRange(tx, asking, question, from ?? Number.NEGATIVE_INFINITY, to, LOOKED_THROUGH)
  await listTrash(tx, change.workbook_id, change.id, found)
  const listed = found.length + (from === null ? 0 : chosen.listed)
  const is_listed = to === chosen.to
  change.detail = { ...change.detail, chosen: { ...chosen, listed, is_listed } }
  revert.after = to
  return !is_listed
}

const trashAgain: Phase = async (tx, change, revert, limit) => {
  if (isRefused(change.detail)) return false
  const workbook = await openForWriting(tx, change.workbook_id)
  const place = { after: revert.after as string | null, limit, back: true }
  const ids = await readTrash(tx, workbook.id, change.id, place)
  await takeOut(tx, workbook, change, revert.since ?? change.flip_id ?? change.id, revert, ids)
  revert.after = ids.at(-1) ?? null
  return ids.length === limit
}

async function takeOut(
  tx: WorkspaceTx,
  workbook: OpenWorkbook,
  change: StoredChange,
  since: string,
  revert: Revert,
  rowIds: string[],
): Promise<void> {
  if (rowIds.length === 0) return
  // Locked before the check: a transaction that writes into one of them from now on waits, and finds it gone.
  await lockRows(tx, workbook.id, rowIds)
  const others = await touchedByOthers(tx, workbook.id, rowIds, since, change.user_id)
  for (const row_id of others) skip(revert, { row_id, column_id: null, reason: 'changed_since' })
  const going = rowIds.filter((id) => !others.has(id))
  revert.rows += (await takeRowsOut(tx, workbook, change.id, going)).length
}

const restore: Phase = async (tx, change, revert, limit) => {
  const workbook = await openForWriting(tx, change.workbook_id)
  const ids = await readTrash(tx, workbook.id, change.id, { after: revert.after as string | null, limit, back: false })
  if (ids.length === 0) return false
  const end = (count: number) => takePositions(tx, workbook.id, count)
  const back = await untrashRows(tx, workbook.id, change.id, ids, end)
  revert.rows += back.length
  await finishAdded(tx, workbook, back, change.under_way?.job_id)
  revert.after = ids.at(-1) ?? null
  return ids.length === limit
}

const columnsPhase: Phase = async (tx, change, revert) => {
  await changeStructure(tx, change.workbook_id)
  const before = await readColumns(tx, change.workbook_id)
  const { columns, skipped, detail } = await revertColumns(
    tx,
    change.workbook_id,
    change,
    revert.direction,
    revert.since ?? change.flip_id ?? change.id,
  )
  revert.columns += columns
  for (const one of skipped) skip(revert, one)
  change.detail = { ...change.detail, columns: detail }
  await settleComputed(tx, change.workbook_id, before, await readColumns(tx, change.workbook_id))
  await emitWorkbook(tx, 'workbook.updated', change.workbook_id)
  return false
}

const wholePhase: Phase = async (tx, change, revert) => {
  await changeStructure(tx, change.workbook_id)
  const isOwn = change.user_id !== null && change.user_id === tx.actor?.user_id
  const skipped = await revertSettings(tx, change.workbook_id, change.detail.whole ?? {}, revert.direction, isOwn)
  for (const one of skipped) skip(revert, one)
  await emitWorkbook(tx, 'workbook.updated', change.workbook_id)
  return false
}

function skip(revert: Revert, one: SkippedItem): void {
  revert.skipped_count++
  if (revert.skipped.length < MOST_SKIPPED) revert.skipped.push(one)
}
