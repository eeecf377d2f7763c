// Rows of a table of any length, kept as sparse pages: loads what is looked at, forgets what was not looked at for long.

import type { CellEdit, GridRow } from '../model/grid.types.ts'
import type { Bands, CellPatch, Flight, GridPage, LoadedPage, RowChange, RowStoreOptions } from '../model/rows.types.ts'
import { BlankRows } from './blank-rows.store.ts'
import { PendingEdits, patched } from './pending.store.ts'

export class RowStore {
  readonly pageSize: number
  readonly bands: Bands | null = null
  #total = 0
  #pages = new Map<number, GridPage>()
  #index = new Map<string, number>()
  #flights = new Map<number, Flight>()
  #wanted: number[] = []
  #firstSeen = 0
  #failed = new Set<number>()
  #listeners = new Set<(change: RowChange) => void>()
  #pending = new PendingEdits()
  #blanks = new BlankRows()
  #closed = false
  /** Grows with every invalidation, so that an answer asked for before it does not count as fresh. */
  #epoch = 0
  readonly #options: RowStoreOptions
  readonly #maxInFlight: number
  /** Pages of a range that are loaded at a time. */
  readonly #abreast: number

  constructor(options: RowStoreOptions) {
    this.#options = options
    this.pageSize = options.pageSize ?? 200
    this.#maxInFlight = options.maxInFlight ?? 3
    this.#abreast = options.isNumbered ? this.#maxInFlight : 1
  }

  get total(): number {
    return this.#total
  }

  /** The row at an index with unsaved edits on top; undefined while it is not loaded. */
  row(index: number): GridRow | undefined {
    const base = this.#pages.get(Math.floor(index / this.pageSize))?.rows[index % this.pageSize]
    return base && this.#pending.over(base)
  }

  /** Where a loaded row stands; undefined for rows that are not in memory. */
  indexOf(rowId: string): number | undefined {
    return this.#index.get(rowId)
  }

