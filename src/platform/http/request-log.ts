// One log line and one measurement per request; tokens in the address never reach either.
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { maskAddresses } from '../../kernel/mask.ts'

export interface Meters {
  registry: Registry
  openStreams: Gauge
}

/** Probes and pages would drown the log: their lines are written at level debug. */
const QUIET = /^\/(healthz|readyz|metrics|assets\/|docs|redoc)/

export function measureRequests(app: FastifyInstance): Meters {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request line to the last byte, by route template',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  const openStreams = new Gauge({ name: 'http_open_streams', help: 'Event streams open now', registers: [registry] })
  // These members are known and hold no secrets; looking for some in every line took 7 % of a short request.
  const log = app.log.child({}, { redact: [] })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    const isStream = String(reply.raw.getHeader('content-type') ?? '').startsWith('text/event-stream')
    const status = String(reply.statusCode)
    if (!isStream) duration.observe({ method: request.method, route, status }, reply.elapsedTime / 1000)
    const level = QUIET.test(request.url) && reply.statusCode < 500 ? 'debug' : 'info'
    log[level](
      {
        request_id: request.id,
        method: request.method,
        url: safeUrl(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ip: request.ip,
        ...(request.ctx?.principal ? { user_id: request.ctx.principal.user_id } : {}),
        ...(request.ctx?.scope ? { workspace_id: request.ctx.scope.workspace_id } : {}),
      },
      'request',
    )
    done()
  })
  return { registry, openStreams }
}

type Child = FastifyBaseLogger['child']

interface Unmade {
  make: () => FastifyBaseLogger
  made?: FastifyBaseLogger
}

const WRITES = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent', 'child'] as const
const unmade = Object.fromEntries(
  WRITES.map((name) => [
    name,
    function (this: Unmade, ...args: unknown[]) {
      this.made ??= this.make()
      return (this.made[name] as (...args: unknown[]) => unknown)(...args)
    },
  ]),
)

/** The log of one request, made when it is first written to: with all that it leaves out it costs more to make than to write a line. */
export function logOfRequest(log: FastifyBaseLogger, ...of: Parameters<Child>): FastifyBaseLogger {
  return Object.assign(Object.create(unmade), { level: log.level, make: () => log.child(...of) })
}

/** The address with the values of secret parameters and anything shaped like one of our tokens taken out. */
export function safeUrl(url: string): string {
  return maskAddresses(url, '[redacted]').replace(/\b(?:ycp|wbi|inv)_[\w-]+|\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, '[redacted]')
}
