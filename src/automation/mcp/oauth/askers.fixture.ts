// Programs that ask for a token of MCP by hand, and administrators who answer, for the tests of OAuth.
import { createHash, randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { addPerson, type Call, callAs, type TestService } from '../../../../test/running-install.ts'

export const CALLBACK = 'http://127.0.0.1:6274/oauth/callback'
export const READING = ['workbooks:read', 'leads:read']

export function askers(service: TestService, workspace: string) {
  /** An administrator who has just logged in: sessions end by the clock of the test. */
  const fresh =
    (): Call =>
    async (...call) =>
      callAs(service, (await addPerson(service, workspace, 'admin')).access_token)(...call)

  const form = async (path: string, fields: Record<string, string>) => {
    const answer = await fetch(`${service.url}${path}`, { method: 'POST', body: new URLSearchParams(fields) })
    // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as any }
  }

  const register = async (metadata: object = { redirect_uris: [CALLBACK], client_name: 'By hand' }) =>
    callAs(service)('POST', '/oauth/register', metadata)

  /** A request by hand, with its verifier. */
  async function asked(more: Record<string, string> = {}) {
    const { client_id } = (await register()).body
    const verifier = randomBytes(32).toString('base64url')
    const request = {
      client_id,
      redirect_uri: CALLBACK,
      response_type: 'code',
      code_challenge_method: 'S256',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      ...more,
    }
    return { client_id: client_id as string, verifier, request }
  }

  async function allowed() {
    const { client_id, verifier, request } = await asked()
    const answer = await fresh()('POST', '/api/mcp/authorization', { request, allow: true, capabilities: READING })
    expect(answer.status, answer.text).toBe(200)
    const code = new URL(answer.body.redirect_to).searchParams.get('code') ?? ''
    const fields = {
      grant_type: 'authorization_code',
      code,
      client_id,
      code_verifier: verifier,
      redirect_uri: CALLBACK,
    }
    return { client_id, fields, exchange: (more = {}) => form('/oauth/token', { ...fields, ...more }) }
  }

  const works = async (token: string) => {
    const answer = await fetch(`${service.url}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
    })
    return answer.status === 200
  }

  return { fresh, form, register, asked, allowed, works }
}
