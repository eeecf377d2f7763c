// How long lookups get: what they declare, until somebody in the workspace chooses a limit.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addWorkspace, openTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { readPerformance, updatePerformance } from './performance.commands.ts'
import { patienceFor } from './performance.schema.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database?.close())

it('a slow lookup gets the time it declares until the wait for answers is set, whatever else is', async () => {
  const workspace = await addWorkspace(database)
  const patience = () =>
    database.inWorkspace(workspace, async (tx) => patienceFor({ timeout_ms: 60_000 }, await readPerformance(tx)))
  const set = (update: object) => database.inWorkspace(workspace, (tx) => updatePerformance(tx, update))
  expect(await patience()).toBe(60_000)
  await set({ row_concurrency: 3 })
  expect(await patience()).toBe(60_000)
  await set({ provider_timeout: 10 })
  expect(await patience()).toBe(10_000)
  await set({ row_concurrency: 4 })
  expect(await patience()).toBe(10_000)
  await set({ provider_timeout: 120 })
  expect(await patience()).toBe(60_000)
})
