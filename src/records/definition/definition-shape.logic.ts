// A workbook as its definition says it: columns, views and identity with everything named, nothing numbered, no data and no secrets.
import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import { mapConditions } from '../../engine/columns/columns.ts'
import type { Filter } from '../../engine/filter/filter.schema.ts'
import type { Sort } from '../../engine/filter/sort.schema.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { mapFields } from '../store/columns/columns.logic.ts'
import type { IdentityPart } from '../store/identity.logic.ts'
import type { ViewConfig } from '../views/view.schema.ts'

/** The version of the file format. */
export const VERSION = 1

export interface DefinedView {
  name: string
  scope: 'shared' | 'locked'
  config: ViewConfig
}

/** The parts of a workbook that its definition describes. */
export interface DefinitionContent {
  name: string
  description: string
  columns: readonly ColumnConfig[]
  identity: readonly IdentityPart[] | null
  views: readonly DefinedView[]
}

/** Names of what ids stand for. */
export interface Names {
  column: (id: string) => string | undefined
  /** A workbook that is looked up, and a column of it. */
  workbook: (id: string) => string | undefined
  theirColumn: (workbookId: string, columnId: string) => string | undefined
}

export function toDefinition(
  { name, description, columns, identity, views }: DefinitionContent,
  names: Names,
): JsonObject {
  const nameOf = (id: string) => names.column(id) ?? id
  return {
    millrace: VERSION,
    name,
    ...(description !== '' && { description }),
    columns: columns.map((column) => columnOut(column, names)),
    identity: identity?.map(({ column_id, ...part }) => ({ column: nameOf(column_id), ...part }) as JsonObject) ?? null,
    views: views.map((view) => ({ name: view.name, scope: view.scope, ...viewOut(view.config, nameOf, names) })),
  }
}

/** How a filter or an order names a column; fields of the system are `$…`. */
function fieldOut(names: Names): (field: string) => string {
  return (field) => {
    const name = field.startsWith('$') ? undefined : names.column(field)
    return name === undefined ? field : `{{${name}}}`
  }
}

function columnOut(column: ColumnConfig, names: Names): JsonObject {
  const { id: _, name, type, width, hidden, pinned, ...config } = column
  const shown = {
    ...(width !== undefined && { width }),
    ...(hidden && { hidden }),
    ...(pinned && { pinned }),
  }
  const named = mapConditions({ name, type, ...config, ...shown }, (one) => mapFields(one, fieldOut(names)))
  const plain = named as unknown as JsonObject
  if (column.type === 'formula') {
    // Inferred from the expression.
    delete plain.value_type
    delete plain.volatile
    delete plain.ranges
  }
  if (column.type === 'lookup') {
    const { workbook_id, their_key, their_column } = column
    delete plain.workbook_id
    const theirs = (id: string) => names.theirColumn(workbook_id, id) ?? id
    plain.workbook = names.workbook(workbook_id) ?? workbook_id
    plain.their_key = theirs(their_key)
    if (their_column !== undefined) plain.their_column = theirs(their_column)
  }
  return plain
}

function viewOut(config: ViewConfig, nameOf: (id: string) => string, names: Names): JsonObject {
  const field = fieldOut(names)
  const sorted = (sort: Sort) => ({ ...sort, field: field(sort.field) })
  const {
    filter,
    search,
    sort,
    group,
    subgroups,
    column_order,
    hidden,
    pinned,
    widths,
    row_height,
    totals,
    colour_rules,
  } = config
  const out = {
    ...(filter && { filter: mapFields(filter, field) }),
    ...(search && { search }),
    ...(sort && sort.length > 0 && { sort: sort.map(sorted) }),
    ...(group && { group: sorted(group) }),
    ...(subgroups && subgroups.length > 0 && { subgroups: subgroups.map(sorted) }),
    ...(column_order && column_order.length > 0 && { column_order: column_order.map(nameOf) }),
    ...(hidden && hidden.length > 0 && { hidden: hidden.map(nameOf) }),
    ...(pinned && pinned.length > 0 && { pinned: pinned.map(nameOf) }),
    ...(widths &&
      Object.keys(widths).length > 0 && {
        widths: Object.entries(widths).map(([id, width]) => ({ column: nameOf(id), width })),
      }),
    ...(row_height && { row_height }),
    ...(totals &&
      Object.keys(totals).length > 0 && {
        totals: Object.entries(totals).map(([id, total]) => ({ column: nameOf(id), total })),
      }),
    ...(colour_rules &&
      colour_rules.length > 0 && {
        colour_rules: colour_rules.map(({ filter: of, colour, column_id }) => ({
          filter: mapFields(of, field),
          colour,
          ...(column_id !== undefined && { column: nameOf(column_id) }),
        })),
      }),
  }
  return out as unknown as JsonObject
}

/** Resolves fields: `{{Name}}` becomes the id; undefined for an unknown name. */
export function fieldIn(field: string, idOf: (name: string) => string | undefined): string | undefined {
  const named = /^\{\{(.*)\}\}$/s.exec(field)
  return named ? idOf(named[1] ?? '') : field
}

export function filterIn(filter: Filter, read: (field: string) => string): Filter {
  return mapFields(filter, read)
}
