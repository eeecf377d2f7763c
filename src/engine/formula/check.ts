// Binds a formula to the columns of a workbook and the functions there are, infers types, and finds what is wrong.

import type { Json } from '../../kernel/json.ts'
import { nearest } from '../../kernel/nearest.ts'
import type { Path, PathStep } from '../values/path.ts'
import { resolveReference } from '../values/template.ts'
import {
  arityOf,
  type FormulaFunction,
  type FormulaParameter,
  type FunctionTable,
  parameterAt,
  signatureOf,
} from './functions.ts'
import { parseFormula } from './parser.ts'
import type { BinaryOperator, FormulaNode, FormulaProblem, TextSpan } from './syntax.ts'
import { numberOf, type ValueType } from './values.ts'

/** What spreadsheets have beside LOOKUP and COUNTIF; a lookup column does it here (docs/decisions/0004). */
const LOOKUPS = new Set(['VLOOKUP', 'HLOOKUP', 'COUNTIFS', 'SUMIF', 'SUMIFS', 'EXISTS'])

/** What COUNTIF of spreadsheets reads as a condition or a pattern, and would never find as a value here. */
const CRITERION = /^\s*(<>|[<>]=?|=)|\*/

/** A part of a formula whose columns and functions are found. */
export type Bound = TextSpan &
  (
    | { kind: 'literal'; value: Json }
    | { kind: 'reference'; column_id: string; path: Path }
    | { kind: 'member'; of: Bound; step: PathStep }
    | { kind: 'call'; fn: FormulaFunction; args: Bound[]; params: readonly (FormulaParameter | undefined)[] }
    /** What was found for the key among the rows of a range, told by its column; `part` of the formula's `finds`. */
    | { kind: 'found'; part: number; key: Bound; through: string }
    | { kind: 'negate' | 'percent' | 'not'; of: Bound }
    | { kind: 'binary'; op: BinaryOperator; left: Bound; right: Bound }
  )

/** A column whose rows a formula looks through. */
export interface RangeReference {
  /** Null: of the workbook that the formula is in. */
  workbook_id: string | null
  column_id: string
}

/** What a formula looks up: rows of a range by a key. Those that stand in the key of another come before it. */
export interface Find {
  give: 'one' | 'count'
  key: Bound
  their_key: RangeReference
  their_column: RangeReference | null
}

export interface Formula {
  root: Bound
  finds: readonly Find[]
  type: ValueType
  /** Gives something else as time goes by, so that it has to be computed again though nothing changed. */
  volatile: boolean
}

export interface FormulaColumns {
  /** The id of the column with a name, in any case. */
  find(name: string): string | undefined
  typeOf(columnId: string): ValueType
  names(): readonly string[]
  /** The column of another workbook that is written `Workbook!Column`; absent where none can be looked up. */
  rangeOf?(ref: string): RangeReference | undefined
}

export type FormulaCheck =
  | { formula: Formula; problems?: undefined; reads: readonly string[] }
  | { formula?: undefined; problems: readonly FormulaProblem[]; reads: readonly string[] }

type Typed = { node: Bound; type: ValueType }

