// Computes a bound formula for one row. Deterministic, without effects, and never longer than its budget allows.
import { isEmpty, type Json } from '../../kernel/json.ts'
import { DAY_MS } from '../values/instant.ts'
import { type PathStep, valueAt } from '../values/path.ts'
import { textOf } from '../values/value.ts'
import { type FormulaBudget, FormulaFault, MAX_ITEMS, openBudget } from './budget.ts'
import type { Bound, Formula } from './check.ts'
import {
  type EvaluationContext,
  type FormulaParameter,
  findDecidingValue,
  UnknownValueError,
  type ValueOrigin,
} from './functions.ts'
import type { BinaryOperator, TextSpan } from './syntax.ts'
import {
  compare,
  dateOf,
  dateText,
  dropBinaryNoise,
  hasTime,
  isDateText,
  isInCalendar,
  isSame,
  kindOf,
  listOf,
  numberOf,
  truthOf,
} from './values.ts'

/** A row as formulas see it. */
export interface FormulaRow extends Pick<EvaluationContext, 'now' | 'cellOf' | 'isEnriched' | 'unknownOf'> {
  /** What a reference to the column gives. */
  valueOf(columnId: string): Json
  /** What a part of the formula's `finds` found, or why it could not look; undefined, or absent, where nothing looked. */
  found?(part: number): { value: Json } | { problem: string } | undefined
}

export type FormulaResult =
  /** `from`: the value is that of a column, unchanged. */
  | { ok: true; value: Json; from?: ValueOrigin }
  /** `start` and `end`: the part of the formula that could not be computed. */
  | ({ ok: false; message: string; unknown?: undefined } & TextSpan)
  /** Nothing is known of a column that it needs: `why` says it as the rest of a sentence about the column. */
  | ({ ok: false; message: string; unknown: { column_id: string; why: string } } & TextSpan)

/** Never fails: returns an error with its position for what cannot be computed. A blank result is null. */
export function evaluateFormula(formula: Formula, row: FormulaRow): FormulaResult {
  const call: EvaluationContext = { ...row, budget: openBudget(), reads: 0 }
  const { start, end } = formula.root
  try {
    const value = valueOfNode(formula.root, row, call)
    const { source: from } = call
    return { ok: true, value: isEmpty(value) ? null : storable(value), ...(from && { from }) }
  } catch (error) {
    if (error instanceof UnknownValueError) {
      const { column_id, why } = error
      return { ok: false, message: why, unknown: { column_id, why }, start, end }
    }
    if (error instanceof FormulaFault) {
      const at = error.at ?? { start, end }
      return { ok: false, message: error.message, start: at.start, end: at.end }
    }
    // Deeper than the stack goes: a value itself is nested so deep.
    if (error instanceof RangeError) return { ok: false, message: 'A value here is too large to work with', start, end }
    throw error
  }
}

function valueOfNode(node: Bound, row: FormulaRow, call: EvaluationContext): Json {
  call.budget.step()
  const value = computeNode(node, row, call)
  call.source = originOf(node, call.source)
  return value
}

/** Where the value of a node stands; `last` is where that of the part stands that was evaluated last. */
function originOf(node: Bound, last: ValueOrigin | undefined): ValueOrigin | undefined {
  if (node.kind === 'reference') return { column_id: node.column_id, path: node.path }
  if (node.kind === 'member') return last && { ...last, path: [...last.path, ...stepsOf(node)] }
  return node.kind === 'call' && node.fn.lazy && node.fn.picks ? last : undefined
}

