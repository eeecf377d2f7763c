// What goes into a row store and what it tells: pages, patches of cells, and what changed.
import type { CellEnrichment, GridRow } from './grid.types.ts'
import type { KeyIntent } from './keyboard.logic.ts'
import type { Selection, Span } from './selection.logic.ts'

export interface LoadedPage {
  rows: GridRow[]
  total_rows: number
}

export interface RowStoreOptions {
  pageSize?: number
  /** Pages kept in memory; the ones looked at longest ago go first. */
  maxPages?: number
  maxInFlight?: number
  /** A page is as quick to load whether the one before it was loaded or not. */
  isNumbered?: boolean
  /** Loads one page, counted from 0. A rejection leaves the page unloaded until it is wanted again. */
  load: (page: number, signal: AbortSignal) => Promise<LoadedPage>
  onError?: (error: unknown, page: number) => void
}

/** What changed: some row indexes, or everything. */
export type RowChange = { rows: number[] } | { all: true }

/** A cell patch from the event stream. `value` and `status` replace; other members are merged. */
export interface CellPatch extends Partial<CellEnrichment> {
  row_id: string
  column_id: string
}

/** A page in memory. */
export interface GridPage {
  rows: GridRow[]
  stale: boolean
}

/** A page on its way. */
export interface Flight {
  abort: AbortController
  done: Promise<void>
  /** True while a caller waits for this page, so that scrolling away does not cancel it. */
  pinned: boolean
}

/** The header over the rows of a group. */
export interface Band {
  key: string
  label: string
  /** The label of the field that the rows are grouped by; blank where it would be obvious. */
  name: string
  /** How many groups it is nested in. */
  level: number
  /** Null where it is not known. */
  count: number | null
  isOpen: boolean
  /** Rows directly under it; none while it is closed or contains groups. */
  rows: number
  /** Why it does not open; blank when it does. */
  shut: string
  /** Totals in words, by column id; absent when none were requested. */
  totals?: Readonly<Record<string, string>> | undefined
}

/** A line of the grid: the header of a group or a row. */
export type GridLine = { band: number } | { row: number }

/** The headers among the rows: rows are counted without them, lines with them. */
export interface Bands {
  readonly list: readonly Band[]
  readonly lines: number
  lineAt(line: number): GridLine
  lineOf(row: number): number
  lineOfBand(at: number): number
  /** The rows among some lines, both ends included; null when all of them are headers. */
  rowsWithin(first: number, last: number): Span | null
  /** Loads what the lines on the screen show. */
  want(first: number, last: number): void
  turn(at: number, open: boolean): void
  turnAll(open: boolean): void
  /** What a key does when headers are in its way; null for its usual effect. */
  press(intent: KeyIntent, selection: Selection, pageLines: number): BandPress | null
}

export type BandPress = { select: Selection } | { turn: number; open: boolean } | 'nothing'
