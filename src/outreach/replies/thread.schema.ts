// Wire shapes of the inbox: threads, the messages in them, and answers.
import { type Static, Type } from 'typebox'
import { nullable } from '../../platform/http/checks/nullable.ts'
import { listOf, PageQuery } from '../../platform/http/paging.ts'
import { Lead } from '../../records/lead-facts/lead.schema.ts'
import { CLASSES, type ReplyClass } from './classify.logic.ts'

const ClassOf = Type.Unsafe<ReplyClass>({ type: 'string', enum: [...CLASSES] })
const When = Type.String({ format: 'date-time' })

export const ReplyThread = Type.Object(
  {
    id: Type.String({ description: 'Of the enrollment.' }),
    sequence_id: Type.String(),
    sequence_name: Type.String(),
    lead_id: Type.Integer(),
    name: Type.String(),
    company: nullable(Type.String(), 'Of the lead.'),
    email: Type.String(),
    status: Type.String({ description: 'Of the enrollment.' }),
    subject: Type.String(),
    snippet: Type.String({ description: 'The beginning of the last reply.' }),
    class: ClassOf,
    kind: Type.String({ description: '`reply`, `auto_reply` or `out_of_office`.' }),
    return_date: nullable(Type.String(), 'Of an out-of-office reply that names its end.'),
    is_read: Type.Boolean(),
    replies: Type.Integer(),
    last_reply_at: When,
  },
  { $id: 'OutreachThread' },
)
export type ReplyThread = Static<typeof ReplyThread>
export const ThreadList = listOf(ReplyThread, 'OutreachThreadList')
export const ThreadsQuery = Type.Object({
  class: Type.Optional(ClassOf),
  unread: Type.Boolean({ default: false, description: 'Only threads with a reply that was not read.' }),
  ...PageQuery,
})
export const ThreadPath = Type.Object({ thread_id: Type.String({ maxLength: 100 }) })

export const ThreadDetail = Type.Object(
  {
    ...ReplyThread.properties,
    lead: Lead,
    messages: Type.Array(
      Type.Object({
        id: Type.String(),
        direction: Type.Unsafe<'in' | 'out'>({ type: 'string', enum: ['in', 'out'] }),
        from: Type.String(),
        subject: Type.String(),
        text: Type.String(),
        at: When,
        state: nullable(Type.String(), 'Of an outgoing message.'),
        class: nullable(ClassOf),
        is_cut: Type.Boolean({ description: 'Only the beginning of a very large mail was read.' }),
      }),
    ),
  },
  { $id: 'OutreachThreadDetail' },
)
export const ThreadUpdate = Type.Object(
  { class: Type.Optional(ClassOf), is_read: Type.Optional(Type.Boolean()) },
  { $id: 'OutreachThreadUpdate', additionalProperties: false },
)
export const ThreadAnswer = Type.Object(
  { text: Type.String({ minLength: 1, maxLength: 50_000 }) },
  { $id: 'OutreachThreadAnswer' },
)
export const InboxReadResult = Type.Object(
  { queued: Type.Boolean({ description: 'The mailbox is read in the background.' }) },
  { $id: 'InboxReadResult' },
)
