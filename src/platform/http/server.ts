// Builds the HTTP server from declared routes: everything every request needs, and nothing about leads.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { refuse } from '../../kernel/errors.ts'
import { beginRequest } from '../governor.ts'
import { compressAnswers } from './browser/compress.ts'
import { openToPages } from './browser/cross-origin.ts'
import { DATA_HEADERS } from './browser/headers.ts'
import { mountWebApp } from './browser/web-app.ts'
import { DOCS_PATHS, mountDocs } from './docs/docs-pages.ts'
import { type ApiInfo, buildOpenApi } from './docs/openapi.ts'
import type { Limiter } from './guard.ts'
import type { KeyStore } from './idempotency.ts'
import { allowedMethods } from './methods.ts'
import { mountRoute } from './mount.ts'
import { answer, type ProblemResponse, toProblem } from './problems.ts'
import { type ProtocolProblem, protocolsOf } from './protocol.ts'
import { logOfRequest, measureRequests } from './request-log.ts'
import { addressesOf, type Gatekeeper, type Route } from './route.ts'
import { watchSilentSockets } from './silent-sockets.ts'
import { endStreams, openStreams } from './sse.ts'
import { type Readiness, systemRoutes } from './system.routes.ts'
import { acceptUploads } from './upload.ts'

const BODY_LIMIT = 1024 * 1024
/** Bytes of a body that is too large and whose length was told. */
const MOST_DROPPED = 16 * 1024 * 1024
/** How long a closing server waits for answers under way before it cuts their sockets. */
const CLOSE_GRACE_MS = 10_000
const SWEEP_MS = 50

