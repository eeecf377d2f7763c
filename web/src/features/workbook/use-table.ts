// The rows of one workbook on the page: loaded page by page, kept true by live events, loaded again after a gap.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { onGap, useConnection, useEvents } from '../../api/events.ts'
import { queries } from '../../api/queries.ts'
import type { WorkbookPage } from '../../api/shapes.ts'
import type { GridRow } from '../../grid/grid.types.ts'
import { RowStore } from '../../grid/rows.store.ts'
import type { CellPatch } from '../../grid/rows.types.ts'
import { getPage } from './workbook.api.ts'
import { PAGE_ROWS, workbookQuery } from './workbook.queries.ts'

/** Rows named by an event without their values are loaded again at most this often, in ms. */
const RELOAD_MS = 400
/** The column counts are read again at most this often while cells change, in ms. */
const STATS_MS = 2_000

const loaded = (page: WorkbookPage) => ({ rows: page.rows as unknown as GridRow[], total_rows: page.total_rows })

export function useTable(workbookId: string) {
  const first = useQuery(workbookQuery(workbookId))
  const [failed, setFailed] = useState(false)
  const [rows] = useState(
    () =>
      new RowStore({
        pageSize: PAGE_ROWS,
        load: async (page, signal) => {
          const answer = await getPage(workbookId, page + 1, PAGE_ROWS, signal)
          setFailed(false)
          return loaded(answer)
        },
        onError: () => setFailed(true),
      }),
  )
  useEffect(() => {
    rows.open()
    return () => rows.close()
  }, [rows])

  const page = first.data
  useEffect(() => {
    if (page) rows.seed(0, loaded(page))
  }, [page, rows])

  const stale = useRef(new Set<string>())
  const reload = useThrottle(RELOAD_MS, () => {
    rows.invalidateRows(stale.current)
    stale.current.clear()
  })
  const reloadAll = useThrottle(RELOAD_MS, () => {
    rows.invalidate()
    void queries.invalidateQueries({ queryKey: workbookQuery(workbookId).queryKey })
  })
  const reloadStats = useThrottle(STATS_MS, () => {
    void queries.invalidateQueries({ queryKey: workbookQuery(workbookId).queryKey })
  })

  useEvents({ workbook_id: workbookId, types: ['cells.updated', 'rows.*', 'workbook.*', 'run.*'] }, (event) => {
    if (event.type === 'cells.updated') {
      if (Array.isArray(event.cells)) rows.patch(event.cells as CellPatch[])
      else if (Array.isArray(event.row_ids)) {
        for (const id of event.row_ids as string[]) stale.current.add(id)
        reload()
      }
      reloadStats()
    } else if (event.type === 'rows.updated' && Array.isArray(event.row_ids)) {
      for (const id of event.row_ids as string[]) stale.current.add(id)
      reload()
    } else if (event.type === 'rows.import_progress') {
      // Its dialog follows it; the rows are there with `rows.imported`.
    } else if (event.type.startsWith('rows.') || event.type.startsWith('workbook.')) {
      reloadAll()
    } else if (event.type !== 'run.progress') {
      // A page asked for just before the last patches may have hidden them: the end of a run loads the truth.
      reloadAll()
    }
  })
  useEffect(() => onGap(reloadAll), [reloadAll])

  // Whatever was missed while the stream was down is on the next page load.
  const connection = useConnection()
  const was = useRef(connection)
  useEffect(() => {
    if (connection === 'connected' && was.current !== 'connected' && was.current !== 'connecting') reloadAll()
    was.current = connection
  }, [connection, reloadAll])

  return { rows, workbook: page?.workbook, query: first, connection, reloadAll, failed }
}

/** Calls back at once, then at most every `ms`, always once more after the last call. */
function useThrottle(ms: number, run: () => void): () => void {
  const latest = useRef(run)
  latest.current = run
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  const again = useRef(false)
  useEffect(
    () => () => {
      if (timer.current) clearTimeout(timer.current)
      timer.current = null
    },
    [],
  )
  const [throttled] = useState(() => () => {
    if (timer.current) {
      again.current = true
      return
    }
    latest.current()
    timer.current = setTimeout(function rest() {
      timer.current = null
      if (!again.current) return
      again.current = false
      latest.current()
      timer.current = setTimeout(rest, ms)
    }, ms)
  })
  return throttled
}
