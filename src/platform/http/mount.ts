// Puts declared routes on a Fastify server: guard first, then one reading of the whole request, role, handler, answer.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import type { WorkspaceId } from '../../kernel/ids.ts'
import { once } from '../../kernel/once.ts'
import { heedsAccept, mustAcceptJson } from './accept.ts'
import { compileAnswer } from './answer.ts'
import { mayTellSecret } from './browser/compress.ts'
import { compileInput } from './checks/request.input.ts'
import { compileChecker } from './checks/validate.ts'
import { listsTag, tagOf } from './entity-tag.ts'
import { enter, type Limiter, mustBePermitted } from './guard.ts'
import { fingerprintOf, type KeyStore, keyOf, runOnce } from './idempotency.ts'
import { addressesOf, type Gatekeeper, type MediaResponse, PreparedJson, type Responses, type Route } from './route.ts'
import { digestOfUpload } from './upload.ts'

export interface MountOptions {
  gatekeeper: Gatekeeper
  limiter: Limiter | undefined
  keys: KeyStore | undefined
  /** Of the program, which is a part of what an answer was made from. */
  version: string
  /** Tests turn this on: an answer that does not match its schema becomes a 500. */
  checkAnswers: boolean
}

declare module 'fastify' {
  interface FastifyContextConfig {
    takesQueryWorkspace?: boolean
  }
}

const JSON_TYPE = 'application/json; charset=utf-8'

/** The response to a repeated request whose first response was a stream. */
const STREAMED = {
  status: 409,
  body: JSON.stringify({ detail: 'This request was answered already, by a stream that is not repeated' }),
}

/** The workspace of a caller that a protocol authenticated. */
function placeOf(caller: unknown): { workspace_id: WorkspaceId } | undefined {
  const isPlace = typeof caller === 'object' && caller !== null && 'workspace_id' in caller
  return isPlace ? (caller as { workspace_id: WorkspaceId }) : undefined
}

export function mountRoute(app: FastifyInstance, route: Route, options: MountOptions): void {
  const { gatekeeper } = options
  // Made with the first request: few of some hundred routes are asked soon after a start, and many never.
  const readInput = once(() => compileInput(route))
  const mustSatisfy = heedsAccept(route)
  const media = route.protocol?.media ?? JSON_TYPE
  const sender = once(() => compileSend(route.response, options, media))
  const keepsSecret = once(() => mayTellSecret(route))
  for (const url of addressesOf(route)) {
    app.route({
      method: takesHead(route) ? [route.method, 'HEAD'] : route.method,
      url,
      config: { takesQueryWorkspace: route.access === 'stream', keepsSecret },
      ...bodyLimitOf(route),
      onRequest: (request, reply) => enter(route, gatekeeper, options.limiter, request, reply),
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        const { ctx } = request
        if (!ctx) throw new Error('a handler was reached without passing the guard')
        if (mustSatisfy) mustAcceptJson(request.headers.accept)
        const input = await readInput()(request)
        await mustBePermitted(route, gatekeeper, ctx, input)
        try {
          const work = () => route.handler(ctx as never, input as never, reply)
          const owner = ctx.scope ?? ctx.principal ?? placeOf(ctx.caller)
          const key = route.idempotent && options.keys && owner ? keyOf(request.headers, input.key) : undefined
          if (key === undefined || !options.keys || !owner) {
            const result = await work()
            // A stream that was cut off by its reader has sent headers and counts as not sent.
            return reply.sent || reply.raw.headersSent || result === reply
              ? reply
              : sender().send(result, request, reply)
          }
          const keyed = {
            owner: 'workspace_id' in owner ? { workspace_id: owner.workspace_id } : { user_id: owner.user_id },
            route: `${route.method} ${route.path}`,
            key,
            fingerprint: fingerprintOf(route.method, request.url, input),
            ...(route.upload && { ofBody: () => digestOfUpload(request) }),
          }
          const answer = await runOnce(options.keys, keyed, async () => {
            const result = await work()
            return reply.sent || reply.raw.headersSent || result === reply ? STREAMED : sender().textOf(result, reply)
          })
          if (reply.sent || reply.raw.headersSent) return reply
          if (answer.replayed) reply.header('idempotent-replay', 'true')
          return reply.code(answer.status).type(media).send(answer.body)
        } catch (error) {
          if (!reply.sent) throw error
          // The answer has begun, an event stream for instance: only the connection can still tell.
          request.log.error({ err: error, route: route.path }, 'an answer broke off')
          reply.raw.destroy()
          return reply
        }
      },
    })
  }
}

