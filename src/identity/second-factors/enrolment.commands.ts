// Second factors, by their user or an administrator: set up, confirm, renew, remove.
import { randomBytes } from 'node:crypto'
import { refuse } from '../../kernel/errors.ts'
import { auditInstall } from '../../platform/audit/audit.ts'
import type { Actor, Principal } from '../../platform/ctx.ts'
import { asInstall } from '../../platform/secrets/install.ts'
import type { Vault } from '../../platform/secrets/vault.ts'
import { endFamilies, type LoginClient } from '../families.writes.ts'
import type { Sessions } from '../sessions.commands.ts'
import { forgetCachedPerson } from '../users/people.reads.ts'
import { mustKnowPassword, onUser, type UserParts } from '../users/users.commands.ts'
import type { User } from '../users/users.reads.ts'
import { makeRecoveryCodes, takeCode, takeTotp, totpPlace } from './codes.commands.ts'
import { appAddress, base32Of } from './one-time-passwords.logic.ts'
import { readTotpCode } from './recovery-codes.logic.ts'
import { hasTotp } from './second-factors.reads.ts'

/** As long as the HMAC, as RFC 4226 recommends. */
const SECRET_BYTES = 20

export type Factors = Sessions & { vault: Vault }

/** Makes a secret for the app; it asks for nothing until {@link confirmTotp}. 409 when one is in use. */
export async function beginTotp(
  s: Factors,
  { user_id, username }: Principal,
  by: Actor,
): Promise<{ secret: string; uri: string }> {
  const secret = base32Of(randomBytes(SECRET_BYTES))
  await s.database.inControl(async (tx) => {
    if (await hasTotp(tx, user_id)) refuse('conflict', 'There is a second factor already; take it away first')
    const sealed = await s.vault.seal(await asInstall(tx), totpPlace(user_id), secret)
    await tx.client.query(
      `insert into user_totp (user_id, sealed) values ($1, $2)
        on conflict (user_id) do update set sealed = excluded.sealed, last_step = 0, created_at = now() where user_totp.confirmed_at is null`,
      [user_id, sealed],
    )
    await auditInstall(tx, { act: 'second_factor.begun', object: { type: 'user', id: user_id, name: username } })
  }, by)
  return { secret, uri: appAddress('Millrace', username, secret) }
}

const WRONG = 'The code is not right. Check that the clock of your phone is, and wait for the next one'

/** From the first good code on, the second factor is required. Returns the recovery codes, this once. 400 for a wrong code. */
export async function confirmTotp(
  s: Factors,
  { user_id, username }: Principal,
  by: Actor,
  typed: string,
  client: LoginClient,
): Promise<string[]> {
  const now = s.now()
  const codes = await s.throttle.guard({ ...client, account: username, purpose: 'second factor' }, now, () =>
    s.database.inControl(async (tx) => {
      const code = readTotpCode(typed)
      if (!code || !(await takeTotp(tx, s.vault, user_id, code, now, false))) return undefined
      await tx.client.query('update user_totp set confirmed_at = $2 where user_id = $1', [user_id, now])
      await forgetCachedPerson(tx, user_id)
      await auditInstall(tx, { act: 'second_factor.confirmed', object: { type: 'user', id: user_id, name: username } })
      return makeRecoveryCodes(tx, user_id)
    }, by),
  )
  s.people.forget(user_id)
  return codes ?? refuse('bad_request', WRONG)
}

/** Other recovery codes in place of those there were. 400 for a wrong code. */
export function renewRecoveryCodes(
  s: Factors,
  principal: Principal,
  by: Actor,
  typed: string,
  client: LoginClient,
): Promise<string[]> {
  return withCode(s, principal, by, typed, client, 'recovery_codes.made', (tx) =>
    makeRecoveryCodes(tx, principal.user_id),
  )
}

/** Removes the second factor, given the password and a code. 400 when either is wrong. */
export async function removeTotp(
  s: Factors,
  principal: Principal,
  by: Actor,
  input: { password: string; code: string },
  client: LoginClient,
): Promise<void> {
  await mustKnowPassword(s, principal, input.password, client)
  await withCode(s, principal, by, input.code, client, 'second_factor.removed', async (tx) => {
    await tx.client.query('delete from user_totp where user_id = $1', [principal.user_id])
    await tx.client.query('delete from recovery_codes where user_id = $1', [principal.user_id])
    await forgetCachedPerson(tx, principal.user_id)
    return true
  })
  s.people.forget(principal.user_id)
}

/** Takes every second factor and passkey of an account away and ends its sessions: its password alone lets its owner in again. */
export function resetSecondFactors(s: UserParts, by: Actor, userId: number): Promise<User> {
  return onUser(s, by, userId, 'second_factor.reset', async (tx) => {
    for (const table of ['user_totp', 'recovery_codes', 'login_challenges', 'passkeys'])
      await tx.client.query(`delete from ${table} where user_id = $1`, [userId])
    await endFamilies(tx, userId, 'second factor reset by an administrator', s.now())
  })
}

type Work<T> = (tx: Parameters<typeof makeRecoveryCodes>[0]) => Promise<T>

async function withCode<T>(
  s: Factors,
  { user_id, username }: Principal,
  by: Actor,
  typed: string,
  client: LoginClient,
  act: string,
  work: Work<T>,
): Promise<T> {
  const now = s.now()
  const done = await s.throttle.guard({ ...client, account: username, purpose: 'second factor' }, now, () =>
    s.database.inControl(async (tx) => {
      if (!(await takeCode(tx, s.vault, user_id, typed, now))) return undefined
      await auditInstall(tx, { act, object: { type: 'user', id: user_id, name: username } })
      return { value: await work(tx) }
    }, by),
  )
  return done ? done.value : refuse('bad_request', WRONG)
}
