// The different values of a field as SQL: two values are one exactly when the filter's `eq` takes them for equal.

import type { Filter, FilterLeaf } from '../../engine/filter/filter.schema.ts'
import { isTimeField } from '../../engine/filter/filter-check.ts'
import { DAY_MS, rfc3339 } from '../../engine/values/instant.ts'
import type { Json } from '../../kernel/json.ts'
import { millisSql } from './filter-sql.logic.ts'
import { blankText, isNumeric } from './scalar-sql.logic.ts'
import { invalidSql, isOwn, type SqlStatement, valueSql } from './sql-text.logic.ts'

export type FieldReference = Pick<FilterLeaf, 'field' | 'on'>

/** Longer texts are one when their beginnings are. */
const KEY_TEXT = 200

export interface DistinctSql {
  /** The number a value stands for, else null. */
  number: string
  /** The folded text of a value that is no number; null for that and for blank ones. */
  text: string
  /** The value as jsonb. */
  value: string
}

export function distinctSql(statement: SqlStatement, { field, on = 'value' }: FieldReference): DistinctSql {
  if (isTimeField({ field, on })) return ofDay(timeOf(statement, field))
  return ofJson(jsonOf(statement, field, on))
}

function jsonOf(statement: SqlStatement, field: string, on: string): string {
  if (field === '$source') return `(r.source -> 'provider')`
  if (field.startsWith('$')) return `to_jsonb(r.${field === '$row_id' ? 'id::text' : field.slice(1)})`
  if (on === 'value') return valueSql(statement, field)
  if (on === 'invalid') return `to_jsonb(${invalidSql(statement, field)})`
  if (isOwn(statement, field)) return 'null::jsonb'
  const cell = statement.cell(field)
  if (on === 'cost_usd') return `to_jsonb(trim_scale(${cell}.cost_micro / 1e6))`
  return on === 'confidence' ? `to_jsonb(${cell}.confidence)` : `to_jsonb(${cell}.${on}::text)`
}

function timeOf(statement: SqlStatement, field: string): string {
  if (field.startsWith('$')) return `r.${field.slice(1)}`
  return isOwn(statement, field) ? 'null::timestamptz' : `${statement.cell(field)}.updated_at`
}

function ofDay(time: string): DistinctSql {
  const day = `(floor(${millisSql(time)} / ${DAY_MS}) * ${DAY_MS})`
  return { number: day, text: 'null::text', value: `to_jsonb(${day})` }
}

function ofJson(value: string): DistinctSql {
  const text = `(${value} #>> '{}')`
  const whole = (empty: string) =>
    `case when ${value} = '${empty}'::jsonb then null else lower(left(${value}::text, ${KEY_TEXT})) end`
  return {
    number: `case jsonb_typeof(${value}) when 'number' then (${value})::float8
      when 'string' then case when ${isNumeric(text)} then ${text}::float8 end end`,
    text: `case jsonb_typeof(${value})
      when 'string' then case when ${blankText(text)} or ${isNumeric(text)} then null else lower(left(${text}, ${KEY_TEXT})) end
      when 'boolean' then ${text} when 'array' then ${whole('[]')} when 'object' then ${whole('{}')} end`,
    value: `case when ${value} = 'null'::jsonb then null else ${value} end`,
  }
}

/** The filter that gives just the rows of a group; null where no filter can say it. */
export function filterOf({ field, on }: FieldReference, value: Json): Filter | null {
  const place = on === undefined ? { field } : { field, on }
  if (value === null) return { ...place, op: 'is_empty' }
  if (isTimeField({ field, ...(on && { on }) })) {
    const from = { ...place, op: 'gte' as const, value: rfc3339(Number(value)) }
    return { and: [from, { ...place, op: 'lt', value: rfc3339(Number(value) + DAY_MS) }] }
  }
  if (typeof value === 'object' || (typeof value === 'string' && value.length >= KEY_TEXT)) return null
  return { ...place, op: 'eq', value }
}
