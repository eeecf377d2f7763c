// Reads the threads of existing rows and columns, with their comments.
import { refuse } from '../../kernel/errors.ts'
import { isUuid } from '../../kernel/ids.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { inOrder } from '../../platform/db/look-up.ts'
import { decodeCursor, pageOf } from '../../platform/http/paging.ts'
import { openToRead } from '../opening/open.reads.ts'
import type { CommentMarks, CommentThread, RepliesQuery, ThreadsQuery } from './comments.schema.ts'

/** Comments of a thread in the list. */
const NEWEST = 5
/** The most marks in one answer: no screen shows more. */
const MOST_MARKS = 10_000

const UTC = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`
const time = (column: string) => `to_char(${column}, ${UTC})`
const author = (column: string) =>
  `json_build_object('user_id', ${column}, 'name', (select username from users where id = ${column}))`

// Threads of a deleted column are hidden, like its values.
const IN_SIGHT = `(t.column_id is null or exists (select from workbook_columns k
  where k.workspace_id = $1 and k.workbook_id = $2 and k.id = t.column_id))`

const COMMENT = `json_build_object('id', c.id, 'author', ${author('c.user_id')}, 'text', c.text,
  'created_at', ${time('c.created_at')}, 'edited_at', ${time('c.edited_at')})`

/** Threads with their newest comments, up to a number each; null for all. */
const threadsWith = (newest: number | null) => `select t.id, t.row_id, t.column_id, r.position,
    ${time('t.created_at')} as created_at, ${time('t.resolved_at')} as resolved_at,
    case when t.resolved_at is not null then ${author('t.resolved_by')} end as resolved_by, c.comments, c.comment_count
  from workbook_threads t
  join workbook_rows r on r.workspace_id = $1 and r.workbook_id = $2 and r.id = t.row_id
  cross join lateral (select json_agg(${COMMENT} order by c.id) as comments, max(c.total)::int as comment_count
    from (select k.*, count(*) over () as total from workbook_comments k where k.workspace_id = $1 and k.thread_id = t.id
      order by k.id desc limit ${newest}) c) c
  where t.workspace_id = $1 and t.workbook_id = $2 and c.comments is not null and ${IN_SIGHT}`

/** The newest thread first. @throws Refusal `not_found` for an unknown workbook */
export async function listThreads(
  tx: WorkspaceTx,
  workbookId: string,
  { row_id, state, limit, cursor }: ThreadsQuery,
): Promise<{ items: CommentThread[]; next_cursor: string | null }> {
  const { id, through } = await openToRead(tx, workbookId)
  const list = `comments of ${id}, ${state}, ${row_id ?? 'all rows'}`
  const [before = null] = decodeCursor(list, cursor) ?? []
  if (row_id !== undefined && !isUuid(row_id)) return { items: [], next_cursor: null }
  const { rows } = await through.client.query<CommentThread>(
    `${threadsWith(NEWEST)} and ($3::uuid is null or t.row_id = $3) and ($4 = 'all' or (t.resolved_at is null) = ($4 = 'open'))
       and ($5::uuid is null or t.id < $5) order by t.id desc limit $6`,
    [tx.workspace_id, id, row_id?.toLowerCase() ?? null, state, before, limit + 1],
  )
  return pageOf(list, rows, limit, (row) => [row.id])
}

/** @throws Refusal `not_found` */
export async function mustReadThread(
  tx: WorkspaceTx,
  workbookId: string,
  threadId: string,
  newest: number | null = null,
): Promise<CommentThread> {
  const { id, through } = await openToRead(tx, workbookId)
  const { rows } = await through.client.query<CommentThread>(`${threadsWith(newest)} and ${inOrder('t.id', '$3')}`, [
    tx.workspace_id,
    id,
    isUuid(threadId) ? threadId : null,
  ])
  return rows[0] ?? refuse('not_found', 'Comment not found')
}

/** The comments of a thread, the oldest first. @throws Refusal `not_found` */
export async function listReplies(
  tx: WorkspaceTx,
  workbookId: string,
  threadId: string,
  { limit, cursor }: RepliesQuery,
): Promise<{ items: CommentThread['comments']; next_cursor: string | null }> {
  const { id } = await mustReadThread(tx, workbookId, threadId, 1)
  const list = `comments of the thread ${id}`
  const [after = null] = decodeCursor(list, cursor) ?? []
  const { rows } = await tx.client.query<{ comment: CommentThread['comments'][number] }>(
    `select ${COMMENT} as comment from workbook_comments c
     where c.workspace_id = $1 and c.thread_id = $2 and ($3::uuid is null or c.id > $3) order by c.id limit $4`,
    [tx.workspace_id, id, after, limit + 1],
  )
  const comments = rows.map(({ comment }) => comment)
  return pageOf(list, comments, limit, (comment) => [comment.id])
}

/** Where open threads are. */
export async function readMarks(tx: WorkspaceTx, workbookId: string): Promise<CommentMarks> {
  const { id, through } = await openToRead(tx, workbookId)
  const { rows } = await through.client.query<CommentMarks['items'][number]>(
    `select t.row_id, t.column_id, count(*)::int as threads from (
       select * from workbook_threads where workspace_id = $1 and ${inOrder('workbook_id', '$2', 'and resolved_at is null')} offset 0) t
     join workbook_rows r on r.workspace_id = $1 and r.workbook_id = $2 and r.id = t.row_id
     where ${IN_SIGHT}
       and exists (select from workbook_comments c where c.workspace_id = $1 and c.thread_id = t.id)
     group by t.row_id, t.column_id order by max(t.created_at) desc limit $3`,
    [tx.workspace_id, id, MOST_MARKS + 1],
  )
  return { items: rows.slice(0, MOST_MARKS), is_complete: rows.length <= MOST_MARKS }
}
