// The choices of a column while one of them is typed: which may be meant, and what the text becomes with one.
import type { ValueKind } from './grid.types.ts'

/** Several values stand in one cell, with commas between them: what lies before the last one, and that. */
function parts(text: string, kind: ValueKind): { before: string[]; last: string } {
  if (kind !== 'multi_select') return { before: [], last: text.trim() }
  const all = text.split(/[,;\n]/).map((part) => part.trim())
  return { before: all.slice(0, -1).filter((part) => part !== ''), last: all.at(-1) ?? '' }
}

/** The choices that the text may mean: those that begin with it first, then those that hold it; all of them for none. */
export function choicesFor(text: string, options: readonly string[], kind: ValueKind): string[] {
  const { before, last } = parts(text, kind)
  const typed = last.toLowerCase()
  const left = options.filter((option) => !before.includes(option))
  const begins = left.filter((option) => option.toLowerCase().startsWith(typed))
  const holds = left.filter((option) => option.toLowerCase().indexOf(typed) > 0)
  return [...begins, ...holds]
}

/** True while a value is being typed, so that the first that it may mean is taken by Enter. */
export function isTyping(text: string, kind: ValueKind): boolean {
  return parts(text, kind).last !== ''
}

/** The text with the choice in place of what was typed for it. */
export function withChoice(text: string, choice: string, kind: ValueKind): string {
  return [...parts(text, kind).before, choice].join(', ')
}
