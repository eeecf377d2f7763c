// Routes of reading rows: the page of a workbook, a question about its rows, and how many answer one.
import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import { refuse } from '../../kernel/errors.ts'
import { decodeCursor, encodeCursor } from '../../platform/http/paging.ts'
import { defineRoute, preparedJson, type Route } from '../../platform/http/route.ts'
import { FoundRows, RowsCount, RowsCounted, RowsQuery, WorkbookPageQuery } from '../filters/query.schema.ts'
import { nameOf } from '../filters/question.logic.ts'
import { openToRead } from '../opening/open.reads.ts'
import { at, type WorkbookContext, WorkbookPath } from '../opening/route-context.ts'
import { WorkbookWithLeadsResponse } from '../store/rows/row.schema.ts'
import { wrapJson } from '../store/rows/row-text.logic.ts'
import { resolveAsked } from './asked.reads.ts'
import { countWithinLimit } from './count.reads.ts'
import { readRowsPage } from './query.reads.ts'
import { ofView, readWorkbookPage } from './workbook-page.reads.ts'

export function queryRoutes({ inScope }: WorkbookContext): Route[] {
  return [
    defineRoute({
      ...at('/:workbook_id'),
      method: 'GET',
      id: 'get_workbook',
      summary: 'A workbook with one page of its rows',
      description:
        'Every page costs the same, however deep, by number as by cursor, as long as there is no filter, search or sort. ' +
        'With one of them walk by cursor: a page by number then passes over the rows before it one by one. ' +
        '`query_total_rows` is null where it would have to be counted. Without filter, search, sort and view an answer has an `ETag`: sent back as ' +
        '`If-None-Match`, it is answered with 304 and nothing else until anything in the answer is another.',
      needs: 'workbooks.view',
      params: WorkbookPath,
      query: WorkbookPageQuery,
      response: { 200: WorkbookWithLeadsResponse, 304: null },
      handler: (ctx, { params, query }) => readWorkbookPage((work) => inScope(ctx, work), params.workbook_id, query),
    }),
    defineRoute({
      ...at('/:workbook_id/rows/query'),
      method: 'POST',
      id: 'query_rows',
      effects: ['reads'],
      tag: 'Rows',
      summary: 'Rows by filter, search and order',
      description:
        'Changes nothing. Page by sending the `next_cursor` of each response with the same query: no row is returned twice and ' +
        'none is missed, except that a row that changes in between moves to its new position. A query that takes longer than ' +
        'ten seconds is stopped (503). A query that reads cells, in the order of the workbook, stops within a second instead ' +
        'and continues with the cursor (`is_partial`). A search that finds nothing is answered with the nearest words (`corrected_search`).',
      needs: 'workbooks.view',
      params: WorkbookPath,
      body: RowsQuery,
      response: { 200: FoundRows },
      handler: (ctx, { params, body }) =>
        inScope(ctx, async (tx) => {
          const workbook = await openToRead(tx, params.workbook_id)
          const resolved = await resolveAsked(tx, workbook, body, 'body')
          mustKnow(workbook.columns, body.columns)
          const page = await readRowsPage(workbook.through, workbook, resolved.question, {
            ...body,
            corrects: body.search !== undefined,
            where: 'body',
          })
          const { json, next_cursor, total, index, is_partial, corrected_search } = page
          return preparedJson(
            wrapJson(
              '{"items":[',
              json,
              `],"next_cursor":${JSON.stringify(next_cursor)},"is_partial":${is_partial},"query_total_rows":${total},"corrected_search":${JSON.stringify(corrected_search)}${await ofView(tx, workbook, resolved, index)}}`,
            ),
          )
        }),
    }),
    defineRoute({
      ...at('/:workbook_id/rows/count'),
      method: 'POST',
      id: 'count_rows',
      tag: 'Rows',
      summary: 'Count the rows that match a query',
      description:
        'Changes nothing. Counts up to the given limit and says whether there are more. A long count is answered in parts: ' +
        'the answer then has a `next_cursor` to continue with.',
      needs: 'workbooks.view',
      params: WorkbookPath,
      body: RowsCount,
      response: { 200: RowsCounted },
      handler: (ctx, { params, body }) =>
        inScope(ctx, async (tx) => {
          const workbook = await openToRead(tx, params.workbook_id)
          const { question } = await resolveAsked(tx, workbook, body, 'body')
          const name = `count ${nameOf(workbook.id, { ...question, sorts: [] })}`
          const [after, before = 0] = (decodeCursor(name, body.cursor, 'body') ?? []) as number[]
          const most = body.up_to + 1
          const { count, reached } = await countWithinLimit(workbook.through, workbook, question, most, {
            after,
            count: before,
          })
          return {
            count: Math.min(count, body.up_to),
            is_exact: reached === null && count <= body.up_to,
            next_cursor: reached === null ? null : encodeCursor(name, [reached, count]),
          }
        }),
    }),
  ]
}

function mustKnow(columns: readonly ColumnConfig[], wanted: readonly string[] | undefined): void {
  const known = new Set(columns.map(({ id }) => id))
  const fields = (wanted ?? []).flatMap((id, index) =>
    known.has(id)
      ? []
      : [{ loc: ['body', 'columns', index], type: 'value_error', msg: `There is no column "${id}"`, input: id }],
  )
  if (fields.length > 0) refuse('invalid', fields[0]?.msg ?? '', { fields })
}
