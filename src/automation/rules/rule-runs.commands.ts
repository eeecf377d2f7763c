// What people do with runs of rules: try a rule on an event without effect, run one by hand, and retry a run.
import type { Filter } from '../../engine/filter/filter.schema.ts'
import { Refusal, refuse, refuseField } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { microFromUsd } from '../../kernel/money.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { enqueue } from '../../platform/queue/queue.ts'
import type { ActionContext, ActionParts } from '../actions/action.ts'
import type { Limits } from '../actions/limits.schema.ts'
import { type Action, actionOf } from '../actions/registry.ts'
import { dueAt } from '../triggers/outside.triggers.ts'
import { triggerOf } from '../triggers/registry.ts'
import type { Occurrence, TriggerKind } from '../triggers/trigger.ts'
import { checkCondition, meets } from './condition.logic.ts'
import type { EventsRequest, RuleTestResult } from './rule.schema.ts'
import { workRule } from './rules.jobs.ts'
import { freshActions, mustReadRule, spentToday } from './rules.reads.ts'
import { mustReadRun } from './runs.reads.ts'
import { fill, fillSettings, finder } from './templates.logic.ts'

interface Tried {
  trigger: { kind: string } & JsonObject
  condition: Filter | null
  actions: readonly Action[]
  limits: Limits
  rule: { id: string; name: string }
  left_micro: number
}

function kindOf(trigger: { kind: string } & JsonObject): { kind: TriggerKind; settings: never } {
  const { kind, ...settings } = trigger
  const found = triggerOf(kind)
  return found ? { kind: found, settings: settings as never } : refuse('invalid', 'There is no such trigger')
}

/** Real events of the past that the trigger is about, newest first. @throws Refusal `invalid` */
export async function readEvents(tx: WorkspaceTx, { trigger, condition, limit }: EventsRequest, now: Date) {
  const { kind, settings } = kindOf(trigger)
  await kind.check?.(tx, settings, ['trigger', trigger.kind])
  const variables = await kind.variables(tx, settings)
  const problems = condition ? checkCondition(condition, variables) : []
  if (problems.length > 0)
    refuse('invalid', problems[0]?.msg ?? '', {
      fields: problems.map((one) => ({ ...one, loc: ['body', 'condition', ...one.loc] })),
    })
  const found = await recentOf(tx, trigger, limit, now)
  return {
    variables: variables.map(({ id, name, members }) => ({ id, name, ...(members && { members: [...members] }) })),
    items: found.map((one) => ({
      ...eventWire(one),
      matches: condition ? meets(condition as Filter, one, now) : null,
    })),
    next_cursor: null,
  }
}

/** A schedule has no past: it is tried as if it were due now. */
async function recentOf(tx: WorkspaceTx, trigger: Tried['trigger'], limit: number, now: Date): Promise<Occurrence[]> {
  const { kind, settings } = kindOf(trigger)
  if (trigger.kind === 'schedule') return [dueAt(`schedule:${now.toISOString()}`, now)]
  return kind.recent(tx, settings, limit)
}

const eventWire = ({ key, title, at, facts }: Occurrence) => ({ event_key: key, title, at: at.toISOString(), facts })

async function mustFindEvent(tx: WorkspaceTx, trigger: Tried['trigger'], key: string | undefined, now: Date) {
  if (key === undefined) return (await recentOf(tx, trigger, 1, now))[0] ?? null
  const { kind, settings } = kindOf(trigger)
  return (
    (await kind.find(tx, settings, key)) ??
    refuseField(['event_key'], 'value_error', 'Value error, there is no such event any more', key)
  )
}

/** What the rule would do on a real event. The transaction is made read-only first, so that nothing can come of it. */
export async function tryRule(
  tx: WorkspaceTx,
  parts: ActionParts,
  { trigger, condition, actions, limits, rule, left_micro }: Tried,
  eventKey: string | undefined,
): Promise<RuleTestResult> {
  await tx.client.query('set transaction read only')
  const now = parts.now()
  const event = await mustFindEvent(tx, trigger, eventKey, now)
  if (event === null) return { event: null, matches: false, estimate_usd: 0, actions: [] }
  const { kind, settings } = kindOf(trigger)
  const find = finder(await kind.variables(tx, settings))
  const acting: ActionContext = {
    parts,
    rule,
    run_id: newId(),
    depth: 0,
    object: event.object,
    facts: event.facts,
    limits,
    left_micro,
    now,
    fill: (template) => fill(template, event.facts, find),
  }
  const shown: RuleTestResult['actions'] = []
  for (const action of actions) shown.push(await previewOf(tx, action, acting, find))
  const estimate = shown.reduce((sum, { estimate_usd }) => sum + (estimate_usd ?? 0), 0)
  const matches = meets(condition, event, now)
  return { event: { ...eventWire(event), matches }, matches, estimate_usd: estimate, actions: shown }
}

