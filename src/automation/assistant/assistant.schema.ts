// The wire shapes of the assistant: chat, conversations, plans, settings.
import { type Static, Type } from 'typebox'
import { Model } from '../../engine/columns/kinds/ai.kind.ts'
import { nullable } from '../../platform/http/checks/nullable.ts'
import { IdempotencyKey } from '../../platform/http/idempotency-key.schema.ts'
import { listOf } from '../../platform/http/paging.ts'

const Moment = Type.String({ format: 'date-time' })
const Free = Type.Record(Type.String(), Type.Unknown())

export const GRANTED_KINDS = ['write', 'spend', 'delete'] as const

export const Grant = Type.Object(
  {
    max_usd: Type.Number({ minimum: 0, maximum: 100_000, description: 'The most that everything it does may cost.' }),
    max_minutes: Type.Integer({ minimum: 1, maximum: 120, default: 15 }),
    acts: Type.Array(Type.Unsafe<(typeof GRANTED_KINDS)[number]>({ type: 'string', enum: [...GRANTED_KINDS] }), {
      maxItems: 3,
      default: ['write'],
      description:
        '`write`: add and change; `spend`: run providers and call functions; `delete`. Reading is always allowed.',
    }),
    workbook_ids: Type.Array(Type.String(), {
      maxItems: 50,
      default: [],
      description: 'Only these workbooks, and those it makes. Empty: all.',
    }),
  },
  { $id: 'AssistantGrant', description: 'What the assistant may do without asking, for how much and how long.' },
)

export const ChatRequest = Type.Object(
  {
    message: Type.String({ minLength: 1, maxLength: 20_000 }),
    conversation_id: Type.Optional(Type.String({ description: 'Absent: a new conversation.' })),
    workbook_id: Type.Optional(Type.String({ description: 'The workbook that the user has open.' })),
    model: Type.Optional(Model),
    autopilot: Type.Optional(Grant),
  },
  { $id: 'AssistantChatRequest', additionalProperties: false },
)

export const StepSetting = Type.Object(
  {
    name: Type.String({ description: 'Where it is in the arguments; columns by their names.' }),
    value: Type.String({ description: 'Plain text. Never to be shown as markup.' }),
    sends_to: nullable(
      Type.String(),
      'Who gets data because of it, such as the host of an address or a provider. Null: it stays in this install.',
    ),
  },
  { $id: 'AssistantStepSetting' },
)

export const PlanStep = Type.Object(
  {
    tool: Type.String(),
    title: Type.String(),
    says: Type.String({ description: 'What it does, in words.' }),
    kind: Type.String({ description: 'read, write, delete or spend.' }),
    arguments: Free,
    changes: Type.Array(Type.String(), { description: 'What would change, as far as it is known before.' }),
    sets: Type.Array(StepSetting, {
      description:
        'Everything that it sets: addresses, prompts, formulas, providers, recipients, prices. What sends data comes first.',
    }),
    unshown: Type.Integer({ description: 'Settings beyond the 500 that are listed; none of them sends data.' }),
    reaches: Type.Array(Type.Unsafe<'outside' | 'people'>({ type: 'string', enum: ['outside', 'people'] }), {
      description: '`outside`: services outside of this install answer or act; `people`: it writes to people.',
    }),
    expected_usd: nullable(Type.Number(), 'Null: costs nothing, or is not known before.'),
    max_usd: nullable(Type.Number(), 'The cap under which it runs.'),
    status: Type.Unsafe<'waiting' | 'done' | 'failed' | 'undone'>({
      type: 'string',
      enum: ['waiting', 'done', 'failed', 'undone'],
    }),
    result: nullable(Free),
    error: nullable(Type.String()),
    undo_problem: nullable(Type.String(), 'Why it could not be undone.'),
  },
  { $id: 'AssistantPlanStep' },
)

const PLAN_STATUSES = ['proposed', 'running', 'done', 'failed', 'stopped', 'rejected', 'undone'] as const
export type PlanStatus = (typeof PLAN_STATUSES)[number]

