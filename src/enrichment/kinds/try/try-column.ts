// Asks a column's own lookup for a few rows, and stores nothing but what it cost.
import type { ColumnConfig } from '../../../engine/columns.schema.ts'
import { type CellPlanSpec, isMade, planSpec } from '../../../engine/columns.ts'
import { outputOf } from '../../../engine/made-columns.ts'
import type { Row } from '../../../engine/row.ts'
import { refuse } from '../../../kernel/errors.ts'
import { isUuid } from '../../../kernel/ids.ts'
import type { Json } from '../../../kernel/json.ts'
import type { Scope } from '../../../platform/ctx.ts'
import type { WorkspaceTx } from '../../../platform/db/database.ts'
import { mustBeSound } from '../../../records/workbooks/columns.logic.ts'
import { readRowsForRun } from '../../../records/workbooks/rows.reads.ts'
import { mustFindWorkbook, readColumns } from '../../../records/workbooks/workbooks.reads.ts'
import { readPerformance } from '../../performance/performance.commands.ts'
import { practised, readPractice } from '../../practice/practice.commands.ts'
import { type Askable, readLookups } from '../../runs/facts.ts'
import { pathsIn } from './answer-paths.logic.ts'
import { type CallParts, payerOf } from './ask-once.ts'
import { type ColumnTry, MOST_TRIED, type TryRequest } from './try.schema.ts'
import { type Tryable, tryRow } from './try-row.ts'

export type TryParts = Askable & CallParts

export type Unsaved = TryRequest['column']
export type Wanted = { column: Unsaved } | { column_id: string }

/** @throws Refusal `not_found`; `invalid` for a column that could not be saved; `conflict` for one that asks only lookups of the catalogue */
export async function tryColumn(
  parts: TryParts,
  scope: Scope,
  workbook: string,
  wanted: Wanted,
  rowIds: string[] | undefined,
  signal: AbortSignal,
): Promise<ColumnTry> {
  const { tryable, rows } = await parts.database.inWorkspace(scope, async (tx) => {
    const id = await mustFindWorkbook(tx, workbook)
    return { tryable: await prepareTry(parts, tx, id, wanted), rows: await readTriedRows(tx, id, rowIds, MOST_TRIED) }
  })
  const payer = payerOf(workbook, scope.actor)
  const tried = await Promise.all(rows.map((row) => tryRow(parts, scope.workspace_id, payer, tryable, row, signal)))
  return {
    rows: tried,
    cost_usd: tried.reduce((sum, { cost_usd }) => sum + (cost_usd ?? 0), 0),
    paths: pathsIn(tried.flatMap(({ answer }) => (answer === null ? [] : [answer as Json]))),
  }
}

/** The rows that are named, or the first ones. */
export function readTriedRows(
  tx: WorkspaceTx,
  workbookId: string,
  ids: string[] | undefined,
  most: number,
): Promise<Row[]> {
  const scope = ids ? { row_ids: ids.filter(isUuid) } : { from: 0, to: Number.MAX_VALUE, limit: most }
  return readRowsForRun(tx, workbookId, scope, null)
}

/** The column as it would be asked. `loc` is where a column that is not saved stands in what was sent. */
export async function prepareTry(
  parts: Askable,
  tx: WorkspaceTx,
  workbookId: string,
  wanted: Wanted,
  loc: (string | number)[] = ['column'],
): Promise<Tryable> {
  const saved = await readColumns(tx, workbookId)
  const column = 'column' in wanted ? unsaved(wanted.column, saved) : saved.find((each) => each.id === wanted.column_id)
  if (!column) return refuse('not_found', 'Column not found')
  if (!isMade(column))
    return refuse('conflict', `"${column.name}" asks lookups of the catalogue; run it for a few rows instead`)
  const others = saved.filter((each) => each.id !== column.id)
  const all = [...others, column]
  if ('column' in wanted) mustBeSound(others, all, (index) => (index === others.length ? loc : null))
  const http = column.type === 'http' ? column : null
  const asked = http ? withoutFields(http) : column
  const practice = await readPractice(tx)
  const defaults = { ...(await readPerformance(tx)), practice: practice.on }
  const spec = planSpec(asked, all, defaults) as CellPlanSpec
  return {
    spec: http ? { ...spec, output: outputOf(http) } : spec,
    ...{ lookups: await readLookups(tx, practice.on ? practised(parts) : parts), http },
    column_id: saved.some(({ id }) => id === column.id) ? column.id : null,
  }
}

function withoutFields<C extends object>(column: C): C {
  const { output: _, ...rest } = { output: undefined, ...column, fields: [] }
  return rest as unknown as C
}

/** Under the name of nothing: it may read every column but itself. */
function unsaved(column: Unsaved, saved: readonly ColumnConfig[]): ColumnConfig {
  const known = saved.find(({ id }) => id === column.id)
  return { ...column, id: column.id ?? ' tried', name: column.name ?? known?.name ?? 'Tried column' } as ColumnConfig
}
