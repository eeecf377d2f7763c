// What every caller learns of the install, and what only platform administrators do.
import { expect, it } from 'vitest'
import { addWorkspace } from '../../test/database.ts'
import { openTenant } from '../../test/open-tenant.ts'
import { addPerson, callAs } from '../../test/running-install.ts'

const { service } = await openTenant({})

it('tells every caller which features there are, and how often a caller may ask', async () => {
  const { status, body } = await callAs(service, '')('GET', '/api/meta')
  expect(status).toBe(200)
  expect(body.features).toEqual(expect.arrayContaining(['Workbooks', 'Runs', 'Leads']))
  expect(body.limits.rates).toContainEqual({ name: 'workbook-run', quota: 20, window_seconds: 60 })
  expect(body.limits.rates).toContainEqual({ name: 'cell-run', quota: 120, window_seconds: 60 })
})

it('tells administrators how the install stands', async () => {
  const workspace = await addWorkspace(service.database)
  await service.database.asOwner(
    `insert into queue (id, workspace_id, kind, payload, state, run_at) values
       (gen_random_uuid(), $1, 'none', '{}', 'dead', now()), (gen_random_uuid(), $1, 'none', '{}', 'ready', now() + interval '1 day')`,
    [workspace],
  )
  const admin = await addPerson(service, undefined, 'viewer', { role: 'admin' })
  const { status, body } = await callAs(service, admin.access_token)('GET', '/api/settings/system')
  expect(status).toBe(200)
  const [{ size, migrations } = { size: 0, migrations: 0 }] = await service.database.asOwner<{
    size: number
    migrations: number
  }>('select pg_database_size(current_database()) as size, (select count(*) from schema_migrations) as migrations')
  expect(body).toMatchObject({
    role: 'all',
    node: process.versions.node,
    database: { kind: 'server', migrations, last_migration: expect.stringMatching(/\.sql$/) },
    jobs: { planned: 1, given_up: 1 },
    runs: { queued: 0, running: 0, paused: 0 },
    disk: { free_bytes: expect.any(Number) },
  })
  expect(Math.abs(body.database.size_bytes - size)).toBeLessThan(size)
  expect(body.disk.free_bytes).toBeLessThanOrEqual(body.disk.total_bytes)
  const owner = await addPerson(service, workspace, 'owner')
  expect((await callAs(service, owner.access_token)('GET', '/api/settings/system')).status).toBe(403)
})
