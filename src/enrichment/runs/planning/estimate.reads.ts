// Estimates a run by planning its rows exactly as the worker will: all of them when they are few, a fair sample otherwise.

import { asksModel, type CellPlanSpec } from '../../../engine/columns/columns.ts'
import { addRow, emptyEstimate, finish, scaleEstimate } from '../../../engine/money/estimate.ts'
import type { MeasuredStep } from '../../../engine/money/estimate-walk.ts'
import type { Row } from '../../../engine/values/row.ts'
import {
  columnsNeeded,
  type PlannedCell,
  type PlannedStep,
  planRow,
  type RunMode,
} from '../../../engine/waterfall/cell.ts'
import type { FactsOf } from '../../../engine/waterfall/facts.ts'
import { isTestData } from '../../../engine/waterfall/test-data.ts'
import type { WorkspaceTx } from '../../../platform/db/database.ts'
import { readRowsForRun } from '../../../records/store/rows/rows.reads.ts'
import { readTries, type StoredTry } from '../../attempts/sample.reads.ts'
import { type CachedAnswer, isYoung, keyInCache, readCache } from '../../lookups/cache.reads.ts'
import type { LookupOf } from '../../lookups/lookup-finder.ts'
import { readUsualCosts } from '../../money/cost.reads.ts'
import type { Performance } from '../../performance/performance.schema.ts'
import type { RunEstimate } from './run.schema.ts'
import { type RowsInScope, rangesOf, restOfRows, rowsAfter, rowsInOrder, rowsOf } from './scope-rows.reads.ts'

export interface EstimateContext {
  specs: readonly CellPlanSpec[]
  mode: RunMode
  performance: Performance
  factsOf: FactsOf
  lookupOf: LookupOf
  now: number
}

/** Up to this many rows are planned one by one; beyond, so many are sampled. */
const EXACT_ROWS = 5_000
const SAMPLE_WINDOWS = 10
const SAMPLE_ROWS = 200
const BATCH = 1_000

export async function estimateRun(
  tx: WorkspaceTx,
  workbookId: string,
  scope: RowsInScope,
  e: EstimateContext,
): Promise<RunEstimate> {
  const total = rowsOf(scope)
  const fold = emptyEstimate()
  const usual = await readUsualCosts(
    tx,
    workbookId,
    e.specs.filter(isAskedOfModel).map(({ column_id }) => column_id),
  )
  const measured = await readMeasured(tx, workbookId, e)
  for await (const rows of sampledRows(tx, workbookId, scope, total, columnsNeeded(e.specs))) {
    const planned = rows.map((row) => planRow(e.specs, { row, mode: e.mode, now: e.now, factsOf: e.factsOf }))
    const known = await readCache(tx, [...new Set(planned.flat().flatMap((cell) => keysOf(cell, e)))])
    for (const cells of planned)
      addRow(
        fold,
        cells.map((cell) => {
          const usual_micro = usual.get(cell.spec.column_id)
          const steps = measured.get(cell.spec.column_id)
          return {
            ...cell,
            cached: cachedSteps(cell, known, e),
            ...(usual_micro !== undefined && { usual_micro }),
            ...(steps && { measured: steps }),
          }
        }),
        e.factsOf,
      )
  }
  const sampled = fold.rows < total && total > EXACT_ROWS
  const whole = sampled && fold.rows > 0 ? scaleEstimate(fold, total / fold.rows) : fold
  const looked_at = 'row_ids' in scope ? scope.looked_at : undefined
  return { ...finish(whole, e.performance), sampled, ...(looked_at !== undefined && { looked_at }) }
}

/** Rows of a column that are looked at to tell what its steps find and cost. */
const MEASURED_ROWS = 400

/** What was counted of the steps of columns that may cost something, column by column: two that ask one host are two. */
export async function readMeasured(tx: WorkspaceTx, workbookId: string, { specs, factsOf }: EstimateContext) {
  const found = new Map<string, Map<string, MeasuredStep>>()
  for (const spec of specs) {
    const costs = spec.steps.some(({ provider, made }) => (factsOf(provider, made)?.rule ?? 'free') !== 'free')
    if (!costs || spec.test) continue
    const tries = await readTries(tx, workbookId, spec, MEASURED_ROWS)
    found.set(spec.column_id, measuredSteps([...tries.values()].flat()))
  }
  return found
}

