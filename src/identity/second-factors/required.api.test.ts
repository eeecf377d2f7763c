// Promises of a workspace that asks for a second factor: a member without one is asked to set one up, gets in with it, and no admin locks themselves out.
import { expect, test } from 'vitest'
import { addWorkspace } from '../../../test/database.ts'
import { openTenant } from '../../../test/open-tenant.ts'
import { addPerson, type Call, callAs, PASSWORD } from '../../../test/running-install.ts'
import { codeAt } from './one-time-passwords.logic.ts'

const { service } = await openTenant({ LIMITS: 'off' })

async function setUp(me: Call) {
  const begun = await me('POST', '/api/users/me/totp', { password: PASSWORD })
  expect(begun.status, begun.text).toBe(201)
  const code = codeAt(begun.body.secret, Date.now() / 1000)
  expect((await me('POST', '/api/users/me/totp/confirm', { code })).status).toBe(200)
}

async function open() {
  const workspace = await addWorkspace(service.database)
  const enter = async (role: 'owner' | 'admin' | 'editor' | 'viewer') => {
    const person = await addPerson(service, workspace, role)
    return { person, call: callAs(service, person.access_token) }
  }
  const rule = `/api/workspaces/${workspace}/second-factor`
  return { workspace, enter, rule, owner: await enter('owner') }
}

/** Ends when the stream does. */
async function follow(token: string): Promise<{ over: Promise<void> }> {
  const answer = await fetch(`${service.url}/api/events?token=${token}`)
  expect(answer.status).toBe(200)
  const reader = answer.body?.getReader()
  const over = (async () => {
    while (!(await reader?.read())?.done);
  })().catch(() => undefined)
  return { over }
}

test('the rule is switched on only by an admin who has set up a second factor', async () => {
  const { rule, enter, owner } = await open()
  expect((await owner.call('GET', rule)).body).toEqual({ required: false, satisfied: false })
  const refused = await owner.call('PUT', rule, { required: true })
  expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('for yourself first')])
  expect((await owner.call('GET', '/api/workbooks')).status).toBe(200)
  expect((await (await enter('editor')).call('PUT', rule, { required: true })).status).toBe(403)
  await setUp(owner.call)
  expect((await owner.call('PUT', rule, { required: true })).body).toEqual({ required: true, satisfied: true })
  expect((await owner.call('GET', '/api/workbooks')).status).toBe(200)
  const { items } = (await owner.call('GET', '/api/settings/audit')).body
  expect(items.map(({ act }: { act: string }) => act)).toContain('workspace.second_factor_required')
})

test('members without one are asked to set it up, lose what is open, and go on with it', async () => {
  const { rule, enter, owner } = await open()
  const member = await enter('viewer')
  const stream = await follow(member.person.access_token)
  await setUp(owner.call)
  await owner.call('PUT', rule, { required: true })
  await stream.over
  const workspace = rule.replace('/second-factor', '')
  for (const path of ['/api/workbooks', '/api/leads', workspace, `${workspace}/members`]) {
    const answer = await member.call('GET', path)
    expect([path, answer.status, answer.body.type]).toEqual([path, 403, 'second_factor_required'])
  }
  expect((await member.call('GET', rule)).body).toEqual({ required: true, satisfied: false })
  expect((await member.call('GET', '/api/workspaces')).status).toBe(200)
  expect((await member.call('GET', '/auth/me')).status).toBe(200)
  await setUp(member.call)
  expect((await member.call('GET', '/api/workbooks')).status).toBe(200)
  expect((await member.call('GET', rule)).body).toEqual({ required: true, satisfied: true })
})

test('counts in its workspace alone, and ends when it is switched off', async () => {
  const { workspace, rule, enter, owner } = await open()
  const member = await enter('editor')
  const own = (await member.call('POST', '/api/workspaces', { name: 'Theirs' })).body.id
  await setUp(owner.call)
  await owner.call('PUT', rule, { required: true })
  const at = (id: string) =>
    fetch(`${service.url}/api/workbooks`, {
      headers: { authorization: `Bearer ${member.person.access_token}`, 'x-workspace-id': id },
    })
  expect([(await at(workspace)).status, (await at(own)).status]).toEqual([403, 200])
  await owner.call('PUT', rule, { required: false })
  expect((await at(workspace)).status).toBe(200)
})

test('tokens of programs go on, a login without a password gets in, and other workspaces see nothing of it', async () => {
  const { workspace, rule, enter, owner } = await open()
  const admin = await enter('admin')
  const { token } = (await admin.call('POST', '/api/mcp/tokens', { name: 'Program' })).body
  await setUp(owner.call)
  await owner.call('PUT', rule, { required: true })
  const ping = await fetch(`${service.url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
  })
  expect(ping.status).toBe(200)
  expect((await admin.call('GET', '/api/workbooks')).status).toBe(403)
  await service.database.asOwner("update session_families set method = 'sso' where user_id = $1", [
    admin.person.user_id,
  ])
  await service.database.asOwner('select pg_notify($1, $2)', ['millrace_people', String(admin.person.user_id)])
  expect((await admin.call('GET', '/api/workbooks')).status).toBe(200)
  const stranger = (await addPerson(service, await addWorkspace(service.database))).call
  expect((await stranger('GET', rule)).status).toBe(404)
  expect((await stranger('PUT', rule, { required: false })).status).toBe(404)
  expect((await owner.call('GET', `/api/workspaces/${workspace}/members`)).status).toBe(200)
})
