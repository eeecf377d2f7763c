// Routes of importing: store a file and see how it reads, plan it, commit the plan; or all in one request.
import { Readable } from 'node:stream'
import { Type } from 'typebox'
import { attachment } from '../../platform/http/browser/disposition.ts'
import { PageQuery } from '../../platform/http/paging.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { at, routeContext, WorkbookPath } from '../opening/route-context.ts'
import { openBulk } from '../rows/bulk.commands.ts'
import { beginCommit, cancelImport } from './commit.commands.ts'
import { importFile } from './import.commands.ts'
import { ImportForm } from './import.schema.ts'
import {
  ImportAgain,
  ImportPlanRowList,
  ImportPreview,
  ImportRecord,
  ImportResult,
  OUTCOMES,
} from './import-record.schema.ts'
import { mustReadImport, recordOf } from './import-record.writes.ts'
import { withFile } from './import-upload.ts'
import { type ImportParts, requestPlan } from './plan.commands.ts'
import { listPlanRows, rejectedCsv } from './plan-rows.reads.ts'
import { previewAgain, storeAndPreview } from './stored-import.commands.ts'
import { createUploadTurns, type UploadTurns } from './upload-turns.ts'

const FILES =
  'CSV, TSV and other delimited text, spreadsheets (XLSX), JSON Lines and JSON lists of objects are known by their ' +
  'first bytes. Multipart: the field `options` (JSON) first, then `file`. A body may also be the file itself, read ' +
  'without options.'

const ImportPath = Type.Object({ workbook_id: Type.String(), import_id: Type.String() })

