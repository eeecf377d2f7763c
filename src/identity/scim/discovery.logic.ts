// What a SCIM client may ask about the service itself (RFC 7643, sections 5 to 7): only what is true of it.
import { ENTERPRISE_SCHEMA, GROUP_SCHEMA, type Schema, USER_SCHEMA } from './attributes.logic.ts'
import type { Resource } from './resource.logic.ts'

const MESSAGES = 'urn:ietf:params:scim:api:messages:2.0:'
export const LIST_RESPONSE = `${MESSAGES}ListResponse`
export const ERROR = `${MESSAGES}Error`
const CONFIG = 'urn:ietf:params:scim:schemas:core:2.0:'

export function providerConfig(base: string, maxResults: number): Resource {
  return {
    schemas: [`${CONFIG}ServiceProviderConfig`],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults },
    changePassword: { supported: true },
    sort: { supported: false },
    etag: { supported: true },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'SCIM token',
        description: 'A bearer token of the workspace, made in its settings',
        specUri: 'https://www.rfc-editor.org/info/rfc6750',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
  }
}

export function resourceTypes(base: string): Resource[] {
  const type = (id: string, endpoint: string, schema: Schema, extensions: Schema[]) => ({
    schemas: [`${CONFIG}ResourceType`],
    id,
    name: id,
    description: schema.description,
    endpoint,
    schema: schema.id,
    ...(extensions.length > 0
      ? { schemaExtensions: extensions.map((one) => ({ schema: one.id, required: false })) }
      : {}),
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${id}` },
  })
  return [type('User', '/Users', USER_SCHEMA, [ENTERPRISE_SCHEMA]), type('Group', '/Groups', GROUP_SCHEMA, [])]
}

export function schemas(base: string): Resource[] {
  return [USER_SCHEMA, ENTERPRISE_SCHEMA, GROUP_SCHEMA].map((schema) => ({
    schemas: [`${CONFIG}Schema`],
    ...schema,
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${schema.id}` },
  }))
}
