// Routes of comments.
import type { Database } from '../../platform/db/database.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { at, routeContext, WorkbookPath } from '../opening/route-context.ts'
import { beginThread, deleteComment, editComment, reply, setResolved } from './comments.commands.ts'
import { listReplies, listThreads, mustReadThread, readMarks } from './comments.reads.ts'
import {
  CommentList,
  CommentMarks,
  CommentPath,
  CommentText,
  CommentThread,
  CommentThreadList,
  RepliesQuery,
  ThreadCreate,
  ThreadPath,
  ThreadState,
  ThreadsQuery,
} from './comments.schema.ts'

export function commentRoutes(database: Database, now: () => Date): Route[] {
  const { inScope, seesWorkbook } = routeContext(database)
  const read = { tag: 'Rows', needs: 'workbooks.view' } as const
  const write = { tag: 'Rows', needs: 'workbooks.comment', exists: seesWorkbook } as const
  const thread = { ...at('/:workbook_id/comments/:thread_id'), ...write, params: ThreadPath } as const
  const comment = {
    ...at('/:workbook_id/comments/:thread_id/replies/:comment_id'),
    ...write,
    params: CommentPath,
  } as const
  return [
    defineRoute({
      ...at('/:workbook_id/comments'),
      ...read,
      method: 'GET',
      id: 'list_comments',
      summary: 'The threads of comments on rows and cells',
      description:
        'The newest first, each with its newest comments. Threads of rows and columns that are deleted are not listed; undo brings them back.',
      params: WorkbookPath,
      query: ThreadsQuery,
      response: { 200: CommentThreadList },
      handler: (ctx, { params, query }) => inScope(ctx, (tx) => listThreads(tx, params.workbook_id, query)),
    }),
    defineRoute({
      ...at('/:workbook_id/comments/marks'),
      ...read,
      method: 'GET',
      id: 'list_comment_marks',
      summary: 'Where open threads of comments are',
      description: 'Rows and cells with the number of their open threads, at most 10,000.',
      params: WorkbookPath,
      response: { 200: CommentMarks },
      handler: (ctx, { params }) => inScope(ctx, (tx) => readMarks(tx, params.workbook_id)),
    }),
    defineRoute({
      ...at('/:workbook_id/comments'),
      ...write,
      method: 'POST',
      id: 'create_comment',
      idempotent: true,
      summary: 'Comment on a row or a cell',
      description: 'Begins a thread. Members who are mentioned get a notice.',
      errors: [409],
      params: WorkbookPath,
      body: ThreadCreate,
      response: { 201: CommentThread },
      handler: (ctx, { params, body }) =>
        inScope(ctx, (tx) => beginThread(tx, params.workbook_id, ctx.scope, body, now())),
    }),
    defineRoute({
      ...at('/:workbook_id/comments/:thread_id'),
      ...read,
      method: 'GET',
      id: 'read_comment',
      summary: 'A thread of comments',
      description:
        'Open or resolved; a thread of a row or column that is deleted is not found until undo brings it back.',
      params: ThreadPath,
      response: { 200: CommentThread },
      handler: (ctx, { params }) => inScope(ctx, (tx) => mustReadThread(tx, params.workbook_id, params.thread_id)),
    }),
    defineRoute({
      ...thread,
      method: 'PATCH',
      id: 'resolve_comment',
      summary: 'Resolve a thread, or open it again',
      description: 'Every member who may comment may resolve a thread.',
      body: ThreadState,
      response: { 200: CommentThread },
      handler: (ctx, { params, body }) =>
        inScope(ctx, (tx) => setResolved(tx, params.workbook_id, params.thread_id, ctx.scope, body.resolved)),
    }),
    defineRoute({
      ...at('/:workbook_id/comments/:thread_id/replies'),
      ...read,
      method: 'GET',
      id: 'list_replies',
      summary: 'All comments of a thread',
      description: 'The oldest first, which began the thread.',
      params: ThreadPath,
      query: RepliesQuery,
      response: { 200: CommentList },
      handler: (ctx, { params, query }) =>
        inScope(ctx, (tx) => listReplies(tx, params.workbook_id, params.thread_id, query)),
    }),
    defineRoute({
      ...at('/:workbook_id/comments/:thread_id/replies'),
      ...write,
      method: 'POST',
      id: 'reply_to_comment',
      idempotent: true,
      summary: 'Reply in a thread',
      description: 'A thread has at most 500 comments (409).',
      errors: [409],
      params: ThreadPath,
      body: CommentText,
      response: { 201: CommentThread },
      handler: (ctx, { params, body }) =>
        inScope(ctx, (tx) => reply(tx, params.workbook_id, params.thread_id, ctx.scope, body.text, now())),
    }),
    defineRoute({
      ...comment,
      method: 'PATCH',
      id: 'edit_comment',
      summary: 'Change your own comment',
      description: 'Comments of others are refused (403). Members who are mentioned only now get a notice.',
      errors: [409],
      body: CommentText,
      response: { 200: CommentThread },
      handler: (ctx, { params: { workbook_id, thread_id, comment_id }, body }) =>
        inScope(ctx, (tx) =>
          editComment(tx, workbook_id, { threadId: thread_id, commentId: comment_id }, ctx.scope, body.text, now()),
        ),
    }),
    defineRoute({
      ...comment,
      method: 'DELETE',
      id: 'delete_comment',
      summary: 'Delete your own comment',
      description: 'Admins may delete those of others too. A thread goes with its last comment.',
      response: { 204: null },
      async handler(ctx, { params: { workbook_id, thread_id, comment_id } }) {
        await inScope(ctx, (tx) =>
          deleteComment(tx, workbook_id, { threadId: thread_id, commentId: comment_id }, ctx.scope),
        )
        return undefined
      },
    }),
  ]
}
