// Columns from a sentence.
import type { ModelCallParts } from '../../enrichment/kinds/models/ask-turn.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { LIMITS } from '../../platform/limits/limits.ts'
import { at, routeContext, WorkbookPath } from '../../records/opening/route-context.ts'
import { GeneratedColumn, GenerateRequest } from './assistant.schema.ts'
import { type GenerateParts, generateColumn } from './generate-column.commands.ts'

export function generateRoutes(parts: GenerateParts & ModelCallParts): Route[] {
  const { seesWorkbook } = routeContext(parts.database)
  return [
    defineRoute({
      ...at('/:workbook_id/generate-column'),
      method: 'POST',
      id: 'generate_column',
      effects: ['spends', 'reaches_out'],
      tag: 'Columns',
      limit: LIMITS.assistant,
      idempotent: true,
      summary: 'Make a column from a sentence',
      description:
        'Such as “first name of Full name”, “find work email”, or “if Employees is over 50 then large else small”. What a rule knows needs no ' +
        'model; anything else is sent to the model that is connected (409 without one). With `docs` or `docs_url` it is a column that calls that API. Nothing is saved: send the column to `POST …/columns`.',
      needs: 'workbooks.edit',
      params: WorkbookPath,
      exists: seesWorkbook,
      body: GenerateRequest,
      response: { 200: GeneratedColumn },
      errors: [409],
      handler: ({ scope, signal }, { params, body }) => generateColumn(parts, scope, params.workbook_id, body, signal),
    }),
  ]
}