/** Never fails: returns all errors at once, each with its position. `reads` are the columns found, also then. */
export function checkFormula(source: string, columns: FormulaColumns, functions: FunctionTable): FormulaCheck {
  const parsed = parseFormula(source)
  if (parsed.problem) return { problems: [parsed.problem], reads: [] }
  const problems: FormulaProblem[] = []
  const reads = new Set<string>()
  const finds: Find[] = []
  let volatile = false

  function report(at: TextSpan, type: FormulaProblem['type'], message: string, suggestion?: string): void {
    const hint = suggestion === undefined ? '' : `. Did you mean ${suggestion}?`
    problems.push({
      type,
      message: message + hint,
      start: at.start,
      end: at.end,
      ...(suggestion ? { suggestion } : {}),
    })
  }

  function bind(node: FormulaNode): Typed {
    const { start, end } = node
    switch (node.kind) {
      case 'literal':
        return { node, type: typeOfLiteral(node.value) }
      case 'reference':
        return reference(node)
      case 'member':
        return { node: { kind: 'member', of: bind(node.of).node, step: node.step, start, end }, type: 'any' }
      case 'call':
        return call(node)
      case 'not':
        return { node: { kind: 'not', of: bind(node.of).node, start, end }, type: 'boolean' }
      case 'negate':
      case 'percent': {
        const of = bind(node.of)
        mustBe(of, 'number', node.kind === 'negate' ? 'A sign' : '%')
        return { node: { kind: node.kind, of: of.node, start, end }, type: 'number' }
      }
      case 'binary':
        return binary(node)
    }
  }

  function reference(node: FormulaNode & { kind: 'reference' }): Typed {
    const { start, end, ref } = node
    const found = resolveReference(ref, (name) => columns.find(name) !== undefined)
    const column_id = found ? columns.find(found.name) : undefined
    if (!found || column_id === undefined) {
      const close = nearest(ref, columns.names())
      report(node, 'unknown_reference', `There is no column "${ref}"`, close && `{{${close}}}`)
      return { node: { kind: 'literal', value: null, start, end }, type: 'any' }
    }
    reads.add(column_id)
    const type = found.path.length > 0 ? 'any' : columns.typeOf(column_id)
    return { node: { kind: 'reference', column_id, path: found.path, start, end }, type }
  }

  function call(node: FormulaNode & { kind: 'call' }): Typed {
    const { name, start, end } = node
    const fn = functions.get(name)
    if (fn?.finds) return find(node, fn, fn.finds)
    const args = node.args.map(bind)
    if (!fn) {
      const isLookup = LOOKUPS.has(name)
      const close = isLookup ? undefined : nearest(name, [...functions.keys()])
      const instead = isLookup
        ? '. LOOKUP and COUNTIF find and count rows, and a lookup column does more: refer to one'
        : ''
      report({ start, end: start + name.length }, 'unknown_function', `There is no function ${name}${instead}`, close)
      return { node: { kind: 'literal', value: null, start, end }, type: 'any' }
    }
    if (fn.volatile) volatile = true
    const { min, max } = arityOf(fn)
    const params = args.map((_, index) => parameterAt(fn, index, args.length))
    if (args.length < min || args.length > max || params.includes(undefined)) {
      report(node, 'wrong_arguments', `${name} is written ${signatureOf(fn)}; it got ${count(args.length)}`)
    } else {
      for (const [index, arg] of args.entries()) argument(fn, arg, params[index] as FormulaParameter)
      const wrong = fn.inspect?.(args.map((arg) => (arg.node.kind === 'literal' ? arg.node.value : undefined)))
      if (wrong) report(args[wrong.arg]?.node ?? node, 'wrong_arguments', wrong.message)
    }
    const isBlank = ({ node }: Typed) => node.kind === 'literal' && node.value === null
    const types = () => args.map((arg) => (isBlank(arg) ? undefined : arg.type))
    const type = typeof fn.returns === 'string' ? fn.returns : fn.returns(types())
    return { node: { kind: 'call', fn, args: args.map((arg) => arg.node), params, start, end }, type }
  }

  function find(node: FormulaNode & { kind: 'call' }, fn: FormulaFunction, give: Find['give']): Typed {
    const { name, args, start, end } = node
    const blank: Typed = { node: { kind: 'literal', value: null, start, end }, type: 'any' }
    if (args.length !== fn.params.length) {
      report(node, 'wrong_arguments', `${name} is written ${signatureOf(fn)}; it got ${count(args.length)}`)
      return blank
    }
    const ranges: (RangeReference | undefined)[] = []
    let key: Bound | undefined
    for (const [index, arg] of args.entries()) {
      if (fn.params[index]?.type === 'range') ranges.push(range(name, arg))
      else key = keyOf(name, bind(arg))
    }
    if (key?.kind === 'literal' && give === 'count' && CRITERION.test(String(key.value))) {
      const instead = 'make a column such as IF({{Amount}} > 100, "yes") and count "yes"'
      report(key, 'wrong_arguments', `${name} counts the rows that equal a value; for another condition ${instead}`)
    }
    const [their_key, their_column = null] = ranges
    if (their_key?.workbook_id === null && isNeverFound(columns.typeOf(their_key.column_id)))
      report(node, 'wrong_arguments', neverFound(name))
    if (!key || !their_key || ranges.includes(undefined)) return blank
    if (their_column !== null && their_column.workbook_id !== their_key.workbook_id) {
      report(node, 'wrong_arguments', `Both columns of ${name} have to be of one workbook`)
      return blank
    }
    const part = finds.push({ give, key, their_key, their_column }) - 1
    // The ids of another workbook's columns would be taken for those of the own ones.
    const through = their_key.workbook_id === null ? their_key.column_id : 'The other workbook'
    return { node: { kind: 'found', part, key, through, start, end }, type: give === 'count' ? 'number' : 'any' }
  }

  function keyOf(name: string, { node, type }: Typed): Bound {
    if (isNeverFound(type)) report(node, 'wrong_arguments', neverFound(name))
    return node
  }

  function range(name: string, node: FormulaNode): RangeReference | undefined {
    if (node.kind !== 'reference') {
      report(node, 'wrong_type', `${name} needs a column, such as {{Email}} or {{Workbook!Column}}`)
      return undefined
    }
    const own = columns.find(node.ref)
    if (own !== undefined) {
      reads.add(own)
      return { workbook_id: null, column_id: own }
    }
    const other = columns.rangeOf?.(node.ref)
    if (other === undefined) report(node, 'unknown_reference', `There is no column "${node.ref}" to look through`)
    return other
  }

  function argument(fn: FormulaFunction, arg: Typed, param: FormulaParameter): void {
    const isColumn = arg.node.kind === 'reference' && arg.node.path.length === 0
    if (param.type === 'range') return
    if (param.type !== 'cell') mustBe(arg, param.type, fn.name)
    else if (!isColumn) report(arg.node, 'wrong_type', `${fn.name} needs a column, such as {{Email}}`)
  }

  function binary(node: FormulaNode & { kind: 'binary' }): Typed {
    const { op, start, end } = node
    const left = bind(node.left)
    const right = bind(node.right)
    const typed = (type: ValueType): Typed => ({
      node: { kind: 'binary', op, left: left.node, right: right.node, start, end },
      type,
    })
    if (op === '&') return typed('text')
    if (!/^([-+*/^]|mod)$/.test(op)) return typed('boolean')
    const dates = [left, right].filter(({ type }) => type === 'date').length
    if (op === '+' && dates === 1) return typed('date')
    if (op === '-' && left.type === 'date')
      return typed(right.type === 'number' ? 'date' : right.type === 'date' ? 'number' : 'any')
    const unsure = (op === '+' || op === '-') && [left, right].some(({ type }) => type === 'any' || type === 'text')
    for (const side of [left, right]) mustBe(side, 'number', op === 'mod' ? '%' : op)
    return typed(unsure ? 'any' : 'number')
  }

  /** Refuses what can never be read so. A column's text may hold anything, a text written into the formula may not. */
  function mustBe({ node, type }: Typed, wanted: ValueType, who: string): void {
    if (wanted === 'number') {
      const never =
        type === 'list' || type === 'object' || (node.kind === 'literal' && numberOf(node.value) === undefined)
      const hint = who === '+' && type === 'text' ? '; texts are joined with &' : ''
      if (never) report(node, 'wrong_type', `${who} needs a number${hint}`)
    } else if (wanted === 'date' && (type === 'number' || type === 'boolean' || type === 'list' || type === 'object')) {
      report(node, 'wrong_type', `${who} needs a date, such as DATE(2026, 1, 31)`)
    }
  }

  const { node, type } = bind(parsed.root)
  if (problems.length > 0) return { problems, reads: [...reads] }
  return { formula: { root: node, finds, type, volatile }, reads: [...reads] }
}

/** Keys are text and numbers: yes and no, and lists, are equal to none. */
export function isNeverFound(type: ValueType): boolean {
  return type === 'boolean' || type === 'list'
}

export function neverFound(name: string): string {
  return `${name} compares text and numbers; make a column such as IF({{Done}}, "yes", "no") and use that`
}

function typeOfLiteral(value: Json): ValueType {
  if (typeof value === 'number') return 'number'
  if (typeof value === 'boolean') return 'boolean'
  return typeof value === 'string' ? 'text' : 'any'
}

function count(args: number): string {
  return args === 0 ? 'nothing' : args === 1 ? '1 argument' : `${args} arguments`
}
