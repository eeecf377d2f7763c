import { describe, expect, it } from 'vitest'
import type { GridRow } from '../../../grid/grid.types.ts'
import { changedColumns, hueOf, newsWords } from './others.logic.ts'

const row = (data: GridRow['data']): GridRow => ({ row_id: 'r', position: 1, data, enrichments: {} })

describe('what somebody else changed', () => {
  it('is known by the values that differ, added and removed ones too', () => {
    expect(changedColumns(row({ a: 1, b: [1], c: 'x' }), row({ a: 1, b: [2], d: 'new' })).sort()).toEqual([
      'b',
      'c',
      'd',
    ])
    expect(changedColumns(row({ a: 1 }), row({ a: 1 }))).toEqual([])
  })

  it('is told by name and place, and counted when it is more', () => {
    const ann = { name: 'Ann', column: 'Website', row: 11 }
    expect(newsWords([ann])).toBe('Ann changed Website in row 12')
    expect(newsWords([ann, { ...ann, name: 'Bo' }])).toBe('Ann and others changed 2 values')
    expect(newsWords([])).toBe('')
  })

  it('has one colour per person', () => {
    expect(hueOf('Zoë')).toBe(hueOf('Zoë'))
    expect(hueOf('')).toMatch(/^#[0-9a-f]{6}$/)
  })
})
