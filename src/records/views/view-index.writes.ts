// Keeps the indexes of views true: with each write of a few rows at once, after a big one by a stretch left to the job.
//
// An entry is only ever written by who holds its row: writers have locked it, the job takes `for share`. So neither can
// leave an entry behind that tells of values the other has replaced.
import type pg from 'pg'
import type { ColumnConfig } from '../../engine/columns.schema.ts'
import { isComputed } from '../../engine/columns.ts'
import type { Filter } from '../../engine/filter.schema.ts'
import type { Sort } from '../../engine/sort.schema.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { type Asking, type FoundRow, findRows } from '../query/found-rows.reads.ts'
import { keyShapes } from '../query/sort-sql.logic.ts'
import type { Followed, KnownRow, Touched } from '../workbooks/follow.ts'
import { encodeKey } from './entry-key.logic.ts'
import { type Mover, moverOf } from './move.logic.ts'
import { enqueueIndexes } from './view-index.reads.ts'

/** Up to so many rows are put in their places in the writer's own transaction. */
const AT_ONCE = 1000

export interface StoredIndex {
  id: string
  filter: Filter | null
  sorts: Sort[]
}

/** What `ripple` calls: the rows were written, now they stand where they belong in every view that reads what changed. */
export async function keepIndexes(tx: WorkspaceTx, workbook: Followed, touched: Touched): Promise<void> {
  const { rows, columns, known } = touched
  const concerned = concernedBy(workbook, touched)
  if (concerned.length === 0) return
  if ('from' in rows) return leaveStretch(tx, workbook.id, concerned, rows)
  if (rows.length > AT_ONCE) {
    if (columns === 'all') await tx.client.query(removal(tx, concerned, rows))
    return leaveRows(tx, workbook.id, concerned, rows)
  }
  const asking = { id: workbook.id, columns: workbook.columns ?? [] }
  const indexes = allRead(concerned) ?? (await readIndexes(tx, concerned))
  if (!known) return void (await Promise.all(indexes.map((index) => placeRows(tx, asking, index, rows))))
  const moverFor = moverOf(asking.columns)
  // What is computed has put its rows where they belong by now, those that were added too.
  const areFirst = !asking.columns.some(isComputed)
  await Promise.all(
    indexes.map((index) => {
      const unknown = moveRows(tx, workbook.id, index, known, { moveOf: moverFor(index), areFirst })
      return unknown.length > 0 && placeRows(tx, asking, index, unknown)
    }),
  )
}

const concernedBy = ({ follow }: Followed, { columns }: Touched) =>
  (follow?.views ?? [])
    .filter(({ fields }) => fields === null || columns === 'all' || fields.some((field) => columns.includes(field)))
    .map(({ id }) => id)

/** Whether {@link keepIndexes} knows by itself where these rows go. */
export function canPlace(workbook: Followed, touched: Touched): boolean {
  const concerned = concernedBy(workbook, touched)
  if (concerned.length === 0) return true
  const { known } = touched
  const indexes = allRead(concerned)
  if (!known || !indexes) return false
  const moverFor = moverOf(workbook.columns ?? [])
  return known.length <= AT_ONCE && indexes.map(moverFor).every((moveOf) => known.every((row) => moveOf(row) !== null))
}

/** Moves the rows of which that is known, with the commit; returns the others. `areFirst`: rows that were added have no entry yet. */
function moveRows(
  tx: WorkspaceTx,
  workbookId: string,
  { id }: StoredIndex,
  rows: readonly KnownRow[],
  { moveOf, areFirst }: { moveOf: Mover; areFirst: boolean },
): string[] {
  const unknown: string[] = []
  const gone: string[] = []
  const added: Entry[] = []
  const moved: Entry[] = []
  for (const row of rows) {
    const move = moveOf(row)
    if (move === null) unknown.push(row.id)
    else if (move === 'leaves') gone.push(row.id)
    else if (move !== 'stays')
      (areFirst && row.before === null ? added : moved).push({ id: row.id, key: move.key, position: row.position })
  }
  if (gone.length > 0) tx.lastly.push(removal(tx, [id], gone))
  if (added.length > 0) tx.lastly.push(putting(tx, workbookId, id, added, ADD, 'view_entries_add'))
  if (moved.length > 0) tx.lastly.push(putting(tx, workbookId, id, moved))
  return unknown
}

