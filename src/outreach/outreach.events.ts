// The events of outreach.
import { Type } from 'typebox'
import { defineEvent } from '../platform/events/event.ts'

const id = Type.String()
const nullableId = Type.Union([Type.String(), Type.Null()])
const lead = Type.Union([Type.Integer(), Type.Null()])
const OfMessage = Type.Object({
  message_id: id,
  sequence_id: nullableId,
  enrollment_id: nullableId,
  lead_id: lead,
  mailbox_id: nullableId,
})
const withError = Type.Object({ ...OfMessage.properties, error: Type.String() })

export const leadsEnrolled = defineEvent(
  'outreach.enrolled',
  Type.Object({ sequence_id: id, enrolled: Type.Integer(), blocked: Type.Integer() }),
  'Leads were enrolled in a sequence.',
)
export const sequenceChanged = defineEvent(
  'outreach.sequence_changed',
  Type.Object({ sequence_id: id, status: Type.String() }),
  'A sequence was created, changed, started, paused or deleted.',
)
export const messageSent = defineEvent('outreach.message_sent', OfMessage, 'A mail server accepted a message.')
export const messageFailed = defineEvent(
  'outreach.message_failed',
  withError,
  'A mail server rejected a message permanently.',
)
export const messageBlocked = defineEvent(
  'outreach.message_blocked',
  withError,
  'A message could not be written, for example because a value is missing.',
)
export const messageUncertain = defineEvent(
  'outreach.message_uncertain',
  withError,
  'It is unknown whether a mail server accepted a message; it is not sent again until a user settles it.',
)
export const replyReceived = defineEvent(
  'outreach.reply_received',
  Type.Object({ thread_id: nullableId, inbound_id: id, lead_id: lead, kind: Type.String(), class: Type.String() }),
  'A reply was read from a mailbox.',
)
export const replySorted = defineEvent(
  'outreach.reply_sorted',
  Type.Object({ thread_id: nullableId, inbound_id: id, class: Type.String() }),
  'A model classified a reply that the rules did not.',
)
export const messageBounced = defineEvent(
  'outreach.bounced',
  Type.Object({
    ...OfMessage.properties,
    hard: Type.Boolean(),
    class: Type.String({ description: '`hard`, `full`, `blocked` or `soft`.' }),
  }),
  'A message bounced.',
)
export const complaintReceived = defineEvent(
  'outreach.complained',
  OfMessage,
  'A recipient complained about a message.',
)
export const unsubscribed = defineEvent(
  'outreach.unsubscribed',
  Type.Object({ enrollment_id: nullableId, sequence_id: nullableId, lead_id: lead }),
  'A recipient unsubscribed.',
)
export const mailboxStopped = defineEvent(
  'outreach.mailbox_stopped',
  Type.Object({ mailbox_id: id, email: Type.String(), reason: Type.String(), error: Type.String() }),
  'A mailbox stopped sending until a user resumes it.',
)
export const sequencePaused = defineEvent(
  'outreach.sequence_paused',
  Type.Object({ sequence_id: id, name: Type.String(), reason: Type.String() }),
  'Too many bounces or complaints paused a sequence until a user resumes it.',
)
export const draftWaiting = defineEvent(
  'outreach.draft_waiting',
  Type.Object({ draft_id: id, sequence_id: nullableId, lead_id: lead }),
  'A message waits for approval.',
)

export const OUTREACH_EVENTS = [
  leadsEnrolled,
  sequenceChanged,
  messageSent,
  messageFailed,
  messageBlocked,
  messageUncertain,
  replyReceived,
  replySorted,
  messageBounced,
  complaintReceived,
  unsubscribed,
  mailboxStopped,
  sequencePaused,
  draftWaiting,
]
