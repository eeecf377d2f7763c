import { describe, expect, it } from 'vitest'
import type { GridRow } from '../model/grid.types.ts'
import { RowStore } from './rows.store.ts'

const row = (id: string, position: number): GridRow => ({ row_id: id, position, data: {}, enrichments: {} })

function table(count: number) {
  const store = new RowStore({ pageSize: 10, load: () => new Promise(() => {}) })
  store.seed(0, { rows: Array.from({ length: count }, (_, at) => row(`r${at}`, at)), total_rows: count })
  return store
}

describe('a row that is inserted', () => {
  it('is there at once, and keeps what is typed into it when it is saved', () => {
    const store = table(3)
    const made = store.insertBlank()
    expect(store.total).toBe(4)
    expect(store.isUnsaved(made.row_id)).toBe(true)
    const token = store.edit([{ row_id: made.row_id, column_id: 'c', value: 'typed' }], () => false)
    store.settleBlank(made.row_id, row('real', 9))
    expect(store.isUnsaved(made.row_id)).toBe(false)
    expect(store.savedId(made.row_id)).toBe('real')
    expect(store.row(3)).toMatchObject({ row_id: 'real', data: { c: 'typed' } })
    store.commit(token)
    expect(store.row(3)?.data).toEqual({ c: 'typed' })
    expect(store.indexOf('real')).toBe(3)
  })

  it('is gone again when it is refused', () => {
    const store = table(3)
    const made = store.insertBlank()
    store.dropBlank(made.row_id)
    expect(store.total).toBe(3)
    expect(store.row(3)).toBeUndefined()
  })

  it('is not there twice when its page was loaded before the answer came', () => {
    const store = table(3)
    const made = store.insertBlank()
    store.seed(0, { rows: [row('r0', 0), row('r1', 1), row('r2', 2), row('real', 3)], total_rows: 4 })
    store.settleBlank(made.row_id, row('real', 3))
    expect(store.total).toBe(4)
    expect(store.indexOf('real')).toBe(3)
  })

  it('outlives an answer that was on its way, and one that does not know it yet', async () => {
    const answers: ((loaded: { rows: GridRow[]; total_rows: number }) => void)[] = []
    const store = new RowStore({ pageSize: 10, load: () => new Promise((resolve) => answers.push(resolve)) })
    const without = { rows: [row('r0', 0), row('r1', 1), row('r2', 2)], total_rows: 3 }
    store.seed(0, without)
    store.want(0, 2)
    store.invalidate()
    const made = store.insertBlank()
    const token = store.edit([{ row_id: made.row_id, column_id: 'c', value: 'typed' }], () => false)
    for (const [asked, answer] of [without, { ...without, rows: [...without.rows] }].entries()) {
      await expect.poll(() => answers.length).toBe(asked + 1)
      const told = new Promise((resolve) => store.subscribe(() => resolve(undefined)))
      answers[asked]?.(answer)
      await told
      expect([store.total, store.indexOf(made.row_id), store.row(3)?.data]).toEqual([4, 3, { c: 'typed' }])
      store.invalidate()
    }
    store.settleBlank(made.row_id, row('real', 3))
    store.commit(token)
    expect([store.total, store.indexOf('real'), store.row(3)?.data]).toEqual([4, 3, { c: 'typed' }])
  })

  it('begins a page of its own behind a full one', () => {
    const store = table(10)
    const made = store.insertBlank()
    store.settleBlank(made.row_id, row('real', 10))
    expect(store.row(10)?.row_id).toBe('real')
  })
})
