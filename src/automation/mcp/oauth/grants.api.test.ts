// Promises of the codes and refresh tokens of OAuth for MCP: each is good once, for its program, and for a time.
import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { openTenant } from '../../../../test/open-tenant.ts'
import { addPerson, callAs } from '../../../../test/running-install.ts'
import { askers, READING } from './askers.fixture.ts'

let clock = new Date()
let ask: ReturnType<typeof askers>
const { service, workspaceId: workspace } = await openTenant({ LIMITS: 'off' }, { now: () => clock })
beforeAll(async () => {
  ask = askers(service, workspace)
})

const later = (seconds: number) => {
  clock = new Date(clock.getTime() + seconds * 1000)
}

describe('a code', () => {
  test('is good once, for its program, address and verifier, for minutes', async () => {
    const wrong: Record<string, string>[] = [
      { code_verifier: randomBytes(32).toString('base64url') },
      { redirect_uri: 'http://127.0.0.1:1/other' },
      { client_id: (await ask.register()).body.client_id },
      { code: 'ycc_made-up' },
    ]
    for (const change of wrong) {
      const { exchange } = await ask.allowed()
      const answer = await exchange(change)
      expect(answer.status, JSON.stringify(change)).toBe(400)
      expect(answer.body.error).toBe('invalid_grant')
      expect(answer.headers.get('cache-control')).toBe('no-store')
    }
    const late = await ask.allowed()
    later(301)
    expect((await late.exchange()).status).toBe(400)
    const other = await ask.allowed()
    expect((await other.exchange({ resource: 'https://other.example/mcp' })).body.error).toBe('invalid_target')
    expect((await other.exchange({ grant_type: 'password' })).body.error).toBe('unsupported_grant_type')
    expect((await ask.form('/oauth/token', { grant_type: 'authorization_code' })).body.error).toBe('invalid_request')
  })

  test('that comes twice ends what it was exchanged for', async () => {
    const { exchange } = await ask.allowed()
    const { access_token } = (await exchange()).body
    expect(await ask.works(access_token)).toBe(true)
    expect((await exchange()).status).toBe(400)
    expect(await ask.works(access_token)).toBe(false)
  })

  test('opens nothing by itself, and is worth nothing to two at once', async () => {
    const { fields, exchange } = await ask.allowed()
    expect((await callAs(service, fields.code)('GET', '/auth/me')).status).toBe(401)
    expect(await ask.works(fields.code)).toBe(false)
    const both = await Promise.all([exchange(), exchange()])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
  })
})

describe('a refresh token', () => {
  const renew = (client_id: string, refresh_token: string, more = {}) =>
    ask.form('/oauth/token', { grant_type: 'refresh_token', client_id, refresh_token, ...more })

  test('works once; one that comes twice ends the grant; the access token before ends at once', async () => {
    const { client_id, exchange } = await ask.allowed()
    const first = (await exchange()).body
    expect(await ask.works(first.refresh_token)).toBe(false)
    expect((await renew((await ask.register()).body.client_id, first.refresh_token)).status).toBe(400)
    expect((await renew(client_id, first.refresh_token, { scope: 'outreach:send' })).body.error).toBe('invalid_scope')
    const second = (await renew(client_id, first.refresh_token)).body
    expect(second).toMatchObject({ token_type: 'Bearer', expires_in: 3600 })
    expect([await ask.works(first.access_token), await ask.works(second.access_token)]).toEqual([false, true])
    expect((await renew(client_id, first.refresh_token)).body.error).toBe('invalid_grant')
    expect(await ask.works(second.access_token)).toBe(false)
    expect((await renew(client_id, second.refresh_token)).status).toBe(400)
  })

  test('ends with the membership, with 90 days, and when it is given back', async () => {
    const person = await addPerson(service, workspace, 'admin')
    const { client_id, verifier, request } = await ask.asked()
    const answer = await callAs(service, person.access_token)('POST', '/api/mcp/authorization', {
      request,
      allow: true,
      capabilities: READING,
    })
    const code = new URL(answer.body.redirect_to).searchParams.get('code') ?? ''
    const issued = await ask.form('/oauth/token', {
      grant_type: 'authorization_code',
      code,
      client_id,
      code_verifier: verifier,
    })
    await ask.fresh()('DELETE', `/api/workspaces/${workspace}/members/${person.user_id}`)
    expect(await ask.works(issued.body.access_token)).toBe(false)
    expect((await renew(client_id, issued.body.refresh_token)).status).toBe(400)

    const given = await ask.allowed()
    const tokens = (await given.exchange()).body
    expect((await ask.form('/oauth/revoke', { token: 'ycr_made-up' })).status).toBe(200)
    expect((await ask.form('/oauth/revoke', { token: tokens.refresh_token, client_id: 'another' })).status).toBe(200)
    expect(await ask.works(tokens.access_token)).toBe(true)
    expect((await ask.form('/oauth/revoke', { token: tokens.refresh_token, client_id: given.client_id })).status).toBe(
      200,
    )
    expect(await ask.works(tokens.access_token)).toBe(false)

    const old = await ask.allowed()
    const held = (await old.exchange()).body
    later(91 * 86_400)
    expect((await renew(old.client_id, held.refresh_token)).status).toBe(400)
  })

  test('is kept as a hash, like codes and tokens', async () => {
    const { fields, exchange } = await ask.allowed()
    const tokens = (await exchange()).body
    for (const table of ['oauth_codes', 'oauth_refresh_tokens', 'mcp_tokens', 'audit_log']) {
      const stored = JSON.stringify(await service.database.asOwner(`select t::text as line from ${table} t`))
      for (const secret of [fields.code, tokens.access_token, tokens.refresh_token])
        expect(stored).not.toContain(secret)
    }
  })
})
