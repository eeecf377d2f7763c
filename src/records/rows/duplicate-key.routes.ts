// Routes of the duplicate key.
import type { Database } from '../../platform/db/database.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { at, routeContext, WorkbookPath } from '../opening/route-context.ts'
import { readIdentityState, setIdentity } from './duplicate-key.commands.ts'
import {
  DuplicatesFound,
  DuplicatesSettle,
  DuplicatesSettled,
  IdentityPreview,
  IdentityState,
  IdentityTried,
  IdentityWanted,
} from './duplicate-key.schema.ts'
import { findDuplicates, settleDuplicates } from './duplicates.commands.ts'
import { previewIdentity } from './preview.reads.ts'

export function duplicateKeyRoutes(database: Database): Route[] {
  const { inScope, seesWorkbook } = routeContext(database)
  return [
    defineRoute({
      ...at('/:workbook_id/identity'),
      method: 'GET',
      id: 'get_identity',
      tag: 'Rows',
      summary: 'Read the duplicate key',
      description: 'The columns that identify a row, and the progress of computing keys of existing rows.',
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
      summary: 'Set the duplicate key',
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
      description: 'Reads the first 250,000 rows; changes nothing.',
      needs: 'workbooks.view',
      params: WorkbookPath,
      body: IdentityTried,
      response: { 200: IdentityPreview },
      handler: (ctx, { params, body }) => previewIdentity(database, ctx.scope, params.workbook_id, body.columns),
    }),
    defineRoute({
      ...at('/:workbook_id/duplicates/find'),
      method: 'POST',
      id: 'find_duplicates',
      tag: 'Rows',
      summary: 'Rows that are the same by some columns',
      description: 'Reads the first 250,000 rows; changes nothing. Show them by a filter on `$row_id`.',
      needs: 'workbooks.view',
      params: WorkbookPath,
      body: IdentityTried,
      response: { 200: DuplicatesFound },
      handler: (ctx, { params, body }) => findDuplicates(database, ctx.scope, params.workbook_id, body.columns),
    }),
    defineRoute({
      ...at('/:workbook_id/duplicates/settle'),
      method: 'POST',
      id: 'settle_duplicates',
      tag: 'Rows',
      idempotent: true,
      summary: 'Merge or delete rows that are the same by some columns',
      description: 'As one change, which is undone as one.',
      needs: 'workbooks.edit',
      exists: seesWorkbook,
      errors: [409],
      params: WorkbookPath,
      body: DuplicatesSettle,
      response: { 200: DuplicatesSettled },
      handler: (ctx, { params, body }) => settleDuplicates(database, ctx.scope, params.workbook_id, body),
    }),
  ]
}
