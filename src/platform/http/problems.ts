// The one place that turns an error into an HTTP answer; whatever it does not know is a 500 that tells nothing.
import { type FieldError, Refusal, type RefusalCode } from '../../kernel/errors.ts'

export interface ProblemResponse {
  status: number
  headers: Record<string, string>
  body: { detail: string | FieldError[] } & Record<string, unknown>
  /** Ours to mend: goes to the log with its stack. */
  isFault: boolean
}

const STATUS: Record<RefusalCode, number> = {
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  invalid: 422,
  bad_request: 400,
  too_large: 413,
  unsupported_media: 415,
  not_acceptable: 406,
  rate_limited: 429,
  unavailable: 503,
}

const MESSAGE: Record<number, string> = {
  400: 'Bad Request',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  413: 'The body is too large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  431: 'Request Header Fields Too Large',
  503: 'Service Unavailable',
}

// PostgreSQL away, starting, stopping or out of connections; a statement cut by its timeout; a lost race to retry.
const AWAY = /^(08|53|57P0[1-5]|57014|40001|40P01|ECONN|EPIPE$|ETIMEDOUT$|ENOTFOUND$|EAI_AGAIN$|ENOENT_SOCKET$)/
const AWAY_TEXT =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after calling end)/

export function toProblem(error: unknown): ProblemResponse {
  if (error instanceof Refusal) return fromRefusal(error)
  const { code, statusCode, message } = (error ?? {}) as { code?: unknown; statusCode?: unknown; message?: unknown }
  if (typeof code === 'string' && code.startsWith('FST_') && typeof statusCode === 'number' && statusCode < 500) {
    return answer(MESSAGE[statusCode] ? statusCode : 400)
  }
  if ((typeof code === 'string' && AWAY.test(code)) || (typeof message === 'string' && AWAY_TEXT.test(message))) {
    return { ...answer(503), headers: { 'retry-after': '2' }, isFault: true }
  }
  return { ...answer(500, 'Internal Server Error'), isFault: true }
}

/** The answer for a bare status, in the words of the reference. */
export function answer(status: number, detail: string = MESSAGE[status] ?? 'Error'): ProblemResponse {
  return { status, headers: {}, body: { detail }, isFault: false }
}

function fromRefusal(refusal: Refusal): ProblemResponse {
  const status = STATUS[refusal.code]
  const headers: Record<string, string> = {}
  if (status === 401) headers['www-authenticate'] = 'Bearer'
  const wait = refusal.retryAfter ?? (status === 429 || status === 503 ? 1 : undefined)
  if (wait !== undefined) headers['retry-after'] = String(Math.max(1, Math.ceil(wait)))
  const detail = status === 422 ? fieldsOf(refusal) : refusal.message
  return { status, headers, body: { detail, ...refusal.extra }, isFault: false }
}

function fieldsOf(refusal: Refusal): FieldError[] {
  const fields = refusal.fields ?? []
  return fields.length > 0
    ? fields.map(asRaised)
    : [asRaised({ type: 'value_error', loc: ['body'], msg: refusal.message })]
}

/** In the form in which Pydantic reports errors of custom validators. */
function asRaised(field: FieldError): FieldError {
  if (field.type !== 'value_error' || field.ctx) return field
  const said = field.msg.replace(/^Value error, /, '')
  return { ...field, msg: `Value error, ${said}`, ctx: { error: {} } }
}
