// Chooses where to begin when few rows are expected to match: selects of the ids of all candidates, each over one table.
//
// Looking up the cells of a million rows one by one takes six seconds; reading a column's cells, all processes together,
// one and a half. What these selects give is then looked at row by row.
import type { Filter, FilterLeaf } from '../../engine/filter/filter.schema.ts'
import { OPPOSITE } from '../../engine/filter/filter.ts'
import { filterSql, statusesOf } from './filter-sql.logic.ts'
import type { Question } from './question.logic.ts'
import { searchDrivers } from './search-sql.logic.ts'
import { isOwn, newStatement, ofColumn, type SqlStatement } from './sql-text.logic.ts'

interface Driver {
  selects: string[]
  /** About how many tenths of a second it takes on a million rows; decides between the parts of an `and`. */
  cost: number
}

/** Selects of row ids whose union holds every row that answers; null when the rows themselves are as good a beginning. */
export function driversOf(statement: SqlStatement, { filter, search }: Omit<Question, 'sorts'>): string[] | null {
  // Built on a separate statement first, because an unused parameter would stay in the real one.
  const isPossible = filter && !readsRowsOnly(statement, filter) && driver(trialOf(statement), filter) !== null
  if (isPossible) return driver(statement, filter)?.selects ?? null
  return search && (filter === null || !readsRowsOnly(statement, filter)) ? searchDrivers(statement, search) : null
}

function driver(statement: SqlStatement, filter: Filter): Driver | null {
  if (readsRowsOnly(statement, filter)) {
    const condition = filterSql(statement, filter, 'match')
    return {
      selects: [`select r.id from workbook_rows r where r.workspace_id = $1 and r.workbook_id = $2 and ${condition}`],
      cost: 5,
    }
  }
  if ('and' in filter) {
    const best = filter.and
      .map((child) => ({ child, found: driver(trialOf(statement), child) }))
      .filter(({ found }) => found !== null)
      .sort((a, b) => (a.found?.cost ?? 0) - (b.found?.cost ?? 0))[0]
    return best ? driver(statement, best.child) : null
  }
  if ('or' in filter) {
    const found = filter.or.map((child) => driver(statement, child))
    const selects = found.flatMap((one) => one?.selects ?? [])
    const cost = found.reduce((sum, one) => sum + (one?.cost ?? 0), 0)
    return found.includes(null) ? null : { selects, cost }
  }
  return 'not' in filter ? null : ofLeaf(statement, filter)
}

const trialOf = ({ columns }: SqlStatement) => newStatement('', '', columns)

/** Whether the comparison can only match rows that have the cell. */
function ofLeaf(statement: SqlStatement, leaf: FilterLeaf): Driver | null {
  if (leaf.op === 'is_empty' || (OPPOSITE[leaf.op] !== undefined && leaf.op !== 'not_empty')) return null
  const alias = statement.cell(leaf.field)
  const place = () => statement.param(leaf.field, 'text')
  const cells = (where: string) => `select ${alias}.row_id from cells ${alias} where ${where}`
  if (leaf.on !== 'status')
    return { selects: [cells(`${ofColumn(alias, place())} and ${filterSql(statement, leaf, 'match')}`)], cost: 15 }
  const { statuses, none } = statusesOf(leaf)
  if (none || statuses.length === 0) return null
  const named = `${alias}.status in (${statuses.map((one) => `'${one}'`).join(', ')})`
  // The index of unfinished cells wants the column by `=`, and the statuses named.
  if (statuses.every((one) => UNFINISHED.has(one))) {
    const ofWorkbook = `${alias}.workspace_id = $1 and ${alias}.workbook_id = $2`
    return { selects: [cells(`${ofWorkbook} and ${alias}.column_id = ${place()} and ${named}`)], cost: 1 }
  }
  return { selects: [cells(`${ofColumn(alias, place())} and ${named}`)], cost: 15 }
}

const UNFINISHED: ReadonlySet<string> = new Set(['error', 'throttled', 'waiting', 'cancelled', 'budget_stopped'])

/** Whether the filter needs values of rows only, and no cells. */
export function readsRowsOnly(statement: Pick<SqlStatement, 'columns'>, filter: Filter): boolean {
  if ('and' in filter) return filter.and.every((child) => readsRowsOnly(statement, child))
  if ('or' in filter) return filter.or.every((child) => readsRowsOnly(statement, child))
  if ('not' in filter) return readsRowsOnly(statement, filter.not)
  return filter.field.startsWith('$') || isOwn(statement, filter.field)
}
