// Routes for machines that run the service: is it alive, can it work, what does it measure.

import type { Registry } from 'prom-client'
import { Type } from 'typebox'
import { defineRoute, type Route } from './route.ts'

const PROBE_TIMEOUT_MS = 2000

/** Name of what is needed and a call that throws when it is not there. */
export type Readiness = Record<string, () => Promise<unknown>>

const Health = Type.Object({ status: Type.Literal('ok') }, { $id: 'Health' })
const State = Type.Union([Type.Literal('ok'), Type.Literal('failed')])
const Ready = Type.Object({ status: State, checks: Type.Record(Type.String(), State) }, { $id: 'Readiness' })

export function systemRoutes(options: {
  readiness: Readiness
  registry: Registry
  /** What is measured besides the HTTP server, in the same format. */
  measured?: (() => Promise<string>) | undefined
  isClosing: () => boolean
}): Route[] {
  const healthz = defineRoute({
    method: 'GET',
    path: '/healthz',
    id: 'health',
    tag: 'System',
    summary: 'Report that the process is alive',
    description: 'Does not check the database: `/readyz` reports whether requests can be served.',
    access: 'public',
    response: { 200: Health },
    handler: () => ({ status: 'ok' as const }),
  })
  const readyz = defineRoute({
    method: 'GET',
    path: '/readyz',
    id: 'readiness',
    tag: 'System',
    summary: 'Report whether requests can be served now',
    description: 'Answers 503 while something that is needed is away or the process is ending.',
    access: 'public',
    response: { 200: Ready, 503: Ready },
    handler: async (_ctx, _req, reply) => {
      const names = Object.keys(options.readiness)
      const states = await Promise.all(Object.values(options.readiness).map(probe))
      const isReady = states.every((state) => state === 'ok') && !options.isClosing()
      reply.code(isReady ? 200 : 503)
      return {
        status: isReady ? ('ok' as const) : ('failed' as const),
        checks: Object.fromEntries(names.map((name, index) => [name, states[index] ?? 'failed'])),
      }
    },
  })
  const metrics = defineRoute({
    method: 'GET',
    path: '/metrics',
    id: 'metrics',
    tag: 'System',
    summary: 'Read the measurements of this process',
    description:
      'For Prometheus. Counters and latencies are of this process; what waits in the queues, in the outbox and in runs is read from the database, by ' +
      'indexes and at most every five seconds.',
    access: 'public',
    response: { 200: { media: 'text/plain', description: 'Prometheus text format; no data of any workspace' } },
    handler: async (_ctx, _req, reply) => {
      const [own, more = ''] = await Promise.all([options.registry.metrics(), options.measured?.()])
      return reply.type(options.registry.contentType).send(`${own}\n${more}`)
    },
  })
  return [healthz, readyz, metrics]
}

async function probe(check: () => Promise<unknown>): Promise<'ok' | 'failed'> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'failed'>((resolve) => {
    timer = setTimeout(() => resolve('failed'), PROBE_TIMEOUT_MS)
  })
  const done = check().then(
    () => 'ok' as const,
    () => 'failed' as const,
  )
  return Promise.race([done, late]).finally(() => clearTimeout(timer))
}
