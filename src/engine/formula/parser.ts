// Reads a formula into its tree, by the precedence of its operators.
//
//   loosest   OR   AND   NOT   = <> < <= > >=   &   + -   * / %   ^   - (sign)   % (per cent)   .name   tightest
//
// As in a spreadsheet a sign binds tighter than a power: -2^2 is 4. A % with a value after it takes the remainder
// (10 % 3), without one it divides by a hundred (5%).
import { type FormulaToken, tokensOf } from './lexer.ts'
import { type BinaryOperator, type FormulaNode, type FormulaProblem, MAX_DEPTH, MAX_FORMULA } from './syntax.ts'

export type ParsedFormula = { root: FormulaNode; problem?: undefined } | { root?: undefined; problem: FormulaProblem }

const POWER: { [operator: string]: number } = {
  OR: 1,
  AND: 2,
  '=': 4,
  '<>': 4,
  '<': 4,
  '<=': 4,
  '>': 4,
  '>=': 4,
  '&': 5,
  '+': 6,
  '-': 6,
  '*': 7,
  '/': 7,
  mod: 7,
  '^': 8,
}
const NOT_POWER = 3
const SIGN_POWER = 9

/** How tightly an operator binds; the printer puts brackets by it. */
export function powerOf(node: FormulaNode): number {
  if (node.kind === 'binary') return POWER[node.op] ?? 0
  return node.kind === 'negate' ? SIGN_POWER : SIGN_POWER + 1
}

class Stop extends Error {
  readonly problem: FormulaProblem
  constructor(problem: FormulaProblem) {
    super(problem.message)
    this.problem = problem
  }
}

/** Reads a formula. Never fails: what is no formula has a problem with its place. */
export function parseFormula(source: string): ParsedFormula {
  if (source.length > MAX_FORMULA) {
    const message = `A formula has at most ${MAX_FORMULA} characters`
    return { problem: { type: 'formula_syntax', message, start: MAX_FORMULA, end: source.length } }
  }
  const read = tokensOf(source)
  if ('problem' in read) return read
  try {
    return { root: readAll(read.tokens) }
  } catch (error) {
    if (error instanceof Stop) return { problem: error.problem }
    throw error
  }
}

