// Writes the OpenAPI 3.1 description from the routes themselves, so that it cannot say what the server does not do.
import type { TSchema } from 'typebox'
import { asJsonSchema, collectNamed } from '../checks/json-schema.ts'
import { isBodyOptional } from '../checks/request.input.ts'
import type { Protocol } from '../protocol.ts'
import type { MediaResponse, Route } from '../route.ts'
import { ERROR_RESPONSES, ERROR_SCHEMAS, errorAnswers, protocolErrors } from './openapi-errors.ts'
import { type EmittedSchema, SchemaWriter } from './openapi-schema.ts'

export interface ApiInfo {
  title: string
  version: string
  description: string
  /** In the order in which documentation shows them; every route's tag must be here. */
  tags: readonly { name: string; description: string }[]
  /** Where a form with username and password gives a token, so that people can log in on the documentation page. */
  tokenUrl?: string
  /** What the event stream sends; written under `x-events`. */
  events?: readonly { type: string; payload: TSchema; description: string }[]
  /** What an API token needs for an operation; null where no token is let in. Written under `x-token-capabilities`. */
  tokenNeeds?: (route: Route) => readonly string[] | null
}

/** Throws for an operationId given twice, an unknown tag, or two shapes of one name. */
export function buildOpenApi(info: ApiInfo, routes: readonly Route[]): EmittedSchema {
  const documented = routes.filter((route) => route.documented !== false)
  const events = info.events ?? []
  const roots = [...documented.flatMap(schemasOf), ...events.map(({ payload }) => payload)].map(asJsonSchema)
  const writer = new SchemaWriter(collectNamed(roots))
  const paths: Record<string, Record<string, EmittedSchema>> = {}
  const ids = new Set<string>()
  for (const route of documented) {
    if (!info.tags.some(({ name }) => name === route.tag))
      throw new Error(`${route.id} has the unknown tag ${route.tag}`)
    for (const { path, id } of placesOf(route)) {
      if (ids.has(id)) throw new Error(`two operations are called ${id}`)
      ids.add(id)
      const address = path.replace(/:(\w+)/g, '{$1}')
      paths[address] = {
        ...paths[address],
        [route.method.toLowerCase()]: operation(route, id, writer, info),
      }
    }
  }
  for (const { error } of protocolsIn(documented)) writer.write(asJsonSchema(error), 'out')
  const described = events.map(({ type, description, payload }) => [
    type,
    { description, payload: writer.write(asJsonSchema(payload), 'out') },
  ])
  const used = new Set(documented.map((route) => route.tag))
  const parameters = shareParameters(paths)
  return {
    openapi: '3.1.0',
    info: {
      title: info.title,
      version: info.version,
      description: info.description,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'This installation' }],
    tags: info.tags.filter(({ name }) => used.has(name)),
    security: waysOfSessions(info.tokenUrl !== undefined),
    paths,
    ...(events.length > 0 && { 'x-events': Object.fromEntries(described) }),
    components: {
      schemas: sorted({ ...writer.components, ...ERROR_SCHEMAS }),
      ...(Object.keys(parameters).length > 0 && { parameters }),
      responses: usedResponses(
        paths,
        Object.assign({}, ERROR_RESPONSES, ...protocolsIn(documented).map(protocolErrors)),
      ),
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description:
            'The `access_token` of POST /auth/token, or an access token for programs (`ycp_…`) where it has the `x-token-capabilities`.',
        },
        ...(info.tokenUrl === undefined ? {} : { login: passwordFlow(info.tokenUrl) }),
        ...Object.fromEntries(ownSecurity(documented).map(({ security: { name, scheme } }) => [name, scheme])),
        streamToken: {
          type: 'apiKey',
          in: 'query',
          name: 'token',
          description: 'The access token in the address, for event streams: browsers cannot set headers there.',
        },
        streamTicket: {
          type: 'apiKey',
          in: 'query',
          name: 'ticket',
          description: 'The ticket of POST /auth/stream-ticket: good for one stream, begun within a minute.',
        },
      },
    },
  }
}

