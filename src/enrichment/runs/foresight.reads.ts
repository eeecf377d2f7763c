// Looks up at once whatever the cache may hold for a stretch of rows, so that the rows need not ask one by one.
import { planRow, type RunMode } from '../../engine/cell.ts'
import type { CellPlanSpec } from '../../engine/columns.ts'
import type { FactsOf } from '../../engine/facts.ts'
import type { Row } from '../../engine/row.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import type { Lookup } from '../../providers/kit.ts'
import { type AnswerCache, readCache } from '../lookups/cache.reads.ts'
import { keysOf } from './estimate.reads.ts'

export async function foreseeAnswers(
  tx: WorkspaceTx,
  rows: readonly Row[],
  plan: {
    specs: readonly CellPlanSpec[]
    mode: RunMode
    factsOf: FactsOf
    lookups: ReadonlyMap<string, Lookup>
    cache: AnswerCache
    /** Milliseconds since 1970. */
    now: number
  },
): Promise<void> {
  const { specs, mode, factsOf, lookups, cache, now } = plan
  const lookupOf = (id: string) => lookups.get(id)
  const keys = new Set(
    rows.flatMap((row) => planRow(specs, { row, mode, now, factsOf }).flatMap((cell) => keysOf(cell, { lookupOf }))),
  )
  cache.foresee(tx.workspace_id, keys, await readCache(tx, [...keys]))
}
