// Routes of OAuth 2.1 for MCP: what programs find, register, exchange and give back, and the consent of a person.
import type { FastifyReply } from 'fastify'
import { type Static, Type } from 'typebox'
import { TOOL_CAPABILITIES } from '../../../identity/api-tokens/token-capabilities.logic.ts'
import type { Actor } from '../../../platform/ctx.ts'
import { originOf } from '../../../platform/http/browser/origin.ts'
import { defineRoute, type Route, type RouteContext } from '../../../platform/http/route.ts'
import { LIMITS } from '../../../platform/limits/limits.ts'
import { registerClient } from './clients.commands.ts'
import {
  allow,
  deny,
  exchangeCode,
  isResource,
  type OAuthParts,
  readRequest,
  renew,
  revoke,
} from './grants.commands.ts'
import { oauthFault, oauthProtocol } from './oauth.protocol.ts'
import {
  AuthorizationAnswer,
  AuthorizationInfo,
  AuthorizationRequest,
  ClientRegistered,
  ClientRegistration,
  Metadata,
  TokenIssued,
  TokenRequest,
  TokenRevocation,
} from './oauth.schema.ts'
import { placeOf } from './redirects.logic.ts'

interface Parts extends OAuthParts {
  publicUrl: string | undefined
}

/** What every program gets: no secret, and a code that PKCE protects. */
const PUBLIC_CLIENT: { grant_types: string[]; response_types: string[]; token_endpoint_auth_method: string } = {
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
}

/** Listed in the metadata, each under the standard it follows. Cookies are ignored here, so any page may send a request. */
const STANDARD = { tag: 'MCP', documented: false, cross_origin: 'any' } as const
const SPOKEN = { ...STANDARD, access: 'protocol', protocol: oauthProtocol, idempotent: false } as const

