// Routes of a workspace's own providers: define, test, share as a file, delete.

import type { HttpColumn } from '../../engine/columns/kinds/http.kind.ts'
import { refuse, refuseField } from '../../kernel/errors.ts'
import type { Scope } from '../../platform/ctx.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { scopedTo } from '../../platform/http/scoped.ts'
import { LIMITS } from '../../platform/limits/limits.ts'
import { definitionProblems, draftOf } from '../../records/own-providers/own-provider.logic.ts'
import { mustReadOwnProvider } from '../../records/own-providers/own-providers.reads.ts'
import { mustFindWorkbook, readColumns } from '../../records/store/workbooks.reads.ts'
import type { CallParts } from '../kinds/try/ask-once.ts'
import {
  OwnProviderCreate,
  OwnProviderDraft,
  OwnProviderDraftRequest,
  OwnProviderFile,
  OwnProviderImport,
  OwnProviderList,
  OwnProviderPath,
  OwnProviderRecord,
  OwnProviderTest,
  OwnProviderTestRequest,
  OwnProviderUpdate,
  UnsavedTestRequest,
} from './own-provider.schema.ts'
import { createOwnProvider, deleteOwnProvider, updateOwnProvider } from './own-providers.commands.ts'
import { listOwnProviders, readOwnProvider } from './own-providers.reads.ts'
import { exportOwnProvider, importOwnProvider } from './provider-file.commands.ts'
import { testProvider } from './test-provider.ts'

const PATH = '/api/settings/own-providers'
const ONE = `${PATH}/:own_provider_id`

