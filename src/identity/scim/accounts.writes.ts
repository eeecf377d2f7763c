// The accounts of provisioned users, and their membership: changed, closed, and given a role by groups.

import { audit } from '../../platform/audit/audit.ts'
import type { WorkspaceRole } from '../../platform/ctx.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { endFamilies } from '../families.writes.ts'
import { findFreeName } from '../users/provided-accounts.commands.ts'
import { keepAnAdminWithout } from '../users/users.commands.ts'
import { ScimError } from './scim.error.ts'

/**
 * Changes name or password of an account that is the directory's alone, or locks it. Not of one that is in another workspace as well,
 * owns this one or administers the install: a directory must not gain more than its own workspace's members.
 */
export async function changeAccount(
  tx: WorkspaceTx,
  userId: number,
  change: { slug: string; user_name?: string; password_hash?: string; locked?: true },
  now: Date,
): Promise<void> {
  const { rows } = await tx.client.query(
    `select 1 from users u where u.id = $1 and u.provisioned_by = $2 and u.role = 'user' and not exists
      (select from memberships m where m.user_id = u.id and (m.workspace_id <> $2 or m.role = 'owner')) for update`,
    [userId, tx.workspace_id],
  )
  if (rows.length === 0) return
  if (change.user_name !== undefined) {
    const username = await findFreeName(tx, { slug: change.slug, user_name: change.user_name })
    await tx.client.query('update users set username = $2 where id = $1', [userId, username])
  }
  if (change.locked) await tx.client.query('update users set is_active = false where id = $1', [userId])
  if (change.password_hash !== undefined) {
    await tx.client.query('update users set password_hash = $2, token_version = token_version + 1 where id = $1', [
      userId,
      change.password_hash,
    ])
    await endFamilies(tx, userId, 'password changed by the directory', now)
  }
}

/**
 * Ends the membership in this workspace at once, and every login of an account that is in no other one. Returns the role
 * it had. Throws 409 for the last owner, under a lock that orders all who change owners of the workspace.
 */
export async function closeMembership(tx: WorkspaceTx, userId: number, now: Date): Promise<WorkspaceRole | undefined> {
  await tx.client.query('select 1 from workspaces where id = $1 for update', [tx.workspace_id])
  const { rows } = await tx.client.query<{ role: WorkspaceRole; other_owners: number; elsewhere: boolean }>(
    `select m.role, (select count(*)::int from memberships o join users u on u.id = o.user_id
        where o.workspace_id = $1 and o.role = 'owner' and o.user_id <> $2 and u.is_active) as other_owners,
      exists (select from memberships e where e.user_id = $2 and e.workspace_id <> $1) as elsewhere
     from memberships m where m.workspace_id = $1 and m.user_id = $2`,
    [tx.workspace_id, userId],
  )
  const [place] = rows
  if (!place) return undefined
  if (place.role === 'owner' && place.other_owners === 0) {
    throw new ScimError(409, 'The last owner of a workspace keeps access; hand the ownership over first')
  }
  await tx.client.query('delete from memberships where workspace_id = $1 and user_id = $2', [tx.workspace_id, userId])
  await keepAnAdminWithout(tx, [userId])
  if (!place.elsewhere) await endFamilies(tx, userId, 'deactivated by the directory', now)
  return place.role
}

const BEST_ROLE = `select g.role from scim_group_members gm join scim_groups g on g.workspace_id = gm.workspace_id and g.id = gm.group_id
  where gm.workspace_id = u.workspace_id and gm.scim_user_id = u.id and g.role is not null
  order by array_position(array['admin', 'editor', 'member', 'viewer'], g.role) limit 1`

/** The highest role that the groups of a user give; undefined when none gives one. */
export async function roleFromGroups(tx: WorkspaceTx, scimUserId: string): Promise<WorkspaceRole | undefined> {
  const { rows } = await tx.client.query<{ role: WorkspaceRole | null }>({
    name: 'scim_group_role',
    text: `select (${BEST_ROLE}) as role from scim_users u where u.workspace_id = $1 and u.id = $2`,
    values: [tx.workspace_id, scimUserId],
  })
  return rows[0]?.role ?? undefined
}

/**
 * Gives these people the highest role of their groups, viewer without one; owners stay owners. For people whose groups
 * with a role, or the roles of their groups, have just changed. Returns the accounts that have another role now.
 */
export async function applyGroupRoles(tx: WorkspaceTx, scimUserIds: readonly string[]): Promise<number[]> {
  if (scimUserIds.length === 0) return []
  const { rows } = await tx.client.query<{ user_id: number; role: WorkspaceRole }>(
    `update memberships m set role = best.role
     from (select u.user_id, coalesce((${BEST_ROLE}), 'viewer') as role
           from scim_users u where u.workspace_id = $1 and u.id = any($2::uuid[])) best
     where m.workspace_id = $1 and m.user_id = best.user_id and m.role <> 'owner' and m.role <> best.role
     returning m.user_id, m.role`,
    [tx.workspace_id, scimUserIds],
  )
  if (rows.length > 0) {
    const after = {
      members: rows.length,
      roles: Object.fromEntries(rows.slice(0, 100).map((m) => [m.user_id, m.role])),
    }
    await audit(tx, { act: 'member.roles_by_groups', object: { type: 'member' }, after })
  }
  return rows.map(({ user_id }) => user_id)
}
