// Updates the indexes of views: within the transaction for a few rows, by a job for many.
//
// Only the transaction that has locked a row writes its entry: writers lock it anyway, the job takes `for share`. So neither leaves an
// entry with values that the other has replaced.
import type pg from 'pg'
import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import { isComputed } from '../../engine/columns/columns.ts'
import type { Filter } from '../../engine/filter/filter.schema.ts'
import type { Sort } from '../../engine/filter/sort.schema.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { type FoundRow, findRows, type QueriedWorkbook } from '../filters/found-rows.reads.ts'
import { keyShapes } from '../filters/sort-sql.logic.ts'
import { enqueueDirtyRows } from '../store/dirty-rows/dirty-rows.commands.ts'
import { viewIndexing } from '../store/dirty-rows/dirty-rows.jobs.ts'
import type { FollowedWorkbook, KnownRow, TouchedRows } from '../store/follow.ts'
import { type EntryKeys, encodeKeys, keysLiteral, readingOf } from './entry-key.logic.ts'
import { moverOf } from './move.logic.ts'

/** Up to this many rows are placed in the writer's own transaction. */
const AT_ONCE = 1000

export interface StoredIndex {
  id: string
  filter: Filter | null
  sorts: Sort[]
}

/** The new places of rows in the order of one view, as far as the writer knows them. */
export interface Moves {
  index: StoredIndex
  gone: string[]
  /** Rows that have no entry yet. */
  added: Entry[]
  moved: Entry[]
  /** Only the database can place these. */
  unknown: string[]
}

/** Plans the new places of written rows for each view that reads a changed value; null where only the database can decide. */
export function planMoves(workbook: FollowedWorkbook, touched: TouchedRows): readonly Moves[] | null {
  const concerned = concernedBy(workbook, touched)
  if (concerned.length === 0) return []
  const indexes = touched.known && touched.known.length <= AT_ONCE ? allRead(concerned) : null
  return indexes && movesIn(workbook, indexes, touched.known ?? [])
}

/** Rows that were touched, with their {@link Moves} where those were planned. */
export interface PlannedRows extends TouchedRows {
  moves?: readonly Moves[]
}

/** A follower of writes: moves the written rows to their new places in every view that reads a changed value. */
export async function keepIndexes(tx: WorkspaceTx, workbook: FollowedWorkbook, touched: PlannedRows): Promise<void> {
  const { rows, columns, known } = touched
  const planned = touched.moves ?? planMoves(workbook, touched)
  if (planned) return move(tx, workbook, planned)
  const concerned = concernedBy(workbook, touched)
  if ('from' in rows) return enqueueDirtyRows(tx, viewIndexing, workbook.id, rows, { detail: { indexes: concerned } })
  if (rows.length > AT_ONCE) {
    if (columns === 'all') await tx.client.query(removal(tx, concerned, rows))
    return leaveRows(tx, workbook.id, concerned, rows)
  }
  const indexes = allRead(concerned) ?? (await readIndexes(tx, concerned))
  if (known) return move(tx, workbook, movesIn(workbook, indexes, known))
  await Promise.all(indexes.map((index) => placeRows(tx, askingOf(workbook), index, rows)))
}

const concernedBy = ({ follow }: FollowedWorkbook, { columns }: TouchedRows) =>
  (follow?.views ?? [])
    .filter(({ fields }) => fields === null || columns === 'all' || fields.some((field) => columns.includes(field)))
    .map(({ id }) => id)

const askingOf = ({ id, columns }: FollowedWorkbook) => ({ id, columns: columns ?? [] })

function movesIn(workbook: FollowedWorkbook, indexes: readonly StoredIndex[], rows: readonly KnownRow[]): Moves[] {
  const { columns } = askingOf(workbook)
  const moverFor = moverOf(columns)
  // Computed columns have already placed their rows, including added ones.
  const areFirst = !columns.some(isComputed)
  return indexes.map((index) => {
    const moveOf = moverFor(index)
    const moves: Moves = { index, gone: [], added: [], moved: [], unknown: [] }
    for (const row of rows) {
      const { id, position, before } = row
      const goes = moveOf(row)
      if (goes === null) moves.unknown.push(id)
      else if (goes === 'leaves') moves.gone.push(id)
      else if (goes !== 'stays')
        (areFirst && before === null ? moves.added : moves.moved).push({ id, keys: goes.keys, position })
    }
    return moves
  })
}

/** Sends the known places with the commit. */
async function move(tx: WorkspaceTx, workbook: FollowedWorkbook, planned: readonly Moves[]): Promise<void> {
  await Promise.all(
    planned.map(({ index, gone, added, moved, unknown }) => {
      if (gone.length > 0) tx.lastly.push(removal(tx, [index.id], gone))
      if (added.length > 0) tx.lastly.push(putting(tx, workbook.id, index, added, ADD, 'view_entries_add'))
      if (moved.length > 0) tx.lastly.push(putting(tx, workbook.id, index, moved))
      return unknown.length > 0 && placeRows(tx, askingOf(workbook), index, unknown)
    }),
  )
}

