import { describe, expect, it } from 'vitest'
import { inOrder, isInOrder, stepIds } from './order.logic.ts'

const steps = [{ provider: 'a' }, { provider: 'b', enabled: false }, { provider: 'a' }, { id: 'mine', provider: 'c' }]

describe('steps in another order', () => {
  it('are named as the server names them', () => {
    expect(stepIds(steps)).toEqual(['a', 'b', 'a-2', 'mine'])
  })

  it('keep those that are not named behind the others, as they were', () => {
    expect(inOrder(steps, ['mine', 'a-2', 'a'])).toEqual([steps[3], steps[2], steps[0], steps[1]])
    expect(inOrder(steps, [])).toEqual(steps)
  })

  it('are said to be in order whatever is switched off between them', () => {
    expect(isInOrder(steps, ['a', 'a-2', 'mine'])).toBe(true)
    expect(isInOrder(steps, ['a-2', 'a', 'mine'])).toBe(false)
    expect(isInOrder(inOrder(steps, ['a-2', 'a', 'mine']), ['a-2', 'a', 'mine'])).toBe(true)
  })
})
