// Searching by POST (RFC 7644, section 3.4.3): what a list answers, asked in a body, of one kind of resource or of all.
import { type Static, Type } from 'typebox'
import type { Protocol } from '../../platform/http/protocol.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { LIMITS } from '../../platform/limits/limits.ts'
import { GROUP_KIND, type ResourceKind, USER_KIND } from './attributes.logic.ts'
import { type Directory, inDirectory, type Scim } from './directory.ts'
import { cut, directoryOf, filterOf } from './exchange.ts'
import { listGroups } from './groups.reads.ts'
import { wantsMembers } from './groups.routes.ts'
import { listResponse, type ResourcePage, type Window, windowOf } from './listing.ts'
import { ScimError } from './scim.error.ts'
import { ListQuery, ScimDocument, ScimGroup, ScimUser, scimListOf } from './scim.schema.ts'
import { listUsers } from './users.reads.ts'

const BASE = '/scim/v2/:workspace_slug'
const names = (description: string) => Type.Optional(Type.Array(Type.String(), { maxItems: 200, description }))
const { filter, startIndex, count } = ListQuery.properties

const ScimSearchRequest = Type.Object(
  {
    schemas: Type.Optional(Type.Array(Type.String())),
    attributes: names('Only these attributes.'),
    excludedAttributes: names('All but these attributes.'),
    filter,
    startIndex,
    count,
  },
  // Such as `sortBy`: a service that does not sort leaves it out.
  { $id: 'ScimSearchRequest', additionalProperties: true },
)
type Search = Static<typeof ScimSearchRequest>

interface Searched {
  path: string
  id: string
  summary: string
  kinds: readonly ResourceKind[]
  answer: ReturnType<typeof scimListOf>
}

const ALL: readonly Searched[] = [
  {
    path: '/.search',
    id: 'scim_search',
    summary: 'Search users and groups by a filter in the body',
    kinds: [USER_KIND, GROUP_KIND],
    answer: scimListOf(ScimDocument, 'ScimSearchList'),
  },
  {
    path: '/Users/.search',
    id: 'scim_search_users',
    summary: 'Search users by a filter in the body',
    kinds: [USER_KIND],
    answer: scimListOf(ScimUser, 'ScimUserSearchList'),
  },
  {
    path: '/Groups/.search',
    id: 'scim_search_groups',
    summary: 'Find groups by a filter in the body',
    kinds: [GROUP_KIND],
    answer: scimListOf(ScimGroup, 'ScimGroupSearchList'),
  },
]

export function scimSearchRoutes(scim: Scim, protocol: Protocol): Route[] {
  return ALL.map(({ path, id, summary, kinds, answer }) =>
    defineRoute({
      tag: 'SCIM',
      access: 'protocol',
      protocol,
      limit: LIMITS.scim,
      method: 'POST',
      path: `${BASE}${path}`,
      id,
      summary,
      description:
        'The same as a list, for filters that do not belong into an address or do not fit into one. It stores nothing, and sorts by the order of ' +
        'creation.',
      params: Type.Object({ workspace_slug: Type.String() }),
      body: ScimSearchRequest,
      idempotent: false,
      response: { 200: answer },
      async handler(ctx, { body }) {
        const window = windowOf(body)
        return listResponse(await search(scim, directoryOf(ctx), kinds, body, window), window)
      },
    }),
  )
}

/** One kind after the other; a page may hold the last of one and the first of the next. */
async function search(
  scim: Scim,
  directory: Directory,
  kinds: readonly ResourceKind[],
  { filter: text, ...request }: Search,
  { offset, count: most }: Window,
): Promise<ResourcePage> {
  const selected = {
    ...(request.attributes && { attributes: request.attributes.join(',') }),
    ...(request.excludedAttributes && { excludedAttributes: request.excludedAttributes.join(',') }),
  }
  const asked = kinds.map((kind) => ({ kind, filter: filterFor(kind, text) }))
  const [refusal] = asked.flatMap(({ filter: one }) => (one instanceof ScimError ? [one] : []))
  // An attribute that one kind has and another has not finds none of the other.
  if (refusal && asked.every(({ filter: one }) => one instanceof ScimError)) throw refusal
  return inDirectory(scim.database, directory, async (tx) => {
    const all: ResourcePage = { total: 0, resources: [] }
    for (const { kind, filter: one } of asked) {
      if (one instanceof ScimError) continue
      const window = { offset: Math.max(0, offset - all.total), count: most - all.resources.length }
      const found =
        kind === USER_KIND
          ? await listUsers(tx, directory, one, window)
          : await listGroups(tx, directory, one, window, wantsMembers(selected))
      all.total += found.total
      all.resources.push(...cut(kind, found, selected).resources)
    }
    return all
  })
}

function filterFor(kind: ResourceKind, text: string | undefined) {
  try {
    return filterOf(kind, text)
  } catch (error) {
    if (error instanceof ScimError) return error
    throw error
  }
}