/** Cached, because every write of a cell needs it and the definition of an index never changes. */
const known = new Map<string, StoredIndex>()
const KEPT = 1_000

function allRead(ids: readonly string[]): StoredIndex[] | null {
  const kept = ids.flatMap((id) => known.get(id) ?? [])
  return kept.length === ids.length ? kept : null
}

async function readIndexes(tx: WorkspaceTx, ids: readonly string[]): Promise<StoredIndex[]> {
  const { rows } = await tx.client.query<StoredIndex>({
    name: 'view_indexes_read',
    text: 'select id, filter, sorts from view_indexes where workspace_id = $1 and id = any($2::uuid[])',
    values: [tx.workspace_id, ids],
  })
  if (known.size + rows.length > KEPT) known.clear()
  for (const index of rows) known.set(index.id, index)
  return rows
}

/** Places rows in the index, and removes those that no longer belong to it. The rows are locked. */
export async function placeRows(
  tx: WorkspaceTx,
  workbook: { id: string; columns: readonly ColumnConfig[] },
  { id, filter, sorts }: StoredIndex,
  rowIds: readonly string[],
): Promise<void> {
  const asking: QueriedWorkbook = workbook
  const found = await findRows(tx, asking, { filter, search: null, sorts }, { among: rowIds, limit: rowIds.length })
  const there = new Set(found.map((row) => row.id))
  const others = rowIds.filter((rowId) => !there.has(rowId))
  await Promise.all([
    others.length > 0 && tx.client.query(removal(tx, [id], others)),
    found.length > 0 && tx.client.query(putting(tx, workbook.id, { id, sorts }, entriesOf(sorts, found))),
  ])
}

interface Entry {
  id: string
  keys: EntryKeys
  position: number
}

function entriesOf(sorts: readonly Sort[], found: readonly FoundRow[]): Entry[] {
  const shapes = keyShapes(sorts)
  return found.map(({ id, position, keys }) => ({ id, position, keys: encodeKeys(shapes, keys) }))
}

// For added rows: being ready for a conflict would double the work of the database.
const ADD = `insert into view_entries as e (workspace_id, workbook_id, index_id, row_id, keys, position)
  select $1, $2, $3, id, keys::text[], position from unnest($4::uuid[], $5::text[], $6::float8[]) x (id, keys, position)`

// Nothing is written for a row that has its place already.
const PUT = `${ADD}
  on conflict (workspace_id, index_id, row_id) do update set keys = excluded.keys, position = excluded.position, key = ''
    where e.keys <> excluded.keys or e.position <> excluded.position or e.key <> ''`

function putting(
  tx: WorkspaceTx,
  workbookId: string,
  { id: indexId, sorts }: Pick<StoredIndex, 'id' | 'sorts'>,
  entries: readonly Entry[],
  text = PUT,
  name = 'view_entries_put',
): pg.QueryConfig {
  const isBackward = readingOf(keyShapes(sorts)) === 'desc'
  // Sent as text, because these values need no quoting and the driver would check each of them.
  const ids = `{${entries.map(({ id }) => id).join()}}`
  const positions = `{${entries.map(({ position }) => (isBackward ? -position : position)).join()}}`
  return {
    name,
    text,
    values: [tx.workspace_id, workbookId, indexId, ids, entries.map(({ keys }) => keysLiteral(keys)), positions],
  }
}

// Entry by entry through the primary key: a plan made while the table was small (and kept) would read all of it.
function removal(tx: WorkspaceTx, indexIds: readonly string[], rowIds: readonly string[]): pg.QueryConfig {
  return {
    name: 'view_entries_remove',
    text: `delete from view_entries where ctid = any (array(
      select there.ctid from unnest($2::uuid[]) i (id), unnest($3::uuid[]) r (id) cross join lateral (
        select ctid from view_entries where workspace_id = $1 and index_id = i.id and row_id = r.id offset 0) there))`,
    values: [tx.workspace_id, indexIds, rowIds],
  }
}

/** Leaves the rows to the job, which places those that still exist. */
async function leaveRows(
  tx: WorkspaceTx,
  workbookId: string,
  indexes: string[],
  rowIds: readonly string[],
): Promise<void> {
  const { rows } = await tx.client.query<{ id: string }>(
    'select id from workbook_rows where workspace_id = $1 and workbook_id = $2 and id = any($3::uuid[])',
    [tx.workspace_id, workbookId, rowIds],
  )
  const ids = rows.map(({ id }) => id)
  // When all rows were deleted there is nothing to place.
  if (ids.length > 0) await enqueueDirtyRows(tx, viewIndexing, workbookId, ids, { detail: { indexes } })
}
