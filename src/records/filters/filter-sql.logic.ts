// A filter tree as SQL over a row `r` and its cells, with exactly the meaning of engine/filter/filter.ts (held to it by a property).
//
// Every condition is true or false, never null, so that `not` is the exact opposite. What is decided once for all rows is
// decided here: which of the statuses match, what true and false would do.
import type { Filter, FilterLeaf, FilterOp } from '../../engine/filter/filter.schema.ts'
import { matches, OPPOSITE } from '../../engine/filter/filter.ts'
import { daysOf, isTimeField } from '../../engine/filter/filter-check.ts'
import { DAY_MS, daysAgo, instantOf } from '../../engine/values/instant.ts'
import { blankCell, CELL_STATUSES, type CellStatus, type Row } from '../../engine/values/row.ts'
import { isUuid } from '../../kernel/ids.ts'
import { blankJson, blankText, type Lists, onJson, plainText, type ScalarTest, scalarTest } from './scalar-sql.logic.ts'
import { invalidSql, isOwn, type SqlStatement, takenSql } from './sql-text.logic.ts'

const BEFORE: Partial<Record<FilterOp, string>> = { gt: '>', gte: '>=', lt: '<', lte: '<=' }

/**
 * The condition; the filter has passed `checkFilter` with the columns of the statement. With `match` it holds for all rows that
 * the filter matches and perhaps for more, with `miss` for none that it does not match; both let several processes look.
 */
export function filterSql(statement: SqlStatement, filter: Filter, lists: Lists = 'items'): string {
  const list = (children: Filter[], word: string, empty: string) =>
    children.length === 0 ? empty : `(${children.map((child) => filterSql(statement, child, lists)).join(` ${word} `)})`
  if ('and' in filter) return list(filter.and, 'and', 'true')
  if ('or' in filter) return list(filter.or, 'or', 'false')
  if ('not' in filter) return `(not ${filterSql(statement, filter.not, OTHERWISE[lists])})`
  return leafSql(statement, filter, lists)
}

const OTHERWISE: Record<Lists, Lists> = { items: 'items', match: 'miss', miss: 'match' }

function leafSql(statement: SqlStatement, leaf: FilterLeaf, lists: Lists): string {
  const opposite = OPPOSITE[leaf.op]
  const positive: FilterLeaf = { ...leaf, op: opposite ?? leaf.op }
  const condition = positiveSql(statement, positive, opposite ? OTHERWISE[lists] : lists)
  return opposite ? `(not ${condition})` : `(${condition})`
}

function positiveSql(statement: SqlStatement, leaf: FilterLeaf, lists: Lists): string {
  const { field, on = 'value', op } = leaf
  if (isTimeField(leaf)) return instantSql(statement, timeSql(statement, leaf), leaf)
  if (field === '$row_id') return rowIdSql(statement, leaf)
  if (field === '$position') return numberSql(statement, 'r.position', 'r.position::text', leaf)
  if (field === '$lead_id') return numberSql(statement, 'r.lead_id::float8', 'r.lead_id', leaf)
  if (field === '$source' || on === 'value') return jsonSql(statement, takenSql(statement, field), leaf, lists)
  if (on === 'invalid') return textSql(statement, invalidSql(statement, field), leaf)
  // An input column has no cells: all its facets are empty.
  if (isOwn(statement, field)) return String(op === 'is_empty')
  if (on === 'status') return statusSql(statement, leaf)
  const cell = statement.cell(field)
  if (on === 'confidence')
    return numberSql(statement, `${cell}.confidence::text::float8`, `${cell}.confidence::text`, leaf)
  if (on === 'cost_usd')
    return numberSql(statement, `(${cell}.cost_micro / 1e6)::float8`, `${cell}.cost_micro / 1e6`, leaf)
  return textSql(statement, on === 'run_id' ? `${cell}.run_id::text` : `${cell}.${on}`, leaf)
}

function jsonSql(
  statement: SqlStatement,
  { value, text }: ReturnType<typeof takenSql>,
  leaf: FilterLeaf,
  lists: Lists,
): string {
  const { field, op, value: operand } = leaf
  if (op === 'is_empty') return blankJson(value, text)
  const days = daysOf(leaf)
  const test = days === null ? scalarTest(statement, op, operand ?? '') : datesTest(statement, op, days)
  return onJson(value, text, test, statement.scalars?.has(field) ? 'miss' : lists)
}

