// What all SCIM routes share: the caller, the shape of a body, what a response carries beside its resource.
import type { FastifyReply } from 'fastify'
import type { RouteContext } from '../../platform/http/route.ts'
import type { ResourceKind } from './attributes.logic.ts'
import type { Directory } from './directory.ts'
import { isKnown } from './etag.logic.ts'
import { parseFilter, type ScimFilter } from './filter-parser.logic.ts'
import type { ResourcePage } from './listing.ts'
import { cutTo, isObject, normalizeResource, placesIn, type Resource } from './resource.logic.ts'

type Context = RouteContext<null, null>

interface Selected {
  attributes?: string
  excludedAttributes?: string
}

export function directoryOf({ caller }: Context): Directory {
  return caller as Directory
}

export function ifMatchOf({ raw }: Context): string | undefined {
  return raw.headers['if-match']
}

export function filterOf(kind: ResourceKind, text: string | undefined): ScimFilter | undefined {
  return text === undefined ? undefined : parseFilter(kind, text)
}

export function shape(kind: ResourceKind): (body: unknown) => unknown {
  return (body) => normalizeResource(kind, body)
}

/** The members of a PATCH, ignoring case; an explicit null with a path removes the value. */
export function patchBody(body: unknown): unknown {
  if (!isObject(body)) return body
  const { operations, schemas } = lowered(body)
  if (!Array.isArray(operations)) return { schemas, Operations: operations }
  const read = operations.map((one) => {
    if (!isObject(one)) return one
    const { op, path, value } = lowered(one)
    const isCleared =
      value === null && typeof path === 'string' && typeof op === 'string' && /^(add|replace)$/i.test(op)
    return isCleared ? { op: 'remove', path } : { op, path, value }
  })
  return { schemas, Operations: read }
}

// Members that are absent stay absent: undefined is no JSON value.
function lowered(value: Resource): Resource {
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key.toLowerCase(), member]))
}

export function cut(kind: ResourceKind, { total, resources }: ResourcePage, query: Selected): ResourcePage {
  const wanted = placesIn(kind, query.attributes)
  const unwanted = placesIn(kind, query.excludedAttributes)
  return { total, resources: resources.map((one) => cutTo(one, wanted, unwanted)) }
}

/** The resource with its ETag and address; 304 without it when the caller of `ctx` has this version. */
export function sendResource(
  kind: ResourceKind,
  resource: Resource,
  query: Selected,
  reply: FastifyReply,
  ctx?: Context,
): { schemas: string[]; id: string } | FastifyReply {
  const { location, version } = resource.meta as { location: string; version: string }
  reply.header('etag', version)
  if (ctx && isKnown(ctx.raw.headers['if-none-match'], version)) return reply.code(304).send()
  reply.header(ctx ? 'content-location' : 'location', location)
  return cutTo(resource, placesIn(kind, query.attributes), placesIn(kind, query.excludedAttributes)) as {
    schemas: string[]
    id: string
  }
}
