// The relying party of OpenID Connect: discovery, the way to the provider and back, and an ID token whose every promise was checked.
import type { Configuration, ServerMetadata } from 'openid-client'
import { refuse } from '../../kernel/errors.ts'
import type { HttpClient } from '../../platform/net/client.ts'
import type { EgressPolicy } from '../../platform/net/egress.ts'
import { isPlainAllowed } from './issuer.logic.ts'

/** A provider as the protocol needs it. */
export interface Idp {
  id: string
  issuer: string
  client_id: string
  client_secret: string | null
}

/** What has to come back unchanged; only the browser that began gets it. */
export interface Begun {
  state: string
  nonce: string
  verifier: string
  redirect_uri: string
}

/** What a provider says of a person. */
export interface Claims {
  issuer: string
  subject: string
  /** As it came; worth something only when verified. */
  email: string | null
  email_verified: boolean
}

export interface Oidc {
  /** The configuration that the issuer publishes. @throws Refusal `unavailable` */
  discover(idp: Idp): Promise<ServerMetadata>
  begin(idp: Idp, redirectUri: string): Promise<{ url: URL; begun: Begun }>
  /** `returned` are the parameters that came back with the browser. @throws Refusal `unauthenticated` | `unavailable` */
  finish(idp: Idp, begun: Begun, returned: Record<string, string>): Promise<Claims>
}

export interface OidcParts {
  client: Pick<HttpClient, 'request'>
  policy: EgressPolicy
  now: () => Date
  /** Called with the reason of a failed login, for the log; the user gets less detail. */
  onFault?: (error: unknown) => void
}

/** Read when somebody logs in by a provider. */
const library = () => import('openid-client')

const SCOPE = 'openid email profile'
const KEEP_MS = 600_000
const MAX_BYTES = 512 * 1024
const TIMEOUT_MS = 10_000

const UNREACHABLE =
  'The identity provider gave no usable answer. Try again, or ask an administrator to test the connection'
const REFUSED = 'The identity provider did not confirm this login. Start again'

/** The guard of addresses, a time limit or the network said no. */
class Unreachable extends Error {}

