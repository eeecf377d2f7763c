// The rows of one workbook on the page: loaded page by page, kept true by live events, loaded again after a gap.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useReducer, useRef, useState } from 'react'
import { onGap, useConnection, useEvents } from '../../../api/events.ts'
import { queries } from '../../../api/queries.ts'
import type { WorkbookPage } from '../../../api/shapes.ts'
import type { GridRow } from '../../../grid/model/grid.types.ts'
import type { CellPatch } from '../../../grid/model/rows.types.ts'
import { RowStore } from '../../../grid/rows/rows.store.ts'
import type { Rows } from '../../../grid/rows/shown-rows.types.ts'
import { isComputed } from '../../columns/columns.logic.ts'
import { getPage } from '../../columns/workbook.api.ts'
import { PAGE_ROWS, workbookQuery } from '../../columns/workbook.queries.ts'
import { type RowQuery, RowSource } from './row-source.ts'
import { groupLevels, type ViewQuestion, type ViewState } from './view-state.logic.ts'
import { doorsOf, readRows } from './views.api.ts'

/** Rows named by an event without their values are loaded again at most this often, in ms. */
const RELOAD_MS = 400
/** The column counts are read again at most this often while cells change, in ms. */
const STATS_MS = 2_000
/** Rows that are read again at the end of a run: what is on the screen and around it. */
const HELD = 1_000
/** Delay between loading the first page and the last page, in ms. */
const AHEAD_MS = 1_000

const loaded = (page: WorkbookPage) => ({ rows: page.rows as unknown as GridRow[], total_rows: page.total_rows })

/** The rows of one query. Each query has its own store. */
interface Opened {
  key: string
  rows: Rows
  /** Null for all rows in their order. */
  source: RowQuery | null
  /** The store of all rows in their order. */
  plain: RowStore | null
}

interface Asking {
  question: ViewQuestion | null
  look: Pick<ViewState, 'group' | 'subgroups' | 'totals'>
  /** False until the query is known. */
  ready: boolean
}

