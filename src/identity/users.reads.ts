// Reading user records.
import type { Static } from 'typebox'
import type { Tx } from '../platform/db/database.ts'
import type { UserResponse } from './auth.schema.ts'

export async function readUser(tx: Tx, id: number): Promise<Static<typeof UserResponse> | undefined> {
  const row = await tx.db
    .selectFrom('users')
    .select(['id', 'username', 'is_active', 'role', 'created_at', 'last_login', 'profile_image'])
    .where('id', '=', id)
    .executeTakeFirst()
  return (
    row && {
      ...row,
      is_admin: row.role === 'admin',
      created_at: row.created_at.toISOString(),
      last_login: row.last_login?.toISOString() ?? null,
    }
  )
}
