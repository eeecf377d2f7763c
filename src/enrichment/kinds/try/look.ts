// Tries columns on some rows as they would be saved: stays within a cap, and stores nothing but the cost.

import type { ColumnConfig } from '../../../engine/columns/columns.schema.ts'
import { customKindOf } from '../../../engine/columns/columns.schema.ts'
import { type CellPlanSpec, isAsked, isCustom, type PlanDefaults, planSpec } from '../../../engine/columns/columns.ts'
import type { Row } from '../../../engine/values/row.ts'
import { refuse } from '../../../kernel/errors.ts'
import type { WorkspaceId } from '../../../kernel/ids.ts'
import { mapConcurrent } from '../../../kernel/map-concurrent.ts'
import type { Scope } from '../../../platform/ctx.ts'
import type { WorkspaceTx } from '../../../platform/db/database.ts'
import { withoutOutside } from '../../../providers/kit/offline.ts'
import { openToRead } from '../../../records/opening/open.reads.ts'
import { type DeclaredOf, readDeclared } from '../../../records/own-providers/own-providers.reads.ts'
import { mustBeSound } from '../../../records/store/columns/columns.logic.ts'
import { type Askable, type Lookups, readLookups } from '../../money/facts.ts'
import { readPerformance } from '../../performance/performance.commands.ts'
import { askableInTest } from '../../test-mode/test-mode.ts'
import { type CallParts, payerOf } from './ask-once.ts'
import type { Tryable } from './play-cell.ts'
import { createSpendCap } from './spend-cap.ts'
import type { TriedRow, TryRequest } from './try.schema.ts'
import { tryRow } from './try-row.ts'

export type TryParts = Askable & CallParts

export type UnsavedColumn = TryRequest['column']
export type WantedColumn = { column: UnsavedColumn } | { column_id: string }

/** Concurrent calls: enough to be quick, too few to reach a vendor's limit. */
const AT_ONCE = 6

export interface TryColumnsRequest {
  workbook_id: string
  columns: readonly Tryable[]
  rows: readonly Row[]
  /** Providers that have a price or take a key are answered from recorded samples. */
  test?: boolean | undefined
  max_usd?: number | undefined
}

export interface TryResult {
  /** By column, in the order of the rows. */
  tried: TriedRow[][]
  /** The known part of the cost. */
  cost_usd: number
}

export async function tryColumns(
  parts: TryParts,
  { workspace_id, actor }: Scope,
  { workbook_id, columns, rows, test, max_usd }: TryColumnsRequest,
  signal: AbortSignal,
): Promise<TryResult> {
  const asking: CallParts = {
    ...parts,
    ...(test && { toolsFor: (id: WorkspaceId) => withoutOutside(parts.toolsFor(id)) }),
    ...(max_usd !== undefined && { cap: createSpendCap(max_usd) }),
  }
  const payer = payerOf(workbook_id, actor)
  const calls = rows.flatMap((row) => columns.map((tryable) => ({ row, tryable })))
  const answers = await mapConcurrent(calls, AT_ONCE, ({ row, tryable }) =>
    tryRow(asking, workspace_id, payer, tryable, row, signal),
  )
  return {
    tried: columns.map((_, at) => answers.filter((_, index) => index % columns.length === at)),
    cost_usd: answers.reduce((sum, { cost_usd }) => sum + (cost_usd ?? 0), 0),
  }
}

/** The workbook of a try, and what its columns share. */
export interface TryGround {
  id: string
  /** Reads its rows. */
  through: WorkspaceTx
  saved: readonly ColumnConfig[]
  defaults: PlanDefaults
  lookups: Lookups
  declaredOf: DeclaredOf
}

/** @throws Refusal `not_found` */
export async function openTry(parts: Askable, tx: WorkspaceTx, workbook: string, test = false): Promise<TryGround> {
  const { id, through, columns: saved } = await openToRead(tx, workbook)
  return {
    id,
    through,
    saved,
    defaults: { ...(await readPerformance(tx)), test },
    lookups: await readLookups(tx, test ? askableInTest(parts) : parts),
    declaredOf: await readDeclared(tx),
  }
}

/**
 * The column as it would be run. `loc` is where a column that is not saved stands in what was sent. @throws Refusal `not_found`; `invalid` for a
 * column that could not be saved; `conflict` for one that makes no calls
 */
export function prepareTry(
  { saved, defaults, lookups, declaredOf }: TryGround,
  wanted: WantedColumn,
  loc: (string | number)[] = ['column'],
): Tryable {
  const { column, all } = wantedIn(saved, wanted, loc, declaredOf)
  if (!isAsked(column)) return refuse('conflict', `"${column.name}" makes no calls, so there is nothing to try out`)
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
  saved: readonly ColumnConfig[],
  wanted: WantedColumn,
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
