import { describe, expect, it } from 'vitest'
import { type Doors, type RowCount, RowSource } from './row-source.ts'

const PAGE = 10

/** A server with so many rows that match; it says how it was asked. */
function server(total: number, options: { far?: RowCount | Error } = {}) {
  const asked: string[] = []
  const doors: Doors = {
    async ask({ page, cursor }) {
      asked.push(cursor ?? (page ? `page ${page}` : 'first'))
      const from = cursor ? Number(cursor.slice(6)) : ((page ?? 1) - 1) * PAGE
      const items = Array.from({ length: Math.max(0, Math.min(PAGE, total - from)) }, (_, at) => ({
        row_id: `r${from + at}`,
        position: from + at,
        data: {},
        enrichments: {},
      }))
      const next_cursor = from + PAGE < total ? `after ${from + PAGE}` : null
      return { items, next_cursor, query_total_rows: null }
    },
    async count({ up_to }) {
      asked.push(`count ${up_to}`)
      if (up_to > 10_000 && options.far instanceof Error) throw options.far
      return { count: Math.min(total, up_to), is_exact: total <= up_to }
    },
  }
  return { doors, asked }
}

describe('rows that answer a question', () => {
  it('come by cursor where the page before is known, else by number', async () => {
    const { doors, asked } = server(95)
    const source = new RowSource({ filter: { field: 'a', op: 'not_empty' } }, PAGE, doors, () => undefined)
    expect((await source.load(0)).total_rows).toBe(95)
    expect((await source.load(1)).rows[0]?.row_id).toBe('r10')
    expect((await source.load(7)).rows[0]?.row_id).toBe('r70')
    expect((await source.load(9)).rows).toHaveLength(5)
    expect(asked).toEqual(['first', 'count 10000', 'after 10', 'page 8', 'page 10'])
    expect(source.facts).toMatchObject({ count: 95, isExact: true })
  })

  it('are counted by what was searched for instead, where the search as it was typed finds none', async () => {
    const { doors } = server(25)
    const source = new RowSource(
      { search: 'Robrt' },
      PAGE,
      {
        async ask(body, signal) {
          const found = await doors.ask(body, signal)
          return { ...found, corrected_search: found.items.length > 0 ? 'robert' : null }
        },
        count: async ({ search }) => ({ count: search === 'robert' ? 25 : 0, is_exact: true }),
      },
      () => undefined,
    )
    expect((await source.load(0)).total_rows).toBe(25)
    expect((await source.load(1)).total_rows).toBe(25)
    expect(source.facts).toMatchObject({ count: 25, isExact: true, corrected: 'robert' })
    // Rows were deleted meanwhile.
    expect((await source.load(4)).total_rows).toBe(25)
    expect(source.facts).toMatchObject({ count: 25, corrected: 'robert' })
  })

  it('are known by the first page alone when there is no other', async () => {
    const { doors } = server(3)
    const source = new RowSource({ search: 'x' }, PAGE, doors, () => undefined)
    expect((await source.load(0)).total_rows).toBe(3)
    expect(source.facts.isExact).toBe(true)
  })

  it('are shown when the near count is there, and counted further behind', async () => {
    const { doors } = server(25_000)
    const told = new Promise<void>((resolve) => {
      const source = new RowSource({ search: 'x' }, PAGE, doors, () => {
        expect(source.facts).toMatchObject({ count: 25_000, isExact: true })
        resolve()
      })
      void source.load(0).then((page) => expect(page.total_rows).toBeGreaterThanOrEqual(10_000))
    })
    await told
  })

  it('are counted piece by piece where that takes long, to the end or until the page is left', async () => {
    const { doors, asked } = server(25_000)
    const counts = [4_000, 9_000, 25_000]
    const piecewise = (closing: () => void): Doors => ({
      ...doors,
      async count({ up_to, cursor }) {
        asked.push(`count ${up_to} ${cursor ?? ''}`)
        const at = Number(cursor ?? 0)
        if (at === 1) closing()
        return { count: counts[at] ?? 0, is_exact: at === 2, next_cursor: at < 2 ? String(at + 1) : null }
      },
    })
    const told = new Promise<number>((resolve) => {
      const source = new RowSource(
        { search: 'x' },
        PAGE,
        piecewise(() => undefined),
        () => {
          if (source.facts.isExact) resolve(source.facts.count)
        },
      )
      void source.count()
    })
    expect(await told).toBe(25_000)
    expect(asked).toEqual(['count 10000 ', 'count 1000000 1', 'count 1000000 2'])

    const left = new RowSource(
      { search: 'x' },
      PAGE,
      piecewise(() => left.close()),
      () => undefined,
    )
    await left.count()
    await new Promise((resolve) => setTimeout(resolve))
    expect(left.facts).toMatchObject({ count: 4_000, isExact: false })
    expect(asked).toHaveLength(5)
  })

  it('go on past a count that failed', async () => {
    const { doors } = server(10_040, { far: new Error('took too long') })
    const source = new RowSource({ search: 'x' }, PAGE, doors, () => undefined)
    await source.load(0)
    expect(source.facts).toMatchObject({ count: 10_000, isExact: false })
    expect((await source.load(1000)).total_rows).toBe(10_011)
    expect((await source.load(1003)).total_rows).toBe(10_040)
    expect(source.facts.isExact).toBe(true)
  })
})
