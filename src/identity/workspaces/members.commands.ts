// The members of a workspace and their roles. Every change holds the lock of the workspace, so that it never loses its last owner.
import { refuse } from '../../kernel/errors.ts'
import { auditIn } from '../../platform/audit/audit.ts'
import type { Scope, WorkspaceRole } from '../../platform/ctx.ts'
import type { NewAuditLine } from '../../platform/db/audit-line.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { mayDo, roleCovers } from '../capabilities.logic.ts'
import type { People } from '../users/people.reads.ts'
import { keepAnAdminWithout } from '../users/users.commands.ts'
import { readMember } from './members.reads.ts'

export interface MemberParts {
  database: Database
  people: People
}

type Member = NonNullable<Awaited<ReturnType<typeof readMember>>>

/**
 * Adds a member at once. Only people the caller shares a workspace with can be named; all others are as unknown as
 * users who do not exist, and need an invitation. Platform administrators can name every user.
 */
export async function addMember(
  parts: MemberParts,
  scope: Scope,
  input: { user_id?: number | null; username?: string | null; role: string },
): Promise<Member> {
  return changeMember(parts, scope, async (tx, caller) => {
    mayGive(caller, input.role)
    const user = await findAcquaintance(tx, scope, input)
    if (await roleOf(tx, scope.workspace_id, user))
      refuse('conflict', 'This user is a member already. Change the role in the list of members.')
    await tx.client.query('insert into memberships (workspace_id, user_id, role) values ($1, $2, $3)', [
      scope.workspace_id,
      user,
      input.role,
    ])
    return { user, act: 'member.added', after: { role: input.role } }
  })
}

/** Only owners make and unmake owners (403); the last one stays (409). */
export async function setMemberRole(parts: MemberParts, scope: Scope, userId: number, role: string): Promise<Member> {
  return changeMember(parts, scope, async (tx, caller) => {
    const before = (await roleOf(tx, scope.workspace_id, userId)) ?? refuse('not_found', 'Member not found')
    mayGive(caller, role)
    mayGive(caller, before)
    if (before === 'owner' && role !== 'owner') await keepAnOwner(tx, scope.workspace_id, userId)
    await writeRole(tx, scope.workspace_id, userId, role)
    if (!roleCovers(role as WorkspaceRole, 'members.edit')) await dropInvitations(tx, scope.workspace_id, userId)
    return { user: userId, act: 'member.role_changed', before: { role: before }, after: { role } }
  })
}

/** Sends a member away; people may always send themselves away, but the last owner stays (409). */
export async function removeMember(parts: MemberParts, scope: Scope, userId: number): Promise<void> {
  await parts.database.inControl(async (tx) => {
    const caller = await lockAs(tx, scope)
    const member = (await readMember(tx, scope.workspace_id, userId)) ?? refuse('not_found', 'Member not found')
    const role = member.role as WorkspaceRole
    if (userId !== scope.principal.user_id) {
      mayManage(caller)
      mayGive(caller, role)
    }
    if (role === 'owner') await keepAnOwner(tx, scope.workspace_id, userId)
    await tx.client.query('delete from memberships where workspace_id = $1 and user_id = $2', [
      scope.workspace_id,
      userId,
    ])
    await keepAnAdminWithout(tx, [userId])
    await tx.client.query('update users set active_workspace_id = null where id = $2 and active_workspace_id = $1', [
      scope.workspace_id,
      userId,
    ])
    await dropInvitations(tx, scope.workspace_id, userId)
    const act = userId === scope.principal.user_id ? 'member.left' : 'member.removed'
    await auditIn(tx, scope.workspace_id, { act, object: objectOf(member), before: { role } })
  }, scope.actor)
  parts.people.forget(userId)
}

