// Session tokens: signed JWTs (RFC 7519, RFC 8725) of two explicit types that cannot stand in for each other.
import { errors, jwtVerify, SignJWT } from 'jose'
import { newId } from '../kernel/ids.ts'

const ISSUER = 'millrace'
const AUDIENCE = 'millrace'
const ALGORITHM = 'HS256'
const LEEWAY_SECONDS = 30
const MAX_LENGTH = 2_048
/** Reading a signature costs 0.1 ms, and a page in a browser sends the same token with every request. */
const MOST_KNOWN = 1_000

export interface AccessClaims {
  user_id: number
  family: string
  /** The user's token version when it was signed; an older one is no longer good. */
  version: number
  expires_at: Date
}

export interface RefreshClaims {
  user_id: number
  family: string
  generation: number
}

export interface TokenSigner {
  access(claims: Omit<AccessClaims, 'expires_at'>, now: Date, seconds: number): Promise<string>
  /** Equal claims, time and length give the equal token: a repeated refresh can be answered as the first one was. */
  refresh(claims: RefreshClaims, issuedAt: Date, seconds: number): Promise<string>
  /** Undefined for everything that is not a live access token of this install. */
  readAccess(token: string, now: Date): Promise<AccessClaims | undefined>
  readRefresh(token: string, now: Date): Promise<RefreshClaims | undefined>
}

/** The reader of signatures takes several spellings of the same bytes: padded, or with other bits in the last letter. */
function isOnlySpelling(token: string): boolean {
  const signature = token.slice(token.lastIndexOf('.') + 1)
  return Buffer.from(signature, 'base64url').toString('base64url') === signature
}

/** `key` is 32 random bytes. */
export function tokenSigner(key: Uint8Array): TokenSigner {
  const sign = (
    type: 'access' | 'refresh',
    claims: Record<string, unknown>,
    subject: number,
    jti: string,
    at: Date,
    seconds: number,
  ) => {
    const issued = Math.floor(at.getTime() / 1000)
    return new SignJWT({ ...claims, type })
      .setProtectedHeader({ alg: ALGORITHM, typ: type === 'access' ? 'at+jwt' : 'rt+jwt' })
      .setIssuer(ISSUER)
      .setAudience(AUDIENCE)
      .setSubject(String(subject))
      .setJti(jti)
      .setIssuedAt(issued)
      .setExpirationTime(issued + seconds)
      .sign(key)
  }

  async function read(type: 'access' | 'refresh', token: string, now: Date) {
    if (token.length > MAX_LENGTH || !isOnlySpelling(token)) return undefined
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: AUDIENCE,
        typ: type === 'access' ? 'at+jwt' : 'rt+jwt',
        requiredClaims: ['sub', 'jti', 'iat', 'exp', 'type', 'family'],
        clockTolerance: LEEWAY_SECONDS,
        currentDate: now,
      })
      return payload.type === type && Number.isSafeInteger(Number(payload.sub)) ? payload : undefined
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined
      throw error
    }
  }

  // Access tokens whose signature was good; the oldest are forgotten first.
  const known = new Map<string, AccessClaims>()
  const isOver = ({ expires_at }: AccessClaims, now: Date) =>
    expires_at.getTime() / 1000 <= Math.floor(now.getTime() / 1000) - LEEWAY_SECONDS

  return {
    access: ({ user_id, family, version }, now, seconds) =>
      sign('access', { family, version }, user_id, newId(), now, seconds),
    refresh: ({ user_id, family, generation }, issuedAt, seconds) =>
      sign('refresh', { family, generation }, user_id, `${family}.${generation}`, issuedAt, seconds),
    async readAccess(token, now) {
      const earlier = known.get(token)
      if (earlier) return isOver(earlier, now) ? undefined : { ...earlier }
      const payload = await read('access', token, now)
      if (!payload || typeof payload.version !== 'number') return undefined
      const claims = {
        user_id: Number(payload.sub),
        family: String(payload.family),
        version: payload.version,
        expires_at: new Date((payload.exp as number) * 1000),
      }
      known.set(token, claims)
      if (known.size > MOST_KNOWN) known.delete(known.keys().next().value as string)
      return { ...claims }
    },
    async readRefresh(token, now) {
      const claims = await read('refresh', token, now)
      if (!claims || typeof claims.generation !== 'number') return undefined
      return { user_id: Number(claims.sub), family: String(claims.family), generation: claims.generation }
    },
  }
}
