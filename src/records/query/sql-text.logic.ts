// What the compilers to SQL share: parameters in the order they are first needed, and the joins of the computed columns.
import type { ColumnConfig } from '../../engine/columns.schema.ts'

/** `$1` and `$2` are the workspace and the workbook in every statement of this folder. */
export interface Statement {
  readonly values: unknown[]
  /** The place of a value in the statement, with its type: `$3::text`. */
  param(value: unknown, type: string): string
  /** The alias under which the cell of a column stands beside the row; all its members are null where there is none. */
  cell(columnId: string): string
  /** Says that no row without a cell of this column can match, so that cells may be looked through first. */
  needCell(columnId: string): void
  /** The joins that the aliases asked for so far need; `r` is the row. */
  joins(): string
  columns: ReadonlyMap<string, ColumnConfig>
}

export function newStatement(
  workspaceId: string,
  workbookId: string,
  columns: ReadonlyMap<string, ColumnConfig>,
): Statement {
  const values: unknown[] = [workspaceId, workbookId]
  const cells = new Map<string, { alias: string; place: string; needed: boolean }>()
  const param = (value: unknown, type: string) => `$${values.push(value)}::${type}`
  const cellOf = (columnId: string) => {
    const known = cells.get(columnId) ?? { alias: `k${cells.size}`, place: param(columnId, 'text'), needed: false }
    cells.set(columnId, known)
    return known
  }
  return {
    values,
    param,
    columns,
    cell: (columnId) => cellOf(columnId).alias,
    needCell(columnId) {
      cellOf(columnId).needed = true
    },
    joins: () =>
      [...cells.values()]
        .map(
          ({ alias, place, needed }) => `
  ${needed ? '' : 'left '}join cells ${alias} on ${alias}.workspace_id = $1 and ${alias}.workbook_id = $2
    and ${alias}.row_id = r.id and ${alias}.column_id = ${place}`,
        )
        .join(''),
  }
}

/** True for the columns whose values lie in the row itself. */
export function isOwn(statement: Pick<Statement, 'columns'>, columnId: string): boolean {
  return statement.columns.get(columnId)?.type === 'input'
}

/** The shown value of a column as jsonb: an input column's lies in the row, a computed one's in its cell. */
export function valueSql(statement: Statement, columnId: string): string {
  if (!isOwn(statement, columnId)) return `${statement.cell(columnId)}.value`
  return `(r.data -> ${statement.param(columnId, 'text')})`
}
