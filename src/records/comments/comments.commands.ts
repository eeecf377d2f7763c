// What members do with comments: begin a thread, reply, change and delete what they wrote, resolve a thread and open it again.
import { roleCovers } from '../../identity/capabilities.logic.ts'
import { notifyMentions } from '../../identity/notices/mentions.commands.ts'
import type { Viewer } from '../../identity/sharing.logic.ts'
import { refuse, refuseField } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { refuseErased } from '../lead-facts/erasure.reads.ts'
import { openToRead } from '../opening/open.reads.ts'
import { rowIdOf } from '../rows/rows.commands.ts'
import { emitWorkbook } from '../store/workbook.events.ts'
import { mustReadWorkbook } from '../store/workbooks.reads.ts'
import { mustReadThread } from './comments.reads.ts'
import type { CommentThread, ThreadCreate } from './comments.schema.ts'

const MOST_COMMENTS = 500
const ROW = 'select 1 from workbook_rows where workspace_id = $1 and workbook_id = $2 and id = $3'

export async function beginThread(
  tx: WorkspaceTx,
  workbookId: string,
  viewer: Viewer,
  { row_id, column_id = null, text }: ThreadCreate,
  now: Date,
): Promise<CommentThread> {
  const { id, columns, through, is_over } = await openToRead(tx, workbookId)
  if (column_id !== null && !columns.some((column) => column.id === column_id))
    refuseField(['column_id'], 'unknown_column', `There is no column "${column_id}"`, column_id)
  const place = [tx.workspace_id, id, rowIdOf(row_id)]
  // Held first: a row or lead that goes meanwhile takes its threads along, and would leave this one.
  const held = is_over
    ? await tx.client.query('select 1 from leads where workspace_id = $1 and row_id = $2 for key share', [
        tx.workspace_id,
        rowIdOf(row_id),
      ])
    : await tx.client.query(`${ROW} for key share`, place)
  if (held.rowCount === 0 || (is_over && (await through.client.query(ROW, place)).rowCount === 0))
    refuse('not_found', 'Row not found')
  const thread = newId()
  await tx.client.query(
    'insert into workbook_threads (workspace_id, workbook_id, row_id, id, column_id) values ($1, $2, $3, $4, $5)',
    [...place, thread, column_id],
  )
  await write(tx, { workbookId: id, thread, row_id: rowIdOf(row_id), column_id }, viewer, text, now)
  return mustReadThread(tx, id, thread)
}

export async function reply(
  tx: WorkspaceTx,
  workbookId: string,
  threadId: string,
  viewer: Viewer,
  text: string,
  now: Date,
): Promise<CommentThread> {
  const thread = await lockThread(tx, workbookId, threadId)
  if (thread.comments.length >= MOST_COMMENTS)
    refuse('conflict', `A thread has at most ${MOST_COMMENTS} comments. Begin another one.`)
  await write(tx, { workbookId, thread: thread.id, ...thread }, viewer, text, now)
  return mustReadThread(tx, workbookId, threadId)
}

interface CommentPlace {
  workbookId: string
  thread: string
  row_id: string
  column_id: string | null
}

async function write(tx: WorkspaceTx, at: CommentPlace, viewer: Viewer, text: string, now: Date): Promise<void> {
  const id = newId()
  const words = await mustBeWritable(tx, text)
  await tx.client.query(
    'insert into workbook_comments (workspace_id, id, thread_id, user_id, text) values ($1, $2, $3, $4, $5)',
    [tx.workspace_id, id, at.thread, viewer.principal.user_id, words],
  )
  await mention(tx, at, id, words, now)
  await emitComments(tx, at, 'created')
}

