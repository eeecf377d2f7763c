// Finds out where a row stands that is known by its id and position, loading as few pages on the way as it can.
import type { Rows } from './shown-rows.types.ts'

/** Far more than halving a table of any size takes. */
const MOST_PAGES = 40

/**
 * The index of a row in a table in its own order; null when it is gone. In a table without gaps the first page is the
 * right one; deleted rows make it lie before its position, so that the way there is known to lie back.
 */
export async function locate(
  rows: Rows,
  { row_id, position }: { row_id: string; position: number },
  signal?: AbortSignal,
): Promise<number | null> {
  const known = rows.indexOf(row_id)
  if (known !== undefined) return known
  let [low, high] = [0, rows.total - 1]
  let guess = Math.ceil(position) - 1
  for (let tried = 0; tried < MOST_PAGES && low <= high; tried += 1) {
    // Every other time the middle, in case the gaps are so uneven that the distance misleads.
    const aim = tried % 2 === 1 && tried > 2 ? Math.floor((low + high) / 2) : guess
    const first = Math.floor(Math.min(high, Math.max(low, aim)) / rows.pageSize) * rows.pageSize
    const held = await rows.ensure(first, Math.min(first + rows.pageSize, rows.total) - 1, signal)
    const at = held.findIndex((row) => row.row_id === row_id)
    if (at !== -1) return first + at
    const [top, bottom] = [held[0], held.at(-1)]
    if (!top || !bottom) return null
    if (position < top.position) {
      high = first - 1
      guess = first - Math.ceil(top.position - position)
    } else if (position > bottom.position) {
      low = first + held.length
      guess = low - 1 + Math.ceil(position - bottom.position)
    } else return null
  }
  return null
}
