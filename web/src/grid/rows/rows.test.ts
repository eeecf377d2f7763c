import { describe, expect, it } from 'vitest'
import type { GridRow } from '../model/grid.types.ts'
import type { LoadedPage, RowChange } from '../model/rows.types.ts'
import { RowStore } from './rows.store.ts'

const row = (index: number, name = `row ${index}`): GridRow => ({
  row_id: `r${index}`,
  position: index,
  data: { name },
  enrichments: {},
})

/** A server whose pages arrive when the test says so. */
function table(total: number, options: { pageSize?: number; maxPages?: number; isNumbered?: boolean } = {}) {
  const calls: {
    page: number
    signal: AbortSignal
    answer: (rows?: GridRow[]) => Promise<void>
    fail: () => Promise<void>
  }[] = []
  const pageSize = options.pageSize ?? 10
  const errors: number[] = []
  const store = new RowStore({
    ...options,
    pageSize,
    onError: (_, page) => errors.push(page),
    load: (page, signal) =>
      new Promise<LoadedPage>((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
        const settle = () => new Promise<void>((done) => setTimeout(done, 0))
        const count = Math.max(0, Math.min(pageSize, total - page * pageSize))
        calls.push({
          page,
          signal,
          answer: (rows = Array.from({ length: count }, (_, at) => row(page * pageSize + at))) => {
            resolve({ rows, total_rows: total })
            return settle()
          },
          fail: () => {
            reject(new Error('offline'))
            return settle()
          },
        })
      }),
  })
  const changes: RowChange[] = []
  store.subscribe((change) => changes.push(change))
  const settle = () => new Promise<void>((done) => setTimeout(done, 0))
  return { store, calls, changes, errors, settle, pages: () => calls.map((call) => call.page) }
}

const notComputed = () => false

describe('rows of a large table', () => {
  it('loads a range three pages abreast where pages have numbers, and gives it in order', async () => {
    const { store, calls, pages } = table(100, { isNumbered: true })
    store.seed(0, { rows: Array.from({ length: 10 }, (_, at) => row(at)), total_rows: 100 })
    const range = store.ensure(5, 64)
    expect(pages()).toEqual([1, 2, 3])
    await calls[1]?.answer()
    await calls[0]?.answer()
    expect(pages()).toEqual([1, 2, 3, 4, 5])
    for (let next = 2; next < calls.length; next += 1) await calls[next]?.answer()
    expect((await range).map(({ row_id }) => row_id)).toEqual(Array.from({ length: 60 }, (_, at) => `r${at + 5}`))
    expect(pages()).toEqual([1, 2, 3, 4, 5, 6])
  })

  it('loads only the pages on the screen, each once', async () => {
    const { store, calls, pages } = table(1_000_000)
    store.seed(0, { rows: Array.from({ length: 10 }, (_, at) => row(at)), total_rows: 1_000_000 })
    store.want(500_000, 500_012)
    store.want(500_000, 500_012)
    expect(pages()).toEqual([50_000, 50_001])
    await calls[0]?.answer()
    expect(store.row(500_003)?.row_id).toBe('r500003')
    expect(store.row(700_000)).toBeUndefined()
    expect(store.total).toBe(1_000_000)
  })

  it('stops loading what was scrolled past', async () => {
    const { store, calls, settle } = table(10_000)
    store.seed(0, { rows: [], total_rows: 10_000 })
    store.want(1000, 1009)
    store.want(5000, 5009)
    expect(calls[0]?.signal.aborted).toBe(true)
    expect(calls[1]?.signal.aborted).toBe(false)
    store.want(1000, 1009)
    await settle()
    expect(calls.map((call) => call.page)).toEqual([100, 500, 100])
  })

  it('loads one page ahead while scrolling steadily, none after a jump', async () => {
    const { store, calls, pages } = table(10_000)
    store.seed(0, { rows: Array.from({ length: 10 }, (_, at) => row(at)), total_rows: 10_000 })
    store.want(3, 8)
    expect(pages()).toEqual([1])
    await calls[0]?.answer()
    store.want(5000, 5009)
    expect(pages()).toEqual([1, 500])
    await calls[1]?.answer()
    store.want(4997, 5006)
    expect(pages()).toEqual([1, 500, 499, 498])
  })

  it('forgets the pages looked at longest ago, never the ones on the screen', async () => {
    const { store, calls } = table(10_000, { maxPages: 3 })
    for (const page of [0, 1, 2, 3]) {
      store.seed(0, { rows: Array.from({ length: 10 }, (_, at) => row(at)), total_rows: 10_000 })
      store.want(page * 10, page * 10 + 9)
      await calls.at(-1)?.answer()
    }
    expect(store.row(35)?.row_id).toBe('r35')
    expect(store.row(12)).toBeUndefined()
    expect(store.indexOf('r12')).toBeUndefined()
  })

  it('keeps showing old rows while new ones load, and takes no answer from before a change as new', async () => {
    const { store, calls } = table(10)
    store.want(0, 9)
    store.invalidate()
    await calls[0]?.answer()
    expect(store.row(0)?.data.name).toBe('row 0')
    expect(calls.length).toBe(2)
    await calls[1]?.answer([row(0, 'newer')])
    expect(store.row(0)?.data.name).toBe('newer')
    expect(calls.length).toBe(2)
  })

  it('does not hammer a server that is down, and tries again when the screen moves', async () => {
    const { store, calls, errors } = table(10)
    store.want(0, 9)
    await calls[0]?.fail()
    expect(errors).toEqual([0])
    expect(calls.length).toBe(1)
    store.want(0, 9)
    expect(calls.length).toBe(2)
  })

  it('gathers a range over several pages for copying, also while the screen is elsewhere', async () => {
    const { store, calls, settle } = table(100)
    store.seed(0, { rows: Array.from({ length: 10 }, (_, at) => row(at)), total_rows: 100 })
    const rows = store.ensure(5, 24)
    store.want(90, 99)
    await settle()
    for (let at = 0; at < calls.length; at += 1) await calls[at]?.answer()
    expect((await rows).map((one) => one.row_id)).toEqual(Array.from({ length: 20 }, (_, at) => `r${at + 5}`))
  })
})

