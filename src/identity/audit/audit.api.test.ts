// The audit log: what gets into it, who reads it, and that no user changes it.
import { beforeAll, describe, expect, test } from 'vitest'
import { addWorkspace } from '../../../test/database.ts'
import { openTenant } from '../../../test/open-tenant.ts'
import { addPerson, type Call, callAs, logIn } from '../../../test/running-install.ts'
import { auditInstall } from '../../platform/audit/audit.ts'
import type { Actor } from '../../platform/ctx.ts'
import { writeLine } from '../../platform/db/audit-line.ts'
import { oneRow } from '../../platform/db/sql-client.ts'

let admin: Call
const { service, workspaceId: workspace, as } = await openTenant({ ROLE: 'api' })
const owner = await as('owner')
const { call } = owner
beforeAll(async () => {
  admin = (await addPerson(service, undefined, undefined, { role: 'admin' })).call
})

// biome-ignore lint/suspicious/noExplicitAny: lines of every kind
const lines = async (how: Call, path: string): Promise<any[]> => (await how('GET', path)).body.items

describe('the runtime role', () => {
  test.each([
    `update audit_log set act = 'nothing.happened'`,
    'delete from audit_log',
    'truncate audit_log',
    'alter table audit_log disable row level security',
    'drop table audit_log',
  ])('cannot %s', async (text) => {
    for (const work of [service.database.inControl, service.database.inSystem])
      await expect(work((tx) => tx.client.query(text))).rejects.toThrow(/permission denied|must be owner/)
    await expect(service.database.inWorkspace(workspace, (tx) => tx.client.query(text))).rejects.toThrow()
  })

  test('holds exactly the rights to add and to read', async () => {
    // Without the right to give, this is a warning and gives nothing.
    await service.database.inControl((tx) => tx.client.query('grant update on audit_log to millrace_app'))
    const rights = await service.database.asOwner<{ may: string }>(
      `select privilege_type as may from information_schema.role_table_grants
       where table_name = 'audit_log' and grantee = 'millrace_app' order by 1`,
    )
    expect(rights.map(({ may }) => may)).toEqual(['INSERT', 'SELECT'])
  })

  test('can age lines out only when they are older than 30 days, and leaves the others', async () => {
    const prune = (interval: string) =>
      service.database.inSystem((tx) => tx.client.query('select audit_prune($1::interval, 100) as gone', [interval]))
    await expect(prune('29 days')).rejects.toThrow('kept for 30 days at least')
    await service.database.asOwner(
      `insert into audit_log (workspace_id, ts, id, actor_kind, act)
       values ($1, now() - interval '40 days', gen_random_uuid(), 'machine', 'old.line')`,
      [workspace],
    )
    await call('PATCH', `/api/workspaces/${workspace}`, { name: 'Young' })
    expect((await prune('30 days')).rows).toEqual([{ gone: 1 }])
    expect(await lines(call, '/api/settings/audit?act=old.line')).toEqual([])
    expect(await lines(call, '/api/settings/audit?act=workspace.changed')).not.toEqual([])
  })

  test('makes the log of a workspace go only when the workspace was deleted', async () => {
    const [left, gone] = [await addWorkspace(service.database), await addWorkspace(service.database)]
    for (const id of [left, gone])
      await service.database.inWorkspace(id, (tx) => writeLine(tx.client, id, null, { act: 'some.thing' }))
    await service.database.asOwner('update workspaces set deleted_at = now() where id = $1', [gone])
    for (const [id, count] of [
      [left, 0],
      [gone, 1],
    ]) {
      const { rows } = await service.database.inControl((tx) =>
        tx.client.query('select audit_forget($1, 100) as gone', [id]),
      )
      expect(rows).toEqual([{ gone: count }])
    }
  })

  test('reads the lines of its own workspace only, and those of the install only on the control plane', async () => {
    const other = await addWorkspace(service.database)
    await service.database.inWorkspace(other, (tx) => writeLine(tx.client, other, null, { act: 'other.line' }))
    await service.database.inControl((tx) => auditInstall(tx, { act: 'install.line' }))
    const all = 'select distinct workspace_id as id from audit_log'
    const inside = await service.database.inWorkspace(workspace, (tx) => tx.client.query(all))
    expect(inside.rows).toEqual([{ id: workspace }])
    const control = await service.database.inControl((tx) => tx.client.query(all))
    expect(control.rows).toEqual([{ id: '00000000-0000-0000-0000-000000000000' }])
    const forged = service.database.inWorkspace(workspace, (tx) =>
      writeLine(tx.client, other, null, { act: 'forged.line' }),
    )
    await expect(forged).rejects.toThrow('row-level security')
  })
})

