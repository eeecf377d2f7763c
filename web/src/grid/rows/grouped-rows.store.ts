// Rows in groups, and groups in groups: a store for every innermost group that was opened, seen as one. Rows of closed groups are not in it.

import type { CellEdit, GridRow } from '../model/grid.types.ts'
import type { Bands, CellPatch, RowChange } from '../model/rows.types.ts'
import { type BandLayout, layBands } from './bands.logic.ts'
import {
  type GroupNode,
  type GroupPlace,
  type GroupPosition,
  GroupTree,
  pathKey,
  type RowGroup,
} from './group-tree.store.ts'
import type { RowStore } from './rows.store.ts'
import type { Rows } from './shown-rows.types.ts'

interface Options {
  pageSize: number
  /** What each level of groups is grouped by, the outermost first. */
  levels: readonly string[]
  /** A store of the rows of an innermost group, which is the last of these. */
  open: (path: readonly RowGroup[]) => RowStore
  /** Groups in the group with this path of keys are on the screen and not there: the first, the next, or all again. */
  onWant: (under: readonly string[]) => void
  turned?: GroupPlace
  onTurned?: (turned: GroupPlace) => void
}

export class GroupedRows implements Rows {
  readonly pageSize: number
  #places: GroupPosition[] = []
  #layout: BandLayout = layBands([])
  #bands: Bands | null = null
  #listeners = new Set<(change: RowChange) => void>()
  #edits = new Map<number, [RowStore, number][]>()
  #nextEdit = 1
  readonly #tree: GroupTree
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
    this.#tree = new GroupTree(options.levels, options.turned)
    this.pageSize = options.pageSize
  }

  /** The groups in a group as they are now: what was open stays open, and few are open from the start. */
  set(groups: readonly RowGroup[], isMore: boolean, under: readonly string[] = []): void {
    this.#tree.set(groups, isMore, under)
    this.#lay()
  }

  /** Groups in groups may have changed: those on the screen are wanted again. */
  age(): void {
    this.#tree.age()
    this.#lay()
  }

  get bands(): Bands {
    this.#bands ??= {
      ...this.#layout,
      want: (first, last) => this.#wantLines(first, last),
      turn: (at, open) => this.#turn(at, open),
      turnAll: (open) => this.#turnAll(open),
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
    for (const [at, node] of this.#open()) {
      const index = node.store?.indexOf(rowId)
      if (index !== undefined) return this.#firstRow(at) + index
    }
    return undefined
  }

  subscribe(listener: (change: RowChange) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  want(first: number, last: number): void {
    if (this.total > 0) this.#wantLines(this.#layout.lineOf(first), this.#layout.lineOf(Math.min(last, this.total - 1)))
  }

  async ensure(first: number, last: number, signal?: AbortSignal): Promise<GridRow[]> {
    // Where they stand now: a store that is loaded may find out that it has fewer or more.
    const parts = this.#open().flatMap(([at, node]) => {
      const start = this.#firstRow(at)
      const [from, to] = [Math.max(first, start), Math.min(last, start + this.#tree.rowsOf(node) - 1)]
      return from <= to ? [{ node, from: from - start, to: to - start }] : []
    })
    const rows: GridRow[] = []
    for (const { node, from, to } of parts) rows.push(...(await this.#storeOf(node).ensure(from, to, signal)))
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
    return this.#tree.nodes().flatMap(({ store }) => store ?? [])
  }

  /** The innermost groups whose rows are shown, each with the place of its header. */
  #open(): [number, GroupNode][] {
    return this.#places.flatMap((place, at): [number, GroupNode][] =>
      'node' in place && this.#tree.rowsOf(place.node) > 0 ? [[at, place.node]] : [],
    )
  }

  #firstRow(at: number): number {
    return this.#layout.lineOfBand(at) - at
  }

  #placeOf(row: number): { store: RowStore | null; at: number } | null {
    if (row < 0 || row >= this.total) return null
    const band = this.#layout.lineOf(row) - row - 1
    const place = this.#places[band]
    return place && 'node' in place ? { store: place.node.store, at: row - this.#firstRow(band) } : null
  }

  #storeOf(node: GroupNode): RowStore {
    if (node.store) return node.store
    const store = this.#options.open(node.path)
    store.total = node.group.count
    node.store = store
    store.subscribe((change) => this.#heard(store, change))
    return store
  }

  #heard(store: RowStore, change: RowChange): void {
    if ('all' in change) {
      this.#lay()
      return
    }
    const at = this.#places.findIndex((place) => 'node' in place && place.node.store === store)
    const place = this.#places[at]
    if (!place || !('node' in place) || !place.node.isOpen) return
    const first = this.#firstRow(at)
    this.#emit({ rows: change.rows.map((row) => first + row) })
  }

  #turn(at: number, open: boolean): void {
    const place = this.#places[at]
    if (!place || !('node' in place) || place.node.group.shut !== '') return
    this.#tree.turn(place.node, open)
    this.#turned()
  }

  #turnAll(open: boolean): void {
    this.#tree.turnAll(open)
    this.#turned()
  }

  #turned(): void {
    this.#options.onTurned?.(this.#tree.turned)
    this.#lay()
  }

  #wantLines(first: number, last: number): void {
    const { lines } = this.#layout
    if (lines === 0) return
    const from = this.#bandAt(Math.max(0, first))
    const to = this.#bandAt(Math.min(lines - 1, last))
    const wanted = new Map<string, readonly string[]>()
    // What comes in meanwhile makes other places; these are the ones that the lines are about.
    const [places, layout] = [this.#places, this.#layout]
    for (let at = from; at <= to; at += 1) {
      const place = places[at]
      if (!place) continue
      if ('more' in place) wanted.set(pathKey(place.more), place.more)
      else {
        if (place.level.isStale) wanted.set(pathKey(place.under), place.under)
        const start = layout.lineOfBand(at) + 1
        const [top, bottom] = [Math.max(0, first - start), Math.min(this.#tree.rowsOf(place.node) - 1, last - start)]
        if (top <= bottom) this.#storeOf(place.node).want(top, bottom)
      }
    }
    for (const under of wanted.values()) this.#options.onWant(under)
  }

  /** The group that a line belongs to, its own header included. */
  #bandAt(line: number): number {
    const at = this.#layout.lineAt(line)
    return 'band' in at ? at.band : line - at.row - 1
  }

  #lay(): void {
    const { bands, places } = this.#tree.headers()
    this.#places = places
    this.#layout = layBands(bands)
    this.#bands = null
    this.#emit({ all: true })
  }

  #emit(change: RowChange): void {
    for (const listener of this.#listeners) listener(change)
  }
}
