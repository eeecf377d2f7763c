// The questions that the rows of a chunk will most likely ask, in their order: their answers are looked for in the cache together.
import { planCell, type RunMode } from '../../engine/cell.ts'
import type { CellPlanSpec } from '../../engine/columns.ts'
import type { Row } from '../../engine/row.ts'
import { cacheKey } from '../lookups/cache.reads.ts'
import type { Lookups } from './facts.ts'

export interface QuestionsAhead {
  /** Keys of rows that have not begun, those first that come next. */
  next(most: number): string[]
  /** A row has begun: it asks for itself. */
  begin(index: number): void
}

interface Work extends Lookups {
  specs: readonly CellPlanSpec[]
  mode: RunMode
  now: () => Date
}

export function questionsAhead(rows: readonly Row[], work: Work): QuestionsAhead {
  const known: string[][] = []
  let begun = 0
  return {
    next(most) {
      const keys: string[] = []
      for (let index = begun; index < rows.length && keys.length < most; index++) {
        known[index] ??= keysOf(rows[index] as Row, work)
        keys.push(...(known[index] as string[]))
      }
      return keys
    },
    begin(index) {
      begun = Math.max(begun, index + 1)
    },
  }
}

/** Of all steps that can be asked now: which of them will be is known only when the one before has answered. */
function keysOf(row: Row, { specs, mode, now, factsOf, lookupOf }: Work): string[] {
  const unsettled = new Set(specs.map(({ column_id }) => column_id))
  return specs.flatMap((spec) => {
    const decision = planCell({ spec, row, mode, now: now().getTime(), factsOf, unsettled })
    if (decision.kind !== 'ask') return []
    return decision.plan.steps.flatMap((step) => {
      const lookup = step.skip || step.verifies !== undefined ? undefined : lookupOf(step)
      return lookup && !('work' in lookup) && lookup.cache_days > 0 && !('answer' in lookup)
        ? [cacheKey(lookup, step.inputs)]
        : []
    })
  })
}
