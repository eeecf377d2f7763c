// Runs of a rule side by side: an action that can be done for many at once is, in one transaction with all their records.
import type { WorkspaceScope } from '../../platform/ctx.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { createPortion, runInBackground } from '../../platform/governor.ts'
import type { ActionKind, ActionParts } from '../actions/action.ts'
import { type Action, actionOf } from '../actions/registry.ts'
import type { NumberedAction } from '../actions/tree.logic.ts'
import { prepare } from './acting.ts'
import { isPassed } from './path.logic.ts'
import type { Rule } from './rules.reads.ts'
import { type ClaimedRun, completeRuns, holdRuns, writeSteps } from './run-records.writes.ts'

export interface UnfinishedRun {
  run: ClaimedRun
  /** The actions that were done. */
  done: readonly number[]
}

/**
 * Does the first actions of the runs as far as they can be done together, and ends the runs whose actions these were. Returns the runs
 * that are to go on one by one: those of other actions, and all when something went wrong, so that it is known with which.
 */
export async function runTogether(
  parts: ActionParts,
  placeOf: (run: ClaimedRun) => WorkspaceScope,
  rule: Rule,
  runs: readonly ClaimedRun[],
  signal: AbortSignal,
): Promise<UnfinishedRun[]> {
  const together = rule.actions.findIndex((action) => !isForMany(action))
  const end = together < 0 ? rule.actions.length : together
  if (end === 0) return runs.map((run) => ({ run, done: [] }))
  // What they write says how many rules led to it, and what they spend counts for a token.
  const alikes = new Map<string, ClaimedRun[]>()
  const left: UnfinishedRun[] = runs.flatMap((run) => (run.is_fresh ? [] : [{ run, done: [] }]))
  for (const run of runs.filter(({ is_fresh }) => is_fresh)) {
    const key = `${run.depth} ${run.token_id}`
    alikes.set(key, [...(alikes.get(key) ?? []), run])
  }
  for (const alike of alikes.values()) {
    for (let begin = 0; begin < alike.length; ) {
      const some = alike.slice(begin, begin + portion.size())
      begin += some.length
      const [first] = some
      const from = first && some.length > 1 ? await actAll(parts, placeOf(first), rule, some, end, signal) : 0
      const done = rule.actions.slice(0, from).map(({ id }) => id)
      if (from < rule.actions.length) left.push(...some.map((run) => ({ run, done })))
    }
  }
  return left
}

/** Runs whose action is done in one transaction. */
const portion = createPortion(25, 100)

const isForMany = ({ kind, idempotency_key }: Action) =>
  actionOf(kind)?.actTogether !== undefined && idempotency_key === undefined

/** Returns how many actions were done, of all the runs that are still ours. */
async function actAll(
  parts: ActionParts,
  at: WorkspaceScope,
  rule: Rule,
  runs: readonly ClaimedRun[],
  end: number,
  signal: AbortSignal,
): Promise<number> {
  for (let position = 0; position < end; position++) {
    const action = rule.actions[position] as NumberedAction
    const declared = actionOf(action.kind) as ActionKind
    try {
      const isDone = await runInBackground(
        () => parts.database.inWorkspace(at, (tx) => actTogether(tx, parts, rule, runs, action, declared)),
        { queue: at.workspace_id, signal },
      )
      if (!isDone) return position
    } catch {
      // Each by itself tells which it was, and what is wrong.
      return position
    }
  }
  return end
}

async function actTogether(
  tx: WorkspaceTx,
  parts: ActionParts,
  rule: Rule,
  runs: readonly ClaimedRun[],
  action: NumberedAction,
  declared: ActionKind,
): Promise<boolean> {
  const began = performance.now()
  const held = await holdRuns(tx, runs, action.id)
  const ours = runs.filter(({ id }) => held.has(id))
  const wanting = ours.filter(({ id }) => !isPassed(held.get(id) ?? undefined))
  const prepared = await prepare(tx, parts, rule, wanting, action, declared)
  const outputs = await declared.actTogether?.(tx, prepared.map(({ input }) => input) as never)
  if (!outputs) return false
  await writeSteps(
    tx,
    prepared.map(({ run, input }, index) => ({
      run_id: run.id,
      action_id: action.id,
      kind: action.kind,
      status: 'done' as const,
      input,
      output: outputs[index] ?? null,
    })),
  )
  if (action === rule.actions.at(-1)) await completeRuns(tx, rule, ours, parts.now())
  portion.took(performance.now() - began, runs.length)
  return true
}
