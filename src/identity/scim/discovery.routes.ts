// Routes by which SCIM clients ask what this service can do, and the one that says what it cannot.
import { Type } from 'typebox'
import type { Protocol } from '../../platform/http/protocol.ts'
import { defineRoute, type Route, type RouteContext } from '../../platform/http/route.ts'
import { LIMITS } from '../../platform/limits/limits.ts'
import { providerConfig, resourceTypes, schemas } from './discovery.logic.ts'
import { directoryOf } from './exchange.ts'
import { listResponse, MAX_RESULTS } from './listing.ts'
import type { Resource } from './resource.logic.ts'
import { ScimError, scimNotFound } from './scim.error.ts'
import { ScimDocument, scimListOf } from './scim.schema.ts'

const BASE = '/scim/v2/:workspace_slug'
const InWorkspace = Type.Object({ workspace_slug: Type.String() })
const Documents = scimListOf(ScimDocument, 'ScimDocumentList')
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

export function discoveryRoutes(protocol: Protocol): Route[] {
  const spoken = { tag: 'SCIM', access: 'protocol', protocol, limit: LIMITS.scim, method: 'GET' } as const
  return [
    defineRoute({
      ...spoken,
      path: `${BASE}/ServiceProviderConfig`,
      id: 'scim_get_config',
      summary: 'What this service can do',
      description: 'What of the standard is offered, as RFC 7643, section 5 has it; only what works is declared.',
      params: InWorkspace,
      response: { 200: ScimDocument },
      async handler(ctx) {
        return document(providerConfig(directoryOf(ctx).base, MAX_RESULTS))
      },
    }),
    defineRoute({
      ...spoken,
      path: `${BASE}/ResourceTypes`,
      id: 'scim_list_resource_types',
      summary: 'The kinds of resources',
      description:
        'People and groups, with their endpoints and schemas. A filter is refused with 403, as the standard says.',
      params: InWorkspace,
      errors: [403],
      response: { 200: Documents },
      handler: async (ctx) => all(ctx, resourceTypes(directoryOf(ctx).base)),
    }),
    defineRoute({
      ...spoken,
      path: `${BASE}/ResourceTypes/:resource_type`,
      id: 'scim_get_resource_type',
      summary: 'One kind of resource',
      description: 'By its id, `User` or `Group`, with its endpoint and schemas.',
      params: Type.Object({ workspace_slug: Type.String(), resource_type: Type.String() }),
      response: { 200: ScimDocument },
      handler: async (ctx, { params }) => one(resourceTypes(directoryOf(ctx).base), params.resource_type),
    }),
    defineRoute({
      ...spoken,
      path: `${BASE}/Schemas`,
      id: 'scim_list_schemas',
      summary: 'The attributes of all kinds of resources',
      description:
        'Each attribute with its type and whether it is required, unique and mutable. A filter is refused with 403, as the ' +
        'standard says.',
      params: InWorkspace,
      errors: [403],
      response: { 200: Documents },
      handler: async (ctx) => all(ctx, schemas(directoryOf(ctx).base)),
    }),
    defineRoute({
      ...spoken,
      path: `${BASE}/Schemas/:schema_urn`,
      id: 'scim_get_schema',
      summary: 'The attributes of one kind of resource',
      description: 'By its URN, each attribute with its type and whether it is required, unique and mutable.',
      params: Type.Object({ workspace_slug: Type.String(), schema_urn: Type.String() }),
      response: { 200: ScimDocument },
      handler: async (ctx, { params }) => one(schemas(directoryOf(ctx).base), params.schema_urn),
    }),
    // A directory is no person, so there is no /Me; RFC 7644, section 3.11 has 501 for that.
    ...METHODS.map((method) =>
      defineRoute({
        ...spoken,
        method,
        path: `${BASE}/Me`,
        id: `scim_me_${method.toLowerCase()}`,
        summary: 'Not offered',
        documented: false,
        response: { 204: null },
        handler() {
          throw new ScimError(501, 'A SCIM token belongs to a directory and not to a person')
        },
      }),
    ),
  ]
}

type Document = { schemas: string[] } & Resource

function document(resource: Resource): Document {
  return resource as Document
}

function all({ raw }: RouteContext<null, null>, documents: Resource[]) {
  // RFC 7644, section 4: there is nothing to filter here, and an ignored filter would be a wrong answer.
  if ('filter' in (raw.query as object)) throw new ScimError(403, 'Discovery endpoints take no filter')
  return listResponse({ total: documents.length, resources: documents }, { offset: 0, count: documents.length })
}

function one(documents: Resource[], id: string): Document {
  return document(documents.find((candidate) => candidate.id === id) ?? scimNotFound())
}