export const Plan = Type.Object(
  {
    id: Type.String(),
    conversation_id: Type.String(),
    title: Type.String(),
    status: Type.Unsafe<PlanStatus>({ type: 'string', enum: [...PLAN_STATUSES] }),
    autopilot: nullable(Grant, 'Null for a plan that was proposed step by step.'),
    steps: Type.Array(PlanStep),
    expected_usd: nullable(Type.Number()),
    max_usd: Type.Number({ description: 'The sum of the caps: it never costs more.' }),
    spent_usd: Type.Number({ description: 'So far, as far as prices are known.' }),
    error: nullable(Type.String()),
    created_at: Moment,
    approved_at: nullable(Moment),
    ended_at: nullable(Moment),
    undone_at: nullable(Moment),
  },
  { $id: 'AssistantPlan' },
)

export const PlanPath = Type.Object({ plan_id: Type.String() })
export const PlanAct = Type.Object({ ...IdempotencyKey }, { $id: 'AssistantPlanAct', additionalProperties: false })
export const ConversationPath = Type.Object({ conversation_id: Type.String() })

const Summary = {
  id: Type.String(),
  title: Type.String(),
  workbook_id: nullable(Type.String()),
  created_at: Moment,
  updated_at: Moment,
}

export const Conversation = Type.Object(Summary, { $id: 'AssistantConversation' })
export const ConversationList = listOf(Conversation, 'AssistantConversationList')

export const ConversationDetail = Type.Object(
  {
    ...Summary,
    messages: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          kind: Type.Unsafe<'user' | 'assistant' | 'tool' | 'plan' | 'error'>({
            type: 'string',
            enum: ['user', 'assistant', 'tool', 'plan', 'error'],
          }),
          text: Type.String({ description: 'Plain text. Never to be shown as markup.' }),
          tools: Type.Array(Type.Object({ tool: Type.String(), title: Type.String(), ok: Type.Boolean() })),
          plan: nullable(Plan),
          created_at: Moment,
        },
        { $id: 'AssistantMessage' },
      ),
    ),
  },
  { $id: 'AssistantConversationDetail' },
)

export const ConversationUpdate = Type.Object(
  { title: Type.String({ minLength: 1, maxLength: 200 }) },
  { $id: 'AssistantConversationUpdate' },
)

export const AssistantSettings = Type.Object(
  {
    model: nullable(Type.String(), 'As chosen; null: the first that a connected vendor lists.'),
    ready: Type.Boolean(),
    message: nullable(Type.String(), 'Without a model: how to add one.'),
  },
  { $id: 'AssistantSettings' },
)

export const AssistantSettingsUpdate = Type.Object({ model: nullable(Model) }, { $id: 'AssistantSettingsUpdate' })

export const GenerateRequest = Type.Object(
  {
    instruction: Type.String({ minLength: 1, maxLength: 5_000, description: 'Such as “the domain of Website”.' }),
    docs: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 900_000,
        description:
          'Documentation of an API: an OpenAPI or Swagger description (JSON, or YAML up to 256 KiB), or text with an example ' +
          'request. The column calls it; keys in it are left out and named as secrets.',
      }),
    ),
    docs_url: Type.Optional(
      Type.String({
        maxLength: 2000,
        pattern: '^https?://',
        description: 'Where the documentation is read, once, in place of `docs`.',
      }),
    ),
    model: Type.Optional(Model),
    ...IdempotencyKey,
  },
  { $id: 'GenerateColumnRequest', additionalProperties: false },
)

export const GeneratedColumn = Type.Object(
  {
    column: Type.Object(
      { name: Type.String(), type: Type.String() },
      { additionalProperties: true, description: 'To be sent to `POST …/columns`. Nothing is saved yet.' },
    ),
    explanation: Type.String(),
    made_by: Type.Unsafe<'rules' | 'model'>({ type: 'string', enum: ['rules', 'model'] }),
    needs: Type.Array(Type.String(), { description: 'Names of keys and secrets that are not entered yet.' }),
    notes: Type.Array(Type.String(), { description: 'What was left out of the documentation, in words.' }),
    cost_per_row: Type.Object({ low_usd: Type.Number(), high_usd: Type.Number(), has_unknown: Type.Boolean() }),
  },
  { $id: 'GeneratedColumn' },
)

export type Grant = Static<typeof Grant>
export type ChatRequest = Static<typeof ChatRequest>
export type Plan = Static<typeof Plan>
export type PlanStep = Static<typeof PlanStep>
export type StepSetting = Static<typeof StepSetting>
export type ConversationDetail = Static<typeof ConversationDetail>
export type GeneratedColumn = Static<typeof GeneratedColumn>
