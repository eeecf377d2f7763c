// From the columns of a workbook to the columns of the grid: what they hold, how wide they are, how far they are filled.
import type { Column } from '../../api/shapes.ts'
import type { ColumnFill, GridColumn, ValueKind } from '../../grid/model/grid.types.ts'
import { customKind, filledBy } from './custom-kinds.logic.ts'
import type { Provider } from './workbook.shapes.ts'

const KINDS: ReadonlySet<string> = new Set<ValueKind>([
  'text',
  'long_text',
  'number',
  'currency',
  'percent',
  'date',
  'datetime',
  'checkbox',
  'select',
  'multi_select',
  'email',
  'url',
  'phone',
  'json',
])

const WIDTHS: Partial<Record<ValueKind, number>> = {
  long_text: 280,
  number: 120,
  currency: 120,
  percent: 100,
  date: 130,
  datetime: 180,
  checkbox: 120,
  url: 220,
  email: 220,
}

/** True for columns that a run fills. */
export function isComputed(column: Pick<Column, 'type'>): boolean {
  return column.type !== 'input' && column.type !== 'lead_field'
}

/** In the order of the grid: pinned ones first. */
/** What the value of a formula is, as the cells of a column hold it. */
const GIVEN: Record<string, ValueKind> = {
  number: 'number',
  date: 'date',
  boolean: 'checkbox',
  list: 'json',
  object: 'json',
}

/** True for columns that need a run; formulas and lookups are computed by themselves. */
export function isRun(column: Pick<Column, 'type'>): boolean {
  const by = filledBy(column)
  return by === 'catalog' || by === 'itself'
}

/** True for columns that people fill with values of a type; any text fits the others. */
export function isTyped(column: Pick<Column, 'type'> & { input_type?: unknown }): boolean {
  return column.type === 'input' && column.input_type !== 'text' && column.input_type !== 'long_text'
}

/** What a column's cells hold: said by an input column, else known from the output field of its providers. */
export function kindOf(column: Column, outputs: ReadonlyMap<string, string>): ValueKind {
  if (column.type === 'formula' || column.type === 'lookup') return GIVEN[String(column.value_type)] ?? 'text'
  // A record of several fields.
  if (column.type === 'waterfall' && column.mode === 'merge') return 'json'
  if (customKind(column.type)) return asKind(customOutput(column))
  const said = column.type === 'input' ? column.input_type : outputs.get(String(column.output ?? ''))
  return typeof said === 'string' ? asKind(said) : 'text'
}

/** The type of the field that becomes the value of a column with fields of its own. */
function customOutput({ fields, output }: Column): string {
  const list = Array.isArray(fields) ? (fields as { name: string; type?: string }[]) : []
  const field = list.length === 1 ? list[0] : list.find(({ name }) => name === output)
  return field ? (field.type ?? 'text') : 'json'
}

function asKind(type: string): ValueKind {
  if (KINDS.has(type)) return type as ValueKind
  if (type === 'boolean') return 'checkbox'
  if (type === 'integer' || type === 'float') return 'number'
  if (type === 'domain' || type === 'website') return 'url'
  return type === 'object' || type === 'list' ? 'json' : 'text'
}

/** The type of every output field in the catalog. */
export function outputTypes(providers: readonly Provider[]): Map<string, string> {
  return new Map(providers.flatMap((one) => one.outputs.map((output) => [output.field, output.type] as const)))
}

export function toGridColumn(column: Column, outputs: ReadonlyMap<string, string>, totalRows: number): GridColumn {
  const kind = kindOf(column, outputs)
  const fill = isComputed(column) ? fillOf(column.stats, totalRows) : undefined
  return {
    id: column.id,
    name: column.name,
    type: column.type,
    kind,
    width: typeof column.width === 'number' ? column.width : (WIDTHS[kind] ?? 180),
    computed: isComputed(column),
    ...(column.pinned ? { pinned: true } : {}),
    ...(Array.isArray(column.options) ? { options: column.options as string[] } : {}),
    ...(column.number_format === 'plain' ? { isPlain: true } : {}),
    ...(fill ? { fill } : {}),
  }
}

const FOUND = ['complete', 'overridden', 'stale', 'found']

/** The fill of a column from its counts by cell status; undefined when the server gave none. */
export function fillOf(stats: unknown, totalRows: number): ColumnFill | undefined {
  if (typeof stats !== 'object' || stats === null) return undefined
  const counts = stats as Record<string, unknown>
  const of = (...names: string[]) =>
    names.reduce((sum, name) => sum + (typeof counts[name] === 'number' ? (counts[name] as number) : 0), 0)
  return {
    found: of(...FOUND),
    unverified: of('unverified'),
    not_found: of('not_found'),
    skipped: of('skipped', 'cancelled'),
    error: of('error', 'budget_stopped'),
    total: totalRows,
  }
}

/** A name that no column has yet: "Email", "Email 2", … */
export function freeName(wanted: string, columns: readonly Pick<Column, 'name'>[]): string {
  const taken = new Set(columns.map((column) => column.name.trim().toLowerCase()))
  if (!taken.has(wanted.toLowerCase())) return wanted
  let number = 2
  while (taken.has(`${wanted} ${number}`.toLowerCase())) number += 1
  return `${wanted} ${number}`
}

export type Side = 'left' | 'right'

/** The order with another id at one side of one of them; at the end where that one is not in it. */
export function beside(order: readonly string[], id: string, side: Side, other: string): string[] {
  const at = order.indexOf(id)
  return at === -1 ? [...order, other] : order.toSpliced(at + (side === 'left' ? 0 : 1), 0, other)
}
