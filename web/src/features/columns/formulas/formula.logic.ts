// The text of a formula while it is typed: what to colour, what can be completed at the caret, whose argument is meant. Pure.
import type { CompletionState } from '../../../ui/forms/use-completion.ts'
export interface FunctionHelp {
  name: string
  also: string[]
  group: string
  signature: string
  description: string
  returns: string | null
  examples: { formula: string; result: unknown }[]
}

export type PieceKind = 'plain' | 'column' | 'unknown' | 'text' | 'number' | 'function' | 'sign'

export interface Piece {
  kind: PieceKind
  text: string
  start: number
}

const PIECES =
  /(\{\{[^{}]*\}?\}?)|("(?:[^"]|"")*"?|'(?:[^']|'')*'?|“[^”]*”?)|(\d+(?:\.\d+)?)|([\p{L}_][\p{L}\p{N}_]*)|([-+*/%^&=<>(),;]+)|([^\p{L}\p{N}_{"'“\-+*/%^&=<>(),;]+|.)/gu
const WORDS = new Set(['AND', 'OR', 'NOT', 'TRUE', 'FALSE'])

/** The whole text in pieces, nothing left out. */
export function piecesOf(source: string, columns: readonly string[], functions: ReadonlySet<string>): Piece[] {
  const known = new Set(columns.map((name) => name.toLowerCase()))
  return [...source.matchAll(PIECES)].map((match): Piece => {
    const [text, reference, quoted, number, word, sign] = match
    const start = match.index
    if (reference) {
      const name = reference
        .replace(/^\{\{|\}*$/g, '')
        .trim()
        .toLowerCase()
      const isKnown = known.has(name) || [...known].some((one) => name.startsWith(`${one}.`))
      return { kind: isKnown ? 'column' : 'unknown', text, start }
    }
    if (quoted) return { kind: 'text', text, start }
    if (number) return { kind: 'number', text, start }
    if (word) {
      const upper = word.toUpperCase()
      return { kind: functions.has(upper) || WORDS.has(upper) ? 'function' : 'plain', text, start }
    }
    return { kind: sign ? 'sign' : 'plain', text, start }
  })
}

export interface Completion {
  kind: 'column' | 'function'
  name: string
  /** One line of help. */
  note: string
}

/** Whether columns of other workbooks can be meant: only then they have to be known. */
export function looksUp(source: string): boolean {
  return /\b(x?lookup|countif)\s*\(/i.test(source)
}

/** The columns of the other workbooks as LOOKUP and COUNTIF write them, after those of the workbook itself. */
export function columnsElsewhere(
  workbooks: readonly { id: string; name: string; columns_config: readonly { name: string }[] }[],
  except: string,
): { name: string; note: string }[] {
  return workbooks
    .filter(({ id }) => id !== except)
    .flatMap((workbook) =>
      workbook.columns_config.map(({ name }) => ({ name: `${workbook.name}!${name}`, note: 'another workbook' })),
    )
}

const MOST = 8

/** What may be meant by what stands before the caret; null where nothing is to be completed. */
export function completionsAt(
  source: string,
  caret: number,
  columns: readonly { name: string; note: string }[],
  functions: readonly FunctionHelp[],
): CompletionState<Completion> | null {
  const before = source.slice(0, caret)
  const reference = /\{\{?([^{}]*)$/.exec(before)
  if (reference) {
    const typed = (reference[1] ?? '').trim().toLowerCase()
    const closing = /^[^{}]*\}\}/.exec(source.slice(caret))?.[0].length ?? 0
    const items = ranked(columns, typed, (column) => [column.name]).map(
      ({ name, note }): Completion => ({ kind: 'column', name, note }),
    )
    return items.length > 0 ? { start: reference.index, end: caret + closing, items } : null
  }
  if (isInText(before)) return null
  const word = /[\p{L}_][\p{L}\p{N}_]*$/u.exec(before)
  if (!word) return null
  const typed = word[0].toLowerCase()
  const rest = /^[\p{L}\p{N}_]*/u.exec(source.slice(caret))?.[0].length ?? 0
  const found = ranked(functions, typed, (one) => [one.name, ...one.also]).map(
    (one): Completion => ({ kind: 'function', name: one.name, note: one.description }),
  )
  const named = ranked(columns, typed, (column) => [column.name]).map(
    ({ name, note }): Completion => ({ kind: 'column', name, note }),
  )
  const items = [...found.slice(0, MOST - Math.min(3, named.length)), ...named].slice(0, MOST)
  return items.length > 0 ? { start: word.index, end: caret + rest, items } : null
}

function ranked<T>(list: readonly T[], typed: string, names: (one: T) => string[]): T[] {
  const rank = (one: T) => {
    const all = names(one).map((name) => name.toLowerCase())
    if (all.some((name) => name.startsWith(typed))) return 0
    return all.some((name) => name.includes(typed)) ? 1 : 2
  }
  const found = list.map((one) => ({ one, rank: rank(one) })).filter((each) => each.rank < 2)
  return found
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MOST)
    .map((each) => each.one)
}

function isInText(before: string): boolean {
  return (before.replace(/\{\{[^{}]*\}\}/g, '').match(/"/g)?.length ?? 0) % 2 === 1
}

/** The text with the choice put in, and where the caret goes. */
export function complete(source: string, { start, end }: CompletionState<Completion>, choice: Completion) {
  const rest = source.slice(end)
  const opens = choice.kind === 'function' && !rest.startsWith('(')
  const put = choice.kind === 'column' ? `{{${choice.name}}}` : `${choice.name}${opens ? '()' : ''}`
  const caret = start + put.length - (opens ? 1 : 0) + (choice.kind === 'function' && !opens ? 1 : 0)
  return { source: source.slice(0, start) + put + rest, caret }
}

/** The function whose argument the caret is in, and which argument; null outside of every call. */
export function callAt(source: string, caret: number): { name: string; argument: number } | null {
  const open: { name: string; argument: number }[] = []
  let quote = ''
  for (let at = 0; at < caret; at += 1) {
    const letter = source[at] ?? ''
    if (quote) {
      if (letter === quote) quote = ''
    } else if (letter === '"' || letter === "'") quote = letter
    else if (letter === '{' && source[at + 1] === '{') {
      const close = source.indexOf('}}', at)
      at = close === -1 ? caret : close + 1
    } else if (letter === '(') {
      const name = /[\p{L}_][\p{L}\p{N}_]*\s*$/u.exec(source.slice(0, at))?.[0].trim() ?? ''
      open.push({ name: name.toUpperCase(), argument: 0 })
    } else if (letter === ')') open.pop()
    else if (letter === ',' || letter === ';') {
      const last = open.at(-1)
      if (last) last.argument += 1
    }
  }
  return open.findLast((call) => call.name !== '') ?? null
}
