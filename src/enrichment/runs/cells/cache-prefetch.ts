// The questions that the next rows of a run will most likely ask, in their order: their answers are looked for in the cache together.

import type { CellPlanSpec } from '../../../engine/columns/columns.ts'
import type { Row } from '../../../engine/values/row.ts'
import { planCell, type RunMode } from '../../../engine/waterfall/cell.ts'
import { keyInCache } from '../../lookups/cache.reads.ts'
import type { Lookups } from '../../money/facts.ts'

/** The prefetch of one chunk. */
interface Batch {
  /** Keys of rows that have not begun, those first that come next. */
  next(most: number): string[]
  /** A row has begun: it asks for itself. */
  begin(index: number): void
}

export interface QuestionsAhead {
  add(rows: readonly Row[], work: Work): Pick<Batch, 'begin'> & { forget: () => void }
}

/** The prefetch of one run. Its chunks are one batch for `prefetch`, since their rows come one after the other. */
export function cachePrefetch(prefetch: (next: Batch['next']) => () => void): QuestionsAhead {
  const batches = new Set<Batch>()
  let forgetAll = () => {}
  function next(most: number): string[] {
    const keys: string[] = []
    for (const batch of batches) if (keys.length < most) keys.push(...batch.next(most - keys.length))
    return keys
  }
  return {
    add(rows, work) {
      const batch = batchOf(rows, work)
      if (batches.size === 0) forgetAll = prefetch(next)
      batches.add(batch)
      return {
        begin: batch.begin,
        forget() {
          if (batches.delete(batch) && batches.size === 0) forgetAll()
        },
      }
    },
  }
}

interface Work extends Pick<Lookups, 'factsOf' | 'lookupOf'> {
  specs: readonly CellPlanSpec[]
  mode: RunMode
  now: () => Date
}

function batchOf(rows: readonly Row[], work: Work): Batch {
  const known: string[][] = []
  let begun = 0
  return {
    next(most) {
      const keys: string[] = []
      for (let index = begun; index < rows.length && keys.length < most; index++) {
        known[index] ??= keysOrNone(rows[index] as Row, work)
        keys.push(...(known[index] as string[]))
      }
      return keys
    },
    begin(index) {
      begun = Math.max(begun, index + 1)
    },
  }
}

/** What is wrong with a row is told when it asks, and is nothing to all the others. */
function keysOrNone(row: Row, work: Work): string[] {
  try {
    return keysOf(row, work)
  } catch {
    return []
  }
}

/** For all steps that can be called now: whether a step will be called is known only after the answer of the one before. */
function keysOf(row: Row, { specs, mode, now, factsOf, lookupOf }: Work): string[] {
  const unsettled = new Set(specs.map(({ column_id }) => column_id))
  return specs.flatMap((spec) => {
    const decision = planCell({ spec, row, mode, now: now().getTime(), factsOf, unsettled })
    if (decision.kind !== 'ask') return []
    return decision.plan.steps.flatMap((step) =>
      step.skip || step.verifies !== undefined ? [] : (keyInCache(lookupOf(step), step.inputs) ?? []),
    )
  })
}
