// Reads the rows of a view from its index: in its order, after any position, without reading a row that is not in it.
//
// Plan: one range of view_entries_order; the first page of a million rows is 100 entries, a page by number reads the index
// alone to where it begins.

import { asksFor, isRelative } from '../../engine/filter/filter-check.ts'
import { newId } from '../../kernel/ids.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { oneRow } from '../../platform/db/sql-client.ts'
import type { FoundRow, Portion } from '../filters/found-rows.reads.ts'
import { nameOf, type Question } from '../filters/question.logic.ts'
import { keyShapes } from '../filters/sort-sql.logic.ts'
import { enqueueDirtyRows, WHOLE } from '../store/dirty-rows/dirty-rows.commands.ts'
import { viewIndexing } from '../store/dirty-rows/dirty-rows.jobs.ts'
import { decodeKeys, type EntryKeys, encodeKeys, keysLiteral, readingOf } from './entry-key.logic.ts'

/** Smaller workbooks are asked in no time. */
export const MIN_ROWS = 10_000
/** The most indexes of a workbook: every write has to update all of them. */
const MAX_INDEXES = 20

/** `none`: there is none and none is made. `building`: the rows come from looking through the workbook meanwhile. */
export type IndexState = 'none' | 'building' | 'ready'

export interface ViewIndex {
  id: string
  state: IndexState
}

/**
 * An answer that stays as it is while no row is written. What matches one day and not the next is not: nothing is written when time
 * goes by.
 */
export function isLasting({ filter, search, sorts }: Question): boolean {
  if (filter !== null && isRelative(filter)) return false
  // What fits follows from the choices of a select as well, and no row is written when those change.
  const isKept = !asksFor(filter ?? undefined, 'invalid') && sorts.every(({ on }) => on !== 'invalid')
  return search === null && (filter !== null || sorts.length > 0) && isKept
}

/** Besides, an index goes one way: texts that ascend and others that descend have none. */
export function isIndexable(question: Question): boolean {
  return isLasting(question) && readingOf(keyShapes(question.sorts)) !== null
}

/** The index `i` has taken in all rows of its workbook `$2`. */
const IS_READY = `not exists (select from dirty_rows d where d.workspace_id = $1 and d.scope_id = $2
    and d.consumer = '${viewIndexing.name}' and d.detail -> 'indexes' ? i.id::text)`
/** A process of the version before has placed rows in it, by its own order. */
const IS_MIXED = `exists (select from view_entries e where e.workspace_id = $1 and e.index_id = i.id and e.key <> '')`

/** The index that answers the question; null without one. */
export async function findIndex(tx: WorkspaceTx, workbookId: string, question: Question): Promise<ViewIndex | null> {
  if (!isIndexable(question)) return null
  const { rows } = await tx.client.query<{ id: string; ready: boolean; mixed: boolean; resting: boolean }>({
    name: 'view_index_find',
    text: `select i.id, ${IS_READY} as ready, ${IS_MIXED} as mixed, i.used_at < now() - interval '1 hour' as resting from view_indexes i
      where workspace_id = $1 and workbook_id = $2 and question = $3`,
    values: [tx.workspace_id, workbookId, nameOf(workbookId, question)],
  })
  const [index] = rows
  if (!index) return null
  if (index.resting)
    await tx.client.query('update view_indexes set used_at = now() where workspace_id = $1 and id = $2', [
      tx.workspace_id,
      index.id,
    ])
  if (index.ready && index.mixed) await placeAgain(tx, workbookId, index.id)
  return { id: index.id, state: index.ready && !index.mixed ? 'ready' : 'building' }
}

async function placeAgain(tx: WorkspaceTx, workbookId: string, indexId: string): Promise<void> {
  const { rows } = await tx.client.query<{ row_id: string }>(
    `select row_id from view_entries where workspace_id = $1 and index_id = $2 and key <> '' limit 10000`,
    [tx.workspace_id, indexId],
  )
  const ids = rows.map(({ row_id }) => row_id)
  await enqueueDirtyRows(tx, viewIndexing, workbookId, ids, { detail: { indexes: [indexId] } })
}