/** What an index is of never changes, and every write of a cell asks: what was read once is known. */
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

/** Puts rows where they belong in the index, and takes out those that do not belong there any more. They are locked. */
export async function placeRows(
  tx: WorkspaceTx,
  workbook: { id: string; columns: readonly ColumnConfig[] },
  { id, filter, sorts }: StoredIndex,
  rowIds: readonly string[],
): Promise<void> {
  const asking: Asking = workbook
  const found = await findRows(tx, asking, { filter, search: null, sorts }, { among: rowIds, limit: rowIds.length })
  const there = new Set(found.map((row) => row.id))
  const others = rowIds.filter((rowId) => !there.has(rowId))
  await Promise.all([
    others.length > 0 && tx.client.query(removal(tx, [id], others)),
    found.length > 0 && tx.client.query(putting(tx, workbook.id, id, entriesOf(sorts, found))),
  ])
}

interface Entry {
  id: string
  key: Buffer
  position: number
}

function entriesOf(sorts: readonly Sort[], found: readonly FoundRow[]): Entry[] {
  const shapes = keyShapes(sorts)
  return found.map(({ id, position, keys }) => ({ id, position, key: encodeKey(shapes, keys) }))
}

// Of rows that were added: being ready for a conflict doubles the work of the database.
const ADD = `insert into view_entries as e (workspace_id, workbook_id, index_id, row_id, key, position)
  select $1, $2, $3, * from unnest($4::uuid[], $5::bytea[], $6::float8[])`

// Where a row stands already nothing is written.
const PUT = `${ADD}
  on conflict (workspace_id, index_id, row_id) do update set key = excluded.key, position = excluded.position
    where e.key <> excluded.key or e.position <> excluded.position`

function putting(
  tx: WorkspaceTx,
  workbookId: string,
  indexId: string,
  entries: readonly Entry[],
  text = PUT,
  name = 'view_entries_put',
): pg.QueryConfig {
  // Nothing in these has to be quoted, which the driver would look for in each of them.
  const columns = [
    entries.map(({ id }) => id),
    entries.map(({ key }) => `"\\\\x${key.toString('hex')}"`),
    entries.map(({ position }) => position),
  ]
  return {
    name,
    text,
    values: [tx.workspace_id, workbookId, indexId, ...columns.map((column) => `{${column.join()}}`)],
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

async function leaveRows(
  tx: WorkspaceTx,
  workbookId: string,
  indexIds: string[],
  rowIds: readonly string[],
): Promise<void> {
  const { rows } = await tx.client.query<{ from: number | null; to: number }>(
    `select min(position) as from, max(position) as to from workbook_rows
     where workspace_id = $1 and workbook_id = $2 and id = any($3::uuid[])`,
    [tx.workspace_id, workbookId, rowIds],
  )
  const [stretch] = rows
  // Rows that are all gone have left nothing to look at.
  if (stretch && stretch.from !== null)
    await leaveStretch(tx, workbookId, indexIds, { from: stretch.from, to: stretch.to })
}

/** Notes that rows from here to there have to be looked at again, and has somebody do it. */
async function leaveStretch(
  tx: WorkspaceTx,
  workbookId: string,
  indexIds: string[],
  { from, to }: { from: number; to: number },
): Promise<void> {
  await tx.client.query(
    `update view_indexes set from_position = least(coalesce(from_position, $3::float8), $3::float8),
       to_position = greatest(coalesce(to_position, $4::float8), $4::float8)
     where workspace_id = $1 and id = any($2::uuid[])`,
    [tx.workspace_id, indexIds, from - 1, to],
  )
  await enqueueIndexes(tx, workbookId)
}
