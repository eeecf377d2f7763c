import { describe, expect, it } from 'vitest'
import { goOn } from './go-on.ts'

/** A server that looks at three rows a time; rows with an even number hold the text. */
function server(rows: number) {
  const asked: { cursor?: string; limit: number }[] = []
  const ask = async (more: { cursor?: string; limit: number }) => {
    asked.push(more)
    const from = Number(more.cursor ?? 0)
    const to = Math.min(from + 3, rows)
    const items: number[] = []
    for (let row = from; row < to && items.length < more.limit; row++) if (row % 2 === 0) items.push(row)
    const isFull = items.length === more.limit
    const reached = isFull ? (items.at(-1) as number) + 1 : to
    return { items, next_cursor: reached < rows ? String(reached) : null, is_partial: !isFull && reached < rows }
  }
  return { ask, asked }
}

describe('a search that was broken off', () => {
  it('goes on until the page is full, and the cursor is that of the next page', async () => {
    const { ask } = server(100)
    expect(await goOn(ask, 4)).toEqual({ items: [0, 2, 4, 6], next_cursor: '7', is_partial: false })
  })

  it('goes on until nothing is left', async () => {
    const { ask } = server(8)
    expect(await goOn(ask, 50)).toEqual({ items: [0, 2, 4, 6], next_cursor: null, is_partial: false })
  })

  it('stops with the first rows for a caller that wants no more yet', async () => {
    const { ask, asked } = server(100)
    expect((await goOn(ask, 50, 1)).items).toEqual([0, 2])
    expect(asked).toHaveLength(1)
  })
})