describe('edits before they are saved', () => {
  const start = () => {
    const made = table(3)
    made.store.seed(0, { rows: [row(0), row(1), row(2)], total_rows: 3 })
    return made
  }

  it('shows an edit at once and takes it back when it is refused', () => {
    const { store, changes } = start()
    const token = store.edit([{ row_id: 'r1', column_id: 'name', value: 'Ada' }], notComputed)
    expect(store.row(1)?.data.name).toBe('Ada')
    store.rollback(token)
    expect(store.row(1)?.data.name).toBe('row 1')
    expect(changes.at(-1)).toEqual({ rows: [1] })
  })

  it('keeps a newer edit of the same cell when an older one is refused', () => {
    const { store } = start()
    const first = store.edit([{ row_id: 'r1', column_id: 'name', value: 'one' }], notComputed)
    const second = store.edit([{ row_id: 'r1', column_id: 'name', value: 'two' }], notComputed)
    store.rollback(first)
    expect(store.row(1)?.data.name).toBe('two')
    store.commit(second)
    expect(store.row(1)?.data.name).toBe('two')
  })

  it('does not let a live update or a reload hide an unsaved edit', () => {
    const { store } = start()
    store.edit([{ row_id: 'r1', column_id: 'email', value: 'a@b.co' }], () => true)
    store.patch([{ row_id: 'r1', column_id: 'email', value: 'x@y.z', status: 'complete' }])
    store.seed(0, { rows: [row(0), row(1), row(2)], total_rows: 3 })
    expect(store.row(1)?.enrichments.email).toMatchObject({ value: 'a@b.co', status: 'overridden' })
  })

  it('takes the row the server answered with as the truth', () => {
    const { store } = start()
    const token = store.edit([{ row_id: 'r1', column_id: 'name', value: ' Ada ' }], notComputed)
    store.commit(token, [row(1, 'Ada')])
    expect(store.row(1)?.data.name).toBe('Ada')
  })
})

describe('live updates', () => {
  it('patches cells of rows in memory and ignores the others', () => {
    const { store, changes } = table(2)
    store.seed(0, { rows: [row(0), row(1)], total_rows: 2 })
    const applied = store.patch([
      { row_id: 'r0', column_id: 'email', status: 'running' },
      { row_id: 'r0', column_id: 'email', value: 'a@b.co', status: 'complete', provider: 'pattern' },
      { row_id: 'r99', column_id: 'email', value: 'x', status: 'complete' },
    ])
    expect(applied).toBe(2)
    expect(store.row(0)?.enrichments.email).toEqual({ value: 'a@b.co', status: 'complete', provider: 'pattern' })
    expect(changes.at(-1)).toEqual({ rows: [0] })
  })

  it('loads the pages again whose rows changed, and only those', () => {
    const { store, calls } = table(40)
    store.seed(0, { rows: Array.from({ length: 10 }, (_, at) => row(at)), total_rows: 40 })
    store.want(0, 9)
    store.invalidateRows(['r99'])
    expect(calls.length).toBe(0)
    store.invalidateRows(['r3', 'r4'])
    expect(calls.map((call) => call.page)).toEqual([0])
  })
})
