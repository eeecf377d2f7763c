import { expect, test } from 'vitest'
import { mayDo, roleRefusal } from './capabilities.logic.ts'

test('a refusal says the role of the caller, those that may, and whom to ask', () => {
  expect(roleRefusal('viewer', 'workbooks.edit')).toBe(
    'Your role here is viewer: only an editor, admin or owner may do this. Ask an admin or owner of the workspace',
  )
  expect(roleRefusal('viewer', 'workbooks.comment')).toContain('only a member, editor, admin or owner may')
  expect(() => mayDo('admin', 'workspace.delete')).toThrow(
    'Your role here is admin: only an owner may do this. Ask an owner of the workspace',
  )
  expect(() => mayDo('owner', 'workspace.delete')).not.toThrow()
})
