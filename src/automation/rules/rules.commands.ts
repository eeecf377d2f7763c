// What people do with rules: create, change, pause, resume and delete them.
import type { Filter, FilterLeaf } from '../../engine/filter/filter.schema.ts'
import { type FieldError, Refusal, refuse } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { oneRow } from '../../platform/db/sql-client.ts'
import { emit } from '../../platform/events/event.ts'
import { enqueue } from '../../platform/queue/queue.ts'
import { removeSchedule, setSchedule } from '../../platform/queue/schedules.ts'
import { watchRows } from '../../records/rows/row-changes.commands.ts'
import { type Limits, USUAL_LIMITS } from '../actions/limits.schema.ts'
import { type Action, actionOf } from '../actions/registry.ts'
import {
  actionsIn,
  allActions,
  levelsOf,
  MAX_ACTIONS,
  MAX_LEVELS,
  type NumberedAction,
  numberActions,
  ownSettings,
  waysOf,
} from '../actions/tree.logic.ts'
import { triggerOf } from '../triggers/registry.ts'
import { timingOf } from '../triggers/schedule.trigger.ts'
import type { TriggerVariable } from '../triggers/trigger.ts'
import { checkCondition } from './condition.logic.ts'
import { idsBefore } from './path.logic.ts'
import type { AutomationCreate, AutomationUpdate } from './rule.schema.ts'
import { automationChanged } from './rules.events.ts'
import { ruleDue, workRule } from './rules.jobs.ts'
import { mustReadRule, type Rule, workbookOf } from './rules.reads.ts'
import {
  actionNamed,
  createVariableFinder,
  EARLIER,
  faultsOf,
  plainReferences,
  templatesIn,
} from './templates.logic.ts'
import { mustAllowToken } from './token-actions.reads.ts'

const MAX_RULES = 500

/** What a rule says, without the result. */
export interface RuleDefinition {
  trigger: { kind: string } & JsonObject
  condition: Filter | null
  actions: NumberedAction[]
  limits: Limits
}

const lastIn = (actions: readonly NumberedAction[], before = 0) =>
  Math.max(before, ...allActions(actions).map(({ id }) => id))

