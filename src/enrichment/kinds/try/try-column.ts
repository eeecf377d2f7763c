// Asks a column for a few rows, and stores nothing but what it cost.

import type { ColumnConfig } from '../../../engine/columns/columns.schema.ts'
import { customKindOf } from '../../../engine/columns/columns.schema.ts'
import { type CellPlanSpec, isAsked, isCustom, type PlanDefaults, planSpec } from '../../../engine/columns/columns.ts'
import type { Row } from '../../../engine/values/row.ts'
import { refuse } from '../../../kernel/errors.ts'
import { isUuid, type WorkspaceId } from '../../../kernel/ids.ts'
import type { Json } from '../../../kernel/json.ts'
import type { Scope } from '../../../platform/ctx.ts'
import type { WorkspaceTx } from '../../../platform/db/database.ts'
import { withoutOutside } from '../../../providers/kit/offline.ts'
import { type DeclaredOf, readDeclared } from '../../../records/own-providers/own-providers.reads.ts'
import { mustBeSound } from '../../../records/store/columns.logic.ts'
import { EVERY_ROW, readRowsForRun } from '../../../records/store/rows.reads.ts'
import { mustFindWorkbook, readColumns } from '../../../records/store/workbooks.reads.ts'
import { type Askable, type Lookups, readLookups } from '../../money/facts.ts'
import { readPerformance } from '../../performance/performance.commands.ts'
import { askableInTest } from '../../test-mode/test-mode.ts'
import { pathsIn } from './answer-paths.logic.ts'
import { type CallParts, payerOf } from './ask-once.ts'
import { proposeErrorRule } from './error-proposal.ts'
import { type ColumnTry, MOST_TRIED, type TryRequest } from './try.schema.ts'
import { tryCell } from './try-cell.ts'
import { type Tryable, tryRow } from './try-row.ts'

export type TryParts = Askable & CallParts

export type UnsavedColumn = TryRequest['column']
export type TriedColumn = { column: UnsavedColumn } | { column_id: string }

/** @throws Refusal `not_found`; `invalid` for a column that could not be saved; `conflict` for one that makes no calls */
export async function tryColumn(
  parts: TryParts,
  scope: Scope,
  workbook: string,
  wanted: TriedColumn,
  { row_ids, test }: Pick<TryRequest, 'row_ids' | 'test'>,
  signal: AbortSignal,
): Promise<ColumnTry> {
  const { tryable, rows } = await parts.database.inWorkspace(scope, async (tx) => {
    const id = await mustFindWorkbook(tx, workbook)
    const tryable = prepareTry(await readGround(parts, tx, id, test), wanted)
    return { tryable, rows: await readTriedRows(tx, id, row_ids, MOST_TRIED) }
  })
  const payer = payerOf(workbook, scope.actor)
  const ask = tryable.is_made ? tryRow : tryCell
  const outside = test ? { ...parts, toolsFor: (id: WorkspaceId) => withoutOutside(parts.toolsFor(id)) } : parts
  const tried = await Promise.all(rows.map((row) => ask(outside, scope.workspace_id, payer, tryable, row, signal)))
  return {
    rows: tried,
    cost_usd: tried.reduce((sum, { cost_usd }) => sum + (cost_usd ?? 0), 0),
    paths: pathsIn(tried.flatMap(({ answer }) => (answer === null ? [] : [answer as Json]))),
    error_proposal: tryable.http && !tryable.http.error ? proposeErrorRule(tried) : null,
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

/** What all columns of one test request share. */
interface Ground {
  saved: ColumnConfig[]
  defaults: PlanDefaults
  lookups: Lookups
  declaredOf: DeclaredOf
}

export async function readGround(parts: Askable, tx: WorkspaceTx, workbookId: string, test = false): Promise<Ground> {
  return {
    saved: await readColumns(tx, workbookId),
    defaults: { ...(await readPerformance(tx)), test },
    lookups: await readLookups(tx, test ? askableInTest(parts) : parts),
    declaredOf: await readDeclared(tx),
  }
}

/** The column as it would be run. `loc` is where a column that is not saved stands in what was sent. */
export function prepareTry(
  { saved, defaults, lookups, declaredOf }: Ground,
  wanted: TriedColumn,
  loc: (string | number)[] = ['column'],
): Tryable {
  const { column, all } = wantedIn(saved, wanted, loc, declaredOf)
  if (!isAsked(column)) return refuse('conflict', `"${column.name}" makes no calls, or uses lookups of the catalog`)
  // Made-up answers fit the fields; only a real one can be read as a whole.
  const http = column.type === 'http' && !defaults.test ? column : null
  const spec = planSpec(http ? withoutFields(http) : column, all, defaults) as CellPlanSpec
  return {
    spec: http ? { ...spec, output: customKindOf(http).output(http) } : spec,
    lookups,
    http,
    is_made: isCustom(column),
    column_id: saved.some(({ id }) => id === column.id) ? column.id : null,
  }
}

/** The column that is meant, among all as they would be. */
function wantedIn(
  saved: ColumnConfig[],
  wanted: TriedColumn,
  loc: (string | number)[],
  declaredOf: DeclaredOf,
): { column: ColumnConfig; all: ColumnConfig[] } {
  const column = 'column' in wanted ? unsaved(wanted.column, saved) : saved.find((each) => each.id === wanted.column_id)
  if (!column) return refuse('not_found', 'Column not found')
  const others = saved.filter((each) => each.id !== column.id)
  const all = [...others, column]
  if ('column' in wanted) mustBeSound(others, all, (index) => (index === others.length ? loc : null), declaredOf)
  return { column, all }
}

const UNSAVED = ' tried'

function withoutFields<C extends object>(column: C): C {
  const { output: _, ...rest } = { output: undefined, ...column, fields: [] }
  return rest as unknown as C
}

/** Under the name of nothing: it may read every column but itself. */
function unsaved(column: UnsavedColumn, saved: readonly ColumnConfig[]): ColumnConfig {
  const known = saved.find(({ id }) => id === column.id)
  return { ...column, id: column.id ?? UNSAVED, name: column.name ?? known?.name ?? 'Tried column' } as ColumnConfig
}
