// Wire shapes of automation rules, of what they did, and of trying them.
import { type Static, Type } from 'typebox'
import { type Filter, FilterSchema } from '../../engine/filter/filter.schema.ts'
import { nullable } from '../../platform/http/checks/nullable.ts'
import { IdempotencyKey } from '../../platform/http/idempotency-key.schema.ts'
import { listOf, PageQuery } from '../../platform/http/paging.ts'
import { Limits } from '../actions/limits.schema.ts'
import { Action } from '../actions/registry.ts'
import { Trigger } from '../triggers/registry.ts'

const Time = Type.String({ format: 'date-time' })
const Free = (description: string) => Type.Record(Type.String(), Type.Unknown(), { description })

export const RulePath = Type.Object({ automation_id: Type.String({ maxLength: 400 }) })
export const RulePathRun = Type.Object({ run_id: Type.String({ maxLength: 400 }) })

const Condition = nullable(
  FilterSchema,
  'Fields are those of `variables`, with a path where they are objects: `lead.score`.',
)
const Actions = Type.Array(Action, {
  minItems: 1,
  maxItems: 20,
  description: 'One after the other; a branch holds actions of its own. At most 50 in all.',
})
const Name = Type.String({ minLength: 1, maxLength: 200 })
const Description = Type.String({ maxLength: 2_000 })

export const AutomationCreate = Type.Object(
  {
    name: Name,
    description: Type.String({ maxLength: 2_000, default: '' }),
    trigger: Trigger,
    condition: Type.Optional(Condition),
    actions: Actions,
    limits: Type.Optional(Limits),
    enabled: Type.Boolean({ default: true, description: 'False: it is saved as paused.' }),
    ...IdempotencyKey,
  },
  { $id: 'AutomationCreate', additionalProperties: false },
)
export type AutomationCreate = Static<typeof AutomationCreate>

export const AutomationUpdate = Type.Object(
  {
    name: Type.Optional(Name),
    description: Type.Optional(Description),
    trigger: Type.Optional(Trigger),
    condition: Type.Optional(Condition),
    actions: Type.Optional(Actions),
    limits: Type.Optional(Limits),
  },
  { $id: 'AutomationUpdate', additionalProperties: false },
)
export type AutomationUpdate = Static<typeof AutomationUpdate>

export const RULE_STATUSES = ['active', 'paused', 'stopped'] as const

export const Automation = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    description: Type.String(),
    sentence: Type.String({ description: 'The rule in words.' }),
    trigger: Free('What starts it.'),
    condition: Type.Union([Type.Unsafe<Filter>(Free('The filter tree.')), Type.Null()]),
    actions: Type.Array(Free('What it does. Each has its `id`, also inside of a branch.')),
    next_action_id: Type.Integer({ description: 'The id that no action of it has had yet.' }),
    limits: Limits,
    status: Type.String({
      enum: [...RULE_STATUSES],
      description: '`stopped`: it stopped itself; `status_reason` says why.',
    }),
    status_reason: nullable(Type.String()),
    failures: Type.Integer({ description: 'Failed runs in a row; ten stop it.' }),
    checked: Type.Integer({ description: 'Events that it checked.' }),
    matched: Type.Integer({ description: 'Events that met its condition.' }),
    last_matched_at: nullable(Time),
    next_at: nullable(Time, 'Of a schedule: when it is due next.'),
    waiting: Type.Integer({ description: 'Runs that have yet to end; counted up to 1000.' }),
    spent_today_usd: Type.Number(),
    created_by: nullable(Type.Integer()),
    created_at: Time,
    updated_at: Time,
  },
  { $id: 'Automation' },
)
export type Automation = Static<typeof Automation>
export const AutomationList = listOf(Automation, 'AutomationList')
export const AutomationsQuery = Type.Object({
  ...PageQuery,
  status: Type.Optional(Type.String({ enum: [...RULE_STATUSES] })),
})

