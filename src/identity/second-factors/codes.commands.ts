// Taking the code of a second factor: each once, by time from the app or from the list of recovery codes.
import { randomInt } from 'node:crypto'
import type { Tx } from '../../platform/db/database.ts'
import { hashOfToken } from '../../platform/secrets/bearer-token.ts'
import { asInstall } from '../../platform/secrets/install.ts'
import type { Vault } from '../../platform/secrets/vault.ts'
import { stepOfCode } from './one-time-passwords.logic.ts'
import {
  ALPHABET,
  CODE_LETTERS,
  CODES,
  formatRecoveryCode,
  readRecoveryCode,
  readTotpCode,
} from './recovery-codes.logic.ts'

export const totpPlace = (userId: number) => ['totp', String(userId)]

/** Uses a code of the account up. Undefined for one that is wrong or was used; `confirmed` asks for a secret that is in use. */
export async function takeCode(
  tx: Tx,
  vault: Vault,
  userId: number,
  typed: string,
  now: Date,
): Promise<'totp' | 'recovery_code' | undefined> {
  const digits = readTotpCode(typed)
  if (digits) return (await takeTotp(tx, vault, userId, digits, now, true)) ? 'totp' : undefined
  const code = readRecoveryCode(typed)
  if (!code) return undefined
  const used = await tx.client.query(
    'update recovery_codes set used_at = $3 where user_id = $1 and hash = $2 and used_at is null',
    [userId, hashOfToken(code), now],
  )
  return used.rowCount === 1 ? 'recovery_code' : undefined
}

/** Whether the six digits are good now and are taken for the first time. */
export async function takeTotp(
  tx: Tx,
  vault: Vault,
  userId: number,
  token: string,
  now: Date,
  confirmed: boolean,
): Promise<boolean> {
  // Locked, so that of two who bring the same code at once one is late.
  const { rows } = await tx.client.query<{ sealed: Buffer; last_step: number }>(
    `select sealed, last_step from user_totp where user_id = $1 and (confirmed_at is not null) = $2 for update`,
    [userId, confirmed],
  )
  const [row] = rows
  if (!row) return false
  const [secret] = await vault.open(await asInstall(tx), [{ place: totpPlace(userId), sealed: row.sealed }])
  if (!secret) return false
  const step = stepOfCode(secret, token, Math.floor(now.getTime() / 1000), row.last_step)
  if (step === undefined) return false
  await tx.client.query('update user_totp set last_step = $2 where user_id = $1', [userId, step])
  return true
}

/** New recovery codes in place of all there were; they are shown once. */
export async function makeRecoveryCodes(tx: Tx, userId: number): Promise<string[]> {
  const letters = () => Array.from({ length: CODE_LETTERS }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  const codes = Array.from({ length: CODES }, letters)
  await tx.client.query('delete from recovery_codes where user_id = $1', [userId])
  // 79 random bits each: there is nothing to guess, so a fast hash is enough.
  await tx.client.query('insert into recovery_codes (user_id, hash) select $1, unnest($2::bytea[])', [
    userId,
    codes.map(hashOfToken),
  ])
  return codes.map(formatRecoveryCode)
}
