// The doors of how rows are recognised.
import type { Database } from '../../platform/db/database.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { at, openDoor, WorkbookPath } from '../workbooks/door.ts'
import { previewIdentity } from './preview.reads.ts'
import { readIdentityState, setIdentity } from './recognition.commands.ts'
import { IdentityPreview, IdentityState, IdentityTried, IdentityWanted } from './recognition.schema.ts'

export function recognitionRoutes(database: Database): Route[] {
  const { inScope, seesWorkbook } = openDoor(database)
  return [
    defineRoute({
      ...at('/:workbook_id/identity'),
      method: 'GET',
      id: 'get_identity',
      tag: 'Rows',
      summary: 'How rows are recognised',
      needs: 'workbooks.view',
      params: WorkbookPath,
      response: { 200: IdentityState },
      handler: (ctx, { params }) => inScope(ctx, (tx) => readIdentityState(tx, params.workbook_id)),
    }),
    defineRoute({
      ...at('/:workbook_id/identity'),
      method: 'PUT',
      id: 'set_identity',
      tag: 'Rows',
      summary: 'Say how rows are recognised',
      description:
        'By one column or by several together, each in a normal form. Imports, ingest and `dedupe` of added rows go by it. ' +
        'No row is changed or removed: of rows with the same identity the first is the one that is found. In a large workbook ' +
        'the rows are looked through in the background (`state` is `building`).',
      needs: 'workbooks.edit',
      exists: seesWorkbook,
      params: WorkbookPath,
      body: IdentityWanted,
      response: { 200: IdentityState },
      handler: (ctx, { params, body }) => inScope(ctx, (tx) => setIdentity(tx, params.workbook_id, body)),
    }),
    defineRoute({
      ...at('/:workbook_id/identity/preview'),
      method: 'POST',
      id: 'preview_identity',
      tag: 'Rows',
      summary: 'What an identity would make of the rows: which would be the same',
      description: 'Looks at the first 250,000 rows; changes nothing.',
      needs: 'workbooks.view',
      params: WorkbookPath,
      body: IdentityTried,
      response: { 200: IdentityPreview },
      handler: (ctx, { params, body }) => previewIdentity(database, ctx.scope, params.workbook_id, body.columns),
    }),
  ]
}