const Variable = Type.Object(
  {
    id: Type.String({ description: 'As conditions name it.' }),
    name: Type.String({ description: 'As templates name it.' }),
    members: Type.Optional(Type.Array(Type.String())),
    numbers: Type.Optional(Type.Array(Type.String(), { description: 'Those of the members that hold numbers.' })),
  },
  { $id: 'AutomationVariable' },
)

export const AutomationKinds = Type.Object(
  {
    triggers: Type.Array(
      Type.Object({
        kind: Type.String(),
        label: Type.String(),
        about: nullable(
          Type.String(),
          'What its events are about, `row` or `lead`, where actions act on that by themselves.',
        ),
        needs_one_of: Type.Array(Type.String(), { description: 'Of these settings one is given.' }),
        settings: Free('JSON Schema; `title` and `x-…` are for forms.'),
      }),
    ),
    actions: Type.Array(
      Type.Object({
        kind: Type.String(),
        label: Type.String(),
        short: Type.String({ description: 'In the path of a run.' }),
        description: Type.String(),
        is_flow: Type.Boolean({ description: 'It decides where the run goes.' }),
        has_outcome: Type.Boolean({ description: 'Whether an action can wait for its outcome.' }),
        plain: Type.Array(Type.String(), { description: 'Settings that take no `{{…}}`.' }),
        ways: Type.Array(Type.Object({ name: Type.String(), label: Type.String() }), {
          description: 'Settings that hold actions.',
        }),
        answers: Type.Array(
          Type.Object({ member: Type.String(), label: Type.String(), values: nullable(Type.Array(Type.String())) }),
          { description: 'What later actions may refer to, as `{{actions.1.member}}`.' },
        ),
        answers_from: nullable(
          Type.Object({ setting: Type.String(), member: Type.String() }),
          'The same, where it depends on what a setting names: the list in this member of it.',
        ),
        settings: Free('JSON Schema; `title` and `x-…` are for forms.'),
      }),
    ),
    limits: Limits,
  },
  { $id: 'AutomationKinds' },
)

const PastEvent = Type.Object(
  {
    event_key: Type.String(),
    title: Type.String(),
    at: Time,
    facts: Free('What templates and conditions read.'),
    matches: nullable(Type.Boolean(), 'Whether it meets the condition that was sent.'),
  },
  { $id: 'AutomationEvent' },
)

export const EventsRequest = Type.Object(
  {
    trigger: Trigger,
    condition: Type.Optional(Condition),
    limit: Type.Integer({ default: 10, minimum: 1, maximum: 50 }),
  },
  { $id: 'AutomationEventsRequest', additionalProperties: false },
)
export type EventsRequest = Static<typeof EventsRequest>
export const AutomationEvents = Type.Object(
  {
    variables: Type.Array(Variable),
    items: Type.Array(PastEvent, { description: 'Real ones, newest first.' }),
    next_cursor: Type.Null(),
  },
  { $id: 'AutomationEvents' },
)

const EventKey = Type.String({ maxLength: 500, description: 'A real event of the past. Absent: the last one.' })
export const TestRequest = Type.Object(
  { event_key: Type.Optional(EventKey) },
  { $id: 'AutomationTest', additionalProperties: false },
)
export const RuleTryRequest = Type.Object(
  {
    trigger: Trigger,
    condition: Type.Optional(Condition),
    actions: Actions,
    limits: Type.Optional(Limits),
    event_key: Type.Optional(EventKey),
  },
  { $id: 'AutomationTry', additionalProperties: false },
)
export type RuleTryRequest = Static<typeof RuleTryRequest>

