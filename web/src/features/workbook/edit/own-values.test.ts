import { describe, expect, it } from 'vitest'
import { OwnValues } from './own-values.ts'

const edits = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => ({ row_id: `r${from + at}`, column_id: 'c', value: from + at }))

describe('what was written in this tab', () => {
  it('is remembered for the last five thousand cells, whether they were written one by one or by the ten thousand', () => {
    for (const size of [1, 700, 10_000]) {
      const own = new OwnValues()
      for (let from = 0; from < 10_000; from += size) own.wrote(edits(from, Math.min(10_000, from + size)))
      expect(own.lost('r4999', 'c', 'theirs')).toBeUndefined()
      expect(own.lost('r5000', 'c', 'theirs')).toEqual({ value: 5000 })
      expect(own.lost('r9999', 'c', 9999)).toBeUndefined()
      expect(own.lost('r9999', 'c', 'theirs')).toEqual({ value: 9999 })
    }
  })
})
