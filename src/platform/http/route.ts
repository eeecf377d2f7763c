// The shape of an endpoint: declared once as data, and from it come guard, validation, types, OpenAPI and the answer.
//
//   export const renameWorkbook = defineRoute({
//     method: 'PATCH',
//     path: '/api/workbooks/:workbook_id',            // Fastify style
//     unlistedAt: ['/api/v2/workbooks/:workbook_id'], // serves the same handler there; `alsoAt` lists it in the description too
//     id: 'update_workbook',                          // operationId; a listed alias gets `update_workbook_v2`
//     tag: 'Workbooks',
//     summary: 'Rename a workbook',
//     access: 'user',                                 // public | optional | user | admin | stream; see Access
//     needs: 'workbooks.edit',                        // implies a workspace: ctx.scope is set
//     params: Type.Object({ workbook_id: Type.String() }),
//     body: Type.Object({ name: Type.String({ minLength: 1 }) }, { $id: 'WorkbookUpdate' }),
//     response: { 200: WorkbookResponse },            // `$id` makes a named component in OpenAPI
//     errors: [409],                                  // 401 403 404 406 413 422 500 503 are added by themselves
//     exists: (ctx, req) => mustSeeWorkbook(ctx.scope, req.params.workbook_id),
//     handler: (ctx, req) => updateWorkbook(ctx.scope, req.params.workbook_id, req.body),
//   })
//
// Conventions. A property with a `default` is not Optional in the schema: the handler always gets it, and OpenAPI does
// not list it as required. Type.Optional(X) takes null as absent. Members of a body and parameters of an address that are not declared are
// refused, with the name that was probably meant, unless the schema says `additionalProperties` or another party writes the request
// (`undeclaredOf`): a misspelled `row_ids` must not run the whole workbook. Mark secrets with `{ 'x-secret': true }`. The answer is the returned
// value cut down to the response schema; `preparedJson(text)` is sent as it is; streams and files go through `reply`.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TObject, TSchema } from 'typebox'
import type { Actor, Principal, Scope, WorkspaceScope } from '../ctx.ts'
import type { Protocol } from './protocol.ts'
import type { TokenKind } from './token-kind.ts'

/** `any`: pages of every origin; else those whose request passes. No credentials of the browser are ever let along. */
export type CrossOrigin = 'any' | ((request: FastifyRequest) => boolean)

/**
 * Which requests are accepted: `public` any, `optional` any, but a token that is sent must be valid, `user` a session, `admin` a
 * session of a platform admin, `stream` a session whose access token may also come as the query parameter `token`, or
 * which shows a stream ticket as `ticket`; `token` a token of the kind the route names; `protocol` what the route's
 * `protocol` lets in.
 */
export type RouteAccess = 'public' | 'optional' | 'user' | 'admin' | 'stream' | 'token' | 'protocol'

/** What a member may do in a workspace, for example `workbooks.edit`; identity maps roles to these. */
export type CapabilityName = string & {}

/** At most `quota` calls per `window` seconds, counted per workspace, then token, then address. */
export interface RateLimit {
  name: string
  quota: number
  window: number
}

/** A success answer that is not a JSON value of a schema: a file or an event stream. */
export interface MediaResponse {
  /** Several where the requested object decides. */
  media: string | readonly string[]
  description: string
}

export interface Responses {
  200?: TSchema | MediaResponse
  201?: TSchema
  202?: TSchema
  204?: null
  /** Nothing changed since what the caller holds; the handler sends it through `reply`. */
  304?: null
  /** Only for probes: an answer with a body that says why. */
  503?: TSchema
}

export type ErrorStatus = 400 | 401 | 403 | 404 | 409 | 412 | 413 | 415 | 429 | 503

/** JSON made by the handler or the database, as text or as its bytes, sent as it is. */
export class PreparedJson {
  readonly json: string | Buffer
  readonly state: readonly string[] | undefined
  constructor(json: string | Buffer, state?: readonly string[]) {
    this.json = json
    this.state = state
  }
}

