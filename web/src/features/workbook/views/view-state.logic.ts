// How the rows of a workbook are looked at: the view, the changes since it was saved, and the query to the server.
import type { Column, Schemas } from '../../../api/shapes.ts'
import { fieldsIn } from '../../columns/filters/tree.logic.ts'
import type { Filter, FilterSide } from '../../columns/workbook.shapes.ts'
import type { TotalChoices } from '../totals/totals.logic.ts'

export interface Order {
  field: string
  on?: FilterSide
  dir: 'asc' | 'desc'
}

export interface ColourRule {
  filter: Filter
  colour: string
  column_id?: string
}

export type RowHeight = 'short' | 'medium' | 'tall' | 'extra_tall'

/** Absent members are as in the workbook. */
export interface ViewState {
  filter?: Filter | null
  /** A text that some value of a row holds. */
  search?: string | null
  sort?: Order[]
  group?: Order | null
  /** What the groups are grouped by in turn. */
  subgroups?: Order[]
  column_order?: string[]
  hidden?: string[]
  pinned?: string[]
  widths?: Record<string, number>
  row_height?: RowHeight
  /** The total under each column that has one. */
  totals?: TotalChoices
  colour_rules?: ColourRule[]
}

export type View = Omit<Schemas['WorkbookView'], keyof ViewState> & ViewState

/** The query to the server; null is all rows in their order, which needs no search, blank all in groups. */
export interface ViewQuestion {
  view_id?: string
  filter?: Filter
  sort?: Order[]
  search?: string
}

const MEMBERS = [
  'filter',
  'search',
  'sort',
  'group',
  'subgroups',
  'column_order',
  'hidden',
  'pinned',
  'widths',
  'row_height',
  'totals',
  'colour_rules',
] as const

export function viewStateOf(view: View | null): ViewState {
  const look: ViewState = {}
  for (const member of MEMBERS) {
    if (view?.[member] !== undefined) Object.assign(look, { [member]: view[member] })
  }
  return look
}

/** Members in which the two differ; blank and absent are the same, except for lists of columns. */
export function changedMembers(now: ViewState, before: ViewState): (keyof ViewState)[] {
  return MEMBERS.filter((member) => textOf(now, member) !== textOf(before, member))
}

function textOf(look: ViewState, member: keyof ViewState): string {
  const value = look[member]
  const isBlank = value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
  if (isBlank) return member === 'hidden' && Array.isArray(value) ? '[]' : ''
  if (member === 'row_height' && value === 'short') return ''
  if (member === 'totals' && Object.keys(value).length === 0) return ''
  return stable(value)
}

/** JSON with the members of every object in one order, so that equal things have equal text. */
function stable(value: unknown): string {
  return JSON.stringify(value, (_, one) =>
    one !== null && typeof one === 'object' && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  )
}

/** Levels of groups at most. */
export const MAX_LEVELS = 3

/** What rows are grouped by, the outermost first. */
export function groupLevels({ group, subgroups = [] }: Pick<ViewState, 'group' | 'subgroups'>): Order[] {
  return group ? [group, ...subgroups] : []
}

export function groupedBy([group, ...subgroups]: readonly Order[]): Pick<ViewState, 'group' | 'subgroups'> {
  return { group: group ?? null, subgroups }
}

/** As it is sent to keep a view: what was taken away is said as null or as an empty list. */
export function savedForm(look: ViewState): ViewState {
  return {
    filter: look.filter ?? null,
    search: look.search ?? null,
    sort: look.sort ?? [],
    group: look.group ?? null,
    subgroups: look.subgroups ?? [],
    colour_rules: look.colour_rules ?? [],
    row_height: look.row_height ?? 'short',
    totals: look.totals ?? {},
    ...(look.column_order ? { column_order: look.column_order } : {}),
    ...(look.hidden ? { hidden: look.hidden } : {}),
    ...(look.pinned ? { pinned: look.pinned } : {}),
    ...(look.widths ? { widths: look.widths } : {}),
  }
}

