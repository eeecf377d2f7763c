// A filter while it is being built: groups of all, any or none, with comparisons that may still lack their other side.

import { daysAgo } from '../values/days-ago.logic.ts'
import type { Filter, FilterLeaf, FilterOp, FilterSide } from '../workbook.shapes.ts'
import { type Choice, choiceOf, type FilterField, facetsOf, OPS, optionsOf, sortOf } from './fields.logic.ts'

export type Join = 'and' | 'or' | 'none'

export interface Group {
  key: number
  join: Join
  items: Node[]
}

export interface Leaf {
  key: number
  leaf: FilterLeaf
}

export type Node = Group | Leaf

/** The number of days in a new relative condition. */
const DAYS = 30

/** As the API allows: 8 levels, 100 comparisons. */
export const MAX_LEVELS = 7
export const MAX_LEAVES = 100

let keys = 0
const key = () => ++keys

export const isGroup = (node: Node): node is Group => 'items' in node
const isLeaf = (filter: Filter): filter is FilterLeaf => 'field' in filter

/** The tree to be shown for a filter; the outermost is always a group. */
export function readTree(filter: Filter | null | undefined): Group {
  const node = filter ? read(filter) : null
  if (node && isGroup(node)) return node
  return { key: key(), join: 'and', items: node ? [node] : [] }
}

function read(filter: Filter): Node {
  if (isLeaf(filter)) return { key: key(), leaf: filter }
  if ('and' in filter) return { key: key(), join: 'and', items: filter.and.map(read) }
  if ('or' in filter) return { key: key(), join: 'or', items: filter.or.map(read) }
  const inner = filter.not
  const items = 'or' in inner ? inner.or.map(read) : [read(inner)]
  return { key: key(), join: 'none', items }
}

/** The filter that the tree means, without what is unfinished; null without any. */
export function writeTree(node: Node): Filter | null {
  if (!isGroup(node)) return isWhole(node.leaf) ? tidy(node.leaf) : null
  const items = node.items.flatMap((item) => writeTree(item) ?? [])
  const [first] = items
  if (!first) return null
  if (node.join === 'none') return { not: items.length === 1 ? first : { or: items } }
  if (items.length === 1) return first
  return node.join === 'and' ? { and: items } : { or: items }
}

function tidy(leaf: FilterLeaf): FilterLeaf {
  const { on, value, ...rest } = leaf
  return {
    ...rest,
    ...(on && on !== 'value' ? { on } : {}),
    ...(needsValue(leaf.op) && value !== undefined ? { value: Array.isArray(value) ? value.filter(said) : value } : {}),
  }
}

const said = (one: unknown) => one !== ''

export function needsValue(op: FilterOp): boolean {
  return op !== 'is_empty' && op !== 'not_empty'
}

export function isWhole({ field, op, value }: FilterLeaf): boolean {
  if (field === '') return false
  if (!needsValue(op)) return true
  return Array.isArray(value) ? value.some(said) : value !== undefined && value !== ''
}

export function leavesOf(node: Node): Leaf[] {
  return isGroup(node) ? node.items.flatMap(leavesOf) : [node]
}

/** The tree with one node changed, or without it when the change gives null. */
export function changeNode(root: Group, at: number, change: (node: Node) => Node | null): Group {
  const walk = (node: Node): Node | null => {
    if (node.key === at) return change(node)
    if (!isGroup(node)) return node
    return { ...node, items: node.items.flatMap((item) => walk(item) ?? []) }
  }
  const changed = walk(root)
  return changed && isGroup(changed) ? changed : { key: key(), join: 'and', items: changed ? [changed] : [] }
}

/** A comparison to begin with: the first that fits the column. */
export function freshLeaf(field: FilterField | undefined): Leaf {
  const [op] = OPS[field?.sort ?? 'text'][0] ?? ['contains']
  return { key: key(), leaf: withOp({ field: field?.id ?? '', op: 'eq' }, op, [field].filter(isThere)) }
}

const isThere = <T>(one: T | undefined): one is T => one !== undefined

export const freshGroup = (field: FilterField | undefined): Group => ({
  key: key(),
  join: 'or',
  items: [freshLeaf(field)],
})

/** The comparison about another column or part of the cell: what does not fit there any more starts again. */
export function withField(
  leaf: FilterLeaf,
  change: { field?: string; on?: FilterSide },
  fields: readonly FilterField[],
) {
  const field = change.field ?? leaf.field
  const asked = change.on ?? leaf.on
  const facets = facetsOf(fields.find((one) => one.id === field))
  const on = facets.some(({ id }) => id === asked) ? asked : undefined
  const next: FilterLeaf = { field, op: leaf.op, ...(on && on !== 'value' ? { on } : {}) }
  const before = sortOf(leaf, fields)
  const now = sortOf(next, fields)
  const options = optionsOf(next, fields)
  const keeps = before === now && OPS[now].some(([op]) => op === choiceOf(leaf)) && !options
  if (keeps) return leaf.value === undefined ? next : { ...next, value: leaf.value }
  const [op] = OPS[now].find(([one]) => one === leaf.op) ?? OPS[now][0] ?? ['eq']
  return withOp(next, op, fields)
}

/** The comparison by another operator: the other side goes, or takes the form that is needed. */
export function withOp(leaf: FilterLeaf, choice: Choice, fields: readonly FilterField[]): FilterLeaf {
  const { value: before, ...rest } = leaf
  const days = daysAgo(before)
  if (choice === 'older' || choice === 'newer')
    return { ...rest, op: choice === 'older' ? 'lt' : 'gte', value: `-P${days ?? DAYS}D` }
  const op: FilterOp = choice
  const value = days === null ? before : undefined
  if (!needsValue(op)) return { ...rest, op }
  if (sortOf(leaf, fields) === 'tick') return { ...rest, op, value: true }
  if (op === 'in' || op === 'not_in') {
    return { ...rest, op, value: Array.isArray(value) ? value : value === undefined || value === '' ? [] : [value] }
  }
  const [first] = Array.isArray(value) ? value : [value]
  return first === undefined ? { ...rest, op } : { ...rest, op, value: first }
}

/** One more condition beside the current filter: from a click on a figure, or a menu of a column. */
export function alsoAsking(filter: Filter | null | undefined, more: Filter): Filter {
  if (!filter) return more
  return 'and' in filter ? { and: [...filter.and, more] } : { and: [filter, more] }
}

/** The conditions that hold together, each to be shown and taken away by itself. */
export function partsOf(filter: Filter | null | undefined): Filter[] {
  if (!filter) return []
  return 'and' in filter ? filter.and : [filter]
}

export function withoutPart(filter: Filter | null | undefined, at: number): Filter | null {
  const left = partsOf(filter).filter((_, index) => index !== at)
  return left.length > 1 ? { and: left } : (left[0] ?? null)
}

/** The columns a filter reads. */
export function fieldsIn(filter: Filter | null | undefined): Set<string> {
  const found = new Set<string>()
  const visit = (node: Filter): void => {
    if ('and' in node) node.and.forEach(visit)
    else if ('or' in node) node.or.forEach(visit)
    else if ('not' in node) visit(node.not)
    else found.add(node.field)
  }
  if (filter) visit(filter)
  return found
}