/** Asks for an index of a view that a big workbook has none for yet; it is made in the background, if there is room. */
export async function wantIndex(
  tx: WorkspaceTx,
  workbook: { id: string; total_rows: number },
  view: Question,
): Promise<IndexState> {
  if (!isIndexable(view) || workbook.total_rows < MIN_ROWS) return 'none'
  const id = newId()
  const { rowCount } = await tx.client.query(
    `insert into view_indexes (workspace_id, id, workbook_id, question, filter, sorts, is_backward)
     select $1, $2, $3, $4, $5::jsonb, $6::jsonb, $7::boolean
     where (select count(*) from view_indexes where workspace_id = $1 and workbook_id = $3) < ${MAX_INDEXES} on conflict do nothing`,
    [
      tx.workspace_id,
      id,
      workbook.id,
      nameOf(workbook.id, view),
      view.filter === null ? null : JSON.stringify(view.filter),
      JSON.stringify(view.sorts),
      readingOf(keyShapes(view.sorts)) === 'desc',
    ],
  )
  if (!rowCount) return 'none'
  await enqueueDirtyRows(tx, viewIndexing, workbook.id, WHOLE, { detail: { indexes: [id] } })
  return 'building'
}

/** The next rows of a question whose index is ready. */
export async function findInIndex(
  tx: WorkspaceTx,
  indexId: string,
  { sorts }: Question,
  { after, offset = 0, limit }: Pick<Portion, 'after' | 'offset' | 'limit'>,
): Promise<FoundRow[]> {
  const shapes = keyShapes(sorts)
  const isBackward = readingOf(shapes) === 'desc'
  const turned = (position: number) => (isBackward ? 0 - position : position)
  // Before all of them the empty list forwards, and a null backwards, which such keys have none of.
  const first = isBackward ? ['{NULL}', Number.POSITIVE_INFINITY] : ['{}', Number.NEGATIVE_INFINITY]
  const from = after ? [keysLiteral(encodeKeys(shapes, after.keys)), turned(after.position)] : first
  const [name, sign, dir] = isBackward ? ['view_entries_back', '<', 'desc'] : ['view_entries_page', '>', 'asc']
  const { rows } = await tx.client.query<{ id: string; keys: EntryKeys; position: number }>({
    name,
    text: `select row_id as id, keys, position from view_entries
      where workspace_id = $1 and index_id = $2 and (keys, position) ${sign} ($3::text[], $4::float8)
      order by keys ${dir}, position ${dir} limit $5 offset $6`,
    values: [tx.workspace_id, indexId, ...from, limit, offset],
  })
  return rows.map(({ id, keys, position }) => ({ id, position: turned(position), keys: decodeKeys(shapes, keys) }))
}

/** The next rows of a question from its index; null where that is not there or not ready. */
export async function findReady(
  tx: WorkspaceTx,
  workbookId: string,
  question: Question,
  portion: Pick<Portion, 'after' | 'offset' | 'limit'>,
): Promise<FoundRow[] | null> {
  const index = await findIndex(tx, workbookId, question)
  return index?.state === 'ready' ? findInIndex(tx, index.id, question, portion) : null
}

/** An index of any order over the rows that match the filter; null without one that is ready. */
export async function indexOfFilter(
  tx: WorkspaceTx,
  workbookId: string,
  filter: Question['filter'],
): Promise<string | null> {
  const { rows } = await tx.client.query<{ id: string }>({
    name: 'view_index_of_filter',
    text: `select i.id from view_indexes i where workspace_id = $1 and workbook_id = $2 and ${IS_READY}
      and question not like 'gone %' and filter = $3::jsonb limit 1`,
    values: [tx.workspace_id, workbookId, filter === null ? null : JSON.stringify(filter)],
  })
  return rows[0]?.id ?? null
}

/** How many rows are in it, counted no further than `most`. */
export async function countInIndex(tx: WorkspaceTx, indexId: string, most: number): Promise<number> {
  const { rows } = await tx.client.query<{ count: number }>(
    `select count(*)::int as count from (
       select 1 from view_entries where workspace_id = $1 and index_id = $2 limit $3) few`,
    [tx.workspace_id, indexId, most],
  )
  return oneRow(rows).count
}
