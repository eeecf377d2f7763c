// Reads path, query, headers and body of a request by the route's schemas and reports the faults of all parts at once.
import type { FastifyRequest } from 'fastify'
import { type Static, type TSchema, Type } from 'typebox'
import { type FieldError, refuse } from '../../../kernel/errors.ts'
import { readForm } from '../form.ts'
import { IdempotencyKey } from '../idempotency-key.schema.ts'
import type { Route, RouteAccess } from '../route.ts'
import type { UndeclaredPolicy } from './any.check.ts'
import type { InputTraits } from './findings.ts'
import { asJsonSchema } from './json-schema.ts'
import { readJsonBody } from './json-text.ts'
import { type Checker, compileChecker, invalid } from './validate.ts'

export interface Input {
  params: unknown
  query: unknown
  headers: unknown
  body: unknown
  /** The `idempotency_key` of the body, of routes that take one. */
  key?: string
}

const KEYED = Type.Object(IdempotencyKey)
const FLAT = { odd: true, flat: true }

const NOTHING = Type.Object({})

/**
 * Undeclared members and parameters are refused from callers of this API. Requests of standards (protocols) and of open endpoints may have
 * additions by other parties, which are ignored.
 */
function undeclaredOf({ access, form }: Route): UndeclaredPolicy {
  return form || !CALLERS.has(access) ? 'dropped' : 'refused'
}
const CALLERS: ReadonlySet<RouteAccess> = new Set(['user', 'admin', 'token', 'stream'])

/** Compiles the route's schemas once. The result throws the 422 refusal, or 400/415 for a body that cannot be read. */
export function compileInput(route: Route): (request: FastifyRequest) => Promise<Input> {
  const undeclared = undeclaredOf(route)
  const params = compileChecker(route.params ?? NOTHING, 'dropped')
  const query = compileChecker(route.query ?? NOTHING, undeclared)
  const headers = compileChecker(route.headers ?? NOTHING, 'dropped')
  const lists = new Set(listMembers(route.query))
  const readBody = route.body && !route.upload ? bodyReader(route.body, route) : undefined
  return async (request) => {
    const parts = {
      params: params.read(request.params, 'path', FLAT),
      query: query.read(queryFields(request.query as Record<string, string | string[]>, lists), 'query', FLAT),
      headers: headers.read(request.headers, 'header', FLAT),
      body: readBody ? await readBody(request) : { value: undefined, errors: [] },
    }
    const errors = Object.values(parts).flatMap((part) => part.errors)
    if (errors.length > 0) throw invalid(errors)
    return {
      params: parts.params.value,
      query: parts.query.value,
      headers: parts.headers.value,
      body: parts.body.value,
      ...('key' in parts.body && parts.body.key !== undefined && { key: parts.body.key }),
    }
  }
}

