import { describe, expect, it } from 'vitest'
import { inOrder, isInOrder, stepIds } from './order.logic.ts'

const steps = [{ provider: 'a' }, { provider: 'b', enabled: false }, { provider: 'a' }, { id: 'mine', provider: 'c' }]

describe('steps in another order', () => {
  it('are named as the server names them', () => {
    expect(stepIds(steps)).toEqual(['a', 'b', 'a-2', 'mine'])
  })

  it('keep those that are not named behind the others, as they were', () => {
    const ids = (order: string[]) => inOrder(steps, order).map(({ id, provider }) => [id, provider])
    expect(ids(['mine', 'a-2', 'a'])).toEqual([
      ['mine', 'c'],
      ['a-2', 'a'],
      ['a', 'a'],
      ['b', 'b'],
    ])
    expect(ids([])).toEqual([
      ['a', 'a'],
      ['b', 'b'],
      ['a-2', 'a'],
      ['mine', 'c'],
    ])
  })

  it('are said to be in order whatever is switched off between them', () => {
    expect(isInOrder(steps, ['a', 'a-2', 'mine'])).toBe(true)
    expect(isInOrder(steps, ['a-2', 'a', 'mine'])).toBe(false)
    expect(isInOrder(inOrder(steps, ['a-2', 'a', 'mine']), ['a-2', 'a', 'mine'])).toBe(true)
  })
})
