// What is wrong with the formulas of a workbook, as its columns are saved.
import type { ColumnConfig } from '../../../engine/columns/columns.schema.ts'
import type { FormulaProblem } from '../../../engine/formula/syntax.ts'
import type { FieldError } from '../../../kernel/errors.ts'
import { checkColumn, formulaColumns } from './computed.logic.ts'

/** The problems of all formulas; `loc` begins with the index of the column. */
export function formulaProblems(columns: readonly ColumnConfig[]): FieldError[] {
  const env = formulaColumns(columns)
  return columns.flatMap((column, index) => {
    if (column.type !== 'formula') return []
    const { problems = [] } = checkColumn(column, env)
    return problems.map((problem) => ({ loc: [index, 'expression'], input: column.expression, ...describe(problem) }))
  })
}

function describe({ type, message, start, end, suggestion }: FormulaProblem): Pick<FieldError, 'type' | 'msg' | 'ctx'> {
  return {
    type,
    msg: `${message} (at ${start + 1})`,
    ctx: { start, end, ...(suggestion === undefined ? {} : { suggestion }) },
  }
}
