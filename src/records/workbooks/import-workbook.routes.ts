// Routes of workbooks that are made of a file: how it reads, and the workbook with its rows in one request.
import { type Static, Type } from 'typebox'
import { compileChecker } from '../../platform/http/checks/validate.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { ImportForm, ImportOptions } from '../imports/import.schema.ts'
import { FilePreview, ImportResult } from '../imports/import-record.schema.ts'
import { withFile } from '../imports/import-upload.ts'
import type { ImportParts } from '../imports/plan.commands.ts'
import type { UploadTurns } from '../imports/upload-turns.ts'
import { at } from '../opening/route-context.ts'
import { importWorkbook, previewNewWorkbook } from './import-workbook.commands.ts'
import type { EndWork } from './workbooks.commands.ts'

const WorkbookImportOptions = Type.Object(
  { ...ImportOptions.properties, name: Type.String({ minLength: 1, maxLength: 200 }) },
  { $id: 'WorkbookImportOptions' },
)
type WorkbookImportOptions = Static<typeof WorkbookImportOptions>
const WorkbookImportForm = Type.Object({ options: WorkbookImportOptions })
const WorkbookImported = Type.Object(
  { workbook_id: Type.String(), ...ImportResult.properties },
  { $id: 'WorkbookImported' },
)
const checkOptions = compileChecker(WorkbookImportOptions)

export function workbookImportRoutes(parts: ImportParts, inTurn: UploadTurns, endWork?: EndWork): Route[] {
  const upload = { needs: 'workbooks.edit', upload: true } as const
  return [
    defineRoute({
      ...at('/import/preview'),
      ...upload,
      method: 'POST',
      id: 'preview_workbook_import',
      summary: 'See how a file reads that a workbook is to be made of',
      description:
        'The whole file is read and nothing is stored; send it again with corrections, or import it. CSV has no limit here; a spreadsheet ' +
        'or JSON may have 64 MiB.',
      body: ImportForm,
      response: { 200: FilePreview },
      handler: (ctx) =>
        inTurn(ctx.principal, () =>
          withFile(ctx.raw, ({ file, options }, finish) => previewNewWorkbook(ctx.scope, file, options, finish)),
        ),
    }),
    defineRoute({
      ...at('/import'),
      ...upload,
      method: 'POST',
      id: 'import_workbook',
      summary: 'Make a workbook of a file, in one request',
      description:
        'With the options of an import into a workbook, and the `name` of the new one. When the file is refused or the upload breaks off, ' +
        'no workbook is left behind. Multipart: the field `options` (JSON) first, then `file`.',
      body: WorkbookImportForm,
      response: { 201: WorkbookImported },
      errors: [409],
      handler: (ctx) =>
        inTurn(ctx.principal, () =>
          withFile<Static<typeof WorkbookImported>, WorkbookImportOptions>(
            ctx.raw,
            ({ file, file_name, options: { name, ...options } }, finish) => {
              const { scope, signal, principal } = ctx
              const made = { at: scope, user_id: principal.user_id, name, file, file_name, options, finish, signal }
              return importWorkbook(parts, made, endWork)
            },
            checkOptions,
          ),
        ),
    }),
  ]
}
