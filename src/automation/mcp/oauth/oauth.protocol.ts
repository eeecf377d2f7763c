// OAuth as a protocol of the HTTP kit: its errors in the words of RFC 6749 and RFC 7591.
import { Type } from 'typebox'
import { Refusal, refuse } from '../../../kernel/errors.ts'
import type { Protocol } from '../../../platform/http/protocol.ts'

const MEDIA = 'application/json; charset=utf-8'

type Fault =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'invalid_target'
  | 'unsupported_grant_type'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata'

/** Turns a request down with an error of OAuth. */
export function oauthFault(error: Fault, description: string): never {
  return refuse('bad_request', description, { extra: { error } })
}

const BY_STATUS: Record<number, string> = {
  429: 'temporarily_unavailable',
  500: 'server_error',
  503: 'temporarily_unavailable',
}

/** No login is needed at these addresses: codes and refresh tokens are the credentials. */
export const oauthProtocol: Protocol = {
  name: 'OAuth',
  prefix: '/oauth/',
  media: MEDIA,
  error: Type.Object({ error: Type.String(), error_description: Type.String() }, { $id: 'OAuthError' }),
  security: {
    name: 'oauthCode',
    scheme: { type: 'http', scheme: 'bearer', description: 'None: the body identifies the client.' },
  },
  enter: async () => ({}),
  problem(error, usual, request) {
    const said = error instanceof Refusal ? error.extra?.error : undefined
    const status = usual.status === 422 ? 400 : usual.status
    const wrongMetadata = request.url.startsWith('/oauth/register') ? 'invalid_client_metadata' : 'invalid_request'
    const { detail } = usual.body
    const words =
      typeof detail === 'string' ? detail : detail.map(({ loc, msg }) => `${loc.slice(1).join('.')}: ${msg}`).join('; ')
    return {
      status,
      headers: { ...usual.headers, 'cache-control': 'no-store' },
      isFault: usual.isFault,
      media: MEDIA,
      body: { error: typeof said === 'string' ? said : (BY_STATUS[status] ?? wrongMetadata), error_description: words },
    }
  },
}