/** `deciding` are the columns whose values say which rows are shown and where. */
export function useTable(workbookId: string, looking: Asking, deciding: ReadonlySet<string>) {
  const { question, ready } = looking
  const levels = groupLevels(looking.look)
  const isGrouped = levels.length > 0
  const first = useQuery(workbookQuery(workbookId))
  const [failed, setFailed] = useState(false)
  const [refused, setRefused] = useState<unknown>(null)
  const [turn, setTurn] = useState(0)
  /** The value of `turn` when rows changed that may now belong elsewhere. */
  const [movedIn, setMovedIn] = useState(-1)
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const key = question
    ? `${turn}:${JSON.stringify([question, levels, isGrouped ? looking.look.totals : undefined])}`
    : ''

  function open(): Opened {
    const source =
      question && !isGrouped
        ? new RowSource(question, PAGE_ROWS, doorsOf(workbookId), () => {
            rows.total = source?.facts.count ?? rows.total
            redraw()
          })
        : null
    const rows: RowStore = new RowStore({
      pageSize: PAGE_ROWS,
      isNumbered: source === null,
      load: async (page, signal) => {
        const answer = source
          ? await source.load(page, signal)
          : loaded(await getPage(workbookId, page + 1, PAGE_ROWS, signal))
        setFailed(false)
        return answer
      },
      onError: () => setFailed(true),
    })
    // Rows in groups are loaded later: until then the store has no query.
    return { key: isGrouped ? '' : key, rows, source, plain: source ? null : rows }
  }
  async function openNext(): Promise<Opened> {
    if (!isGrouped || !question) {
      const next = open()
      await next.rows.ensure(0, 0)
      return next
    }
    const { openGroups } = await import('./grouped.ts')
    const columns = first.data?.workbook.columns_config ?? []
    const asked = { workbookId, question, levels, columns, totals: looking.look.totals, pageSize: PAGE_ROWS }
    const source = await openGroups({ ...asked, onFailed: setFailed })
    return { key, rows: source.rows, source, plain: null }
  }
  const [shown, setShown] = useState<Opened>(open)
  const { rows, source, plain } = shown
  useEffect(() => {
    rows.open()
    return () => rows.close()
  }, [rows])

  // Groups are called what their columns are called.
  const isThere = first.data !== undefined
  // The previous rows stay on the screen until the first page of the new query has arrived.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all of the question
  useEffect(() => {
    setRefused(null)
    if (shown.key === key || !ready || (isGrouped && !isThere)) return
    let left = false
    openNext().then(
      (next) => !left && setShown(next),
      (error) => !left && setRefused(error),
    )
    return () => {
      left = true
    }
  }, [key, shown.key, ready, isThere])

  const page = first.data
  useEffect(() => {
    if (page) plain?.seed(0, loaded(page))
  }, [page, plain])
  // Users often look at the end of a table soon after its beginning, so the last page is loaded in advance.
  const isLong = page !== undefined && page.total_rows > PAGE_ROWS
  useEffect(() => {
    if (!plain || !isLong) return
    const timer = setTimeout(() => void plain.ensure(plain.total - 1, plain.total - 1).catch(() => undefined), AHEAD_MS)
    return () => clearTimeout(timer)
  }, [plain, isLong])
  useEffect(() => {
    if (source) rows.want(0, 1)
  }, [rows, source])

  useEffect(() => () => (source instanceof RowSource ? source.close() : undefined), [source])
  useEffect(() => (source ? rows.subscribe((change) => 'all' in change && redraw()) : undefined), [rows, source])

  // Under a filter, changed rows keep their places until the user sorts again.
  const moved = () => source && setMovedIn(turn)
  const decides = (columnId: unknown) => deciding.has(String(columnId))
  const byHand = page?.workbook.columns_config.some((column) => !isComputed(column) && decides(column.id))
  const readAgain = (rowIds: string[]) =>
    readRows(workbookId, rowIds).then(
      (fresh) => rows.put(fresh),
      () => setFailed(true),
    )
  const stale = useRef(new Set<string>())
  const reload = useThrottle(RELOAD_MS, () => {
    const ids = [...stale.current]
    stale.current.clear()
    if (!source) return rows.invalidateRows(ids)
    const here = ids.filter((id) => rows.indexOf(id) !== undefined)
    if (here.length > 0) void readAgain(here)
  })
  const reloadAll = useThrottle(RELOAD_MS, () => {
    rows.invalidate()
    void source?.count().catch(() => undefined)
    void queries.invalidateQueries({ queryKey: workbookQuery(workbookId).queryKey })
  })
  const reloadStats = useThrottle(STATS_MS, () => {
    void queries.invalidateQueries({ queryKey: workbookQuery(workbookId).queryKey })
  })

  useEvents({ workbook_id: workbookId, types: ['cells.updated', 'rows.*', 'workbook.*', 'run.*'] }, (event) => {
    if (event.type === 'cells.updated') {
      if (Array.isArray(event.cells)) {
        const cells = event.cells as CellPatch[]
        rows.patch(cells)
        if (cells.some((cell) => decides(cell.column_id))) moved()
      } else if (Array.isArray(event.row_ids)) {
        for (const id of event.row_ids as string[]) stale.current.add(id)
        reload()
        moved()
      }
      reloadStats()
    } else if (event.type === 'rows.updated' && Array.isArray(event.row_ids)) {
      for (const id of event.row_ids as string[]) stale.current.add(id)
      reload()
      if (byHand) moved()
    } else if (['rows.import_progress', 'workbook.views', 'workbook.comments'].includes(event.type)) {
      // Other components handle these; the rows come with `rows.imported`.
    } else if (source && (event.type === 'rows.created' || event.type === 'rows.imported')) {
      moved()
      reloadStats()
    } else if (source && event.type.startsWith('workbook.')) {
      reloadStats()
    } else if (event.type.startsWith('rows.') || event.type.startsWith('workbook.')) {
      reloadAll()
    } else if (event.type !== 'run.progress') {
      // A page requested just before the last patches may have overwritten them, so the page is loaded again at the end of a run.
      if (!source) return reloadAll()
      void readAgain(rows.held(HELD))
      reloadStats()
    }
  })
  useEffect(() => onGap(reloadAll), [reloadAll])

  // Changes that were missed while the stream was down come with the next page load.
  const connection = useConnection()
  const was = useRef(connection)
  useEffect(() => {
    if (connection === 'connected' && was.current !== 'connected' && was.current !== 'connecting') reloadAll()
    was.current = connection
  }, [connection, reloadAll])

  return {
    rows,
    workbook: page?.workbook,
    query: first,
    connection,
    reloadAll,
    readAgain: (rowIds: string[]) => void readAgain(rowIds),
    failed,
    /** What is known of the rows of the query; null for all rows. */
    found: source?.facts ?? null,
    /** True while the rows of another query are being loaded. */
    waiting: shown.key !== key && refused === null,
    refused,
    isMoved: movedIn === turn && source !== null,
    refreshOrder: () => setTurn((before) => before + 1),
  }
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
