// Users who act without a session: the member of a token or a plan, with the role they have at this moment.
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { Actor, Scope } from '../../platform/ctx.ts'
import type { People } from './people.reads.ts'

/** The scope of a member; undefined for a user who is locked, deleted or no longer a member. */
export type ActFor = (workspaceId: WorkspaceId, userId: number, actor: Actor) => Promise<Scope | undefined>

export function createActing({ people, now }: { people: People; now: () => Date }): ActFor {
  return async (workspace_id, userId, actor) => {
    const person = await people.refresh(userId, now())
    const role = person?.memberships.get(workspace_id)
    if (!person?.is_active || !role) return undefined
    const { id, username, is_admin } = person
    const principal = { user_id: id, username, is_admin, family: '', expires_at: new Date(now().getTime() + 3_600_000) }
    return { workspace_id, role, principal, actor }
  }
}
