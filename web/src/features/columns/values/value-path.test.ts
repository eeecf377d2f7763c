import { expect, it } from 'vitest'
import { memberColumn } from './value-path.logic.ts'

it('a member becomes a column with a name that a person would choose', () => {
  expect(memberColumn('Site {x}', ['people', '[0]', 'full_name'])).toEqual({
    name: 'Full name',
    expression: '{{Site \\{x\\}.people[0].full_name}}',
  })
  expect(memberColumn('Mails', ['[0]'])).toEqual({ name: 'Mails 1', expression: '{{Mails[0]}}' })
  expect(memberColumn('Site', ['["@odata.nextLink"]'])).toEqual({
    name: 'Odata next link',
    expression: '{{Site["@odata.nextLink"]}}',
  })
  expect(memberColumn('Site', ['postalCode']).name).toBe('Postal code')
})