/**
 * The answer is this JSON: no schema cut, no second serialisation. The caller vouches for its shape. `state`: what the JSON was made from; of one
 * version of this program the same state is the same JSON, and no other is, whatever the route. A route that gives one declares 304.
 */
export function preparedJson(json: string | Buffer, state?: readonly string[]): PreparedJson {
  return new PreparedJson(json, state)
}

export interface RouteContext<P extends Principal | null = Principal, S extends WorkspaceScope | null = Scope> {
  principal: P
  scope: S
  /** The principal as changes and the audit log keep it; null without one. */
  actor: P extends Principal ? Actor : Actor | null
  /** What the route's protocol found out about the sender; undefined without one. */
  caller: unknown
  request_id: string
  /** The caller's address, through trusted proxies only. */
  ip: string
  log: FastifyRequest['log']
  /** Aborts when the caller goes away or the server closes. */
  signal: AbortSignal
  raw: FastifyRequest
}

type NoInput = TObject<Record<never, never>>
type PrincipalOf<A extends RouteAccess> = A extends 'public' | 'protocol' | 'token'
  ? null
  : A extends 'optional'
    ? Principal | null
    : Principal
type ScopeOf<A extends RouteAccess, N> = A extends 'token' ? WorkspaceScope : N extends string ? Scope : null

export interface RouteInput<P extends TSchema, Q extends TSchema, H extends TSchema, B extends TSchema> {
  params: Static<P>
  query: Static<Q>
  headers: Static<H>
  body: Static<B>
}

type ValueOf<R> = R extends MediaResponse ? FastifyReply : R extends TSchema ? Static<R> : undefined
type AnswerOf<R extends Responses> = { [K in keyof R]: ValueOf<R[K]> }[keyof R] | PreparedJson | FastifyReply

/**
 * What an operation does that its method does not say: `reads` changes nothing, though it is a POST; `overwrites` changes or ends what is
 * there; `spends` may cost money; `sends` writes to people; `reaches_out` makes services outside of this install answer or act.
 */
export type Effect = 'reads' | 'overwrites' | 'spends' | 'sends' | 'reaches_out'

interface Declared {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  /** Further addresses of the same handler, each an operation of its own in the description. */
  alsoAt?: readonly string[]
  /** Further addresses of the same handler that the description names by their prefix only. */
  unlistedAt?: readonly string[]
  /** operationId: snake_case, unique, never changed once published. */
  id: string
  tag: string
  summary: string
  description?: string
  /** The body is form fields (urlencoded or multipart) instead of JSON. */
  form?: boolean
  /** The body is multipart and streams: the handler reads it with `uploadParts(ctx.raw)`; no size limit here. */
  upload?: boolean
  /** The kind of token that opens it; goes with the access `token`. */
  tokens?: TokenKind
  /** The standard this route speaks instead of the manners of this API; goes with the access `protocol`. */
  protocol?: Protocol
  /** Pages of other origins may call it, without cookies; absent: no page but our own. */
  cross_origin?: CrossOrigin
  /** Puts a JSON body into the shape that `body` describes, before it is read: for standards whose names know no case. */
  prepareBody?: (body: unknown) => unknown
  /** Largest accepted body in bytes; 1 MiB by default, 16 KiB where no token is needed. */
  bodyLimit?: number
  limit?: RateLimit
  /**
   * Takes `Idempotency-Key`: a repetition within seven days gets the first answer. The key is the workspace's, else the person's.
   * `header` by default for every POST of a known caller, except what `needs` only a view; true takes it in the body too.
   */
  idempotent?: boolean | 'header'
  /** The path parameter that names the workspace to act in, in place of `x-workspace-id`. */
  workspaceParam?: string
  errors?: readonly ErrorStatus[]
  effects?: readonly Effect[]
  /**
   * What an API token needs for it where `needs`, the method and `effects` do not say it: a capability of tokens, `any` for every token of
   * the workspace, `none` for no token.
   */
  for_token?: CapabilityName
  /** False keeps the route out of the OpenAPI document; only for pages and probes. */
  documented?: boolean
}

