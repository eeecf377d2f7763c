// Routes of groups of rows, of totals, and of what a column holds.
import { Type } from 'typebox'
import { checkSorts } from '../../engine/filter/sort-check.ts'
import { refuse } from '../../kernel/errors.ts'
import { decodeCursor, encodeCursor } from '../../platform/http/paging.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { WorkbookPageQuery } from '../filters/query.schema.ts'
import { nameOf, parseMember } from '../filters/question.logic.ts'
import { RowTotals, RowTotalsQuery } from '../filters/totals.schema.ts'
import { openToRead } from '../opening/open.reads.ts'
import { at, ColumnPath, type WorkbookContext, WorkbookPath } from '../opening/route-context.ts'
import { resolveAsked } from './asked.reads.ts'
import { readGroups, readStats } from './groups.reads.ts'
import { ColumnStats, MAX_GROUPS, RowGroups, RowGroupsQuery } from './groups.schema.ts'
import { mustKnowTotals, readTotals } from './totals.reads.ts'

const { view_id, search, filter } = WorkbookPageQuery.properties

export function groupRoutes({ inScope }: WorkbookContext): Route[] {
  return [
    defineRoute({
      ...at('/:workbook_id/rows/groups'),
      method: 'POST',
      id: 'group_rows',
      tag: 'Rows',
      summary: 'The different values of a field, with how many rows have each',
      description:
        'Changes nothing. Text counts without case, a time by its day. The rows of a group are those of the question with the ' +
        `filter of the group added. At most ${MAX_GROUPS} groups can be walked through.`,
      needs: 'workbooks.view',
      params: WorkbookPath,
      body: RowGroupsQuery,
      response: { 200: RowGroups },
      handler: (ctx, { params, body }) =>
        inScope(ctx, async (tx) => {
          const workbook = await openToRead(tx, params.workbook_id)
          const ids = new Set(workbook.columns.map((column) => column.id))
          const problems = checkSorts([body.group], (columnId) => ids.has(columnId))
          if (problems.length > 0)
            refuse('invalid', problems[0]?.msg ?? '', {
              fields: problems.map((one) => ({ ...one, loc: ['body', 'group', ...one.loc.slice(1)] })),
            })
          mustKnowTotals(body.totals, (columnId) => ids.has(columnId))
          const { question } = await resolveAsked(tx, workbook, body, 'body')
          const { field, on, dir = 'asc' } = body.group
          const name = `groups ${nameOf(workbook.id, { ...question, sorts: [body.group] })} by ${body.by}`
          const offset = Number(decodeCursor(name, body.cursor, 'body')?.[0] ?? 0)
          const limit = Math.min(body.limit, MAX_GROUPS - offset)
          const groups = await readGroups(workbook.through, workbook, question, on ? { field, on } : { field }, {
            by: body.by,
            dir,
            offset,
            limit: limit + 1,
            totals: body.totals,
          })
          const more = groups.length > limit && offset + limit < MAX_GROUPS
          return { items: groups.slice(0, limit), next_cursor: more ? encodeCursor(name, [offset + limit]) : null }
        }),
    }),
    defineRoute({
      ...at('/:workbook_id/rows/totals'),
      method: 'POST',
      id: 'total_columns',
      effects: ['reads'],
      tag: 'Rows',
      summary: 'Totals of columns over the rows that match',
      description:
        'Changes nothing. Exact whatever the size of the workbook; totals that take longer than ten seconds are stopped (503). ' +
        'Totals of each group come with the groups (`POST …/rows/groups`).',
      needs: 'workbooks.view',
      params: WorkbookPath,
      body: RowTotalsQuery,
      response: { 200: RowTotals },
      handler: (ctx, { params, body }) =>
        inScope(ctx, async (tx) => {
          const workbook = await openToRead(tx, params.workbook_id)
          const ids = new Set(workbook.columns.map((column) => column.id))
          mustKnowTotals(body.totals, (columnId) => ids.has(columnId))
          const { question } = await resolveAsked(tx, workbook, body, 'body')
          return readTotals(workbook.through, workbook, question, body.totals)
        }),
    }),
    defineRoute({
      ...at('/:workbook_id/columns/:column_id/stats'),
      method: 'GET',
      id: 'get_column_stats',
      tag: 'Columns',
      summary: 'What a column holds: how full it is, its statuses, numbers, dates and most frequent values',
      description: 'Exact for workbooks of usual size, from a sample in bigger ones; the answer says which.',
      needs: 'workbooks.view',
      params: ColumnPath,
      query: Type.Object({
        view_id,
        search,
        filter,
        top: Type.Integer({
          minimum: 0,
          maximum: 100,
          default: 20,
          description: 'How many of the most frequent values.',
        }),
      }),
      response: { 200: ColumnStats },
      handler: (ctx, { params, query }) =>
        inScope(ctx, async (tx) => {
          const workbook = await openToRead(tx, params.workbook_id)
          if (!workbook.columns.some((column) => column.id === params.column_id))
            refuse('not_found', 'Column not found')
          const asked = { view_id: query.view_id, search: query.search, filter: parseMember('filter', query.filter) }
          const { question } = await resolveAsked(tx, workbook, asked, 'query')
          const stats = await readStats(workbook.through, workbook, question, params.column_id, query.top)
          const fill_rate = stats.rows === 0 ? null : stats.filled / stats.rows
          return { column_id: params.column_id, ...stats, fill_rate }
        }),
    }),
  ]
}
