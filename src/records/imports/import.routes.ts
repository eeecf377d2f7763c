// The doors of importing: see how a file reads, and import it.
import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { refuse, refuseField } from '../../kernel/errors.ts'
import type { Database } from '../../platform/db/database.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { uploadParts } from '../../platform/http/upload.ts'
import { compileChecker, invalid } from '../../platform/http/validate.ts'
import { openBulk } from '../workbooks/bulk.commands.ts'
import { at, openDoor, WorkbookPath } from '../workbooks/door.ts'
import { openCsvFile } from './csv-file.reads.ts'
import { importFile } from './import.commands.ts'
import { ImportForm, ImportOptions, ImportPreview, ImportResult } from './import.schema.ts'
import { previewFile } from './preview.reads.ts'

const FORM =
  'Multipart: the field `options` (JSON) first, then `file`. The file streams, so it may be of any size; a body that is ' +
  'the file itself (`text/csv`) is read without options.'

/** Each holds a connection as long as its upload lasts. */
const AT_ONCE = 4

export function importRoutes(database: Database): Route[] {
  const { inScope, seesWorkbook } = openDoor(database)
  let underWay = 0
  const common = {
    needs: 'workbooks.edit',
    params: WorkbookPath,
    upload: true,
    body: ImportForm,
    exists: seesWorkbook,
  } as const
  return [
    defineRoute({
      ...at('/:workbook_id/import/preview'),
      ...common,
      method: 'POST',
      id: 'preview_import',
      summary: 'See how a file reads and where its columns would go',
      description: `Nothing is stored. ${FORM}`,
      response: { 200: ImportPreview },
      handler: async (ctx, { params }) => {
        const { columns } = await inScope(ctx, (tx) => openBulk(tx, params.workbook_id))
        return withFile(ctx.raw, async (stream, options, finish) => {
          const preview = await previewFile(await openCsvFile(stream, options, false), columns)
          await finish()
          return preview
        })
      },
    }),
    defineRoute({
      ...at('/:workbook_id/import'),
      ...common,
      method: 'POST',
      id: 'import_rows',
      summary: 'Import a CSV or TSV file',
      description: `All of it or nothing: a file that breaks off leaves nothing behind. ${FORM}`,
      response: { 201: ImportResult },
      errors: [409],
      handler: async (ctx, { params }) => {
        if (underWay >= AT_ONCE)
          refuse('unavailable', 'Several imports are under way. Try again shortly.', { retryAfter: 5 })
        underWay++
        try {
          const { signal } = ctx
          return await withFile(ctx.raw, (file, options, finish) =>
            importFile(database, { place: ctx.scope, workbook_id: params.workbook_id, file, options, finish, signal }),
          )
        } finally {
          underWay--
        }
      },
    }),
  ]
}

type WithFile<T> = (file: Readable, options: ImportOptions, finish: () => Promise<void>) => Promise<T>

const MEDIA = /^(?:text\/.*|application\/(?:csv|octet-stream|vnd\.ms-excel))$/
const checkOptions = compileChecker(ImportOptions)

/** Hands over the file and the options before it; `finish` reads the rest of the form. */
async function withFile<T>(request: FastifyRequest, work: WithFile<T>): Promise<T> {
  const parts = uploadParts(request)
  const isForm = /^multipart\/form-data/i.test(request.headers['content-type'] ?? '')
  let options: ImportOptions = {}
  for (let part = await parts.next(); !part.done; part = await parts.next()) {
    const { value } = part
    if (value.kind === 'field') {
      if (value.name === 'options') options = readOptions(value.value)
      continue
    }
    if (!isForm && !MEDIA.test(value.media)) {
      value.stream.destroy()
      refuse('unsupported_media', 'The body must be multipart/form-data or a CSV file (text/csv)')
    }
    try {
      return await work(value.stream, options, () => mustEnd(parts))
    } finally {
      value.stream.destroy()
    }
  }
  return refuseField(['file'], 'missing', 'Field required')
}

async function mustEnd(parts: ReturnType<typeof uploadParts>): Promise<void> {
  for (let part = await parts.next(); !part.done; part = await parts.next()) {
    const { value } = part
    if (value.kind === 'file') {
      value.stream.destroy()
      refuseField(['file'], 'value_error', 'Only one file can be imported at a time')
    }
    if (value.name === 'options')
      refuseField(['options'], 'value_error', 'The options must come before the file, which is read as it arrives')
  }
}

function readOptions(text: string): ImportOptions {
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    return refuseField(['options'], 'json_invalid', 'The options are not JSON', text.slice(0, 200))
  }
  const { value, errors } = checkOptions.read(given, 'options', { odd: true, flat: false })
  if (errors.length > 0) throw invalid(errors.map((error) => ({ ...error, loc: ['body', ...error.loc] })))
  return value as ImportOptions
}
