// The waterfall of one cell of lookups of the catalog, played as a run would play it, and kept nowhere.
import type { CellPlanSpec } from '../../../engine/columns/columns.ts'
import type { HttpColumn } from '../../../engine/columns/kinds/http.kind.ts'
import type { Payer } from '../../../engine/money/budget.ts'
import type { Row } from '../../../engine/values/row.ts'
import type { CellPlan, PlannedStep } from '../../../engine/waterfall/cell.ts'
import type { CellResult } from '../../../engine/waterfall/result.ts'
import { isTestData } from '../../../engine/waterfall/test-data.ts'
import { absorb, begin, type CallCost, decide, type StepOutcome } from '../../../engine/waterfall/waterfall.ts'
import type { WorkspaceId } from '../../../kernel/ids.ts'
import { usdFromMicro } from '../../../kernel/money.ts'
import type { AnyLookup } from '../../../providers/kit/kit.ts'
import { accountNameOf, readClosed } from '../../accounts/health.ts'
import { type CachedOutcome, isYoung, keyInCache, readCache } from '../../lookups/cache.reads.ts'
import type { Lookups } from '../../money/facts.ts'
import { askOnce, type CallParts } from './ask-once.ts'
import type { TriedRow } from './try.schema.ts'

type Heard = { outcome: StepOutcome; cost: CallCost }

/** A column as it would be saved, with what it asks. */
export interface Tryable {
  spec: CellPlanSpec
  lookups: Lookups
  /** For an `http` column, as it would be saved: the call returns the whole answer, and its fields are read from that. */
  http: HttpColumn | null
  /** It asks a lookup of its own settings, not those of the catalog. */
  is_made: boolean
  /** Null for a column that is not saved yet. */
  column_id: string | null
}

export async function playCell(
  parts: CallParts,
  workspaceId: WorkspaceId,
  payer: Payer,
  tryable: Tryable,
  plan: CellPlan,
  row: Row,
  signal: AbortSignal,
): Promise<Partial<TriedRow>> {
  const ask = (step: PlannedStep) => hear(parts, workspaceId, payer, tryable, row, step, signal)
  return told(await play(plan, tryable.lookups, ask), tryable.lookups)
}

async function play(
  plan: CellPlan,
  { factsOf }: Lookups,
  ask: (step: PlannedStep) => Promise<Heard>,
): Promise<CellResult> {
  let state = begin(plan, factsOf)
  for (;;) {
    const next = decide(plan, state)
    if (next.kind === 'done') return next.result
    const { outcome, cost } = await ask(next.step)
    state = absorb(plan, state, next.step.id, outcome, cost)
  }
}

const FREE: CallCost = { cost_micro: 0 }

async function hear(
  parts: CallParts,
  workspaceId: WorkspaceId,
  payer: Payer,
  { spec, lookups, column_id }: Tryable,
  row: Row,
  step: PlannedStep,
  signal: AbortSignal,
): Promise<Heard> {
  const lookup = lookups.lookupOf(step)
  if (!lookup) throw new Error(`step ${step.id} was to be asked without a lookup`)
  const passed = (reason: 'timeout' | 'circuit_open' | 'over_budget', detail: string): Heard => ({
    outcome: { kind: 'skipped', reason, detail },
    cost: FREE,
  })
  const { cached, closed } =
    'work' in lookup ? {} : await readKnown(parts, workspaceId, lookup, step, spec.max_age_days)
  if (cached) return { outcome: cached, cost: { ...FREE, cached: true } }
  if (closed) return passed('circuit_open', closed)
  if ('ask' in lookup && (lookup.poll || lookup.callback))
    return passed('timeout', 'It takes its time to answer, so that only runs ask it')
  const call = { lookup, inputs: step.inputs, row_id: row.row_id, column_id }
  const asked = await askOnce(parts, workspaceId, payer, call, signal)
  if ('over_budget' in asked) return passed('over_budget', asked.over_budget)
  // A row that is only tried is not resumed.
  const { outcome, cost_micro, duration_ms } = asked
  if (outcome.kind === 'later' || outcome.kind === 'pending') return passed('timeout', 'It asked to come back later')
  return { outcome, cost: { cost_micro, ms: duration_ms } }
}

/** What the cache has for it, and why its account must not be called. */
async function readKnown(
  { database, now }: CallParts,
  workspaceId: WorkspaceId,
  lookup: AnyLookup,
  step: PlannedStep,
  maxAgeDays: number | null,
): Promise<{ cached?: CachedOutcome | undefined; closed?: string | undefined }> {
  if ('answer' in lookup || isTestData(lookup.id)) return {}
  const key = keyInCache(lookup, step.inputs)
  return database.inWorkspace(workspaceId, async (tx) => {
    const hit = key === undefined ? undefined : (await readCache(tx, [key])).get(key)
    return {
      cached: hit && isYoung(hit, maxAgeDays, now().getTime()) ? hit.outcome : undefined,
      closed: (await readClosed(tx)).get(accountNameOf(lookup) ?? '')?.detail,
    }
  })
}

function told(result: CellResult, { lookupOf }: Lookups): Partial<TriedRow> & Pick<TriedRow, 'status'> {
  const { status, value, values, reason, detail, cost_micro, cost_unknown, attempts } = result
  return {
    status,
    value,
    fields: values,
    reason,
    detail: detail ?? result.error?.message ?? null,
    cost_usd: cost_unknown ? null : usdFromMicro(cost_micro),
    duration_ms: attempts.reduce((sum, { ms }) => sum + ms, 0),
    attempts: attempts.map((one) => ({
      // The name of the lookup that really answered; with test data the name says so.
      provider: lookupOf(one)?.id ?? one.provider,
      step_id: one.step_id,
      outcome: one.outcome,
      reason: one.reason,
      detail: one.detail,
      cached: one.cached,
      duration_ms: Math.round(one.ms),
      cost_usd: one.cost_micro === null ? null : usdFromMicro(one.cost_micro),
    })),
  }
}
