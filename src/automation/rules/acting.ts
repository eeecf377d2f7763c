// What actions of runs get: the facts of each run as they are now, and the settings with their templates filled in.
import type { JsonObject } from '../../kernel/json.ts'
import { microFromUsd } from '../../kernel/money.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import type { ActionContext, ActionKind, ActionParts } from '../actions/action.ts'
import { type Action, actionOf } from '../actions/registry.ts'
import { triggerOf } from '../triggers/registry.ts'
import { type Rule, spentToday } from './rules.reads.ts'
import type { ClaimedRun } from './run-records.writes.ts'
import { fill, fillSettings, finder } from './templates.logic.ts'

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
  action: Action,
  declared: ActionKind,
): Promise<PreparedAction[]> {
  const now = parts.now()
  const { kind, ...settings } = rule.trigger
  const trigger = triggerOf(kind)
  // An action before may have filled cells that this one reads.
  const objects = runs.map(({ object }) => object)
  const current = (await trigger?.current?.(tx, settings as never, objects)) ?? new Map<string, JsonObject>()
  const results = JSON.stringify(action).includes('{{') ? await resultsOf(tx, rule, runs) : null
  const find = finder((await trigger?.variables(tx, settings as never)) ?? [])
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
      now,
      limits: rule.limits,
      left_micro,
      fill: (template) => fill(template, facts, find),
    }
    return { run, acting, input: fillSettings(action as JsonObject, declared.plain ?? [], facts, find) }
  })
}

/** What the actions that are done answered, of each run by number: the first is `1`. */
async function resultsOf(tx: WorkspaceTx, rule: Rule, runs: readonly ClaimedRun[]): Promise<Map<string, JsonObject>> {
  const results = new Map<string, JsonObject>()
  if (rule.actions.length < 2) return results
  const { rows } = await tx.client.query<{ run_id: string; position: number; output: JsonObject | null }>(
    `select run_id, position, output from automation_steps where workspace_id = $1 and run_id = any($2::uuid[]) and status = 'done'`,
    [tx.workspace_id, runs.map(({ id }) => id)],
  )
  for (const { run_id, position, output } of rows) {
    const declared = actionOf(rule.actions[position]?.kind ?? '')
    const result = output && declared?.result ? await declared.result(tx, output) : output
    results.set(run_id, { ...results.get(run_id), [position + 1]: result })
  }
  return results
}
