// The pinned tests of a column, with what the last two runs of them gave.
import type { ColumnConfig } from '../../../engine/columns/columns.schema.ts'
import { columnFinder, columnTemplates } from '../../../engine/columns/columns.ts'
import type { AiColumn } from '../../../engine/columns/kinds/ai.kind.ts'
import { bindTemplate, boundReferences } from '../../../engine/values/render.ts'
import { refuse } from '../../../kernel/errors.ts'
import type { JsonObject } from '../../../kernel/json.ts'
import type { WorkspaceTx } from '../../../platform/db/database.ts'
import { mustFindWorkbook, readColumns } from '../../../records/store/workbooks.reads.ts'
import type { ColumnTest, ColumnTestList, ColumnTestResult, Expectation } from './evals.schema.ts'
import { changeOf } from './expectations.logic.ts'

export interface TestPath {
  workbook_id: string
  column_id: string
}

export interface StoredTest {
  id: string
  row_id: string | null
  values: JsonObject
  expected: Record<string, Expectation>
  result: ColumnTestResult | null
  result_before: ColumnTestResult | null
  created_at: Date
}

export interface TestedColumn {
  workbook_id: string
  column: AiColumn
  columns: ColumnConfig[]
}

/** @throws Refusal `not_found`; `conflict` for a column that does not call a model */
export async function mustFindTested(tx: WorkspaceTx, path: TestPath): Promise<TestedColumn> {
  const workbook_id = await mustFindWorkbook(tx, path.workbook_id)
  const columns = await readColumns(tx, workbook_id)
  const column = columns.find(({ id }) => id === path.column_id)
  if (!column) return refuse('not_found', 'Column not found')
  if (column.type !== 'ai') return refuse('conflict', `"${column.name}" asks no model, so there is no prompt to test`)
  return { workbook_id, column, columns }
}

/** In the order they were pinned. */
export async function readTests(tx: WorkspaceTx, { workbook_id, column }: TestedColumn): Promise<StoredTest[]> {
  const { rows } = await tx.client.query<StoredTest>(
    `select id, row_id, values, expected, result, result_before, created_at from column_tests
     where workspace_id = $1 and workbook_id = $2 and column_id = $3 order by id`,
    [tx.workspace_id, workbook_id, column.id],
  )
  return rows
}

export function wireTest({ column, columns }: TestedColumn, test: StoredTest): ColumnTest {
  const { id, row_id, values, expected, result, result_before, created_at } = test
  const read = new Set(
    columnTemplates(column).flatMap(({ template }) =>
      boundReferences(bindTemplate(template, columnFinder(columns))).flatMap(({ column_id }) => column_id ?? []),
    ),
  )
  const inputs = columns.flatMap(({ id: of, name }) =>
    read.has(of) && Object.hasOwn(values, of) ? [[name, values[of]] as const] : [],
  )
  return {
    id,
    row_id,
    inputs: Object.fromEntries(inputs),
    expected,
    result,
    result_before,
    change: changeOf(result, result_before),
    created_at: created_at.toISOString(),
  }
}

export async function listTests(tx: WorkspaceTx, path: TestPath): Promise<ColumnTestList> {
  const tested = await mustFindTested(tx, path)
  const items = (await readTests(tx, tested)).map((test) => wireTest(tested, test))
  const count = (outcome: ColumnTestResult['outcome']) =>
    items.filter(({ result }) => result?.outcome === outcome).length
  const [passed, failed] = [count('passed'), count('failed')]
  const pass_rate = passed + failed > 0 ? passed / (passed + failed) : null
  return { items, next_cursor: null, passed, failed, pass_rate }
}