export function importRoutes(parts: ImportParts, inTurn: UploadTurns = createUploadTurns()): Route[] {
  const { database, now } = parts
  const { inScope, seesWorkbook } = routeContext(database)
  const upload = {
    needs: 'workbooks.edit',
    params: WorkbookPath,
    upload: true,
    body: ImportForm,
    exists: seesWorkbook,
  } as const
  const one = { needs: 'workbooks.edit', params: ImportPath, exists: seesWorkbook } as const
  return [
    defineRoute({
      ...at('/:workbook_id/import/preview'),
      ...upload,
      method: 'POST',
      id: 'preview_import',
      summary: 'Store a file and see how it reads and where its columns would go',
      description: `The workbook is not changed. The file is kept for a day under \`import_id\`. ${FILES}`,
      response: { 200: ImportPreview },
      handler: (ctx, { params }) =>
        inTurn(ctx.principal, () =>
          withFile(ctx.raw, ({ file, file_name, options }, finish) =>
            storeAndPreview(database, now(), { at: ctx.scope, ...params, file, file_name }, options, finish),
          ),
        ),
    }),
    defineRoute({
      ...at('/:workbook_id/import'),
      ...upload,
      method: 'POST',
      id: 'import_rows',
      summary: 'Import a file or rows in one request',
      description:
        'Plan and commit in one. A delimited or JSON file that is read as it arrives is imported all or nothing: when it ' +
        'breaks off, nothing is left behind. A spreadsheet, and a file whose later rows decide about earlier ones ' +
        `(\`newer\`, \`first\`, \`last\`), is stored and planned first. ${FILES} A JSON body is \`{"rows": [{…}, …], "options": {…}}\`.`,
      response: { 201: ImportResult },
      errors: [409],
      handler: (ctx, { params }) =>
        inTurn(ctx.principal, () =>
          withFile(ctx.raw, ({ file, file_name, options }, finish) =>
            importFile(parts, { at: ctx.scope, ...params, file, file_name, options, finish, signal: ctx.signal }),
          ),
        ),
    }),
    defineRoute({
      ...at('/:workbook_id/imports/:import_id'),
      ...one,
      method: 'GET',
      id: 'get_import',
      summary: 'How far an import is, its plan and its result',
      description: 'Events of the type `rows.import_progress` report its progress.',
      response: { 200: ImportRecord },
      handler: (ctx, { params }) =>
        inScope(ctx, async (tx) => {
          const { id } = await openBulk(tx, params.workbook_id)
          return recordOf(await mustReadImport(tx, id, params.import_id))
        }),
    }),
    defineRoute({
      ...at('/:workbook_id/imports/:import_id/preview'),
      ...one,
      method: 'POST',
      id: 'preview_import_again',
      summary: 'Read the stored file again with corrections',
      description:
        'Another encoding, delimiter, header, sheet or types, without uploading the file once more. Nothing is imported.',
      body: ImportAgain,
      response: { 200: ImportPreview },
      errors: [409],
      handler: (ctx, { params, body }) =>
        previewAgain(database, ctx.scope, params.workbook_id, params.import_id, body.options),
    }),
    defineRoute({
      ...at('/:workbook_id/imports/:import_id/plan'),
      ...one,
      method: 'POST',
      id: 'plan_import',
      summary: 'Find out row by row what an import would do',
      description:
        'Responds at once and makes the plan in the background. When the file or the options are wrong, the state returns to ' +
        '`ready` and `error` says why.',
      body: ImportAgain,
      response: { 202: ImportRecord },
      errors: [409],
      handler: (ctx, { params, body }) =>
        inScope(ctx, (tx) => requestPlan(tx, params.workbook_id, params.import_id, body.options)),
    }),
    defineRoute({
      ...at('/:workbook_id/imports/:import_id/rows'),
      ...one,
      method: 'GET',
      id: 'list_import_rows',
      summary: 'The rows of a planned or ended import that have one outcome',
      description: 'In the order of the file. Once an import has ended, only its rejected rows are kept.',
      query: Type.Object({
        outcome: Type.Unsafe<(typeof OUTCOMES)[number]>({ type: 'string', enum: [...OUTCOMES] }),
        ...PageQuery,
      }),
      response: { 200: ImportPlanRowList },
      handler: (ctx, { params, query }) =>
        inScope(ctx, async (tx) => {
          const { id } = await openBulk(tx, params.workbook_id)
          return listPlanRows(tx, await mustReadImport(tx, id, params.import_id), query)
        }),
    }),
    defineRoute({
      ...at('/:workbook_id/imports/:import_id/commit'),
      ...one,
      method: 'POST',
      id: 'commit_import',
      summary: 'Carry out the plan of an import',
      description:
        'Executes the plan exactly, in the background. When the affected rows or columns changed since, nothing is imported ' +
        'and the answer is 409: the import is planned again, and its record is in `import`. A row that another user changes ' +
        'while the import is under way keeps that change and is listed among the rejected rows.',
      response: { 202: ImportRecord },
      errors: [409],
      handler: (ctx, { params }) => beginCommit(parts, ctx.scope, params.workbook_id, params.import_id),
    }),
    defineRoute({
      ...at('/:workbook_id/imports/:import_id/cancel'),
      ...one,
      method: 'POST',
      id: 'cancel_import',
      summary: 'Stop an import',
      description:
        'A stored or planned file is deleted. For a commit in progress, `result` says exactly what was imported.',
      response: { 200: ImportRecord },
      errors: [409],
      handler: (ctx, { params }) => inScope(ctx, (tx) => cancelImport(tx, params.workbook_id, params.import_id)),
    }),
    defineRoute({
      ...at('/:workbook_id/imports/:import_id/rejected.csv'),
      ...one,
      method: 'GET',
      id: 'download_rejected_rows',
      summary: 'All rows that an import refused, with the reasons, as a CSV file',
      description: 'Kept for a day.',
      response: { 200: { media: 'text/csv', description: 'The file.' } },
      handler: async (ctx, { params }, reply) => {
        const stored = await inScope(ctx, async (tx) => {
          const { id } = await openBulk(tx, params.workbook_id)
          return mustReadImport(tx, id, params.import_id)
        })
        const name = stored.file_name.replace(/\.[^.]*$/, '')
        return reply
          .type('text/csv; charset=utf-8')
          .header('content-disposition', attachment(`${name || 'import'} rejected rows`, '.csv'))
          .send(Readable.from(rejectedCsv(database, ctx.scope.workspace_id, stored), { highWaterMark: 1 }))
      },
    }),
  ]
}
