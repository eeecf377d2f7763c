// The events of enrichment: runs, budgets, providers.
import { Type } from 'typebox'
import { defineEvent } from '../platform/events/event.ts'

const id = Type.String()
const maybe = (schema: ReturnType<typeof Type.String | typeof Type.Number>) => Type.Union([schema, Type.Null()])
const run = { run_id: id, workbook_id: id }
const status = Type.String()
const progress = {
  ...run,
  done: Type.Integer(),
  total: Type.Integer(),
  counts: Type.Record(Type.String(), Type.Integer()),
  cost_usd: Type.Number(),
  rate: maybe(Type.Number()),
  eta_seconds: maybe(Type.Number()),
  message: Type.String(),
}
const ended = Type.Object({ ...progress, status })
const account = { account: Type.String({ description: 'The provider account: its integration.' }) }
const limit = { scope: Type.String(), subject: maybe(id), period: Type.String() }

export const runCreated = defineEvent(
  'run.created',
  Type.Object({ ...run, done: Type.Integer(), total: Type.Integer(), status }),
  'A run was started.',
)
export const runProgress = defineEvent(
  'run.progress',
  Type.Object(progress),
  'The progress of a run, a few times a second at most.',
)
export const runPaused = defineEvent('run.paused', Type.Object({ ...run, status }), 'A run was paused.')
export const runResumed = defineEvent('run.resumed', Type.Object({ ...run, status }), 'A run was resumed.')
export const runCompleted = defineEvent(
  'run.completed',
  ended,
  'A run ended; sent once, after the cost of its last call is booked.',
)
export const runCancelled = defineEvent('run.cancelled', ended, 'A run was cancelled; values that it found stay.')
export const runFailed = defineEvent('run.failed', ended, 'A run ended by an error of the service.')
export const budgetReached = defineEvent(
  'budget.reached',
  Type.Object({
    budget_id: id,
    ...limit,
    span: Type.String(),
    is_hard: Type.Boolean(),
    share: Type.Integer({ description: 'Percent of the limit.' }),
    limit_usd: Type.Number(),
    spent_usd: Type.Number(),
    workbook_id: Type.Optional(id),
    run_id: Type.Optional(id),
  }),
  'A budget reached 80 or 100 percent of its limit, or stopped a call.',
)
export const budgetChanged = defineEvent(
  'budget.changed',
  Type.Object({ ...limit, limit_usd: maybe(Type.Number()) }),
  'A budget was set or removed.',
)
export const ownProviderChanged = defineEvent(
  'own_provider.changed',
  Type.Object({ provider_id: id }),
  "A provider of the workspace's own was defined, changed or deleted.",
)
export const providerClosed = defineEvent(
  'provider.closed',
  Type.Object({
    ...account,
    label: Type.Optional(Type.String()),
    reason: maybe(Type.String()),
    detail: Type.String(),
    until: maybe(Type.String()),
  }),
  'A provider failed too often and is not called until then.',
)
export const providerOpened = defineEvent('provider.opened', Type.Object(account), 'A provider is called again.')
export const autoRunChanged = defineEvent(
  'workbook.auto_run',
  Type.Object({
    workbook_id: id,
    column_id: id,
    armed: Type.Boolean(),
    because: Type.Optional(Type.String()),
    waiting_for_tomorrow: Type.Optional(Type.Boolean()),
  }),
  'Auto-run of a column was turned on, turned off, or waits for tomorrow.',
)

export const ENRICHMENT_EVENTS = [
  runCreated,
  runProgress,
  runPaused,
  runResumed,
  runCompleted,
  runCancelled,
  runFailed,
  budgetReached,
  budgetChanged,
  ownProviderChanged,
  providerClosed,
  providerOpened,
  autoRunChanged,
]
