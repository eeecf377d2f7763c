import { describe, expect, it } from 'vitest'
import type { RowGroup } from './group-tree.store.ts'
import { GroupedRows } from './grouped-rows.store.ts'
import { RowStore } from './rows.store.ts'

const group = (key: string, count: number, shut = ''): RowGroup => ({ key, label: key, count, shut })

/** Rows of each group in pages of 2; `real` says how many there are where the count is old. */
function grouped(groups: RowGroup[], isMore = false, real: Record<string, number> = {}) {
  const asked: string[] = []
  let more = 0
  const rows = new GroupedRows({
    pageSize: 2,
    levels: ['Letter'],
    onWant: () => {
      more += 1
    },
    open: ([{ key, count } = group('', 0)]) =>
      new RowStore({
        pageSize: 2,
        load: async (page) => {
          asked.push(`${key}${page}`)
          const total = real[key] ?? count
          const made = Array.from({ length: Math.max(0, Math.min(2, total - page * 2)) }, (_, at) => ({
            row_id: `${key}${page * 2 + at}`,
            position: 0,
            data: {},
            enrichments: {},
          }))
          return { rows: made, total_rows: total }
        },
      }),
  })
  rows.set(groups, isMore)
  return { rows, asked, more: () => more }
}

const ids = (rows: { row_id: string }[]) => rows.map(({ row_id }) => row_id)

describe('rows in groups', () => {
  it('are those of open groups one after the other, loaded where they are looked at', async () => {
    const { rows, asked } = grouped([group('a', 3), group('b', 4), group('c', 1)])
    expect(rows.total).toBe(8)
    expect(asked).toEqual([])
    expect(ids(await rows.ensure(2, 4))).toEqual(['a2', 'b0', 'b1'])
    expect(asked).toEqual(['a1', 'b0'])
    expect(rows.row(4)?.row_id).toBe('b1')
    expect(rows.indexOf('b1')).toBe(4)
    expect(rows.row(7)).toBeUndefined()
  })

  it('leave out those of closed groups, which are still there when they are opened again', async () => {
    const { rows, asked } = grouped([group('a', 3), group('b', 4), group('c', 1)])
    await rows.ensure(0, 7)
    rows.bands.turn(1, false)
    expect(rows.total).toBe(4)
    expect(rows.row(3)?.row_id).toBe('c0')
    expect(rows.indexOf('b1')).toBeUndefined()
    expect(ids(await rows.ensure(0, 3))).toEqual(['a0', 'a1', 'a2', 'c0'])
    const before = asked.length
    rows.bands.turn(1, true)
    expect(rows.row(3)?.row_id).toBe('b0')
    expect(asked).toHaveLength(before)
  })

  it('have as many as their group really has once that was loaded', async () => {
    const { rows } = grouped([group('a', 3), group('b', 4)], false, { a: 5 })
    await rows.ensure(0, 0)
    expect(rows.total).toBe(9)
    expect(rows.bands.list.map(({ count }) => count)).toEqual([5, 4])
    expect(ids(await rows.ensure(4, 5))).toEqual(['a4', 'b0'])
  })

  it('are closed from the start when there are many groups, and can all be opened', () => {
    const { rows } = grouped(Array.from({ length: 31 }, (_, at) => group(`g${at}`, 2)))
    expect(rows.total).toBe(0)
    rows.bands.turnAll(true)
    expect(rows.total).toBe(62)
  })

  it('stay open or closed when the groups are read again', () => {
    const { rows } = grouped([group('a', 3), group('b', 4)])
    rows.bands.turn(0, false)
    rows.set([group('a', 3), group('b', 6), group('new', 1)], false)
    expect(rows.bands.list.map(({ key, isOpen }) => [key, isOpen])).toEqual([
      ['a', false],
      ['b', true],
      ['new', false],
    ])
    expect(rows.total).toBe(6)
  })

  it('ask for more groups when the end of those that are known is on the screen', () => {
    const { rows, more } = grouped([group('a', 2), group('b', 2)], true)
    expect(rows.bands.lines).toBe(3)
    rows.bands.want(0, 1)
    expect(more()).toBe(0)
    rows.bands.want(0, 2)
    expect(more()).toBe(1)
  })

  it('do not open a group that has no question of its own', () => {
    const { rows } = grouped([group('a', 2), group('lists', 2, 'no filter says so')])
    rows.bands.turn(1, true)
    expect(rows.total).toBe(2)
  })

  it('show an edit at once and take it back, in whichever group the row is', async () => {
    const { rows } = grouped([group('a', 1), group('b', 1)])
    await rows.ensure(0, 1)
    const heard: unknown[] = []
    rows.subscribe((change) => heard.push(change))
    const token = rows.edit([{ row_id: 'b0', column_id: 'c1', value: 'x' }], () => false)
    expect(rows.row(1)?.data).toEqual({ c1: 'x' })
    expect(heard).toEqual([{ rows: [1] }])
    rows.rollback(token)
    expect(rows.row(1)?.data).toEqual({})
    rows.commit(rows.edit([{ row_id: 'b0', column_id: 'c1', value: 'y' }], () => false))
    expect(rows.row(1)?.data).toEqual({ c1: 'y' })
  })
})
