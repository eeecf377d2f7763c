import { describe, expect, it } from 'vitest'
import type { GridRow } from '../../../grid/model/grid.types.ts'
import { changedColumns, colours, HUES, newsWords } from './collaborators.logic.ts'

const row = (data: GridRow['data']): GridRow => ({ row_id: 'r', position: 1, data, enrichments: {} })

describe('what another user changed', () => {
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

  it('has one colour per person, and no two the same while there are enough', () => {
    const hueOf = colours()
    const names = ['Zoë', 'Ann', 'Boris', 'Farid', 'chloe', '', 'Dmitri', 'admin']
    const hues = names.map(hueOf)
    expect(names.map(hueOf)).toEqual(hues)
    expect(new Set(hues).size).toBe(HUES.length)
    expect(HUES).toContain(hueOf('one more'))
  })

  it('has a colour on which white letters can be read', () => {
    const light = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
    const luminance = (hex: string) =>
      [1, 3, 5]
        .map((at) => light(Number.parseInt(hex.slice(at, at + 2), 16) / 255))
        .reduce((sum, part, at) => sum + part * ([0.2126, 0.7152, 0.0722][at] as number), 0)
    for (const hue of HUES) expect(1.05 / (luminance(hue) + 0.05), hue).toBeGreaterThan(4.5)
  })
})
