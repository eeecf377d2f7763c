// Promises of who is shown where, and of what is said when a value of mine is written over.

import { describe, expect, test } from 'vitest'
import type { Schemas } from '../../../api/shapes.ts'
import { selectCell } from '../../../grid/model/selection.logic.ts'
import { OwnValues } from '../edit/own-values.ts'
import { joinOverwritten, type Overwritten, overwrittenWords } from './overwritten.logic.ts'
import { cursorsOf, facesOf, faceWords, whereabouts } from './presence.logic.ts'

const cell = (row_id: string, column_id = 'c1') => ({ row_id, column_id })
const person = (
  user_id: number,
  tab: string,
  at: Partial<Schemas['PersonPresent']['at']> = {},
): Schemas['PersonPresent'] => ({
  user_id,
  name: `person ${user_id}`,
  tab,
  at: { cell: null, to: null, is_editing: false, ...at },
})

const loaded = ['r0', 'r1', 'r2']
const rows = {
  row: (index: number) =>
    loaded[index] ? { row_id: loaded[index], position: index + 1, data: {}, enrichments: {} } : undefined,
  indexOf: (id: string) => (loaded.includes(id) ? loaded.indexOf(id) : undefined),
  isUnsaved: (id: string) => id === 'r2',
}
const columns = [
  { id: 'c1', name: 'Company' },
  { id: 'c2', name: 'Website' },
]

describe('who is here', () => {
  test('I am never shown to myself, in whatever window', () => {
    const people = [person(1, 'a', { cell: cell('r0') }), person(1, 'b', { cell: cell('r1') })]
    expect([facesOf(people, 1), cursorsOf(people, 1)]).toEqual([[], []])
  })

  test('a colleague with two windows has one face, where they write, and a frame for each window', () => {
    const people = [person(2, 'a', { cell: cell('r0') }), person(2, 'b', { cell: cell('r1'), is_editing: true })]
    expect(facesOf(people, 1)).toMatchObject([{ user_id: 2, cell: cell('r1'), isEditing: true }])
    expect(cursorsOf(people, 1).map((one) => one.cell)).toEqual([cell('r0'), cell('r1')])
  })

  test('is said in words, as far as it can be known here', () => {
    const words = (at: Partial<Schemas['PersonPresent']['at']>) =>
      facesOf([person(2, 'a', at)], 1).map((face) => faceWords(face, rows, columns))[0]
    expect(words({})).toBe('person 2')
    expect(words({ cell: cell('r1', 'c2') })).toBe('person 2, at Website, row 2')
    expect(words({ cell: cell('r1', 'c2'), is_editing: true })).toBe('person 2, writing in Website, row 2')
    expect(words({ cell: cell('far', 'c2') })).toBe('person 2, at Website')
    expect(words({ cell: cell('far', 'gone') })).toBe('person 2')
  })
})

describe('where I am', () => {
  test('is told by ids, with the corner across from the cursor', () => {
    const range = { x: 0, y: 0, width: 2, height: 2 }
    const back = { ...selectCell({ col: 1, row: 1 }), range }
    expect(whereabouts(back, false, rows, columns)).toEqual({
      cell: cell('r1', 'c2'),
      to: cell('r0'),
      is_editing: false,
    })
  })

  test('is not told for a row that has no id of the server, or is not loaded', () => {
    expect(whereabouts(selectCell({ col: 0, row: 2 }), true, rows, columns)).toEqual({ is_editing: false })
    expect(whereabouts(selectCell({ col: 0, row: 9 }), true, rows, columns)).toEqual({ is_editing: false })
  })
})

describe('a value of mine', () => {
  const edit = (value: unknown) => ({ ...cell('r0'), value })

  test('is lost once, to another value only', () => {
    const own = new OwnValues()
    own.wrote([edit('Acme')])
    expect(own.lost('r0', 'c1', 'Acme')).toBeUndefined()
    expect(own.lost('r0', 'c2', 'x')).toBeUndefined()
    expect(own.lost('r0', 'c1', 'Borea')).toEqual({ value: 'Acme' })
    expect(own.lost('r0', 'c1', 'Cetus')).toBeUndefined()
  })

  test('that I had emptied was not mine any more', () => {
    const own = new OwnValues()
    own.wrote([edit('Acme'), edit(null)])
    expect(own.lost('r0', 'c1', 'Borea')).toBeUndefined()
  })

  test('that was written over is told with both values, several are counted', () => {
    const one: Overwritten = { name: 'Ann', ...cell('r0'), column: 'Company', mine: 'Acme', theirs: 'Acme Corp' }
    expect(overwrittenWords([one], 11)).toBe('Ann wrote “Acme Corp” over your “Acme” in Company, row 12.')
    expect(overwrittenWords([{ ...one, theirs: null }], undefined)).toBe(
      'Ann wrote nothing over your “Acme” in Company.',
    )
    const more = joinOverwritten(
      [one],
      [
        { ...one, theirs: 'Acme Inc' },
        { ...one, row_id: 'r1', name: 'Bob' },
      ],
    )
    expect(overwrittenWords(more, 0)).toBe('Ann and others wrote over 2 values of yours.')
  })
})