/** Whether HEAD is answered as GET, without its body. Not where the answer is a file or a stream, which it would make for nothing. */
export function takesHead({ method, access, response }: Route): boolean {
  return method === 'GET' && (access === 'public' || isShape(response[200]))
}

/** A caller without a token has no large body to send, and reading one costs more than sending it. */
const OPEN_BODY = 16 * 1024

function bodyLimitOf({ bodyLimit, access, upload }: Route): { bodyLimit?: number } {
  if (bodyLimit !== undefined) return { bodyLimit }
  return !upload && (access === 'public' || access === 'optional') ? { bodyLimit: OPEN_BODY } : {}
}

interface Sender {
  /** The status and JSON text of a result. */
  textOf(result: unknown, reply: FastifyReply): { status: number; body: string }
  send(result: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply
}

function compileSend(
  responses: Responses,
  { checkAnswers, version }: Pick<MountOptions, 'checkAnswers' | 'version'>,
  media: string,
): Sender {
  const declared = Object.entries(responses).map(([status, schema]) => [Number(status), schema] as const)
  const usual = declared[0]?.[0] ?? 200
  const texts = new Map(
    declared.flatMap(([status, schema]) =>
      isShape(schema) ? [[status, compileText(schema, checkAnswers)] as const] : [],
    ),
  )
  // Fastify's own default is 200: a handler that set nothing means the first declared status.
  const statusOf = (reply: FastifyReply) =>
    reply.statusCode === 200 && !declared.some(([status]) => status === 200) ? usual : reply.statusCode
  return {
    textOf(result, reply) {
      const status = statusOf(reply)
      return { status, body: String(texts.get(status)?.(result) ?? '') }
    },
    send(result, request, reply) {
      reply.code(statusOf(reply))
      if (result instanceof PreparedJson && result.state) {
        const tag = tagOf(version, result.state)
        const known = request.headers['if-none-match']
        reply.header('etag', tag)
        if (known !== undefined && listsTag(known, tag)) return reply.code(304).send()
        reply.packedAs = tag
      }
      const text = texts.get(reply.statusCode)
      if (!text) return reply.send(result)
      return reply.type(media).send(bytesOf(text(result)))
    },
  }
}

/** From here on to make bytes of a text at once takes less than to have the socket do it. */
const LONG = 16 * 1024

function bytesOf(text: string | Buffer): string | Buffer {
  if (typeof text !== 'string' || text.length < LONG) return text
  return Buffer.from(text, Buffer.byteLength(text) === text.length ? 'latin1' : 'utf8')
}

function isShape(schema: TSchema | MediaResponse | null | undefined): schema is TSchema {
  return schema !== null && schema !== undefined && !('media' in schema)
}

function compileText(schema: TSchema, checkAnswers: boolean): (result: unknown) => string | Buffer {
  const toText = compileAnswer(schema)
  const text = (result: unknown) => (result instanceof PreparedJson ? result.json : toText(result))
  if (!checkAnswers) return text
  const checker = compileChecker(schema, 'dropped')
  return (result) => {
    const made = text(result)
    const [fault] = checker.exact(JSON.parse(String(made)))
    if (fault) throw new Error(`the answer breaks its schema at ${fault.loc.join('.')}: ${fault.msg}`)
    return made
  }
}
