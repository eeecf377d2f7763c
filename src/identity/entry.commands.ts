// Starts the session of a user whose login was verified, by any method: the account must still exist, and the act is recorded.
import { auditInstall } from '../platform/audit/audit.ts'
import type { AuditActor } from '../platform/db/audit-line.ts'
import type { Tx } from '../platform/db/database.ts'
import { type LiveFamily, type LoginClient, type Means, startFamily, type TokenSettings } from './families.writes.ts'

/** The condition on `users u` for a login: a directory can close the accounts it made, and they are closed without a workspace. */
export const CAN_ENTER =
  'u.is_active and (u.provisioned_by is null or exists (select from memberships m where m.user_id = u.id))'

/** Begins a session of the account, unless it cannot log in by now; `password_hash` as it was when it was checked. */
export async function enterAs(
  s: TokenSettings,
  tx: Tx,
  who: { id: number; password_hash?: string },
  client: LoginClient,
  now: Date,
  means: Means,
): Promise<LiveFamily | undefined> {
  const { rows } = await tx.client.query<{ id: number; username: string; token_version: number }>(
    `update users u set last_login = $2 where u.id = $1 and ($3::text is null or u.password_hash = $3) and ${CAN_ENTER}
      returning u.id, u.username, u.token_version`,
    [who.id, now, who.password_hash ?? null],
  )
  const [user] = rows
  if (!user) return undefined
  const family = await startFamily(s, tx, user, client, now, means)
  const object = { type: 'user', id: user.id, name: user.username }
  const after = { session_id: family.family, ...means }
  const actor = { ...anonymousActor(client), kind: 'user' as const, user_id: user.id, name: user.username }
  await auditInstall(tx, { act: 'login.succeeded', object, after }, actor)
  return family
}

/** An unknown name is left out: people type passwords into the field for the name. */
export async function recordFailure(
  tx: Tx,
  client: LoginClient,
  user: { id: number; username: string } | undefined,
  after?: { method: string; reason: string; provider_id?: string },
): Promise<void> {
  const object = { type: 'user', id: user?.id ?? null, name: user?.username ?? null }
  await auditInstall(tx, { act: 'login.failed', object, ...(after && { after }) }, anonymousActor(client))
}

/** The actor of a request before authentication. */
export function anonymousActor({
  ip,
  request_id,
}: Pick<LoginClient, 'ip' | 'request_id'>): AuditActor & { name: string } {
  return { kind: 'stranger', user_id: null, name: 'stranger', token_id: null, ip, request_id }
}
