// One page of the rows that answer a question, as JSON text, with the cursor for the next one.
import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import type { SortKey } from '../../engine/filter/sort.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { decodeCursor, encodeCursor } from '../../platform/http/paging.ts'
import {
  type CountedWorkbook,
  findRows,
  type RowPosition,
  statementFor,
  withTimeout,
} from '../filters/found-rows.reads.ts'
import { isEverything, nameOf, type Question } from '../filters/question.logic.ts'
import { correctSearch, type HoldingTexts } from '../filters/search-correction.reads.ts'
import { textsSql } from '../filters/search-sql.logic.ts'
import { keyShapes } from '../filters/sort-sql.logic.ts'
import { type PageShape, type PageStatement, pageFrom, rowsInOrder, shapeOf } from '../store/rows/rows.page.ts'
import { findIndex, findInIndex, type IndexState } from '../views/view-index.reads.ts'
import { findInOrder } from './cached-order.reads.ts'
import { findWithinLimit, type RowsRead, readsCells, type TimeLimit } from './time-limit.reads.ts'

export interface PageWanted {
  /** From 1; without it paging is by cursor. */
  page?: number | undefined
  limit: number
  cursor?: string | undefined
  /** Only these columns; all of them when absent. */
  columns?: readonly string[] | undefined
  /** Whether the search was typed by who asks: one that finds nothing is then answered with the nearest words. */
  corrects?: boolean
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
  /** What was searched for instead, where the search itself finds nothing. */
  corrected_search: string | null
  /** Which state of the rows this is, where that is known without looking at what they say. */
  print: string | null
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
  return {
    statement,
    read: (answer) => ({ ...read(answer), total, index: 'none', is_partial: false, corrected_search: null }),
  }
}

/** A page of all rows of a workbook, for which only its columns have to be known. `name` identifies the query for all rows in the cache. */
export function pageOfAll(
  tx: WorkspaceTx,
  workbookId: string,
  shape: PageShape,
  { page, limit }: Pick<PageWanted, 'page' | 'limit'>,
  after: Pick<RowPosition, 'position'> | undefined,
  name: string,
): PageStatement<Pick<RowsPage, 'json' | 'more' | 'next_cursor' | 'print'>> {
  const from =
    after || page === undefined
      ? { position: after?.position ?? Number.NEGATIVE_INFINITY }
      : { offset: (page - 1) * limit }
  const { statement, read } = pageFrom(tx, workbookId, shape, from, limit)
  return {
    statement,
    read(answer) {
      const { json, last, more, print } = read(answer)
      return { json, more, print, next_cursor: more && last !== null ? encodeCursor(name, [last]) : null }
    },
  }
}

async function foundPage(
  tx: WorkspaceTx,
  workbook: CountedWorkbook,
  question: Question,
  { page = 1, limit, columns, corrects = false }: PageWanted,
  place: RowPosition | undefined,
  name: string,
  lookFor?: TimeLimit,
): Promise<RowsPage> {
  const { after, said } = readMark(question, place)
  const offset = after ? 0 : Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER)
  const index = await findIndex(tx, workbook.id, question)
  async function find(
    asked: Question,
    after: RowPosition | undefined,
    offset: number,
    limit: number,
  ): Promise<RowsRead> {
    const portion = { after, offset, limit }
    // What is not asked for in an order has no keys; here they may say how to go on looking.
    const behind = after && asked.sorts.length === 0 ? { ...after, keys: [] } : after
    if (index?.state === 'ready')
      return { rows: await findInIndex(tx, index.id, asked, { ...portion, after: behind }), reached: null }
    const isInPlace = asked.sorts.length === 0 && offset === 0
    if (isInPlace && readsCells(workbook, asked)) return findWithinLimit(tx, workbook, asked, portion, lookFor)
    const rows = await (asked.sorts.length > 0 ? findInOrder : findRows)(tx, workbook, asked, portion)
    return { rows, reached: null }
  }
  return withTimeout(tx, async () => {
    let asked = said ? { ...question, search: said } : question
    let found = await find(asked, after, offset, limit + 1)
    let isFirst = after === undefined
    const isNone = corrects && question.search !== null && found.rows.length === 0 && (isFirst || said === NOTHING)
    const isAllNone = () =>
      find(question, undefined, 0, 1).then(({ rows, reached }) => !rows.length && reached === null)
    if (isNone && !said && found.reached === null && (offset === 0 || (await isAllNone()))) {
      const meant = await correctSearch(tx, question, (pieces) => textsHolding(tx, workbook, pieces))
      const instead = meant && (await find(meant, undefined, offset, limit + 1))
      if (meant && instead && (instead.rows.length > 0 || instead.reached !== null)) {
        asked = meant
        found = instead
        isFirst = true
      }
    }
    const rows = found.rows.slice(0, limit)
    const json = await rowsInOrder(
      tx,
      workbook.id,
      shownOf(workbook.columns, columns),
      rows.map(({ id }) => id),
      projection(workbook.columns, columns),
    )
    const { reached } = found
    const last = rows.at(-1)
    const more = found.rows.length > limit || reached !== null
    const isEnd = !more && isFirst && (rows.length > 0 || offset === 0)
    const total = asked.filter || asked.search ? (isEnd ? offset + rows.length : null) : workbook.total_rows
    const next = reached ?? last
    const mark = asked !== question ? [asked.search] : isNone ? [NOTHING] : []
    const next_cursor = more && next ? encodeCursor(name, [next.position, ...next.keys, ...mark]) : null
    return {
      json,
      more,
      next_cursor,
      total,
      index: index?.state ?? 'none',
      is_partial: reached !== null,
      corrected_search: asked === question ? null : asked.search,
      print: null,
    }
  })
}

/** Behind the place in the cursor of a search: nothing was found up to there. Else it goes on with what was searched for instead. */
const NOTHING = ''

function readMark(
  { search, sorts }: Question,
  place: RowPosition | undefined,
): { after: RowPosition | undefined; said: string | undefined } {
  if (search === null || place === undefined) return { after: place, said: undefined }
  const keys = keyShapes(sorts).length
  const said = place.keys[keys]
  return {
    after: { ...place, keys: place.keys.slice(0, keys) },
    said: typeof said === 'string' ? said : undefined,
  }
}

function textsHolding(tx: WorkspaceTx, workbook: CountedWorkbook, pieces: readonly string[]): HoldingTexts {
  const statement = statementFor(tx, workbook)
  return { sql: textsSql(statement, pieces), values: statement.values }
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
