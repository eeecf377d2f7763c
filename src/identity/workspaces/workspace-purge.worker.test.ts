// A deleted workspace: unknown at once, and in the end without a trace.

import { beforeAll, expect, test } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import { addPerson, callAs, startTestService } from '../../../test/running-install.ts'
import { addTenant, type Tenant } from '../../../test/tenant.ts'
import { testRun } from '../../platform/queue/run.fixture.ts'
import { WORKSPACE_PURGE, workspaceJobs } from './workspaces.jobs.ts'

let ours: Tenant
let theirs: Tenant
const { service } = await openTenant({ LIMITS: 'off', ROLE: 'api' })
beforeAll(async () => {
  ours = await addTenant(service, 'Ours')
  theirs = await addTenant(service, 'Theirs')
})

async function rowsOf(workspaceId: string): Promise<Record<string, number>> {
  const tables = await service.database.asOwner<{ name: string }>(
    `select table_name as name from information_schema.columns where column_name = 'workspace_id' and table_schema = 'public'`,
  )
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const [row] = await service.database.asOwner<{ n: number }>(
      `select count(*)::int as n from "${name}" where workspace_id = $1`,
      [workspaceId],
    )
    if (row?.n) counts[name] = row.n
  }
  return counts
}

async function sweep(ws_id: string, number: number, signal = new AbortController().signal): Promise<void> {
  const [kind] = workspaceJobs(service.database, ['run_chunks', 'runs'], () => new Date())
  await kind?.work({ workspace_id: ws_id, sweep: number } as never, testRun({ id: ws_id, workspace_id: null, signal }))
}

test('is refused for the default workspace and for every member but an owner', async () => {
  const { ws_id } = ours.ids
  const [admin, owner] = [await addPerson(service, ws_id, 'admin'), await addPerson(service, ws_id, 'owner')]
  expect((await callAs(service, admin.access_token)('DELETE', `/api/workspaces/${ws_id}`)).status).toBe(403)
  await service.database.asOwner('update workspaces set is_default = (id = $1)', [ws_id])
  expect(await callAs(service, owner.access_token)('DELETE', `/api/workspaces/${ws_id}`)).toMatchObject({
    status: 400,
    body: { detail: 'The default workspace cannot be deleted. It can be renamed, and emptied.' },
  })
  await service.database.asOwner('update workspaces set is_default = false')
})

test('its ids are unknown at once, and a job takes all that was in it, however often it is interrupted', async () => {
  const { ws_id, workbook_id } = ours.ids
  const owner = await addPerson(service, ws_id, 'owner')
  const viewer = await addPerson(service, ws_id, 'viewer')
  const before = await rowsOf(theirs.ids.ws_id)
  expect(Object.keys(await rowsOf(ws_id))).toEqual(expect.arrayContaining(['workbooks', 'workbook_rows', 'runs']))
  expect((await callAs(service, owner.access_token)('DELETE', `/api/workspaces/${ws_id}`)).status).toBe(204)
  for (const { access_token } of [owner, viewer]) {
    const call = callAs(service, access_token)
    expect((await call('GET', `/api/workspaces/${ws_id}`)).status).toBe(404)
    expect((await call('GET', `/api/workbooks/${workbook_id}`)).status).toBe(404)
    const named = await call('GET', `/api/workbooks/${workbook_id}`, undefined, { 'x-workspace-id': ws_id })
    expect(named.text).toBe('{"detail":"Workspace not found"}')
  }

  await expect(sweep(ws_id, 1, AbortSignal.abort())).rejects.toThrow()
  await sweep(ws_id, 1)
  expect(await rowsOf(ws_id)).toEqual({})
  // A worker may have written in between; the second sweep finds it and forgets the workspace.
  await service.database.inWorkspace(ws_id as never, (tx) =>
    tx.client.query(`insert into workspace_settings (workspace_id, key, value) values ($1, 'late', '1')`, [ws_id]),
  )
  await sweep(ws_id, 2)
  await sweep(ws_id, 2)
  expect(await rowsOf(ws_id)).toEqual({})
  expect(await service.database.asOwner('select 1 from workspaces where id = $1', [ws_id])).toEqual([])
  expect(await rowsOf(theirs.ids.ws_id)).toEqual(before)
})

test('the worker picks the job up by itself', async () => {
  const { ws_id } = theirs.ids
  const owner = await addPerson(service, ws_id, 'owner')
  await callAs(service, owner.access_token)('DELETE', `/api/workspaces/${ws_id}`)
  const worker = await startTestService({ ROLE: 'worker' }, { database: service.database })
  const left = () =>
    service.database.asOwner<{ sweep: number }>(
      `select (payload->>'sweep')::int as sweep from queue where kind = $1 and payload->>'workspace_id' = $2`,
      [WORKSPACE_PURGE.name, ws_id],
    )
  await expect.poll(left).toEqual([{ sweep: 2 }])
  await worker.close()
  // Other jobs of the workspace may have written while the first sweep was under way: the second takes that too.
  await sweep(ws_id, 2)
  expect(await rowsOf(ws_id)).toEqual({})
})
