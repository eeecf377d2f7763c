// The order in which the steps of a column stand for one row: that of the first condition that holds, else that of the column.
import type { CellPlanSpec } from '../columns/columns.ts'
import type { StepSpec } from '../columns/step.ts'
import { matches } from '../filter/filter.ts'
import type { Row } from '../values/row.ts'

type Ordered = Pick<CellPlanSpec, 'steps' | 'orders' | 'exploration'>

/** The steps for this row. A verifier stays behind the step whose answers it checks. */
export function stepsFor(spec: Ordered, row: Row, now: number): readonly StepSpec[] {
  const first = [...exploredOn(spec, row.row_id), ...firstSteps(spec, row, now)]
  if (first.length === 0) return spec.steps
  const finders = spec.steps.filter(({ verifies }) => verifies === undefined)
  const checksOf = (id: string) => spec.steps.filter(({ verifies }) => verifies === id)
  return putFirst(finders, first).flatMap((finder) => [finder, ...checksOf(finder.id)])
}

/** Ids of the steps that go first on this row by a condition of the column; empty where none holds. */
export function firstSteps({ orders = [] }: Pick<Ordered, 'orders'>, row: Row, now: number): readonly string[] {
  return orders.find(({ when }) => matches(when, row, now))?.steps ?? []
}

/** These steps with the named ones first, in the order of the names; the others stay in theirs. */
export function putFirst<S extends { id: string }>(steps: readonly S[], first: readonly string[]): S[] {
  const placeOf = ({ id }: S) => {
    const place = first.indexOf(id)
    return place < 0 ? first.length : place
  }
  return [...steps].sort((a, b) => placeOf(a) - placeOf(b))
}

function exploredOn({ exploration }: Pick<Ordered, 'exploration'>, rowId: string): readonly string[] {
  const steps = exploration?.steps ?? {}
  const step = Object.hasOwn(steps, rowId) ? steps[rowId] : undefined
  return step === undefined ? [] : [step]
}
