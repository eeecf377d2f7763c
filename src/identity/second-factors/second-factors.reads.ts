// Which second factors an account has.
import type { Tx } from '../../platform/db/database.ts'

/** Whether logging in with the password takes a second step. */
export async function hasTotp(tx: Tx, userId: number): Promise<boolean> {
  const { rowCount } = await tx.client.query({
    name: 'has_totp',
    text: 'select 1 from user_totp where user_id = $1 and confirmed_at is not null',
    values: [userId],
  })
  return rowCount === 1
}

export interface SecondFactors {
  totp: { confirmed_at: string } | null
  recovery_codes_left: number
}

export async function readSecondFactors(tx: Tx, userId: number): Promise<SecondFactors> {
  const { rows } = await tx.client.query<{ confirmed_at: Date | null; left: number }>(
    `select (select confirmed_at from user_totp where user_id = $1) as confirmed_at,
        (select count(*)::int from recovery_codes where user_id = $1 and used_at is null) as left`,
    [userId],
  )
  const { confirmed_at = null, left = 0 } = rows[0] ?? {}
  return { totp: confirmed_at && { confirmed_at: confirmed_at.toISOString() }, recovery_codes_left: left }
}