/** @throws Refusal `invalid` with all that is wrong, `conflict` for too many */
export async function createRule(
  tx: WorkspaceTx,
  { name, description, trigger, condition, actions, limits, enabled }: AutomationCreate,
  now: Date,
  watchId: string | null = null,
): Promise<string> {
  const { rows } = await tx.client.query<{ count: number }>(
    'select count(*)::int as count from automation_rules where workspace_id = $1',
    [tx.workspace_id],
  )
  if (oneRow(rows).count >= MAX_RULES)
    refuse('conflict', `A workspace has at most ${MAX_RULES} automations. Delete one that is not used any more.`)
  const definition = {
    trigger: trigger as RuleDefinition['trigger'],
    condition: (condition ?? null) as Filter | null,
    actions: mustNumber(actions as Action[]),
    limits: limits ?? USUAL_LIMITS,
  }
  const names = await mustBeSound(tx, definition)
  if (enabled) await mustAllowToken(tx, definition.actions)
  const id = newId()
  await tx.client.query(
    `insert into automation_rules (workspace_id, id, name, description, trigger, trigger_kind, condition, actions, limits, column_names,
       status, active_since, watch_id, created_by, created_at, updated_at, last_action, token_id)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $12, $12, $15, $16)`,
    [
      tx.workspace_id,
      id,
      name.trim() || 'Automation',
      description,
      JSON.stringify(trigger),
      trigger.kind,
      condition ? JSON.stringify(condition) : null,
      JSON.stringify(definition.actions),
      JSON.stringify(definition.limits),
      JSON.stringify(names),
      enabled ? 'active' : 'paused',
      now,
      watchId,
      tx.actor?.user_id ?? null,
      lastIn(definition.actions),
      tx.actor?.token_id ?? null,
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

/** Changes what is named. Runs that have begun go on after the last action that they did, with the actions as they are then. */
export async function updateRule(tx: WorkspaceTx, id: string, change: AutomationUpdate, now: Date): Promise<void> {
  const before = await mustReadRule(tx, id, true)
  const definition: RuleDefinition = {
    trigger: (change.trigger as RuleDefinition['trigger'] | undefined) ?? before.trigger,
    condition: change.condition === undefined ? before.condition : (change.condition as Filter | null),
    actions: change.actions ? mustNumber(change.actions as Action[], before.last_action) : before.actions,
    limits: change.limits ?? before.limits,
  }
  if (before.status === 'active') await mustAllowToken(tx, definition.actions)
  // What is not sent may call columns by names that they had when it was saved.
  const names =
    change.trigger || change.condition !== undefined || change.actions
      ? await mustBeSound(tx, definition)
      : before.column_names
  await tx.client.query(
    `update automation_rules set name = $3, description = $4, trigger = $5, trigger_kind = $6, condition = $7, actions = $8, limits = $9,
       column_names = $10, updated_at = $11, active_since = case when $12 then $11 else active_since end, last_action = $13,
       token_id = coalesce($14, token_id)
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
      lastIn(definition.actions, before.last_action),
      tx.actor?.token_id ?? null,
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
  await mustAllowToken(tx, rule.actions)
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
  const find = createVariableFinder(variables)
  const before = idsBefore(actions)
  const report = (loc: (string | number)[], msg: string, input?: unknown) =>
    problems.push({ loc: ['body', ...loc], type: 'value_error', msg: `Value error, ${msg}`, input })
  const visit = async (list: readonly NumberedAction[], place: (string | number)[]): Promise<void> => {
    for (const [index, action] of list.entries()) {
      const loc = [...place, index, action.kind]
      const declared = actionOf(action.kind)
      const plain = declared?.plain ?? []
      const settings = ownSettings(action)
      const { kind: __, id: ___, idempotency_key: ____, ...own } = settings
      await declared?.check?.(tx, own as never, loc, trigger)
      const earlier = before.get(action.id) ?? new Set<number>()
      for (const { loc: at, text } of templatesIn(settings as JsonObject, plain))
        for (const fault of faultsOf(text, find, earlier, variables)) report([...loc, ...at], fault, text)
      for (const { loc: at, text } of plainReferences(settings as JsonObject, plain))
        report([...loc, ...at], 'this is taken as it stands, so {{…}} has no meaning here', text)
      if (action.kind === 'branch')
        for (const one of checkBranch(action.condition, variables, earlier))
          problems.push({ ...one, loc: ['body', ...loc, 'condition', ...one.loc] })
      if (action.kind === 'await_outcome' && !earlier.has(Number(action.of)))
        report([...loc, 'of'], `no action ${String(action.of)} comes before this one`, action.of)
      for (const way of waysOf(action.kind)) await visit(actionsIn(action, way), [...loc, way])
    }
  }
  await visit(actions, ['actions'])
  if (problems.length > 0) refuse('invalid', problems[0]?.msg ?? '', { fields: problems.slice(0, 100) })
  return namesOf(variables)
}

/** As {@link numberActions}, within what a rule may hold. @throws Refusal `invalid` */
export function mustNumber(actions: readonly Action[], lastId = 0): NumberedAction[] {
  const numbered = numberActions(actions, lastId)
  const ids = allActions(numbered).map(({ id }) => id)
  const fault =
    ids.length > MAX_ACTIONS
      ? `a rule has at most ${MAX_ACTIONS} actions, not ${ids.length}`
      : levelsOf(numbered) > MAX_LEVELS
        ? `branches stand inside of each other at most ${MAX_LEVELS} deep`
        : new Set(ids).size < ids.length
          ? `two actions have the id ${ids.find((id, index) => ids.indexOf(id) < index)}`
          : null
  if (fault === null) return numbered
  const msg = `Value error, ${fault}`
  throw new Refusal('invalid', msg, { fields: [{ loc: ['body', 'actions'], type: 'value_error', msg }] })
}

/** A branch asks for values of the event, and for what actions before answered. */
function checkBranch(
  condition: unknown,
  variables: readonly TriggerVariable[],
  earlier: ReadonlySet<number>,
): FieldError[] {
  const problems = checkCondition(condition, [...variables, EARLIER])
  if (problems.length > 0) return problems
  return leavesOf(condition as Filter).flatMap(({ leaf, loc }): FieldError[] => {
    const id = actionNamed(leaf.field)
    const isOwn = id === undefined || variables.some((one) => one.id === EARLIER.id)
    if (!isOwn && !earlier.has(Number(id)))
      return [valueError([...loc, 'field'], `no action that "${leaf.field}" names comes before this one`, leaf.field)]
    if (leaf.on !== undefined && leaf.on !== 'value')
      return [valueError([...loc, 'on'], 'a branch compares values; use the condition of the rule for this', leaf.on)]
    if (UNKNOWN_LATER.has(leaf.field))
      return [
        valueError(
          [...loc, 'field'],
          `a branch does not know "${leaf.field}"; use the condition of the rule for this`,
          leaf.field,
        ),
      ]
    return []
  })
}

/** System fields of a row that facts do not hold. */
const UNKNOWN_LATER: ReadonlySet<string> = new Set(['$position', '$created_at', '$updated_at', '$source'])

const valueError = (loc: (string | number)[], msg: string, input: unknown): FieldError => ({
  loc,
  type: 'value_error',
  msg: `Value error, ${msg}`,
  input,
})

function leavesOf(filter: Filter, loc: (string | number)[] = []): { leaf: FilterLeaf; loc: (string | number)[] }[] {
  if ('and' in filter) return filter.and.flatMap((one, index) => leavesOf(one, [...loc, 'and', index]))
  if ('or' in filter) return filter.or.flatMap((one, index) => leavesOf(one, [...loc, 'or', index]))
  if ('not' in filter) return leavesOf(filter.not, [...loc, 'not'])
  return [{ leaf: filter, loc }]
}

const namesOf = (variables: readonly TriggerVariable[]) =>
  Object.fromEntries(
    variables
      .filter(({ id, name }) => id !== name && !id.startsWith('$') && !id.includes('.'))
      .map(({ id, name }) => [id, name]),
  )
