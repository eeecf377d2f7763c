// One page of the rows that answer a question, as JSON text, with the cursor for the next one.
import type { ColumnConfig } from '../../engine/columns.schema.ts'
import type { SortKey } from '../../engine/sort.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { decodeCursor, encodeCursor } from '../../platform/http/paging.ts'
import { findIndex, findInIndex, type IndexState } from '../views/view-index.reads.ts'
import { pageAfter, pageByNumber, rowsInOrder } from '../workbooks/rows.page.ts'
import { findForAWhile, type Looked, takesLong, type While } from './for-a-while.reads.ts'
import { type Counted, findRows, inTime, type Place } from './found-rows.reads.ts'
import { findInOrder } from './kept-order.reads.ts'
import { isEverything, nameOf, type Question } from './question.logic.ts'

export interface PageWanted {
  /** From 1; without it the walk is by cursor. */
  page?: number | undefined
  limit: number
  cursor?: string | undefined
  /** Only these columns; all of them when absent. */
  columns?: readonly string[] | undefined
  /** Where the cursor came from. */
  where: 'query' | 'body'
}

export interface RowsPage {
  /** The rows as JSON, comma between them, without the brackets. */
  text: string
  more: boolean
  next_cursor: string | null
  /** How many rows answer the question, where that is known without counting. */
  total: number | null
  /** Whether the rows came from an index kept in their order. */
  index: IndexState
  /** Looking was broken off when it took too long; the cursor goes on. */
  is_partial: boolean
}

/**
 * `lookFor`: how long to look before it is broken off; tests have smaller workbooks.
 * @throws Refusal `invalid` for a cursor of another question, `unavailable` for a question that takes too long
 */
export async function readRowsPage(
  tx: WorkspaceTx,
  workbook: Counted,
  question: Question,
  wanted: PageWanted,
  lookFor?: While,
): Promise<RowsPage> {
  const name = nameOf(workbook.id, question)
  const after = placeOf(decodeCursor(name, wanted.cursor, wanted.where))
  const plain = isEverything(question) && wanted.columns === undefined
  return plain
    ? plainPage(tx, workbook, wanted, after, name)
    : foundPage(tx, workbook, question, wanted, after, name, lookFor)
}

async function plainPage(
  tx: WorkspaceTx,
  workbook: Counted,
  { page, limit }: PageWanted,
  after: Place | undefined,
  name: string,
): Promise<RowsPage> {
  const { text, last, more } =
    after || page === undefined
      ? await pageAfter(tx, workbook.id, workbook.columns, after?.position ?? Number.NEGATIVE_INFINITY, limit)
      : await pageByNumber(tx, workbook.id, workbook.columns, (page - 1) * limit, limit)
  const next_cursor = more && last !== null ? encodeCursor(name, [last]) : null
  return { text, more, next_cursor, total: workbook.total_rows, index: 'none', is_partial: false }
}

async function foundPage(
  tx: WorkspaceTx,
  workbook: Counted,
  question: Question,
  { page = 1, limit, columns }: PageWanted,
  after: Place | undefined,
  name: string,
  lookFor?: While,
): Promise<RowsPage> {
  const offset = after ? 0 : Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER)
  const index = await findIndex(tx, workbook.id, question)
  const portion = { after, offset, limit: limit + 1 }
  // What is not asked for in an order has no keys; here they may say how to go on looking.
  const behind = after && question.sorts.length === 0 ? { ...after, keys: [] } : after
  async function find(): Promise<Looked> {
    if (index?.state === 'ready')
      return { rows: await findInIndex(tx, index.id, question, { ...portion, after: behind }), reached: null }
    const isInPlace = question.sorts.length === 0 && offset === 0
    if (isInPlace && takesLong(workbook, question)) return findForAWhile(tx, workbook, question, portion, lookFor)
    const rows = await (question.sorts.length > 0 ? findInOrder : findRows)(tx, workbook, question, portion)
    return { rows, reached: null }
  }
  return inTime(tx, async () => {
    const { rows: found, reached } = await find()
    const rows = found.slice(0, limit)
    const { text } = await rowsInOrder(
      tx,
      workbook.id,
      shownOf(workbook.columns, columns),
      rows.map(({ id }) => id),
      projection(workbook.columns, columns),
    )
    const last = rows.at(-1)
    const more = found.length > limit || reached !== null
    const isEnd = !more && !after && (rows.length > 0 || offset === 0)
    const total = question.filter || question.search ? (isEnd ? offset + rows.length : null) : workbook.total_rows
    const place = reached ?? last
    const next_cursor = more && place ? encodeCursor(name, [place.position, ...place.keys]) : null
    return { text, more, next_cursor, total, index: index?.state ?? 'none', is_partial: reached !== null }
  })
}

function shownOf(columns: readonly ColumnConfig[], wanted: readonly string[] | undefined): ColumnConfig[] {
  return columns.filter(({ id }) => wanted === undefined || wanted.includes(id))
}

function projection(columns: readonly ColumnConfig[], wanted: readonly string[] | undefined) {
  if (wanted === undefined) return { without: [], cells: null }
  const without = columns.flatMap(({ id, type }) => (type === 'input' && !wanted.includes(id) ? [id] : []))
  const cells = columns.flatMap(({ id, type }) => (type !== 'input' && wanted.includes(id) ? [id] : []))
  return { without, cells }
}

function placeOf(cursor: readonly (string | number | null)[] | undefined): Place | undefined {
  if (!cursor) return undefined
  const [position, ...keys] = cursor
  return { position: Number(position), keys: keys as SortKey[] }
}
