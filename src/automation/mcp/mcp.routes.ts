// The endpoint of MCP, the tokens for it, and the list of tools that tokens are made for.
import { Readable } from 'node:stream'
import type { McpHttpHandler } from '@modelcontextprotocol/server'
import type { FastifyReply } from 'fastify'
import { refuse } from '../../kernel/errors.ts'
import { isUuid } from '../../kernel/ids.ts'
import { once } from '../../kernel/once.ts'
import { faultWords, readJson } from '../../kernel/read-json.ts'
import type { Scope } from '../../platform/ctx.ts'
import type { Database } from '../../platform/db/database.ts'
import { originOf } from '../../platform/http/browser/origin.ts'
import type { KeyStore } from '../../platform/http/idempotency.ts'
import type { Operations } from '../../platform/http/operations.ts'
import type { Protocol } from '../../platform/http/protocol.ts'
import { defineRoute, type Route, type RouteContext } from '../../platform/http/route.ts'
import { LIMITS } from '../../platform/limits/limits.ts'
import type { Log } from '../../platform/log.ts'
import type { ToolCaller } from '../tools/call-tool.commands.ts'
import { TOOLS } from '../tools/registry.ts'
import { type McpCaller, type McpEntry, mayEnter, mcpProtocol } from './mcp.protocol.ts'
import { oauthRoutes } from './oauth/oauth.routes.ts'
import { endOf, makeMcpToken, revokeMcpToken } from './tokens.commands.ts'
import { listMcpTokens } from './tokens.reads.ts'
import { McpTokenList, McpTokenMade, McpTokenPath, McpTokenRequest, ToolList } from './tokens.schema.ts'

export interface McpParts extends McpEntry {
  operations: Operations
  keys: KeyStore
  log: Log
  version: string
}

/** What the endpoint needs: the MCP server, the token check, and the allowed origins. */
export interface McpEndpoint extends Pick<McpEntry, 'settings' | 'publicUrl'> {
  /** Read with the first request: the protocol brings its own checks of schemas. */
  server: () => Promise<McpHttpHandler>
  protocol: Protocol
}

const TOKENS = '/api/mcp/tokens'
/** The JSON-RPC error code for a text that is not JSON. */
const UNREADABLE = -32700

export function mcpRoutes(parts: McpParts): Route[] {
  const { publicUrl } = parts
  const server = once(() => import('./mcp-server.ts').then(({ createMcpServer }) => createMcpServer(parts)))
  return [
    endpoint({ ...parts, server, protocol: mcpProtocol(parts) }),
    ...tokenRoutes(parts),
    ...oauthRoutes(parts),
    defineRoute({
      method: 'GET',
      path: '/api/mcp/tools',
      id: 'list_mcp_tools',
      for_token: 'any',
      tag: 'MCP',
      summary: 'The tools that MCP clients can be given',
      description: 'Each with the capability that a token needs for it, and the address that clients are given.',
      access: 'user',
      needs: 'workspace.view',
      response: { 200: ToolList },
      handler: ({ raw }) => ({
        items: TOOLS.map(({ name, title, description, capability, kind }) => ({
          name,
          title,
          description,
          capability,
          kind,
        })),
        next_cursor: null,
        url: `${originOf(publicUrl, raw)}/mcp`,
      }),
    }),
  ]
}

/** Streamable HTTP. Each request is independent: the token identifies the caller, so nothing is kept between requests. */
export function endpoint({ server, protocol, ...parts }: McpEndpoint): Route {
  return defineRoute({
    method: 'POST',
    path: '/mcp',
    id: 'mcp',
    tag: 'MCP',
    summary: 'Model Context Protocol over Streamable HTTP',
    documented: false,
    access: 'protocol',
    protocol,
    cross_origin: (request) => mayEnter(parts, request),
    limit: LIMITS.mcp,
    response: { 200: { media: 'application/json', description: 'A JSON-RPC answer, or an event stream.' } },
    async handler(ctx, _, reply) {
      const { token, scope } = ctx.caller as McpCaller
      const { raw, log, signal } = ctx
      const caller: ToolCaller = { scope, log, signal, capabilities: new Set(token.capabilities), via: 'mcp' }
      const bytes = Buffer.isBuffer(raw.body) ? raw.body : Buffer.alloc(0)
      const { value: parsedBody, fault } = readJson(bytes.toString('utf8'), { as_it_is: true })
      if (fault) {
        const error = { code: UNREADABLE, message: `Parse error: ${faultWords(fault)}` }
        return reply.code(400).send({ jsonrpc: '2.0', id: null, error })
      }
      const request = new Request(`${originOf(parts.publicUrl, raw)}${raw.url}`, {
        method: 'POST',
        headers: headersOf(raw.headers),
        body: new Uint8Array(bytes),
        signal,
      })
      const authInfo = {
        token: token.prefix,
        clientId: token.id,
        scopes: token.capabilities,
        ...(token.expires_at && { expiresAt: Math.floor(token.expires_at.getTime() / 1000) }),
        extra: { caller },
      }
      return sendResponse(await (await server()).fetch(request, { authInfo, parsedBody }), reply)
    },
  })
}