function placesOf(route: Route): { path: string; id: string }[] {
  const aliases = (route.alsoAt ?? []).map((path) => ({
    path,
    id: `${route.id}_${/\/v(\d+)\//.exec(path)?.[0].replaceAll('/', '') ?? 'alias'}`,
  }))
  return [{ path: route.path, id: route.id }, ...aliases]
}

function schemasOf(route: Route): TSchema[] {
  const answers = Object.values(route.response).filter((one) => one !== null && !isMedia(one))
  return [route.params, route.query, route.headers, route.body, route.protocol?.error, ...answers].filter(
    (one) => one !== undefined,
  )
}

function isMedia(response: TSchema | MediaResponse): response is MediaResponse {
  return 'media' in response
}

function operation(route: Route, id: string, writer: SchemaWriter, { tokenUrl, tokenNeeds }: ApiInfo): EmittedSchema {
  const forToken = isForSessions(route) || route.access === 'stream' ? tokenNeeds?.(route) : null
  const parameters = [
    ...parametersOf(route.params, 'path', writer),
    ...parametersOf(route.query, 'query', writer),
    ...(route.needs && route.workspaceParam === undefined ? [WORKSPACE_HEADER] : []),
    ...(route.idempotent ? [IDEMPOTENCY_HEADER] : []),
    ...parametersOf(route.headers, 'header', writer),
  ]
  return {
    operationId: id,
    tags: [route.tag],
    summary: route.summary,
    ...(route.description ? { description: route.description } : {}),
    // A session, as the document says for all, is not said again.
    ...(isForSessions(route) ? {} : { security: securityOf(route, tokenUrl !== undefined) }),
    ...(route.needs ? { 'x-capability': route.needs } : {}),
    ...(forToken ? { 'x-token-capabilities': forToken } : {}),
    ...(route.access === 'admin' ? { 'x-platform-admin': true } : {}),
    ...(route.effects ? { 'x-effects': route.effects } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(route.body || route.upload ? { requestBody: requestBody(route, writer) } : {}),
    responses: { ...answersOf(route, writer), ...errorAnswers(route), ...ownErrors(route, writer) },
  }
}

const WORKSPACE_HEADER = {
  name: 'x-workspace-id',
  in: 'header',
  required: false,
  description: 'The workspace to act in; the active one of the caller when absent.',
  schema: { type: 'string' },
}

const IDEMPOTENCY_HEADER = {
  name: 'idempotency-key',
  in: 'header',
  required: false,
  description:
    'Makes the request safe to repeat for 7 days: the same key with the same request gets the first answer, with the ' +
    'header `Idempotent-Replay: true`; with another request 422; while the first is under way 409 with `Retry-After`. A member ' +
    '`idempotency_key` of the body does the same.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

function securityOf(route: Route, hasLogin: boolean): EmittedSchema[] {
  if (route.access === 'public') return []
  if (route.protocol) return [{ [route.protocol.security.name]: [] }]
  if (route.tokens) return [{ [route.tokens.security.name]: [] }]
  const nothing = route.access === 'optional' ? [{}] : []
  const inAddress = route.access === 'stream' ? [{ streamToken: [] }, { streamTicket: [] }] : []
  return [...nothing, ...waysOfSessions(hasLogin), ...inAddress]
}

const waysOfSessions = (hasLogin: boolean): EmittedSchema[] => [{ bearer: [] }, ...(hasLogin ? [{ login: [] }] : [])]

function isForSessions({ access, protocol, tokens }: Route): boolean {
  return (access === 'user' || access === 'admin') && !protocol && !tokens
}

function passwordFlow(tokenUrl: string): EmittedSchema {
  const description = 'The same token, fetched with username and password.'
  return { type: 'oauth2', description, flows: { password: { tokenUrl, scopes: {} } } }
}

function parametersOf(
  schema: TSchema | undefined,
  place: 'path' | 'query' | 'header',
  writer: SchemaWriter,
): EmittedSchema[] {
  if (!schema) return []
  const { properties = {}, required = [] } = asJsonSchema(schema)
  return Object.entries(properties).map(([name, member]) => {
    const { description, ...shape } = writer.write(member, 'in')
    const isRequired = place === 'path' || (required.includes(name) && !('default' in member))
    return { name, in: place, required: isRequired, ...(description ? { description } : {}), schema: shape }
  })
}

/** Replaces what several operations take alike by references, and returns it. Of two shapes of one name the more frequent is shared. */
function shareParameters(paths: Record<string, Record<string, EmittedSchema>>): Record<string, EmittedSchema> {
  const lists = Object.values(paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ parameters }) => (parameters ? [parameters as EmittedSchema[]] : [])),
  )
  const uses = new Map<string, { parameter: EmittedSchema; count: number }>()
  for (const parameter of lists.flat()) {
    const text = JSON.stringify(parameter)
    uses.set(text, { parameter, count: (uses.get(text)?.count ?? 0) + 1 })
  }
  const shared: Record<string, EmittedSchema> = {}
  for (const { parameter, count } of [...uses.values()].sort((a, b) => b.count - a.count)) {
    if (count > 1) shared[String(parameter.name)] ??= parameter
  }
  for (const list of lists) {
    for (const [index, one] of list.entries()) {
      const name = String(one.name)
      if (JSON.stringify(shared[name]) === JSON.stringify(one))
        list[index] = { $ref: `#/components/parameters/${name}` }
    }
  }
  return sorted(shared)
}

