// What goes to the database over any connection of a pool, whichever of them a statement takes.
import type pg from 'pg'
import type { SqlPool } from '../src/platform/db/sql-client.ts'

type Method = 'write' | '_write' | '_writev'

export interface SentMessages {
  /** Each call that handed something to a socket. */
  calls: { method: Method; text: string }[]
  stop(): void
}

/** Until `stop`: calls of these methods of the sockets. */
export function recordMessages(pool: SqlPool, methods: readonly Method[] = ['write']): SentMessages {
  const calls: SentMessages['calls'] = []
  const streams = new Set<Record<Method, (...args: unknown[]) => unknown>>()
  const record = (client: pg.PoolClient) => {
    const { stream } = client.connection as unknown as { stream: Record<Method, (...args: unknown[]) => unknown> }
    if (streams.has(stream)) return
    streams.add(stream)
    for (const method of methods) {
      const send = stream[method].bind(stream)
      stream[method] = (...args) => {
        calls.push({ method, text: args[0] instanceof Buffer ? args[0].toString('latin1') : '' })
        return send(...args)
      }
    }
  }
  pool.on('acquire', record)
  return {
    calls,
    stop() {
      pool.off('acquire', record)
      for (const stream of streams) for (const method of methods) Reflect.deleteProperty(stream, method)
    },
  }
}
