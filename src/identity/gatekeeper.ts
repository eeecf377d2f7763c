// The guard of every request: who the bearer of a token is, where they act, and whether their role is enough.
import { refuse } from '../kernel/errors.ts'
import type { WorkspaceId } from '../kernel/ids.ts'
import type { Principal, Scope } from '../platform/ctx.ts'
import type { Database } from '../platform/db/database.ts'
import type { Credential, Gatekeeper, RouteAccess, RouteFacts } from '../platform/http/route.ts'
import { isApiToken, isTokenGood, takeApiToken } from './api-tokens/find-token.commands.ts'
import { capabilitiesFor, mustAllow } from './api-tokens/token-capabilities.logic.ts'
import { roleCovers, roleRefusal } from './capabilities.logic.ts'
import type { StreamTickets } from './tickets.commands.ts'
import type { AccessClaims, TokenSigner } from './tokens.logic.ts'
import type { People, Person } from './users/people.reads.ts'

const HOUR_MS = 3_600_000

export function createGatekeeper({
  database,
  tokens,
  people,
  tickets,
  now,
}: {
  database: Database
  tokens: TokenSigner
  people: People
  tickets: StreamTickets
  now: () => Date
}): Gatekeeper {
  // The user of a principal, so that entering a workspace needs no second look-up.
  const behind = new WeakMap<object, Person>()

  async function claimsOf(
    { bearer, query, ticket }: Credential,
    access: RouteAccess,
  ): Promise<AccessClaims | undefined> {
    const token = bearer ?? (access === 'stream' ? query : undefined)
    if (token !== undefined) return tokens.readAccess(token, now())
    if (access === 'stream' && ticket !== undefined) return tickets.use(ticket, now())
    return refuse('unauthenticated', access === 'optional' ? 'Could not validate credentials' : 'Not authenticated')
  }

  /** A program: the rights of the token's maker at this moment, as far as its list goes. */
  async function programOf(bearer: string, route: RouteFacts): Promise<Principal> {
    const token = await takeApiToken(database, bearer, now())
    const person = token && (await people.refresh(token.user_id, now()))
    // What a person allowed a program by consent is for MCP alone: that is what they were asked for.
    if (!token || token.client_id !== null || !person?.is_active || !person.memberships.has(token.workspace_id))
      refuse('unauthenticated', 'This access token is unknown, has expired or was revoked')
    const asked = capabilitiesFor(route)
    if (asked === null) refuse('forbidden', 'Access tokens do not open this: sign in with a password')
    mustAllow(token, asked)
    const { id, name, workspace_id, capabilities } = token
    const principal: Principal = {
      user_id: person.id,
      username: person.username,
      is_admin: false,
      family: '',
      expires_at: token.expires_at ?? new Date(now().getTime() + HOUR_MS),
      token: { id, name, workspace_id, capabilities },
    }
    behind.set(principal, person)
    return principal
  }

  return {
    async authenticate(credential, route) {
      const { access } = route
      if (isApiToken(credential.bearer)) return programOf(credential.bearer, route)
      const claims = await claimsOf(credential, access)
      const person = claims && (await people.find(claims.user_id, claims.family, now()))
      if (!claims || !isLive(person, claims.family) || person.token_version !== claims.version)
        refuse('unauthenticated', 'Could not validate credentials')
      const principal: Principal = {
        user_id: person.id,
        username: person.username,
        is_admin: person.is_admin,
        expires_at: claims.expires_at,
        family: claims.family,
      }
      behind.set(principal, person)
      return principal
    },
    async enterWorkspace(principal, workspace, actor) {
      let person = behind.get(principal)
      const { token } = principal
      const asked = workspace?.toLowerCase() as WorkspaceId | undefined
      const named = asked ?? token?.workspace_id
      if (token && named !== token.workspace_id) refuse('not_found', 'Workspace not found')
      // A membership of a moment ago, given in another process, may not have been heard of: the database decides.
      if (named ? !person?.memberships.has(named) : !person?.memberships.size)
        person = await people.refresh(principal.user_id, now())
      const chosen = named || activeWorkspace(person)
      const role = chosen && person?.memberships.get(chosen)
      if (!chosen || !role) refuse('not_found', 'Workspace not found')
      if (!token && lacksFactor(person, chosen, principal.family)) {
        // One that was set up a moment ago in another process may not have been heard of.
        person = await people.refresh(principal.user_id, now())
        if (lacksFactor(person, chosen, principal.family))
          refuse('forbidden', 'This workspace asks for a second factor. Set one up under Profile, then go on', {
            extra: { type: 'second_factor_required' },
          })
      }
      return { workspace_id: chosen, role, principal, actor }
    },
    permits: (scope, needs) => roleCovers(scope.role, needs),
    refusalOf: (scope, needs) => roleRefusal(scope.role, needs),
    watch(principal, scope, lost) {
      const { token } = principal
      const isProgramThere = async (one: NonNullable<Principal['token']>) => {
        const person = await people.refresh(principal.user_id, now())
        const isMember = person?.is_active === true && person.memberships.has(one.workspace_id)
        return isMember && (await isTokenGood(database, one, now()))
      }
      return people.onChange(principal.user_id, () => {
        if (token) return void isProgramThere(token).then((isThere) => isThere || lost(), lost)
        people.find(principal.user_id, principal.family, now()).then((person) => {
          const isThere = isLive(person, principal.family) && (!scope || mayStay(person, scope, principal.family))
          if (!isThere) lost()
        }, lost)
      })
    },
  }
}

function isLive(person: Person | undefined, family: string): person is Person {
  return person?.is_active === true && person.families.has(family)
}

const mayStay = (person: Person, { workspace_id }: Scope, family: string): boolean =>
  person.memberships.has(workspace_id) && !lacksFactor(person, workspace_id, family)

/** Whether the login is one by a password alone, in a workspace that takes none of these. */
export function lacksFactor(person: Person | undefined, workspace: WorkspaceId, family: string): boolean {
  return person?.guarded.has(workspace) === true && !person.has_totp && !person.without_password.has(family)
}

function activeWorkspace(person: Person | undefined): WorkspaceId | undefined {
  if (!person) return undefined
  const active = person.active_workspace_id
  return active && person.memberships.has(active) ? active : person.memberships.keys().next().value
}
