// Reads a JavaScript expression, as tables of other programs have them, into a tree; nothing of it is ever run.
import { readReference } from '../../engine/values/template.ts'

export type Script =
  | { is: 'text'; value: string }
  | { is: 'number'; value: number }
  | { is: 'name'; name: string }
  /** What stands between `{{` and `}}`. */
  | { is: 'reference'; ref: string }
  | { is: 'pattern'; source: string; flags: string }
  | { is: 'list'; items: Script[] }
  /** A text with values in it: `Hello ${…}`. */
  | { is: 'texts'; parts: Script[] }
  | { is: 'one'; op: '!' | '-' | '+'; of: Script }
  | { is: 'two'; op: string; left: Script; right: Script }
  | { is: 'choice'; test: Script; then: Script; other: Script }
  | { is: 'member'; of: Script; name: string }
  | { is: 'call'; of: Script; args: Script[] }

/** It is no expression, or uses what is not understood; the message goes on a sentence about it. */
export class NotRead extends Error {}

type Token =
  | { kind: 'sign' | 'name'; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'number'; value: number }
  | { kind: 'reference'; ref: string }
  | { kind: 'pattern'; source: string; flags: string }
  | { kind: 'texts'; parts: (string | Token[])[] }
  | { kind: 'end' }

const BLANK = /(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)+/y
const NUMBER = /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d{1,3})?/y
const NAME = /[A-Za-z_$][\w$]*/y
const SIGN = /===|!==|=>|==|!=|<=|>=|&&|\|\||\?\?|\?\.(?!\d)|[-+*/%<>!?:.,()[\]]/y
const PATTERN = /\/((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+)\/([a-z]*)/y

const MOST_CHARS = 100_000
const MOST_TOKENS = 5_000
const MOST_DEPTH = 150

/** `depth`: of the `${…}` whose brace ends it, 0 outside. Answers with the tokens and where they end. */
function tokensOf(source: string, from: number, depth: number): { tokens: Token[]; end: number } {
  if (depth > MOST_DEPTH) throw new NotRead('it is nested too deeply')
  const tokens: Token[] = []
  let at = from
  const match = (pattern: RegExp) => {
    pattern.lastIndex = at
    return pattern.exec(source)
  }
  const take = (found: RegExpExecArray, token: Token | null) => {
    at += found[0].length
    if (token) tokens.push(token)
  }
  while (at < source.length) {
    if (tokens.length > MOST_TOKENS) throw new NotRead('it is too long')
    const letter = source[at] ?? ''
    const blank = match(BLANK)
    if (blank) {
      take(blank, null)
      continue
    }
    if (depth > 0 && letter === '}') return { tokens, end: at + 1 }
    if (source.startsWith('{{', at)) {
      const found = readReference(source, at + 2)
      if (!found) throw new NotRead('a reference is never closed')
      tokens.push({ kind: 'reference', ref: found.ref })
      at = found.end
      continue
    }
    if (letter === '"' || letter === "'") {
      const { text, end } = quoted(source, at + 1, letter)
      tokens.push({ kind: 'text', text })
      at = end
      continue
    }
    if (letter === '`') {
      const { parts, end } = backquoted(source, at + 1, depth)
      tokens.push({ kind: 'texts', parts })
      at = end
      continue
    }
    const pattern = letter === '/' && beginsValue(tokens.at(-1)) ? match(PATTERN) : null
    const number = pattern ? null : match(NUMBER)
    const name = pattern || number ? null : match(NAME)
    const sign = pattern || number || name ? null : match(SIGN)
    if (pattern) take(pattern, { kind: 'pattern', source: pattern[1] ?? '', flags: pattern[2] ?? '' })
    else if (number) take(number, { kind: 'number', value: Number(number[0]) })
    else if (name) take(name, { kind: 'name', text: name[0] })
    else if (sign) take(sign, { kind: 'sign', text: sign[0] })
    else throw new NotRead(source.includes('=>') ? 'it holds a function' : `“${letter}” is not understood`)
  }
  if (depth > 0) throw new NotRead('a text is never closed')
  return { tokens, end: at }
}

/** Whether a value may stand after this token, so that a slash begins a pattern. */
const beginsValue = (before: Token | undefined) =>
  before === undefined || (before.kind === 'sign' && before.text !== ')' && before.text !== ']')

const ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', '0': '\0', '\n': '' }

function escaped(source: string, at: number): { text: string; end: number } {
  const letter = source[at] ?? ''
  const code = /^(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2}))/.exec(source.slice(at, at + 10))
  if (!code) return { text: ESCAPES[letter] ?? letter, end: at + 1 }
  const point = Number.parseInt(code[1] ?? code[2] ?? code[3] ?? '', 16)
  if (point > 0x10ffff) throw new NotRead('a text holds a letter that there is none of')
  return { text: String.fromCodePoint(point), end: at + code[0].length }
}

function quoted(source: string, from: number, quote: string): { text: string; end: number } {
  let text = ''
  for (let at = from; at < source.length; ) {
    const letter = source[at] ?? ''
    if (letter === quote) return { text, end: at + 1 }
    if (letter === '\\') {
      const read = escaped(source, at + 1)
      text += read.text
      at = read.end
    } else {
      text += letter
      at++
    }
  }
  throw new NotRead('a text is never closed')
}

