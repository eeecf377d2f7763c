// A workbook with one page of its rows, as JSON.
//
// Most pages are of all rows of a workbook that was read a moment ago. The statement of such a page depends on the columns alone, so it is
// sent together with the workbook, by the cached columns, and its answer counts if they have not changed. That is one round trip to the
// database instead of three; a round trip costs as much as ten rows. Columns and rows that are as this process has them are not written
// again, and an answer that the caller has is not sent again.
import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { decodeCursor } from '../../platform/http/paging.ts'
import { type PreparedJson, preparedJson } from '../../platform/http/route.ts'
import type { WorkbookPageQuery } from '../filters/query.schema.ts'
import { nameOf, nameOfEverything, parseMember } from '../filters/question.logic.ts'
import { readThroughLeads } from '../opening/lead-backed.reads.ts'
import { wrapJson } from '../store/rows/row-text.logic.ts'
import { keyOf as keyOfShape, type PageShape, shapeOf } from '../store/rows/rows.page.ts'
import { askWorkbook, type WrittenWorkbook, workbookIdOf } from '../store/workbooks.reads.ts'
import { type IndexState, wantIndex } from '../views/view-index.reads.ts'
import { type ResolvedQuestion, resolveAsked } from './asked.reads.ts'
import { pageOfAll, placeOf, type RowsPage, readRowsPage } from './query.reads.ts'

type InScope = <T>(work: (tx: WorkspaceTx) => Promise<T>) => Promise<T>

/** What is remembered of a workbook. */
interface Known {
  /** Its columns as they were written, and what a page depends on of them. */
  columns: string
  print: string
  shape: PageShape
}

/** Longer ones are not worth the room. */
const LONGEST = 50_000

/** @throws Refusal `not_found`, `invalid` */
export async function readWorkbookPage(
  inScope: InScope,
  workbookId: string,
  query: WorkbookPageQuery,
): Promise<PreparedJson> {
  const id = workbookIdOf(workbookId)
  const { view_id, search, filter, sort } = query
  const isOfAll = view_id === undefined && !search?.trim() && filter === undefined && sort === undefined
  const known = isOfAll ? (await inScope((tx) => asKnown(tx, id, query)))() : null
  return known ?? inScope((tx) => afresh(tx, id, query))
}

/** The page from cached data, to be requested after the transaction; null without cached data, or when it is outdated. */
async function asKnown(tx: WorkspaceTx, id: string, query: WorkbookPageQuery): Promise<() => PreparedJson | null> {
  const known = tx.kept.get(keyOf(tx, id)) as Known | undefined
  if (known === undefined) return () => null
  const name = nameOfEverything(id)
  const after = placeOf(decodeCursor(name, query.cursor, 'query'))
  const wanted = { page: query.cursor_mode ? undefined : query.page, limit: query.page_size }
  const asked = { workbook: askWorkbook(tx, id, known), page: pageOfAll(tx, id, known.shape, wanted, after, name) }
  let workbook: WrittenWorkbook | undefined
  let page: ReturnType<typeof asked.page.read> | undefined
  const tellWorkbook = (answer: Parameters<typeof asked.workbook.read>[0]) => {
    workbook = asked.workbook.read(answer)
  }
  const tellPage = (answer: Parameters<typeof asked.page.read>[0]) => {
    page = asked.page.read(answer)
  }
  tx.lastly.push({ ...asked.workbook.statement, tell: tellWorkbook }, { ...asked.page.statement, tell: tellPage })
  return () => {
    if (!workbook || !page || workbook.source_type === 'leads') return null
    const isAsKnown =
      workbook.columns === known.columns || keyOfShape(remember(tx, workbook)) === keyOfShape(known.shape)
    return isAsKnown
      ? written(workbook, { ...page, total: workbook.total_rows, is_partial: false, corrected_search: null }, query, '')
      : null
  }
}

async function afresh(tx: WorkspaceTx, id: string, query: WorkbookPageQuery): Promise<PreparedJson> {
  const asked = askWorkbook(tx, id)
  const workbook = asked.mustRead(await tx.client.query(asked.statement))
  const columns = JSON.parse(workbook.columns) as ColumnConfig[]
  const { tx: through, total_rows, is_over } = await readThroughLeads(tx, { ...workbook, columns })
  if (workbook.source_type !== 'leads') remember(tx, workbook, columns)
  const { view_id, search } = query
  const wanted = { view_id, search, filter: parseMember('filter', query.filter), sort: parseMember('sort', query.sort) }
  const counted = { id, columns, total_rows, is_over }
  const resolved = await resolveAsked(tx, counted, wanted, 'query')
  const page = await readRowsPage(through, counted, resolved.question, {
    page: query.cursor_mode ? undefined : query.page,
    limit: query.page_size,
    cursor: query.cursor,
    corrects: search !== undefined,
    where: 'query',
  })
  return written({ ...workbook, total_rows }, page, query, await ofView(tx, counted, resolved, page.index))
}

const keyOf = (tx: WorkspaceTx, id: string) => `columns of ${tx.workspace_id} ${id}`

function remember(
  tx: WorkspaceTx,
  { id, columns: text, print }: WrittenWorkbook,
  columns = JSON.parse(text) as ColumnConfig[],
): PageShape {
  const shape = shapeOf(columns)
  if (text.length <= LONGEST) tx.kept.set(keyOf(tx, id), { columns: text, print, shape } satisfies Known)
  return shape
}

function written(
  { columns, print, ...workbook }: WrittenWorkbook,
  page: Pick<RowsPage, 'json' | 'more' | 'next_cursor' | 'is_partial' | 'total' | 'corrected_search' | 'print'>,
  query: WorkbookPageQuery,
  view: string,
): PreparedJson {
  const own = JSON.stringify(workbook).slice(0, -1)
  const rest =
    `],"page":${query.page},"page_size":${query.page_size},"total_rows":${workbook.total_rows},"has_more":${page.more},` +
    `"next_cursor":${JSON.stringify(page.next_cursor)},"is_partial":${page.is_partial},"query_total_rows":${page.total},"corrected_search":${JSON.stringify(page.corrected_search)}${view}}`
  const json = wrapJson(`{"workbook":${own},"columns_config":${columns}},"rows":[`, page.json, rest)
  return preparedJson(json, page.print === null ? undefined : [own, print, page.print, rest])
}

/** What an answer says beside its rows when it starts from a view; a missing index of the view is requested. */
export async function ofView(
  tx: WorkspaceTx,
  workbook: { id: string; total_rows: number; is_over: boolean },
  { question, view, warnings }: ResolvedQuestion,
  index: IndexState,
): Promise<string> {
  if (view === null) return ''
  const isPlain = nameOf(workbook.id, question) === nameOf(workbook.id, view)
  const state = index === 'none' && isPlain && !workbook.is_over ? await wantIndex(tx, workbook, view) : index
  return `,"warnings":${JSON.stringify(warnings)},"index":"${state}"`
}