export interface RouteSpec<
  A extends RouteAccess,
  N extends CapabilityName | undefined,
  P extends TSchema,
  Q extends TSchema,
  H extends TSchema,
  B extends TSchema,
  R extends Responses,
> extends Declared {
  access: A
  needs?: N
  params?: P
  query?: Q
  headers?: H
  body?: B
  response: R
  /** Asked only when the role is too low: throws `not_found` for an object the caller cannot see, so 404 goes before 403. */
  exists?: (ctx: RouteContext<PrincipalOf<A>, ScopeOf<A, N>>, req: RouteInput<P, Q, H, B>) => Promise<unknown>
  handler: (
    ctx: RouteContext<PrincipalOf<A>, ScopeOf<A, N>>,
    req: RouteInput<P, Q, H, B>,
    reply: FastifyReply,
  ) => AnswerOf<R> | Promise<AnswerOf<R>>
}

/** A declared route with its types forgotten, as the server and the OpenAPI writer read it. */
export interface Route extends Declared {
  access: RouteAccess
  needs?: CapabilityName
  params?: TSchema
  query?: TSchema
  headers?: TSchema
  body?: TSchema
  response: Responses
  exists?: (ctx: never, req: never) => Promise<unknown>
  handler: (ctx: never, req: never, reply: FastifyReply) => unknown
}

export function defineRoute<
  const A extends RouteAccess,
  const R extends Responses,
  const N extends CapabilityName | undefined = undefined,
  P extends TSchema = NoInput,
  Q extends TSchema = NoInput,
  H extends TSchema = NoInput,
  B extends TSchema = NoInput,
>(route: RouteSpec<A, N, P, Q, H, B, R>): Route {
  return { ...route, idempotent: route.idempotent ?? takesKey(route) } as unknown as Route
}

const KNOWN: ReadonlySet<RouteAccess> = new Set(['user', 'admin', 'token', 'protocol'])

function takesKey({
  method,
  access,
  needs,
}: Pick<Route, 'method' | 'access'> & { needs?: string | undefined }): 'header' | false {
  return method === 'POST' && KNOWN.has(access) && !needs?.endsWith('.view') ? 'header' : false
}

/** What decides whom an operation is open to. */
export type RouteFacts = Pick<Route, 'access' | 'method' | 'needs' | 'effects' | 'for_token'>

export interface Credential {
  bearer: string | undefined
  /** The query parameters `token` and `ticket`, on streams only. */
  query: string | undefined
  ticket?: string | undefined
}

/** What the room above supplies: it knows tokens, members and roles; the kit knows when to ask. */
export interface Gatekeeper {
  /**
   * Throws `unauthenticated` when the credential is missing, wrong, or of a kind that `access` does not take, and `forbidden` for an API
   * token that lacks what the operation asks of one.
   */
  authenticate(credential: Credential, route: RouteFacts): Promise<Principal>
  /**
   * The caller's place in the workspace of `x-workspace-id`, or in the active one; throws `not_found` for a stranger. An API token has
   * one workspace and is a stranger in all others.
   */
  enterWorkspace(principal: Principal, workspace: string | undefined, actor: Actor): Promise<Scope>
  /** Whether the role of the scope covers the capability; the kit answers 403 when not. */
  permits(scope: Scope, needs: CapabilityName): boolean
  /** What the 403 says: which roles cover the capability, and who can help. */
  refusalOf(scope: Scope, needs: CapabilityName): string
  /** Calls `lost` once when the principal may no longer be there: logged out, locked, or no member any more. Returns the end of watching. */
  watch?(principal: Principal, scope: Scope | null, lost: () => void): () => void
}

/** Every address that serves the route, its own first. */
export function addressesOf({
  path,
  alsoAt = [],
  unlistedAt = [],
}: Pick<Route, 'path' | 'alsoAt' | 'unlistedAt'>): string[] {
  return [path, ...alsoAt, ...unlistedAt]
}
