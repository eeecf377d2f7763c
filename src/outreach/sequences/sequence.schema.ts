// Wire shapes of sequences: steps with variants, and the settings of sending.
import { type Static, Type } from 'typebox'
import { nullable } from '../../platform/http/checks/nullable.ts'
import { listOf, PageQuery } from '../../platform/http/paging.ts'

const oneOf = <T extends string>(values: readonly T[], description?: string) =>
  Type.Unsafe<T>({ type: 'string', enum: [...values], ...(description !== undefined && { description }) })
const Clock = (description: string) =>
  Type.String({ pattern: '^(?:[01][0-9]|2[0-3]):[0-5][0-9]$|^24:00$', examples: ['09:00'], description })
const Day = (description: string) =>
  nullable(Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', examples: ['2030-01-31'] }), description)
const Limit = (description: string) => nullable(Type.Integer({ minimum: 0, maximum: 1_000_000 }), description)

export const STEP_KINDS = ['email', 'call', 'linkedin', 'task'] as const
export const CONSENT_BASES = ['consent', 'contract', 'legal_obligation', 'legitimate_interest'] as const
export const UNVERIFIED_RULES = ['leave_out', 'leave_out_guesses', 'include'] as const
export const SEQUENCE_STATUSES = ['draft', 'active', 'paused', 'archived'] as const

const settings = {
  time_zone: Type.String({ maxLength: 64, description: 'IANA name of the zone that days and hours are in.' }),
  use_recipient_time_zone: Type.Boolean({
    description:
      "Hours are in the time zone of the lead's country. One zone stands for a country with several: Chicago for the United States, " +
      'Toronto for Canada, São Paulo for Brazil, Mexico City for Mexico, Sydney for Australia, and that of the capital elsewhere. ' +
      'Leads of other countries have the zone of the sequence.',
  }),
  days: Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
    maxItems: 7,
    description: 'Days on which messages leave: 1 is Monday.',
  }),
  window_start: Clock('From this time on.'),
  window_end: Clock(
    'Until this time; `24:00` is the end of the day. Before `window_start`: of the next day, so that it is open over midnight.',
  ),
  start_date: Day('First day.'),
  end_date: Day('Last day.'),
  max_per_day: Limit('Messages of this sequence in a day; null without a limit.'),
  max_new_per_day: Limit('First messages in a day.'),
  min_gap_seconds: Type.Integer({
    minimum: 0,
    maximum: 86_400,
    description: 'At least so long between two messages of a mailbox.',
  }),
  gap_jitter_seconds: Type.Integer({ minimum: 0, maximum: 86_400, description: 'Up to so much is added by chance.' }),
  mailbox_ids: Type.Array(Type.String({ maxLength: 64 }), {
    maxItems: 200,
    description: 'Mailboxes that send; all when empty.',
  }),
  consent_basis: nullable(oneOf(CONSENT_BASES), 'The lawful basis. No sequence starts without one.'),
  stop_on_auto_reply: Type.Boolean({ description: 'An automatic reply ends the sequence like a personal reply.' }),
  pause_company_on_reply: Type.Boolean({ description: 'A reply pauses all other leads at the same company domain.' }),
  allowed_verdicts: Type.Array(Type.String({ maxLength: 50 }), {
    maxItems: 20,
    description: 'Values of `email_status` that may be mailed. When empty, any but a bad one, as `unverified` says.',
  }),
  unverified: oneOf(
    UNVERIFIED_RULES,
    'What becomes of leads whose address is unverified, when they are enrolled and again when a message leaves. `leave_out`: their ' +
      'address needs a verdict that it takes mail, or a source that is sure of it. `leave_out_guesses`: addresses that a person, a file or a ' +
      'program gave are mailed without a verdict, guesses are not. `include`: all are mailed. A bad verdict is never mailed.',
  ),
  allow_free_mail: Type.Boolean({ description: 'Addresses at free mail providers may be enrolled.' }),
  allow_other_sequences: Type.Boolean({
    description: 'Leads that another sequence still writes to may be enrolled; else they are held back.',
  }),
  plain_text_only: Type.Boolean({ description: 'No HTML part beside the text.' }),
  unsubscribe_scope: oneOf(['address', 'domain'], 'What an unsubscribe suppresses.'),
  require_approval: Type.Boolean({ description: 'Each message waits for approval by a user.' }),
  enroll_by_columns: Type.Boolean({
    description: 'Output columns of workbooks may enroll leads, regardless of the user who runs them.',
  }),
}
export const SequenceSettings = Type.Object(settings)
export type SequenceSettings = Static<typeof SequenceSettings>

export const SEQUENCE_DEFAULTS: SequenceSettings = {
  time_zone: 'UTC',
  use_recipient_time_zone: false,
  days: [1, 2, 3, 4, 5],
  window_start: '09:00',
  window_end: '17:00',
  start_date: null,
  end_date: null,
  max_per_day: null,
  max_new_per_day: null,
  min_gap_seconds: 60,
  gap_jitter_seconds: 60,
  mailbox_ids: [],
  consent_basis: null,
  stop_on_auto_reply: false,
  pause_company_on_reply: true,
  allowed_verdicts: [],
  unverified: 'leave_out_guesses',
  allow_free_mail: true,
  allow_other_sequences: false,
  plain_text_only: true,
  unsubscribe_scope: 'address',
  require_approval: false,
  enroll_by_columns: false,
}