export function createOidc({ client, policy, now, onFault }: OidcParts): Oidc {
  const known = new Map<string, { metadata: ServerMetadata; until: number }>()

  /** Every request of the library goes out through the address guard, without redirects, and in the clear only where that is allowed. */
  const fetchFor =
    ({ issuer }: Idp) =>
    async (
      url: string,
      options: { method: string; headers: Record<string, string>; body?: unknown; signal?: AbortSignal },
    ): Promise<Response> => {
      if (new URL(url).protocol !== 'https:' && !isPlainAllowed(new URL(issuer), new URL(url), policy))
        throw new Unreachable(`${new URL(url).host} would be called without TLS`)
      const body = options.body == null ? undefined : String(options.body)
      const result = await client.request(
        {
          url,
          method: options.method as 'GET' | 'POST',
          headers: options.headers,
          ...(body === undefined ? {} : { body }),
          timeout_ms: TIMEOUT_MS,
          max_bytes: MAX_BYTES,
          redirects: 'manual',
        },
        options.signal,
      )
      if (!result.ok) throw new Unreachable(result.failure.message)
      const { status, headers } = result
      const { 'content-encoding': _encoding, 'content-length': _length, ...kept } = headers
      return new Response([204, 304].includes(status) ? null : new Uint8Array(result.body), { status, headers: kept })
    }

  async function configured(idp: Idp, metadata: ServerMetadata): Promise<Configuration> {
    const openid = await library()
    const skew = Math.round((now().getTime() - Date.now()) / 1000)
    const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const secret = idp.client_secret
    const auth =
      secret === null
        ? openid.None()
        : methods.includes('client_secret_post')
          ? openid.ClientSecretPost(secret)
          : openid.ClientSecretBasic(secret)
    const config = new openid.Configuration(metadata, idp.client_id, { [openid.clockSkew]: skew }, auth)
    config[openid.customFetch] = fetchFor(idp)
    if (new URL(idp.issuer).protocol === 'http:') openid.allowInsecureRequests(config)
    // Without this the library takes the connection for proof enough; the signature is looked at in any case here. The keys
    // belong to this one configuration, so a provider that changed them a moment ago is understood.
    openid.enableNonRepudiationChecks(config)
    return config
  }

  async function discover(idp: Idp): Promise<ServerMetadata> {
    const key = `${idp.id} ${idp.issuer}`
    const earlier = known.get(key)
    if (earlier && earlier.until > now().getTime()) return earlier.metadata
    try {
      const isPlain = new URL(idp.issuer).protocol === 'http:'
      const { discovery, customFetch, allowInsecureRequests } = await library()
      const found = await discovery(new URL(idp.issuer), idp.client_id || 'unknown', undefined, undefined, {
        [customFetch]: fetchFor(idp),
        ...(isPlain && { execute: [allowInsecureRequests] }),
      })
      const metadata = structuredClone({ ...found.serverMetadata() }) as ServerMetadata
      if (!metadata.authorization_endpoint || !metadata.token_endpoint || !metadata.jwks_uri)
        throw new Unreachable('its configuration names no endpoint for logins, tokens or keys')
      if (known.size > 1_000) known.clear()
      known.set(key, { metadata, until: now().getTime() + KEEP_MS })
      return metadata
    } catch (error) {
      onFault?.(error)
      return refuse('unavailable', UNREACHABLE, { retryAfter: 10 })
    }
  }

  return {
    discover,
    async begin(idp, redirectUri) {
      const metadata = await discover(idp)
      const openid = await library()
      const begun = {
        state: openid.randomState(),
        nonce: openid.randomNonce(),
        verifier: openid.randomPKCECodeVerifier(),
        redirect_uri: redirectUri,
      }
      const url = openid.buildAuthorizationUrl(await configured(idp, metadata), {
        redirect_uri: redirectUri,
        scope: SCOPE,
        state: begun.state,
        nonce: begun.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(begun.verifier),
        code_challenge_method: 'S256',
      })
      return { url, begun }
    },
    async finish(idp, begun, returned) {
      const config = await configured(idp, await discover(idp))
      const openid = await library()
      const current = new URL(begun.redirect_uri)
      for (const [name, value] of Object.entries(returned)) current.searchParams.set(name, value)
      try {
        const tokens = await openid.authorizationCodeGrant(config, current, {
          expectedState: begun.state,
          expectedNonce: begun.nonce,
          pkceCodeVerifier: begun.verifier,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (!claims) throw new Error('there is no ID token')
        const more =
          claims.email === undefined && config.serverMetadata().userinfo_endpoint
            ? await openid.fetchUserInfo(config, tokens.access_token, claims.sub)
            : {}
        // Address and its verification are of one answer, whichever has the address.
        return claimsOf(claims, claims.email === undefined ? more : claims)
      } catch (error) {
        onFault?.(error)
        // A new discovery next time: the provider may have moved what did not answer.
        known.delete(`${idp.id} ${idp.issuer}`)
        if (causes(error).some((one) => one instanceof Unreachable))
          refuse('unavailable', UNREACHABLE, { retryAfter: 10 })
        return refuse('unauthenticated', REFUSED)
      }
    },
  }
}

/** Microsoft says under a name of its own that the owner of the domain vouches for the address. */
function claimsOf(claims: { iss: string; sub: string }, said: Record<string, unknown>): Claims {
  const email = typeof said.email === 'string' ? said.email.normalize('NFC').trim() : null
  const isYes = (value: unknown) => value === true || value === 'true' || value === 1 || value === '1'
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: email && email.length <= 320 ? email : null,
    email_verified: isYes(said.email_verified) || (said.email_verified === undefined && isYes(said.xms_edov)),
  }
}

function causes(error: unknown): unknown[] {
  const chain: unknown[] = []
  for (let one = error; one instanceof Error && chain.length < 5; one = one.cause) chain.push(one)
  return chain
}
