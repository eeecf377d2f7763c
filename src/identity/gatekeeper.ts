// The guard of every door: who the bearer of a token is, where they act, and whether their role is enough.
import { refuse } from '../kernel/errors.ts'
import type { WorkspaceId } from '../kernel/ids.ts'
import type { Gatekeeper } from '../platform/http/route.ts'
import { roleCovers } from './capabilities.logic.ts'
import type { People, Person } from './people.reads.ts'
import type { TokenSigner } from './tokens.logic.ts'

export function createGatekeeper({
  tokens,
  people,
  now,
}: {
  tokens: TokenSigner
  people: People
  now: () => Date
}): Gatekeeper {
  // The person behind a principal, so that entering a workspace needs no second look-up.
  const behind = new WeakMap<object, Person>()
  return {
    async authenticate({ bearer, query }, access) {
      const token = bearer ?? (access === 'stream' ? query : undefined)
      if (token === undefined) refuse('unauthenticated', 'Not authenticated')
      const claims = await tokens.readAccess(token, now())
      const person = claims && (await people.find(claims.user_id, claims.family, now()))
      if (
        !claims ||
        !person?.is_active ||
        person.token_version !== claims.version ||
        !person.families.has(claims.family)
      )
        refuse('unauthenticated', 'Could not validate credentials')
      const principal = {
        user_id: person.id,
        username: person.username,
        is_admin: person.is_admin,
        expires_at: claims.expires_at,
        family: claims.family,
      }
      behind.set(principal, person)
      return principal
    },
    async enterWorkspace(principal, workspace, requestId) {
      const person = behind.get(principal)
      const chosen = (workspace?.toLowerCase() || activeWorkspace(person)) as WorkspaceId | undefined
      const role = chosen && person?.memberships.get(chosen)
      if (!chosen || !role) refuse('not_found', 'Workspace not found')
      return { workspace_id: chosen, role, principal, request_id: requestId }
    },
    permits: (scope, needs) => roleCovers(scope.role, needs),
  }
}

function activeWorkspace(person: Person | undefined): WorkspaceId | undefined {
  if (!person) return undefined
  const active = person.active_workspace_id
  return active && person.memberships.has(active) ? active : person.memberships.keys().next().value
}