const NUL = /^[^?#]*%00/
const PROBES = new Set(['/healthz', '/readyz', '/metrics'])

export interface ServerOptions {
  routes: readonly Route[]
  gatekeeper: Gatekeeper
  limiter?: Limiter
  /** Without it, Idempotency-Key is not looked at. */
  keys?: KeyStore
  log: FastifyBaseLogger
  /** Addresses or CIDRs of proxies whose X-Forwarded-* are believed; none when empty. */
  trustedProxies?: readonly string[]
  readiness?: Readiness
  /** The id of the newest event handed out, which every answer of the API tells in `Event-Position`. */
  eventPosition?: () => number
  /** What /metrics tells besides the requests. */
  measured?: () => Promise<string>
  info: ApiInfo
  /** Where the build put the web app; without it there is only the API. */
  webDirectory?: string
  /** Where the build put the files of the documentation pages; node_modules when absent. */
  docsDirectory?: string
  /** Tests turn this on: an answer that does not match its schema becomes a 500. */
  checkAnswers?: boolean
}

export async function buildServer(options: ServerOptions): Promise<FastifyInstance> {
  const { routes, gatekeeper, limiter, keys, eventPosition, checkAnswers = false } = options
  const protocolAt = protocolsOf(routes)
  const sendError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const usual = toProblem(error)
    const worded = protocolAt(request.url)?.problem(error, usual, request)
    if ((worded ?? usual).isFault) request.log.error({ err: error, route: request.routeOptions?.url }, 'request failed')
    // A connection that is closed while its client still writes takes the answer with it: the rest is read and dropped.
    if (usual.status === 413 && Number(request.headers['content-length']) <= MOST_DROPPED)
      reply.removeHeader('connection')
    return send(usual, reply, worded)
  }
  const app: FastifyInstance = fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    requestIdHeader: false,
    genReqId: requestId,
    childLoggerFactory: (log, bindings, options) => logOfRequest(log, bindings, options),
    trustProxy: options.trustedProxies?.length ? [...options.trustedProxies] : false,
    bodyLimit: BODY_LIMIT,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    exposeHeadRoutes: false,
    // Requests are read by checks of our own: those that Fastify would open for schemas are left unread.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    rewriteUrl: ({ url = '/' }) => protocolAt(url)?.address?.(url) ?? url,
    requestTimeout: 600_000,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => sendError(error, request as FastifyRequest, reply as FastifyReply),
    clientErrorHandler: refuseBrokenRequest,
  })
  let isClosing = false
  const { registry, openStreams: gauge } = measureRequests(app)
  const all = [
    ...routes,
    ...systemRoutes({
      readiness: options.readiness ?? {},
      registry,
      measured: options.measured,
      isClosing: () => isClosing,
    }),
  ]

  app.decorateRequest('ctx', null)
  app.addHook('onRequest', (request, reply, done) => {
    if (!PROBES.has(request.url)) reply.raw.once('close', beginRequest())
    reply.headers({ ...DATA_HEADERS, 'x-request-id': request.id })
    // Taken before anything is read: a reader who follows the events from here misses no change to what the answer says.
    if (eventPosition) reply.header('event-position', String(eventPosition()))
    // No name holds NUL, and PostgreSQL takes none: there is nothing at such an address.
    if (NUL.test(request.url)) refuse('not_found', 'Not Found')
    if (isClosing && !PROBES.has(request.url))
      refuse('unavailable', 'The server is restarting or shutting down. Try again in a few seconds.', { retryAfter: 2 })
    done()
  })
  app.addHook('onResponse', (_request, _reply, done) => {
    gauge.set(openStreams(app))
    done()
  })
  openToPages(app, all)
  compressAnswers(app)
  const cutSilentSockets = watchSilentSockets(app.server)
  // Again and again: an answer that ends while closing leaves its socket idle, and browsers open new ones in advance.
  const sweep = () => {
    cutSilentSockets()
    app.server.closeIdleConnections()
  }
  app.addHook('preClose', async () => {
    isClosing = true
    endStreams(app)
    const sweeping = setInterval(sweep, SWEEP_MS).unref()
    app.server.once('close', () => clearInterval(sweeping))
    setTimeout(() => app.server.closeAllConnections(), CLOSE_GRACE_MS).unref()
  })
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply))
  const methodsAt = allowedMethods(all)
  app.setNotFoundHandler((request, reply) => {
    const allowed = methodsAt(request.url)
    const isMethod = allowed.length > 0 && !allowed.includes(request.method)
    const usual = isMethod ? { ...answer(405), headers: { allow: allowed.join(', ') } } : answer(404)
    return send(usual, reply, protocolAt(request.url)?.problem(undefined, usual, request))
  })

  // Bodies arrive as bytes and are read together with the other parts of the request.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  const mount = { gatekeeper, limiter, keys, checkAnswers, version: options.info.version }
  for (const route of all.filter((one) => !one.upload)) mountRoute(app, route, mount)
  await app.register(async (uploads) => {
    await acceptUploads(uploads)
    for (const route of all.filter((one) => one.upload)) mountRoute(uploads, route, mount)
  })
  mountDocs(app, () => buildOpenApi(options.info, all), options.info.title, options.docsDirectory)
  if (options.webDirectory !== undefined) {
    mountWebApp(app, options.webDirectory, [...all.flatMap(addressesOf), ...DOCS_PATHS])
  }
  return app
}

function noSchemas(): never {
  throw new Error('a route has a schema of Fastify')
}

function requestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && /^[\w.:-]{1,128}$/.test(given) ? given : randomUUID()
}

function send(usual: ProblemResponse, reply: FastifyReply, worded?: ProtocolProblem): FastifyReply {
  const { status, headers, body } = worded ?? usual
  reply.code(status).headers({ ...DATA_HEADERS, ...headers })
  return reply.type(worded?.media ?? 'application/json; charset=utf-8').send(JSON.stringify(body))
}

// Bytes that are no HTTP request never reach Fastify; the parser's own reasons are not repeated.
function refuseBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return void socket.destroy()
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
  const body = JSON.stringify(answer(status).body)
  const head = `HTTP/1.1 ${status} ${answer(status).body.detail}\r\ncontent-type: application/json; charset=utf-8\r\n`
  socket.end(`${head}content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`)
}