export function measuredSteps(tries: readonly StoredTry[]): Map<string, MeasuredStep> {
  const steps = new Map<string, MeasuredStep>()
  for (const { step_id, outcome, cached, cost_micro, said, verified, provider } of tries) {
    if (isTestData(provider)) continue
    const step = steps.get(step_id) ?? { hits: 0, trials: 0, passed: 0, cost_micro: 0, calls: 0, failed: 0 }
    steps.set(step_id, step)
    if (outcome === 'found' || outcome === 'not_found') step.trials++
    if (outcome === 'found') step.hits++
    if (outcome === 'failed') step.failed++
    if (outcome === 'found' && (said === 'valid' || (said === null && verified))) step.passed++
    if (cached || cost_micro === null) continue
    step.calls++
    step.cost_micro += cost_micro
  }
  return steps
}

const isAskedOfModel = ({ steps }: CellPlanSpec) => steps.some(({ made }) => made && asksModel(made.kind))

async function* sampledRows(
  tx: WorkspaceTx,
  workbookId: string,
  scope: RowsInScope,
  total: number,
  columnIds: readonly string[],
): AsyncGenerator<Row[]> {
  if (total <= EXACT_ROWS) {
    for await (const rows of rowsInOrder(tx, workbookId, scope, BATCH)) yield rows.map(({ row }) => row)
    return
  }
  // From the middle: people, and runs of a sample, begin at the start of a range, and what they filled is not typical.
  if (!('row_ids' in scope)) {
    for (const { middle } of await rangesOf(tx, workbookId, SAMPLE_WINDOWS, null))
      yield rowsAfter(tx, workbookId, middle, SAMPLE_ROWS, columnIds)
    return
  }
  const { row_ids, rest } = scope
  const step = Math.ceil(total / EXACT_ROWS)
  const ids = row_ids.filter((_, index) => index % step === step >> 1)
  for (let at = 0; at < ids.length; at += BATCH)
    yield readRowsForRun(tx, workbookId, { row_ids: ids.slice(at, at + BATCH) }, columnIds)
  if (!rest) return
  const limit = Math.ceil(rest.count / step / SAMPLE_WINDOWS)
  for (const { middle } of await rangesOf(tx, workbookId, SAMPLE_WINDOWS, rest.after))
    yield restOfRows(tx, workbookId, rest, middle, limit)
}

// What a step asks is looked for and then found again: it is hashed once.
const keys = new WeakMap<PlannedStep, string | undefined>()

function keyOf(step: PlannedStep, { lookupOf }: Pick<EstimateContext, 'lookupOf'>): string | undefined {
  if (!keys.has(step)) keys.set(step, keyInCache(lookupOf(step), step.inputs))
  return keys.get(step)
}

/** Cache keys of the steps of one cell that could be answered without asking. */
export function keysOf(cell: PlannedCell, e: Pick<EstimateContext, 'lookupOf'>): string[] {
  return cell.decision.kind === 'ask' ? cell.decision.plan.steps.flatMap((step) => keyOf(step, e) ?? []) : []
}

/** What the cache knows of the steps of a cell, by step id. */
export function cachedSteps(
  cell: PlannedCell,
  known: Map<string, CachedAnswer>,
  e: EstimateContext,
): Record<string, 'hit' | 'miss'> {
  if (cell.decision.kind !== 'ask') return {}
  const entries = cell.decision.plan.steps.flatMap((step): [string, 'hit' | 'miss'][] => {
    const answer = known.get(keyOf(step, e) ?? '')
    return answer && isYoung(answer, cell.spec.max_age_days, e.now)
      ? [[step.id, answer.outcome.kind === 'found' ? 'hit' : 'miss']]
      : []
  })
  return Object.fromEntries(entries)
}
