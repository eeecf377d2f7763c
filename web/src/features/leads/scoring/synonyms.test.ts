// Promises of the editor of synonyms: what is typed comes back as it was, and a word that stands alone is told.
import { expect, test } from 'vitest'
import { groupsOf, textOf } from './synonyms.logic.ts'

test('one line is one group, whatever blanks are between', () => {
  const groups = [{ names: ['Dentist', 'Zahnarzt'] }, { names: ['Law firm', 'Attorney', 'Kanzlei'] }]
  expect(groupsOf(` Dentist ,Zahnarzt,\n\n${textOf(groups.slice(1))}\n`)).toEqual({ groups, alone: [] })
  expect(groupsOf(textOf(groups))).toEqual({ groups, alone: [] })
})

test('a line with one name is told by its number', () => {
  expect(groupsOf('Dentist, Zahnarzt\n\nBaker')).toEqual({ groups: [{ names: ['Dentist', 'Zahnarzt'] }], alone: [3] })
})
