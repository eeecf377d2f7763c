// The committed types of the tables against what the migrations really make.
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tableTypes } from '../../../scripts/tables.ts'
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('tables.ts says what a migrated database holds (else run `npm run generate:tables`)', async () => {
  const committed = await readFile(new URL('./tables.ts', import.meta.url), 'utf8')
  expect(committed.replaceAll('\r\n', '\n')).toBe(await tableTypes(database.connection))
})
