// Cuts the text of a formula into tokens.
import { type PathStep, parseTail } from '../values/path.ts'
import { readReference } from '../values/template.ts'
import type { FormulaProblem, TextSpan } from './syntax.ts'

export type FormulaToken = TextSpan &
  (
    | { kind: 'number'; value: number }
    | { kind: 'text'; value: string }
    | { kind: 'reference'; ref: string }
    /** A function, TRUE, FALSE, or one of the words AND, OR, NOT. */
    | { kind: 'word'; word: string }
    /** `.name` or `["name"]` directly after a reference, a closing bracket or another member. */
    | { kind: 'member'; step: PathStep }
    | { kind: 'sign'; sign: string }
    | { kind: 'end' }
  )

const NUMBER = /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d{1,3})?/y
const WORD = /[\p{L}_][\p{L}\p{N}_]*/uy
const MEMBER = /\.[\p{L}\p{N}_]+|\[\s*(?:\d+|"(?:[^"]|"")*"|'(?:[^']|'')*')\s*\]/uy
const BLANK = /\s+/y
const SIGN = /<>|<=|>=|==|!=|&&|\|\||[-+*/%^&=<>(),;]/y
/** What spreadsheets, Clay and scripts write for the same sign. */
const SAME_SIGN: Record<string, string> = { ';': ',', '==': '=', '!=': '<>', '≠': '<>', '≤': '<=', '≥': '>=' }
const QUOTES: Record<string, string> = { '"': '"', "'": "'", '“': '”', '‘': '’' }

const HINTS: Record<string, string> = {
  '&&': '"&&" is written AND here',
  '||': '"||" is written OR here; for a value instead of a blank one use COALESCE',
  '?': 'Use IF(condition, then, otherwise) instead of "?"',
  '[': 'Use LIST(…) to make a list, and .0 or [0] directly after a value for its first item',
  '{': 'A column is written {{Column name}}, with two braces',
}

/** The tokens of a formula, ended by one of kind `end`; or the first thing that is none. */
export function tokensOf(source: string): { tokens: FormulaToken[] } | { problem: FormulaProblem } {
  const tokens: FormulaToken[] = []
  let at = /^\s*=/.exec(source)?.[0].length ?? 0
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    return pattern.exec(source)
  }
  while (at < source.length) {
    const start = at
    const letter = source[at] ?? ''
    const blank = match(BLANK)
    if (blank) {
      at += blank[0].length
      continue
    }
    const member = takesMember(tokens.at(-1), at) ? match(MEMBER) : null
    const number = member ? null : match(NUMBER)
    const word = member || number ? null : match(WORD)
    const step = member ? parseTail(member[0])?.[0] : undefined
    if (member && step !== undefined) {
      at += member[0].length
      tokens.push({ kind: 'member', step, start, end: at })
    } else if (number) {
      at += number[0].length
      const value = Number(number[0])
      if (!Number.isFinite(value)) return wrong(start, at, 'This number is too large')
      tokens.push({ kind: 'number', value, start, end: at })
    } else if (word) {
      at += word[0].length
      tokens.push({ kind: 'word', word: word[0], start, end: at })
    } else if (source.startsWith('{{', at)) {
      const inside = readReference(source, at + 2)
      if (!inside) return wrong(start, source.length, 'This "{{" is never closed')
      if (inside.ref === '') return wrong(start, inside.end, '"{{ }}" names no column')
      at = inside.end
      tokens.push({ kind: 'reference', ref: inside.ref, start, end: at })
    } else if (QUOTES[letter]) {
      const text = readText(source, at, QUOTES[letter])
      if (!text) return wrong(start, source.length, 'This text is never closed')
      at = text.end
      tokens.push({ kind: 'text', value: text.value, start, end: at })
    } else {
      const sign = match(SIGN)?.[0] ?? letter
      const hint = HINTS[sign]
      at += sign.length
      if (hint) return wrong(start, at, hint)
      const meant = SAME_SIGN[sign] ?? sign
      if (!/^(<>|<=|>=|[-+*/%^&=<>(),])$/.test(meant)) return wrong(start, at, `"${sign}" has no meaning here`)
      tokens.push({ kind: 'sign', sign: meant, start, end: at })
    }
  }
  tokens.push({ kind: 'end', start: source.length, end: source.length })
  return { tokens }
}

/** Only a name directly after a value is a member: `{{A}}.name`, but `{{A}} .5` is not. */
function takesMember(before: FormulaToken | undefined, at: number): boolean {
  if (before?.end !== at) return false
  return before.kind === 'reference' || before.kind === 'member' || (before.kind === 'sign' && before.sign === ')')
}

/** A quote inside a text is written twice; a backslash is itself, so that patterns read as they are. */
function readText(source: string, from: number, close: string): { value: string; end: number } | null {
  let value = ''
  for (let at = from + 1; at < source.length; at++) {
    const letter = source[at]
    if (letter !== close) value += letter
    else if (source[at + 1] === close) value += source[at++]
    else return { value, end: at + 1 }
  }
  return null
}

function wrong(start: number, end: number, message: string): { problem: FormulaProblem } {
  return { problem: { type: 'formula_syntax', start, end, message } }
}
