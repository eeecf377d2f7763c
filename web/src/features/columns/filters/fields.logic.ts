// What a filter can compare: the columns and facts of a row, the parts of a cell, and the comparisons that fit each.
import type { Column, Schemas } from '../../../api/shapes.ts'
import { INVALID_REASONS } from '../../../grid/marks/invalid-value.logic.ts'
import { STATUS_WORDS } from '../../../grid/marks/marks.logic.ts'
import type { ValueKind } from '../../../grid/model/grid.types.ts'
import { isComputed, isTyped } from '../columns.logic.ts'
import { daysAgo } from '../values/days-ago.logic.ts'
import type { FilterLeaf, FilterOp } from '../workbook.shapes.ts'

/** What a comparison compares, which decides the comparisons offered and how the other side is typed in. */
export type FieldSort = 'text' | 'number' | 'date' | 'instant' | 'tick' | 'choice' | 'choices' | 'invalid'

export interface FilterField {
  id: string
  name: string
  sort: FieldSort
  computed: boolean
  /** People fill it with values of a type, which some may not be. */
  typed?: boolean
  /** The values that are known beforehand. */
  options?: string[]
  /** What options are called, where that is not what they are. */
  labels?: Readonly<Record<string, string>>
}

export interface Facet {
  id: string
  name: string
  sort: FieldSort
  options?: { value: string; label: string }[]
}

const STATUSES: Schemas['EnrichmentOverlay']['status'][] = [
  'complete',
  'unverified',
  'not_found',
  'skipped',
  'error',
  'overridden',
  'stale',
  'queued',
  'running',
  'waiting',
  'throttled',
  'budget_stopped',
  'cancelled',
]

const FACETS: Facet[] = [
  { id: 'value', name: 'Value', sort: 'text' },
  {
    id: 'status',
    name: 'Status',
    sort: 'choice',
    options: STATUSES.map((value) => ({ value, label: STATUS_WORDS[value] })),
  },
  { id: 'error_class', name: 'Error cause', sort: 'text' },
  { id: 'reason', name: 'Reason', sort: 'text' },
  { id: 'provider', name: 'Provider', sort: 'text' },
  { id: 'confidence', name: 'Confidence', sort: 'number' },
  { id: 'cost_usd', name: 'Cost in USD', sort: 'number' },
  { id: 'license', name: 'License', sort: 'text' },
  { id: 'run_id', name: 'Run', sort: 'text' },
  { id: 'updated_at', name: 'Last change', sort: 'instant' },
]

/** For input columns: whether their values fit the type. */
const INVALID: Facet = { id: 'invalid', name: 'Type', sort: 'invalid', options: INVALID_REASONS }

/** The parts of a cell that a filter can compare; none where it is the value alone. */
export function facetsOf(field: Pick<FilterField, 'computed' | 'typed'> | undefined): Facet[] {
  if (field?.computed) return FACETS
  return field?.typed ? [...FACETS.slice(0, 1), INVALID] : []
}

const ROW_FIELDS: FilterField[] = [
  { id: '$created_at', name: 'Row added', sort: 'instant', computed: false },
  { id: '$updated_at', name: 'Row changed', sort: 'instant', computed: false },
  { id: '$source', name: 'Source of the row', sort: 'text', computed: false },
  { id: '$position', name: 'Place in the workbook', sort: 'number', computed: false },
  { id: '$row_id', name: 'Row id', sort: 'text', computed: false },
]

const SORTS: Partial<Record<ValueKind, FieldSort>> = {
  number: 'number',
  currency: 'number',
  percent: 'number',
  date: 'date',
  datetime: 'date',
  checkbox: 'tick',
  select: 'choice',
  multi_select: 'choices',
}

/** The columns, then what is known of every row. `kind` says what the cells of a column hold. */
export function fieldsOf(columns: readonly Column[], kind: (column: Column) => ValueKind): FilterField[] {
  const own = columns.map((column): FilterField => {
    const options = Array.isArray(column.options) ? (column.options as string[]) : undefined
    const sort = SORTS[kind(column)] ?? 'text'
    return {
      id: column.id,
      name: column.name,
      sort: (sort === 'choice' || sort === 'choices') && !options ? 'text' : sort,
      computed: isComputed(column),
      ...(isTyped(column) ? { typed: true } : {}),
      ...(options ? { options } : {}),
    }
  })
  return [...own, ...ROW_FIELDS]
}

