// One comparison of the filter as SQL, for each kind of value that it can meet; the meaning is that of engine/filter/filter.ts.
import type { FilterOp, FilterScalar } from '../../engine/filter/filter.schema.ts'
import { BLANKS } from '../../engine/filter/filter.ts'
import { compareTexts } from '../../engine/values/text-order.ts'
import { foldCase, scalarNumber, scalarText } from '../../engine/values/value.ts'
import { naturally, type SqlStatement } from './sql-text.logic.ts'

/**
 * True for text that counts as a number; the case around it keeps the cast away from other text. The bounds of its length
 * stand apart: counted repetitions make the expression ten times as slow, and hardly any text is that long.
 */
export const isNumeric = (text: string) =>
  `(${text} ~ '^-?(0|[1-9][0-9]*)(\\.[0-9]+)?$' and (length(${text}) <= 255 or ${text} ~ '^-?[0-9]{1,255}(\\.[0-9]{1,255})?$'))`
/** Texts without any of these are never equal to a number. */
const NUMBER_LETTERS = /^[-0-9.]*$/

/** Nearly every text begins with a letter or a digit, which is no blank; looking for all blanks there are takes ten times as long. */
export const blankText = (text: string) =>
  `(ascii(${text}) not between 33 and 126 and btrim(${text}, ${quote(BLANKS)}) = '')`
/** Numbers in plain decimals; of a jsonb number or anything else that casts to numeric. */
export const plainText = (number: string) => `trim_scale((${number})::numeric)::text`

/** A fixed text of ours as a literal. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/** Conditions on a scalar, never null for a value of their kind. */
export interface ScalarTest {
  /** Compares an expression of type text. */
  text(sql: string): string
  /** Compares an expression of type float8; `plain` gives the same number as plain text where that is needed. */
  number(sql: string, plain: () => string): string
  boolean(value: boolean): boolean
  /**
   * A cheap condition that all matches meet: the whole value, as text, contains the operand. It excludes most
   * rows in half the time. Not for numbers compared by value, nor for text that JSON escapes.
   */
  within?(sql: string): string
}