function computeNode(node: Bound, row: FormulaRow, call: EvaluationContext): Json {
  const value = (of: Bound) => valueOfNode(of, row, call)
  switch (node.kind) {
    case 'literal':
      return node.value
    case 'reference': {
      call.reads++
      const why = row.unknownOf?.(node.column_id)
      if (why !== undefined) throw new UnknownValueError(node.column_id, why)
      return valueAt(row.valueOf(node.column_id), node.path)
    }
    case 'member':
      return valueAt(value(ownerOf(node)), stepsOf(node))
    case 'found':
      // An error of the key is reported at its position.
      value(node.key)
      return foundOf(node, row, call.budget)
    case 'not':
      return !truthOf(value(node.of))
    case 'negate':
    case 'percent': {
      const given = value(node.of)
      const read = numberOf(given)
      if (read === undefined) return fault(node.of, `${kindOf(given)} is not a number`)
      return read === null ? null : node.kind === 'negate' ? -read : dropBinaryNoise(read / 100)
    }
    case 'binary':
      return binary(node, value, call.budget)
    case 'call':
      return callOf(node, value, call)
  }
}

/** What a row of members goes into: `{{A}}` of `{{A}}.b.c`, read in one go like the path `b.c`. */
function ownerOf(node: Bound & { kind: 'member' }): Bound {
  return node.of.kind === 'member' ? ownerOf(node.of) : node.of
}

function stepsOf(node: Bound & { kind: 'member' }): PathStep[] {
  return node.of.kind === 'member' ? [...stepsOf(node.of), node.step] : [node.step]
}

function foundOf(node: Bound & { kind: 'found' }, row: FormulaRow, budget: FormulaBudget): Json {
  const found = row.found?.(node.part)
  if (!found) throw new UnknownValueError(node.through, 'was not looked through')
  if ('problem' in found) return fault(node, found.problem)
  budget.step(weightOf(found.value))
  return found.value
}

function fault(at: TextSpan, message: string): never {
  throw new FormulaFault(message, undefined, at)
}

function callOf(node: Bound & { kind: 'call' }, value: (of: Bound) => Json, call: EvaluationContext): Json {
  const { fn, args, params } = node
  try {
    if (fn.lazy)
      return fn.lazy(
        args.map((arg) => () => value(arg)),
        call,
      )
    let blank = false
    const read = args.map((arg, index) => {
      const param = params[index] as FormulaParameter
      if (param.type === 'cell') return arg.kind === 'reference' ? arg.column_id : null
      const seen = value(arg)
      // Spaces are blank to functions that take a value, but not to those that join texts.
      const given = param.type === 'any' && fn.takesBlank ? seen : readAs(seen, param, arg, call.budget)
      if (given === null && !param.optional) blank = true
      return given
    })
    if (blank && !fn.takesBlank) return null
    while (read.length < fn.params.length) read.push(null)
    const result = fn.finds ? null : fn.run(read, call)
    if (typeof result === 'string') call.budget.make(result.length)
    else if (Array.isArray(result)) {
      if (result.length > MAX_ITEMS) fault(node, `A list may have at most ${MAX_ITEMS.toLocaleString('en')} items`)
      call.budget.make(result.length)
    } else if (typeof result === 'number') return finite(result, node)
    return result
  } catch (error) {
    if (error instanceof FormulaFault) error.at ??= (error.arg === undefined ? undefined : args[error.arg]) ?? node
    throw error
  }
}

/** The argument as the function wants it; null when it is blank. */
function readAs(value: Json, { type }: FormulaParameter, at: TextSpan, budget: FormulaBudget): Json {
  switch (type) {
    case 'number':
      return numberOf(value) ?? (numberOf(value) === null ? null : fault(at, `${kindOf(value)} is not a number`))
    case 'text': {
      const text = textOf(value)
      budget.step(text.length >> 6)
      return text === '' ? null : text
    }
    case 'boolean':
      return truthOf(value)
    case 'date': {
      const instant = dateOf(value)
      if (instant === undefined) return fault(at, `${kindOf(value)} is not a date`)
      // Functions get the ISO text, in which a day without a time of day stays one.
      return instant === null ? null : dateText(instant, isDateText(value) && hasTime(value))
    }
    case 'list':
      return listOf(value)
    default:
      return isEmpty(value) ? null : value
  }
}

