// What people do with runs of rules: try a rule on an event without effect, run one by hand, and retry a run.
import type { Filter } from '../../engine/filter/filter.schema.ts'
import { filterFields } from '../../engine/filter/filter-check.ts'
import { Refusal, refuse, refuseField } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { microFromUsd } from '../../kernel/money.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { emit } from '../../platform/events/event.ts'
import { enqueue } from '../../platform/queue/queue.ts'
import type { ActionContext, ActionParts } from '../actions/action.ts'
import { isFailure } from '../actions/await-outcome.action.ts'
import type { Limits } from '../actions/limits.schema.ts'
import { actionOf } from '../actions/registry.ts'
import { actionsIn, allActions, type NumberedAction, ownSettings, waysOf } from '../actions/tree.logic.ts'
import { triggerOf } from '../triggers/registry.ts'
import { dueAt } from '../triggers/schedule.trigger.ts'
import type { Occurrence, TriggerKind } from '../triggers/trigger.ts'
import { checkCondition, factsMeet, meetsCondition, readConditionValues } from './condition.logic.ts'
import { isPassed, type RunPath } from './path.logic.ts'
import type { EventsRequest, RuleTestResult } from './rule.schema.ts'
import { automationRun } from './rules.events.ts'
import { workRule } from './rules.jobs.ts'
import { freshActions, mustReadRule, spentToday } from './rules.reads.ts'
import { readPath } from './run-records.writes.ts'
import { mustReadRun } from './runs.reads.ts'
import { actionNamed, createVariableFinder, fill, fillSettings } from './templates.logic.ts'
import { mustAllowToken } from './token-actions.reads.ts'

