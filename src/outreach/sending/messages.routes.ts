// The routes of outgoing messages, of tasks, and of the figures of a sequence.

import { Type } from 'typebox'
import { PageQuery } from '../../platform/http/paging.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { scopedTo } from '../../platform/http/scoped.ts'
import type { OutreachParts } from '../outreach.parts.ts'
import { SequencePath } from '../sequences/sequence.schema.ts'
import { mustReadSequence } from '../sequences/sequences.reads.ts'
import {
  MessagePath,
  MessagesQuery,
  OutboundMessage,
  OutboundMessageList,
  OutreachTaskList,
  SettleRequest,
  TaskPath,
} from './message.schema.ts'
import { completeTask, mustReadTask, settleMessage } from './messages.commands.ts'
import { mustReadMessage, readMessages, readTasks } from './messages.reads.ts'
import { readStats } from './stats.reads.ts'
import { SequenceStats } from './stats.schema.ts'

export function messageRoutes({ database, now }: OutreachParts): Route[] {
  const inScope = scopedTo(database)
  const read = { tag: 'Outreach', access: 'user', needs: 'outreach.view' } as const
  const edit = { tag: 'Outreach', access: 'user', needs: 'outreach.edit' } as const
  return [
    defineRoute({
      ...read,
      method: 'GET',
      path: '/api/outreach/messages',
      id: 'list_messages',
      summary: 'Outgoing messages, newest first',
      description: 'Planned, sent, failed and uncertain ones; `state`, `sequence_id` and `lead_id` filter.',
      query: MessagesQuery,
      response: { 200: OutboundMessageList },
      handler: (ctx, { query }) => inScope(ctx, (tx) => readMessages(tx, query)),
    }),
    defineRoute({
      ...read,
      method: 'GET',
      path: '/api/outreach/messages/:message_id',
      params: MessagePath,
      id: 'get_message',
      summary: 'One outgoing message',
      description:
        'What was or will be sent, when, the answer of the mail server, and whether it bounced or was replied to.',
      response: { 200: OutboundMessage },
      handler: (ctx, { params }) => inScope(ctx, (tx) => mustReadMessage(tx, params.message_id)),
    }),
    defineRoute({
      ...edit,
      method: 'POST',
      path: '/api/outreach/messages/:message_id/settle',
      params: MessagePath,
      id: 'settle_message',
      summary: 'Say whether an uncertain message was sent',
      description:
        'The connection to the server broke while the message was sent, so it is never sent again automatically. Check the ' +
        'sent folder or the log of the server.',
      exists: (ctx, { params }) => inScope(ctx, (tx) => mustReadMessage(tx, params.message_id)),
      body: SettleRequest,
      response: { 200: OutboundMessage },
      errors: [409],
      handler: (ctx, { params, body }) => inScope(ctx, (tx) => settleMessage(tx, params.message_id, body.outcome)),
    }),
    defineRoute({
      ...read,
      method: 'GET',
      path: '/api/outreach/tasks',
      id: 'list_outreach_tasks',
      summary: 'Tasks of sequences that are due',
      description: 'Tasks of users, such as a call, in the order in which they are due.',
      query: Type.Object(PageQuery),
      response: { 200: OutreachTaskList },
      handler: (ctx, { query }) => inScope(ctx, (tx) => readTasks(tx, query, now())),
    }),
    defineRoute({
      ...edit,
      method: 'POST',
      path: '/api/outreach/tasks/:task_id/done',
      params: TaskPath,
      id: 'complete_outreach_task',
      summary: 'Mark a task as done',
      description: 'The sequence continues with its next step.',
      exists: (ctx, { params }) => inScope(ctx, (tx) => mustReadTask(tx, params.task_id)),
      response: { 204: null },
      errors: [409],
      async handler(ctx, { params }) {
        await inScope(ctx, (tx) => completeTask(tx, params.task_id, now()))
        return undefined
      },
    }),
    defineRoute({
      ...read,
      method: 'GET',
      path: '/api/outreach/sequences/:seq_id/stats',
      params: SequencePath,
      id: 'sequence_stats',
      summary: 'The results of a sequence',
      description:
        'By step and variant, with 95 % intervals, and whether the difference between variants is significant.',
      response: { 200: SequenceStats },
      handler: (ctx, { params }) =>
        inScope(ctx, async (tx) => readStats(tx, await mustReadSequence(tx, params.seq_id))),
    }),
  ]
}