export const RuleTestResult = Type.Object(
  {
    event: nullable(PastEvent, 'Null when nothing of the kind has happened yet.'),
    matches: Type.Boolean(),
    estimate_usd: Type.Number(),
    actions: Type.Array(
      Type.Object({
        id: Type.Integer(),
        kind: Type.String(),
        way: nullable(
          Type.Object({
            of: Type.Integer({ description: 'The id of the action that it is inside of.' }),
            name: Type.String({ description: '`yes`, `no` or `on_failure`.' }),
          }),
        ),
        text: Type.String({ description: 'What it would do.' }),
        input: Free('Its settings with the variables filled in.'),
        estimate_usd: nullable(Type.Number()),
        problem: nullable(Type.String(), 'Why it would fail as things are now.'),
      }),
    ),
  },
  { $id: 'AutomationTestResult' },
)
export type RuleTestResult = Static<typeof RuleTestResult>

export const RunNow = Type.Object(
  { event_key: Type.Optional(EventKey), ...IdempotencyKey },
  { $id: 'AutomationRunNow', additionalProperties: false },
)
export const RetryRequest = Type.Object(
  {
    from_action: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 100_000,
        description: 'The id of the first action to do again. Absent: the one that failed.',
      }),
    ),
    ...IdempotencyKey,
  },
  { $id: 'AutomationRetry', additionalProperties: false },
)

export const RUN_STATUSES = ['queued', 'running', 'waiting', 'done', 'failed', 'skipped', 'cancelled'] as const

const run = {
  id: Type.String(),
  automation_id: Type.String(),
  automation_name: Type.String(),
  event_key: Type.String(),
  object: Type.String({ description: 'What it is about, such as `lead:7`.' }),
  title: Type.String(),
  status: Type.String({ enum: [...RUN_STATUSES] }),
  reason: nullable(Type.String(), 'Why it was skipped or waits.'),
  wake_at: nullable(Time, 'When it goes on, while it waits; what it waits for may come before.'),
  error: nullable(Type.String()),
  depth: Type.Integer({ description: 'How many rules led to the event.' }),
  caused_by: nullable(Type.String(), 'The run of a rule that made the event.'),
  manual: Type.Boolean(),
  attempts: Type.Integer(),
  cost_usd: Type.Number(),
  occurred_at: Time,
  created_at: Time,
  started_at: nullable(Time),
  ended_at: nullable(Time),
}
const Step = Type.Object(
  {
    id: Type.Integer({ description: 'Of the action, in the rule.' }),
    kind: Type.String(),
    status: Type.String({ enum: ['pending', 'running', 'waiting', 'done', 'failed', 'skipped', 'cancelled'] }),
    way: nullable(Type.String(), 'Where a branch went: `yes`, `no`; of an outcome, what it was.'),
  },
  { $id: 'AutomationStep' },
)
export const AutomationRun = Type.Object(
  { ...run, path: Type.Array(Step, { description: 'The actions that it did so far, in their order.' }) },
  { $id: 'AutomationRun' },
)
export type AutomationRun = Static<typeof AutomationRun>
export const AutomationRunList = listOf(AutomationRun, 'AutomationRunList')

export const AutomationRunDetail = Type.Object(
  {
    ...run,
    facts: Free('The values of the event.'),
    actions: Type.Array(
      Type.Object(
        {
          id: Type.Integer({ description: 'Of the action, in the rule.' }),
          kind: Type.String(),
          status: Type.String({ enum: ['pending', 'running', 'waiting', 'done', 'failed', 'skipped', 'cancelled'] }),
          input: Type.Unknown(),
          output: Type.Unknown(),
          error: nullable(Type.String()),
          cost_usd: Type.Number(),
          attempts: Type.Integer(),
          started_at: nullable(Time),
          ended_at: nullable(Time),
        },
        { $id: 'AutomationRunAction' },
      ),
    ),
  },
  { $id: 'AutomationRunDetail' },
)
export type AutomationRunDetail = Static<typeof AutomationRunDetail>

export const RunsQuery = Type.Object({
  ...PageQuery,
  automation_id: Type.Optional(Type.String({ maxLength: 400 })),
  status: Type.Optional(Type.String({ enum: [...RUN_STATUSES] })),
})
export type RunsQuery = Static<typeof RunsQuery>