/** Parts of a call that did not come over HTTP: values as they are, checked as those of a request. */
export interface CallInput {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

/** As {@link compileInput}, for calls from inside the process. */
export function compileParts(route: Route): (parts: CallInput) => Input {
  const read = (schema: TSchema | undefined, place: string, how: InputTraits) => {
    const checker = compileChecker(schema ?? NOTHING)
    return (value: unknown) => checker.read(value ?? {}, place, how)
  }
  const params = read(route.params, 'path', FLAT)
  const query = read(route.query, 'query', FLAT)
  const headers = read(route.headers, 'header', FLAT)
  const body = route.body && read(route.body, 'body', { odd: true, flat: false })
  return (parts) => {
    const all = {
      params: params(parts.params),
      query: query(parts.query),
      headers: headers({}),
      body: body ? body(parts.body) : { value: undefined, errors: [] },
    }
    const errors = Object.values(all).flatMap((part) => part.errors)
    if (errors.length > 0) throw invalid(errors)
    const value = { params: all.params.value, query: all.query.value, headers: all.headers.value }
    return { ...value, body: withoutKey(all.body.value) }
  }
}

/** True when a request without a body counts as an empty object. */
export function isBodyOptional(body: TSchema): boolean {
  return compileChecker(body).read({}, 'body', { odd: false, flat: false }).errors.length === 0
}

function listMembers(schema: TSchema | undefined): string[] {
  if (!schema) return []
  const members = Object.entries(asJsonSchema(schema).properties ?? {})
  return members.filter(([, member]) => member.type === 'array').map(([name]) => name)
}

// A parameter given twice is a list where one is wanted; elsewhere the last one counts.
function queryFields(given: Record<string, string | string[]>, lists: ReadonlySet<string>): Record<string, unknown> {
  const fields = Object.entries(given).map(([name, value]) => {
    if (lists.has(name)) return [name, Array.isArray(value) ? value : [value]]
    return [name, Array.isArray(value) ? value.at(-1) : value]
  })
  return Object.fromEntries(fields)
}

type ReadPart = { value: unknown; errors: FieldError[]; key?: string | undefined }

function bodyReader(schema: TSchema, route: Route): (request: FastifyRequest) => Promise<ReadPart> | ReadPart {
  const checker = compileChecker(schema, undeclaredOf(route))
  const isOptional = isBodyOptional(schema)
  if (route.form) return async (request) => checker.read(await readForm(request), 'body', FLAT)
  const keyed = route.idempotent === true ? compileChecker(KEYED) : undefined
  return (request) => jsonBody(request, checker, isOptional, keyed, route.prepareBody)
}

function jsonBody(
  request: FastifyRequest,
  checker: Checker,
  isOptional: boolean,
  keyed: Checker | undefined,
  prepare: (body: unknown) => unknown = (body) => body,
): ReadPart {
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  if (bytes.length === 0) return absent(checker, isOptional)
  if (!/^(identity)?$/i.test(request.headers['content-encoding'] ?? '')) {
    refuse('unsupported_media', 'The body must not be compressed')
  }
  if (!isJson(request.headers['content-type'])) {
    return checker.read(bytes.toString('utf8'), 'body', { odd: true, flat: false })
  }
  const reading = readJsonBody(bytes)
  if ('fault' in reading) return { value: undefined, errors: [reading.fault] }
  const how = { odd: reading.odd, flat: false }
  if (reading.value === null) return nullBody(checker)
  if (!keyed || typeof reading.value !== 'object' || Array.isArray(reading.value))
    return checker.read(prepare(reading.value), 'body', how)
  // The key is of the request and not of the thing: no shape of a body has to name it, and no handler sees it.
  const sent = reading.value as { idempotency_key?: unknown }
  const given = Object.hasOwn(sent, 'idempotency_key') ? { idempotency_key: sent.idempotency_key } : {}
  const { value, errors } = keyed.read(given, 'body', how)
  const key = (value as Static<typeof KEYED> | undefined)?.idempotency_key
  const part = checker.read(prepare(withoutKey(reading.value)), 'body', how)
  return { value: part.value, errors: [...part.errors, ...errors], key }
}

function withoutKey(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('idempotency_key' in body)) return body
  const { idempotency_key: _, ...rest } = body
  return rest
}

function absent(checker: Checker, isOptional: boolean): ReadPart {
  return isOptional ? checker.read({}, 'body', { odd: false, flat: false }) : MISSING
}

const MISSING: ReadPart = {
  value: undefined,
  errors: [{ type: 'missing', loc: ['body'], msg: 'Field required', input: null }],
}

/** Null is not an empty object: it is missing where the shape wants something, whether a body may be left out or not. */
function nullBody(checker: Checker): ReadPart {
  const part = checker.read(null, 'body', { odd: false, flat: false })
  return part.errors.length === 0 ? part : MISSING
}

// JSON under any +json name, or without a name, is JSON. Text and forms are answered like the reference does (422, the
// text is no object); a media type that is none of these is 415.
function isJson(contentType: string | undefined): boolean {
  const [media = '', ...parameters] = (contentType ?? '').toLowerCase().split(';')
  const name = media.trim()
  if (name === '' || name === 'application/json' || /^[a-z0-9.]+\/[a-z0-9.+-]*\+json$/.test(name)) {
    const charset = parameters.map((one) => one.trim()).find((one) => one.startsWith('charset='))
    if (charset && !/^charset="?utf-?8"?$/.test(charset)) refuse('unsupported_media', 'JSON must be sent as UTF-8')
    return true
  }
  if (name.startsWith('text/') || name === 'application/x-www-form-urlencoded' || name === 'multipart/form-data') {
    return false
  }
  return refuse('unsupported_media', 'The body must be application/json')
}
