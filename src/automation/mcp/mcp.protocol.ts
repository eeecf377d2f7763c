// MCP as a protocol of the HTTP kit: which tokens and origins it lets in, and its errors in the words of JSON-RPC.
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { type ApiToken, takeApiToken } from '../../identity/api-tokens/find-token.commands.ts'
import type { ActFor } from '../../identity/users/acting.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Scope } from '../../platform/ctx.ts'
import type { Database } from '../../platform/db/database.ts'
import { originOf } from '../../platform/http/browser/origin.ts'
import type { Protocol } from '../../platform/http/protocol.ts'
import type { Settings } from '../../platform/settings.ts'
import { resourceMetadataUrl } from './oauth/resource-metadata.ts'
import { mayConnect } from './origin.logic.ts'

export interface McpEntry {
  database: Database
  actFor: ActFor
  settings: Pick<Settings, 'host' | 'mcp_origins'>
  publicUrl: string | undefined
  now: () => Date
}

/** The caller of an MCP request. The object has no workspace id of its own: calls are counted per token. */
export interface McpCaller {
  token: ApiToken
  scope: Scope
}

const MEDIA = 'application/json; charset=utf-8'
/** JSON-RPC codes by HTTP status; others are an invalid request. */
const CODES: Record<number, number> = { 500: -32603, 503: -32603 }

/** Whether the page that sends a request may connect; true for requests without an origin. */
export function mayEnter({ settings, publicUrl }: Pick<McpEntry, 'settings' | 'publicUrl'>, request: FastifyRequest) {
  const here = { host: request.host, bound: settings.host, publicUrl, allowed: settings.mcp_origins }
  return mayConnect(request.headers.origin, here)
}

export function mcpProtocol({ database, actFor, settings, publicUrl, now }: McpEntry): Protocol {
  return {
    name: 'Mcp',
    prefix: '/mcp',
    media: MEDIA,
    error: Type.Object(
      {
        jsonrpc: Type.Literal('2.0'),
        id: Type.Null(),
        error: Type.Object({ code: Type.Integer(), message: Type.String() }),
      },
      { $id: 'JsonRpcError' },
    ),
    security: {
      name: 'mcpToken',
      scheme: { type: 'http', scheme: 'bearer', description: 'A token of POST /api/mcp/tokens (`ycp_…`).' },
    },
    async enter(request, bearer): Promise<McpCaller> {
      if (!mayEnter({ settings, publicUrl }, request))
        refuse('forbidden', 'This origin may not connect. Add it to MCP_ORIGINS to allow it.')
      const token = await takeApiToken(database, bearer, now())
      const scope = token && (await actFor(token.workspace_id, token.user_id, actorOf(token, request)))
      if (!token || !scope) refuse('unauthenticated', 'No MCP token, or one that is no longer good')
      return { token, scope }
    },
    problem(_, usual, request) {
      const { status, headers, body, isFault } = usual
      const detail = typeof body.detail === 'string' ? body.detail : 'The request does not fit'
      const error = { code: CODES[status] ?? -32600, message: detail }
      return {
        status,
        headers: challenged(status, headers, request),
        isFault,
        media: MEDIA,
        body: { jsonrpc: '2.0', id: null, error },
      }
    },
  }

  /** Says where tokens are given, so that a program can ask a person for one. */
  function challenged(status: number, headers: Record<string, string>, request: FastifyRequest) {
    if (status !== 401) return headers
    const error = request.headers.authorization === undefined ? '' : ', error="invalid_token"'
    const metadata = resourceMetadataUrl(originOf(publicUrl, request))
    return { ...headers, 'www-authenticate': `Bearer realm="millrace"${error}, resource_metadata="${metadata}"` }
  }
}

function actorOf({ id, user_id, name }: ApiToken, { ip, id: request_id }: FastifyRequest) {
  return { kind: 'token', user_id, name, token_id: id, ip, request_id } as const
}
