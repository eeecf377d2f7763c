import { expect, test } from 'vitest'
import { initialsOf } from './initials.ts'

test.each([
  ['Ann Doe', 'AD'],
  ['Ann van der Berg', 'AB'],
  ['  “Zoë” Müller-Lüdenscheidt ', 'ZM'],
  ['admin', 'A'],
  ['ann.doe@anvil.example', 'A'],
  ['王 伟', '王'],
  ['דוד כהן', 'דכ'],
  ['...', '?'],
  ['', '?'],
])('%s is shown by %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
