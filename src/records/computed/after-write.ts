// What follows a write at once, or is left for the background when it is about many rows.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import {
  affectedColumns,
  type ComputedPlan,
  lookupsOf,
  ownerOf,
  planComputed,
} from '../store/columns/computed.logic.ts'
import { enqueueDirtyRows } from '../store/dirty-rows/dirty-rows.commands.ts'
import { computing } from '../store/dirty-rows/dirty-rows.jobs.ts'
import type { FollowedWorkbook, Link, TouchedRows } from '../store/follow.ts'
import { readRowsForRun } from '../store/rows/rows.reads.ts'
import { keepIndexes } from '../views/view-index.commands.ts'
import { computeRows, keyedBy, type MovedKeys } from './compute.writes.ts'
import { forgetRows, keepKeys, keysOfRows, lookupField, sourceField } from './match-keys.writes.ts'

/** Rows that are computed in the transaction that changed them; the job uses larger batches. */
const AT_ONCE = 500
const KEYS_PER_WORK = 1_000

/** A follower of writes: computes what reads the touched columns and tells the workbooks that look rows up here. The rows are locked. */
export async function afterWrite(
  tx: WorkspaceTx,
  workbook: FollowedWorkbook,
  { rows, columns }: TouchedRows,
): Promise<void> {
  if (!workbook.follow?.computed && !workbook.follow?.links) return
  const plan = planComputed(workbook.id, workbook.columns ?? [])
  const computed = affectedColumns(plan, columns)
  const links = (workbook.follow?.links ?? []).filter((link) =>
    concerns(
      link,
      columns,
      computed.map(({ column }) => column.id),
    ),
  )
  if (computed.length === 0 && links.length === 0) return
  if (!Array.isArray(rows) || rows.length > AT_ONCE)
    await enqueueDirtyRows(tx, computing, workbook.id, rows, { columns })
  else await computeDependents(tx, workbook, plan, rows, columns)
}

/** Computes everything that depends on these rows within this transaction, for any number of rows. `counted`: this transaction added no row. */
export async function computeDependents(
  tx: WorkspaceTx,
  workbook: FollowedWorkbook,
  plan: ComputedPlan,
  rowIds: readonly string[],
  touched: readonly string[] | 'all',
  counted = false,
): Promise<void> {
  const computed = affectedColumns(plan, touched)
  const changed = await computeRows(tx, workbook.id, plan, computed, rowIds, counted)
  if (changed.columns.length > 0) await keepIndexes(tx, workbook, { rows: rowIds, columns: changed.columns })
  const columns = touched === 'all' ? touched : [...touched, ...changed.columns]
  await tellReaders(tx, workbook, rowIds, columns, changed.keys)
  if (touched === 'all' && lookupsOf(plan).length > 0) await forgetMissing(tx, workbook.id, rowIds)
}

function concerns(link: Link, columns: readonly string[] | 'all', computed: readonly string[]): boolean {
  const touches = (id: string | null) =>
    id !== null && (columns === 'all' || columns.includes(id) || computed.includes(id))
  return touches(link.key) || touches(link.value)
}

/** Leaves work with the workbooks that look these rows up; never in this transaction, whose locks they would wait for. */
async function tellReaders(
  tx: WorkspaceTx,
  { id, follow }: FollowedWorkbook,
  rowIds: readonly string[],
  columns: readonly string[] | 'all',
  told: MovedKeys,
): Promise<void> {
  const links = (follow?.links ?? []).filter((link) => concerns(link, columns, []) || told.has(sourceField(link)))
  if (links.length === 0) return
  const byField = new Map<string, Link[]>()
  for (const link of links) byField.set(sourceField(link), [...(byField.get(sourceField(link)) ?? []), link])
  const keyColumns = [...new Set(links.map((link) => link.key))]
  const rows = new Map((await readRowsForRun(tx, id, { row_ids: rowIds }, keyColumns)).map((row) => [row.row_id, row]))
  for (const [field, readers] of byField) {
    const [link] = readers
    if (!link) continue
    const kept = await keepKeys(
      tx,
      id,
      field,
      rowIds.map((rowId) => keyedBy(link, rowId, rows.get(rowId))),
    )
    const moved = [...new Set([...kept, ...(told.get(field) ?? [])])]
    const still = readers.some(({ value }) => value !== null && (columns === 'all' || columns.includes(value)))
    const held = still ? await keysOfRows(tx, id, field, rowIds) : []
    for (const reader of readers) {
      const wantsValues = reader.value !== null && (columns === 'all' || columns.includes(reader.value))
      const keys = wantsValues ? [...new Set([...moved, ...held])] : moved
      for (let at = 0; at < keys.length; at += KEYS_PER_WORK) {
        const work = { field: lookupField({ id: reader.column_id }), keys: keys.slice(at, at + KEYS_PER_WORK) }
        await enqueueDirtyRows(tx, computing, reader.workbook_id, work, { columns: [ownerOf(reader.column_id)] })
      }
    }
  }
}

async function forgetMissing(tx: WorkspaceTx, workbookId: string, rowIds: readonly string[]): Promise<void> {
  const { rows } = await tx.client.query<{ id: string }>(
    `select w.id from unnest($3::uuid[]) w(id) where not exists (
       select 1 from workbook_rows r where r.workspace_id = $1 and r.workbook_id = $2 and r.id = w.id)`,
    [tx.workspace_id, workbookId, rowIds],
  )
  if (rows.length > 0)
    await forgetRows(
      tx,
      workbookId,
      rows.map(({ id }) => id),
    )
}
