// Where a run of a rule is in the tree of its actions: what comes next, by what is on record.
import type { StepRecord } from '../actions/action.ts'
import { actionOf } from '../actions/registry.ts'
import { actionsIn, allActions, type NumberedAction, waysOf } from '../actions/tree.logic.ts'

/** The records of a run by the id of the action; one that is to be done again has none. */
export type RunPath = ReadonlyMap<number, StepRecord>

export type NextAction =
  | { kind: 'do'; action: NumberedAction }
  | { kind: 'end' }
  | { kind: 'fail'; action: NumberedAction; words: string }

/** Actions whose failure a later one decides about. */
export function awaitedIn(actions: readonly NumberedAction[]): ReadonlySet<number> {
  return new Set(allActions(actions).flatMap(({ kind, of }) => (kind === 'await_outcome' ? [Number(of)] : [])))
}

/** The output that marks a failure which is final, and about which a later action decides. */
export const FINAL_FAILURE = { outcome: 'failed' }

export function isPassed(step: StepRecord | undefined): boolean {
  if (!step) return false
  return (
    step.status === 'done' ||
    step.status === 'skipped' ||
    (step.status === 'failed' && step.output?.outcome === FINAL_FAILURE.outcome)
  )
}

/**
 * The next action of a run. In each list a run goes on after the last action that is on record: one that was added before it since, or moved
 * there, is not done.
 */
export function nextStep(actions: readonly NumberedAction[], path: RunPath): NextAction {
  return nextIn(actions, path) ?? { kind: 'end' }
}

function nextIn(actions: readonly NumberedAction[], path: RunPath): NextAction | null {
  const last = actions.findLastIndex(({ id }) => path.has(id))
  const place = actions[last]
  if (place) {
    const step = path.get(place.id)
    if (!isPassed(step)) return { kind: 'do', action: place }
    const inside = nextInside(place, step?.output ?? {}, path)
    if (inside) return inside
  }
  const next = actions[last + 1]
  return next ? { kind: 'do', action: next } : null
}

function nextInside(
  action: NumberedAction,
  output: NonNullable<StepRecord['output']>,
  path: RunPath,
): NextAction | null {
  const declared = actionOf(action.kind)
  const way = declared?.enters?.(output) ?? null
  const inside = way === null ? null : nextIn(actionsIn(action, way), path)
  if (inside) return inside
  const after = declared?.after?.(action as never, output) ?? 'next'
  if (after === 'next') return null
  return after === 'end' ? { kind: 'end' } : { kind: 'fail', action, words: after.fail }
}

/** Ids of the actions that may have been done when each is reached: not those of the other way of a branch. */
export function idsBefore(actions: readonly NumberedAction[]): ReadonlyMap<number, ReadonlySet<number>> {
  const found = new Map<number, ReadonlySet<number>>()
  const visit = (list: readonly NumberedAction[], outer: ReadonlySet<number>) => {
    const before = new Set(outer)
    for (const action of list) {
      found.set(action.id, new Set(before))
      before.add(action.id)
      for (const way of waysOf(action.kind)) visit(actionsIn(action, way), before)
      for (const way of waysOf(action.kind)) for (const { id } of allActions(actionsIn(action, way))) before.add(id)
    }
  }
  visit(actions, new Set())
  return found
}
