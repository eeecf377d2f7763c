// Mentions in a comment: who may be meant by what is typed after an `@`, and which pieces of a text are mentions.
import type { CompletionState } from '../../../ui/forms/use-completion.ts'

const MOST = 6

/** The members whose name goes on with what stands between the last `@` and the caret. */
export function mentionsAt(text: string, caret: number, names: readonly string[]): CompletionState<string> | null {
  const start = text.lastIndexOf('@', caret - 1)
  if (start < 0 || /[\p{L}\p{N}_]/u.test(text[start - 1] ?? ' ')) return null
  const typed = text.slice(start + 1, caret).toLowerCase()
  if (/\n/.test(typed)) return null
  const items = names.filter((name) => name.toLowerCase().startsWith(typed) && name.toLowerCase() !== typed)
  return items.length === 0 ? null : { start, end: caret, items: items.slice(0, MOST) }
}

export function putMention(text: string, { start, end }: { start: number; end: number }, name: string) {
  const put = `@${name} `
  return { source: text.slice(0, start) + put + text.slice(end), caret: start + put.length }
}

/** The text in pieces, the mentions of members apart. */
export function mentionPieces(
  text: string,
  names: readonly string[],
): { text: string; isMention: boolean; start: number }[] {
  const known = names
    .toSorted((a, b) => b.length - a.length)
    .map((name) => name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
  if (known.length === 0) return [{ text, isMention: false, start: 0 }]
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}_])@(?:${known.join('|')})(?![\\p{L}\\p{N}_])`, 'giu')
  const pieces: { text: string; isMention: boolean; start: number }[] = []
  let from = 0
  for (const { 0: found, index } of text.matchAll(pattern)) {
    if (index > from) pieces.push({ text: text.slice(from, index), isMention: false, start: from })
    pieces.push({ text: found, isMention: true, start: index })
    from = index + found.length
  }
  if (from < text.length) pieces.push({ text: text.slice(from), isMention: false, start: from })
  return pieces
}
