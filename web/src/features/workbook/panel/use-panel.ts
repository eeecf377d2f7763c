// Which panel is open, kept in the address so that it can be sent to a colleague and left with "back".
import { getRouteApi } from '@tanstack/react-router'

const route = getRouteApi('/w/$workspace/workbooks/$workbookId')

export type Panel =
  /** `wanted`: what a new column is first searched by. */
  | { kind: 'column'; columnId: string | null; wanted?: string }
  | { kind: 'cell'; rowId: string; columnId: string }
  | { kind: 'row'; rowId: string }
  | { kind: 'activity' }
  | { kind: 'sources'; sourceId: string | null }
  | { kind: 'run'; runId: string | null }
  /** The threads of a row or cell, the thread that a link names, or all threads. */
  | { kind: 'comments'; place: { rowId: string; columnId: string | null } | null; threadId: string | null }

/** Reads `?column=new`, also with `&find=…`, `?row=…`, `?row=…&cell=…`, `?activity=open`, `?sources=all`, `?run=all` or `?run=…`,
 * `?comments=all`, `?comments=…` and `?comments=here&row=…&cell=…`. */
export function panelOf(search: Record<string, unknown>): Panel | null {
  const { column, find, row, cell, activity, run, sources, comments } = search
  if (typeof comments === 'string') {
    const columnId = typeof cell === 'string' ? cell : null
    const place = comments === 'here' && typeof row === 'string' ? { rowId: row, columnId } : null
    return { kind: 'comments', place, threadId: comments === 'all' || comments === 'here' ? null : comments }
  }
  if (activity === 'open') return { kind: 'activity' }
  if (typeof sources === 'string') return { kind: 'sources', sourceId: sources === 'all' ? null : sources }
  if (typeof run === 'string') return { kind: 'run', runId: run === 'all' ? null : run }
  if (column === 'new') return { kind: 'column', columnId: null, ...(typeof find === 'string' && { wanted: find }) }
  if (typeof column === 'string') return { kind: 'column', columnId: column }
  if (typeof row !== 'string') return null
  return typeof cell === 'string' ? { kind: 'cell', rowId: row, columnId: cell } : { kind: 'row', rowId: row }
}

export function searchOf(panel: Panel | null): Record<string, string> {
  if (!panel) return {}
  if (panel.kind === 'comments') {
    const { place, threadId } = panel
    if (!place) return { comments: threadId ?? 'all' }
    return { comments: 'here', row: place.rowId, ...(place.columnId !== null && { cell: place.columnId }) }
  }
  if (panel.kind === 'activity') return { activity: 'open' }
  if (panel.kind === 'sources') return { sources: panel.sourceId ?? 'all' }
  if (panel.kind === 'run') return { run: panel.runId ?? 'all' }
  if (panel.kind === 'column')
    return { column: panel.columnId ?? 'new', ...(panel.wanted !== undefined && { find: panel.wanted }) }
  return panel.kind === 'row' ? { row: panel.rowId } : { row: panel.rowId, cell: panel.columnId }
}

export function usePanel() {
  const search = route.useSearch() as Record<string, unknown>
  const navigate = route.useNavigate()
  const panel = panelOf(search)
  function show(next: Panel | null) {
    const {
      column: _c,
      find: _f,
      row: _r,
      cell: _d,
      activity: _a,
      run: _u,
      sources: _s,
      comments: _n,
      ...rest
    } = search
    // Going from one cell to the next is no step of its own for "back".
    const replace = panel !== null && next !== null && panel.kind === next.kind
    void navigate({ search: { ...rest, ...searchOf(next) }, replace })
  }
  return { panel, show }
}