async function previewOf(
  tx: WorkspaceTx,
  action: Action,
  acting: ActionContext,
  find: ReturnType<typeof finder>,
): Promise<RuleTestResult['actions'][number]> {
  const declared = actionOf(action.kind)
  const input = fillSettings(action as JsonObject, declared?.plain ?? [], acting.facts, find)
  const nothing = { kind: action.kind, input, estimate_usd: null, problem: null }
  if (!declared) return { ...nothing, text: 'Would fail', problem: 'This version has no such action' }
  await tx.client.query('savepoint preview')
  try {
    const { text, estimate_usd = null, problem = null } = await declared.preview(tx, input as never, acting)
    return { ...nothing, text, estimate_usd, problem }
  } catch (error) {
    await tx.client.query('rollback to preview')
    if (!(error instanceof Refusal)) throw error
    return { ...nothing, text: 'Would fail', problem: error.message }
  }
}

/** As {@link tryRule} for a rule that is saved. */
export async function testRule(tx: WorkspaceTx, parts: ActionParts, id: string, eventKey: string | undefined) {
  const rule = await mustReadRule(tx, id)
  const actions = await freshActions(tx, rule)
  const spent = (await spentToday(tx, [rule.id], parts.now())).get(rule.id) ?? 0
  const left_micro = microFromUsd(rule.limits.usd_per_day) - spent
  return tryRule(tx, parts, { ...rule, actions, rule, left_micro }, eventKey)
}

/** Runs the rule now, on a real event, whatever its condition says. Returns the id of the run. */
export async function runRuleNow(
  tx: WorkspaceTx,
  id: string,
  eventKey: string | undefined,
  now: Date,
): Promise<string> {
  const rule = await mustReadRule(tx, id)
  if (rule.status !== 'active') refuse('conflict', `The automation is ${rule.status}. Resume it to run it.`)
  const event = await mustFindEvent(tx, rule.trigger, eventKey, now)
  if (event === null) return refuse('conflict', 'Nothing that could start this automation has happened yet')
  const runId = newId()
  await tx.client.query(
    `insert into automation_runs (workspace_id, id, rule_id, event_key, object, title, facts, is_manual, actor_user_id, occurred_at, created_at, next_at)
      values ($1, $2, $3, $4, $5, $6, $7, true, $8, $9, $10, $10)`,
    [
      tx.workspace_id,
      runId,
      rule.id,
      `manual:${runId}:${event.key}`,
      event.object,
      event.title.slice(0, 300),
      JSON.stringify(event.facts),
      tx.actor?.user_id ?? null,
      event.at,
      now,
    ],
  )
  await enqueue(tx, workRule, { rule_id: rule.id }, { key: rule.id })
  await audit(tx, {
    act: 'automation.run',
    object: { type: 'automation', id: rule.id, name: rule.name },
    after: { run_id: runId },
  })
  return runId
}

/** Does the run again from an action on; those before it are not repeated. @throws Refusal `conflict`, `invalid` */
export async function retryRun(tx: WorkspaceTx, id: string, fromAction: number | undefined, now: Date): Promise<void> {
  const run = await mustReadRun(tx, id, true)
  if (!['done', 'failed', 'skipped', 'cancelled'].includes(run.status))
    refuse('conflict', `This run is ${run.status}. Retry it when it has ended.`)
  const rule = await mustReadRule(tx, run.rule_id)
  const { rows } = await tx.client.query<{ position: number }>(
    `select position from automation_steps where workspace_id = $1 and run_id = $2 and status not in ('done', 'skipped')
      order by position limit 1`,
    [tx.workspace_id, run.id],
  )
  const from = fromAction ?? rows[0]?.position ?? 0
  if (from >= rule.actions.length)
    refuseField(['from_action'], 'value_error', `Value error, the automation has ${rule.actions.length} actions`, from)
  await tx.client.query(
    `update automation_steps set status = 'pending', error = null, output = null, awaits = null, reserved_micro = 0
      where workspace_id = $1 and run_id = $2 and position >= $3`,
    [tx.workspace_id, run.id, from],
  )
  await tx.client.query(
    `update automation_runs set status = 'queued', reason = null, error = null, ended_at = null, next_at = $3, attempts = 0, is_manual = true
      where workspace_id = $1 and id = $2`,
    [tx.workspace_id, run.id, now],
  )
  await enqueue(tx, workRule, { rule_id: run.rule_id }, { key: run.rule_id })
  await audit(tx, {
    act: 'automation.retried',
    object: { type: 'automation', id: rule.id, name: rule.name },
    after: { run_id: run.id, from_action: from },
  })
}
