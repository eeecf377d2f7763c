// What a person allows a program: a code after consent, exchanged for an MCP token that renews itself until it ends or is revoked.
import { createHash } from 'node:crypto'
import { TOOL_CAPABILITIES, type ToolCapability } from '../../../identity/api-tokens/token-capabilities.logic.ts'
import { refuse } from '../../../kernel/errors.ts'
import type { WorkspaceId } from '../../../kernel/ids.ts'
import { audit } from '../../../platform/audit/audit.ts'
import type { Actor, Scope } from '../../../platform/ctx.ts'
import type { Database, Tx, WorkspaceTx } from '../../../platform/db/database.ts'
import { hashOfToken, newBearerToken } from '../../../platform/secrets/bearer-token.ts'
import { makeMcpToken, newMcpSecret } from '../tokens.commands.ts'
import { findClient, type OAuthClient } from './clients.commands.ts'
import { oauthFault } from './oauth.protocol.ts'
import { answerTo, isRegistered } from './redirects.logic.ts'

const CODE_SECONDS = 300
const ACCESS_SECONDS = 3600
const GRANT_DAYS = 90
const REFRESH_PREFIX = 'ycr_'

export interface OAuthParts {
  database: Database
  now: () => Date
}

/** What a program asks a person for. */
export interface ConsentRequest {
  client_id: string
  redirect_uri: string
  response_type: string
  code_challenge: string
  code_challenge_method: string
  scope?: string | null | undefined
  state?: string | null | undefined
  resource?: string | null | undefined
}

/**
 * The client of a request and what it may be given. 400 with words for the user, who is never redirected to an address
 * that was not registered.
 */
export async function readRequest(
  database: Database,
  request: ConsentRequest,
  resource: string,
): Promise<{ client: OAuthClient; capabilities: ToolCapability[] }> {
  const fault = (words: string) => refuse('bad_request', words)
  const client =
    (await findClient(database, request.client_id)) ?? fault('This program is not registered here. Connect it again')
  if (!isRegistered(request.redirect_uri, client.redirect_uris))
    fault('The program asks to be answered at an address that it did not register')
  if (request.response_type !== 'code') fault('The program asks for an answer of a kind that is not given here')
  if (request.code_challenge_method !== 'S256' || !/^[\w-]{43}$/.test(request.code_challenge))
    fault('The program does not protect its code (PKCE with S256)')
  if (!isResource(request.resource, resource)) fault('The program asks for a token of another server')
  const asked = (request.scope ?? '').split(' ').filter(Boolean)
  const known = TOOL_CAPABILITIES.filter((one) => asked.includes(one))
  return { client, capabilities: known.length > 0 ? known : [...TOOL_CAPABILITIES] }
}

/** Absent, or this server, with or without a slash at its end. */
export function isResource(asked: string | null | undefined, own: string): boolean {
  return asked == null || asked.replace(/\/$/, '') === own
}

