// Departments of titles: rules first, the model for what they do not know, and nothing where neither is sure.
import { expect, it } from 'vitest'
import { departmentByRules, readDepartment } from './job-title.ts'
import { guessDepartment } from './title-model.ts'

it.each([
  ['Wildlife Biologist', 'research'],
  ['Network Technician', 'it'],
  ['Librarian', 'education'],
  ['Title Examiner', 'legal'],
  ['Psychiatric Nursing Aide', 'healthcare'],
])('a %s, whom no rule knows, is in %s', (title, department) => {
  expect([departmentByRules(title), readDepartment(title)]).toEqual([undefined, department])
})

it.each([
  '',
  '???',
  'Wizard',
  'Carpenter',
  'Chef',
  'Consultant',
  'Manager',
  'Pilot',
  'Bartender',
  'Zzyzx Qwerty',
  '会計士',
])('nothing is guessed of "%s"', (title) => {
  expect(readDepartment(title)).toBeUndefined()
})

it('leaves to the rules what they know', () => {
  for (const title of ['VP Sales', 'Nurse', 'Head of Marketing', 'Software Engineer', 'Chief Executive Officer'])
    expect([title, readDepartment(title)]).toEqual([title, departmentByRules(title)])
})

it('reads a title of any length in bounded time, and the same one alike', () => {
  const long = 'librarian ('.repeat(200_000)
  expect(guessDepartment(long)).toBe(guessDepartment(long.slice(0, 300)))
})
