// The wire shapes of comments.
import { type Static, Type } from 'typebox'
import { nullable } from '../../platform/http/checks/nullable.ts'
import { listOf, PageQuery } from '../../platform/http/paging.ts'
import { WorkbookPath } from '../opening/route-context.ts'

const Time = Type.String({ format: 'date-time' })
const Text = Type.String({
  minLength: 1,
  maxLength: 5000,
  description: 'Plain text. `@` and a username mentions a member, who gets a notice.',
})
const ColumnId = (description: string) => nullable(Type.String({ maxLength: 200, description }))

const Author = Type.Object(
  { user_id: nullable(Type.Integer()), name: nullable(Type.String({ description: 'Null: no member any more.' })) },
  { $id: 'CommentAuthor' },
)

const Comment = Type.Object(
  { id: Type.String(), author: Author, text: Type.String(), created_at: Time, edited_at: nullable(Time) },
  { $id: 'WorkbookComment' },
)

export const CommentThread = Type.Object(
  {
    id: Type.String(),
    row_id: Type.String(),
    column_id: ColumnId('Null: about the row as a whole.'),
    position: Type.Number({ description: 'Of the row.' }),
    created_at: Time,
    resolved_at: nullable(Time),
    resolved_by: nullable(Author),
    comments: Type.Array(Comment, {
      description: 'The oldest first. In a list of threads only the newest five of each: `list_replies` has all.',
    }),
    comment_count: Type.Integer({ description: 'Of all comments of the thread.' }),
  },
  { $id: 'CommentThread' },
)

export const CommentThreadList = listOf(CommentThread, 'CommentThreadList')

export const CommentList = listOf(Comment, 'WorkbookCommentList')
export const RepliesQuery = Type.Object(PageQuery)

export const ThreadsQuery = Type.Object({
  row_id: Type.Optional(Type.String({ description: 'Only threads of this row and its cells.' })),
  state: Type.Unsafe<'open' | 'resolved' | 'all'>({
    type: 'string',
    enum: ['open', 'resolved', 'all'],
    default: 'open',
  }),
  ...PageQuery,
})

export const ThreadCreate = Type.Object(
  {
    row_id: Type.String(),
    column_id: Type.Optional(ColumnId('The cell of this column. Absent or null: the row as a whole.')),
    text: Text,
  },
  { $id: 'CommentThreadCreate', additionalProperties: false },
)

export const CommentText = Type.Object({ text: Text }, { $id: 'CommentText', additionalProperties: false })

export const ThreadState = Type.Object(
  { resolved: Type.Boolean() },
  { $id: 'CommentThreadState', additionalProperties: false },
)

export const CommentMarks = Type.Object(
  {
    items: Type.Array(
      Type.Object({ row_id: Type.String(), column_id: nullable(Type.String()), threads: Type.Integer() }),
      { description: 'Places with open threads, those with the newest thread first.' },
    ),
    is_complete: Type.Boolean({ description: 'False: there are more places than the answer has.' }),
  },
  { $id: 'CommentMarks' },
)

const { workbook_id } = WorkbookPath.properties
export const ThreadPath = Type.Object({ workbook_id, thread_id: Type.String() })
export const CommentPath = Type.Object({ workbook_id, thread_id: Type.String(), comment_id: Type.String() })

export type CommentThread = Static<typeof CommentThread>
export type ThreadCreate = Static<typeof ThreadCreate>
export type RepliesQuery = Static<typeof RepliesQuery>
export type ThreadsQuery = Static<typeof ThreadsQuery>
export type CommentMarks = Static<typeof CommentMarks>