export function oauthRoutes(parts: Parts): Route[] {
  const { database, publicUrl, now } = parts
  const at = ({ raw }: Pick<RouteContext, 'raw'>) => {
    const issuer = originOf(publicUrl, raw)
    return { issuer, resource: `${issuer}/mcp` }
  }
  return [
    defineRoute({
      ...STANDARD,
      method: 'GET',
      path: '/.well-known/oauth-protected-resource/mcp',
      alsoAt: ['/.well-known/oauth-protected-resource'],
      id: 'get_protected_resource_metadata',
      summary: 'The authorization server of MCP (RFC 9728)',
      description: 'Names this server as the one that authorizes, and what a token can be given.',
      access: 'public',
      response: { 200: Metadata },
      handler(ctx) {
        const { issuer, resource } = at(ctx)
        return {
          resource,
          authorization_servers: [issuer],
          bearer_methods_supported: ['header'],
          scopes_supported: [...TOOL_CAPABILITIES],
          resource_name: 'Millrace',
        }
      },
    }),
    defineRoute({
      ...STANDARD,
      method: 'GET',
      path: '/.well-known/oauth-authorization-server',
      id: 'get_authorization_server_metadata',
      summary: 'How to get a token (RFC 8414)',
      description: 'The endpoints, and what they take.',
      access: 'public',
      response: { 200: Metadata },
      handler(ctx) {
        const { issuer } = at(ctx)
        return {
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/oauth/token`,
          registration_endpoint: `${issuer}/oauth/register`,
          revocation_endpoint: `${issuer}/oauth/revoke`,
          scopes_supported: [...TOOL_CAPABILITIES],
          response_types_supported: ['code'],
          response_modes_supported: ['query'],
          grant_types_supported: ['authorization_code', 'refresh_token'],
          token_endpoint_auth_methods_supported: ['none'],
          revocation_endpoint_auth_methods_supported: ['none'],
          code_challenge_methods_supported: ['S256'],
          authorization_response_iss_parameter_supported: true,
        }
      },
    }),
    defineRoute({
      ...SPOKEN,
      method: 'POST',
      path: '/oauth/register',
      id: 'register_oauth_client',
      summary: 'Register a program (RFC 7591)',
      description:
        'Open to all; a program may do nothing until a user allows it. It gets no secret: PKCE protects its codes.',
      limit: LIMITS.oauth_register,
      bodyLimit: 16 * 1024,
      body: ClientRegistration,
      response: { 201: ClientRegistered },
      async handler(_ctx, { body }, reply): Promise<Static<typeof ClientRegistered>> {
        neverKept(reply)
        const client = await registerClient(database, body, now())
        return {
          client_id: client.id,
          client_name: client.name,
          redirect_uris: client.redirect_uris,
          client_id_issued_at: Math.floor(client.created_at.getTime() / 1000),
          ...(client.uri && { client_uri: client.uri }),
          ...PUBLIC_CLIENT,
        }
      },
    }),
    defineRoute({
      ...SPOKEN,
      method: 'POST',
      path: '/oauth/token',
      id: 'issue_oauth_token',
      summary: 'Exchange a code or a refresh token for an MCP token',
      description:
        'The access token is an MCP token (`ycp_…`) for an hour. Each code and each refresh token works once.',
      limit: LIMITS.sign_in,
      bodyLimit: 16 * 1024,
      form: true,
      body: TokenRequest,
      response: { 200: TokenIssued },
      async handler(ctx, { body }, reply) {
        neverKept(reply)
        if (!isResource(body.resource, at(ctx).resource))
          oauthFault('invalid_target', 'This server gives tokens for its own MCP only')
        const need = (name: 'code' | 'client_id' | 'code_verifier' | 'refresh_token') =>
          body[name] ?? oauthFault('invalid_request', `${name} is missing`)
        if (body.grant_type === 'authorization_code')
          return exchangeCode(
            parts,
            {
              code: need('code'),
              client_id: need('client_id'),
              code_verifier: need('code_verifier'),
              redirect_uri: body.redirect_uri ?? undefined,
            },
            programAt(ctx),
          )
        if (body.grant_type === 'refresh_token')
          return renew(
            parts,
            {
              refresh_token: need('refresh_token'),
              client_id: need('client_id'),
              scope: body.scope ?? undefined,
            },
            programAt(ctx),
          )
        return oauthFault('unsupported_grant_type', 'There are authorization_code and refresh_token')
      },
    }),
    defineRoute({
      ...SPOKEN,
      method: 'POST',
      path: '/oauth/revoke',
      id: 'revoke_oauth_token',
      summary: 'Give a token back (RFC 7009)',
      description:
        'Ends what a person allowed, by its access token or a refresh token. Unknown tokens are answered alike.',
      limit: LIMITS.sign_in,
      bodyLimit: 16 * 1024,
      form: true,
      body: TokenRevocation,
      response: { 200: Metadata },
      async handler(ctx, { body }, reply) {
        neverKept(reply)
        await revoke(parts, { token: body.token, client_id: body.client_id ?? undefined }, programAt(ctx))
        return {}
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/api/mcp/authorization/preview',
      id: 'preview_mcp_authorization',
      tag: 'MCP',
      summary: 'The request of a program, before a user allows it',
      description: 'The parameters that the program sent to `/authorize`. 400 says what is wrong with them.',
      access: 'user',
      idempotent: false,
      body: AuthorizationRequest,
      errors: [400],
      response: { 200: AuthorizationInfo },
      async handler(ctx, { body }) {
        const { client, capabilities } = await readRequest(database, body, at(ctx).resource)
        return {
          client: { id: client.id, name: client.name, uri: client.uri, registered_at: client.created_at.toISOString() },
          answers_to: placeOf(body.redirect_uri),
          capabilities,
        }
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/api/mcp/authorization',
      id: 'answer_mcp_authorization',
      tag: 'MCP',
      summary: 'Allow a program to work in the workspace, or not',
      description:
        'Answers where to send the browser: to the program, with a code or a refusal. What it gets is an MCP token that acts on behalf of ' +
        'the caller, renews itself for 90 days, and is listed and revoked like the others.',
      access: 'user',
      needs: 'tokens.edit',
      idempotent: false,
      body: AuthorizationAnswer,
      errors: [400],
      response: { 200: Type.Object({ redirect_to: Type.String() }, { $id: 'McpAuthorizationAnswered' }) },
      async handler(ctx, { body }) {
        const { request, capabilities = [], allow: isAllowed } = body
        const redirect_to = isAllowed
          ? await allow(parts, ctx.scope, request, capabilities, at(ctx))
          : await deny(parts, request, at(ctx))
        return { redirect_to }
      },
    }),
  ]
}

function neverKept(reply: FastifyReply): void {
  reply.header('cache-control', 'no-store').header('pragma', 'no-cache')
}

/** The actor for a program that requests access. The audit line of its token names the user who allowed it. */
function programAt({ ip, request_id }: Pick<RouteContext, 'ip' | 'request_id'>): Actor {
  return { kind: 'machine', user_id: null, name: 'MCP client', token_id: null, ip, request_id }
}
