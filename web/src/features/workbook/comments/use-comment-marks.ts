// Which cells of the grid have open comments; those on a whole row are marked at its first column.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useEvents } from '../../../api/events.ts'
import { invalidateSoon } from '../../../api/queries.ts'
import type { CommentCheck } from '../../../grid/drawing/glide-cells.ts'
import { commentsKey, marksQuery } from './comments.api.ts'

export function useCommentMarks(workbookId: string): CommentCheck | undefined {
  const marks = useQuery(marksQuery(workbookId))
  useEvents({ workbook_id: workbookId, types: ['workbook.comments', 'change.reverted'] }, () =>
    invalidateSoon(commentsKey(workbookId)),
  )
  const items = marks.data?.items
  return useMemo(() => {
    if (!items || items.length === 0) return undefined
    const places = new Set(items.map(({ row_id, column_id }) => `${row_id} ${column_id ?? ''}`))
    return (rowId: string, columnId: string, isFirst: boolean) =>
      places.has(`${rowId} ${columnId}`) || (isFirst && places.has(`${rowId} `))
  }, [items])
}