function readAll(tokens: readonly FormulaToken[]): FormulaNode {
  let next = 0
  let depth = 0
  const heights = new WeakMap<FormulaNode, number>()
  const last = tokens.at(-1) as FormulaToken
  const peek = (ahead = 0): FormulaToken => tokens[next + ahead] ?? last
  const take = (): FormulaToken => tokens[next++] ?? last

  function stop(token: FormulaToken, message: string): never {
    throw new Stop({ type: 'formula_syntax', message, start: token.start, end: Math.max(token.end, token.start) })
  }

  /** A chain of operators is deep without being nested, so the height of what is built counts too. */
  function built(node: FormulaNode, ...parts: FormulaNode[]): FormulaNode {
    const height = 1 + Math.max(0, ...parts.map((part) => heights.get(part) ?? 0))
    if (height > MAX_DEPTH) tooDeep(node.start, node.end)
    heights.set(node, height)
    return node
  }

  function tooDeep(start: number, end: number): never {
    const message = 'This is nested too deeply: put parts of it into columns of their own'
    throw new Stop({ type: 'formula_syntax', message, start, end })
  }

  function expression(power: number): FormulaNode {
    if (++depth > MAX_DEPTH) tooDeep(peek().start, peek().end)
    let left = operand()
    for (;;) {
      const op = operatorAt()
      if (!op || (POWER[op] ?? 0) <= power) break
      take()
      const right = expression(POWER[op] ?? 0)
      left = built({ kind: 'binary', op, left, right, start: left.start, end: right.end }, left, right)
    }
    depth--
    return left
  }

  function operatorAt(): BinaryOperator | undefined {
    const token = peek()
    const name = token.kind === 'sign' ? token.sign : token.kind === 'word' ? token.word.toUpperCase() : ''
    if (name === '%') return 'mod'
    return Object.hasOwn(POWER, name) && name !== 'mod' ? (name as BinaryOperator) : undefined
  }

  function operand(): FormulaNode {
    const token = peek()
    if (token.kind === 'sign' && (token.sign === '-' || token.sign === '+')) {
      take()
      const of = expression(SIGN_POWER)
      if (token.sign === '+') return of
      return built({ kind: 'negate', of, start: token.start, end: of.end }, of)
    }
    if (isWord(token, 'NOT') && !isSign(peek(1), '(')) {
      take()
      const of = expression(NOT_POWER)
      return built({ kind: 'not', of, start: token.start, end: of.end }, of)
    }
    return behind(primary())
  }

  function primary(): FormulaNode {
    const token = take()
    const { start, end } = token
    switch (token.kind) {
      case 'number':
      case 'text':
        return built({ kind: 'literal', value: token.value, start, end })
      case 'reference':
        return built({ kind: 'reference', ref: token.ref, start, end })
      case 'word':
        return word(token)
      case 'sign':
        if (token.sign !== '(') break
        return bracketed(token)
      case 'end':
        return stop(
          token,
          tokens.length === 1 ? 'Write a formula, such as {{First name}} & " works here"' : 'Something is missing here',
        )
    }
    return stop(token, `Something is missing before "${token.kind === 'sign' ? token.sign : '.'}"`)
  }

  function bracketed(open: FormulaToken): FormulaNode {
    const inner = expression(0)
    const close = take()
    if (!isSign(close, ')')) stop(close.kind === 'end' ? open : close, 'This bracket is never closed')
    const node = { ...inner, start: open.start, end: close.end }
    heights.set(node, heights.get(inner) ?? 1)
    return node
  }

  function word(token: FormulaToken & { kind: 'word' }): FormulaNode {
    const { start, end } = token
    const name = token.word.toUpperCase()
    const isCall = isSign(peek(), '(')
    if (!isCall && (name === 'TRUE' || name === 'FALSE'))
      return built({ kind: 'literal', value: name === 'TRUE', start, end })
    if (!isCall && (name === 'BLANK' || name === 'NULL')) return built({ kind: 'literal', value: null, start, end })
    if (!isCall)
      stop(token, `"${token.word}" is not a value: a column is written {{${token.word}}}, a text "${token.word}"`)
    take()
    const args: FormulaNode[] = []
    while (!isSign(peek(), ')')) {
      if (peek().kind === 'end') stop(token, `The bracket after ${name} is never closed`)
      if (args.length > 0) {
        const comma = take()
        if (!isSign(comma, ',')) stop(comma, `A comma or a closing bracket is missing in ${name}`)
      }
      args.push(expression(0))
    }
    const { end: close } = take()
    const [of] = args
    if (name === 'NOT' && of && args.length === 1) return built({ kind: 'not', of, start, end: close }, of)
    return built({ kind: 'call', name, args, start, end: close }, ...args)
  }

  function behind(first: FormulaNode): FormulaNode {
    let node = first
    for (;;) {
      const token = peek()
      if (token.kind === 'member') {
        take()
        node = built({ kind: 'member', of: node, step: token.step, start: node.start, end: token.end }, node)
      } else if (isSign(token, '%') && !beginsOperand(peek(1))) {
        take()
        node = built({ kind: 'percent', of: node, start: node.start, end: token.end }, node)
      } else return node
    }
  }

  const root = expression(0)
  const rest = peek()
  if (rest.kind !== 'end')
    stop(
      rest,
      isSign(rest, ')') ? 'This bracket was never opened' : 'An operator is missing here, such as & between two texts',
    )
  return root
}

function isSign(token: FormulaToken, sign: string): boolean {
  return token.kind === 'sign' && token.sign === sign
}

function isWord(token: FormulaToken, word: string): boolean {
  return token.kind === 'word' && token.word.toUpperCase() === word
}

/** What may follow a `%` that takes a remainder. */
function beginsOperand(token: FormulaToken): boolean {
  if (token.kind === 'word') return !isWord(token, 'AND') && !isWord(token, 'OR')
  return token.kind === 'number' || token.kind === 'text' || token.kind === 'reference' || isSign(token, '(')
}
