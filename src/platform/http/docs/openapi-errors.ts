// The error answers of the contract as OpenAPI components, and which of them an operation can give.
import type { TSchema } from 'typebox'
import { heedsAccept } from '../accept.ts'
import type { Protocol } from '../protocol.ts'
import type { Route } from '../route.ts'
import type { EmittedSchema } from './openapi-schema.ts'

const detail = { type: 'string', description: 'What went wrong, in words.' }

/** `HTTPValidationError` and `ValidationError` are the names generated clients of FastAPI services know. */
export const ERROR_SCHEMAS: Record<string, EmittedSchema> = {
  Problem: { type: 'object', properties: { detail }, required: ['detail'] },
  HTTPValidationError: {
    type: 'object',
    properties: { detail: { type: 'array', items: { $ref: '#/components/schemas/ValidationError' } } },
    required: ['detail'],
  },
  ValidationError: {
    type: 'object',
    properties: {
      loc: {
        type: 'array',
        description: 'Where: `path`, `query`, `header` or `body`, then names and indexes.',
        items: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
      },
      msg: { type: 'string' },
      type: { type: 'string', description: 'A fixed word of the Pydantic v2 vocabulary, for example `missing`.' },
      input: { description: 'What was sent there; left out when large or secret.' },
      ctx: {
        type: 'object',
        additionalProperties: true,
        description: 'The bounds of the rule, for example `min_length`.',
      },
    },
    required: ['loc', 'msg', 'type'],
  },
}

const seconds = (description: string) => ({ description, schema: { type: 'integer', minimum: 1 } })
const text = (description: string) => ({ description, schema: { type: 'string' } })

interface Known {
  name: string
  description: string
  headers?: Record<string, EmittedSchema>
}

const KNOWN: Record<number, Known> = {
  400: { name: 'BadRequest', description: 'The request cannot be read or is not possible.' },
  401: {
    name: 'Unauthenticated',
    description: 'No token, or one that is wrong, expired, revoked or of another kind.',
    headers: { 'WWW-Authenticate': text('Always `Bearer`.') },
  },
  403: { name: 'Forbidden', description: 'The role is too low for this.' },
  404: { name: 'NotFound', description: 'No such object; the same for an object of another workspace.' },
  406: { name: 'NotAcceptable', description: 'The answer is JSON, which the `Accept` header excludes.' },
  409: { name: 'Conflict', description: 'The state of the object does not allow this now.' },
  412: { name: 'PreconditionFailed', description: 'The object is not in the version that `If-Match` names.' },
  413: { name: 'TooLarge', description: 'The body has too many bytes or rows.' },
  414: { name: 'AddressTooLong', description: 'A part of the path has more than 500 characters.' },
  415: { name: 'UnsupportedMediaType', description: 'The media type of the body is not supported.' },
  422: { name: 'Invalid', description: 'Some part of the request is not valid; all faults are listed.' },
  429: {
    name: 'RateLimited',
    description: 'The rate limit is exceeded; nothing was done.',
    headers: {
      'Retry-After': seconds('Seconds until another try makes sense.'),
      'RateLimit-Policy': text('The limit, as in the IETF draft.'),
      RateLimit: text('What is left of it, as in the IETF draft.'),
    },
  },
  431: { name: 'HeadersTooLarge', description: 'The address and the headers have more than 16 KiB together.' },
  500: { name: 'InternalError', description: 'An error of the service; the log has the request id.' },
  503: {
    name: 'Unavailable',
    description: 'The service cannot work just now, for example without its database.',
    headers: { 'Retry-After': seconds('Seconds until another try makes sense.') },
  },
}

export const ERROR_RESPONSES: Record<string, EmittedSchema> = responsesOf('', 'application/json', 'Problem')

/** The same answers as a protocol gives them. */
export function protocolErrors({ name, media, error }: Protocol): Record<string, EmittedSchema> {
  return responsesOf(name, media, (error as TSchema & { $id: string }).$id)
}

function responsesOf(prefix: string, media: string, usual: string): Record<string, EmittedSchema> {
  const responses = Object.entries(KNOWN).map(([status, { name, description, headers }]) => {
    const shape = status === '422' ? 'HTTPValidationError' : usual
    const content = { [media]: { schema: { $ref: `#/components/schemas/${shape}` } } }
    return [`${prefix}${name}`, { description, ...(headers ? { headers } : {}), content }]
  })
  return Object.fromEntries(responses)
}

/** The error answers of one operation by status. */
export function errorAnswers(route: Route): Record<string, EmittedSchema> {
  const answers = errorStatuses(route).map((status) => {
    return [String(status), { $ref: `#/components/responses/${route.protocol?.name ?? ''}${KNOWN[status]?.name}` }]
  })
  return Object.fromEntries(answers)
}

function errorStatuses(route: Route): number[] {
  const hasBody = route.body !== undefined || route.upload === true
  const hasInput = hasBody || [route.params, route.query, route.headers].some((part) => part !== undefined)
  const possible: [number, boolean][] = [
    [400, route.params !== undefined || route.form === true || route.upload === true],
    [401, route.access !== 'public'],
    [403, route.needs !== undefined || route.access === 'admin'],
    [404, route.needs !== undefined || route.params !== undefined],
    [406, heedsAccept(route)],
    [409, Boolean(route.idempotent)],
    [413, hasBody],
    [414, route.params !== undefined],
    [415, hasBody && !route.form],
    // Clients of the specification may rely on it: every operation for people can be told that a request is not valid.
    [422, hasInput || route.access !== 'public'],
    [429, route.limit !== undefined],
    [431, true],
    [500, true],
    [503, true],
  ]
  const own = possible.filter(([, applies]) => applies).map(([status]) => status)
  return [...new Set([...own, ...(route.errors ?? [])])].sort((a, b) => a - b)
}
