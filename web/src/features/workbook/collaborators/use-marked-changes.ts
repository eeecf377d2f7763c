// Shows for some seconds what other people change in the rows on the screen, and who it was.
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useEvents } from '../../../api/events.ts'
import type { Tint } from '../../../grid/drawing/glide-cells.ts'
import type { GridColumn, GridRow } from '../../../grid/model/grid.types.ts'
import type { Rows } from '../../../grid/rows/shown-rows.types.ts'
import { meQuery } from '../../settings/settings.queries.ts'
import { changedColumns, hueOf, newsWords, type Seen } from './collaborators.logic.ts'

const SHOWN_MS = 10_000
/** Rows named by an event before they are loaded again; more are too many to tell of one by one. */
const MOST_ROWS = 500

export interface ChangeMark {
  name: string
  rowId: string
  columnId: string
}

interface Parts {
  workbookId: string
  rows: Rows
  columns: GridColumn[]
  tint: Tint | undefined
  /** Whether edits made here are on their way. */
  isSaving: () => boolean
  /** Resolves when all edits made here so far are on record. */
  saved: () => Promise<void>
  readAgain: (rowIds: string[]) => void
  /** Called when another user changed values on the screen. */
  onChanged: (marks: readonly ChangeMark[]) => void
}

export function useMarkedChanges({ workbookId, rows, columns, tint, isSaving, saved, readAgain, onChanged }: Parts) {
  const me = useQuery(meQuery).data?.id
  const [marks, setMarks] = useState<ReadonlyMap<string, ChangeMark>>(new Map())
  /** Rows that another user changed, as they were here before. */
  const before = useRef(new Map<string, { row: GridRow; name: string }>())

  const tell = useRef(onChanged)
  tell.current = onChanged

  const show = useCallback((made: ChangeMark[]) => {
    if (made.length === 0) return
    tell.current(made)
    setMarks((old) => new Map([...old, ...made.map((mark) => [`${mark.rowId}:${mark.columnId}`, mark] as const)]))
  }, [])

  useEvents({ workbook_id: workbookId, types: ['rows.updated', 'cells.updated'] }, (event) => {
    const actor = event.actor as { user_id: number | null; name: string } | undefined
    if (!actor || me === undefined || actor.user_id === me || event.run_id) return
    if (Array.isArray(event.cells)) {
      const cells = event.cells as { row_id: string; column_id: string }[]
      const here = cells.filter((cell) => rows.indexOf(cell.row_id) !== undefined)
      show(here.map((cell) => ({ name: actor.name, rowId: cell.row_id, columnId: cell.column_id })))
    } else if (Array.isArray(event.row_ids)) {
      const ids = (event.row_ids as string[]).slice(0, MOST_ROWS)
      const note = (id: string) => {
        const index = rows.indexOf(id)
        const row = index === undefined ? undefined : rows.row(index)
        if (row && !before.current.has(id)) before.current.set(id, { row, name: actor.name })
      }
      if (!isSaving()) return ids.forEach(note)
      // What is being saved may lie over what they wrote, and which of the two was later is known when it is saved.
      void saved().then(() => {
        ids.forEach(note)
        readAgain(ids.filter((id) => rows.indexOf(id) !== undefined))
      })
    }
  })

  useEffect(() => {
    before.current.clear()
    setMarks(new Map())
    return rows.subscribe(() => {
      const made: ChangeMark[] = []
      for (const [rowId, was] of before.current) {
        const index = rows.indexOf(rowId)
        const now = index === undefined ? undefined : rows.row(index)
        if (index !== undefined && (!now || now === was.row)) continue
        before.current.delete(rowId)
        if (now) made.push(...changedColumns(was.row, now).map((columnId) => ({ name: was.name, rowId, columnId })))
      }
      show(made)
    })
  }, [rows, show])

  useEffect(() => {
    if (marks.size === 0) return
    const timer = setTimeout(() => setMarks(new Map()), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [marks])

  const seen = [...marks.values()].flatMap(({ name, rowId, columnId }): Seen[] => {
    const column = columns.find((one) => one.id === columnId)?.name
    const row = rows.indexOf(rowId)
    return column === undefined || row === undefined ? [] : [{ name, column, row }]
  })
  return {
    news: newsWords(seen),
    tint: useMemo<Tint | undefined>(() => {
      if (marks.size === 0) return tint
      return (row, columnId) => {
        const mark = marks.get(`${row.row_id}:${columnId}`)
        return mark ? hueOf(mark.name) : tint?.(row, columnId)
      }
    }, [marks, tint]),
    changedBy: (rowId: string, columnId: string) => marks.get(`${rowId}:${columnId}`)?.name,
  }
}