/** The person says yes: a code for the program, and where to bring it. */
export async function allow(
  { database, now }: OAuthParts,
  scope: Scope,
  request: ConsentRequest,
  capabilities: readonly ToolCapability[],
  at: { resource: string; issuer: string },
): Promise<string> {
  const { client, capabilities: offered } = await readRequest(database, request, at.resource)
  const given = offered.filter((one) => capabilities.includes(one))
  if (given.length === 0) refuse('bad_request', 'Choose at least one thing that it may do')
  const code = newBearerToken('ycc_')
  await database.inWorkspace(scope, async (tx) => {
    await tx.client.query(
      `insert into oauth_codes (workspace_id, hash, client_id, user_id, redirect_uri, code_challenge, capabilities, expires_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        tx.workspace_id,
        hashOfToken(code),
        client.id,
        scope.principal.user_id,
        request.redirect_uri,
        request.code_challenge,
        given,
        new Date(now().getTime() + CODE_SECONDS * 1000),
      ],
    )
    const object = { type: 'oauth_client', id: client.id, name: client.name }
    await audit(tx, {
      act: 'mcp_client.allowed',
      object,
      after: { capabilities: given, redirect_uri: request.redirect_uri },
    })
  })
  return answerTo(request.redirect_uri, { code, state: request.state ?? undefined, iss: at.issuer })
}

/** The person says no. */
export async function deny(
  { database }: OAuthParts,
  request: ConsentRequest,
  at: { resource: string; issuer: string },
) {
  await readRequest(database, request, at.resource)
  return answerTo(request.redirect_uri, { error: 'access_denied', state: request.state ?? undefined, iss: at.issuer })
}

export interface IssuedTokens {
  access_token: string
  token_type: 'Bearer'
  expires_in: number
  refresh_token: string
  scope: string
}

interface CodeRow {
  workspace_id: WorkspaceId
  client_id: string
  user_id: number
  username: string
  redirect_uri: string
  code_challenge: string
  capabilities: ToolCapability[]
  token_id: string | null
  expires_at: Date
  is_member: boolean
}

/** A code that comes twice was stolen: what it was exchanged for ends. */
export async function exchangeCode(
  { database, now }: OAuthParts,
  given: { code: string; client_id: string; redirect_uri: string | undefined; code_verifier: string },
  actor: Actor,
): Promise<IssuedTokens> {
  const at = now()
  const issued = await database.inControl(async (control) => {
    const { rows } = await control.client.query<CodeRow>(
      `select c.workspace_id, c.client_id, c.user_id, u.username, c.redirect_uri, c.code_challenge, c.capabilities, c.token_id, c.expires_at,
          u.is_active and exists (select from memberships m where m.workspace_id = c.workspace_id and m.user_id = c.user_id) as is_member
        from oauth_codes c join users u on u.id = c.user_id where c.hash = $1 for update of c`,
      [hashOfToken(given.code)],
    )
    const [row] = rows
    if (!row || row.client_id !== given.client_id) return undefined
    const tx = await bound(control, row.workspace_id)
    if (row.token_id) {
      await endGrant(tx, row.token_id, at, 'a code came twice')
      return undefined
    }
    const verifier = createHash('sha256').update(given.code_verifier).digest('base64url')
    const isRight = verifier === row.code_challenge && (given.redirect_uri ?? row.redirect_uri) === row.redirect_uri
    if (!isRight || row.expires_at <= at || !row.is_member) {
      await control.client.query('delete from oauth_codes where hash = $1', [hashOfToken(given.code)])
      return undefined
    }
    const client = await findName(control, row.client_id)
    const ends = new Date(at.getTime() + GRANT_DAYS * 86_400_000)
    const { id, token } = await makeMcpToken(
      tx,
      {
        name: client,
        capabilities: row.capabilities,
        expires_at: afterAccess(at),
        client_id: row.client_id,
        user_id: row.user_id,
        user_name: row.username,
        renewable_until: ends,
      },
      at,
    )
    await control.client.query('update oauth_codes set token_id = $2 where hash = $1', [hashOfToken(given.code), id])
    await control.client.query('update oauth_clients set last_used_at = $2 where id = $1', [row.client_id, at])
    const refresh = await addRefresh(tx, { token_id: id, client_id: row.client_id, expires_at: ends })
    return answer(token, refresh, row.capabilities)
  }, actor)
  return issued ?? oauthFault('invalid_grant', 'The code is not good, was used already, or is of another program')
}

interface RefreshRow {
  workspace_id: WorkspaceId
  token_id: string
  client_id: string
  used_at: Date | null
  expires_at: Date
  capabilities: ToolCapability[]
  revoked_at: Date | null
  is_member: boolean
}

/** Each refresh token works once; one that comes twice ends what it belongs to. The access token before ends at once. */
export async function renew(
  { database, now }: OAuthParts,
  given: { refresh_token: string; client_id: string; scope: string | undefined },
  actor: Actor,
): Promise<IssuedTokens> {
  const at = now()
  const issued = await database.inControl(async (control) => {
    const { rows } = await control.client.query<RefreshRow>(
      `select r.workspace_id, r.token_id, r.client_id, r.used_at, r.expires_at, t.capabilities, t.revoked_at,
          u.is_active and exists (select from memberships m where m.workspace_id = r.workspace_id and m.user_id = t.user_id) as is_member
        from oauth_refresh_tokens r join mcp_tokens t on t.workspace_id = r.workspace_id and t.id = r.token_id join users u on u.id = t.user_id
        where r.hash = $1 for update of r`,
      [hashOfToken(given.refresh_token)],
    )
    const [row] = rows
    if (!row || row.client_id !== given.client_id || row.revoked_at || row.expires_at <= at) return undefined
    const tx = await bound(control, row.workspace_id)
    if (row.used_at) {
      await endGrant(tx, row.token_id, at, 'a refresh token came twice')
      return undefined
    }
    if (!row.is_member) return undefined
    if (given.scope?.split(' ').some((one) => one !== '' && !(row.capabilities as string[]).includes(one)))
      return 'scope'
    const { token, prefix } = newMcpSecret()
    await control.client.query('update oauth_refresh_tokens set used_at = $2 where hash = $1', [
      hashOfToken(given.refresh_token),
      at,
    ])
    await tx.client.query(
      'update mcp_tokens set hash = $3, prefix = $4, expires_at = $5 where workspace_id = $1 and id = $2',
      [tx.workspace_id, row.token_id, hashOfToken(token), prefix, afterAccess(at)],
    )
    const refresh = await addRefresh(tx, {
      token_id: row.token_id,
      client_id: row.client_id,
      expires_at: row.expires_at,
    })
    return answer(token, refresh, row.capabilities)
  }, actor)
  if (issued === 'scope') return oauthFault('invalid_scope', 'The scope is wider than the user allowed')
  return (
    issued ?? oauthFault('invalid_grant', 'The refresh token is not good, was used already, or is of another program')
  )
}

/** Ends what a token belongs to, whichever of the two it is (RFC 7009). Made-up tokens are nothing to complain about. */
export async function revoke(
  { database, now }: OAuthParts,
  { token, client_id }: { token: string; client_id: string | undefined },
  actor: Actor,
): Promise<void> {
  await database.inControl(async (control) => {
    const { rows } = await control.client.query<{ workspace_id: WorkspaceId; token_id: string; client_id: string }>(
      `select workspace_id, id as token_id, client_id from mcp_tokens where hash = $1 and client_id is not null
        union all select workspace_id, token_id, client_id from oauth_refresh_tokens where hash = $1`,
      [hashOfToken(token)],
    )
    const [found] = rows
    if (!found || (client_id !== undefined && found.client_id !== client_id)) return
    await endGrant(await bound(control, found.workspace_id), found.token_id, now(), 'its program gave it back')
  }, actor)
}

/** The control plane, seeing the rows of one workspace too. */
async function bound(tx: Tx, workspaceId: WorkspaceId): Promise<WorkspaceTx> {
  await tx.client.query(`select app_set('app.workspace_id', $1)`, [workspaceId])
  return { ...tx, workspace_id: workspaceId }
}

async function endGrant(tx: WorkspaceTx, tokenId: string, now: Date, reason: string): Promise<void> {
  const { rows } = await tx.client.query<{ name: string; prefix: string }>(
    'update mcp_tokens set revoked_at = $3 where workspace_id = $1 and id = $2 and revoked_at is null returning name, prefix',
    [tx.workspace_id, tokenId, now],
  )
  if (!rows[0]) return
  const { name, prefix } = rows[0]
  await audit(tx, {
    act: 'mcp_token.revoked',
    object: { type: 'mcp_token', id: tokenId, name },
    before: { prefix },
    after: { reason },
  })
}

async function addRefresh(
  tx: WorkspaceTx,
  { token_id, client_id, expires_at }: { token_id: string; client_id: string; expires_at: Date },
): Promise<string> {
  const refresh = newBearerToken(REFRESH_PREFIX)
  await tx.client.query(
    'insert into oauth_refresh_tokens (workspace_id, hash, token_id, client_id, expires_at) values ($1, $2, $3, $4, $5)',
    [tx.workspace_id, hashOfToken(refresh), token_id, client_id, expires_at],
  )
  return refresh
}

async function findName(tx: Tx, clientId: string): Promise<string> {
  const { rows } = await tx.client.query<{ name: string }>('select name from oauth_clients where id = $1', [clientId])
  return rows[0]?.name ?? 'An MCP client'
}

const afterAccess = (at: Date) => new Date(at.getTime() + ACCESS_SECONDS * 1000)

const answer = (access_token: string, refresh_token: string, capabilities: readonly string[]): IssuedTokens => ({
  access_token,
  token_type: 'Bearer',
  expires_in: ACCESS_SECONDS,
  refresh_token,
  scope: capabilities.join(' '),
})
