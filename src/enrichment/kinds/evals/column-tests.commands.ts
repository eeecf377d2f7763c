// What people do with pinned tests: pin a row, change what is expected of it, let it go, run them all.
import type { Row } from '../../../engine/values/row.ts'
import { referencedValue } from '../../../engine/values/row.ts'
import { refuse } from '../../../kernel/errors.ts'
import { isUuid, newId } from '../../../kernel/ids.ts'
import { isEmpty, type JsonObject } from '../../../kernel/json.ts'
import type { Scope } from '../../../platform/ctx.ts'
import type { WorkspaceTx } from '../../../platform/db/database.ts'
import { hold } from '../../../platform/db/hold.ts'
import { oneRow } from '../../../platform/db/sql-client.ts'
import { openToRead } from '../../../records/opening/open.reads.ts'
import { readRowsForRun } from '../../../records/store/rows/rows.reads.ts'
import { mustFindWorkbook } from '../../../records/store/workbooks.reads.ts'
import { openTry, prepareTry, type TryParts, tryColumns } from '../try/look.ts'
import type { TriedRow } from '../try/try.schema.ts'
import {
  listTests,
  mustFindTested,
  readTests,
  type StoredTest,
  type TestedColumn,
  type TestPath,
  wireTest,
} from './column-tests.reads.ts'
import {
  type ColumnTest,
  type ColumnTestList,
  type ColumnTestResult,
  type Expectation,
  MOST_TESTS,
  type TestRunRequest,
} from './evals.schema.ts'
import { outcomeOf } from './expectations.logic.ts'

type Expected = Record<string, Expectation>
/** Letters of JSON. A row that is larger is no test of a prompt. */
const LARGEST_ROW = 200_000

/** @throws Refusal `not_found`; `conflict` when there are too many, or the row is too large */
export async function pinTest(
  tx: WorkspaceTx,
  path: TestPath,
  { row_id, expected }: { row_id: string; expected: Expected },
): Promise<ColumnTest> {
  const tested = await mustFindTested(tx, path)
  const { through } = await openToRead(tx, tested.workbook_id)
  const [row] = isUuid(row_id) ? await readRowsForRun(through, tested.workbook_id, { row_ids: [row_id] }, null) : []
  if (!row) return refuse('not_found', 'Row not found')
  // Concurrent pins wait here, so that the limit holds.
  await hold(tx, `tests ${tested.workbook_id}`)
  const { rows: there } = await tx.client.query<{ count: number }>(
    'select count(*)::int as count from column_tests where workspace_id = $1 and workbook_id = $2 and column_id = $3',
    [tx.workspace_id, tested.workbook_id, tested.column.id],
  )
  if ((there[0]?.count ?? 0) >= MOST_TESTS)
    refuse('conflict', `A column keeps at most ${MOST_TESTS} tests; let one go that tells nothing new`)
  const values = valuesOf(tested, row)
  if (JSON.stringify(values).length > LARGEST_ROW)
    refuse('conflict', 'This row is too large to be kept with the column; choose a smaller one')
  const { rows } = await tx.client.query<StoredTest>(
    `insert into column_tests (workspace_id, workbook_id, column_id, id, row_id, values, expected)
      values ($1, $2, $3, $4, $5, $6, $7)
      returning id, row_id, values, expected, result, result_before, created_at`,
    [
      tx.workspace_id,
      tested.workbook_id,
      tested.column.id,
      newId(),
      row.row_id,
      JSON.stringify(values),
      JSON.stringify(expected),
    ],
  )
  return wireTest(tested, oneRow(rows))
}

function valuesOf({ column, columns }: TestedColumn, row: Row): JsonObject {
  const entries = columns.flatMap(({ id }) => {
    const value = id === column.id ? null : referencedValue(row, id)
    return isEmpty(value) ? [] : [[id, value] as const]
  })
  return Object.fromEntries(entries)
}

type OneTest = TestPath & { test_id: string }

