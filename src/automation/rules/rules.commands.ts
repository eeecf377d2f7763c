// What people do with rules: create, change, pause, resume and delete them.
import type { Filter } from '../../engine/filter/filter.schema.ts'
import { type FieldError, refuse } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { emit } from '../../platform/events/event.ts'
import { enqueue } from '../../platform/queue/queue.ts'
import { removeSchedule, setSchedule } from '../../platform/queue/schedules.ts'
import { watchRows } from '../../records/rows/row-changes.commands.ts'
import { type Limits, USUAL_LIMITS } from '../actions/limits.schema.ts'
import { type Action, actionOf } from '../actions/registry.ts'
import { timingOf } from '../triggers/outside.triggers.ts'
import { triggerOf } from '../triggers/registry.ts'
import type { TriggerVariable } from '../triggers/trigger.ts'
import { checkCondition } from './condition.logic.ts'
import type { AutomationCreate, AutomationUpdate } from './rule.schema.ts'
import { automationChanged } from './rules.events.ts'
import { ruleDue, workRule } from './rules.jobs.ts'
import { mustReadRule, type Rule, workbookOf } from './rules.reads.ts'
import { faultsOf, finder, plainReferences, templatesIn } from './templates.logic.ts'

const MAX_RULES = 500

/** What a rule says, without what came of it. */
export interface RuleDefinition {
  trigger: { kind: string } & JsonObject
  condition: Filter | null
  actions: Action[]
  limits: Limits
}

/** @throws Refusal `invalid` with all that is wrong, `conflict` for too many */
export async function createRule(
  tx: WorkspaceTx,
  { name, description, trigger, condition, actions, limits, enabled }: AutomationCreate,
  now: Date,
  watchId: string | null = null,
): Promise<string> {
  const { rows } = await tx.client.query(
    'select count(*)::int as count from automation_rules where workspace_id = $1',
    [tx.workspace_id],
  )
  if (rows[0].count >= MAX_RULES)
    refuse('conflict', `A workspace has at most ${MAX_RULES} automations. Delete one that is not used any more.`)
  const definition = {
    trigger: trigger as RuleDefinition['trigger'],
    condition: (condition ?? null) as Filter | null,
    actions: actions as Action[],
    limits: limits ?? USUAL_LIMITS,
  }
  const names = await mustBeSound(tx, definition)
  const id = newId()
  await tx.client.query(
    `insert into automation_rules (workspace_id, id, name, description, trigger, trigger_kind, condition, actions, limits, column_names,
       status, active_since, watch_id, created_by, created_at, updated_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $12, $12)`,
    [
      tx.workspace_id,
      id,
      name.trim() || 'Automation',
      description,
      JSON.stringify(trigger),
      trigger.kind,
      condition ? JSON.stringify(condition) : null,
      JSON.stringify(actions),
      JSON.stringify(definition.limits),
      JSON.stringify(names),
      enabled ? 'active' : 'paused',
      now,
      watchId,
      tx.actor?.user_id ?? null,
    ],
  )
  await settle(tx, await mustReadRule(tx, id), null, now)
  await audit(tx, {
    act: 'automation.created',
    object: { type: 'automation', id, name },
    after: { trigger: trigger.kind },
  })
  return id
}

/** Changes what is named. Runs that wait follow the rule as it is when they begin. */
export async function updateRule(tx: WorkspaceTx, id: string, change: AutomationUpdate, now: Date): Promise<void> {
  const before = await mustReadRule(tx, id, true)
  const definition: RuleDefinition = {
    trigger: (change.trigger as RuleDefinition['trigger'] | undefined) ?? before.trigger,
    condition: change.condition === undefined ? before.condition : (change.condition as Filter | null),
    actions: (change.actions as Action[] | undefined) ?? before.actions,
    limits: change.limits ?? before.limits,
  }
  // What is not sent may call columns by names that they had when it was saved.
  const names =
    change.trigger || change.condition !== undefined || change.actions
      ? await mustBeSound(tx, definition)
      : before.column_names
  await tx.client.query(
    `update automation_rules set name = $3, description = $4, trigger = $5, trigger_kind = $6, condition = $7, actions = $8, limits = $9,
       column_names = $10, updated_at = $11, active_since = case when $12 then $11 else active_since end
      where workspace_id = $1 and id = $2`,
    [
      tx.workspace_id,
      before.id,
      change.name?.trim() || before.name,
      change.description ?? before.description,
      JSON.stringify(definition.trigger),
      definition.trigger.kind,
      definition.condition ? JSON.stringify(definition.condition) : null,
      JSON.stringify(definition.actions),
      JSON.stringify(definition.limits),
      JSON.stringify(names),
      now,
      change.trigger !== undefined,
    ],
  )
  await settle(tx, await mustReadRule(tx, before.id), before, now)
  await audit(tx, {
    act: 'automation.changed',
    object: { type: 'automation', id: before.id, name: before.name },
    after: { fields: Object.keys(change) },
  })
}

export async function pauseRule(tx: WorkspaceTx, id: string, now: Date): Promise<void> {
  const rule = await mustReadRule(tx, id, true)
  if (rule.status === 'active') await setStatus(tx, rule, 'paused', null, now)
}

