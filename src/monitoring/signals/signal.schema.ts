// The wire shapes of signals.
import { type Static, Type } from 'typebox'
import { nullable } from '../../platform/http/checks/nullable.ts'
import { IdempotencyKey } from '../../platform/http/idempotency-key.schema.ts'
import { listOf, PageQuery } from '../../platform/http/paging.ts'
import { SIGNAL_STATUSES, SIGNAL_TYPES, type SignalStatus, type SignalType } from './signal-types.logic.ts'

export const SignalTypeName = Type.Unsafe<SignalType>({ type: 'string', enum: [...SIGNAL_TYPES] })
const Status = Type.Unsafe<SignalStatus>({ type: 'string', enum: [...SIGNAL_STATUSES] })
const Time = Type.String({ format: 'date-time' })
export const SignalPath = Type.Object({ signal_id: Type.String() })

export const Signal = Type.Object(
  {
    id: Type.String(),
    type: SignalTypeName,
    lead_id: nullable(Type.Integer()),
    lead_name: nullable(Type.String(), 'Company or person of the lead.'),
    entity_id: nullable(Type.String()),
    watch_id: nullable(Type.String(), 'The watch that found it; null for a scan, and when the watch was deleted.'),
    company: nullable(Type.String(), 'The domain, board or account it was found at.'),
    title: Type.String(),
    summary: Type.String(),
    before: Type.Unknown({ description: 'What was there before; null when nothing was.' }),
    after: Type.Unknown({ description: 'The current value; null when it was removed.' }),
    evidence_url: nullable(Type.String(), 'The page in the web app.'),
    quote: nullable(Type.String(), 'Words that stood in the document when it was read; null where it has none.'),
    occurred_at: Time,
    first_seen_at: Time,
    strength: Type.Integer({ minimum: 0, maximum: 100, description: 'When it was found.' }),
    strength_now: Type.Integer({ minimum: 0, maximum: 100, description: 'What its half-life has left of it.' }),
    novelty: Type.Number({ minimum: 0, maximum: 1, description: '1: the first of its type at this company for long.' }),
    dedupe_key: Type.String(),
    status: Status,
    snoozed_until: nullable(Time),
    details: Type.Record(Type.String(), Type.Unknown(), { description: 'Facts that depend on the type.' }),
    provenance: Type.Record(Type.String(), Type.Unknown()),
  },
  { $id: 'Signal', description: 'Something that happened at a company, with its evidence.' },
)
export type Signal = Static<typeof Signal>
export const SignalList = listOf(Signal, 'SignalList')

const many = (description: string) => Type.Optional(Type.String({ maxLength: 1_000, description }))
export const SignalsQuery = Type.Object({
  type: many('Types with a comma between them.'),
  status: many(
    'Statuses with a comma between them; without it all but `dismissed`, and `snoozed` ones when they are due.',
  ),
  lead_id: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
  watch_id: Type.Optional(Type.String({ maxLength: 100 })),
  company: Type.Optional(Type.String({ maxLength: 300 })),
  min_strength: Type.Optional(Type.Integer({ minimum: 0, maximum: 100, description: 'When it was found.' })),
  since: Type.Optional(Type.String({ format: 'date-time', description: 'First seen at or after.' })),
  until: Type.Optional(Type.String({ format: 'date-time', description: 'First seen before.' })),
  search: Type.Optional(Type.String({ maxLength: 200, description: 'In title, summary and company, without case.' })),
  sort: Type.Unsafe<'newest' | 'strongest'>({ type: 'string', enum: ['newest', 'strongest'], default: 'newest' }),
  ...PageQuery,
})
export type SignalsQuery = Static<typeof SignalsQuery>

const Snooze = Type.Optional(
  Type.String({ format: 'date-time', description: 'With `snoozed`: when it returns; without it, after a week.' }),
)

export const SignalUpdate = Type.Object(
  { status: Status, snoozed_until: Snooze },
  { $id: 'SignalUpdate', additionalProperties: false },
)
export type SignalUpdate = Static<typeof SignalUpdate>

export const SignalsMark = Type.Object(
  {
    signal_ids: Type.Array(Type.String({ maxLength: 100 }), { minItems: 1, maxItems: 500 }),
    status: Status,
    snoozed_until: Snooze,
    ...IdempotencyKey,
  },
  { $id: 'SignalsMark', additionalProperties: false },
)
export type SignalsMark = Static<typeof SignalsMark>

export const SignalsMarked = Type.Object(
  {
    changed: Type.Integer({ minimum: 0 }),
    not_found: Type.Array(Type.String(), { description: 'Ids that are no signals of this workspace.' }),
  },
  { $id: 'SignalsMarked' },
)

const Intent = Type.Object(
  {
    lead_id: Type.Integer(),
    score: Type.Number({ minimum: 0, maximum: 100 }),
    parts: Type.Array(
      Type.Object({
        type: SignalTypeName,
        signals: Type.Integer(),
        score: Type.Number({ description: 'The score of this type alone, after decay and cap.' }),
        is_capped: Type.Boolean(),
        strongest: Type.String({ description: 'The signal that says most.' }),
      }),
    ),
  },
  { $id: 'SignalIntent', description: 'score = 100 × (1 − product over the parts of (1 − part / 100)).' },
)
export const LeadIntents = Type.Object({ items: Type.Array(Intent), next_cursor: Type.Null() }, { $id: 'LeadIntents' })
export const IntentQuery = Type.Object({
  lead_ids: Type.String({
    minLength: 1,
    maxLength: 10_000,
    description: 'Ids with a comma between them, at most 500.',
  }),
})

export const AnalyticsQuery = Type.Object({
  weeks: Type.Integer({ default: 12, minimum: 1, maximum: 53, description: 'So many weeks back, this one included.' }),
})
const Count = Type.Integer({ minimum: 0 })
export const SignalAnalytics = Type.Object(
  {
    total: Count,
    by_week: Type.Array(
      Type.Object({ week: Type.String({ description: 'Its Monday.' }), type: SignalTypeName, count: Count }),
    ),
    by_type: Type.Array(
      Type.Object({
        type: SignalTypeName,
        count: Count,
        actioned: Count,
        dismissed: Count,
        leads: Type.Object(
          { all: Count, contacted: Count, qualified: Count, converted: Count },
          { description: 'Leads with such a signal, and how far the conversation with them is now.' },
        ),
      }),
    ),
    top: Type.Array(
      Type.Object({
        lead_id: nullable(Type.Integer()),
        name: Type.String(),
        signals: Count,
        intent: Type.Number({ minimum: 0, maximum: 100 }),
        lead_status: nullable(Type.String()),
      }),
      { description: 'The companies with most intent.' },
    ),
  },
  { $id: 'SignalAnalytics' },
)
export type SignalAnalytics = Static<typeof SignalAnalytics>
