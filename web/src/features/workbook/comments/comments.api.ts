// Calls of comments, and what the query cache keeps of them.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, once, take } from '../../../api/client.ts'
import { freshFor, keys } from '../../../api/queries.ts'

export type ThreadFilter = 'open' | 'resolved' | 'all'

/** Where a thread belongs: a row, or one cell of it. */
export interface CommentPlace {
  rowId: string
  columnId: string | null
}

const at = (workbook_id: string) => ({ path: { workbook_id } })
const threadAt = (workbook_id: string, thread_id: string) => ({ path: { workbook_id, thread_id } })

export const commentsKey = (id: string) => [...keys.workbook(id), 'comments']

export const threadsQuery = (id: string, rowId: string | null, state: ThreadFilter) =>
  infiniteQueryOptions({
    queryKey: [...commentsKey(id), 'threads', rowId, state],
    queryFn: ({ pageParam, signal }) =>
      take(
        api.GET('/api/workbooks/{workbook_id}/comments', {
          params: {
            ...at(id),
            query: { state, limit: 50, ...(rowId && { row_id: rowId }), ...(pageParam && { cursor: pageParam }) },
          },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  })

/** All comments of a thread: it has no more than a page. */
export const repliesQuery = (id: string, thread: string) =>
  queryOptions({
    queryKey: [...commentsKey(id), 'replies', thread],
    queryFn: ({ signal }) =>
      take(
        api.GET('/api/workbooks/{workbook_id}/comments/{thread_id}/replies', {
          params: { ...threadAt(id, thread), query: { limit: 500 } },
          signal,
        }),
      ),
  })

/** One thread, whatever its state and its age. */
export const threadQuery = (id: string, thread: string) =>
  queryOptions({
    queryKey: [...commentsKey(id), 'thread', thread],
    queryFn: ({ signal }) =>
      take(api.GET('/api/workbooks/{workbook_id}/comments/{thread_id}', { params: threadAt(id, thread), signal })),
  })

export const marksQuery = (id: string) =>
  queryOptions({
    queryKey: [...commentsKey(id), 'marks'],
    queryFn: ({ signal }) => take(api.GET('/api/workbooks/{workbook_id}/comments/marks', { params: at(id), signal })),
    staleTime: freshFor(10_000),
  })

export const beginThread = (id: string, { rowId: row_id, columnId: column_id }: CommentPlace, text: string) =>
  take(
    api.POST('/api/workbooks/{workbook_id}/comments', {
      params: { ...at(id), ...once() },
      body: { row_id, column_id, text },
    }),
  )

export const reply = (id: string, thread: string, text: string) =>
  take(
    api.POST('/api/workbooks/{workbook_id}/comments/{thread_id}/replies', {
      params: { ...threadAt(id, thread), ...once() },
      body: { text },
    }),
  )

export const setResolved = (id: string, thread: string, resolved: boolean) =>
  take(
    api.PATCH('/api/workbooks/{workbook_id}/comments/{thread_id}', {
      params: threadAt(id, thread),
      body: { resolved },
    }),
  )

const commentAt = (workbook_id: string, thread_id: string, comment_id: string) => ({
  path: { workbook_id, thread_id, comment_id },
})

export const editComment = (id: string, thread: string, comment: string, text: string) =>
  take(
    api.PATCH('/api/workbooks/{workbook_id}/comments/{thread_id}/replies/{comment_id}', {
      params: commentAt(id, thread, comment),
      body: { text },
    }),
  )

export const deleteComment = (id: string, thread: string, comment: string) =>
  take(
    api.DELETE('/api/workbooks/{workbook_id}/comments/{thread_id}/replies/{comment_id}', {
      params: commentAt(id, thread, comment),
    }),
  )
