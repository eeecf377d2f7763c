// Asks a column for a few rows, and stores nothing but what it cost.
import type { ColumnConfig } from '../../../engine/columns.schema.ts'
import { type CellPlanSpec, isAsked, isMade, type PlanDefaults, planSpec } from '../../../engine/columns.ts'
import { outputOf } from '../../../engine/made-columns.ts'
import type { Row } from '../../../engine/row.ts'
import { refuse } from '../../../kernel/errors.ts'
import { isUuid } from '../../../kernel/ids.ts'
import type { Json } from '../../../kernel/json.ts'
import type { Scope } from '../../../platform/ctx.ts'
import type { WorkspaceTx } from '../../../platform/db/database.ts'
import { mustBeSound } from '../../../records/workbooks/columns.logic.ts'
import { EVERY_ROW, readRowsForRun } from '../../../records/workbooks/rows.reads.ts'
import { mustFindWorkbook, readColumns } from '../../../records/workbooks/workbooks.reads.ts'
import { readPerformance } from '../../performance/performance.commands.ts'
import { practised, readPractice } from '../../practice/practice.commands.ts'
import { type Askable, type Lookups, readLookups } from '../../runs/facts.ts'
import { pathsIn } from './answer-paths.logic.ts'
import { type CallParts, payerOf } from './ask-once.ts'
import { type ColumnTry, MOST_TRIED, type TryRequest } from './try.schema.ts'
import { tryCell } from './try-cell.ts'
import { type Tryable, tryRow } from './try-row.ts'

export type TryParts = Askable & CallParts

export type Unsaved = TryRequest['column']
export type Wanted = { column: Unsaved } | { column_id: string }

/** @throws Refusal `not_found`; `invalid` for a column that could not be saved; `conflict` for one that asks nobody */
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
    const tryable = prepareTry(await readGround(parts, tx, id), wanted)
    return { tryable, rows: await readTriedRows(tx, id, rowIds, MOST_TRIED) }
  })
  const payer = payerOf(workbook, scope.actor)
  const ask = tryable.is_made ? tryRow : tryCell
  const tried = await Promise.all(rows.map((row) => ask(parts, scope.workspace_id, payer, tryable, row, signal)))
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
  const scope = ids ? { row_ids: ids.filter(isUuid) } : { ...EVERY_ROW, limit: most }
  return readRowsForRun(tx, workbookId, scope, null)
}

/** What all columns that are tried in one request are asked by. */
interface Ground {
  saved: ColumnConfig[]
  defaults: PlanDefaults
  lookups: Lookups
}

export async function readGround(parts: Askable, tx: WorkspaceTx, workbookId: string): Promise<Ground> {
  const practice = (await readPractice(tx)).on
  return {
    saved: await readColumns(tx, workbookId),
    defaults: { ...(await readPerformance(tx)), practice },
    lookups: await readLookups(tx, practice ? practised(parts) : parts),
  }
}

/** The column as it would be asked. `loc` is where a column that is not saved stands in what was sent. */
export function prepareTry(
  { saved, defaults, lookups }: Ground,
  wanted: Wanted,
  loc: (string | number)[] = ['column'],
): Tryable {
  const { column, all } = wantedIn(saved, wanted, loc)
  if (!isAsked(column)) return refuse('conflict', `"${column.name}" asks nobody, or lookups of the catalogue`)
  const http = column.type === 'http' ? column : null
  const spec = planSpec(http ? withoutFields(http) : column, all, defaults) as CellPlanSpec
  return {
    spec: http ? { ...spec, output: outputOf(http) } : spec,
    ...{ lookups, http, is_made: isMade(column) },
    column_id: saved.some(({ id }) => id === column.id) ? column.id : null,
  }
}

/** The column that is meant, among all as they would be. */
function wantedIn(
  saved: ColumnConfig[],
  wanted: Wanted,
  loc: (string | number)[],
): { column: ColumnConfig; all: ColumnConfig[] } {
  const column = 'column' in wanted ? unsaved(wanted.column, saved) : saved.find((each) => each.id === wanted.column_id)
  if (!column) return refuse('not_found', 'Column not found')
  const others = saved.filter((each) => each.id !== column.id)
  const all = [...others, column]
  if ('column' in wanted) mustBeSound(others, all, (index) => (index === others.length ? loc : null))
  return { column, all }
}

const UNSAVED = ' tried'

function withoutFields<C extends object>(column: C): C {
  const { output: _, ...rest } = { output: undefined, ...column, fields: [] }
  return rest as unknown as C
}

/** Under the name of nothing: it may read every column but itself. */
function unsaved(column: Unsaved, saved: readonly ColumnConfig[]): ColumnConfig {
  const known = saved.find(({ id }) => id === column.id)
  return { ...column, id: column.id ?? UNSAVED, name: column.name ?? known?.name ?? 'Tried column' } as ColumnConfig
}
