// The one error type of the house: a closed set of codes that routes refuse with; platform/http maps each to a status.

import { isSecretName, maskAddresses, maskedCopy } from './mask.ts'

export type RefusalCode =
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'invalid'
  | 'bad_request'
  | 'too_large'
  | 'unsupported_media'
  | 'not_acceptable'
  | 'rate_limited'
  | 'unavailable'

/** One item of a 422 answer, in the vocabulary of Pydantic v2. */
export interface FieldError {
  loc: (string | number)[]
  msg: string
  type: string
  input?: unknown
  ctx?: Record<string, unknown>
}

/** A request that is turned down on purpose. Never carries internals: `message` is shown to the caller as `detail`. */
export class Refusal extends Error {
  readonly code: RefusalCode
  /** Present for `invalid`: becomes the 422 array. */
  readonly fields: FieldError[] | undefined
  /** Extra members beside `detail` in the answer, for example the dependants of a column. */
  readonly extra: Record<string, unknown> | undefined
  /** Seconds until a retry makes sense; becomes `Retry-After`. */
  readonly retryAfter: number | undefined

  constructor(
    code: RefusalCode,
    message: string,
    more: { fields?: FieldError[]; extra?: Record<string, unknown>; retryAfter?: number } = {},
  ) {
    super(maskAddresses(message))
    this.name = 'Refusal'
    this.code = code
    this.fields = more.fields?.map(shown)
    this.extra = more.extra
    this.retryAfter = more.retryAfter
  }
}

/** The field as it may be shown: what was sent is repeated without secrets, by whichever check the fault was noted. */
function shown({ input, ...field }: FieldError): FieldError {
  const safe = { ...field, msg: maskAddresses(field.msg) }
  return input === undefined || field.loc.some((step) => isSecretName(String(step)))
    ? safe
    : { ...safe, input: maskedCopy(input) }
}

/** Turns the request down: throws a {@link Refusal}. */
export function refuse(
  code: RefusalCode,
  message: string,
  more?: { fields?: FieldError[]; extra?: Record<string, unknown>; retryAfter?: number },
): never {
  throw new Refusal(code, message, more)
}

/** Turns the request down as a 422 about one field of the body. */
export function refuseField(loc: (string | number)[], type: string, msg: string, input?: unknown): never {
  throw new Refusal('invalid', msg, { fields: [{ loc: ['body', ...loc], msg, type, input }] })
}
