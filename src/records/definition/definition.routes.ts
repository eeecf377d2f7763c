// Routes of a workbook as a file.
import { Type } from 'typebox'
import { refuseField } from '../../kernel/errors.ts'
import type { Database } from '../../platform/db/database.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { at, routeContext, WorkbookPath } from '../opening/route-context.ts'
import { applyDefinition, planDefinition } from './apply.commands.ts'
import { readDefinitionOf } from './definition.reads.ts'
import { DefinitionPlan, DefinitionSent } from './definition.schema.ts'
import { readText, writeText } from './definition-text.logic.ts'

const oneOf = <const T extends string>(values: readonly [T, ...T[]]) =>
  Type.Unsafe<T>({ type: 'string', enum: [...values], default: values[0] })

export function definitionRoutes(database: Database): Route[] {
  const { inScope, seesWorkbook } = routeContext(database)
  return [
    defineRoute({
      ...at('/:workbook_id/definition'),
      method: 'GET',
      id: 'get_definition',
      summary: 'A workbook as a readable file',
      description:
        'Columns, views that all see, and the duplicate key, everything by its name; no rows, no keys. Put it under version ' +
        'control, change it, apply it here or in another workspace.',
      needs: 'workbooks.view',
      params: WorkbookPath,
      query: Type.Object({ format: oneOf(['yaml', 'json']) }),
      response: { 200: { media: 'application/yaml', description: 'The file; JSON when that was requested.' } },
      handler: async (ctx, { params, query: { format } }, reply) => {
        const definition = await inScope(ctx, (tx) => readDefinitionOf(tx, params.workbook_id))
        return reply
          .type(format === 'json' ? 'application/json; charset=utf-8' : 'application/yaml; charset=utf-8')
          .send(writeText(definition, format))
      },
    }),
    defineRoute({
      ...at('/:workbook_id/definition'),
      method: 'PUT',
      id: 'put_definition',
      summary: 'Plan or apply a definition',
      description:
        '`mode=plan` describes the changes in words and changes nothing; `mode=apply` applies them, with the `hash` of the ' +
        'plan, and refuses (409) when the workbook changed since. Applying what was exported changes nothing. A column is the ' +
        'one of the same name; with `was: Old name` it is renamed and keeps its values. Columns that the file does not have ' +
        'are removed, for which an access token needs `workbooks:delete`; without `views`, `identity` or `description` in the ' +
        'file those stay as they are. Undo takes all of it back.',
      needs: 'workbooks.edit',
      exists: seesWorkbook,
      params: WorkbookPath,
      query: Type.Object({ mode: oneOf(['plan', 'apply']) }),
      body: DefinitionSent,
      response: { 200: DefinitionPlan },
      errors: [409],
      handler: async (ctx, { params, query, body }) => {
        // Checked before the file is read, so that a workbook of another workspace is 404 for any body.
        await seesWorkbook(ctx, { params })
        const file = readText(body.definition)
        if (query.mode === 'plan') return inScope(ctx, (tx) => planDefinition(tx, params.workbook_id, file))
        const hash = body.hash ?? refuseField(['hash'], 'missing', 'Field required')
        return inScope(ctx, (tx) => applyDefinition(tx, params.workbook_id, file, ctx.scope, hash))
      },
    }),
  ]
}
