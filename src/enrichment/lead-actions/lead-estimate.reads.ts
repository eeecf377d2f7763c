// What an action would do to leads, cost and take, planned by the same rules that the job follows.

import type { Estimate } from '../../engine/money/estimate.schema.ts'
import { addRow, emptyEstimate, finish } from '../../engine/money/estimate.ts'
import { type PlannedCell, planCell } from '../../engine/waterfall/cell.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import type { StoredLead } from '../../records/lead-facts/lead.reads.ts'
import { readCache } from '../lookups/cache.reads.ts'
import type { Lookups } from '../money/facts.ts'
import type { Performance } from '../performance/performance.schema.ts'
import { cachedSteps, keysOf } from '../runs/planning/estimate.reads.ts'
import { dueOf, type FillMode, type PlannedWaterfall } from './lead-plan.logic.ts'
import { rowOf } from './lead-row.logic.ts'
import { readFellows } from './merged-leads.reads.ts'

export async function estimateLeads(
  tx: WorkspaceTx,
  leads: readonly StoredLead[],
  planned: readonly PlannedWaterfall[],
  { mode, lookups, performance, now }: { mode: FillMode; lookups: Lookups; performance: Performance; now: number },
): Promise<Estimate> {
  const fold = emptyEstimate()
  const specs = planned.map(({ spec }) => spec)
  const e = { specs, mode: 'all' as const, performance, ...lookups, now }
  const fellows = await readFellows(tx, leads)
  const rows = leads.map((lead) => planned.map((one) => planOf(lead, fellows.get(lead.id) ?? [], one, mode, e)))
  const known = await readCache(tx, [...new Set(rows.flat().flatMap((cell) => keysOf(cell, e)))])
  for (const cells of rows)
    addRow(
      fold,
      cells.map((cell) => ({ ...cell, cached: cachedSteps(cell, known, e) })),
      lookups.factsOf,
    )
  return finish(fold, performance)
}

function planOf(
  lead: StoredLead,
  fellows: readonly StoredLead[],
  { waterfall, spec }: PlannedWaterfall,
  mode: FillMode,
  { factsOf, now }: Pick<Lookups, 'factsOf'> & { now: number },
): PlannedCell {
  if (!dueOf(waterfall, lead, { mode, done: new Set(), now, fellows }).due)
    return { spec, decision: { kind: 'fresh', because: 'answered' } }
  const row = rowOf(lead)
  return {
    spec,
    decision: planCell({ spec, row, mode: 'all', force: true, factsOf, unsettled: new Set<string>(), now }),
  }
}
