// The database user of docs/DEPLOY.md: it owns its database and nothing else, and is no superuser.

import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createLog } from '../log.ts'
import { StartError } from '../start-error.ts'
import { migrate, roleProblem } from './migrate.ts'
import { readMigrations } from './migration-files.ts'

const NAME = `least_${process.pid}`
const STRANGER = `${NAME}_stranger`
const FILLED = `${NAME}_filled`
const migrations = readMigrations(fileURLToPath(new URL('./migrations', import.meta.url)))
const server = () => inject('postgres')
let admin: pg.Client

beforeAll(async () => {
  admin = new pg.Client(server())
  await admin.connect()
  // The tests' own template has made the role of the service already.
  for (const user of [NAME, STRANGER, FILLED]) {
    await admin.query(`create role ${user} login`)
    await admin.query(`create database ${user} owner ${user}`)
  }
  for (const user of [NAME, FILLED]) await admin.query(`grant millrace_app to ${user}`)
})
afterAll(async () => {
  for (const user of [NAME, STRANGER, FILLED]) {
    await admin?.query(`drop database if exists ${user} with (force)`)
    await admin?.query(`drop role if exists ${user}`)
  }
  await admin?.end()
})

const as = (user: string) => ({ ...server(), user, database: user })

test('migrates with a user that owns its database and may become the role of the service', async () => {
  const done = await migrate(as(NAME), migrations, createLog('silent'))
  expect(done).toHaveLength(migrations.length)
  expect(await migrate(as(NAME), migrations, createLog('silent'))).toEqual([])
})

test('changes what tenants have in tables whose row-level security binds that user too', async () => {
  await migrate(
    as(FILLED),
    migrations.filter(({ number }) => number < 520),
    createLog('silent'),
  )
  const client = new pg.Client({ ...server(), database: FILLED })
  await client.connect()
  const at = 'gen_random_uuid() as workspace_id, gen_random_uuid() as id'
  await client.query(`
    insert into watches (workspace_id, id, kind, target, config) select workspace_id, id, 'news', 'x', '{"keywords": "a, b", "every": "c, d"}' from (select ${at}) x;
    insert into watch_groups (workspace_id, id, name, kind, source, config) select workspace_id, id, 'g', 'news', '{}', '{"feeds": "a"}' from (select ${at}) x;
    insert into entity_records (workspace_id, id, kind, form, version) select workspace_id, 7, 'company', '{}', 1 from (select ${at}) x;
    insert into entity_keys (workspace_id, key, record_id) select workspace_id, key, 7 from entity_records, unnest(array[3, 5]) key`)
  await migrate(as(FILLED), migrations, createLog('silent'))
  const { rows } = await client.query(
    `select (select config from watches) as watch, (select config from watch_groups) as of_group, (select array_agg(key::int order by key) from entity_records, unnest(keys) key) as keys`,
  )
  await client.end()
  expect(rows).toEqual([{ watch: { keywords: ['a', 'b'], every: 'c, d' }, of_group: { feeds: ['a'] }, keys: [3, 5] }])
})

test('makes nothing with a user that may not become it, and says what an administrator is to do', async () => {
  const trying = migrate(as(STRANGER), migrations, createLog('silent'))
  await expect(trying).rejects.toThrow(StartError)
  await expect(trying).rejects.toThrow(`grant millrace_app to "${STRANGER}"`)
  const client = new pg.Client(as(STRANGER))
  await client.connect()
  const { rows } = await client.query(`select count(*)::int from pg_class where relnamespace = 'public'::regnamespace`)
  const problem = await roleProblem(client)
  await client.end()
  expect(rows).toEqual([{ count: 0 }])
  expect(problem).toContain('may not become the role')
})