interface Tried {
  trigger: { kind: string } & JsonObject
  condition: Filter | null
  actions: readonly NumberedAction[]
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
    variables: variables.map(({ id, name, members, numbers }) => ({
      id,
      name,
      ...(members && { members: [...members] }),
      ...(numbers && { numbers: [...numbers] }),
    })),
    items: found.map((one) => ({
      ...eventWire(one),
      matches: condition ? meetsCondition(condition as Filter, one, now) : null,
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
    refuseField(['event_key'], 'value_error', 'Value error, the event is not kept any more; choose a later one', key)
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
  const find = createVariableFinder(await kind.variables(tx, settings))
  const acting: ActionContext = {
    parts,
    rule,
    run_id: newId(),
    depth: 0,
    object: event.object,
    facts: event.facts,
    guesses: [],
    limits,
    left_micro,
    now,
    fill: (template) => fill(template, event.facts, find),
    meets: (filter) => factsMeet(filter, event.facts, now),
    valuesOf: (filter) => readConditionValues(filter, event.facts),
    earlier: null,
    stepOf: async () => null,
  }
  const shown: RuleTestResult['actions'] = []
  await previewAll(tx, actions, null, acting, find, shown)
  const estimate = shown.reduce((sum, { estimate_usd }) => sum + (estimate_usd ?? 0), 0)
  const matches = meetsCondition(condition, event, now)
  return { event: { ...eventWire(event), matches }, matches, estimate_usd: estimate, actions: shown }
}

type ShownAction = RuleTestResult['actions'][number]

/** In the order in which they would be done; of a branch the way that would be taken, and both where that is not known before. */
async function previewAll(
  tx: WorkspaceTx,
  actions: readonly NumberedAction[],
  way: ShownAction['way'],
  acting: ActionContext,
  find: ReturnType<typeof createVariableFinder>,
  shown: ShownAction[],
): Promise<void> {
  for (const action of actions) {
    const isLater = action.kind === 'branch' && asksActions(action.condition as Filter)
    const one = { ...(await previewOf(tx, action, acting, find)), way }
    shown.push(isLater ? { ...one, text: 'What actions before answer decides: both ways are shown' } : one)
    const taken =
      action.kind === 'branch' && !isLater
        ? [acting.meets(action.condition as Filter) ? 'yes' : 'no']
        : waysOf(action.kind)
    for (const name of taken)
      await previewAll(tx, actionsIn(action, name), { of: action.id, name }, acting, find, shown)
  }
}

const asksActions = (condition: Filter) => filterFields(condition).some((field) => actionNamed(field) !== undefined)

async function previewOf(
  tx: WorkspaceTx,
  action: NumberedAction,
  acting: ActionContext,
  find: ReturnType<typeof createVariableFinder>,
): Promise<Omit<ShownAction, 'way'>> {
  const declared = actionOf(action.kind)
  const input = fillSettings(ownSettings(action) as JsonObject, declared?.plain ?? [], acting.facts, find)
  const nothing = { id: action.id, kind: action.kind, input, estimate_usd: null, problem: null }
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

/** Runs the rule now on a real event, ignoring its condition. Returns the id of the run. */
export async function runRuleNow(
  tx: WorkspaceTx,
  id: string,
  eventKey: string | undefined,
  now: Date,
): Promise<string> {
  const rule = await mustReadRule(tx, id)
  if (rule.status !== 'active') refuse('conflict', `The automation is ${rule.status}. Resume it to run it.`)
  await mustAllowToken(tx, rule.actions)
  const event = await mustFindEvent(tx, rule.trigger, eventKey, now)
  if (event === null) return refuse('conflict', 'Nothing that could start this automation has happened yet')
  const runId = newId()
  await tx.client.query(
    `insert into automation_runs (workspace_id, id, rule_id, event_key, object, title, facts, is_manual, actor_user_id, token_id, occurred_at, created_at, next_at)
      values ($1, $2, $3, $4, $5, $6, $7, true, $8, $9, $10, $11, $11)`,
    [
      tx.workspace_id,
      runId,
      rule.id,
      `manual:${runId}:${event.key}`,
      event.object,
      event.title.slice(0, 300),
      JSON.stringify(event.facts),
      tx.actor?.user_id ?? null,
      tx.actor?.token_id ?? null,
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
  await mustAllowToken(tx, rule.actions)
  const order = allActions(rule.actions).map((action) => action.id)
  const from = fromAction ?? firstToRepeat(rule.actions, await readPath(tx, run.id))
  if (!order.includes(from))
    refuseField(['from_action'], 'value_error', `Value error, the automation has no action ${from}`, from)
  // What is behind it in the rule; and what is no longer in the rule stays as it was.
  const again = order.slice(order.indexOf(from))
  await tx.client.query(
    `update automation_steps set status = 'pending', error = null, output = null, awaits = null, reserved_micro = 0
      where workspace_id = $1 and run_id = $2 and position + 1 = any($3::int[])`,
    [tx.workspace_id, run.id, again],
  )
  await tx.client.query(
    `update automation_runs set status = 'queued', reason = null, error = null, ended_at = null, next_at = $3, attempts = 0, is_manual = true, wake_at = null,
       token_id = coalesce($4, token_id) where workspace_id = $1 and id = $2`,
    [tx.workspace_id, run.id, now, tx.actor?.token_id ?? null],
  )
  await enqueue(tx, workRule, { rule_id: run.rule_id }, { key: run.rule_id })
  await audit(tx, {
    act: 'automation.retried',
    object: { type: 'automation', id: rule.id, name: rule.name },
    after: { run_id: run.id, from_action: from },
  })
}

/** Where a run goes on that failed: with the action that failed, also where another one found that out. */
function firstToRepeat(actions: readonly NumberedAction[], path: RunPath): number {
  const all = allActions(actions)
  const failed = all.find(({ id }) => {
    const step = path.get(id)
    return step !== undefined && (!isPassed(step) || step.status === 'failed')
  })
  const lost = all.find(({ id, kind }) => kind === 'await_outcome' && isFailure(path.get(id)?.output ?? {}))
  return failed?.id ?? (lost ? Number(lost.of) : (all[0]?.id ?? 1))
}

/** Ends a run that has yet to end: what it did stays, and nothing of it is done any more. @throws Refusal `conflict` */
export async function cancelRun(tx: WorkspaceTx, id: string, now: Date): Promise<void> {
  const run = await mustReadRun(tx, id, true)
  if (run.ended_at !== null) refuse('conflict', `This run is ${run.status} and has ended.`)
  await tx.client.query(
    `update automation_runs set status = 'cancelled', reason = 'It was cancelled', error = null, wake_at = null, lease_until = null,
       ended_at = $3 where workspace_id = $1 and id = $2`,
    [tx.workspace_id, run.id, now],
  )
  await tx.client.query(
    `update automation_steps set status = 'cancelled', awaits = null, reserved_micro = 0, ended_at = $3,
       error = case when status = 'running' then 'It was under way when the run was cancelled: whether it was done is not known' end
     where workspace_id = $1 and run_id = $2 and status in ('waiting', 'running')`,
    [tx.workspace_id, run.id, now],
  )
  await emit(tx, automationRun, { automation_id: run.rule_id, automation_run_id: run.id, status: 'cancelled' })
  await audit(tx, {
    act: 'automation.run_cancelled',
    object: { type: 'automation', id: run.rule_id, name: run.rule_name },
    after: { run_id: run.id },
  })
}