/** Makes another member owner in place of the caller, who stays as admin. */
export async function transferOwnership(parts: MemberParts, scope: Scope, userId: number): Promise<void> {
  const own = scope.principal.user_id
  await parts.database.inControl(async (tx) => {
    mayDo(await lockAs(tx, scope), 'workspace.transfer')
    const member = (await readMember(tx, scope.workspace_id, userId)) ?? refuse('not_found', 'Member not found')
    if (userId === own) return
    await writeRole(tx, scope.workspace_id, userId, 'owner')
    await writeRole(tx, scope.workspace_id, own, 'admin')
    await auditIn(tx, scope.workspace_id, {
      act: 'workspace.transferred',
      object: objectOf(member),
      before: { role: member.role, owner: scope.principal.username },
      after: { role: 'owner' },
    })
  }, scope.actor)
  parts.people.forget(userId)
  parts.people.forget(own)
}

async function changeMember(
  parts: MemberParts,
  scope: Scope,
  work: (tx: Tx, caller: WorkspaceRole) => Promise<{ user: number } & Pick<NewAuditLine, 'act' | 'before' | 'after'>>,
): Promise<Member> {
  const member = await parts.database.inControl(async (tx) => {
    const caller = await lockAs(tx, scope)
    mayManage(caller)
    const { user: userId, ...line } = await work(tx, caller)
    const changed = (await readMember(tx, scope.workspace_id, userId)) as Member
    await auditIn(tx, scope.workspace_id, { ...line, object: objectOf(changed) })
    return changed
  }, scope.actor)
  parts.people.forget(member.user_id)
  return member
}

function objectOf({ user_id, username }: Member) {
  return { type: 'member', id: user_id, name: username }
}

/** Waits for other changes of the workspace's people and returns the caller's role after them. */
export async function lockAs(tx: Tx, scope: Scope): Promise<WorkspaceRole> {
  await tx.client.query('select 1 from workspaces where id = $1 for update', [scope.workspace_id])
  const role = await roleOf(tx, scope.workspace_id, scope.principal.user_id)
  return role ?? refuse('not_found', 'Workspace not found')
}

async function roleOf(tx: Tx, workspaceId: string, userId: number): Promise<WorkspaceRole | undefined> {
  const { rows } = await tx.client.query<{ role: WorkspaceRole }>(
    'select role from memberships where workspace_id = $1 and user_id = $2',
    [workspaceId, userId],
  )
  return rows[0]?.role
}

/** The guard asked before the lock; this asks under it. */
export const mayManage = (caller: WorkspaceRole): void => mayDo(caller, 'members.edit')

function mayGive(caller: WorkspaceRole, role: string): void {
  if (role === 'owner' && caller !== 'owner') refuse('forbidden', 'Only an owner can make or change owners')
}

async function keepAnOwner(tx: Tx, workspaceId: string, userId: number): Promise<void> {
  const { rowCount } = await tx.client.query(
    `select 1 from memberships where workspace_id = $1 and role = 'owner' and user_id <> $2 limit 1`,
    [workspaceId, userId],
  )
  if (rowCount === 0) refuse('conflict', 'A workspace needs an owner: make another member owner first')
}

async function writeRole(tx: Tx, workspaceId: string, userId: number, role: string): Promise<void> {
  await tx.client.query('update memberships set role = $3 where workspace_id = $1 and user_id = $2', [
    workspaceId,
    userId,
    role,
  ])
}

/** Invitations of a member who may no longer invite. */
async function dropInvitations(tx: Tx, workspaceId: string, userId: number): Promise<void> {
  await tx.client.query('delete from invitations where workspace_id = $1 and created_by = $2', [workspaceId, userId])
}

async function findAcquaintance(
  tx: Tx,
  { principal }: Scope,
  { user_id, username }: { user_id?: number | null; username?: string | null },
): Promise<number> {
  const { rows } = await tx.client.query<{ id: number }>(
    `select u.id from users u
     where ($1::bigint is null or u.id = $1) and ($2::text is null or lower(u.username) = lower($2))
       and coalesce($1::text, $2) is not null
       and ($4 or exists (select 1 from memberships mine join memberships theirs on theirs.workspace_id = mine.workspace_id
         where mine.user_id = $3 and theirs.user_id = u.id))`,
    [user_id ?? null, username?.normalize('NFC').trim() ?? null, principal.user_id, principal.is_admin],
  )
  return rows[0]?.id ?? refuse('not_found', 'User not found: invite people from outside with a link')
}
