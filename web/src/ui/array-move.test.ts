// The promises of moving an item in a list: none is lost or doubled, the others keep their order, and back is back.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arrayMove } from './array-move.ts'

const aMove = fc
  .uniqueArray(fc.nat(), { minLength: 1, maxLength: 12 })
  .chain((list) => fc.tuple(fc.constant(list), fc.nat(list.length - 1), fc.nat(list.length - 1)))

describe('a list with an item moved', () => {
  it('has it where it was put, the others in their order, and comes back by the way back', () => {
    fc.assert(
      fc.property(aMove, ([list, from, to]) => {
        const next = arrayMove(list, from, to)
        const item = list[from]
        expect(next[to]).toBe(item)
        expect(next.filter((one) => one !== item)).toEqual(list.filter((one) => one !== item))
        expect(arrayMove(next, to, from)).toEqual(list)
      }),
    )
  })

  it('stays as it is where there is nothing to move, or nowhere to', () => {
    expect(arrayMove(['a', 'b'], 2, 0)).toEqual(['a', 'b'])
    expect(arrayMove(['a', 'b'], 1, 2)).toEqual(['a', 'b'])
    expect(arrayMove(['a', 'b'], 0, -1)).toEqual(['a', 'b'])
  })
})
