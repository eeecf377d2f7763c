// The checks before a handler gets a request: the caller, the workspace, the rate limit, and the role.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '../../kernel/errors.ts'
import type { Actor, Principal, Scope, WorkspaceScope } from '../ctx.ts'
import type { Credential, Gatekeeper, RateLimit, Route, RouteContext } from './route.ts'

export type AnyContext = RouteContext<Principal | null, Scope | WorkspaceScope | null>

declare module 'fastify' {
  interface FastifyRequest {
    ctx: AnyContext | null
  }
}

/** The counter of `limit`; implemented in a higher part because all processes share it. */
export interface Limiter {
  /** Counts one call; `reset` and a refusal's `retryAfter` are seconds from now. */
  take(limit: RateLimit, caller: AnyContext, bearer: string | undefined): Promise<Allowance>
}

/** `quota` and `window` are those in force, which an operator may have changed. */
export interface Allowance {
  quota: number
  window: number
  allowed: boolean
  remaining: number
  reset: number
}

/** Authentication, then membership, then rate limit: everything that comes before the request is read. */
export async function enter(
  route: Route,
  keeper: Gatekeeper,
  limiter: Limiter | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const bearer = bearerOf(request.headers.authorization)
  const caller = await route.protocol?.enter(request, bearer)
  const place = await route.tokens?.enter(request, bearer)
  const principal = isAnonymous(route, request)
    ? null
    : await keeper.authenticate(credentialOf(route, bearer, request), route)
  const actor = principal && actorOf(principal, request)
  const scope =
    principal && actor && route.needs
      ? await keeper.enterWorkspace(principal, workspaceOf(route, request), actor)
      : null
  request.ctx = contextOf(request, reply, {
    principal,
    actor: actor ?? place?.actor ?? null,
    scope: scope ?? place ?? null,
    caller,
  })
  if (route.access === 'stream' && principal && keeper.watch) {
    // A stream outlives the check at its beginning, so a user who loses access loses the connection.
    const unwatch = keeper.watch(principal, scope, () => reply.raw.destroy())
    reply.raw.once('close', unwatch)
  }
  await takeCall(route, limiter, request.ctx, bearer, reply)
}

/** Counts a call of an operation against its limit, however it is called. @throws Refusal `rate_limited` */
export async function takeCall(
  { limit }: Route,
  limiter: Limiter | undefined,
  ctx: AnyContext,
  bearer?: string,
  reply?: FastifyReply,
): Promise<void> {
  if (!limit || !limiter) return
  const { quota, window, allowed, remaining, reset } = await limiter.take(limit, ctx, bearer)
  const seconds = Math.max(1, Math.ceil(reset))
  reply?.header('ratelimit-policy', `"${limit.name}";q=${quota};w=${window}`)
  reply?.header('ratelimit', `"${limit.name}";r=${Math.max(0, remaining)};t=${seconds}`)
  if (!allowed) refuse('rate_limited', 'Rate limit exceeded', { retryAfter: seconds })
}

/** The role check: after validation and, when the role is too low, after the object has been looked up. */
export async function mustBePermitted(
  route: Route,
  keeper: Gatekeeper,
  ctx: AnyContext,
  input: unknown,
): Promise<void> {
  const { principal, scope } = ctx
  const member = scope !== null && 'role' in scope ? scope : undefined
  const isOperator = route.access !== 'admin' || principal?.is_admin === true
  if (isOperator && (route.needs === undefined || (member && keeper.permits(member, route.needs)))) return
  await route.exists?.(ctx as never, input as never)
  if (!isOperator || !member || !route.needs)
    refuse('forbidden', 'Only administrators of this installation may do this')
  refuse('forbidden', keeper.refusalOf(member, route.needs))
}

function bearerOf(header: string | undefined): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(header ?? '')?.[1]
}

function isAnonymous({ access }: Route, request: FastifyRequest): boolean {
  return (
    access === 'public' ||
    access === 'protocol' ||
    access === 'token' ||
    (access === 'optional' && request.headers.authorization === undefined)
  )
}

function credentialOf(route: Route, bearer: string | undefined, request: FastifyRequest): Credential {
  if (route.access !== 'stream') return { bearer, query: undefined }
  const { token, ticket } = request.query as Record<string, unknown>
  const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
  return { bearer, query: textOf(token), ticket: textOf(ticket) }
}

// EventSource cannot set headers, so a stream may name the workspace in the query as well.
function workspaceOf(route: Route, request: FastifyRequest): string | undefined {
  if (route.workspaceParam !== undefined) return (request.params as Record<string, string>)[route.workspaceParam]
  const header = request.headers['x-workspace-id']
  const query = (request.query as Record<string, unknown>).workspace_id
  const named =
    typeof header === 'string' ? header : request.routeOptions.config.takesQueryWorkspace ? query : undefined
  return typeof named === 'string' && named !== '' ? named : undefined
}

function actorOf({ user_id, username, token }: Principal, { ip, id }: FastifyRequest): Actor {
  const who = token
    ? ({ kind: 'token', name: token.name, token_id: token.id } as const)
    : ({ kind: 'user', name: username, token_id: null } as const)
  return { ...who, user_id, ip, request_id: id }
}

function contextOf(
  request: FastifyRequest,
  reply: FastifyReply,
  { principal, actor, scope, caller }: Pick<AnyContext, 'principal' | 'actor' | 'scope' | 'caller'>,
): AnyContext {
  let gone: AbortController | undefined
  return {
    principal,
    actor,
    scope,
    caller,
    request_id: request.id,
    ip: request.ip,
    log: request.log,
    raw: request,
    get signal() {
      if (gone) return gone.signal
      const controller = new AbortController()
      gone = controller
      if (reply.raw.destroyed) controller.abort()
      else reply.raw.once('close', () => controller.abort())
      return controller.signal
    },
  }
}
