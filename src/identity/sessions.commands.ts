// Logging in, staying in, and leaving: one family per login, one live refresh token per family.
import { refuse } from '../kernel/errors.ts'
import { auditInstall } from '../platform/audit/audit.ts'
import type { Actor, Principal } from '../platform/ctx.ts'
import type { Database, Tx } from '../platform/db/database.ts'
import type { Log } from '../platform/log.ts'
import { anonymousActor, enterAs, recordFailure } from './entry.commands.ts'
import {
  earlierOf,
  endFamilies,
  type LoginClient,
  type TokenPair,
  type TokenSettings,
  tokensOf,
} from './families.writes.ts'
import type { checkPassword } from './passwords.logic.ts'
import { hasTotp } from './second-factors/second-factors.reads.ts'
import { type Challenge, startChallenge } from './second-factors/start-challenge.commands.ts'
import { readEnforcement } from './sso/enforcement.reads.ts'
import type { LoginThrottle } from './throttle.commands.ts'
import type { StreamTickets } from './tickets.commands.ts'
import type { People } from './users/people.reads.ts'

/** A refresh repeated within this time is a lost answer, not a thief: it gets the same successor. */
const GRACE_MS = 10_000

export interface Sessions extends TokenSettings {
  database: Database
  people: People
  throttle: LoginThrottle
  checkPassword: typeof checkPassword
  tickets: StreamTickets
  log: Log
  now: () => Date
}

const WRONG = 'Incorrect username or password'

/**
 * Starts a family for the right name and password; the same refusal, after the same work, for everything else.
 * 429 after too many failures, see throttle.commands.ts. Returns a challenge instead of tokens where a second factor is required.
 */
export async function login(
  s: Sessions,
  input: { username: string; password: string } & LoginClient,
): Promise<TokenPair | Challenge> {
  const now = s.now()
  const entered = await s.throttle.guard({ account: input.username, ...input }, now, async () => {
    const user = await findByName(s.database, input.username)
    // Outside the transaction: hashing takes 20 ms and would hold a connection.
    const matches = await s.checkPassword(user?.password_hash, input.password)
    if (!user || !matches) {
      await s.database.inControl((tx) => recordFailure(tx, input, user))
      return undefined
    }
    return s.database.inControl(async (tx) => {
      // Only after the right password.
      const domain = await readEnforcement(tx, user.id)
      if (domain !== undefined) {
        await recordFailure(tx, input, user, { method: 'password', reason: 'single sign-on is required' })
        return { domain }
      }
      if (await hasTotp(tx, user.id)) return { step: await startChallenge(tx, user, now) }
      // Only if the password was not changed nor the account locked during the check.
      const family = await enterAs(s, tx, user, input, now, { method: 'password' })
      if (!family) await recordFailure(tx, input, user)
      return family
    })
  })
  if (!entered) {
    s.log.info({ ip: input.ip }, 'a login was refused')
    return refuse('unauthenticated', WRONG)
  }
  if ('domain' in entered) return refuse('forbidden', `People of ${entered.domain} log in by single sign-on`)
  if ('step' in entered) return entered.step
  s.people.forget(entered.user_id)
  return tokensOf(s, entered)
}

/**
 * Answers a refresh token with its successor. A token that was already used ends its family, except within the
 * ten seconds in which its answer may have been lost; two at once get the same successor.
 */
export async function refreshSession(
  s: Sessions,
  token: string,
  client: Pick<LoginClient, 'ip' | 'request_id'>,
): Promise<TokenPair> {
  const now = s.now()
  const claims = await s.tokens.readRefresh(token, now)
  if (!claims) refuse('unauthenticated', 'Could not validate credentials')
  const outcome = await s.database.inControl(async (tx) => {
    const row = await lockFamily(tx, claims.family)
    if (!row || row.user_id !== claims.user_id || row.revoked_at || !row.is_active || row.expires_at <= now)
      return undefined
    const renewed = { user_id: row.user_id, version: row.token_version, family: claims.family, now }
    if (claims.generation === row.generation) {
      const expires = earlierOf(new Date(now.getTime() + s.refresh_seconds * 1000), row.ends_at)
      await tx.client.query(
        'update session_families set generation = $2, rotated_at = $3, expires_at = $4 where id = $1',
        [claims.family, row.generation + 1, now, expires],
      )
      return { ...renewed, generation: row.generation + 1, rotated_at: now }
    }
    const lostAnswer = claims.generation === row.generation - 1 && now.getTime() - row.rotated_at.getTime() <= GRACE_MS
    if (lostAnswer) return { ...renewed, generation: row.generation, rotated_at: row.rotated_at }
    await endFamilies(tx, row.user_id, 'reuse', now, claims.family)
    const object = { type: 'user', id: row.user_id, name: row.username }
    const after = { session_id: claims.family }
    await auditInstall(tx, { act: 'session.reuse_detected', object, after }, anonymousActor(client))
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
  return tokensOf(s, outcome)
}

/** Ends the family that the access token belongs to. */
export async function logout(s: Sessions, by: Actor, { user_id, family }: Principal): Promise<void> {
  await s.database.inControl(async (tx) => {
    await endFamilies(tx, user_id, 'logout', s.now(), family)
    await auditInstall(tx, { act: 'session.logged_out', object: { type: 'session', id: family } })
  }, by)
  s.people.forget(user_id)
}

/** Ends every login of the user, this one too. */
export async function logoutAll(
  s: Pick<Sessions, 'database' | 'people' | 'now'>,
  by: Actor,
  userId: number,
): Promise<void> {
  await s.database.inControl(async (tx) => {
    const sessions = await endFamilies(tx, userId, 'logout', s.now())
    const object = { type: 'user', id: userId, name: by.name }
    await auditInstall(tx, { act: 'session.all_ended', object, before: { sessions } })
  }, by)
  s.people.forget(userId)
}

/** Ends one login of the user; 404 for one that is not theirs or has ended. */
export async function endSession(s: Sessions, by: Actor, userId: number, family: string): Promise<void> {
  await s.database.inControl(async (tx) => {
    const ended = await endFamilies(tx, userId, 'ended by its owner', s.now(), family)
    if (ended === 0) refuse('not_found', 'Session not found')
    await auditInstall(tx, { act: 'session.ended', object: { type: 'session', id: family } })
  }, by)
  s.people.forget(userId)
}

interface LockedFamily {
  user_id: number
  generation: number
  rotated_at: Date
  expires_at: Date
  ends_at: Date
  revoked_at: Date | null
  username: string
  is_active: boolean
  token_version: number
}

async function lockFamily(tx: Tx, id: string): Promise<LockedFamily | undefined> {
  const { rows } = await tx.client.query<LockedFamily>(
    `select f.user_id, f.generation, f.rotated_at, f.expires_at, f.ends_at, f.revoked_at,
        u.username, u.is_active, u.token_version
     from session_families f join users u on u.id = f.user_id where f.id = $1 for update of f`,
    [id],
  )
  return rows[0]
}

async function findByName(database: Database, username: string) {
  // An account that a directory made is the directory's to close: without a workspace it cannot log in.
  const { rows } = await database.inControl((tx) =>
    tx.client.query<{ id: number; username: string; password_hash: string }>(
      `select id, username, password_hash from users where lower(username) = lower($1)
       and (provisioned_by is null or exists (select 1 from memberships m where m.user_id = users.id))`,
      [username.normalize('NFC').trim()],
    ),
  )
  return rows[0]
}
