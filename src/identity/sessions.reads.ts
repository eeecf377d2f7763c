// The list of a user's logins, as its owner sees it.
import type { Database } from '../platform/db/database.ts'
import { decodeCursor, pageOf } from '../platform/http/paging.ts'

const LIST = 'sessions by creation'

interface SessionRow {
  id: string
  created_at: Date
  rotated_at: Date
  expires_at: Date
  user_agent: string | null
  ip: string | null
  method: string
}

/** Live logins, newest first; `current` is the one that asks. */
export async function readSessions(
  database: Database,
  { user_id, family }: { user_id: number; family: string },
  { limit, cursor }: { limit: number; cursor?: string | null },
  now: Date,
) {
  const after = decodeCursor(LIST, cursor ?? undefined)
  const { rows } = await database.inControl((tx) =>
    tx.client.query<SessionRow>(
      `select id, created_at, rotated_at, expires_at, user_agent, ip, method from session_families
       where user_id = $1 and revoked_at is null and expires_at > $2 and ($3::uuid is null or id < $3)
       order by id desc limit $4`,
      [user_id, now, after?.[0] ?? null, limit + 1],
    ),
  )
  const page = pageOf(LIST, rows, limit, (row) => [row.id])
  const items = page.items.map((row) => ({
    id: row.id,
    created_at: row.created_at.toISOString(),
    last_used_at: row.rotated_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    user_agent: row.user_agent,
    ip: row.ip,
    method: row.method,
    current: row.id === family,
  }))
  return { ...page, items }
}
