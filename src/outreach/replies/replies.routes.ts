// The routes of the inbox.

import type { Scope } from '../../platform/ctx.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { scopedTo } from '../../platform/http/scoped.ts'
import { enqueue } from '../../platform/queue/queue.ts'
import { readInbox } from '../mailboxes/mailbox-schedules.writes.ts'
import { readMailboxes } from '../mailboxes/mailboxes.reads.ts'
import type { OutreachParts } from '../outreach.parts.ts'
import {
  InboxReadResult,
  ThreadAnswer,
  ThreadDetail,
  ThreadList,
  ThreadPath,
  ThreadsQuery,
  ThreadUpdate,
} from './thread.schema.ts'
import { answerThread, updateThread } from './threads.commands.ts'
import { mustReadThread, readThread, readThreads } from './threads.reads.ts'

const PATH = '/api/outreach/threads'

export function replyRoutes({ database, keys }: OutreachParts): Route[] {
  const inScope = scopedTo(database)
  const sees = (ctx: { scope: Scope }, { params }: { params: { thread_id: string } }) =>
    inScope(ctx, (tx) => mustReadThread(tx, params.thread_id))
  const read = { tag: 'Outreach', access: 'user', needs: 'outreach.view' } as const
  const edit = { tag: 'Outreach', access: 'user', needs: 'outreach.edit' } as const
  const one = { path: `${PATH}/:thread_id`, params: ThreadPath } as const
  return [
    defineRoute({
      ...read,
      method: 'GET',
      path: PATH,
      id: 'list_threads',
      summary: 'Conversations with a reply, the last reply first',
      description: '`class` filters by the class of the reply, `unread` by whether a member has read it.',
      query: ThreadsQuery,
      response: { 200: ThreadList },
      handler: (ctx, { query }) => inScope(ctx, (tx) => readThreads(tx, query)),
    }),
    defineRoute({
      ...edit,
      method: 'POST',
      path: `${PATH}/read`,
      id: 'read_inboxes',
      summary: 'Read the mailboxes now',
      description: 'In the background; they are read every two minutes anyway.',
      response: { 202: InboxReadResult },
      handler: (ctx) =>
        inScope(ctx, async (tx) => {
          const mailboxes = (await readMailboxes(tx)).filter(({ settings }) => settings.imap_host !== null)
          for (const { id } of mailboxes) await enqueue(tx, readInbox, { mailbox_id: id }, { key: id })
          return { queued: mailboxes.length > 0 }
        }),
    }),
    defineRoute({
      ...read,
      ...one,
      method: 'GET',
      id: 'get_thread',
      summary: 'One conversation, with its lead',
      description: 'Every message of it, sent and received, in their order.',
      response: { 200: ThreadDetail },
      handler: (ctx, { params }) => inScope(ctx, (tx) => readThread(tx, params.thread_id)),
    }),
    defineRoute({
      ...edit,
      ...one,
      method: 'PATCH',
      id: 'update_thread',
      summary: 'Sort a conversation, or mark it as read',
      description: 'Sorting it as `unsubscribe` suppresses the address.',
      exists: sees,
      body: ThreadUpdate,
      response: { 200: ThreadDetail },
      handler: (ctx, { params, body }) =>
        inScope(ctx, async (tx) => {
          await updateThread(tx, await keys.of(tx), params.thread_id, body)
          return readThread(tx, params.thread_id)
        }),
    }),
    defineRoute({
      ...edit,
      method: 'POST',
      path: `${PATH}/:thread_id/reply`,
      params: ThreadPath,
      id: 'answer_thread',
      effects: ['sends', 'reaches_out'],
      for_token: 'outreach:send',
      summary: 'Answer a reply',
      description:
        'From the mailbox of the thread, as plain text, as soon as its limits allow. A suppressed address is refused (409).',
      exists: sees,
      body: ThreadAnswer,
      idempotent: true,
      response: { 200: ThreadDetail },
      errors: [409],
      handler: (ctx, { params, body }) =>
        inScope(ctx, async (tx) => {
          await answerThread(tx, await keys.of(tx), params.thread_id, body.text)
          return readThread(tx, params.thread_id)
        }),
    }),
  ]
}