function backquoted(source: string, from: number, depth: number): { parts: (string | Token[])[]; end: number } {
  const parts: (string | Token[])[] = []
  let text = ''
  for (let at = from; at < source.length; ) {
    const letter = source[at] ?? ''
    if (letter === '`') return { parts: [...parts, text], end: at + 1 }
    if (letter === '\\') {
      const read = escaped(source, at + 1)
      text += read.text
      at = read.end
    } else if (source.startsWith('${', at)) {
      const { tokens, end } = tokensOf(source, at + 2, depth + 1)
      parts.push(text, tokens)
      text = ''
      at = end
    } else {
      text += letter
      at++
    }
  }
  throw new NotRead('a text is never closed')
}

export function readScript(source: string): Script {
  if (source.length > MOST_CHARS) throw new NotRead('it is too long')
  return parse(tokensOf(source.replace(/;\s*$/, ''), 0, 0).tokens, 0)
}

/** What binds loosest first. */
const LEVELS: readonly (readonly string[])[] = [
  ['??', '||'],
  ['&&'],
  ['===', '!==', '==', '!='],
  ['<', '>', '<=', '>='],
  ['+', '-'],
  ['*', '/', '%'],
]

function parse(tokens: readonly Token[], outer: number): Script {
  let at = 0
  let depth = outer
  const isSign = (text: string, where = at) => {
    const token = tokens[where]
    return token?.kind === 'sign' && token.text === text
  }
  const next = (): Token => tokens[at++] ?? { kind: 'end' }
  const expect = (text: string) => {
    if (!isSign(text)) throw new NotRead(`“${text}” is missing`)
    at++
  }

  function value(): Script {
    if (++depth > MOST_DEPTH) throw new NotRead('it is nested too deeply')
    const test = level(0)
    let read = test
    if (isSign('?')) {
      at++
      const then = value()
      expect(':')
      read = { is: 'choice', test, then, other: value() }
    }
    depth--
    return read
  }

  function level(index: number): Script {
    const signs = LEVELS[index]
    if (!signs) return one()
    let left = level(index + 1)
    for (let sign = signs.find((text) => isSign(text)); sign !== undefined; sign = signs.find((text) => isSign(text))) {
      at++
      left = { is: 'two', op: sign, left, right: level(index + 1) }
    }
    return left
  }

  function one(): Script {
    for (const op of ['!', '-', '+'] as const)
      if (isSign(op)) {
        at++
        if (++depth > MOST_DEPTH) throw new NotRead('it is nested too deeply')
        const of = one()
        depth--
        return { is: 'one', op, of }
      }
    return behind(single())
  }

  /** Members and calls after a value. */
  function behind(from: Script): Script {
    let read = from
    for (;;) {
      if (isSign('.') || isSign('?.')) {
        at++
        if (isSign('[')) read = member(read)
        else if (isSign('(')) read = { is: 'call', of: read, args: listed('(', ')') }
        else {
          const token = next()
          if (token.kind !== 'name') throw new NotRead('a name is missing after a dot')
          read = { is: 'member', of: read, name: token.text }
        }
      } else if (isSign('[')) read = member(read)
      else if (isSign('(')) read = { is: 'call', of: read, args: listed('(', ')') }
      else return read
    }
  }

  function member(of: Script): Script {
    const [inside, ...more] = listed('[', ']')
    if (more.length > 0 || (inside?.is !== 'text' && inside?.is !== 'number'))
      throw new NotRead('a member is chosen by a value of the row')
    return { is: 'member', of, name: String(inside.value) }
  }

  function listed(open: string, close: string): Script[] {
    expect(open)
    const items: Script[] = []
    while (!isSign(close)) {
      items.push(value())
      if (!isSign(',')) break
      at++
    }
    expect(close)
    return items
  }

  function single(): Script {
    if (isSign('(')) {
      at++
      const read = value()
      expect(')')
      if (isSign('=>')) throw new NotRead('it holds a function')
      return read
    }
    if (isSign('[')) return { is: 'list', items: listed('[', ']') }
    const token = next()
    switch (token.kind) {
      case 'text':
        return { is: 'text', value: token.text }
      case 'number':
        return { is: 'number', value: token.value }
      case 'reference':
        return { is: 'reference', ref: token.ref }
      case 'pattern':
        return { is: 'pattern', source: token.source, flags: token.flags }
      case 'texts':
        return {
          is: 'texts',
          parts: token.parts.map((part) =>
            typeof part === 'string' ? { is: 'text', value: part } : parse(part, depth + 1),
          ),
        }
      case 'name':
        if (isSign('=>')) throw new NotRead('it holds a function')
        return { is: 'name', name: token.text }
      default:
        throw new NotRead(token.kind === 'end' ? 'it ends too early' : `“${token.text}” is not understood here`)
    }
  }

  const root = value()
  if (at < tokens.length) throw new NotRead(isSign('=>') ? 'it holds a function' : 'it is no single expression')
  return root
}
