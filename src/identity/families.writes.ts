// The token families of logins: a family is begun by a password, a passkey or single sign-on, and ended by its owner, an administrator, theft or time.
import { newId } from '../kernel/ids.ts'
import type { Tx } from '../platform/db/database.ts'
import type { TokenSigner } from './tokens.logic.ts'

/** Even a session in daily use asks for a new login after this long. */
const ABSOLUTE_DAYS = 90

export interface TokenSettings {
  tokens: TokenSigner
  access_seconds: number
  refresh_seconds: number
}

/** The login method. */
export interface Means {
  method: 'password' | 'sso' | 'passkey'
  provider_id?: string
  second_factor?: 'totp' | 'recovery_code'
}

/** Where a login comes from. */
export interface LoginClient {
  ip: string
  user_agent?: string
  request_id: string
}

/** Where the request comes from. */
export function clientOf(from: {
  ip: string
  request_id: string
  raw: { headers: { 'user-agent'?: string | undefined } }
}): LoginClient {
  const agent = from.raw.headers['user-agent']
  return { ip: from.ip, request_id: from.request_id, ...(agent && { user_agent: agent }) }
}

export interface TokenPair {
  access_token: string
  token_type: 'bearer'
  refresh_token: string
  expires_in: number
}

export interface LiveFamily {
  user_id: number
  version: number
  family: string
  generation: number
  rotated_at: Date
  now: Date
}

export async function startFamily(
  { refresh_seconds }: TokenSettings,
  tx: Tx,
  user: { id: number; token_version: number },
  client: LoginClient,
  now: Date,
  { method, provider_id }: Means = { method: 'password' },
): Promise<LiveFamily> {
  const family = newId()
  const endsAt = new Date(now.getTime() + ABSOLUTE_DAYS * 86_400_000)
  await tx.client.query(
    `insert into session_families
       (id, user_id, rotated_at, created_at, expires_at, ends_at, user_agent, ip, method, provider_id)
     values ($1, $2, $3, $3, $4, $5, $6, $7, $8, $9)`,
    [
      family,
      user.id,
      now,
      earlierOf(new Date(now.getTime() + refresh_seconds * 1000), endsAt),
      endsAt,
      client.user_agent?.slice(0, 300) ?? null,
      client.ip,
      method,
      provider_id ?? null,
    ],
  )
  return { user_id: user.id, version: user.token_version, family, generation: 0, rotated_at: now, now }
}

/** Ends all live families of the user, or only the one named. Returns how many. */
export async function endFamilies(tx: Tx, userId: number, reason: string, now: Date, only?: string): Promise<number> {
  const { rowCount } = await tx.client.query(
    `update session_families set revoked_at = $3, revoked_reason = $4
     where user_id = $1 and revoked_at is null and expires_at > $3 and ($2::text is null or id::text = $2)`,
    [userId, only ?? null, now, reason],
  )
  return rowCount ?? 0
}

export async function tokensOf(s: TokenSettings, family: LiveFamily): Promise<TokenPair> {
  return {
    access_token: await s.tokens.access(family, family.now, s.access_seconds),
    token_type: 'bearer',
    refresh_token: await s.tokens.refresh(family, family.rotated_at, s.refresh_seconds),
    expires_in: s.access_seconds,
  }
}

export function earlierOf(a: Date, b: Date): Date {
  return a < b ? a : b
}