  subscribe(listener: (change: RowChange) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Says which rows are on the screen: loads their pages, and stops loading pages that were scrolled past. */
  want(first: number, last: number): void {
    const from = this.#pageOf(first)
    const to = this.#pageOf(last)
    const moved = first - this.#firstSeen
    this.#firstSeen = first
    this.#wanted = Array.from({ length: to - from + 1 }, (_, at) => from + at)
    this.#touch(this.#wanted)
    // While scrolling steadily, one page ahead; a jump says nothing about where it goes on.
    if (moved !== 0 && Math.abs(moved) < this.pageSize) {
      const ahead = moved > 0 ? to + 1 : from - 1
      if (ahead >= 0 && ahead * this.pageSize < this.#total) this.#wanted.push(ahead)
    }
    for (const [page, flight] of this.#flights) {
      if (!flight.pinned && (page < from - 1 || page > to + 1)) flight.abort.abort()
    }
    this.#failed.clear()
    this.#pump()
  }

  /** Loads a range and resolves when all of it is in memory at once; rejects when a page cannot be loaded. */
  async ensure(first: number, last: number, signal?: AbortSignal): Promise<GridRow[]> {
    const rows: GridRow[] = []
    for (let page = this.#pageOf(first); page <= this.#pageOf(last); page += 1) {
      signal?.throwIfAborted()
      for (let next = page; next < page + this.#abreast && next <= this.#pageOf(last); next += 1)
        if (this.#isMissing(next)) this.#fetch(next, true).catch(() => {})
      if (this.#isMissing(page)) await this.#fetch(page, true)
      const held = this.#pages.get(page)?.rows ?? []
      const start = page * this.pageSize
      for (let at = Math.max(first, start); at <= last && at - start < held.length; at += 1) {
        const base = held[at - start]
        if (base) rows.push(this.#pending.over(base))
      }
    }
    return rows
  }

  /** Takes a page that arrived by another way, for example together with the workbook. */
  seed(page: number, loaded: LoadedPage): void {
    this.#put(page, loaded, this.#epoch)
    this.#emit({ all: true })
  }

  /** Marks everything as old: what is on the screen is loaded again and shown until then. */
  invalidate(): void {
    this.#epoch += 1
    for (const page of this.#pages.values()) page.stale = true
    this.#failed.clear()
    this.#pump()
  }

  /** Like invalidate, but only for the pages that hold these rows. Rows that are not in memory need nothing. */
  invalidateRows(rowIds: Iterable<string>): void {
    const held = [...rowIds].flatMap((id) => this.#index.get(id) ?? [])
    const fresh = held.flatMap((index) => this.#pages.get(this.#pageOf(index)) ?? []).filter((page) => !page.stale)
    if (fresh.length === 0) return
    for (const page of fresh) page.stale = true
    this.#epoch += 1
    this.#pump()
  }

  /** Applies cell patches to rows in memory. Returns how many of them were. */
  patch(patches: readonly CellPatch[]): number {
    const changed = new Set<number>()
    let applied = 0
    for (const { row_id, column_id, ...fields } of patches) {
      const index = this.#index.get(row_id)
      if (index === undefined) continue
      applied += 1
      this.#replace(index, (row) => patched(row, column_id, fields))
      changed.add(index)
    }
    if (changed.size > 0) this.#emit({ rows: [...changed] })
    return applied
  }

  /** Puts rows that were read again in the places of those in memory. */
  put(rows: readonly GridRow[]): void {
    for (const row of rows) this.#replace(this.#index.get(row.row_id) ?? -1, () => row)
    this.#emitRows(rows)
  }

  /** Rows in memory, the ones that came last. */
  held(most: number): string[] {
    return [...this.#index.keys()].slice(-most)
  }

  /** How many rows there are, known by another way than a page. */
  set total(total: number) {
    this.#total = total
    this.#emit({ all: true })
  }

  /** Shows edits before they are saved. Ends with `commit` or `rollback` of the token it returns. */
  edit(edits: readonly CellEdit[], computed: (columnId: string) => boolean): number {
    const token = this.#pending.add(edits, computed)
    this.#emitRows(edits)
    return token
  }

  /** The edit is saved: rows the server answered with become the truth, without them the edit itself does. */
  commit(token: number, saved: readonly GridRow[] = []): void {
    const edits = this.#pending.take(token)
    const answered = new Map(saved.map((row) => [row.row_id, row]))
    for (const [rowId, apply] of edits) {
      const index = this.#index.get(rowId)
      if (index !== undefined) this.#replace(index, (row) => answered.get(rowId) ?? apply(row))
    }
    this.#emitRows([...edits.keys()].map((row_id) => ({ row_id })))
  }

  /** The edit was refused: what was there before shows again, newer edits stay on top. */
  rollback(token: number): void {
    this.#emitRows([...this.#pending.take(token).keys()].map((row_id) => ({ row_id })))
  }

  /** Rows were added at the end: shows their places until the last page is loaded again. */
  grow(count: number): void {
    const last = this.#pages.get(Math.floor(Math.max(0, this.#total - 1) / this.pageSize))
    if (last) last.stale = true
    this.#epoch += 1
    this.#total += count
    this.#emit({ all: true })
  }

  /** Shows a blank row at the end before it is saved. Ends with `settleBlank` or `dropBlank`. */
  insertBlank(): GridRow {
    const row = this.#blanks.make(this.#total)
    this.#append(row)
    this.#emit({ all: true })
    return row
  }

  /** The blank row is saved: what was typed into it meanwhile stays on top of it. */
  settleBlank(blankId: string, saved: GridRow): void {
    this.#epoch += 1
    this.#blanks.settle(blankId, saved, this.#epoch)
    this.#pending.rename(blankId, saved.row_id)
    const index = this.#index.get(blankId)
    // A page that was loaded meanwhile has the saved row already.
    if (this.#index.has(saved.row_id)) this.#takeOut(blankId)
    else if (index !== undefined) {
      this.#index.delete(blankId)
      this.#replace(index, () => saved)
      this.#index.set(saved.row_id, index)
    }
    this.#emit({ all: true })
  }

  /** The blank row was refused. */
  dropBlank(blankId: string): void {
    this.#blanks.drop(blankId)
    this.#takeOut(blankId)
    this.invalidate()
    this.#emit({ all: true })
  }

  #append(row: GridRow): void {
    const index = this.#total
    const key = Math.floor(index / this.pageSize)
    const page = this.#pages.get(key)
    if (page && page.rows.length === index % this.pageSize) page.rows.push(row)
    else if (!page && index % this.pageSize === 0) this.#pages.set(key, { rows: [row], stale: false })
    this.#index.set(row.row_id, index)
    this.#total += 1
  }

  #takeOut(rowId: string): void {
    const index = this.#index.get(rowId)
    this.#index.delete(rowId)
    const page = index === undefined ? undefined : this.#pages.get(Math.floor(index / this.pageSize))
    const at = page?.rows.findIndex((row) => row.row_id === rowId) ?? -1
    if (!page || at === -1) return
    page.rows.splice(at, 1)
    this.#total -= 1
  }

  /** True for a row that was inserted and has no id of the server yet. */
  isUnsaved(rowId: string): boolean {
    return this.#blanks.isUnsaved(rowId)
  }

  /** The id by which the server knows a row. */
  savedId(rowId: string): string {
    return this.#blanks.savedId(rowId)
  }

  /** Loads again after `close`, which a page does when it is shown once more. */
  open(): void {
    this.#closed = false
  }

  /** Stops loading. */
  close(): void {
    this.#closed = true
    for (const flight of this.#flights.values()) flight.abort.abort()
  }

  #pageOf(index: number): number {
    const last = Math.max(0, Math.ceil(this.#total / this.pageSize) - 1)
    return Math.min(Math.max(0, Math.floor(index / this.pageSize)), last)
  }

  #pump(): void {
    if (this.#closed) return
    for (const page of this.#wanted) {
      if (this.#flights.size >= this.#maxInFlight) return
      if (this.#pages.get(page)?.stale === false || this.#flights.has(page) || this.#failed.has(page)) continue
      this.#fetch(page, false).catch(() => {})
    }
  }

  #isMissing = (page: number) => this.#pages.get(page)?.stale !== false

  #fetch(page: number, pinned: boolean): Promise<void> {
    const flying = this.#flights.get(page)
    if (flying && !flying.abort.signal.aborted) {
      flying.pinned ||= pinned
      return flying.done
    }
    const abort = new AbortController()
    const epoch = this.#epoch
    const run = async () => {
      try {
        const loaded = await this.#options.load(page, abort.signal)
        if (abort.signal.aborted || this.#closed) return
        this.#put(page, loaded, epoch)
        this.#emit({ all: true })
      } catch (error) {
        if (abort.signal.aborted || this.#closed) return
        this.#failed.add(page)
        this.#options.onError?.(error, page)
        throw error
      } finally {
        if (this.#flights.get(page) === flight) this.#flights.delete(page)
        this.#pump()
      }
    }
    const flight: Flight = { abort, done: Promise.resolve(), pinned }
    this.#flights.set(page, flight)
    flight.done = run()
    return flight.done
  }

  #put(page: number, loaded: LoadedPage, epoch: number): void {
    // An answer that was on its way does not take away what was inserted since.
    const added = this.#blanks.unknownTo(epoch)
    for (const row of added) this.#takeOut(row.row_id)
    this.#drop(page)
    this.#pages.set(page, { rows: [...loaded.rows], stale: epoch !== this.#epoch })
    loaded.rows.forEach((row, at) => {
      this.#index.set(row.row_id, page * this.pageSize + at)
    })
    this.#total = loaded.total_rows
    for (const row of added) if (!this.#index.has(row.row_id)) this.#append(row)
    for (const key of this.#pages.keys()) {
      if (key * this.pageSize >= Math.max(1, this.#total)) this.#drop(key)
    }
    for (const key of this.#pages.keys()) {
      if (this.#pages.size <= (this.#options.maxPages ?? 60)) break
      if (key !== page && !this.#wanted.includes(key)) this.#drop(key)
    }
  }

  #drop(page: number): void {
    for (const row of this.#pages.get(page)?.rows ?? []) {
      if (Math.floor((this.#index.get(row.row_id) ?? -1) / this.pageSize) === page) this.#index.delete(row.row_id)
    }
    this.#pages.delete(page)
  }

  /** A Map keeps insertion order: putting a page again makes it the youngest. */
  #touch(pages: number[]): void {
    for (const key of pages) {
      const page = this.#pages.get(key)
      if (page && this.#pages.delete(key)) this.#pages.set(key, page)
    }
  }

  #replace(index: number, change: (row: GridRow) => GridRow): void {
    const rows = this.#pages.get(Math.floor(index / this.pageSize))?.rows
    const row = rows?.[index % this.pageSize]
    if (rows && row) rows[index % this.pageSize] = change(row)
  }

  #emitRows(of: readonly { row_id: string }[]): void {
    const rows = new Set(of.flatMap(({ row_id }) => this.#index.get(row_id) ?? []))
    if (rows.size > 0) this.#emit({ rows: [...rows] })
  }

  #emit(change: RowChange): void {
    for (const listener of this.#listeners) listener(change)
  }
}
