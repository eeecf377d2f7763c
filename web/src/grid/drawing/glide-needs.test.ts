import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import * as needs from './glide-needs.ts'

describe('what Glide takes from lodash', () => {
  it('counts up, down and by steps, and never without end', () => {
    expect(needs.range(4)).toEqual([0, 1, 2, 3])
    expect(needs.range(2, 5)).toEqual([2, 3, 4])
    expect(needs.range(3, 0, -1)).toEqual([3, 2, 1])
    expect(needs.range(3, 3)).toEqual([])
    expect(needs.range(5, 2, 1)).toEqual([])
    fc.assert(
      fc.property(fc.integer({ min: -50, max: 50 }), fc.integer({ min: -50, max: 50 }), (from, to) => {
        const model: number[] = []
        for (let at = from; from < to ? at < to : at > to; at += from < to ? 1 : -1) model.push(at)
        expect(needs.range(from, to)).toEqual(model)
      }),
    )
  })

  it('keeps numbers within limits, lists flat and without repetitions, and groups in the order they come', () => {
    expect([needs.clamp(-1, 0, 3), needs.clamp(9, 0, 3), needs.clamp(2, 0, 3)]).toEqual([0, 3, 2])
    expect(needs.clamp(0, 0, -1)).toBe(0)
    expect(needs.uniq(needs.flatten([[1, 2], [2], 3, [1]]))).toEqual([1, 2, 3])
    expect(needs.groupBy([{ c: 'b' }, { c: 'a' }, { c: 'b' }], ({ c }) => c)).toEqual({
      b: [{ c: 'b' }, { c: 'b' }],
      a: [{ c: 'a' }],
    })
    expect([needs.has({ editor: 1 }, 'editor'), needs.has(undefined, 'editor'), needs.has(() => 1, 'editor')]).toEqual([
      true,
      false,
      false,
    ])
  })

  it('tells once, with what was said last', () => {
    vi.useFakeTimers()
    try {
      const heard: string[] = []
      const settled = needs.debounce((word: string) => heard.push(`settled ${word}`), 5)
      const seldom = needs.throttle((word: string) => heard.push(`seldom ${word}`), 20)
      for (const word of ['a', 'b', 'c']) {
        settled(word)
        seldom(word)
        vi.advanceTimersByTime(3)
      }
      vi.runAllTimers()
      expect(heard).toEqual(['settled c', 'seldom c'])
    } finally {
      vi.useRealTimers()
    }
  })
})