/** A call that this token may make, as a line for a terminal. */
function firstCall(
  origin: string,
  token: string,
  capabilities: readonly string[],
  { workspace_id }: Pick<Scope, 'workspace_id'>,
): string {
  const path = capabilities.includes('workbooks:read')
    ? '/api/workbooks'
    : capabilities.includes('leads:read')
      ? '/api/leads?limit=5'
      : `/api/workspaces/${workspace_id}`
  return `curl -H "Authorization: Bearer ${token}" "${origin}${path}"`
}

function headersOf(given: RouteContext['raw']['headers']): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(given)) {
    // The token was checked and goes no further.
    if (value === undefined || name === 'authorization' || name === 'content-length') continue
    headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  return headers
}

function sendResponse(response: Response, reply: FastifyReply): FastifyReply {
  reply.code(response.status)
  response.headers.forEach((value, name) => {
    reply.header(name, value)
  })
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) reply.header('x-accel-buffering', 'no')
  return response.body ? reply.send(Readable.fromWeb(response.body as never)) : reply.send()
}

function tokenRoutes({
  database,
  publicUrl,
  now,
}: {
  database: Database
  publicUrl: string | undefined
  now: () => Date
}): Route[] {
  const common = { tag: 'MCP', access: 'user', needs: 'tokens.edit' } as const
  return [
    defineRoute({
      ...common,
      method: 'GET',
      path: TOKENS,
      id: 'list_mcp_tokens',
      summary: 'The access tokens of the workspace',
      description:
        'Without the tokens, which are shown once, when they are made; with what each may do, what it has spent and when it was used last.',
      response: { 200: McpTokenList },
      handler: ({ scope }) =>
        database.inWorkspace(scope, async (tx) => ({ items: await listMcpTokens(tx, now()), next_cursor: null })),
    }),
    defineRoute({
      ...common,
      method: 'POST',
      path: TOKENS,
      id: 'create_mcp_token',
      summary: 'Make an access token for a program',
      description:
        'It opens this API and the Model Context Protocol at `/mcp`, in this workspace, on behalf of its maker: every call needs the capabilities of the ' +
        'token that the operation names (`x-token-capabilities`) and the role that its maker has at that moment. An operation that names none is not open ' +
        'to tokens: what is about a person, about members, tokens, keys and budgets.',
      body: McpTokenRequest,
      response: { 201: McpTokenMade },
      errors: [409],
      handler: ({ scope, raw }, { body }) =>
        database.inWorkspace(scope, async (tx) => {
          const { name, capabilities, expires_in_days, budget_usd, budget_period } = body
          const at = now()
          const made = await makeMcpToken(
            tx,
            {
              name,
              capabilities,
              expires_at: endOf(expires_in_days, at),
              client_id: null,
              user_id: scope.principal.user_id,
              user_name: scope.principal.username,
              ...(budget_usd !== null && { budget: { limit_usd: budget_usd, period: budget_period } }),
            },
            at,
          )
          const origin = originOf(publicUrl, raw)
          return { ...made, url: `${origin}/mcp`, curl: firstCall(origin, made.token, capabilities, scope) }
        }),
    }),
    defineRoute({
      ...common,
      method: 'DELETE',
      path: `${TOKENS}/:mcp_token_id`,
      id: 'revoke_mcp_token',
      summary: 'Revoke an access token',
      description: 'It is refused from the next call on.',
      params: McpTokenPath,
      response: { 204: null },
      exists: ({ scope }, { params }) =>
        database.inWorkspace(scope, async (tx) => {
          const { mcp_token_id: id } = params
          const found = isUuid(id) && (await listMcpTokens(tx, now())).some((one) => one.id === id)
          if (!found) refuse('not_found', 'Token not found')
        }),
      async handler({ scope }, { params }) {
        await database.inWorkspace(scope, (tx) => revokeMcpToken(tx, params.mcp_token_id, now()))
        return undefined
      },
    }),
  ]
}