const Variant = Type.Object({
  id: Type.String({ maxLength: 40 }),
  weight: Type.Integer({
    minimum: 0,
    maximum: 1000,
    description: 'Its share among the variants of the step; 0 sends it to no leads.',
  }),
  subject: Type.String({
    maxLength: 1000,
    format: 'header-text',
    description: 'Template. A follow-up in the same thread takes the subject of the first message.',
  }),
  body: Type.String({ maxLength: 50_000, description: 'Template of the text.' }),
})
export const SequenceStep = Type.Object(
  {
    id: Type.String({ maxLength: 40 }),
    kind: oneOf(STEP_KINDS, 'A message, or a task for a user.'),
    delay_hours: Type.Integer({
      minimum: 0,
      maximum: 8760,
      description: 'Hours after the step before; after enrollment for the first.',
    }),
    same_thread: Type.Boolean({ description: 'Answers the first message instead of beginning a new conversation.' }),
    note: nullable(Type.String({ maxLength: 5000 }), 'The text of the task.'),
    variants: Type.Array(Variant, { maxItems: 10 }),
  },
  { $id: 'SequenceStep' },
)
export type SequenceStep = Static<typeof SequenceStep>
export type Variant = Static<typeof Variant>

const StepInput = Type.Object({
  id: Type.Optional(
    Type.String({
      pattern: '^[a-zA-Z0-9_-]{1,40}$',
      examples: ['s1'],
      description: 'Keeps the figures of the step; given out when absent.',
    }),
  ),
  kind: Type.Unsafe<SequenceStep['kind']>({ type: 'string', enum: [...STEP_KINDS], default: 'email' }),
  delay_hours: Type.Integer({ minimum: 0, maximum: 8760, default: 0 }),
  same_thread: Type.Boolean({ default: false }),
  note: Type.Optional(nullable(Type.String({ maxLength: 5000 }))),
  subject: Type.Optional(
    Type.String({ maxLength: 1000, format: 'header-text', description: 'With `body`, for a step of one variant.' }),
  ),
  body: Type.Optional(Type.String({ maxLength: 50_000 })),
  variants: Type.Optional(
    Type.Array(
      Type.Object({
        id: Type.Optional(Type.String({ pattern: '^[a-zA-Z0-9_-]{1,40}$', examples: ['v1'] })),
        weight: Type.Integer({ minimum: 0, maximum: 1000, default: 1 }),
        subject: Type.String({ maxLength: 1000, format: 'header-text', default: '' }),
        body: Type.String({ maxLength: 50_000 }),
      }),
      { maxItems: 10 },
    ),
  ),
})
export type StepInput = Static<typeof StepInput>
export const StepsInput = Type.Array(StepInput, { maxItems: 30 })

const Name = Type.String({ minLength: 1, maxLength: 200 })
const SettingsInput = Type.Object(Type.Partial(SequenceSettings).properties, { additionalProperties: false })
export const SequenceCreate = Type.Object(
  { name: Name, steps: Type.Optional(StepsInput), settings: Type.Optional(SettingsInput) },
  { $id: 'SequenceCreate' },
)
export type SequenceCreate = Static<typeof SequenceCreate>
export const SequenceUpdate = Type.Object(
  { name: Type.Optional(Name), steps: Type.Optional(StepsInput), settings: Type.Optional(SettingsInput) },
  { $id: 'SequenceUpdate' },
)
export type SequenceUpdate = Static<typeof SequenceUpdate>

const Counts = Type.Object({
  enrolled: Type.Integer(),
  running: Type.Integer({ description: 'Scheduled, active, waiting or paused.' }),
  sent: Type.Integer(),
  replied: Type.Integer(),
  bounced: Type.Integer(),
  unsubscribed: Type.Integer(),
  blocked: Type.Integer({ description: 'A message could not be written, or waits for a user to settle it.' }),
})

const Problem = Type.Object({ code: Type.String(), message: Type.String() })

export const Sequence = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    status: oneOf(SEQUENCE_STATUSES),
    pause_reason: nullable(Type.String(), '`person`, `bounces` or `complaints`.'),
    steps: Type.Array(SequenceStep),
    settings: SequenceSettings,
    problems: Type.Array(Problem, { description: 'Why it cannot start; all of them.' }),
    counts: Counts,
    started_at: nullable(Type.String({ format: 'date-time' })),
    created_at: Type.String({ format: 'date-time' }),
    updated_at: Type.String({ format: 'date-time' }),
  },
  { $id: 'Sequence' },
)
export type Sequence = Static<typeof Sequence>
export const SequenceList = listOf(Sequence, 'SequenceList')
export const SequencesQuery = Type.Object({ status: Type.Optional(oneOf(SEQUENCE_STATUSES)), ...PageQuery })
export const SequencePath = Type.Object({ seq_id: Type.String({ maxLength: 100 }) })

const Previewed = Type.Object({
  step_id: Type.String(),
  step_number: Type.Integer(),
  kind: oneOf(STEP_KINDS),
  variant_id: nullable(Type.String()),
  subject: Type.String(),
  text: Type.String({ description: 'As it is sent, with the lines below it.' }),
  problems: Type.Array(Type.String(), { description: 'Why this message would not be sent to this lead.' }),
  missing: Type.Array(Type.String(), { description: 'Variables without a value.' }),
})
export const SequencePreview = Type.Object(
  {
    lead_id: Type.Integer(),
    to: nullable(Type.String()),
    items: Type.Array(Previewed),
    next_cursor: Type.Null(),
  },
  { $id: 'SequencePreview' },
)
export const PreviewRequest = Type.Object(
  {
    lead_id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
    steps: Type.Optional(StepsInput),
  },
  { $id: 'SequencePreviewRequest' },
)
export const WorstPreviews = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        lead_id: Type.Integer(),
        name: Type.String(),
        problems: Type.Array(Type.String()),
        score: Type.Integer({ description: 'More is worse.' }),
      }),
    ),
    checked: Type.Integer({ description: 'Leads that were read.' }),
    next_cursor: Type.Null(),
  },
  { $id: 'WorstPreviews' },
)