function binary(
  { op, left, right, start, end }: Bound & { kind: 'binary' },
  value: (of: Bound) => Json,
  budget: FormulaBudget,
): Json {
  const sides = [left, right].map((side) => () => truthOf(value(side)))
  if (op === 'AND') return findDecidingValue(sides, (holds) => !holds) ?? true
  if (op === 'OR') return findDecidingValue(sides, (holds) => holds) ?? false
  const a = value(left)
  const b = value(right)
  budget.step(weightOf(a) + weightOf(b))
  switch (op) {
    case '&': {
      const [first, second] = [textOf(a), textOf(b)]
      budget.make(first.length + second.length)
      return first + second
    }
    case '=':
      return isSame(a, b)
    case '<>':
      return !isSame(a, b)
    case '<':
    case '<=':
    case '>':
    case '>=':
      return holds(op, compare(a, b))
  }
  if (op === '+' || op === '-') {
    const moved = withDates(op, a, b)
    if (moved !== undefined) return moved
  }
  const x = numberOf(a)
  const y = numberOf(b)
  if (x === undefined) return fault(left, `${kindOf(a)} is not a number`)
  if (y === undefined) return fault(right, `${kindOf(b)} is not a number`)
  // A sum with something unknown in it is unknown, not smaller.
  if (x === null || y === null) return null
  return arithmetic(op, x, y, { start, end })
}

/** Reading a long value costs what it is long. */
function weightOf(value: Json): number {
  if (typeof value === 'string') return value.length >> 6
  return value !== null && typeof value === 'object' ? 500 : 0
}

function holds(op: '<' | '<=' | '>' | '>=', order: number | null): boolean {
  if (order === null) return false
  if (op === '<') return order < 0
  if (op === '<=') return order <= 0
  return op === '>' ? order > 0 : order >= 0
}

/** A date plus days, or the days between two dates; undefined when no date is involved. */
function withDates(op: '+' | '-', a: Json, b: Json): Json | undefined {
  const [left, right] = [isDateText(a), isDateText(b)]
  if (op === '-' && left && right) return dropBinaryNoise(((dateOf(a) ?? 0) - (dateOf(b) ?? 0)) / DAY_MS)
  const [date, days] = left ? [a, b] : op === '+' && right ? [b, a] : [null, null]
  const count = numberOf(days)
  if (!isDateText(date) || isDateText(days) || count === undefined) return undefined
  if (count === null) return null
  const moved = (dateOf(date) ?? 0) + (op === '-' ? -count : count) * DAY_MS
  return isInCalendar(moved) ? dateText(moved, hasTime(date) || !Number.isInteger(count)) : undefined
}

function arithmetic(op: BinaryOperator, x: number, y: number, at: TextSpan): number {
  if ((op === '/' || op === 'mod') && y === 0) return fault(at, 'Division by zero')
  if (op === '+') return finite(dropBinaryNoise(x + y), at)
  if (op === '-') return finite(dropBinaryNoise(x - y), at)
  if (op === '*') return finite(dropBinaryNoise(x * y), at)
  if (op === '/') return finite(dropBinaryNoise(x / y), at)
  // As in spreadsheets the remainder has the sign of the divisor.
  if (op === 'mod') return finite(dropBinaryNoise(x - y * Math.floor(x / y)), at)
  return finite(dropBinaryNoise(x ** y), at)
}

function finite(value: number, at: TextSpan): number {
  if (Number.isFinite(value)) return Object.is(value, -0) ? 0 : value
  return fault(at, Number.isNaN(value) ? 'This is not a number' : 'This number is too large')
}

const UNSTORABLE = /\0|\p{Cs}/gu

/** Without what the database takes no text with: NUL and halves of characters. */
function storable(value: Json): Json {
  if (typeof value === 'string') return value.replace(UNSTORABLE, '\ufffd')
  if (Array.isArray(value)) return value.map(storable)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key.replace(UNSTORABLE, '\ufffd'), storable(item)]),
  )
}