/** What it gave before was measured by something else, and is forgotten. @throws Refusal `not_found` */
export async function changeTest(tx: WorkspaceTx, path: OneTest, expected: Expected): Promise<ColumnTest> {
  const workbook = await mustFindWorkbook(tx, path.workbook_id)
  const { rows } = isUuid(path.test_id)
    ? await tx.client.query<StoredTest>(
        `update column_tests set expected = $5, result = null, result_before = null
         where workspace_id = $1 and workbook_id = $2 and column_id = $3 and id = $4
         returning id, row_id, values, expected, result, result_before, created_at`,
        [tx.workspace_id, workbook, path.column_id, path.test_id, JSON.stringify(expected)],
      )
    : { rows: [] }
  const test = rows[0] ?? refuse('not_found', 'There is no such test')
  return wireTest(await mustFindTested(tx, path), test)
}

/** Also of a column that does not call a model any more. @throws Refusal `not_found` */
export async function dropTest(tx: WorkspaceTx, path: OneTest): Promise<void> {
  const workbook = await mustFindWorkbook(tx, path.workbook_id)
  const { rowCount } = isUuid(path.test_id)
    ? await tx.client.query(
        'delete from column_tests where workspace_id = $1 and workbook_id = $2 and column_id = $3 and id = $4',
        [tx.workspace_id, workbook, path.column_id, path.test_id],
      )
    : { rowCount: 0 }
  if (!rowCount) refuse('not_found', 'There is no such test')
}

/** Asks the column, or the one with changes that are not saved, for every pinned row, and keeps the result. */
export async function runTests(
  parts: TryParts,
  scope: Scope,
  path: TestPath,
  { column, max_usd }: TestRunRequest,
  signal: AbortSignal,
): Promise<ColumnTestList> {
  const { tested, tests, tryable } = await parts.database.inWorkspace(scope, async (tx) => {
    const tested = await mustFindTested(tx, path)
    const wanted = column ? { column: { ...column, id: tested.column.id } } : { column_id: tested.column.id }
    const tryable = prepareTry(await openTry(parts, tx, tested.workbook_id), wanted)
    return { tested, tests: await readTests(tx, tested), tryable }
  })
  const { model } = column ?? tested.column
  // A pinned row is run even if the condition of the column excludes it.
  const always = { ...tryable, spec: { ...tryable.spec, run_if: null } }
  const { workbook_id } = tested
  const { tried } = await tryColumns(
    parts,
    scope,
    { workbook_id, columns: [always], rows: tests.map(rowOf), max_usd },
    signal,
  )
  const results = tests.map((test, at) => ({
    id: test.id,
    result: resultOf(test, tried[0]?.[at] as TriedRow, model, parts.now()),
  }))
  return parts.database.inWorkspace(scope, async (tx) => {
    await tx.client.query(
      `update column_tests t set result_before = t.result, result = g.result
       from jsonb_to_recordset($4::jsonb) g(id uuid, result jsonb)
       where t.workspace_id = $1 and t.workbook_id = $2 and t.column_id = $3 and t.id = g.id`,
      [tx.workspace_id, tested.workbook_id, tested.column.id, JSON.stringify(results)],
    )
    return listTests(tx, path)
  })
}

/** The pinned values as a row that was just typed. */
function rowOf({ row_id, values, created_at }: StoredTest): Row {
  const at = created_at.toISOString()
  return {
    row_id: row_id ?? '',
    position: 0,
    created_at: at,
    updated_at: at,
    lead_id: null,
    source: null,
    data: values,
    cells: {},
  }
}

function resultOf({ expected }: StoredTest, tried: TriedRow, model: string, now: Date): ColumnTestResult {
  const { status, reason, detail, cost_usd, fields } = tried
  const judged = outcomeOf(expected, { status, reason, fields: fields as JsonObject | null })
  return { ...judged, model, at: now.toISOString(), status, fields, detail, cost_usd }
}
