import { expect, test } from 'vitest'
import { holdForSession, holdInstallation, type InstallationLock, lockCall, type Purpose } from './hold.ts'

test.each<[Purpose, string]>([
  ['any', 'pg_advisory_xact_lock(hashtextextended($1, 0))'],
  ['row_keys', 'pg_advisory_xact_lock(hashtextextended($1, 1))'],
  ['undo', 'pg_advisory_xact_lock(hashtextextended($1, 2))'],
  ['positions_between', 'pg_advisory_xact_lock(hashtextextended($1, 3))'],
  ['account_names', 'pg_advisory_xact_lock(hashtextextended($1, 4))'],
  ['lookups', 'pg_advisory_xact_lock(hashtextextended($1, 5))'],
  ['first_logins', 'pg_advisory_xact_lock(hashtextextended($1, 5))'],
  ['view_indexes', 'pg_advisory_xact_lock(hashtextextended($1, 11))'],
])('processes of two versions wait for each other where they lock %s', (purpose, call) => {
  expect(lockCall('$1', 'alone', purpose)).toBe(call)
})

test.each<[InstallationLock, number]>([
  ['schema', 7_214_550_301],
  ['relay', 7_214_550_302],
  ['sweeps', 7_214_550_303],
  ['administrators', 7_214_550_304],
])('processes of two versions exclude each other from the %s of the installation', async (lock, number) => {
  const asked: unknown[] = []
  const client = { query: async (_text: unknown, values: unknown) => asked.push(values) } as never
  await holdForSession(client, lock)
  await holdInstallation({ client }, lock)
  expect(asked).toEqual([[number], [number]])
})
