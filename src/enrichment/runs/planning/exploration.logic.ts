// Which step goes first on which rows of a run so that more is known of it: the ones of which least is known, as far as the budget goes.
import type { CellPlanSpec, PlannedExploration } from '../../../engine/columns/columns.ts'
import { highestCharge } from '../../../engine/money/price.ts'
import type { FactsOf } from '../../../engine/waterfall/facts.ts'

/** More rows in one run tell little more. */
const MOST_ROWS = 100

export type ExplorationChoice = Required<Pick<PlannedExploration, 'steps' | 'micro'>>

/** The number of rows on which a step may go first. `chance`, 0 to 1, decides about a fraction of a row. */
export function rowsToExplore(rows: number, percent: number, chance: number): number {
  const share = (rows * percent) / 100
  return Math.min(MOST_ROWS, Math.floor(share) + Number(chance < share % 1))
}

/** `trials`: for each step, the number of answers whose result is known. */
export function chooseExploredRows(
  spec: CellPlanSpec,
  rowIds: readonly string[],
  { left_micro, trials, factsOf }: { left_micro: number; trials: ReadonlyMap<string, number>; factsOf: FactsOf },
): ExplorationChoice {
  const known = new Map(
    stepsToExplore(spec, factsOf).map((step) => [step.id, { ...step, trials: trials.get(step.id) ?? 0 }]),
  )
  const explored: ExplorationChoice = { steps: {}, micro: 0 }
  for (const rowId of rowIds) {
    const affordable = [...known.values()].filter(({ micro }) => explored.micro + micro <= left_micro)
    const [least] = affordable.sort((a, b) => a.trials - b.trials || b.place - a.place)
    if (!least) break
    explored.steps[rowId] = least.id
    explored.micro += least.micro
    least.trials++
  }
  return explored
}

/** Those that can be called now at a known price, and do not go first anyway. A guess is free and goes first always. */
function stepsToExplore({ steps }: CellPlanSpec, factsOf: FactsOf): { id: string; micro: number; place: number }[] {
  const finders = steps.filter(({ verifies, provider }) => verifies === undefined && provider !== 'email-pattern')
  return finders.slice(1).flatMap(({ id, provider, made }, place) => {
    const verifier = steps.find(({ verifies }) => verifies === id)
    const facts = [factsOf(provider, made), ...(verifier ? [factsOf(verifier.provider)] : [])]
    const micro = facts.reduce<number | null>((sum, one) => {
      const most = one && one.gate === null ? highestCharge(one) : null
      return sum === null || most === null ? null : sum + most
    }, 0)
    return micro === null ? [] : [{ id, micro, place }]
  })
}
