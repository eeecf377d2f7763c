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
  'When leads were enrolled in a sequence',
)
export const sequenceChanged = defineEvent(
  'outreach.sequence_changed',
  Type.Object({ sequence_id: id, status: Type.String() }),
  'When a sequence was created, changed, started, paused or deleted',
)
export const messageSent = defineEvent('outreach.message_sent', OfMessage, 'When a server took a message')
export const messageFailed = defineEvent('outreach.message_failed', withError, 'When a message was refused for good')
export const messageBlocked = defineEvent(
  'outreach.message_blocked',
  withError,
  'When a message could not be written, for example for want of a value',
)
export const messageUncertain = defineEvent(
  'outreach.message_uncertain',
  withError,
  'When it is not known whether a server took a message: it is not sent again until a person settles it',
)
export const replyReceived = defineEvent(
  'outreach.reply_received',
  Type.Object({ thread_id: nullableId, inbound_id: id, lead_id: lead, kind: Type.String(), class: Type.String() }),
  'When a reply was read from a mailbox',
)
export const replySorted = defineEvent(
  'outreach.reply_sorted',
  Type.Object({ thread_id: nullableId, inbound_id: id, class: Type.String() }),
  'When a model said what a reply means, where the rules found nothing',
)
export const messageBounced = defineEvent(
  'outreach.bounced',
  Type.Object({ ...OfMessage.properties, hard: Type.Boolean() }),
  'When a message came back',
)
export const complaintReceived = defineEvent('outreach.complained', OfMessage, 'When a recipient complained')
export const unsubscribed = defineEvent(
  'outreach.unsubscribed',
  Type.Object({ enrollment_id: nullableId, sequence_id: nullableId, lead_id: lead }),
  'When a recipient unsubscribed',
)
export const mailboxStopped = defineEvent(
  'outreach.mailbox_stopped',
  Type.Object({ mailbox_id: id, email: Type.String(), reason: Type.String(), error: Type.String() }),
  'When a mailbox stopped sending until a person resumes it',
)
export const sequencePaused = defineEvent(
  'outreach.sequence_paused',
  Type.Object({ sequence_id: id, name: Type.String(), reason: Type.String() }),
  'When too many bounces or complaints paused a sequence until a person resumes it',
)
export const draftWaiting = defineEvent(
  'outreach.draft_waiting',
  Type.Object({ draft_id: id, sequence_id: nullableId, lead_id: lead }),
  'When a message waits for approval',
)

export const OUTREACH_EVENTS = [
  ...[
    leadsEnrolled,
    sequenceChanged,
    messageSent,
    messageFailed,
    messageBlocked,
    messageUncertain,
    replyReceived,
    replySorted,
    messageBounced,
  ],
  ...[complaintReceived, unsubscribed, mailboxStopped, sequencePaused, draftWaiting],
]
