// The rows of a count of an estimate: those whose cells a run would leave, skip, fill from the cache or ask for.

import type { PlannedOutcome } from '../../../engine/money/estimate.schema.ts'
import { plannedOutcomeOf, walkOf } from '../../../engine/money/estimate.ts'
import { planRow } from '../../../engine/waterfall/cell.ts'
import type { WorkspaceTx } from '../../../platform/db/database.ts'
import { decodeCursor, encodeCursor } from '../../../platform/http/paging.ts'
import { readCache } from '../../lookups/cache.reads.ts'
import { describeDecision } from './dry-run.reads.ts'
import { cachedSteps, keysOf } from './estimate.reads.ts'
import type { RunRows, RunRowsRequest } from './run.schema.ts'
import type { ResolvedRun } from './run.scope.ts'
import { rowsInOrder, type ScopePlace } from './scope-rows.reads.ts'

/** Looked at for one answer: rows are planned one by one. */
const LOOK_AT_MOST = 20_000
const BATCH = 500
const LIST = 'rows of a run'
/** Whether a cell that is to be filled counts as one of these depends on what the cache knows. */
const NEEDS_CACHE: ReadonlySet<PlannedOutcome> = new Set<PlannedOutcome>(['cached', 'not_ready', 'to_run'])

export async function readRunRows(
  tx: WorkspaceTx,
  { workbook_id, scope, estimated }: ResolvedRun,
  { planned, most, cursor }: Pick<RunRowsRequest, 'planned' | 'most' | 'cursor'>,
): Promise<RunRows> {
  const { specs, mode, now, factsOf } = estimated
  const nameOf = (id: string) => specs.find(({ column_id }) => column_id === id)?.column_name ?? id
  const [listed = 0, after = null] = decodeCursor(LIST, cursor, 'body') ?? []
  let place: ScopePlace = { listed: Number(listed), after: after === null ? null : Number(after) }
  const next = ({ listed, after }: ScopePlace) => encodeCursor(LIST, [listed, after])
  const items: RunRows['items'] = []
  let seen = 0
  for await (const rows of rowsInOrder(tx, workbook_id, scope, BATCH, place)) {
    const plans = rows.map(({ row }) => planRow(specs, { row, mode, now, factsOf }))
    const keys = NEEDS_CACHE.has(planned) ? plans.flat().flatMap((cell) => keysOf(cell, estimated)) : []
    const known = await readCache(tx, [...new Set(keys)])
    for (const [index, { row, after }] of rows.entries()) {
      const cell = plans[index]?.find((each) => {
        const looked = { ...each, cached: cachedSteps(each, known, estimated) }
        return plannedOutcomeOf(looked, walkOf(looked, factsOf)) === planned
      })
      if (cell) {
        const { why } = describeDecision(cell.decision, nameOf)
        items.push({ row_id: row.row_id, column_id: cell.spec.column_id, why })
      }
      place = after
      if (items.length >= most) return { items, next_cursor: next(place) }
    }
    seen += BATCH
    if (seen >= LOOK_AT_MOST) return { items, next_cursor: next(place) }
  }
  return { items, next_cursor: null }
}
