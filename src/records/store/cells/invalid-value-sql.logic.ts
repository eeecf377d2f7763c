// Whether a value fits the type of its column, as SQL with exactly the meaning of engine/filter/invalid-value.ts (held to it by a property).
import { BLANKS } from '../../../engine/filter/filter.ts'
import { INVALID_REASON_OF, LONGEST_PHONE, PATTERNS } from '../../../engine/filter/invalid-value.ts'

/** A text as SQL writes it. */
const literal = (text: string) => `'${text.replaceAll("'", "''")}'`

/**
 * Why `value` (jsonb) does not fit, as text; null when it does or is nothing. `options` are the choices (jsonb array of text, null
 * or empty: any), both as SQL.
 */
export function invalidReasonSql(value: string, type: keyof typeof INVALID_REASON_OF, options: string): string {
  const text = `(${value} #>> '{}')`
  const kind = `jsonb_typeof(${value})`
  const isLike = (name: keyof typeof PATTERNS) => `${text} ~ ${literal(PATTERNS[name])}`
  const isText = `${kind} = 'string'`
  const isAny = `(${options} is null or ${options} = '[]')`
  const fits: Partial<Record<keyof typeof INVALID_REASON_OF, string>> = {
    number: `${kind} = 'number'`,
    currency: `${kind} = 'number'`,
    percent: `${kind} = 'number'`,
    checkbox: `${kind} = 'boolean'`,
    date: `${isText} and ${isLike('date')}`,
    datetime: `${isText} and ${isLike('datetime')}`,
    email: `${isText} and ${isLike('email')}`,
    url: `${isText} and ${isLike('url')}`,
    phone: `${kind} = 'number' or (${isText} and length(${text}) <= ${LONGEST_PHONE} and ${isLike('digits')} and ${isLike('phone')})`,
    select: `${isText} and (${isAny} or ${options} ? ${text})`,
    // Checked in this order, because only a list has items.
    multi_select: `case when ${kind} <> 'array' then false else not exists (select 1 from jsonb_array_elements(${value}) as item
      where jsonb_typeof(item) <> 'string' or not (${isAny} or ${options} ? (item #>> '{}'))) end`,
    json: `not (${isText})`,
  }
  // Most values fit, so blanks are checked last.
  const isNothing = `${value} is null or ${kind} = 'null' or (${isText} and btrim(${text}, ${literal(BLANKS)}) = '')`
  const test = fits[type]
  if (test === undefined) return 'null::text'
  return `(case when ${test} then null when ${isNothing} then null else '${INVALID_REASON_OF[type]}' end)`
}