/**
 * The query for the current display; its groups are a query of their own. An unchanged view is requested by its
 * id, which has an index.
 */
export function questionOf(look: ViewState, view: View | null): ViewQuestion | null {
  const changed = changedMembers(look, viewStateOf(view))
  const { filter, sort = [], search } = look
  if (!filter && sort.length === 0 && !search) return look.group ? {} : null
  if (view && !['filter', 'sort', 'search'].some((member) => changed.includes(member as keyof ViewState)))
    return { view_id: view.id }
  return { ...(filter ? { filter } : {}), ...(sort.length > 0 ? { sort } : {}), ...(search ? { search } : {}) }
}

/** What the rows on the screen answer: with the search that was made instead, where the typed one finds nothing. */
export function answeredQuestion(question: ViewQuestion | null, corrected: string | null): ViewQuestion | null {
  return question && corrected !== null ? { ...question, search: corrected } : question
}

/** The rows that a run, an export or a deletion of "this view" is about; empty for all rows. */
export function whichRows(question: ViewQuestion | null): Pick<ViewQuestion, 'view_id' | 'filter' | 'search'> {
  if (!question) return {}
  const { sort: _, ...which } = question
  return which
}

/** The columns whose values decide which rows are shown and where. */
export function decidingFields(look: ViewState): Set<string> {
  const found = fieldsIn(look.filter)
  for (const one of look.sort ?? []) found.add(one.field)
  for (const one of groupLevels(look)) found.add(one.field)
  return found
}

/** All columns in the order of the look. */
export function orderedColumns(columns: readonly Column[], look: ViewState): Column[] {
  const known = new Map(columns.map((column) => [column.id, column]))
  const first = (look.column_order ?? []).flatMap((id) => known.get(id) ?? [])
  return [...first, ...columns.filter((column) => !look.column_order?.includes(column.id))]
}

/** The columns as the look shows them: pinned ones first, hidden ones left out, with its widths. */
export function shownColumns(columns: readonly Column[], look: ViewState): Column[] {
  const isHidden = (column: Column) => (look.hidden ? look.hidden.includes(column.id) : column.hidden === true)
  const isPinned = (column: Column) => (look.pinned ? look.pinned.includes(column.id) : column.pinned === true)
  const shown = orderedColumns(columns, look)
    .filter((column) => !isHidden(column))
    .map((column) => {
      const width = look.widths?.[column.id]
      return { ...column, pinned: isPinned(column), ...(width ? { width } : {}) }
    })
  return [...shown.filter((column) => column.pinned), ...shown.filter((column) => !column.pinned)]
}

export function hiddenIn(columns: readonly Column[], look: ViewState): string[] {
  return look.hidden ?? columns.filter((column) => column.hidden).map((column) => column.id)
}

/** The look with one shown column put at another place among the shown ones; hidden ones keep theirs. */
export function moveColumn(
  columns: readonly Column[],
  look: ViewState,
  shown: readonly string[],
  from: number,
  to: number,
) {
  const ids = [...shown]
  const [moved] = ids.splice(from, 1)
  if (moved === undefined) return look
  ids.splice(to, 0, moved)
  const order = look.column_order ?? columns.map((column) => column.id)
  const all = [...order, ...columns.map((column) => column.id).filter((id) => !order.includes(id))]
  const visible = new Set(ids)
  return { ...look, column_order: all.flatMap((id) => (visible.has(id) ? (ids.shift() ?? []) : [id])) }
}

export const HEIGHTS: { value: RowHeight; label: string; px: number }[] = [
  { value: 'short', label: 'One line', px: 32 },
  { value: 'medium', label: 'Two lines', px: 52 },
  { value: 'tall', label: 'Four lines', px: 88 },
  { value: 'extra_tall', label: 'Seven lines', px: 142 },
]

export function heightPx(look: ViewState): number {
  return HEIGHTS.find((one) => one.value === look.row_height)?.px ?? 32
}
