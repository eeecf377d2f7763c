// The promises of taking over a suggested order: no step is lost, and what is not named stays behind in its order.
import { describe, expect, it } from 'vitest'
import { figureWords, inOrder, inOwnOrder, wouldMove } from './order-advice.logic.ts'

const step = (provider: string, id?: string) => ({ provider, inputs: {}, ...(id ? { id } : {}) })
const steps = [step('a'), step('b', 'second'), step('c'), step('d')]
const names = (list: { provider: string }[]) => list.map(({ provider }) => provider).join('')

describe('a suggested order', () => {
  it('moves what it names, by the id or else by the provider, and keeps the rest behind', () => {
    expect(names(inOrder(steps, [{ step_id: 'second' }, { step_id: 'a' }]))).toBe('bacd')
    expect(names(inOrder(steps, [{ step_id: 'c' }, { step_id: 'gone' }]))).toBe('cabd')
  })

  it('is no advice where the steps stand so already', () => {
    const all = ['a', 'second', 'c', 'd'].map((step_id) => ({ step_id }))
    expect(wouldMove(steps, all)).toBe(false)
    expect(wouldMove(steps, all.slice(1))).toBe(true)
  })

  it('turns off what an order of one’s own leaves out, and on what it names', () => {
    const own = inOwnOrder([step('a'), { ...step('b', 'second'), enabled: false }, step('c')], ['c', 'second'])
    expect(own.map(({ provider, enabled }) => [provider, enabled])).toEqual([
      ['c', true],
      ['b', true],
      ['a', false],
    ])
  })

  it('tells what a step did here, and nothing of one that was not asked', () => {
    const figures = { step_id: 'a', asked: 1200, accepted: 900, cost_per_accepted_usd: 0.02 }
    expect(figureWords(figures)).toBe('900 of 1,200 accepted here, $0.02 each at most')
    expect(figureWords({ ...figures, cost_per_accepted_usd: 0 })).toBe('900 of 1,200 accepted here')
    expect(figureWords({ ...figures, asked: 0 })).toBe('')
  })
})
