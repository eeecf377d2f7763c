// An order of rows as SQL: its keys, and the condition that a row comes after a given one; the meaning is engine/filter/sort.ts.
import { isTimeField } from '../../engine/filter/filter-check.ts'
import type { Sort } from '../../engine/filter/sort.schema.ts'
import { keyKinds, SORT_TEXT, type SortKey, type SortKeyKind } from '../../engine/filter/sort.ts'
import { millisSql } from './filter-sql.logic.ts'
import { blankText, isNumeric } from './scalar-sql.logic.ts'
import { invalidSql, isOwn, naturally, type SqlStatement, takenSql } from './sql-text.logic.ts'

/** The keys of an order by kind and direction, in the order in which they decide. */
export function keyShapes(sorts: readonly Sort[]): { kind: SortKeyKind; dir: Sort['dir'] }[] {
  return sorts.flatMap((sort) => {
    const { dir = 'asc' } = sort
    const shapes = keyKinds(sort).map((kind) => ({ kind, dir }))
    return dir === 'desc' ? shapes.reverse() : shapes
  })
}

export interface KeySql {
  sql: string
  kind: SortKeyKind
  dir: Sort['dir']
}

export function isNumericColumn(column: { type: string; input_type?: string } | undefined): boolean {
  return column?.type === 'input' && ['number', 'currency', 'percent'].includes(column.input_type ?? '')
}

/** The keys in the order in which they decide; each goes with `nulls last`. The position comes after them. */
export function sortSql(statement: SqlStatement, sorts: readonly Sort[]): KeySql[] {
  return sorts.flatMap((sort) => {
    const { dir = 'asc' } = sort
    const kinds = keyKinds(sort)
    const keys = keysSql(statement, sort).map((sql, index) => ({ sql, kind: kinds[index] ?? 'text', dir }))
    return dir === 'desc' ? keys.reverse() : keys
  })
}

function keysSql(statement: SqlStatement, { field, on = 'value' }: Sort): string[] {
  if (field === '$position') return ['r.position']
  if (field === '$lead_id') return ['r.lead_id::float8']
  if (field === '$row_id') return [textKey('r.id::text')]
  if (field === '$created_at' || field === '$updated_at') return [millisSql(`r.${field.slice(1)}`)]
  if (on !== 'value') return [facetKey(statement, field, on)]
  const { value, text } = takenSql(statement, field)
  const number = `when 'number' then (${value})::float8`
  if (!isNumericColumn(statement.columns.get(field)))
    return [`case jsonb_typeof(${value}) ${number} end`, jsonKey(value, text, '')]
  return [
    `case jsonb_typeof(${value}) ${number} when 'string' then case when ${isNumeric(text)} then ${text}::float8 end end`,
    jsonKey(value, text, `when ${isNumeric(text)} then null`),
  ]
}

function facetKey(statement: SqlStatement, field: string, on: string): string {
  if (on === 'invalid') return textKey(invalidSql(statement, field))
  const isTime = isTimeField({ field, on: on as never })
  if (isOwn(statement, field)) return on === 'confidence' || on === 'cost_usd' || isTime ? 'null::float8' : 'null::text'
  const cell = statement.cell(field)
  if (isTime) return millisSql(`${cell}.updated_at`)
  if (on === 'confidence') return `${cell}.confidence::text::float8`
  if (on === 'cost_usd') return `(${cell}.cost_micro / 1e6)::float8`
  return textKey(on === 'run_id' ? `${cell}.run_id::text` : `${cell}.${on}`)
}

const cut = (text: string) => `lower(left(${text}, ${SORT_TEXT}))`

function textKey(text: string): string {
  return `case when ${blankText(text)} then null else ${cut(text)} end`
}

/** `unless` is one more case of text that has no text key. */
function jsonKey(value: string, text: string, unless: string): string {
  const json = (empty: string) => `case when ${value} = '${empty}'::jsonb then null else ${cut(`${value}::text`)} end`
  return `case jsonb_typeof(${value}) when 'string' then case when ${blankText(text)} then null ${unless} else ${cut(text)} end
    when 'boolean' then ${text} when 'array' then ${json('[]')} when 'object' then ${json('{}')} end`
}

/** `order by` of keys that stand under these names, then the position. */
export function orderBy(keys: readonly (KeySql & { name: string })[], position: string): string {
  return [...keys.map(({ name, kind, dir }) => `${collated(name, kind)} ${dir} nulls last`), position].join(', ')
}

function collated(sql: string, kind: SortKeyKind): string {
  return kind === 'text' ? naturally(sql) : sql
}

/**
 * True for rows after the one with these keys and this position. Spelled out key by key: a comparison of whole rows
 * knows one direction only and takes null for unknown.
 */
export function behindSql(
  statement: SqlStatement,
  keys: readonly { name: string; kind: SortKeyKind; dir: Sort['dir'] }[],
  last: { keys: readonly SortKey[]; position: number },
  position: string,
): string {
  const ways: string[] = []
  const same: string[] = []
  for (const [index, { name, kind, dir }] of keys.entries()) {
    const key = last.keys[index] ?? null
    if (key === null) {
      same.push(`${name} is null`)
      continue
    }
    const place = statement.param(key, kind === 'number' ? 'float8' : 'text')
    const sql = collated(name, kind)
    ways.push([...same, `(${sql} ${dir === 'asc' ? '>' : '<'} ${place} or ${name} is null)`].join(' and '))
    same.push(`${sql} = ${place}`)
  }
  ways.push([...same, `${position} > ${statement.param(last.position, 'float8')}`].join(' and '))
  return `(${ways.map((way) => `(${way})`).join(' or ')})`
}

/**
 * True for rows that may stand before a place or at it, and for hardly others: most of very many rows are told apart by one comparison,
 * for which the key is made once.
 */
export function maybeBeforeSql(
  statement: SqlStatement,
  keys: readonly { name: string; kind: SortKeyKind; dir: Sort['dir'] }[],
  place: readonly SortKey[],
): string {
  const at = keys.findIndex((_, index) => (place[index] ?? null) !== null)
  const key = keys[at]
  if (!key) return 'true'
  const { name, kind, dir } = key
  const value = statement.param(place[at], kind === 'number' ? 'float8' : 'text')
  const ways = keys.slice(0, at).map((earlier) => `${earlier.name} is not null`)
  return `(${[...ways, `${collated(name, kind)} ${dir === 'asc' ? '<=' : '>='} ${value}`].join(' or ')})`
}
