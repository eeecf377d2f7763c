// Routes to the test bench: variants of a column side by side, and its pinned tests.
import { Type } from 'typebox'
import type { Scope } from '../../../platform/ctx.ts'
import { defineRoute, type Route } from '../../../platform/http/route.ts'
import { LIMITS } from '../../../platform/limits/limits.ts'
import { at, ColumnPath, routeContext, WorkbookPath } from '../../../records/opening/route-context.ts'
import type { TryParts } from '../try/look.ts'
import { changeTest, dropTest, pinTest, runTests } from './column-tests.commands.ts'
import { listTests } from './column-tests.reads.ts'
import { compareVariants } from './compare.ts'
import {
  ColumnCompared,
  ColumnTest,
  ColumnTestList,
  CompareRequest,
  NewTest,
  TestRunRequest,
  TestUpdate,
} from './evals.schema.ts'

const TESTS = '/:workbook_id/columns/:column_id/tests'
const TestPath = Type.Object({ ...ColumnPath.properties, test_id: Type.String() })

export function evalRoutes(parts: TryParts): Route[] {
  const { inScope, seesWorkbook } = routeContext(parts.database)
  const exists = (ctx: { scope: Scope }, req: { params: { workbook_id: string } }) => seesWorkbook(ctx, req)
  const asks = {
    tag: 'Columns',
    method: 'POST',
    needs: 'runs.execute',
    effects: ['spends', 'reaches_out'],
    limit: LIMITS.column_bench,
    idempotent: true,
    exists,
  } as const
  const edits = { tag: 'Columns', needs: 'workbooks.edit', exists } as const
  return [
    defineRoute({
      ...at('/:workbook_id/columns/compare'),
      ...asks,
      id: 'compare_columns',
      summary: 'Run up to four variants of an AI column on the same rows',
      description:
        'Other prompts and models, side by side. Makes real calls, under the budgets and in the ledger; no cell is filled.',
      params: WorkbookPath,
      body: CompareRequest,
      response: { 200: ColumnCompared },
      errors: [409],
      handler: ({ scope, signal }, { params, body }) => compareVariants(parts, scope, params.workbook_id, body, signal),
    }),
    defineRoute({
      ...at(TESTS),
      tag: 'Columns',
      method: 'GET',
      id: 'list_column_tests',
      summary: 'The pinned tests of an AI column, with how the last run of them went',
      description: 'The expected answer of each, its last and earlier results, and the share that passes.',
      needs: 'workbooks.view',
      params: ColumnPath,
      response: { 200: ColumnTestList },
      errors: [409],
      handler: (ctx, { params }) => inScope(ctx, (tx) => listTests(tx, params)),
    }),
    defineRoute({
      ...at(TESTS),
      ...edits,
      method: 'POST',
      id: 'pin_column_test',
      summary: 'Pin a row, with what the column should answer on it',
      description: 'The current values of the row are stored, so the test stays the same when the row changes.',
      params: ColumnPath,
      body: NewTest,
      response: { 201: ColumnTest },
      errors: [409],
      idempotent: true,
      handler: (ctx, { params, body }) => inScope(ctx, (tx) => pinTest(tx, params, body)),
    }),
    defineRoute({
      ...at(`${TESTS}/run`),
      ...asks,
      id: 'run_column_tests',
      summary: 'Run the pinned tests, with the column as it is or as it would be',
      description:
        'Runs every pinned row, under the budgets and in the ledger, and returns what got better or worse since the last test ' +
        'run. No cell is filled.',
      params: ColumnPath,
      body: TestRunRequest,
      response: { 200: ColumnTestList },
      errors: [409],
      handler: ({ scope, signal }, { params, body }) => runTests(parts, scope, params, body, signal),
    }),
    defineRoute({
      ...at(`${TESTS}/:test_id`),
      ...edits,
      method: 'PUT',
      id: 'update_column_test',
      summary: 'Change what a pinned test expects',
      description: 'The inputs stay as they were pinned; it is run again with the next run of the tests.',
      params: TestPath,
      body: TestUpdate,
      response: { 200: ColumnTest },
      errors: [409],
      handler: (ctx, { params, body }) => inScope(ctx, (tx) => changeTest(tx, params, body.expected)),
    }),
    defineRoute({
      ...at(`${TESTS}/:test_id`),
      ...edits,
      method: 'DELETE',
      id: 'delete_column_test',
      summary: 'Let a pinned test go',
      description: 'The row it was pinned from stays as it is.',
      params: TestPath,
      response: { 204: null },
      errors: [409],
      async handler(ctx, { params }) {
        await inScope(ctx, (tx) => dropTest(tx, params))
        return undefined
      },
    }),
  ]
}
