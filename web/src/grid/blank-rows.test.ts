import { describe, expect, it } from 'vitest'
import type { GridRow } from './grid.types.ts'
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

  it('begins a page of its own behind a full one', () => {
    const store = table(10)
    const made = store.insertBlank()
    store.settleBlank(made.row_id, row('real', 10))
    expect(store.row(10)?.row_id).toBe('real')
  })
})
