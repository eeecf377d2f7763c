// What the compilers to SQL share: parameters in the order they are first needed, and the joins of the computed columns.
import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import { INVALID_REASON_OF } from '../../engine/filter/invalid-value.ts'
import { invalidReasonSql } from '../store/cells/invalid-value-sql.logic.ts'

/** A text in the order that people expect: wherever values of rows or leads are ordered or compared. */
export const naturally = (sql: string) => `${sql} collate natural_order`

/** `$1` and `$2` are the workspace and the workbook in every statement of this folder. */
export interface SqlStatement {
  readonly values: unknown[]
  /** The place of a value in the statement, with its type: `$3::text`. */
  param(value: unknown, type: string): string
  /** The alias under which the cell of a column stands beside the row; all its members are null where there is none. */
  cell(columnId: string): string
  /**
   * The joins that the aliases asked for so far need; `r` is the row. `each`: for few rows, cell by cell through the primary
   * key. `all`: for most rows of a workbook.
   */
  joins(how: 'each' | 'all'): string
  columns: ReadonlyMap<string, ColumnConfig>
  /** The values of the row in lower case, as SQL, where they are kept as one text: nothing else is in it. */
  readonly textOfAll?: string
  /** Where the value of a column lies in `data` of the row. Default: under the id of the column. */
  readonly pathOf?: (columnId: string) => string[]
  /** Columns that never hold a list, where that is known. */
  readonly scalars?: ReadonlySet<string>
}

export function newStatement(
  workspaceId: string,
  workbookId: string,
  columns: ReadonlyMap<string, ColumnConfig>,
  /** The values of the statement that this one continues. */
  values: unknown[] = [workspaceId, workbookId],
): SqlStatement {
  const cells = new Map<string, string>()
  const param = (value: unknown, type: string) => `$${values.push(value)}::${type}`
  return {
    values,
    param,
    columns,
    cell(columnId) {
      const alias = cells.get(columnId) ?? `k${cells.size}`
      cells.set(columnId, alias)
      return alias
    },
    joins: (how) =>
      [...cells]
        .map(([columnId, alias]) => (how === 'each' ? joinEach : joinAll)(alias, param(columnId, 'text')))
        .join(''),
  }
}

// "offset 0" keeps the planner from choosing another plan for tables without statistics.
const joinEach = (alias: string, columnId: string) => `
  left join lateral (select * from cells where workspace_id = $1 and workbook_id = $2 and row_id = r.id
    and column_id = ${columnId} offset 0) ${alias} on true`

const joinAll = (alias: string, columnId: string) => `
  left join cells ${alias} on ${ofColumn(alias, columnId)} and ${alias}.row_id = r.id`

/**
 * All cells of a column. Not by `=`: the planner would take the cells of one column for a tenth of the table's pages and
 * look them up in the index one by one, when they lie on every page and reading all of it at once takes a fifth of the time.
 */
export const ofColumn = (alias: string, columnId: string) =>
  `${alias}.workspace_id = $1 and ${alias}.workbook_id = $2 and ${alias}.column_id is not distinct from ${columnId}`

/** True for the columns whose values lie in the row itself. */
export function isOwn(statement: Pick<SqlStatement, 'columns'>, columnId: string): boolean {
  return statement.columns.get(columnId)?.type === 'input'
}

/** Why the row's own value does not fit its column, as text; null when it does, and for computed columns. */
export function invalidSql(statement: SqlStatement, columnId: string): string {
  const column = statement.columns.get(columnId)
  if (column?.type !== 'input' || INVALID_REASON_OF[column.input_type] === undefined) return 'null::text'
  const isChoice = column.input_type === 'select' || column.input_type === 'multi_select'
  const options = isChoice ? statement.param(JSON.stringify(column.options ?? []), 'jsonb') : 'null::jsonb'
  return invalidReasonSql(valueSql(statement, columnId), column.input_type, options)
}

/** The shown value of a column as jsonb: an input column's lies in the row, a computed one's in its cell. */
export function valueSql(statement: SqlStatement, columnId: string): string {
  if (!isOwn(statement, columnId)) return `${statement.cell(columnId)}.value`
  return ownSql(statement, columnId, '->')
}

/** A value of the row itself as jsonb (`->`) or as text (`->>`). */
function ownSql(statement: SqlStatement, columnId: string, operator: '->' | '->>'): string {
  const path = statement.pathOf?.(columnId) ?? [columnId]
  const last = path.length - 1
  return `(r.data${path.map((name, at) => ` ${at === last ? operator : '->'} ${statement.param(name, 'text')}`).join('')})`
}

/** A value as jsonb and as text, each taken out of its row in one step: once for both would be half of it, but in one process only. */
export function takenSql(statement: SqlStatement, field: string): { value: string; text: string } {
  if (field === '$source') return { value: `(r.source -> 'provider')`, text: `(r.source ->> 'provider')` }
  const value = valueSql(statement, field)
  if (!isOwn(statement, field)) return { value, text: `(${value} #>> '{}')` }
  return { value, text: ownSql(statement, field, '->>') }
}