/** Changes the own comment. Members who are mentioned only now are told. */
export async function editComment(
  tx: WorkspaceTx,
  workbookId: string,
  { threadId, commentId }: { threadId: string; commentId: string },
  viewer: Viewer,
  text: string,
  now: Date,
): Promise<CommentThread> {
  const thread = await lockThread(tx, workbookId, threadId)
  const comment = mustFind(thread, commentId)
  if (comment.author.user_id !== viewer.principal.user_id) refuse('forbidden', 'Only its author may change a comment.')
  const words = await mustBeWritable(tx, text)
  if (words !== comment.text) {
    await tx.client.query(
      'update workbook_comments set text = $3, edited_at = now() where workspace_id = $1 and id = $2',
      [tx.workspace_id, comment.id, words],
    )
    const at = { workbookId, thread: thread.id, ...thread }
    await mention(tx, at, comment.id, words, now)
    await emitComments(tx, at, 'edited')
  }
  return mustReadThread(tx, workbookId, threadId)
}

/** Deletes the own comment, or as an admin that of another; a thread goes with its last one. */
export async function deleteComment(
  tx: WorkspaceTx,
  workbookId: string,
  { threadId, commentId }: { threadId: string; commentId: string },
  viewer: Viewer,
): Promise<void> {
  const thread = await lockThread(tx, workbookId, threadId)
  const comment = mustFind(thread, commentId)
  const isOwn = comment.author.user_id === viewer.principal.user_id
  if (!isOwn && !roleCovers(viewer.role, 'workspace.edit'))
    refuse('forbidden', 'Only its author or an admin may delete a comment.')
  const isLast = thread.comments.length === 1
  await tx.client.query(
    isLast
      ? 'delete from workbook_threads where workspace_id = $1 and id = $2'
      : 'delete from workbook_comments where workspace_id = $1 and id = $2',
    [tx.workspace_id, isLast ? thread.id : comment.id],
  )
  if (!isOwn)
    await audit(tx, {
      act: 'comment.deleted',
      object: { type: 'workbook', id: (await mustReadWorkbook(tx, workbookId)).id },
      before: { comment_id: comment.id, author_id: comment.author.user_id },
    })
  await emitComments(tx, { workbookId, thread: thread.id, ...thread }, 'deleted')
}

export async function setResolved(
  tx: WorkspaceTx,
  workbookId: string,
  threadId: string,
  viewer: Viewer,
  resolved: boolean,
): Promise<CommentThread> {
  const thread = await lockThread(tx, workbookId, threadId)
  if ((thread.resolved_at !== null) === resolved) return thread
  await tx.client.query(
    `update workbook_threads set resolved_at = case when $3 then now() end, resolved_by = case when $3 then $4::bigint end
     where workspace_id = $1 and id = $2`,
    [tx.workspace_id, thread.id, resolved, viewer.principal.user_id],
  )
  await emitComments(tx, { workbookId, thread: thread.id, ...thread }, resolved ? 'resolved' : 'reopened')
  return mustReadThread(tx, workbookId, threadId)
}

/** The thread as it stays until the transaction ends. */
async function lockThread(tx: WorkspaceTx, workbookId: string, threadId: string): Promise<CommentThread> {
  const { id } = await mustReadThread(tx, workbookId, threadId)
  await tx.client.query('select 1 from workbook_threads where workspace_id = $1 and id = $2 for update', [
    tx.workspace_id,
    id,
  ])
  return mustReadThread(tx, workbookId, id)
}

const mustFind = ({ comments }: CommentThread, id: string) =>
  comments.find((comment) => comment.id === id.toLowerCase()) ?? refuse('not_found', 'Comment not found')

async function mustBeWritable(tx: WorkspaceTx, text: string): Promise<string> {
  const words = text.trim()
  if (words === '') refuseField(['text'], 'value_error', 'Value error, write something', text)
  await refuseErased(tx, [words])
  return words
}

async function mention(tx: WorkspaceTx, at: CommentPlace, id: string, text: string, now: Date): Promise<void> {
  const workbook = await mustReadWorkbook(tx, at.workbookId)
  const about = `a comment in “${workbook.name}”`
  const link = `/workbooks/${workbook.id}?comments=${at.thread}`
  await notifyMentions(tx, { text, about, link, key: `comment:${id}` }, now)
}

async function emitComments(tx: WorkspaceTx, at: CommentPlace, change: string): Promise<void> {
  const { thread: thread_id, row_id, column_id } = at
  await emitWorkbook(tx, 'workbook.comments', at.workbookId.toLowerCase(), { thread_id, row_id, column_id, change })
}
