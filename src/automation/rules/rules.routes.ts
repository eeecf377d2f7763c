// Routes of automation rules: the rules, trying them, and the log of their runs.

import type { Filter } from '../../engine/filter/filter.schema.ts'
import { microFromUsd } from '../../kernel/money.ts'
import type { Scope } from '../../platform/ctx.ts'
import type { Database } from '../../platform/db/database.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { scopedTo } from '../../platform/http/scoped.ts'
import { LIMITS } from '../../platform/limits/limits.ts'
import type { ActionKind, ActionParts } from '../actions/action.ts'
import { USUAL_LIMITS } from '../actions/limits.schema.ts'
import { ACTIONS } from '../actions/registry.ts'
import { TRIGGERS } from '../triggers/registry.ts'
import {
  Automation,
  AutomationCreate,
  AutomationEvents,
  AutomationKinds,
  AutomationList,
  AutomationRunDetail,
  AutomationRunList,
  AutomationsQuery,
  AutomationUpdate,
  EventsRequest,
  RetryRequest,
  RulePath,
  RulePathRun,
  RuleTestResult,
  RuleTryRequest,
  RunNow,
  RunsQuery,
  TestRequest,
} from './rule.schema.ts'
import { cancelRun, readEvents, retryRun, runRuleNow, testRule, tryRule } from './rule-runs.commands.ts'
import { createRule, deleteRule, mustBeSound, mustNumber, pauseRule, resumeRule, updateRule } from './rules.commands.ts'
import { mustReadRule, readRules, showRule } from './rules.reads.ts'
import { mustReadRun, readRuns, showRun } from './runs.reads.ts'

const BASE = '/api/automations'
const ONE = `${BASE}/:automation_id`

/** What clients and forms read of a kind of action. */
const showAction = ({
  kind,
  label,
  short = kind.replaceAll('_', ' '),
  description,
  isFlow = false,
  hasNoOutcome = false,
  plain = [],
  ways = [],
  answers = [],
  answers_from,
  settings,
}: ActionKind) => ({
  kind,
  label,
  short,
  description,
  is_flow: isFlow,
  has_outcome: !hasNoOutcome,
  plain: [...plain],
  ways: [...ways],
  answers: answers.map(({ values = null, ...answer }) => ({ ...answer, values: values && [...values] })),
  answers_from: answers_from ?? null,
  settings: settings as never,
})

