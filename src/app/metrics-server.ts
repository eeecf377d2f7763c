// A port for Prometheus alone: a worker listens on no other, and an API need not show its figures on the public one.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { collectDefaultMetrics, Registry } from 'prom-client'
import type { Log } from '../platform/log.ts'
import { StartError } from '../platform/start-error.ts'
import type { Measurements } from './state-gauges.ts'

/** Answers what closes it. */
export async function openMetricsServer(
  measured: Measurements,
  { host, port, log }: { host: string; port: number; log: Log },
): Promise<() => Promise<void>> {
  const ofProcess = new Registry()
  collectDefaultMetrics({ register: ofProcess })
  const server = createServer((request, reply) => {
    request.resume()
    if (request.url?.split('?', 1)[0] !== '/metrics') return void reply.writeHead(404).end()
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return void reply.writeHead(405, { allow: 'GET, HEAD' }).end()
    Promise.all([ofProcess.metrics(), measured.text()]).then(
      (parts) => reply.writeHead(200, { 'content-type': measured.contentType }).end(parts.join('\n')),
      (error) => {
        log.warn({ err: error }, 'measurements could not be told')
        reply.writeHead(503).end()
      },
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE' ? new StartError(`METRICS_PORT ${port} is in use. Choose another one.`) : error,
      ),
    )
    server.listen(port, host, resolve)
  })
  log.info({ port: (server.address() as AddressInfo).port }, 'measurements are at /metrics')
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
}
