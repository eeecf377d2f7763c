// Groups in groups as far as they are known, which of them are open, and the headers that stand for them one after the other.

import type { Band } from '../model/rows.types.ts'
import type { RowStore } from './rows.store.ts'

export interface RowGroup {
  key: string
  label: string
  count: number
  /** Why its rows cannot be shown; blank when they can. */
  shut: string
  /** In words, by column id. */
  totals?: Readonly<Record<string, string>> | undefined
}

/** What the user opened and closed: all at once, and since then some by the keys of the way to them. */
export interface GroupPlace {
  all: boolean | null
  each: Record<string, boolean>
}

export interface GroupNode {
  group: RowGroup
  /** The groups it stands in, and itself. */
  path: readonly RowGroup[]
  isOpen: boolean
  /** The rows of an innermost group, once it was opened. */
  store: RowStore | null
  /** The groups in any other. */
  inner: Level | null
}

interface Level {
  nodes: GroupNode[]
  isMore: boolean
  isStale: boolean
}

/** What a header stands for: a group, or groups that are still to come in the one with this path of keys. */
export type GroupPosition = { node: GroupNode; level: Level; under: readonly string[] } | { more: readonly string[] }

/** When there are more groups than this, none is open from the start. */
const FEW = 30

const keysOf = (path: readonly RowGroup[]) => path.map(({ key }) => key)
export const pathKey = (keys: readonly string[]) => keys.join('\n')

export class GroupTree {
  #top: Level = { nodes: [], isMore: false, isStale: false }
  #turned: GroupPlace
  readonly #levels: readonly string[]

  /** `levels` are what each level of groups is grouped by, the outermost first. */
  constructor(levels: readonly string[], turned: GroupPlace = { all: null, each: {} }) {
    this.#levels = levels
    this.#turned = turned
  }

  get turned(): GroupPlace {
    return this.#turned
  }

  /** The groups in a group as they are now: what was open stays open, and few are open from the start. */
  set(groups: readonly RowGroup[], isMore: boolean, under: readonly string[]): void {
    const parent = under.length > 0 ? this.#nodeAt(under) : null
    if (parent === undefined) return
    const known = new Map((parent ? parent.inner : this.#top)?.nodes.map((node) => [node.group.key, node]))
    const opens = known.size === 0 ? groups.length <= FEW && !isMore : [...known.values()].every(({ isOpen }) => isOpen)
    const nodes = groups.map((group): GroupNode => {
      const before = known.get(group.key)
      if (before?.store) before.store.total = group.count
      const path = [...(parent?.path ?? []), group]
      if (before) return Object.assign(before, { group, path })
      const wanted = this.#turned.each[pathKey(keysOf(path))] ?? this.#turned.all ?? opens
      return { group, path, isOpen: wanted && group.shut === '', store: null, inner: null }
    })
    const level = { nodes, isMore, isStale: false }
    if (parent) parent.inner = level
    else this.#top = level
  }

  /** Groups in groups may have changed. */
  age(): void {
    for (const { inner } of this.nodes()) if (inner) inner.isStale = true
  }

  turn(node: GroupNode, open: boolean): void {
    node.isOpen = open
    this.#turned = { ...this.#turned, each: { ...this.#turned.each, [pathKey(keysOf(node.path))]: open } }
  }

  turnAll(open: boolean): void {
    for (const node of this.nodes()) node.isOpen = open && node.group.shut === ''
    this.#turned = { all: open, each: {} }
  }

  /** Every group that is known, the outer ones before those in them. */
  nodes(of: Level = this.#top): GroupNode[] {
    return of.nodes.flatMap((node) => [node, ...(node.inner ? this.nodes(node.inner) : [])])
  }

  /** Rows that stand right under the header of a group. */
  rowsOf(node: GroupNode): number {
    return node.isOpen && this.#isInnermost(node) ? (node.store?.total ?? node.group.count) : 0
  }

  /** The headers on the grid from top to bottom, and what each stands for. */
  headers(): { bands: Band[]; places: GroupPosition[] } {
    const bands: Band[] = []
    const places: GroupPosition[] = []
    const add = (band: Pick<Band, 'key' | 'label' | 'shut'> & Partial<Band>, place: GroupPosition, level: number) => {
      bands.push({ name: '', level, count: null, isOpen: false, rows: 0, ...band })
      places.push(place)
    }
    const addToCome = (under: readonly string[], label: string, shut: string) =>
      add({ key: `${pathKey(under)}\n+`, label, shut }, { more: under }, under.length)
    const put = (level: Level, under: readonly string[]) => {
      for (const node of level.nodes) {
        const { key, label, shut, count, totals } = node.group
        const keys = [...under, key]
        const name = this.#levels.length > 1 ? (this.#levels[under.length] ?? '') : ''
        const many = { count: node.store?.total ?? count, rows: this.rowsOf(node) }
        const { isOpen } = node
        add({ key: pathKey(keys), label, name, shut, isOpen, totals, ...many }, { node, level, under }, under.length)
        if (!isOpen || this.#isInnermost(node)) continue
        if (node.inner) put(node.inner, keys)
        else addToCome(keys, 'Loading groups', 'Groups are being loaded')
      }
      if (level.isMore) addToCome(under, 'More groups', 'More groups are being loaded')
    }
    put(this.#top, [])
    return { bands, places }
  }

  #isInnermost({ path }: GroupNode): boolean {
    return path.length === this.#levels.length
  }

  #nodeAt(under: readonly string[]): GroupNode | undefined {
    let { nodes } = this.#top
    let found: GroupNode | undefined
    for (const key of under) {
      found = nodes.find(({ group }) => group.key === key)
      nodes = found?.inner?.nodes ?? []
    }
    return found
  }
}
