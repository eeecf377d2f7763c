// What enrichment emits, declared once for the API description and docs/events.md: runs, budgets, providers.
import { Type } from 'typebox'
import { defineEvent } from '../platform/events/event.ts'

const id = Type.String()
const maybe = (schema: ReturnType<typeof Type.String | typeof Type.Number>) => Type.Union([schema, Type.Null()])
const run = { run_id: id, workbook_id: id }
const progress = {
  ...run,
  done: Type.Integer(),
  total: Type.Integer(),
}
const account = { account: Type.String({ description: 'The provider account: its integration.' }) }

export const ENRICHMENT_EVENTS = [
  defineEvent('run.created', Type.Object({ ...progress, status: Type.String() }), 'A run was started.'),
  defineEvent(
    'run.progress',
    Type.Object({
      ...progress,
      counts: Type.Record(Type.String(), Type.Integer()),
      cost_usd: Type.Number(),
      rate: maybe(Type.Number()),
      eta_seconds: maybe(Type.Number()),
      message: Type.String(),
    }),
    'How far a run is, a few times a second at most.',
  ),
  defineEvent('run.paused', Type.Object(run, { additionalProperties: true }), 'A run was paused.'),
  defineEvent('run.resumed', Type.Object(run, { additionalProperties: true }), 'A run goes on.'),
  defineEvent(
    'run.completed',
    Type.Object({ ...run, status: Type.String() }, { additionalProperties: true }),
    'A run ended; said once, after the money of its last call is booked.',
  ),
  ...(['run.cancelled', 'run.failed'] as const).map((type) =>
    defineEvent(
      type,
      Type.Object({ ...run, status: Type.String() }, { additionalProperties: true }),
      type === 'run.failed' ? 'A run ended by a fault of the service.' : 'A run was cancelled; what it found stays.',
    ),
  ),
  defineEvent(
    'budget.reached',
    Type.Object(
      { budget_id: id, scope: Type.String(), share: Type.Integer({ description: 'Per cent of the limit.' }) },
      { additionalProperties: true },
    ),
    'A budget reached 50, 80 or 100 per cent of its limit.',
  ),
  defineEvent(
    'budget.changed',
    Type.Object({ scope: Type.String(), limit_usd: maybe(Type.Number()) }, { additionalProperties: true }),
    'A budget was set or removed.',
  ),
  defineEvent(
    'own_provider.changed',
    Type.Object({ provider_id: id }),
    "A provider of the workspace's own was defined, changed or deleted.",
  ),
  defineEvent(
    'provider.closed',
    Type.Object({ ...account, reason: Type.String(), detail: Type.String(), until: maybe(Type.String()) }),
    'A provider failed too often and is not asked until then.',
  ),
  defineEvent('provider.opened', Type.Object(account), 'A provider is asked again.'),
  defineEvent(
    'workbook.auto_run',
    Type.Object({ workbook_id: id, column_id: id, armed: Type.Boolean() }, { additionalProperties: true }),
    'Auto-run of a column was turned on, turned off, or waits for tomorrow.',
  ),
]