export function facetOf(leaf: Pick<FilterLeaf, 'on'>): Facet {
  if (leaf.on === INVALID.id) return INVALID
  return FACETS.find((one) => one.id === (leaf.on ?? 'value')) ?? (FACETS[0] as Facet)
}

/** What the comparison is between, by the column and the part of its cell. */
export function sortOf(leaf: Pick<FilterLeaf, 'field' | 'on'>, fields: readonly FilterField[]): FieldSort {
  const facet = facetOf(leaf)
  if (facet.id !== 'value') return facet.sort
  return fields.find((one) => one.id === leaf.field)?.sort ?? 'text'
}

export function optionsOf(leaf: Pick<FilterLeaf, 'field' | 'on'>, fields: readonly FilterField[]) {
  const facet = facetOf(leaf)
  if (facet.id !== 'value') return facet.options
  const field = fields.find((one) => one.id === leaf.field)
  return field?.options?.map((value) => ({ value, label: field.labels?.[value] ?? value }))
}

/** What is chosen between: an operator, or one of two that count days back from now. */
export type Choice = FilterOp | 'older' | 'newer'

type Words = [Choice, string][]

const BLANK: Words = [
  ['is_empty', 'is empty'],
  ['not_empty', 'has a value'],
]
const TEXT: Words = [
  ['contains', 'contains'],
  ['not_contains', 'does not contain'],
  ['eq', 'is'],
  ['ne', 'is not'],
  ['starts_with', 'starts with'],
  ['ends_with', 'ends with'],
  ['in', 'is one of'],
  ['not_in', 'is none of'],
  ...BLANK,
  ['gt', 'comes after'],
  ['gte', 'is or comes after'],
  ['lt', 'comes before'],
  ['lte', 'is or comes before'],
]
const NUMBER: Words = [
  ['eq', '='],
  ['ne', '≠'],
  ['gt', '>'],
  ['gte', '≥'],
  ['lt', '<'],
  ['lte', '≤'],
  ['in', 'is one of'],
  ['not_in', 'is none of'],
  ...BLANK,
  ['contains', 'contains'],
  ['not_contains', 'does not contain'],
  ['starts_with', 'starts with'],
  ['ends_with', 'ends with'],
]
const DAY: Words = [
  ['eq', 'is'],
  ['ne', 'is not'],
  ['gt', 'is after'],
  ['gte', 'is on or after'],
  ['lt', 'is before'],
  ['lte', 'is on or before'],
  ['older', 'is more than … days ago'],
  ['newer', 'is within the last … days'],
  ...BLANK,
]
/** The dots stand for the number of days. */
const INSTANT: Words = [
  ['older', 'is more than … days ago'],
  ['newer', 'is within the last … days'],
  ['gte', 'is on or after'],
  ['lt', 'is before'],
  ...BLANK,
]
const TICK: Words = [
  ['eq', 'is ticked'],
  ['ne', 'is not ticked'],
]
const CHOICE: Words = [['eq', 'is'], ['ne', 'is not'], ['in', 'is one of'], ['not_in', 'is none of'], ...BLANK]
const CHOICES: Words = [
  ['eq', 'has'],
  ['ne', 'does not have'],
  ['in', 'has one of'],
  ['not_in', 'has none of'],
  ...BLANK,
]

const INVALID_OPS: Words = [
  ['not_empty', 'does not fit'],
  ['is_empty', 'fits'],
  ['eq', 'is'],
  ['ne', 'is not'],
]

export const OPS: Record<FieldSort, Words> = {
  text: TEXT,
  number: NUMBER,
  date: DAY,
  instant: INSTANT,
  tick: TICK,
  choice: CHOICE,
  choices: CHOICES,
  invalid: INVALID_OPS,
}

/** What was chosen for a comparison. */
export function choiceOf({ op, value }: Pick<FilterLeaf, 'op' | 'value'>): Choice {
  if (daysAgo(value) === null) return op
  return op === 'lt' || op === 'lte' ? 'older' : 'newer'
}

/** The words of a comparison; one that the column would not be offered keeps its general name. */
export function opWords(op: Choice, sort: FieldSort): string {
  return (
    OPS[sort].find(([one]) => one === op)?.[1] ?? [...TEXT, ...NUMBER].find(([one]) => one === op)?.[1] ?? String(op)
  )
}
