import { describe, expect, it } from 'vitest'
import { type EdgeDrag, isMeant } from './edge-drag.logic.ts'

const taken = (): EdgeDrag => ({ id: 'name', width: 180, isMoved: false })

describe('the edge of a column', () => {
  it('moves with the pointer, and with it those of the columns that are chosen too', () => {
    const drag = taken()
    expect([178, 179].map((to) => isMeant(drag, 'name', to))).toEqual([false, true])
    expect(isMeant(drag, 'city', 179)).toBe(true)
    // Also where the first that is heard of it is far away, and where it came back to where it was.
    expect(isMeant(taken(), 'name', 240)).toBe(true)
    expect(isMeant(drag, 'name', 178)).toBe(true)
  })

  it('stays where a click leaves it, and changes no other column that is chosen', () => {
    const drag = taken()
    for (let again = 0; again < 3; again++) expect(isMeant(drag, 'name', 176)).toBe(false)
    expect(isMeant(drag, 'city', 60)).toBe(false)
    expect(isMeant(taken(), 'city', 60)).toBe(false)
  })
})
