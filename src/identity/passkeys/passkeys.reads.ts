// The passkeys of an account.
import type { Tx } from '../../platform/db/database.ts'

export interface Passkey {
  id: string
  name: string
  backed_up: boolean
  created_at: string
  last_used_at: string | null
}

type Row = Omit<Passkey, 'created_at' | 'last_used_at'> & {
  credential_id: string
  transports: string[]
  created_at: Date
  last_used_at: Date | null
}

/** Oldest first, with what browsers know them by. */
export async function readPasskeys(
  tx: Tx,
  userId: number,
): Promise<(Passkey & Pick<Row, 'credential_id' | 'transports'>)[]> {
  const { rows } = await tx.client.query<Row>(
    `select id, name, backed_up, created_at, last_used_at, credential_id, transports from passkeys
      where user_id = $1 order by created_at, id limit 200`,
    [userId],
  )
  return rows.map((row) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
  }))
}

export async function findPasskey(tx: Tx, userId: number, id: string): Promise<Passkey | undefined> {
  return (await readPasskeys(tx, userId)).find((one) => one.id === id.toLowerCase())
}
