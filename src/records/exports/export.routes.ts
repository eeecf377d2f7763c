// The door of exporting: a workbook as a CSV file, streamed.
import { Readable } from 'node:stream'
import { Type } from 'typebox'
import { refuse } from '../../kernel/errors.ts'
import type { Database } from '../../platform/db/database.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { at, openDoor, WorkbookPath } from '../workbooks/door.ts'
import { mustReadWorkbook } from '../workbooks/workbooks.reads.ts'
import { attachment } from './disposition.logic.ts'
import { exportCsv, FACETS, type Facet } from './export.reads.ts'

const Flag = (description: string) => Type.Boolean({ default: false, description })
const List = (description: string) => Type.Optional(Type.String({ maxLength: 20_000, description }))

export function exportRoutes(database: Database): Route[] {
  const { inScope } = openDoor(database)
  return [
    defineRoute({
      ...at('/:workbook_id/export.csv'),
      method: 'GET',
      id: 'export_csv',
      summary: 'All rows as a CSV file',
      description:
        'UTF-8, RFC 4180, columns in the order of the workbook, rows by position; streamed, so a workbook of any size can ' +
        'be read. Lists are joined by "; ", objects are JSON. Text that a spreadsheet would run as a formula (it begins ' +
        'with = + - @, tab or a line end) gets an apostrophe in front; plain numbers and phone numbers such as -5 and ' +
        '+4930123456 do not. Rows written while the file is being sent may or may not be in it.',
      needs: 'workbooks.view',
      params: WorkbookPath,
      query: Type.Object({
        columns: List('Only these, by id, comma between them, in this order.'),
        include: List(`For each computed column also: ${FACETS.join(', ')} (comma between them).`),
        raw: Flag('Leave formulas as they are. For programs, never for a spreadsheet.'),
        bom: Flag('Begin with a byte order mark, without which old spreadsheets do not know UTF-8.'),
      }),
      response: { 200: { media: 'text/csv', description: 'The file.' } },
      handler: async (ctx, { params, query }, reply) => {
        const workbook = await inScope(ctx, (tx) => mustReadWorkbook(tx, params.workbook_id))
        const byId = new Map(workbook.columns_config.map((column) => [column.id, column]))
        const chosen = chooseFrom('columns', query.columns, [...byId.keys()]) ?? [...byId.keys()]
        const facets = chooseFrom('include', query.include, FACETS) ?? []
        const text = exportCsv(database, {
          workspace_id: ctx.scope.workspace_id,
          workbook_id: workbook.id,
          columns: chosen.flatMap((id) => (byId.get(id) as never) ?? []),
          facets: facets as Facet[],
          raw: query.raw,
          bom: query.bom,
        })
        return reply
          .type('text/csv; charset=utf-8')
          .header('content-disposition', attachment(workbook.name, '.csv'))
          .send(Readable.from(text, { highWaterMark: 1 }))
      },
    }),
  ]
}

/** The members of a list in a query, each once; null when it is absent. Refuses (422) one that cannot be chosen. */
function chooseFrom(name: string, list: string | undefined, choices: readonly string[]): string[] | null {
  const wanted = list?.split(',').flatMap((one) => one.trim() || []) ?? []
  if (wanted.length === 0) return null
  const fields = wanted
    .filter((one) => !choices.includes(one))
    .map((one) => ({ loc: ['query', name], type: 'value_error', msg: `"${one}" cannot be chosen here`, input: one }))
  if (fields.length > 0) refuse('invalid', fields[0]?.msg ?? '', { fields })
  return [...new Set(wanted)]
}
