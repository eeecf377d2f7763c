// The quick tests are those that a change is nearest to.
import { expect, it } from 'vitest'
import { LAWS, testsNear } from './changed-tests.ts'

const TESTS = [
  'src/app/laws.test.ts',
  'src/identity/members.api.test.ts',
  'src/identity/scim/okta.api.test.ts',
  'src/platform/db/migrate.test.ts',
  'src/records/imports/import.api.test.ts',
  'src/records/imports/formats/hostile.test.ts',
  'web/src/features/leads/list.test.ts',
]

it('takes the tests of the folder and of what lies in it', () => {
  expect(testsNear(['src/records/imports/plan.writer.ts'], TESTS)).toEqual([
    'src/records/imports/formats/hostile.test.ts',
    'src/records/imports/import.api.test.ts',
  ])
  expect(testsNear(['web/src/features/leads/list.tsx'], TESTS)).toEqual(['web/src/features/leads/list.test.ts'])
})

it('takes no neighbours of a room for a file at its top', () => {
  expect(testsNear(['src/identity/gatekeeper.ts'], TESTS)).toEqual(['src/identity/members.api.test.ts'])
})

it('goes up to the nearest tests from a folder that has none', () => {
  expect(testsNear(['src/platform/db/migrations/0205_x.sql'], TESTS)).toEqual(['src/platform/db/migrate.test.ts'])
})

it('adds the laws where operations may have changed, and nothing for what no test is about', () => {
  expect(testsNear(['src/identity/members.schema.ts'], TESTS)).toContain(LAWS)
  expect(testsNear(['docs/DEPLOY.md', 'package.json'], TESTS)).toEqual([])
})
