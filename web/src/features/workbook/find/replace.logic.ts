// What find and replace says of what it found: a short piece of each value, and the counts in words.
import { rawText } from '../../../grid/marks/display.logic.ts'
import { count, counted } from '../../../ui/format.ts'
import type { ReplacePreview } from './replace.api.ts'

/** Characters that are shown before the first difference. */
const BEFORE = 12

/** Cuts both values, so that they begin shortly before their first difference. */
export function pieceOf({ before, after }: { before?: unknown; after?: unknown }): { was: string; is: string } {
  const [was, is] = [rawText(before), rawText(after)]
  let same = 0
  while (same < was.length && was[same] === is[same]) same++
  if (same <= 2 * BEFORE) return { was, is }
  const from = same - BEFORE
  return { was: `…${was.slice(from)}`, is: `…${is.slice(from)}` }
}

export function foundWords({ cells, rows, unfit, complete }: ReplacePreview): string {
  if (cells + unfit === 0) return complete ? 'Not found' : 'Not found so far'
  const more = complete ? '' : '+'
  return cells === 0 ? 'Nothing to replace' : `${count(cells)}${more} in ${counted(rows, 'row')}`
}

export const isNothing = (preview: ReplacePreview | undefined) => preview?.cells === 0 && preview.complete