/** Goes on from now: what happened while it was paused does not start it. */
export async function resumeRule(tx: WorkspaceTx, id: string, now: Date): Promise<void> {
  const rule = await mustReadRule(tx, id, true)
  if (rule.status !== 'active') await setStatus(tx, rule, 'active', null, now)
}

/** A rule that stops itself says why. What waits stays, and goes on when it is resumed. */
export async function stopRule(tx: WorkspaceTx, rule: Rule, reason: string, now: Date): Promise<void> {
  await setStatus(tx, rule, 'stopped', reason, now)
}

async function setStatus(tx: WorkspaceTx, rule: Rule, status: Rule['status'], reason: string | null, now: Date) {
  await tx.client.query(
    `update automation_rules set status = $3, status_reason = $4, updated_at = $5,
       failures = case when $3 = 'active' then 0 else failures end, active_since = case when $3 = 'active' then $5 else active_since end
      where workspace_id = $1 and id = $2`,
    [tx.workspace_id, rule.id, status, reason, now],
  )
  await settle(tx, await mustReadRule(tx, rule.id), rule, now)
  await audit(tx, {
    act: 'automation.changed',
    object: { type: 'automation', id: rule.id, name: rule.name },
    before: { status: rule.status },
    after: { status, reason },
  })
}

export async function deleteRule(tx: WorkspaceTx, id: string, now: Date): Promise<void> {
  const rule = await mustReadRule(tx, id, true)
  await tx.client.query('delete from automation_rules where workspace_id = $1 and id = $2', [tx.workspace_id, rule.id])
  await settle(tx, null, rule, now)
  await audit(tx, { act: 'automation.deleted', object: { type: 'automation', id: rule.id, name: rule.name } })
}

/** What has to be known elsewhere of a rule: workbooks that are watched, its schedule, and runs that may go on. */
async function settle(tx: WorkspaceTx, rule: Rule | null, before: Rule | null, now: Date): Promise<void> {
  const id = (rule ?? before)?.id as string
  const workbooks = new Set([rule, before].flatMap((one) => (one && workbookOf(one)) ?? []))
  for (const workbook of [...workbooks].sort()) await watchRows(tx, workbook, await isWatched(tx, workbook))
  if (rule?.trigger.kind === 'schedule' && rule.status === 'active')
    await setSchedule(tx, ruleDue, {
      subject: id,
      payload: { rule_id: id },
      timing: timingOf(rule.trigger as object),
      now,
    })
  else if (before?.trigger.kind === 'schedule' || rule?.trigger.kind === 'schedule')
    await removeSchedule(tx, ruleDue, id)
  if (rule?.status === 'active') await enqueue(tx, workRule, { rule_id: id }, { key: id })
  await emit(tx, automationChanged, {
    automation_id: id,
    status: rule?.status ?? 'deleted',
    reason: rule?.status_reason ?? null,
  })
}

async function isWatched(tx: WorkspaceTx, workbookId: string): Promise<boolean> {
  const { rowCount } = await tx.client.query(
    `select 1 from automation_rules where workspace_id = $1 and trigger_kind in ('row.added', 'row.changed')
      and trigger ->> 'workbook_id' = $2 and status = 'active' limit 1`,
    [tx.workspace_id, workbookId],
  )
  return rowCount === 1
}

/** Refuses (422) all that is wrong. Returns the names that templates use for columns, by id. */
export async function mustBeSound(
  tx: WorkspaceTx,
  { trigger, condition, actions }: Omit<RuleDefinition, 'limits'>,
): Promise<Record<string, string>> {
  const kind = triggerOf(trigger.kind)
  if (!kind) return refuse('invalid', 'There is no such trigger')
  const { kind: _, ...settings } = trigger
  await kind.check?.(tx, settings as never, ['trigger', trigger.kind])
  const variables = await kind.variables(tx, settings as never)
  const problems: FieldError[] = condition
    ? checkCondition(condition, variables).map((one) => ({ ...one, loc: ['body', 'condition', ...one.loc] }))
    : []
  const find = finder(variables)
  for (const [index, action] of actions.entries()) {
    const loc = ['actions', index, action.kind]
    const declared = actionOf(action.kind)
    const { kind: __, idempotency_key: ___, ...own } = action
    await declared?.check?.(tx, own as never, loc, trigger)
    for (const { loc: at, text } of templatesIn(action as JsonObject, declared?.plain ?? []))
      for (const fault of faultsOf(text, find, index, variables))
        problems.push({ loc: ['body', ...loc, ...at], type: 'value_error', msg: `Value error, ${fault}`, input: text })
  }
  for (const [index, action] of actions.entries())
    for (const { loc: at, text } of plainReferences(action as JsonObject, actionOf(action.kind)?.plain ?? []))
      problems.push({
        loc: ['body', 'actions', index, action.kind, ...at],
        type: 'value_error',
        msg: 'Value error, this is taken as it stands, so {{…}} has no meaning here',
        input: text,
      })
  if (problems.length > 0) refuse('invalid', problems[0]?.msg ?? '', { fields: problems.slice(0, 100) })
  return namesOf(variables)
}

const namesOf = (variables: readonly TriggerVariable[]) =>
  Object.fromEntries(
    variables.filter(({ id, name }) => id !== name && !id.startsWith('$')).map(({ id, name }) => [id, name]),
  )
