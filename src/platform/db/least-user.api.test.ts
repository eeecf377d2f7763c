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
const migrations = readMigrations(fileURLToPath(new URL('./migrations', import.meta.url)))
const server = () => inject('postgres')
let admin: pg.Client

beforeAll(async () => {
  admin = new pg.Client(server())
  await admin.connect()
  // The tests' own template has made the role of the service already.
  for (const user of [NAME, STRANGER]) {
    await admin.query(`create role ${user} login`)
    await admin.query(`create database ${user} owner ${user}`)
  }
  await admin.query(`grant millrace_app to ${NAME}`)
})
afterAll(async () => {
  for (const user of [NAME, STRANGER]) {
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
