// The ways an outgoing request can fail, as a closed set of values.

export type NetFailureKind =
  /** The address guard refused the URL or an address that its name resolves to; nothing was connected. */
  | 'blocked'
  /** The request itself could not be formed: an illegal header, say. */
  | 'bad_request'
  /** DNS gave no answer about the name. */
  | 'dns'
  /** DNS says that there is no such name, or that it has no address: asking again changes nothing. */
  | 'no_host'
  | 'connect'
  | 'tls'
  | 'timeout'
  | 'aborted'
  | 'too_large'
  | 'bad_reply'
  | 'too_many_redirects'

/** `message` is a sentence that may be shown to a user; it never tells an open port from a closed one at a blocked address. */
export interface NetFailure {
  kind: NetFailureKind
  message: string
  /** False only when it is certain that no byte of any request left. */
  sent: boolean
}

export const shuttingDown = 'The service is shutting down'

/** Carries a failure through code that can only throw; does not leave this folder. */
export class NetError extends Error {
  readonly failure: NetFailure

  constructor(kind: NetFailureKind, message: string, sent = false) {
    super(message)
    this.name = 'NetError'
    this.failure = { kind, message, sent }
  }
}

const tlsCode = /^(?:ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|EPROTO$|HOSTNAME_MISMATCH)/
const zlibCode = /^(?:Z_|ERR_BROTLI|ERR__ERROR|ERR_PADDING)/
const connectCodes = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'EACCES',
  'EPERM',
  'ETIMEDOUT',
])

/** Sorts whatever undici, the sockets or zlib threw into the closed set. `sent` as in {@link NetFailure}. */
export function failureOf(error: unknown, host: string, sent: boolean): NetFailure {
  if (error instanceof NetError) return error.failure
  const { code, message, errors } = error as { code?: unknown; message?: string; errors?: unknown[] }
  const name = typeof code === 'string' ? code : ''
  // Several addresses were tried: the last answer speaks for all.
  if (Array.isArray(errors) && errors.length > 0) return failureOf(errors[errors.length - 1], host, sent)
  const failure = (kind: NetFailureKind, text: string): NetFailure => ({ kind, message: text, sent })
  if (/^UND_ERR_(?:DESTROYED|CLOSED)$/.test(name)) return failure('aborted', shuttingDown)
  if (connectCodes.has(name)) return failure('connect', `Could not connect to ${host}`)
  if (tlsCode.test(name)) return failure('tls', `No secure connection to ${host}: ${tlsReason(name)}`)
  if (name === 'UND_ERR_INVALID_ARG') {
    return { kind: 'bad_request', message: `The request could not be formed: ${message}`, sent: false }
  }
  if (name === 'UND_ERR_HEADERS_OVERFLOW') return failure('too_large', `${host} sent more headers than we read`)
  if (name.startsWith('HPE_')) return failure('bad_reply', `${host} did not answer with valid HTTP`)
  if (zlibCode.test(name)) return failure('bad_reply', `${host} sent a body that does not decompress`)
  return failure('bad_reply', `${host} closed the connection before the answer was complete`)
}

function tlsReason(code: string): string {
  if (code === 'CERT_HAS_EXPIRED') return 'its certificate has expired'
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID' || code === 'HOSTNAME_MISMATCH')
    return 'its certificate is for another name'
  if (/SELF_SIGNED|DEPTH_ZERO|UNABLE_TO|^CERT_/.test(code)) return 'its certificate is not trusted'
  return 'the handshake failed'
}
