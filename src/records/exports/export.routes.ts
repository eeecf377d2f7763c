// Routes of exporting: a workbook as a file, streamed at once or written in the background.
import { Readable } from 'node:stream'
import { Type } from 'typebox'
import { refuse } from '../../kernel/errors.ts'
import { audit } from '../../platform/audit/audit.ts'
import { attachment } from '../../platform/http/browser/disposition.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { readStored } from '../files/stored-file.ts'
import { at, routeContext, WorkbookPath } from '../opening/route-context.ts'
import { mustFindWorkbook } from '../store/workbooks.reads.ts'
import { cancelExport, exportNow, queueExport } from './export.commands.ts'
import type { ExportParts } from './export.jobs.ts'
import { ExportBody, ExportQuery, ExportRecord } from './export.schema.ts'
import { type ExportFormat, exportFile, FORMATS, MEDIA } from './export-file.ts'
import { mustReadExport } from './export-record.reads.ts'

const mediaOf = (format: ExportFormat) => MEDIA[format].split(';', 1)[0] ?? ''

const KINDS: Record<ExportFormat, { summary: string; description: string }> = {
  csv: {
    summary: 'Rows as a CSV file',
    description:
      'UTF-8, RFC 4180. Lists are joined by "; ", objects are JSON. Text that a spreadsheet would run as a formula (it ' +
      'begins with = + - @, tab or a line end) gets an apostrophe in front; plain numbers and phone numbers such as -5 ' +
      'and +4930123456 do not. An import takes it off again.',
  },
  xlsx: {
    summary: 'Rows as a spreadsheet',
    description:
      'XLSX with numbers, dates and yes or no as such; text is never a formula. A sheet takes 1,048,576 rows, more go on ' +
      'further sheets; a cell takes 32,767 characters, longer text is cut.',
  },
  jsonl: {
    summary: 'Rows as JSON Lines',
    description:
      'One object on each line, values by the names of the columns, as they are stored; blanks are left out.',
  },
}

const COMMON =
  'Streamed, so a workbook of any size can be read; rows in the order asked for, else by position. Rows written while ' +
  'the file is being sent may or may not be in it.'

const ExportPath = Type.Object({ workbook_id: Type.String(), export_id: Type.String() })

export function exportRoutes({ database, now }: ExportParts): Route[] {
  const { inScope, seesWorkbook } = routeContext(database)
  const streamed = FORMATS.map((format) =>
    defineRoute({
      ...at(`/:workbook_id/export.${format}`),
      method: 'GET',
      id: `export_${format}`,
      summary: KINDS[format].summary,
      description: `${KINDS[format].description} ${COMMON}`,
      needs: 'workbooks.view',
      params: WorkbookPath,
      query: ExportQuery,
      response: { 200: { media: mediaOf(format), description: 'The file.' } },
      handler: async (ctx, { params, query }, reply) => {
        const wanted = await inScope(ctx, (tx) => exportNow(tx, params.workbook_id, format, query, now()))
        return reply
          .type(MEDIA[format])
          .header('content-disposition', attachment(wanted.name, `.${format}`))
          .send(exportFile(database, wanted, now()))
      },
    }),
  )
  return [
    ...streamed,
    defineRoute({
      ...at('/:workbook_id/exports'),
      method: 'POST',
      id: 'start_export',
      summary: 'Write a file of rows in the background',
      description:
        'For many rows: a job, whose id is that of the export. Events of the type `export.progress` report its progress; the file is kept for a day.',
      needs: 'workbooks.view',
      params: WorkbookPath,
      body: ExportBody,
      idempotent: true,
      response: { 202: ExportRecord },
      exists: seesWorkbook,
      handler: (ctx, { params, body }) => inScope(ctx, (tx) => queueExport(tx, params.workbook_id, body, now())),
    }),
    defineRoute({
      ...at('/:workbook_id/exports/:export_id'),
      method: 'GET',
      id: 'get_export',
      summary: 'How far an export is',
      description:
        '`url` is set when the file can be fetched; `withheld` counts values that were left blank for their license, age or lack of verification.',
      needs: 'workbooks.view',
      params: ExportPath,
      response: { 200: ExportRecord },
      exists: seesWorkbook,
      handler: (ctx, { params }) =>
        inScope(ctx, async (tx) => {
          const id = await mustFindWorkbook(tx, params.workbook_id)
          return mustReadExport(tx, id, params.export_id)
        }),
    }),
    defineRoute({
      ...at('/:workbook_id/exports/:export_id/cancel'),
      method: 'POST',
      id: 'cancel_export',
      summary: 'Stop an export',
      description: 'As `POST /api/jobs/{job_id}/cancel`. A finished export stays; of one in progress nothing is kept.',
      needs: 'workbooks.view',
      params: ExportPath,
      response: { 200: ExportRecord },
      errors: [409],
      exists: seesWorkbook,
      handler: (ctx, { params }) => inScope(ctx, (tx) => cancelExport(tx, params.workbook_id, params.export_id)),
    }),
    defineRoute({
      ...at('/:workbook_id/exports/:export_id/file'),
      method: 'GET',
      id: 'download_export',
      summary: 'The file of an export that is done',
      description: 'Of the media type that belongs to its format. It can be fetched until it is cleared away.',
      needs: 'workbooks.view',
      params: ExportPath,
      response: { 200: { media: FORMATS.map(mediaOf), description: 'The file, in the requested format.' } },
      errors: [409],
      exists: seesWorkbook,
      handler: async (ctx, { params }, reply) => {
        const stored = await inScope(ctx, async (tx) => {
          const id = await mustFindWorkbook(tx, params.workbook_id)
          const found = await mustReadExport(tx, id, params.export_id)
          if (found.url === null)
            refuse(
              'conflict',
              'This export has no file: it is still written, or it ended more than a day ago. Look at its state, or export again.',
            )
          const object = { type: 'workbook', id }
          await audit(tx, { act: 'export.downloaded', object, after: { export_id: found.id, format: found.format } })
          return found
        })
        const { format, file_name, file_size } = stored
        return reply
          .type(MEDIA[format])
          .header('content-length', file_size)
          .header('content-disposition', attachment(file_name.slice(0, -format.length - 1), `.${format}`))
          .send(
            Readable.from(readStored(database, ctx.scope.workspace_id, stored.id), {
              objectMode: false,
              highWaterMark: 1024 * 1024,
            }),
          )
      },
    }),
  ]
}