describe('a line', () => {
  test('tells what was before and after, where from, and by which request', async () => {
    const answer = await call(
      'PUT',
      '/api/settings/enrichment-perf',
      { row_concurrency: 3 },
      { 'x-request-id': 'my-req-1' },
    )
    expect(answer.status).toBe(200)
    const [line] = await lines(call, '/api/settings/audit?request_id=my-req-1')
    expect(line).toMatchObject({
      act: 'settings.changed',
      actor: { kind: 'user', user_id: owner.user_id, name: owner.username, token_id: null },
      object: { type: 'setting', id: 'enrichment_perf' },
      before: { row_concurrency: 12 },
      after: { row_concurrency: 3 },
      ip: '127.0.0.1',
      request_id: 'my-req-1',
    })
  })

  test('is gone with the act when that fails', async () => {
    const before = (await lines(call, '/api/settings/audit?act=member.')).length
    const answer = await call('PATCH', `/api/workspaces/${workspace}/members/${owner.user_id}`, { role: 'viewer' })
    expect(answer.status).toBe(409)
    expect(await lines(call, '/api/settings/audit?act=member.')).toHaveLength(before)
  })

  test('holds nothing that is called like a secret, even when a command gives it away', async () => {
    const after = { password: 'p-canary', nested: [{ api_key: 'k-canary', name: 'kept' }], refresh_token: 't-canary' }
    await service.database.inWorkspace(workspace, (tx) =>
      writeLine(tx.client, workspace, null, { act: 'leaky.act', after }),
    )
    const [line] = await lines(call, '/api/settings/audit?act=leaky.act')
    expect(JSON.stringify(line)).not.toContain('canary')
    expect(line.after.nested[0].name).toBe('kept')
  })

  test('is left by the transaction itself when a token writes and no command says what', async () => {
    const actor: Actor = { kind: 'token', user_id: null, name: 'Robot', token_id: 'tok-1', ip: null, request_id: 'r' }
    const at = { workspace_id: workspace, actor }
    const count = async () => (await lines(call, '/api/settings/audit?actor=tok-1')).map(({ act }) => act)
    await service.database.inWorkspace(at, (tx) => tx.client.query('select 1 from workbooks'))
    expect(await count()).toEqual([])
    await service.database.inWorkspace(at, (tx) =>
      tx.client.query(`insert into workspace_settings (workspace_id, key, value) values ($1, 'by_token', '1')`, [
        workspace,
      ]),
    )
    expect(await count()).toEqual(['token.wrote'])
  })
})

describe('logins', () => {
  const attempts = () => lines(admin, '/admin/audit?act=login.')

  test('are on record whether they work or not, and an unknown username is not', async () => {
    const { username, user_id } = await addPerson(service)
    expect((await attempts())[0]).toMatchObject({
      act: 'login.succeeded',
      actor: { kind: 'user', user_id, name: username },
      object: { type: 'user', id: String(user_id), name: username },
    })
    await expect(logIn(service.url, username, 'wrong')).rejects.toThrow('cannot log in')
    expect((await attempts())[0]).toMatchObject({
      act: 'login.failed',
      actor: { kind: 'stranger', user_id: null },
      object: { type: 'user', id: String(user_id), name: username },
    })
    await expect(logIn(service.url, 'hunter2-typed-here', 'wrong')).rejects.toThrow('cannot log in')
    expect((await attempts())[0]).toMatchObject({ act: 'login.failed', object: { type: 'user', id: null, name: null } })
    expect((await admin('GET', '/admin/audit')).text).not.toContain('hunter2')
  })

  test('that are refused for too many failures leave one line, not one for each try', async () => {
    const { username } = await addPerson(service)
    for (let n = 0; n < 14; n++) await expect(logIn(service.url, username, 'wrong')).rejects.toThrow()
    const locked = (await attempts()).filter(({ act, object }) => act === 'login.locked' && object.name === username)
    expect(locked).toHaveLength(1)
  })

  test('by a refresh token used twice are told of', async () => {
    const { user_id, refresh_token } = await addPerson(service)
    const refresh = (token: string) => callAs(service)('POST', '/auth/refresh', { refresh_token: token })
    const second = await refresh(refresh_token)
    await refresh(second.body.refresh_token)
    expect((await refresh(refresh_token)).status).toBe(401)
    const [line] = await lines(admin, '/admin/audit?act=session.reuse_detected')
    expect(line.object).toMatchObject({ type: 'user', id: String(user_id) })
  })
})

