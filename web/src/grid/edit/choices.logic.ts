// The choices of a column while one of them is typed: which may be meant, and what the text becomes with one.
import type { ValueKind } from '../model/grid.types.ts'

/** Splits a cell with comma-separated values into the text before the last value, and the last value. */
function parts(text: string, kind: ValueKind): { before: string[]; last: string } {
  if (kind !== 'multi_select') return { before: [], last: text.trim() }
  const all = text.split(/[,;\n]/).map((part) => part.trim())
  return { before: all.slice(0, -1).filter((part) => part !== ''), last: all.at(-1) ?? '' }
}

/** The choices that match the text: the equal one, then those that begin with it, then those that contain it; all choices for no text. */
export function choicesFor(text: string, options: readonly string[], kind: ValueKind): string[] {
  const { before, last } = parts(text, kind)
  const typed = last.toLowerCase()
  const left = options.filter((option) => !before.includes(option))
  const nearness = (option: string) => (option === typed ? 0 : option.startsWith(typed) ? 1 : 2)
  return left
    .map((option) => ({ option, low: option.toLowerCase() }))
    .filter(({ low }) => low.includes(typed))
    .sort((a, b) => nearness(a.low) - nearness(b.low))
    .map(({ option }) => option)
}

/** Whether Enter replaces the text by the choice. A choice that only contains the text does not count, so that a new value can be typed. */
export function isMeant(choice: string | undefined, text: string, kind: ValueKind): boolean {
  const { last } = parts(text, kind)
  return last !== '' && choice?.toLowerCase().startsWith(last.toLowerCase()) === true
}

/** The text in which the choice replaces the typed part. */
export function withChoice(text: string, choice: string, kind: ValueKind): string {
  return [...parts(text, kind).before, choice].join(', ')
}
