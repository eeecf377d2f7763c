// What actions of runs get: the facts of each run as they are now, and the settings with their templates filled in.
import type { JsonObject } from '../../kernel/json.ts'
import { microFromUsd } from '../../kernel/money.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import type { ActionContext, ActionKind, ActionParts } from '../actions/action.ts'
import { actionOf } from '../actions/registry.ts'
import { allActions, type NumberedAction, ownSettings } from '../actions/tree.logic.ts'
import { triggerOf } from '../triggers/registry.ts'
import { UNVERIFIED } from '../triggers/row-occurrence.ts'
import { factsMeet, readConditionValues } from './condition.logic.ts'
import { type Rule, spentToday } from './rules.reads.ts'
import { type ClaimedRun, readPath } from './run-records.writes.ts'
import { createVariableFinder, fill, fillSettings, placesReading } from './templates.logic.ts'

export interface PreparedAction {
  run: ClaimedRun
  acting: ActionContext
  input: JsonObject
}

/** In the order of the runs. */
export async function prepare(
  tx: WorkspaceTx,
  parts: ActionParts,
  rule: Rule,
  runs: readonly ClaimedRun[],
  action: NumberedAction,
  declared: ActionKind,
  earlier: JsonObject | null = null,
): Promise<PreparedAction[]> {
  const now = parts.now()
  const { kind, ...settings } = rule.trigger
  const trigger = triggerOf(kind)
  // An action before may have filled cells that this one reads.
  const objects = runs.map(({ object }) => object)
  const current = (await trigger?.current?.(tx, settings as never, objects)) ?? new Map<string, JsonObject>()
  const own = ownSettings(action)
  const isReading = JSON.stringify(own).includes('{{') || action.kind === 'branch'
  const results = isReading ? await resultsOf(tx, rule, runs) : null
  const find = createVariableFinder((await trigger?.variables(tx, settings as never)) ?? [])
  const spent = (await spentToday(tx, [rule.id], now)).get(rule.id) ?? 0
  const left_micro = Math.max(0, microFromUsd(rule.limits.usd_per_day) - spent)
  return runs.map((run) => {
    const facts: JsonObject = {
      ...(results && { actions: results.get(run.id) ?? {} }),
      ...run.facts,
      ...current.get(run.object),
      ...trigger?.kept?.(run.facts),
      event: run.facts.event ?? null,
    }
    const acting: ActionContext = {
      parts,
      rule: { id: rule.id, name: rule.name },
      run_id: run.id,
      depth: run.depth,
      object: run.object,
      facts,
      guesses: placesReading(own as JsonObject, declared.plain ?? [], facts[UNVERIFIED] ?? null, find),
      now,
      limits: rule.limits,
      left_micro,
      fill: (template) => fill(template, facts, find),
      meets: (condition) => factsMeet(condition, facts, now),
      valuesOf: (condition) => readConditionValues(condition, facts),
      earlier,
      stepOf: async (id) => (await readPath(tx, run.id)).get(id) ?? null,
    }
    return { run, acting, input: fillSettings(own as JsonObject, declared.plain ?? [], facts, find) }
  })
}

/** What the actions that are done answered, of each run by the id of the action. */
async function resultsOf(tx: WorkspaceTx, rule: Rule, runs: readonly ClaimedRun[]): Promise<Map<string, JsonObject>> {
  const results = new Map<string, JsonObject>()
  const kinds = new Map(allActions(rule.actions).map(({ id, kind }) => [id, kind]))
  if (kinds.size < 2) return results
  const { rows } = await tx.client.query<{ run_id: string; id: number; output: JsonObject | null }>(
    `select run_id, position + 1 as id, output from automation_steps where workspace_id = $1 and run_id = any($2::uuid[])
       and (status = 'done' or output ->> 'outcome' is not null)`,
    [tx.workspace_id, runs.map(({ id }) => id)],
  )
  for (const { run_id, id, output } of rows) {
    const declared = actionOf(kinds.get(id) ?? '')
    const result = output && declared?.result ? await declared.result(tx, output) : output
    results.set(run_id, { ...results.get(run_id), [id]: result })
  }
  return results
}
