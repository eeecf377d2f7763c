// The law of rows: what a statement answered in a test is what the row type that it gives says.
import { afterAll, expect } from 'vitest'
import { takeRowFaults } from '../scripts/row-types/checked-client.ts'

afterAll(() => {
  expect(takeRowFaults()).toEqual([])
})