type Comparison = 'eq' | 'gt' | 'gte' | 'lt' | 'lte' | 'contains' | 'starts_with' | 'ends_with' | 'in'
const SIGN = { eq: '=', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

/** `op` is one of the positive operations with an operand. */
export function scalarTest(statement: SqlStatement, op: FilterOp, operand: FilterScalar | FilterScalar[]): ScalarTest {
  if (op === 'in') return anyOf(statement, Array.isArray(operand) ? operand : [operand])
  if (Array.isArray(operand)) throw new Error('a list is compared by in alone')
  return compare(statement, op as Exclude<Comparison, 'in'>, operand)
}

function compare(statement: SqlStatement, op: Exclude<Comparison, 'in'>, operand: FilterScalar): ScalarTest {
  const wanted = foldCase(scalarText(operand) ?? '')
  const number = scalarNumber(operand)
  const text = once(() => statement.param(wanted, 'text'))
  const place = once(() => statement.param(number, 'float8'))
  const onText = (sql: string) => textCondition(op, sql, text, wanted)
  const boolean = (value: boolean) => holdsFor(op, String(value), wanted, number)
  const within = isPlain(wanted) ? (sql: string) => `coalesce(strpos(lower(${sql}), ${text()}) > 0, false)` : undefined
  if (op === 'contains' || op === 'starts_with' || op === 'ends_with') {
    return {
      text: (sql) => onText(`lower(${sql})`),
      number: (_sql, plain) => onText(plain()),
      boolean,
      ...(within && { within }),
    }
  }
  if (number === null) {
    const never = op === 'eq' && !NUMBER_LETTERS.test(wanted)
    return {
      text: (sql) => onText(`lower(${sql})`),
      number: (_sql, plain) => (never ? 'false' : onText(plain())),
      boolean,
      ...(op === 'eq' && within && { within }),
    }
  }
  // A text can equal the operand without being a number only when the operand has more digits than such texts may have.
  const otherwise = (sql: string) => (op === 'eq' && wanted.length > 250 ? onText(`lower(${sql})`) : 'false')
  return {
    text: (sql) => `case when ${isNumeric(sql)} then ${sql}::float8 ${SIGN[op]} ${place()} else ${otherwise(sql)} end`,
    number: (sql) => `${sql} ${SIGN[op]} ${place()}`,
    boolean,
  }
}

function textCondition(op: Exclude<Comparison, 'in'>, folded: string, text: () => string, wanted: string): string {
  switch (op) {
    case 'contains':
      return `strpos(${folded}, ${text()}) > 0`
    case 'starts_with':
      return `starts_with(${folded}, ${text()})`
    case 'ends_with':
      return `right(${folded}, ${[...wanted].length}) = ${text()}`
    case 'eq':
      return `${folded} = ${text()}`
    default:
      return `${naturally(folded)} ${SIGN[op]} ${text()}`
  }
}

/** Decided here: there are only two booleans, and neither is a number. */
function holdsFor(op: Exclude<Comparison, 'in'>, folded: string, wanted: string, number: number | null): boolean {
  switch (op) {
    case 'eq':
      return folded === wanted
    case 'contains':
      return folded.includes(wanted)
    case 'starts_with':
      return folded.startsWith(wanted)
    case 'ends_with':
      return folded.endsWith(wanted)
  }
  if (number !== null) return false
  const difference = compareTexts(folded, wanted)
  if (op === 'gt') return difference > 0
  if (op === 'gte') return difference >= 0
  return op === 'lt' ? difference < 0 : difference <= 0
}

function anyOf(statement: SqlStatement, operands: readonly FilterScalar[]): ScalarTest {
  const folded = (list: readonly FilterScalar[]) => [...new Set(list.map((one) => foldCase(scalarText(one) ?? '')))]
  const numbers = operands.flatMap((one) => scalarNumber(one) ?? [])
  const words = operands.filter((one) => scalarNumber(one) === null)
  const all = once(() => statement.param(folded(operands), 'text[]'))
  const wordsPlace = once(() => statement.param(folded(words), 'text[]'))
  const numbersPlace = once(() => statement.param(numbers, 'float8[]'))
  const isNumber = (sql: string) => `${sql} = any(${numbersPlace()})`
  const isWord = (sql: string) => `${sql} = any(${wordsPlace()})`
  return {
    text: (sql) =>
      numbers.length === 0
        ? `lower(${sql}) = any(${all()})`
        : `case when ${isNumeric(sql)} then ${isNumber(`${sql}::float8`)} or ${isWord(sql)} else lower(${sql}) = any(${all()}) end`,
    number: (sql, plain) =>
      words.some((one) => NUMBER_LETTERS.test(String(one)))
        ? `(${isNumber(sql)} or ${isWord(plain())})`
        : isNumber(sql),
    boolean: (value) => folded(operands).includes(String(value)),
  }
}

function once(make: () => string): () => string {
  let made: string | undefined
  return () => {
    made ??= make()
    return made
  }
}

/**
 * What happens to a list: any of its items is to match, or all lists match, or none does. PostgreSQL reads a table by several
 * processes only for conditions without a query of their own, which items need.
 */
export type Lists = 'items' | 'match' | 'miss'

/** The test of a jsonb value, which `text` gives as text; an object and null never match. */
export function onJson(value: string, text: string, test: ScalarTest, lists: Lists): string {
  const scalar = (sql: string, asText: string) =>
    `when 'string' then ${test.text(asText)} when 'number' then ${test.number(`(${sql})::float8`, () => plainText(sql))}` +
    ` when 'boolean' then ${onBoolean(sql, test)}`
  const items = () => `exists (
    select from jsonb_array_elements(${value}) e (v) where case jsonb_typeof(e.v) ${scalar('e.v', "(e.v #>> '{}')")} else false end)`
  const list = lists === 'items' ? ` when 'array' then ${items()}` : lists === 'match' ? ` when 'array' then true` : ''
  const found = `case jsonb_typeof(${value}) ${scalar(value, text)}${list} else false end`
  return test.within ? `(${test.within(text)} and ${found})` : found
}

/** Text that JSON writes as it is. */
const isPlain = (text: string) => /^[^"\\\p{Cc}]+$/u.test(text)

function onBoolean(sql: string, test: ScalarTest): string {
  const [whenTrue, whenFalse] = [test.boolean(true), test.boolean(false)]
  if (whenTrue === whenFalse) return String(whenTrue)
  return `(${sql} = '${whenTrue}'::jsonb)`
}

export function blankJson(value: string, text: string): string {
  return `case coalesce(jsonb_typeof(${value}), 'null') when 'null' then true when 'string' then ${blankText(text)}
    when 'array' then ${value} = '[]'::jsonb when 'object' then ${value} = '{}'::jsonb else false end`
}
