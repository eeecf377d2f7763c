// Wire shapes of outgoing messages and of tasks.
import { type Static, Type } from 'typebox'
import { nullable } from '../../platform/http/checks/nullable.ts'
import { listOf, PageQuery } from '../../platform/http/paging.ts'

export const MESSAGE_STATES = [
  'planned',
  'awaiting_approval',
  'reserved',
  'sending',
  'sent',
  'failed',
  'uncertain',
  'cancelled',
  'blocked',
]
const State = Type.Unsafe<string>({ type: 'string', enum: MESSAGE_STATES })

export const OutboundMessage = Type.Object(
  {
    id: Type.String(),
    kind: Type.Unsafe<'step' | 'answer'>({ type: 'string', enum: ['step', 'answer'] }),
    state: State,
    sequence_id: nullable(Type.String()),
    enrollment_id: nullable(Type.String()),
    lead_id: nullable(Type.Integer()),
    mailbox_id: nullable(Type.String()),
    step_number: Type.Integer(),
    variant_id: nullable(Type.String()),
    to: Type.String(),
    subject: nullable(Type.String()),
    text: nullable(Type.String(), 'As it was sent; null before it is written.'),
    due_at: Type.String({ format: 'date-time' }),
    sent_at: nullable(Type.String({ format: 'date-time' })),
    attempts: Type.Integer(),
    error_class: nullable(Type.String()),
    error: nullable(Type.String()),
    response: nullable(Type.String(), 'What the server said when it took the message.'),
    message_id: nullable(Type.String(), 'The Message-ID header.'),
    bounced: nullable(Type.Unsafe<'hard' | 'soft'>({ type: 'string', enum: ['hard', 'soft'] })),
    bounce_class: nullable(
      Type.String(),
      'What the server that sent it back meant: `hard` (no such mailbox), `full`, `blocked` (mail like this is not wanted), `soft` ' +
        '(anything else), or `delay`: it has not come back, the server still tries.',
    ),
    bounce_detail: nullable(Type.String(), 'Its words.'),
    replied_at: nullable(Type.String({ format: 'date-time' })),
  },
  { $id: 'OutboundMessage' },
)
export type OutboundMessage = Static<typeof OutboundMessage>
export const OutboundMessageList = listOf(OutboundMessage, 'OutboundMessageList')
export const MessagesQuery = Type.Object({
  state: Type.Optional(State),
  sequence_id: Type.Optional(Type.String({ maxLength: 100 })),
  lead_id: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
  ...PageQuery,
})
export const MessagePath = Type.Object({ message_id: Type.String({ maxLength: 100 }) })
export const SettleRequest = Type.Object(
  {
    outcome: Type.Unsafe<'sent' | 'not_sent'>({
      type: 'string',
      enum: ['sent', 'not_sent'],
      description: '`sent`: the sequence continues. `not_sent`: the message is sent.',
    }),
  },
  { $id: 'SettleRequest', additionalProperties: false },
)

export const OutreachTask = Type.Object(
  {
    id: Type.String(),
    sequence_id: nullable(Type.String()),
    sequence_name: Type.String(),
    enrollment_id: nullable(Type.String()),
    lead_id: nullable(Type.Integer()),
    name: Type.String({ description: 'Of the person or the company.' }),
    kind: Type.String({ description: '`call`, `linkedin` or `task`.' }),
    note: nullable(Type.String()),
    due_at: Type.String({ format: 'date-time' }),
  },
  { $id: 'OutreachTask' },
)
export type OutreachTask = Static<typeof OutreachTask>
export const OutreachTaskList = listOf(OutreachTask, 'OutreachTaskList')
export const TaskPath = Type.Object({ task_id: Type.String({ maxLength: 100 }) })