export function ruleRoutes(parts: ActionParts & { database: Database }): Route[] {
  const { database, now } = parts
  const inScope = scopedTo(database)
  const views = { tag: 'Automations', access: 'user', needs: 'automations.view' } as const
  const edits = { ...views, needs: 'automations.edit' } as const
  const one = {
    ...edits,
    params: RulePath,
    exists: (ctx: { scope: Scope }, { params }: { params: { automation_id: string } }) =>
      inScope(ctx, (tx) => mustReadRule(tx, params.automation_id)),
  } as const
  return [
    defineRoute({
      ...views,
      method: 'GET',
      path: BASE,
      id: 'list_automations',
      summary: 'Automation rules, newest first',
      description: 'Each in one sentence, with its state and how often it ran; `status` filters.',
      query: AutomationsQuery,
      response: { 200: AutomationList },
      handler: (ctx, { query }) => inScope(ctx, (tx) => readRules(tx, query)),
    }),
    defineRoute({
      ...edits,
      method: 'POST',
      path: BASE,
      id: 'create_automation',
      summary: 'Create an automation rule',
      description:
        'When the trigger fires and the condition is met, the actions run one after the other; a `branch` goes one of two ways, `wait` ' +
        'goes on later, `await_outcome` waits until an action before has succeeded or failed. Texts of actions may hold `{{name}}` ' +
        'references to values of the event. Events about one object are processed in their order, past runs that wait; each starts ' +
        'the rule once. Ten failed runs in a row stop it.',
      body: AutomationCreate,
      idempotent: true,
      errors: [409],
      response: { 201: Automation },
      handler: (ctx, { body }) => inScope(ctx, async (tx) => showRule(tx, await createRule(tx, body, now()))),
    }),
    defineRoute({
      ...views,
      method: 'GET',
      path: `${BASE}/kinds`,
      id: 'list_automation_kinds',
      summary: 'The triggers and actions of rules',
      description: 'With the fields of each as a form, and the limits that rules can have.',
      response: { 200: AutomationKinds },
      handler: () => ({
        triggers: TRIGGERS.map(({ kind, label, about = null, needs_one_of = [], settings }) => ({
          kind,
          label,
          about,
          needs_one_of: [...needs_one_of],
          settings: settings as never,
        })),
        actions: ACTIONS.map(showAction),
        limits: USUAL_LIMITS,
      }),
    }),
    defineRoute({
      ...views,
      method: 'POST',
      path: `${BASE}/events`,
      id: 'list_automation_events',
      summary: 'Past events of a trigger, and their variables',
      description: 'Changes nothing. Rules can be tried on these events.',
      body: EventsRequest,
      response: { 200: AutomationEvents },
      handler: (ctx, { body }) => inScope(ctx, (tx) => readEvents(tx, body, now())),
    }),
    defineRoute({
      ...edits,
      method: 'POST',
      path: `${BASE}/try`,
      id: 'try_automation',
      effects: ['reads'],
      summary: 'Say what a rule that is not saved would do on a real event',
      description: 'Changes nothing and calls no other service: it runs in a read-only transaction.',
      body: RuleTryRequest,
      limit: LIMITS.column_try,
      response: { 200: RuleTestResult },
      handler: (ctx, { body }) =>
        inScope(ctx, async (tx) => {
          const condition = (body.condition ?? null) as Filter | null
          const actions = mustNumber(body.actions)
          await mustBeSound(tx, { ...body, actions, condition })
          const limits = body.limits ?? USUAL_LIMITS
          const rule = { id: '', name: 'New automation' }
          const left_micro = microFromUsd(limits.usd_per_day)
          return tryRule(tx, parts, { ...body, actions, condition, limits, rule, left_micro }, body.event_key)
        }),
    }),
    defineRoute({
      ...views,
      method: 'GET',
      path: `${BASE}/runs`,
      id: 'list_automation_runs',
      summary: 'Runs of rules, newest first',
      description: 'With what started each and how it ended; `automation_id` and `status` filter.',
      query: RunsQuery,
      response: { 200: AutomationRunList },
      handler: (ctx, { query }) => inScope(ctx, (tx) => readRuns(tx, query)),
    }),
    defineRoute({
      ...views,
      method: 'GET',
      path: `${BASE}/runs/:run_id`,
      id: 'get_automation_run',
      summary: 'One run with each of its actions',
      description: 'The event and its facts, and of each action the input, the output, the cost and the error.',
      params: RulePathRun,
      response: { 200: AutomationRunDetail },
      handler: (ctx, { params }) => inScope(ctx, (tx) => showRun(tx, params.run_id)),
    }),
    defineRoute({
      ...edits,
      method: 'POST',
      path: `${BASE}/runs/:run_id/retry`,
      id: 'retry_automation_run',
      summary: 'Do a run again from an action on',
      description: 'Actions before it are not repeated. Without `from_action` it continues at the one that failed.',
      params: RulePathRun,
      exists: (ctx, { params }) => inScope(ctx, (tx) => mustReadRun(tx, params.run_id)),
      body: RetryRequest,
      idempotent: true,
      errors: [409],
      response: { 202: AutomationRunDetail },
      handler: (ctx, { params, body }) =>
        inScope(ctx, async (tx) => {
          await retryRun(tx, params.run_id, body.from_action, now())
          return showRun(tx, params.run_id)
        }),
    }),
    defineRoute({
      ...edits,
      method: 'POST',
      path: `${BASE}/runs/:run_id/cancel`,
      id: 'cancel_automation_run',
      summary: 'End a run that has yet to end',
      description: 'A run that waits, is queued or is being worked on does nothing more. What it did stays.',
      params: RulePathRun,
      exists: (ctx, { params }) => inScope(ctx, (tx) => mustReadRun(tx, params.run_id)),
      errors: [409],
      response: { 200: AutomationRunDetail },
      handler: (ctx, { params }) =>
        inScope(ctx, async (tx) => {
          await cancelRun(tx, params.run_id, now())
          return showRun(tx, params.run_id)
        }),
    }),
    defineRoute({
      ...views,
      method: 'GET',
      path: ONE,
      id: 'get_automation',
      summary: 'One automation rule',
      description: 'Its trigger, condition, actions and limits, and why it stopped if it did.',
      params: RulePath,
      response: { 200: Automation },
      handler: (ctx, { params }) => inScope(ctx, (tx) => showRule(tx, params.automation_id)),
    }),
    defineRoute({
      ...one,
      method: 'PATCH',
      path: ONE,
      id: 'update_automation',
      summary: 'Change an automation rule',
      description:
        'Members that are absent stay. A run that has begun goes on after the last action that it did, with the actions as they are then: ' +
        'an action that was removed is not done any more, and one that was added before that place is not done by it.',
      body: AutomationUpdate,
      response: { 200: Automation },
      handler: (ctx, { params, body }) =>
        inScope(ctx, async (tx) => {
          await updateRule(tx, params.automation_id, body, now())
          return showRule(tx, params.automation_id)
        }),
    }),
    defineRoute({
      ...one,
      method: 'DELETE',
      path: ONE,
      id: 'delete_automation',
      summary: 'Delete an automation rule with its runs',
      description: 'Runs that wait are cancelled. The effects of its runs stay; their log is deleted.',
      response: { 204: null },
      async handler(ctx, { params }) {
        await inScope(ctx, (tx) => deleteRule(tx, params.automation_id, now()))
        return undefined
      },
    }),
    defineRoute({
      ...one,
      method: 'POST',
      path: `${ONE}/pause`,
      id: 'pause_automation',
      summary: 'Pause an automation rule',
      description: 'Events during the pause do not start it. Waiting runs continue when it is resumed.',
      response: { 200: Automation },
      handler: (ctx, { params }) =>
        inScope(ctx, async (tx) => {
          await pauseRule(tx, params.automation_id, now())
          return showRule(tx, params.automation_id)
        }),
    }),
    defineRoute({
      ...one,
      method: 'POST',
      path: `${ONE}/resume`,
      id: 'resume_automation',
      summary: 'Resume a rule that was paused or stopped itself',
      description: 'Events during the pause do not start it.',
      response: { 200: Automation },
      handler: (ctx, { params }) =>
        inScope(ctx, async (tx) => {
          await resumeRule(tx, params.automation_id, now())
          return showRule(tx, params.automation_id)
        }),
    }),
    defineRoute({
      ...one,
      method: 'POST',
      path: `${ONE}/test`,
      id: 'test_automation',
      summary: 'Say what a rule would do on a real event',
      description: 'Changes nothing and calls no other service: it runs in a read-only transaction.',
      body: TestRequest,
      limit: LIMITS.column_try,
      response: { 200: RuleTestResult },
      handler: (ctx, { params, body }) =>
        inScope(ctx, (tx) => testRule(tx, parts, params.automation_id, body.event_key)),
    }),
    defineRoute({
      ...one,
      method: 'POST',
      path: `${ONE}/run`,
      id: 'run_automation',
      summary: 'Run a rule now, on a real event',
      description: 'Whatever its condition says, within its limits. Without `event_key` on the last event.',
      body: RunNow,
      idempotent: true,
      errors: [409],
      response: { 202: AutomationRunDetail },
      handler: (ctx, { params, body }) =>
        inScope(ctx, async (tx) => showRun(tx, await runRuleNow(tx, params.automation_id, body.event_key, now()))),
    }),
  ]
}