function textSql(statement: SqlStatement, text: string, { op, value }: FilterLeaf): string {
  if (op === 'is_empty') return `coalesce(${blankText(text)}, true)`
  return `coalesce(${scalarTest(statement, op, value ?? '').text(text)}, false)`
}

function numberSql(statement: SqlStatement, number: string, exact: string, { op, value }: FilterLeaf): string {
  if (op === 'is_empty') return `${number} is null`
  return `coalesce(${scalarTest(statement, op, value ?? '').number(number, () => plainText(exact))}, false)`
}

/** The date that a text begins with, against the day that was so many days ago. */
function datesTest(statement: SqlStatement, op: FilterOp, days: number): ScalarTest {
  const sign = BEFORE[op] ?? '='
  const then = `to_char(to_timestamp((${millisSql('now()')} - ${statement.param(days * DAY_MS, 'float8')}) / 1000) at time zone 'UTC', 'YYYY-MM-DD')`
  return {
    text: (sql) =>
      `case when ${sql} ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}($|[Tt ])' then left(${sql}, 10) collate "C" ${sign} ${then} else false end`,
    number: () => 'false',
    boolean: () => false,
  }
}

/** Only a whole id can be equal; then the primary key finds it. */
function rowIdSql(statement: SqlStatement, leaf: FilterLeaf): string {
  const { op, value } = leaf
  if (op !== 'eq' && op !== 'in') return textSql(statement, 'r.id::text', leaf)
  const ids = [value].flat().filter((one): one is string => typeof one === 'string' && isUuid(one))
  return ids.length === 0 ? 'false' : `r.id = any(${statement.param(ids, 'uuid[]')})`
}

/** The statuses are few and known: which of them match is decided by the filter itself, and an index of some can serve. */
function statusSql(statement: SqlStatement, leaf: FilterLeaf): string {
  const { statuses, none } = statusesOf(leaf)
  const column = `${statement.cell(leaf.field)}.status`
  const among =
    statuses.length === 0 ? 'false' : `coalesce(${column} in (${statuses.map((one) => `'${one}'`).join(', ')}), false)`
  return none ? `(${column} is null or ${among})` : among
}

/** The statuses that match, and whether a row without a cell does. */
export function statusesOf(leaf: FilterLeaf): { statuses: CellStatus[]; none: boolean } {
  const holds = (status: CellStatus | null) => matches({ ...leaf, field: 'c' }, rowWithStatus(status))
  return { statuses: CELL_STATUSES.filter(holds), none: holds(null) }
}

function rowWithStatus(status: CellStatus | null): Row {
  const row = { row_id: '', position: 0, created_at: '', updated_at: '', lead_id: null, source: null, data: {} }
  return { ...row, cells: status === null ? {} : { c: blankCell(status) } }
}

function timeSql(statement: SqlStatement, { field, on }: FilterLeaf): string {
  if (field === '$created_at') return 'r.created_at'
  if (field === '$updated_at') return 'r.updated_at'
  if (on !== 'updated_at' || isOwn(statement, field)) return 'null::timestamptz'
  return `${statement.cell(field)}.updated_at`
}

/** Whole milliseconds since the epoch, finer parts cut off. */
export const millisSql = (time: string) => `floor(extract(epoch from ${time}) * 1000)::float8`

function instantSql(statement: SqlStatement, time: string, { op, value }: FilterLeaf): string {
  if (op === 'is_empty') return `${time} is null`
  const days = daysAgo(value)
  if (days !== null && BEFORE[op]) {
    const then = `(${millisSql('now()')} - ${statement.param(days * DAY_MS, 'float8')})`
    return `coalesce(${millisSql(time)} ${BEFORE[op]} ${then}, false)`
  }
  const instants = [value ?? []].flat().flatMap((one) => instantOf(one) ?? [])
  if (instants.length === 0) return 'false'
  if (op === 'in') return `coalesce(${millisSql(time)} = any(${statement.param(instants, 'float8[]')}), false)`
  const sign: Partial<Record<FilterOp, string>> = { eq: '=', ...BEFORE }
  if (sign[op] === undefined) return 'false'
  return `coalesce(${millisSql(time)} ${sign[op]} ${statement.param(instants[0], 'float8')}, false)`
}
