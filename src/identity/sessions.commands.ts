// Logging in, staying in, and leaving: one family per login, one live refresh token per family.
import { refuse } from '../kernel/errors.ts'
import { newId } from '../kernel/ids.ts'
import type { Database, Tx } from '../platform/db/database.ts'
import type { Log } from '../platform/log.ts'
import { checkPassword } from './passwords.logic.ts'
import { forgetPerson, type People } from './people.reads.ts'
import type { TokenSigner } from './tokens.logic.ts'

/** Even a session in daily use asks for a new login after this long. */
const ABSOLUTE_DAYS = 90
/** A refresh repeated within this time is a lost answer, not a thief: it gets the same successor. */
const GRACE_MS = 10_000

export interface Sessions {
  database: Database
  tokens: TokenSigner
  people: People
  log: Log
  now: () => Date
  access_seconds: number
  refresh_seconds: number
}

export interface TokenPair {
  access_token: string
  token_type: 'bearer'
  refresh_token: string
  expires_in: number
}

const WRONG = 'Incorrect username or password'

/** Starts a family for the right name and password; the same refusal, after the same work, for everything else. */
export async function login(
  s: Sessions,
  input: { username: string; password: string; user_agent?: string; ip: string },
): Promise<TokenPair> {
  const user = await s.database.inControl((tx) =>
    tx.db
      .selectFrom('users')
      .select(['id', 'password_hash', 'is_active', 'token_version'])
      .where((eb) => eb(eb.fn<string>('lower', ['username']), '=', input.username.normalize('NFC').toLowerCase()))
      .executeTakeFirst(),
  )
  // Outside the transaction: hashing takes 20 ms and would hold a connection.
  const matches = await checkPassword(user?.password_hash, input.password)
  if (!user || !matches || !user.is_active) {
    s.log.info({ username: input.username.slice(0, 100), ip: input.ip }, 'a login was refused')
    refuse('unauthenticated', WRONG)
  }
  const now = s.now()
  const family = newId()
  const endsAt = new Date(now.getTime() + ABSOLUTE_DAYS * 86_400_000)
  await s.database.inControl(async (tx) => {
    await tx.db
      .insertInto('session_families')
      .values({
        id: family,
        user_id: user.id,
        rotated_at: now,
        created_at: now,
        expires_at: earlier(new Date(now.getTime() + s.refresh_seconds * 1000), endsAt),
        ends_at: endsAt,
        user_agent: input.user_agent?.slice(0, 300) ?? null,
        ip: input.ip,
      })
      .execute()
    await tx.db.updateTable('users').set({ last_login: now }).where('id', '=', user.id).execute()
    await forgetPerson(tx, user.id)
  })
  s.people.forget(user.id)
  return pair(s, { user_id: user.id, version: user.token_version, family, generation: 0, rotated_at: now, now })
}

/**
 * Answers a refresh token with its successor. A token that was already used ends its family, except within the
 * ten seconds in which its answer may have been lost; two at once get the same successor.
 */
export async function refreshSession(s: Sessions, token: string): Promise<TokenPair> {
  const now = s.now()
  const claims = await s.tokens.readRefresh(token, now)
  if (!claims) refuse('unauthenticated', 'Could not validate credentials')
  const outcome = await s.database.inControl(async (tx) => {
    const row = await lockFamily(tx, claims.family)
    if (!row || row.user_id !== claims.user_id || row.revoked_at || !row.is_active || row.expires_at <= now)
      return undefined
    const renewed = { user_id: row.user_id, version: row.token_version, family: claims.family, now }
    if (claims.generation === row.generation) {
      const expires = earlier(new Date(now.getTime() + s.refresh_seconds * 1000), row.ends_at)
      await tx.db
        .updateTable('session_families')
        .set({ generation: row.generation + 1, rotated_at: now, expires_at: expires })
        .where('id', '=', claims.family)
        .execute()
      return { ...renewed, generation: row.generation + 1, rotated_at: now }
    }
    const lostAnswer = claims.generation === row.generation - 1 && now.getTime() - row.rotated_at.getTime() <= GRACE_MS
    if (lostAnswer) return { ...renewed, generation: row.generation, rotated_at: row.rotated_at }
    await revoke(tx, claims.family, row.user_id, 'reuse', now)
    s.log.warn(
      { user_id: row.user_id, family: claims.family },
      'a used refresh token was presented again, its session was ended',
    )
    return undefined
  })
  if (!outcome) {
    s.people.forget(claims.user_id)
    refuse('unauthenticated', 'Could not validate credentials')
  }
  return pair(s, outcome)
}

/** Ends the family that the access token belongs to. */
export async function logout(s: Sessions, userId: number, family: string): Promise<void> {
  await s.database.inControl((tx) => revoke(tx, family, userId, 'logout', s.now()))
  s.people.forget(userId)
}

async function lockFamily(tx: Tx, id: string) {
  return tx.db
    .selectFrom('session_families as f')
    .innerJoin('users as u', 'u.id', 'f.user_id')
    .select([
      'f.user_id',
      'f.generation',
      'f.rotated_at',
      'f.expires_at',
      'f.ends_at',
      'f.revoked_at',
      'u.is_active',
      'u.token_version',
    ])
    .where('f.id', '=', id)
    .forUpdate('f')
    .executeTakeFirst()
}

async function revoke(tx: Tx, family: string, userId: number, reason: string, now: Date): Promise<void> {
  await tx.db
    .updateTable('session_families')
    .set({ revoked_at: now, revoked_reason: reason })
    .where('id', '=', family)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute()
  await forgetPerson(tx, userId)
}

async function pair(
  s: Sessions,
  t: { user_id: number; version: number; family: string; generation: number; rotated_at: Date; now: Date },
): Promise<TokenPair> {
  return {
    access_token: await s.tokens.access(t, t.now, s.access_seconds),
    token_type: 'bearer',
    refresh_token: await s.tokens.refresh(t, t.rotated_at, s.refresh_seconds),
    expires_in: s.access_seconds,
  }
}

function earlier(a: Date, b: Date): Date {
  return a < b ? a : b
}