export function ownProviderRoutes(parts: CallParts): Route[] {
  const { database } = parts
  const inScope = scopedTo(database)
  const all = { tag: 'Settings', access: 'user' } as const
  const one = {
    ...all,
    params: OwnProviderPath,
    exists: (ctx: { scope: Scope }, { params }: { params: { own_provider_id: string } }) =>
      inScope(ctx, (tx) => mustReadOwnProvider(tx, params.own_provider_id)),
  }
  const edits = { needs: 'providers.edit' } as const
  const tests = { needs: 'runs.execute', limit: LIMITS.column_try, idempotent: true } as const
  return [
    defineRoute({
      ...all,
      method: 'GET',
      path: PATH,
      id: 'list_own_providers',
      summary: 'Providers that the workspace defined itself',
      description:
        'By name, with where each is used and whether its secret is entered. They are in `GET /api/settings/providers` too.',
      needs: 'settings.view',
      response: { 200: OwnProviderList },
      async handler(ctx) {
        const items = await inScope(ctx, listOwnProviders)
        return { items, next_cursor: null, total: items.length }
      },
    }),
    defineRoute({
      ...all,
      ...edits,
      method: 'POST',
      path: PATH,
      id: 'create_own_provider',
      summary: 'Define a provider of the workspace',
      description:
        'A request with inputs, fields, price and limits. Steps of waterfalls, lead actions and functions name it by its id, like any ' +
        'provider of the catalog.',
      idempotent: true,
      body: OwnProviderCreate,
      errors: [409],
      response: { 201: OwnProviderRecord },
      handler: (ctx, { body }) => inScope(ctx, async (tx) => readOwnProvider(tx, await createOwnProvider(tx, body))),
    }),
    defineRoute({
      ...all,
      ...edits,
      method: 'POST',
      path: `${PATH}/draft`,
      id: 'draft_own_provider',
      effects: ['reads'],
      summary: 'Draft a provider from an `http` column',
      description: 'Its references become inputs; known ones get their standard names. Nothing is stored.',
      idempotent: true,
      body: OwnProviderDraftRequest,
      errors: [404, 409],
      response: { 200: OwnProviderDraft },
      handler: (ctx, { body }) =>
        inScope(ctx, async (tx) => {
          const { column, workbook_id, column_id } = body
          if (column) return draftOf({ id: '', name: '', ...column } as HttpColumn)
          if (workbook_id === undefined || column_id === undefined)
            return refuseField(['column'], 'missing', 'Field required')
          const columns = await readColumns(tx, await mustFindWorkbook(tx, workbook_id))
          const saved = columns.find(({ id }) => id === column_id) ?? refuse('not_found', 'Column not found')
          if (saved.type !== 'http') return refuse('conflict', `"${saved.name}" is no HTTP column`)
          return draftOf(saved)
        }),
    }),
    defineRoute({
      ...all,
      ...tests,
      method: 'POST',
      path: `${PATH}/test`,
      id: 'test_unsaved_own_provider',
      effects: ['spends', 'reaches_out'],
      summary: 'Test a provider that is not saved yet',
      description: 'Makes a real call; normal charges apply, under the budgets. Nothing is stored but the cost.',
      body: UnsavedTestRequest,
      response: { 200: OwnProviderTest },
      handler: ({ scope, signal }, { body }) => {
        const [fault] = definitionProblems(body.definition)
        if (fault) refuseField(['definition', ...fault.loc], fault.type, fault.msg)
        const own = { id: 'own-test', name: 'Test', version: 1, definition: body.definition }
        return testProvider(parts, scope, own, body.inputs, signal)
      },
    }),
    defineRoute({
      ...all,
      ...edits,
      method: 'POST',
      path: `${PATH}/import`,
      id: 'import_own_provider',
      summary: 'Import a provider from its file',
      description:
        'Steps that name its id work when the id is free here. Enter its secret, and allow its hosts, under `PUT /api/settings/secrets`; the ' +
        'answer says what is missing.',
      idempotent: true,
      body: OwnProviderImport,
      errors: [409],
      response: { 201: OwnProviderRecord },
      handler: (ctx, { body }) => inScope(ctx, async (tx) => readOwnProvider(tx, await importOwnProvider(tx, body))),
    }),
    defineRoute({
      ...one,
      method: 'GET',
      path: ONE,
      id: 'get_own_provider',
      summary: 'One provider of the workspace',
      description: 'Its definition and version, the state of its secret, and where it is used.',
      needs: 'settings.view',
      response: { 200: OwnProviderRecord },
      handler: (ctx, { params }) => inScope(ctx, (tx) => readOwnProvider(tx, params.own_provider_id)),
    }),
    defineRoute({
      ...one,
      ...edits,
      method: 'PATCH',
      path: ONE,
      id: 'update_own_provider',
      summary: 'Rename a provider of the workspace, or change its request',
      description:
        'Counts for calls from now on. 409 when steps that name it would not fit any more. A change of the request or of what is read makes a ' +
        'new version, for which cached answers of the earlier one are not used.',
      body: OwnProviderUpdate,
      errors: [409],
      response: { 200: OwnProviderRecord },
      handler: (ctx, { params, body }) =>
        inScope(ctx, async (tx) => {
          await updateOwnProvider(tx, params.own_provider_id, body)
          return readOwnProvider(tx, params.own_provider_id)
        }),
    }),
    defineRoute({
      ...one,
      ...edits,
      method: 'DELETE',
      path: ONE,
      id: 'delete_own_provider',
      summary: 'Delete a provider of the workspace',
      description: '409 with where it is used while anything names it.',
      errors: [409],
      response: { 204: null },
      async handler(ctx, { params }) {
        await inScope(ctx, (tx) => deleteOwnProvider(tx, params.own_provider_id))
        return undefined
      },
    }),
    defineRoute({
      ...one,
      method: 'GET',
      path: `${ONE}/file`,
      id: 'export_own_provider',
      summary: 'A provider as a file to share',
      description: 'Names the secret and its hosts; values, and user names of basic authentication, are never in it.',
      needs: 'settings.view',
      response: { 200: OwnProviderFile },
      handler: (ctx, { params }) => inScope(ctx, (tx) => exportOwnProvider(tx, params.own_provider_id)),
    }),
    defineRoute({
      ...one,
      ...tests,
      method: 'POST',
      path: `${ONE}/test`,
      id: 'test_own_provider',
      effects: ['spends', 'reaches_out'],
      summary: 'Test a provider of the workspace with one call',
      description: 'Makes a real call; normal charges apply, under the budgets. Nothing is stored but the cost.',
      body: OwnProviderTestRequest,
      response: { 200: OwnProviderTest },
      handler: async (ctx, { params, body }) => {
        const own = await inScope(ctx, (tx) => mustReadOwnProvider(tx, params.own_provider_id))
        return testProvider(parts, ctx.scope, own, body.inputs, ctx.signal)
      },
    }),
  ]
}
