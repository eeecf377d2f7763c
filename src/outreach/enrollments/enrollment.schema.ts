// Wire shapes of enrollments: the leads in a sequence, the rejected leads, and when messages will leave.
import { type Static, Type } from 'typebox'
import { FilterSchema } from '../../engine/filter/filter.schema.ts'
import { nullable } from '../../platform/http/checks/nullable.ts'
import { countedListOf, PageQuery } from '../../platform/http/paging.ts'

export const BLOCKED_REASONS = [
  'inactive_lead',
  'no_email',
  'invalid_email',
  'unverified',
  'suppressed',
  'already_enrolled',
  'merged',
  'in_other_sequence',
  'no_consent_source',
  'country_rule',
] as const
export type BlockedReason =
  | 'inactive_lead'
  | 'no_email'
  | 'invalid_email'
  | 'unverified'
  | 'suppressed'
  | 'already_enrolled'
  | 'merged'
  | 'in_other_sequence'
  | 'no_consent_source'
  | 'country_rule'

const LeadIds = Type.Array(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), {
  minItems: 1,
  maxItems: 100_000,
})
const consent_source = Type.String({
  default: '',
  maxLength: 500,
  description: 'The source of the consent or the data. Stored with each enrollment.',
})
const include_unverified = Type.Boolean({
  default: false,
  description:
    'Enroll also leads that the sequence leaves out because their address is unverified (its setting `unverified`). Kept with the ' +
    'enrollments: their messages leave, too.',
})
const dry_run = Type.Boolean({
  default: false,
  description: 'Answer with the outcome for each lead and enroll none.',
})

export const EnrollRequest = Type.Object(
  { lead_ids: LeadIds, consent_source, include_unverified, dry_run },
  { $id: 'EnrollRequest' },
)

export const EnrollFromRequest = Type.Object(
  {
    filter: Type.Optional(FilterSchema),
    search: Type.Optional(Type.String({ maxLength: 500 })),
    filter_id: Type.Optional(
      Type.String({ maxLength: 100, description: 'A shared saved filter in place of both, as it is now.' }),
    ),
    workbook_id: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'The leads linked to the rows of this workbook, in place of a filter.',
      }),
    ),
    row_ids: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 50_000 })),
    view_id: Type.Optional(Type.String({ maxLength: 100 })),
    consent_source,
    include_unverified,
    dry_run,
  },
  { $id: 'EnrollFromRequest' },
)
export type EnrollFromRequest = Static<typeof EnrollFromRequest>

const name = nullable(Type.String(), 'Of the person or the company; null for a lead without one.')

export const EnrollResult = Type.Object(
  {
    enrolled: Type.Integer({ description: 'How many leads were enrolled.' }),
    blocked: Type.Array(
      Type.Object({
        lead_id: Type.Integer(),
        name,
        reason: Type.Unsafe<BlockedReason>({ type: 'string', enum: [...BLOCKED_REASONS] }),
        detail: Type.String({ description: 'The reason in words.' }),
      }),
      { description: 'Leads that were not enrolled, each with the first reason against it.' },
    ),
    warnings: Type.Array(Type.Object({ lead_id: Type.Integer(), name, message: Type.String() }), {
      description: 'Enrolled, with warnings.',
    }),
    first_send_at: nullable(
      Type.String({ format: 'date-time' }),
      'When the first message may leave; null when none was enrolled.',
    ),
  },
  { $id: 'EnrollResult' },
)
export type EnrollResult = Static<typeof EnrollResult>

export const ENROLLMENT_STATUSES = [
  'scheduled',
  'active',
  'waiting',
  'paused',
  'replied',
  'auto_replied',
  'bounced',
  'unsubscribed',
  'complained',
  'completed',
  'stopped',
  'failed',
  'blocked',
]
const Status = Type.Unsafe<string>({ type: 'string', enum: ENROLLMENT_STATUSES })

export const Enrollment = Type.Object(
  {
    id: Type.String(),
    sequence_id: Type.String(),
    lead_id: Type.Integer(),
    name: Type.String({ description: 'Of the person or the company.' }),
    email: Type.String(),
    status: Status,
    status_reason: nullable(
      Type.String(),
      'For example `suppressed`, `replied_elsewhere`, `company_replied`, `maybe_unsubscribe`, `unclear_return`, or `merged` with another lead of the sequence.',
    ),
    consent_source: Type.String(),
    include_unverified: Type.Boolean({ description: 'Whether it was enrolled although its address is unverified.' }),
    country: nullable(Type.String()),
    warnings: Type.Array(Type.String()),
    mailbox_id: nullable(Type.String()),
    sent: Type.Integer(),
    next_step: nullable(Type.Integer()),
    next_at: nullable(Type.String({ format: 'date-time' }), 'Not before.'),
    created_at: Type.String({ format: 'date-time' }),
    ended_at: nullable(Type.String({ format: 'date-time' })),
  },
  { $id: 'Enrollment' },
)
export type Enrollment = Static<typeof Enrollment>
export const EnrollmentList = countedListOf(Enrollment, 'EnrollmentList')
export const EnrollmentsQuery = Type.Object({ status: Type.Optional(Status), ...PageQuery })
export const EnrollmentPath = Type.Object({ enrollment_id: Type.String({ maxLength: 100 }) })

export const SendCalendar = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        date: Type.String({ description: 'Day in the zone of the sequence.' }),
        messages: Type.Integer(),
        new_leads: Type.Integer(),
        by_step: Type.Array(Type.Integer(), { description: 'Messages of each step.' }),
        first_at: Type.String({ format: 'date-time' }),
        last_at: Type.String({ format: 'date-time' }),
      }),
    ),
    unsent: Type.Integer({
      description: 'Messages that do not fit within the planned days, or before the last day of the sequence.',
    }),
    assumes: Type.String({ description: 'What the plan takes for granted.' }),
    next_cursor: Type.Null(),
  },
  { $id: 'SendCalendar' },
)
export const CalendarQuery = Type.Object({
  days: Type.Integer({ default: 60, minimum: 1, maximum: 365 }),
  add: Type.Integer({
    default: 0,
    minimum: 0,
    maximum: 100_000,
    description: 'As if so many more leads were enrolled now.',
  }),
})
