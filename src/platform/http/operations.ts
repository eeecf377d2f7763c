// Calls declared routes from inside the process, as a person's request would: validation, role, limit, idempotency, answer.
import type { FastifyReply } from 'fastify'
import type { Json } from '../../kernel/json.ts'
import type { Scope } from '../ctx.ts'
import { compileAnswer } from './answer.ts'
import { type CallInput, compileParts, type Input } from './checks/request.input.ts'
import { type Limiter, mustBePermitted, takeCall } from './guard.ts'
import { fingerprintOf, type KeyStore, runOnce } from './idempotency.ts'
import { type Effect, type Gatekeeper, PreparedJson, type Responses, type Route, type RouteContext } from './route.ts'

/** The caller, with what a request would carry. */
export interface OperationCaller {
  scope: Scope
  log: RouteContext['log']
  signal: AbortSignal
}

export interface OperationResult {
  status: number
  body: Json
  /** The idempotency key had an answer already: nothing was done. */
  replayed: boolean
}

export interface Operations {
  has(id: string): boolean
  /** Whether the role covers the operation; false for one that there is not. */
  permits(scope: Scope, id: string): boolean
  /** What the operation does, by its method and what it declares. */
  actsOf(id: string): Acts
  /** What each operation of a workspace is called and needs, also of those that cannot be called so: files and streams. */
  declared(): Pick<Route, 'id' | 'summary' | 'needs' | 'tag'>[]
  /** @throws Refusal what the route refuses, with 422 for parts that do not fit its shapes */
  call(id: string, caller: OperationCaller, parts?: CallInput, key?: string): Promise<OperationResult>
}

export interface Acts {
  method: Route['method']
  effects: readonly Effect[]
}

interface Operation {
  route: Route
  read: (parts: CallInput) => Input
  textOf: (status: number, result: unknown) => string
}

/** `routes` is read at the first call: routes that call others are among them. Only those of a workspace can be called. */
export function createOperations(
  routes: () => readonly Route[],
  { gatekeeper, limiter, keys }: { gatekeeper: Gatekeeper; limiter: Limiter | undefined; keys: KeyStore | undefined },
): Operations {
  let byId: Map<string, Route> | undefined
  const compiled = new Map<string, Operation>()
  const routeOf = (id: string): Route | undefined => {
    byId ??= new Map(
      routes()
        .filter(({ access, needs, upload, form }) => access === 'user' && needs !== undefined && !upload && !form)
        .map((route) => [route.id, route]),
    )
    return byId.get(id)
  }
  const operationOf = (id: string): Operation => {
    const known = compiled.get(id)
    if (known) return known
    const route = routeOf(id)
    if (!route) throw new Error(`there is no operation ${id} to call`)
    const operation = { route, read: compileParts(route), textOf: compileText(route.response) }
    compiled.set(id, operation)
    return operation
  }
  return {
    has: (id) => routeOf(id) !== undefined,
    declared: () =>
      routes()
        .filter(({ needs }) => needs !== undefined)
        .map(({ id, summary, needs, tag }) => ({ id, summary, needs, tag })),
    permits(scope, id) {
      const needs = routeOf(id)?.needs
      return needs !== undefined && gatekeeper.permits(scope, needs)
    },
    actsOf(id) {
      const route = routeOf(id)
      if (!route) throw new Error(`there is no operation ${id} to call`)
      return { method: route.method, effects: route.effects ?? [] }
    },
    async call(id, caller, parts = {}, key) {
      const { route, read, textOf } = operationOf(id)
      const ctx = contextOf(caller)
      const input = read(parts)
      await mustBePermitted(route, gatekeeper, ctx, input)
      await takeCall(route, limiter, ctx)
      const work = async () => {
        const reply = replyFor(route.response)
        const result = await route.handler(ctx as never, input as never, reply as unknown as FastifyReply)
        return { status: reply.statusCode, body: textOf(reply.statusCode, result) }
      }
      if (key === undefined || !keys || !route.idempotent) {
        const { status, body } = await work()
        return { status, body: parsed(body), replayed: false }
      }
      const { workspace_id } = caller.scope
      const path = `${route.method} ${route.path}`
      const fingerprint = fingerprintOf(route.method, canonicalPath(route.path, input.params), input)
      const answer = await runOnce(keys, { owner: { workspace_id }, route: path, key, fingerprint }, work)
      return { status: answer.status, body: parsed(answer.body), replayed: answer.replayed }
    },
  }
}

function contextOf({ scope, log, signal }: OperationCaller): RouteContext {
  const { principal, actor } = scope
  const raw = undefined as never
  return {
    principal,
    scope,
    actor,
    caller: undefined,
    request_id: actor.request_id ?? '',
    ip: actor.ip ?? '',
    log,
    signal,
    raw,
  }
}

const canonicalPath = (path: string, params: unknown) =>
  path.replace(/:([a-z_]+)/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[name])),
  )

/** The part of a reply that handlers of JSON use: the status, and headers that are not read here. */
function replyFor(responses: Responses) {
  const reply = {
    statusCode: Number(Object.keys(responses)[0] ?? 200),
    code(status: number) {
      reply.statusCode = status
      return reply
    },
    header: () => reply,
    headers: () => reply,
  }
  return reply
}

function compileText(responses: Responses): (status: number, result: unknown) => string {
  const texts = new Map(
    Object.entries(responses).flatMap(([status, schema]) =>
      schema === null || schema === undefined || 'media' in schema
        ? []
        : [[Number(status), compileAnswer(schema)] as const],
    ),
  )
  return (status, result) =>
    result instanceof PreparedJson ? String(result.json) : (texts.get(status)?.(result) ?? '')
}

const parsed = (text: string): Json => (text === '' ? null : (JSON.parse(text) as Json))
