// Caches the first rows in an order that no saved view has, so that later pages do not sort a million rows again.
//
// An entry is valid until an event of the workbook appears in the event log or the outbox, from any process, and only while
// a client fetches further pages. Events of cells that a run has written come a moment later; until then those cells are in the old
// order.

import { createBoundedCache } from '../../platform/db/bounded-cache.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { oneRow } from '../../platform/db/sql-client.ts'
import {
  type CountedWorkbook,
  type FoundRow,
  findRows,
  type Portion,
  type RowPosition,
} from '../filters/found-rows.reads.ts'
import { nameOf, type Question } from '../filters/question.logic.ts'
import { isLasting } from '../views/view-index.reads.ts'

/** From which size of a workbook on orders are kept, how many rows, and for how long. */
export interface OrderCacheLimits {
  from: number
  rows: number
  ms: number
}

const KEEP: OrderCacheLimits = { from: 50_000, rows: 2_000, ms: 60_000 }
/** Orders that a process keeps: about half a megabyte each. */
const MOST = 12

interface Beginning {
  rows: FoundRow[]
  /** After this position; undefined: from the first row on. */
  after: RowPosition | undefined
  /** No row comes after them. */
  isEnd: boolean
  /** The newest event when they were found. */
  mark: number
  until: number
}

const kept = createBoundedCache(MOST)

/** As `findRows` of a question with an order. */
export async function findInOrder(
  tx: WorkspaceTx,
  workbook: CountedWorkbook,
  question: Question,
  { after, offset = 0, limit }: Pick<Portion, 'after' | 'offset' | 'limit'>,
  keep: OrderCacheLimits = KEEP,
): Promise<FoundRow[]> {
  const isKept = workbook.total_rows >= keep.from && !workbook.is_over && isLasting(question) && offset <= keep.rows
  if (!isKept) return findRows(tx, workbook, question, { after, offset, limit })
  const name = `${tx.workspace_id} ${nameOf(workbook.id, question)}`
  const known = kept.get(name) as Beginning | undefined
  const there = known && performance.now() < known.until ? partOf(known, after, offset, limit) : null
  if (known && there && !(await hasChanged(tx, workbook.id, known.mark))) return there
  const mark = await markOf(tx, workbook.id)
  const wanted = offset + Math.max(limit, keep.rows)
  const rows = await findRows(tx, workbook, question, { after, limit: wanted })
  if (mark !== null) {
    const until = performance.now() + keep.ms
    kept.set(name, { rows, after, isEnd: rows.length < wanted, mark, until } satisfies Beginning)
  }
  return rows.slice(offset, offset + limit)
}

/** The rows of a portion; null when they are not all there. */
function partOf(order: Beginning, after: RowPosition | undefined, offset: number, limit: number): FoundRow[] | null {
  const { rows, isEnd } = order
  const from = after === undefined ? (order.after === undefined ? offset : null) : behind(order, after)
  if (from === null || (from + limit > rows.length && !isEnd)) return null
  return rows.slice(from, from + limit)
}

function behind({ rows, after: first }: Beginning, after: RowPosition): number | null {
  if (first && isSame(first, after)) return 0
  const place = rows.findIndex((row) => isSame(row, after))
  return place === -1 ? null : place + 1
}

function isSame(one: RowPosition, other: RowPosition): boolean {
  return one.position === other.position && one.keys.every((key, index) => key === (other.keys[index] ?? null))
}

const MARK = `select coalesce((select max(id) from events where workspace_id = $1), 0) as mark,
  exists (select from outbox where workspace_id = $1 and payload ->> 'workbook_id' = $2) as is_ringing`
const CHANGED = `select exists (select from events where workspace_id = $1 and id > $3 and payload ->> 'workbook_id' = $2)
  or exists (select from outbox where workspace_id = $1 and payload ->> 'workbook_id' = $2) as has_changed`

/** Null while something of the workbook is about to be heard. */
async function markOf(tx: WorkspaceTx, workbookId: string): Promise<number | null> {
  const values = [tx.workspace_id, workbookId]
  const { rows } = await tx.client.query<{ mark: number; is_ringing: boolean }>({
    name: 'order_mark',
    text: MARK,
    values,
  })
  const { mark, is_ringing } = oneRow(rows)
  return is_ringing ? null : mark
}

async function hasChanged(tx: WorkspaceTx, workbookId: string, mark: number): Promise<boolean> {
  const values = [tx.workspace_id, workbookId, mark]
  const { rows } = await tx.client.query<{ has_changed: boolean }>({ name: 'order_changed', text: CHANGED, values })
  return oneRow(rows).has_changed
}
