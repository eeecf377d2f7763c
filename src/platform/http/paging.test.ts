import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Refusal } from '../../kernel/errors.ts'
import { decodeCursor, encodeCursor, pageOf } from './paging.ts'

const position = fc.array(fc.oneof(fc.string(), fc.integer(), fc.constant(null)), { minLength: 1, maxLength: 4 })

describe('a cursor', () => {
  it('leads back to the position it was made from', () => {
    fc.assert(
      fc.property(position, (values) => {
        expect(decodeCursor('things', encodeCursor('things', values))).toEqual(values)
      }),
    )
  })

  it('is refused with 422 when it is cut, changed, of another list, or made up', () => {
    const cursor = encodeCursor('things', ['2026-01-01', 7])
    const wrong = [
      cursor.slice(0, -3),
      `${cursor}x`,
      `A${cursor.slice(1)}`,
      'nonsense',
      encodeCursor('others', [1]),
      '%%',
      'e30',
    ]
    for (const one of wrong) {
      expect(() => decodeCursor('things', one), one).toThrow(Refusal)
    }
  })

  it('is absent on the first page', () => {
    expect(decodeCursor('things', undefined)).toBeUndefined()
  })
})

describe('a page', () => {
  const rows = [{ id: 1 }, { id: 2 }, { id: 3 }]

  it('has a next cursor exactly when there is more', () => {
    const page = pageOf('things', rows, 2, (row) => [row.id])
    expect(page.items).toEqual([{ id: 1 }, { id: 2 }])
    expect(decodeCursor('things', page.next_cursor ?? '')).toEqual([2])
    expect(pageOf('things', rows, 3, (row) => [row.id]).next_cursor).toBeNull()
    expect(pageOf('things', [], 3, () => []).next_cursor).toBeNull()
  })
})
