// What goes into a row store and what it tells: pages, patches of cells, and what changed.
import type { Enrichment, GridRow } from './grid.types.ts'

export interface LoadedPage {
  rows: GridRow[]
  total_rows: number
}

export interface RowStoreOptions {
  pageSize?: number
  /** Pages kept in memory; the ones looked at longest ago go first. */
  maxPages?: number
  maxInFlight?: number
  /** Loads one page, counted from 0. A rejection leaves the page unloaded until it is wanted again. */
  load: (page: number, signal: AbortSignal) => Promise<LoadedPage>
  onError?: (error: unknown, page: number) => void
}

/** What changed: some row indexes, or everything. */
export type Change = { rows: number[] } | { all: true }

/** A cell patch from the event stream. `value` and `status` replace; other members are merged. */
export interface CellPatch extends Partial<Enrichment> {
  row_id: string
  column_id: string
}

/** A page in memory. */
export interface Page {
  rows: GridRow[]
  stale: boolean
}

/** A page on its way. */
export interface Flight {
  abort: AbortController
  done: Promise<void>
  /** True while someone waits for it by name, so that scrolling away does not end it. */
  pinned: boolean
}
