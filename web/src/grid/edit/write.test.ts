import { describe, expect, it } from 'vitest'
import { TYPED_VALUES } from '../../../../src/engine/values/typed-values.fixture.ts'
import type { GridColumn, Point } from '../model/grid.types.ts'
import { selectCell } from '../model/selection.logic.ts'
import { fillWrite } from './fill.logic.ts'
import { clearWrite, editWrite, everywhereWrite, pasteWrite } from './write.logic.ts'

const column = (kind: GridColumn['kind']): GridColumn => ({
  id: 'c',
  name: 'C',
  type: 'input',
  kind,
  width: 100,
  computed: false,
})
const cells = (at: Point) => `${at.col}/${at.row}`

describe('text that is typed or pasted', () => {
  it.each(TYPED_VALUES)('into a %s column: %j is the %j that the API and files make of it', (kind, text, value) => {
    const at = { col: 0, row: 0 }
    const plan = { target: { x: 0, y: 0, width: 1, height: 1 }, newRows: 0, newColumns: 0 }
    const written = [editWrite(at, text), pasteWrite([[{ text }]], plan)]
    expect(written.map((write) => write.value(at, column(kind)).value)).toEqual([value, value])
  })
})

describe('what an edit asks for', () => {
  it('reads pasted text by the kind of the column it lands in, and keeps what does not fit', () => {
    const write = pasteWrite([[{ text: '5' }], [{ text: 'five' }]], {
      target: { x: 0, y: 3, width: 1, height: 2 },
      newRows: 0,
      newColumns: 0,
    })
    expect(write.value({ col: 0, row: 3 }, column('number'))).toEqual({ value: 5, valid: true })
    expect(write.value({ col: 0, row: 4 }, column('number'))).toEqual({ value: 'five', valid: false })
    expect(write.value({ col: 0, row: 3 }, undefined)).toEqual({ value: '5', valid: true })
  })

  it('reads pasted numbers as the rest of their column is written, and a new table as text', () => {
    const block = [
      [{ text: '1.234' }, { text: '1.234' }],
      [{ text: '7,5' }, { text: '3' }],
    ]
    const plan = { target: { x: 0, y: 0, width: 2, height: 2 }, newRows: 0, newColumns: 0 }
    const write = pasteWrite(block, plan)
    expect(write.value({ col: 0, row: 0 }, column('number'))).toEqual({ value: 1234, valid: true })
    expect(write.value({ col: 1, row: 0 }, column('number'))).toEqual({ value: 1.234, valid: true, unsure: '1.234' })
    const exact = pasteWrite([[{ text: '1,23', exact: '1.234' }]], {
      ...plan,
      target: { ...plan.target, width: 1, height: 1 },
    })
    expect(exact.value({ col: 0, row: 0 }, column('number'))).toEqual({ value: 1.234, valid: true })
  })

  it('fills a range from its first line, and one line from the line before it', () => {
    const down = fillWrite({ x: 1, y: 2, width: 2, height: 3 }, 'down', cells)
    expect(down?.targets).toEqual([{ x: 1, y: 3, width: 2, height: 2 }])
    expect(down?.value({ col: 2, row: 4 }, undefined).value).toBe('2/2')
    const one = fillWrite({ x: 1, y: 2, width: 1, height: 1 }, 'right', cells)
    expect(one?.targets).toEqual([{ x: 1, y: 2, width: 1, height: 1 }])
    expect(one?.value({ col: 1, row: 2 }, undefined).value).toBe('0/2')
    expect(fillWrite({ x: 0, y: 0, width: 1, height: 1 }, 'down', cells)).toBeNull()
  })

  it('clears what is selected and nothing else', () => {
    const write = clearWrite(selectCell({ col: 1, row: 1 }), { cols: 3, rows: 3 })
    expect(write?.targets).toEqual([{ x: 1, y: 1, width: 1, height: 1 }])
    expect(clearWrite({ cell: null, range: null, rows: [], columns: [] }, { cols: 3, rows: 3 })).toBeNull()
  })

  it('puts what was typed into every cell that is selected, each by its kind', () => {
    const selection = { ...selectCell({ col: 0, row: 2 }), range: { x: 0, y: 2, width: 2, height: 3 } }
    const write = everywhereWrite(selection, { cols: 5, rows: 10 }, '7')
    expect(write.targets).toEqual([selection.range])
    expect(write.value({ col: 1, row: 4 }, column('number'))).toEqual({ value: 7, valid: true })
    expect(write.value({ col: 0, row: 2 }, column('text'))).toEqual({ value: '7', valid: true })
  })
})
