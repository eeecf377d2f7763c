// Wire shapes of OAuth for MCP: those of its standards, and the consent of a person.
import { Type } from 'typebox'
import { TOOL_CAPABILITIES, type ToolCapability } from '../../../identity/api-tokens/token-capabilities.logic.ts'
import { nullable } from '../../../platform/http/checks/nullable.ts'

const Capability = Type.Unsafe<ToolCapability>({ type: 'string', enum: [...TOOL_CAPABILITIES] })
const Text = (maxLength: number) => Type.Optional(Type.String({ maxLength }))
const Secret = Type.Optional(Type.String({ maxLength: 500, 'x-secret': true }))

/** As its standard describes it. */
export const Metadata = Type.Object({}, { additionalProperties: true, $id: 'OAuthMetadata' })

export const ClientRegistration = Type.Object(
  {
    client_name: Text(200),
    client_uri: Text(2000),
    redirect_uris: Type.Array(Type.String({ maxLength: 2000 }), { minItems: 1, maxItems: 20 }),
  },
  { $id: 'OAuthClientRegistration' },
)

export const ClientRegistered = Type.Object(
  {
    client_id: Type.String(),
    client_id_issued_at: Type.Integer(),
    client_name: Type.String(),
    client_uri: Type.Optional(Type.String()),
    redirect_uris: Type.Array(Type.String()),
    grant_types: Type.Array(Type.String()),
    response_types: Type.Array(Type.String()),
    token_endpoint_auth_method: Type.String(),
  },
  { $id: 'OAuthClientRegistered' },
)

export const TokenRequest = Type.Object(
  {
    grant_type: Type.String({ maxLength: 100 }),
    code: Secret,
    redirect_uri: Text(2000),
    client_id: Text(200),
    code_verifier: Secret,
    refresh_token: Secret,
    scope: Text(2000),
    resource: Text(2000),
  },
  { $id: 'OAuthTokenRequest' },
)

export const TokenIssued = Type.Object(
  {
    access_token: Type.String(),
    token_type: Type.String(),
    expires_in: Type.Integer(),
    refresh_token: Type.String(),
    scope: Type.String(),
  },
  { $id: 'OAuthToken' },
)

export const TokenRevocation = Type.Object(
  { token: Type.String({ maxLength: 500, 'x-secret': true }), token_type_hint: Text(100), client_id: Text(200) },
  { $id: 'OAuthTokenRevocation' },
)

export const AuthorizationRequest = Type.Object(
  {
    client_id: Type.String({ maxLength: 200 }),
    redirect_uri: Type.String({ maxLength: 2000 }),
    response_type: Type.String({ maxLength: 100 }),
    code_challenge: Type.String({ maxLength: 200 }),
    code_challenge_method: Type.String({ maxLength: 20 }),
    scope: Text(2000),
    state: Text(2000),
    resource: Text(2000),
  },
  { $id: 'McpAuthorizationRequest', description: 'As in the address that the program opened.' },
)

export const AuthorizationInfo = Type.Object(
  {
    client: Type.Object({
      id: Type.String(),
      name: Type.String({ description: 'The name that the program gives itself; it is not verified.' }),
      uri: nullable(Type.String()),
      registered_at: Type.String({ format: 'date-time' }),
    }),
    answers_to: Type.String({ description: 'Where the token goes, in words.' }),
    capabilities: Type.Array(Capability, { description: 'What may be chosen from.' }),
  },
  { $id: 'McpAuthorizationInfo' },
)

export const AuthorizationAnswer = Type.Object(
  {
    request: AuthorizationRequest,
    allow: Type.Boolean(),
    capabilities: Type.Optional(Type.Array(Capability, { maxItems: TOOL_CAPABILITIES.length })),
  },
  { $id: 'McpAuthorizationAnswer' },
)
