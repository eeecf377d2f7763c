// Tools for signals, watches, rules and background jobs.
import { Type } from 'typebox'
import type { JsonObject } from '../../kernel/json.ts'
import { WATCH_KIND_NAMES } from '../../monitoring/kinds/catalog.ts'
import { SIGNAL_STATUSES } from '../../monitoring/signals/signal-types.logic.ts'
import { Cursor, Free, Limit, One, one, type ResultPage, Shown, shown } from './parts.schema.ts'
import { defineTool, type Tool } from './tool.ts'

const oneOf = (...values: string[]) => Type.Unsafe<string>({ type: 'string', enum: values })
const Id = Type.String({ maxLength: 100 })

const RULE = {
  trigger: Type.Record(Type.String(), Type.Unknown(), {
    description: '`kind` and its settings, such as {kind: "lead.created"} or {kind: "row.changed", workbook_id}.',
  }),
  condition: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), { description: 'A filter tree over values of the event.' }),
  ),
  actions: Type.Array(Type.Record(Type.String(), Type.Unknown()), { minItems: 1, maxItems: 20 }),
}

export const SIGNAL_TOOLS: readonly Tool[] = [
  defineTool({
    name: 'list_signals',
    title: 'List signals',
    description:
      'What watches found: hiring, funding, news, changes of websites and technologies, newest or strongest first.',
    capability: 'signals:read',
    kind: 'read',
    operations: ['list_signals'],
    input: Type.Object({
      status: Type.Optional(oneOf(...SIGNAL_STATUSES)),
      type: Type.Optional(Type.String({ maxLength: 100 })),
      lead_id: Type.Optional(Type.Integer({ minimum: 1 })),
      search: Type.Optional(Type.String({ maxLength: 200 })),
      sort: Type.Optional(oneOf('newest', 'strongest')),
      limit: Limit(),
      cursor: Cursor,
    }),
    output: Shown,
    run: async ({ operate }, query) => shown(await operate<ResultPage>('list_signals', { query })),
  }),
  defineTool({
    name: 'mark_signals',
    title: 'Mark signals',
    description: 'Sets the status of signals: seen, actioned, dismissed, new, or snoozed until a time.',
    capability: 'automations:write',
    kind: 'write',
    operations: ['mark_signals'],
    input: Type.Object({
      signal_ids: Type.Array(Id, { minItems: 1, maxItems: 100 }),
      status: oneOf(...SIGNAL_STATUSES),
      snoozed_until: Type.Optional(Type.String({ format: 'date-time' })),
    }),
    output: Free,
    says: ({ signal_ids, status }) => `Mark ${(signal_ids as unknown[]).length} signals as ${status}`,
    run: ({ operate }, body) => operate<JsonObject>('mark_signals', { body }),
  }),
  defineTool({
    name: 'list_watches',
    title: 'List watches',
    description: 'What is being watched, how often, and how the last poll went.',
    capability: 'signals:read',
    kind: 'read',
    operations: ['list_watches'],
    input: Type.Object({ kind: Type.Optional(oneOf(...WATCH_KIND_NAMES)), limit: Limit(), cursor: Cursor }),
    output: Shown,
    run: async ({ operate }, query) => shown(await operate<ResultPage>('list_watches', { query })),
  }),
  defineTool({
    name: 'create_watch',
    title: 'Create a watch',
    description:
      'Watches a company, website, feed or GitHub account and reports changes as signals. The first poll sets a baseline. target: a domain or ' +
      'address.',
    capability: 'automations:write',
    kind: 'write',
    operations: ['create_watch'],
    input: Type.Object({
      kind: oneOf(...WATCH_KIND_NAMES),
      target: Type.String({ minLength: 1, maxLength: 2000 }),
      interval: Type.Optional(oneOf('15m', 'hourly', '6h', 'daily', 'weekly')),
      lead_id: Type.Optional(Type.Integer({ minimum: 1 })),
      config: Type.Optional(
        Type.Record(Type.String(), Type.Unknown(), {
          description: 'Options of the kind, such as selector, ignore, only, below and contains of a website.',
        }),
      ),
    }),
    output: One,
    says: ({ kind, target, interval }) => `Watch ${kind} of ${JSON.stringify(target)}, ${interval ?? 'daily'}`,
    run: async ({ operate }, body) => one(await operate<JsonObject>('create_watch', { body })),
  }),
  defineTool({
    name: 'list_rules',
    title: 'List automation rules',
    description: 'Automation rules with their triggers, actions and state.',
    capability: 'signals:read',
    kind: 'read',
    operations: ['list_automations'],
    input: Type.Object({ limit: Limit(), cursor: Cursor }),
    output: Shown,
    run: async ({ operate }, query) => shown(await operate<ResultPage>('list_automations', { query })),
  }),
  defineTool({
    name: 'try_rule',
    title: 'Try an automation rule',
    description:
      'Says what a rule that is not saved would do on the last real event, with the way that each branch would take. Changes nothing.',
    capability: 'automations:write',
    kind: 'read',
    operations: ['try_automation'],
    input: Type.Object(RULE),
    output: One,
    run: async ({ operate }, body) => one(await operate<JsonObject>('try_automation', { body })),
  }),
  defineTool({
    name: 'create_rule',
    title: 'Create an automation rule',
    description:
      'Creates a rule: when the trigger fires and the condition is met, the actions run in order. Actions may be a tree: {kind: "branch", condition, ' +
      'yes: [...], no: [...]}, {kind: "wait", amount, unit}, {kind: "await_outcome", of, if_failed, on_failure: [...]}. Try it with try_rule first. ' +
      'It is paused until a person turns it on.',
    capability: 'automations:write',
    kind: 'write',
    operations: ['create_automation'],
    input: Type.Object({ name: Type.String({ minLength: 1, maxLength: 200 }), ...RULE }),
    output: One,
    says: ({ name }) => `Create the automation ${JSON.stringify(name)}, paused`,
    run: async ({ operate }, rule) =>
      one(await operate<JsonObject>('create_automation', { body: { ...rule, enabled: false } })),
  }),
  defineTool({
    name: 'list_jobs',
    title: 'List jobs',
    description: 'Background jobs such as lead collections and bulk enrichment, newest first.',
    capability: 'leads:read',
    kind: 'read',
    operations: ['list_jobs'],
    input: Type.Object({
      status: Type.Optional(oneOf('pending', 'running', 'done', 'failed', 'cancelled')),
      limit: Limit(),
      cursor: Cursor,
    }),
    output: Shown,
    run: async ({ operate }, query) => shown(await operate<ResultPage>('list_jobs', { query })),
  }),
  defineTool({
    name: 'get_job',
    title: 'How a job stands',
    description: 'Status, progress and result of a background job.',
    capability: 'leads:read',
    kind: 'read',
    operations: ['get_job'],
    input: Type.Object({ job_id: Id }),
    output: One,
    run: async ({ operate }, params) => one(await operate<JsonObject>('get_job', { params })),
  }),
  defineTool({
    name: 'cancel_job',
    title: 'Cancel a job',
    description: 'Stops a background job. What it brought until then stays.',
    capability: 'runs:execute',
    kind: 'write',
    operations: ['cancel_job'],
    input: Type.Object({ job_id: Id }),
    output: One,
    says: () => 'Cancel the job',
    run: async ({ operate }, params) => one(await operate<JsonObject>('cancel_job', { params })),
  }),
  defineTool({
    name: 'undo_job',
    title: 'Take back a job',
    description:
      'Takes back what a job did to leads or rows: its values that have not been changed since, and what it made. Money that was spent stays spent.',
    capability: 'leads:delete',
    kind: 'write',
    operations: ['undo_job'],
    input: Type.Object({ job_id: Id }),
    output: Type.Object({
      restored: Type.Integer({
        description: 'Leads whose values are as they were before; of an import of rows, values.',
      }),
      deleted: Type.Integer({ description: 'Leads or rows that the job had made.' }),
      kept: Type.Integer({ description: 'What was changed since, and stays as it is.' }),
    }),
    says: () => 'Take back what the job did',
    run: ({ operate }, params) => operate<{ restored: number; deleted: number; kept: number }>('undo_job', { params }),
  }),
]
