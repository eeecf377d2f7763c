// One page of the rows that answer a question, as JSON text, with the cursor for the next one.
import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import type { SortKey } from '../../engine/filter/sort.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { decodeCursor, encodeCursor } from '../../platform/http/paging.ts'
import { type CountedWorkbook, findRows, type RowPosition, withTimeout } from '../filters/found-rows.reads.ts'
import { isEverything, nameOf, type Question } from '../filters/question.logic.ts'
import { type PageShape, type PageStatement, pageFrom, rowsInOrder, shapeOf } from '../store/rows.page.ts'
import { findIndex, findInIndex, type IndexState } from '../views/view-index.reads.ts'
import { findInOrder } from './cached-order.reads.ts'
import { findWithinLimit, type RowsRead, type TimeLimit, takesLong } from './time-limit.reads.ts'

export interface PageWanted {
  /** From 1; without it paging is by cursor. */
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
  json: Buffer
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
  workbook: CountedWorkbook,
  question: Question,
  wanted: PageWanted,
  lookFor?: TimeLimit,
): Promise<RowsPage> {
  const name = nameOf(workbook.id, question)
  const after = placeOf(decodeCursor(name, wanted.cursor, wanted.where))
  if (!isPlain(question, wanted)) return foundPage(tx, workbook, question, wanted, after, name, lookFor)
  const { statement, read } = plainPage(tx, workbook, wanted, after, name)
  return read(await tx.client.query(statement))
}

const isPlain = (question: Question, { columns }: PageWanted) => isEverything(question) && columns === undefined

function plainPage(
  tx: WorkspaceTx,
  { id, columns, total_rows: total }: CountedWorkbook,
  wanted: PageWanted,
  after: RowPosition | undefined,
  name: string,
): PageStatement<RowsPage> {
  const { statement, read } = pageOfAll(tx, id, shapeOf(columns), wanted, after, name)
  return { statement, read: (answer) => ({ ...read(answer), total, index: 'none', is_partial: false }) }
}

/** A page of all rows of a workbook, for which only its columns have to be known. `name` identifies the query for all rows in the cache. */
export function pageOfAll(
  tx: WorkspaceTx,
  workbookId: string,
  shape: PageShape,
  { page, limit }: Pick<PageWanted, 'page' | 'limit'>,
  after: Pick<RowPosition, 'position'> | undefined,
  name: string,
): PageStatement<Pick<RowsPage, 'json' | 'more' | 'next_cursor'>> {
  const from =
    after || page === undefined
      ? { position: after?.position ?? Number.NEGATIVE_INFINITY }
      : { offset: (page - 1) * limit }
  const { statement, read } = pageFrom(tx, workbookId, shape, from, limit)
  return {
    statement,
    read(answer) {
      const { json, last, more } = read(answer)
      return { json, more, next_cursor: more && last !== null ? encodeCursor(name, [last]) : null }
    },
  }
}

async function foundPage(
  tx: WorkspaceTx,
  workbook: CountedWorkbook,
  question: Question,
  { page = 1, limit, columns }: PageWanted,
  after: RowPosition | undefined,
  name: string,
  lookFor?: TimeLimit,
): Promise<RowsPage> {
  const offset = after ? 0 : Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER)
  const index = await findIndex(tx, workbook.id, question)
  const portion = { after, offset, limit: limit + 1 }
  // What is not asked for in an order has no keys; here they may say how to go on looking.
  const behind = after && question.sorts.length === 0 ? { ...after, keys: [] } : after
  async function find(): Promise<RowsRead> {
    if (index?.state === 'ready')
      return { rows: await findInIndex(tx, index.id, question, { ...portion, after: behind }), reached: null }
    const isInPlace = question.sorts.length === 0 && offset === 0
    if (isInPlace && takesLong(workbook, question)) return findWithinLimit(tx, workbook, question, portion, lookFor)
    const rows = await (question.sorts.length > 0 ? findInOrder : findRows)(tx, workbook, question, portion)
    return { rows, reached: null }
  }
  return withTimeout(tx, async () => {
    const { rows: found, reached } = await find()
    const rows = found.slice(0, limit)
    const json = await rowsInOrder(
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
    return { json, more, next_cursor, total, index: index?.state ?? 'none', is_partial: reached !== null }
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

export function placeOf(cursor: readonly (string | number | null)[] | undefined): RowPosition | undefined {
  if (!cursor) return undefined
  const [position, ...keys] = cursor
  return { position: Number(position), keys: keys as SortKey[] }
}