describe('reading the log', () => {
  test('is for administrators of the workspace, and of the platform for the install', async () => {
    for (const role of ['viewer', 'member', 'editor'] as const) {
      const someone = (await addPerson(service, workspace, role)).call
      for (const path of ['', '/export.csv', '/export.jsonl'])
        expect((await someone('GET', `/api/settings/audit${path}`)).status).toBe(403)
    }
    expect((await call('GET', '/admin/audit')).status).toBe(403)
    expect((await call('GET', '/admin/audit/export.csv')).status).toBe(403)
  })

  test('finds by actor, act, object and time, and goes through all of it page by page', async () => {
    const { rows } = await service.database.inControl((tx) =>
      tx.client.query<{ id: number }>(
        `insert into users (username, password_hash) values ('filtered', 'x') returning id`,
      ),
    )
    const { id } = oneRow(rows)
    const actor = {
      kind: 'user',
      user_id: id,
      name: 'filtered',
      token_id: null,
      ip: null,
      request_id: 'f',
    } as const
    // Five in one transaction, and so of one time.
    await service.database.inWorkspace(workspace, async (tx) => {
      for (let n = 0; n < 5; n++)
        await writeLine(tx.client, workspace, actor, { act: `page.no_${n}`, object: { type: 'page', id: n } })
    })
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const query = new URLSearchParams({ actor: String(id), limit: '2', ...(cursor && { cursor }) })
      const { body } = await call('GET', `/api/settings/audit?${query}`)
      seen.push(...body.items.map(({ act }: { act: string }) => act))
      cursor = body.next_cursor
    }
    expect(seen.sort()).toEqual([0, 1, 2, 3, 4].map((n) => `page.no_${n}`))
    const ids = async (query: string) =>
      (await lines(call, `/api/settings/audit?${query}`)).map(({ object }) => object.id)
    expect(await ids('act=page.&object_type=page&object_id=3')).toEqual(['3'])
    const [{ ts }] = await lines(call, '/api/settings/audit?act=page.')
    expect(await ids(`act=page.&from=${ts}`)).toHaveLength(5)
    expect(await ids(`act=page.&to=${ts}`)).toEqual([])
  })

  test('as a file gives every line once, safe for spreadsheets, and is on record itself', async () => {
    await call('PATCH', `/api/workspaces/${workspace}`, { name: '=cmd|calc' })
    const csv = await call('GET', '/api/settings/audit/export.csv')
    expect(csv.headers.get('content-disposition')).toBe('attachment; filename="audit.csv"')
    expect(csv.text).toContain(`,'=cmd|calc,`)
    expect(csv.text).not.toMatch(/(^|,)=cmd/m)
    const jsonl = await fetch(`${service.url}/api/settings/audit/export.jsonl`, {
      headers: { authorization: `Bearer ${owner.access_token}` },
    })
    const told = (await jsonl.text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(told[0]).toMatchObject({ act: 'audit.exported', after: { format: 'jsonl' } })
    expect(new Set(told.map(({ id }) => id)).size).toBe(told.length)
    expect(csv.text.trim().split('\r\n')).toHaveLength(told.length)
  })
})
