// Rows in groups: a store for every group that was opened, seen as one. Rows of closed groups are not in it.
import { type BandLayout, layBands } from './bands.logic.ts'
import type { CellEdit, GridRow } from './grid.types.ts'
import type { RowStore } from './rows.store.ts'
import type { Band, Bands, CellPatch, Change } from './rows.types.ts'
import type { Rows } from './shown-rows.types.ts'

export interface RowGroup {
  key: string
  label: string
  count: number
  /** Why its rows cannot be shown; blank when they can. */
  shut: string
}

interface Options {
  pageSize: number
  /** A store of the rows of one group. */
  open: (group: RowGroup) => RowStore
  /** The next groups are wanted: their header would be on the screen. */
  onMore: () => void
}

interface Member {
  group: RowGroup
  isOpen: boolean
  store: RowStore | null
}

const MORE: Band = { key: '', label: 'More groups', count: null, isOpen: false, shut: 'More groups are being loaded' }
/** When there are more groups than this, none is open from the start. */
const FEW = 30

export class GroupedRows implements Rows {
  readonly pageSize: number
  #members: Member[] = []
  #isMore = false
  #layout: BandLayout = layBands([])
  #bands: Bands | null = null
  #listeners = new Set<(change: Change) => void>()
  #edits = new Map<number, [RowStore, number][]>()
  #nextEdit = 1
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
    this.pageSize = options.pageSize
  }

  /** The groups as they are now: what was open stays open, and few are open from the start. */
  set(groups: readonly RowGroup[], isMore: boolean): void {
    const known = new Map(this.#members.map((member) => [member.group.key, member]))
    const opens = known.size === 0 ? groups.length <= FEW && !isMore : this.#members.every(({ isOpen }) => isOpen)
    this.#members = groups.map((group) => {
      const before = known.get(group.key)
      if (before?.store) before.store.total = group.count
      return before ? { ...before, group } : { group, isOpen: opens && group.shut === '', store: null }
    })
    this.#isMore = isMore
    this.#lay()
  }

  get bands(): Bands {
    this.#bands ??= {
      ...this.#layout,
      want: (first, last) => this.#wantLines(first, last),
      turn: (at, open) => this.#turn([at], open),
      turnAll: (open) => this.#turn([...this.#members.keys()], open),
    }
    return this.#bands
  }

  get total(): number {
    return this.#layout.lines - this.#layout.list.length
  }

  row(index: number): GridRow | undefined {
    const place = this.#placeOf(index)
    return place?.store?.row(place.at)
  }

  indexOf(rowId: string): number | undefined {
    for (const [at, { store, isOpen }] of this.#members.entries()) {
      const index = isOpen ? store?.indexOf(rowId) : undefined
      if (index !== undefined) return this.#firstRow(at) + index
    }
    return undefined
  }

  subscribe(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  want(first: number, last: number): void {
    if (this.total > 0) this.#wantLines(this.#layout.lineOf(first), this.#layout.lineOf(Math.min(last, this.total - 1)))
  }

  async ensure(first: number, last: number, signal?: AbortSignal): Promise<GridRow[]> {
    // Where they stand now: a store that is loaded may find out that it has fewer or more.
    const parts = this.#members.flatMap((member, at) => {
      const start = this.#firstRow(at)
      const [from, to] = [Math.max(first, start), Math.min(last, start + this.#rowsOf(member) - 1)]
      return from <= to ? [{ member, from: from - start, to: to - start }] : []
    })
    const rows: GridRow[] = []
    for (const { member, from, to } of parts) rows.push(...(await this.#storeOf(member).ensure(from, to, signal)))
    return rows
  }

  edit(edits: readonly CellEdit[], computed: (columnId: string) => boolean): number {
    const token = this.#nextEdit
    this.#nextEdit += 1
    this.#edits.set(
      token,
      this.#stores().map((store) => [store, store.edit(edits, computed)]),
    )
    return token
  }

  commit(token: number, saved: readonly GridRow[] = []): void {
    for (const [store, own] of this.#edits.get(token) ?? []) store.commit(own, saved)
    this.#edits.delete(token)
  }

  rollback(token: number): void {
    for (const [store, own] of this.#edits.get(token) ?? []) store.rollback(own)
    this.#edits.delete(token)
  }

  patch(patches: readonly CellPatch[]): number {
    return this.#stores().reduce((sum, store) => sum + store.patch(patches), 0)
  }

  put(rows: readonly GridRow[]): void {
    for (const store of this.#stores()) store.put(rows)
  }

  held(most: number): string[] {
    return this.#stores()
      .flatMap((store) => store.held(most))
      .slice(-most)
  }

  invalidate(): void {
    for (const store of this.#stores()) store.invalidate()
  }

  invalidateRows(rowIds: Iterable<string>): void {
    const ids = [...rowIds]
    for (const store of this.#stores()) store.invalidateRows(ids)
  }

  isUnsaved(): boolean {
    return false
  }

  savedId(rowId: string): string {
    return rowId
  }

  // Which group a new row belongs to is known when it has values: it comes with the groups that are read next.
  grow(): void {}
  settleBlank(): void {}
  dropBlank(): void {}
  insertBlank(): never {
    throw new Error('rows are not added to groups')
  }

  open(): void {
    for (const store of this.#stores()) store.open()
  }

  close(): void {
    for (const store of this.#stores()) store.close()
  }

  #stores(): RowStore[] {
    return this.#members.flatMap(({ store }) => store ?? [])
  }

  #rowsOf({ isOpen, store, group }: Member): number {
    return isOpen ? (store?.total ?? group.count) : 0
  }

  #firstRow(at: number): number {
    return this.#layout.lineOfBand(at) - at
  }

  #placeOf(row: number): { store: RowStore | null; at: number } | null {
    if (row < 0 || row >= this.total) return null
    const band = this.#layout.lineOf(row) - row - 1
    return { store: this.#members[band]?.store ?? null, at: row - this.#firstRow(band) }
  }

  #storeOf(member: Member): RowStore {
    if (member.store) return member.store
    const store = this.#options.open(member.group)
    store.total = member.group.count
    member.store = store
    store.subscribe((change) => this.#heard(store, change))
    return store
  }

  #heard(store: RowStore, change: Change): void {
    const at = this.#members.findIndex((member) => member.store === store)
    const member = this.#members[at]
    if (member && 'all' in change) this.#lay()
    if (!member?.isOpen || 'all' in change) return
    const first = this.#firstRow(at)
    this.#emit({ rows: change.rows.map((row) => first + row) })
  }

  #turn(places: number[], open: boolean): void {
    for (const at of places) {
      const member = this.#members[at]
      if (member && member.group.shut === '') member.isOpen = open
    }
    this.#lay()
  }

  #wantLines(first: number, last: number): void {
    const { lines } = this.#layout
    if (lines === 0) return
    const from = this.#bandAt(Math.max(0, first))
    const to = this.#bandAt(Math.min(lines - 1, last))
    for (let at = from; at <= to; at += 1) {
      const member = this.#members[at]
      if (!member) continue
      const rows = this.#rowsOf(member)
      const start = this.#layout.lineOfBand(at) + 1
      const [top, bottom] = [Math.max(0, first - start), Math.min(rows - 1, last - start)]
      if (top <= bottom) this.#storeOf(member).want(top, bottom)
    }
    if (this.#isMore && to >= this.#members.length) this.#options.onMore()
  }

  /** The group that a line belongs to, its own header included. */
  #bandAt(line: number): number {
    const at = this.#layout.lineAt(line)
    return 'band' in at ? at.band : line - at.row - 1
  }

  #lay(): void {
    const list = this.#members.map((member): Band => {
      const { key, label, shut, count } = member.group
      return { key, label, shut, isOpen: member.isOpen, count: member.store?.total ?? count }
    })
    this.#layout = layBands(this.#isMore ? [...list, MORE] : list)
    this.#bands = null
    this.#emit({ all: true })
  }

  #emit(change: Change): void {
    for (const listener of this.#listeners) listener(change)
  }
}
