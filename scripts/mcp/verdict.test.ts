// Promises of the conformance check: a scenario that fails, that was not run or in which nothing was checked is never counted as passed.
import { expect, test } from 'vitest'
import { judge, readResults } from './verdict.ts'

const said = `
=== SUMMARY ===
✓ server-initialize: 2 passed, 0 failed
✓ ping: 2 passed, 0 failed
✗ tools-list: 1 passed, 1 failed
✓ dns-rebinding-protection: 0 passed, 0 failed
`

test('the summary is read line by line', () => {
  expect(readResults(said)).toHaveLength(4)
  expect(readResults(said)[2]).toEqual({ scenario: 'tools-list', passed: 1, failed: 1 })
})

test('a failure and a scenario without a check are told', () => {
  const { lines, failed } = judge(readResults(said), '2025-11-25', 'product')
  expect(failed).toBe(true)
  expect(lines).toEqual([
    '2 of 3 scenarios passed, 5 checks',
    'FAILED tools-list: 1 passed, 1 failed',
    'NOT RUN dns-rebinding-protection',
    'not held to: 1 scenarios',
  ])
})

test('a suite that did not run has failed', () => {
  expect(judge([], '2026-07-28', 'fixtures').failed).toBe(true)
})
