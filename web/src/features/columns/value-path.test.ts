import { describe, expect, it } from 'vitest'
import { memberColumn, pathText } from './value-path.logic.ts'

describe('the path to a member of a value', () => {
  it('is written with dots, items of lists by their number, and not at all where a key would be misread', () => {
    expect(pathText(['people', '0', 'full_name'])).toBe('people.0.full_name')
    expect(pathText(['a.b'])).toBeNull()
    expect(pathText([])).toBeNull()
  })

  it('makes a column with a name that a person would choose', () => {
    expect(memberColumn('Site {x}', ['people', '0', 'full_name'])).toEqual({
      name: 'Full name',
      expression: '{{Site \\{x\\}.people.0.full_name}}',
    })
    expect(memberColumn('Mails', ['0'])).toEqual({ name: 'Mails 1', expression: '{{Mails.0}}' })
    expect(memberColumn('Site', ['postalCode'])?.name).toBe('Postal code')
  })
})
