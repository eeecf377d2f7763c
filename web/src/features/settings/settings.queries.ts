// What the settings pages ask of the API, and how their lists change before the server has answered.
import { api, take } from '../../api/client.ts'
import { everyItem, keys, queries } from '../../api/queries.ts'
import type { Role, Schemas } from '../../api/shapes.ts'

export type Member = Omit<Schemas['MemberResponse'], 'role'> & { role: Role }
export type Invitation = Omit<Schemas['InvitationResponse'], 'role'> & { role: Role }

export const meQuery = {
  queryKey: keys.me,
  queryFn: () => take(api.GET('/auth/me')),
  staleTime: 60_000,
}

export const sessionsQuery = {
  queryKey: [...keys.me, 'sessions'] as const,
  queryFn: () => everyItem<Schemas['Session']>((query) => take(api.GET('/auth/sessions', { params: { query } }))),
}

export function membersQuery(workspaceId: string) {
  return {
    queryKey: keys.settings('members'),
    queryFn: () =>
      everyItem<Member>(
        async (query) =>
          (await take(
            api.GET('/api/workspaces/{ws_id}/members', { params: { path: { ws_id: workspaceId }, query } }),
          )) as { items: Member[]; next_cursor: string | null },
      ),
  }
}

export function invitationsQuery(workspaceId: string) {
  return {
    queryKey: keys.settings('invitations'),
    queryFn: () =>
      everyItem<Invitation>(
        async (query) =>
          (await take(
            api.GET('/api/workspaces/{ws_id}/invitations', { params: { path: { ws_id: workspaceId }, query } }),
          )) as { items: Invitation[]; next_cursor: string | null },
      ),
  }
}

export type ScimTokens = Schemas['ScimTokenList']

export type GroupRoles = Schemas['ScimGroupRoleList']

export const scimTokensQuery = () => ({
  queryKey: keys.settings('scim-tokens'),
  queryFn: () => take(api.GET('/api/settings/scim-tokens')),
})

export const groupRolesQuery = () => ({
  queryKey: keys.settings('scim-groups'),
  queryFn: () => take(api.GET('/api/settings/scim-groups')),
})

/** Changes a cached answer now; the returned function puts back what was there. */
export function patchCached<T>(queryKey: readonly unknown[], change: (before: T) => T): () => void {
  const before = queries.getQueryData<T>(queryKey)
  if (before !== undefined) queries.setQueryData(queryKey, change(before))
  return () => queries.setQueryData(queryKey, before)
}

/** Shows the change at once, asks the server, and takes it back when refused. */
export async function optimistic<T>(
  queryKey: readonly unknown[],
  change: (before: T) => T,
  ask: () => Promise<unknown>,
): Promise<void> {
  // An answer under way would bring back what was there before.
  await queries.cancelQueries({ queryKey })
  const undo = patchCached(queryKey, change)
  try {
    await ask()
  } catch (error) {
    undo()
    throw error
  } finally {
    void queries.invalidateQueries({ queryKey })
  }
}
