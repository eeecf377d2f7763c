// References to columns in text that is being typed: which pieces to colour, and which column is meant at the caret.
import type { CompletionState } from '../../ui/forms/use-completion.ts'
import { reference, referencedNames, resolve } from '../columns/template.logic.ts'

interface Named {
  name: string
}

export interface Piece {
  kind: 'plain' | 'column' | 'unknown'
  text: string
  start: number
}

const REFERENCE = /(?<!\\)\{\{((?:\\.|[^\\{}])+)\}\}/g

/** The whole text in pieces, nothing left out; a reference that means no column is unknown. */
export function piecesOf(source: string, columns: readonly Named[]): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  const plain = (end: number) => {
    if (end > at) pieces.push({ kind: 'plain', text: source.slice(at, end), start: at })
  }
  for (const match of source.matchAll(REFERENCE)) {
    plain(match.index)
    const meant = resolve((match[1] ?? '').replace(/\\(.)/g, '$1').trim(), columns)
    pieces.push({ kind: meant ? 'column' : 'unknown', text: match[0], start: match.index })
    at = match.index + match[0].length
  }
  plain(source.length)
  return pieces
}

const MOST = 8

/** The columns that may be meant before the caret: after `{` or, where `slash` opens references too, after `/` at the beginning of a word. */
export function completionsAt<T extends Named>(
  source: string,
  caret: number,
  columns: readonly T[],
  slash: boolean,
): CompletionState<T> | null {
  const before = source.slice(0, caret)
  const braces = /\{\{?([^{}]*)$/.exec(before)
  const word = slash && !braces ? /(?:^|[\s("'])\/([^\s/{}]*)$/.exec(before) : null
  const typed = braces ?? word
  if (!typed) return null
  const text = (typed[1] ?? '').trim().toLowerCase()
  const start = caret - (typed[1] ?? '').length - (braces ? braces[0].length - (braces[1] ?? '').length : 1)
  const closing = braces ? (/^[^{}]*\}\}/.exec(source.slice(caret))?.[0].length ?? 0) : 0
  const starts = columns.filter(({ name }) => name.toLowerCase().startsWith(text))
  const holds = columns.filter((one) => !starts.includes(one) && one.name.toLowerCase().includes(text))
  const items = [...starts, ...holds].slice(0, MOST)
  return items.length > 0 ? { start, end: caret + closing, items } : null
}

/** The text with the column put in, and where the caret goes. */
export function complete(source: string, { start, end }: Omit<CompletionState<Named>, 'items'>, choice: Named) {
  const put = reference(choice.name)
  return { source: source.slice(0, start) + put + source.slice(end), caret: start + put.length }
}

/** Names referred to, each once, in their order. */
export function namesIn(...templates: string[]): string[] {
  return [...new Set(templates.flatMap(referencedNames))]
}