function requestBody(route: Route, writer: SchemaWriter): EmittedSchema {
  if (route.upload) {
    const fields = route.body ? writer.write(asJsonSchema(route.body), 'in') : undefined
    const file = { type: 'object', properties: { file: { type: 'string', format: 'binary' } }, required: ['file'] }
    return { required: true, content: { 'multipart/form-data': { schema: fields ? { allOf: [fields, file] } : file } } }
  }
  const body = route.body as TSchema
  const schema = writer.write(asJsonSchema(body), 'in')
  const json = route.protocol ? [route.protocol.media, 'application/json'] : ['application/json']
  const media = route.form ? ['application/x-www-form-urlencoded', 'multipart/form-data'] : json
  return { required: !isBodyOptional(body), content: Object.fromEntries(media.map((one) => [one, { schema }])) }
}

const DESCRIPTIONS: Record<string, string> = {
  200: 'Done',
  201: 'Made',
  202: 'Accepted; the work continues in the background',
  204: 'Done',
  304: 'Not changed since the version the caller holds',
}

function answersOf(route: Route, writer: SchemaWriter): Record<string, EmittedSchema> {
  const own = Object.entries(route.response).filter(([status]) => status < '400')
  return Object.fromEntries(
    own.map(([status, response]) => [status, answerOf(status, response, writer, route.protocol?.media)]),
  )
}

// A probe's 503 has a body of its own in place of the general one.
function ownErrors(route: Route, writer: SchemaWriter): Record<string, EmittedSchema> {
  const own = route.response[503]
  return own ? { 503: { ...answerOf('503', own, writer), description: 'Not ready' } } : {}
}

function answerOf(
  status: string,
  response: TSchema | MediaResponse | null | undefined,
  writer: SchemaWriter,
  media = 'application/json',
): EmittedSchema {
  const description = DESCRIPTIONS[status] ?? 'Answer'
  if (response === null || response === undefined) return { description }
  if (isMedia(response)) {
    const content = [response.media].flat().map((one) => {
      const schema = one.startsWith('text/') ? { type: 'string' } : { type: 'string', format: 'binary' }
      return [one, { schema }]
    })
    return { description: response.description, content: Object.fromEntries(content) }
  }
  const schema = writer.write(asJsonSchema(response), 'out')
  return { description, content: { [media]: { schema } } }
}

function usedResponses(paths: unknown, known: EmittedSchema): EmittedSchema {
  const text = JSON.stringify(paths)
  return Object.fromEntries(Object.entries(known).filter(([name]) => text.includes(`responses/${name}"`)))
}

function ownSecurity(routes: readonly Route[]): Pick<Protocol, 'security'>[] {
  return [...protocolsIn(routes), ...new Set(routes.flatMap(({ tokens }) => tokens ?? []))]
}

function protocolsIn(routes: readonly Route[]): Protocol[] {
  return [...new Set(routes.flatMap(({ protocol }) => (protocol ? [protocol] : [])))]
}

function sorted(schemas: Record<string, EmittedSchema>): Record<string, EmittedSchema> {
  return Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)))
}
