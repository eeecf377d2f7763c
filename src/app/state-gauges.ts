// The gauges of database state for Prometheus: rooms declare them, and they are read together, at most every few seconds.
import { type CollectFunction, Gauge, Registry } from 'prom-client'
import type { Database, Tx } from '../platform/db/database.ts'
import type { Log } from '../platform/log.ts'
import { meters, type StateGauge } from '../platform/meters.ts'

const FRESH_MS = 5_000

interface Reading {
  value: number
  labels: Record<string, string>
}

export interface Measurements {
  contentType: string
  /** All but what the HTTP server measures of itself. */
  text(): Promise<string>
}

/** What cannot be read is left out of the answer, as Prometheus expects it of what is not known. */
export function measureState(
  database: Database,
  gauges: readonly StateGauge[],
  log: Log,
  now: () => number = () => performance.now(),
): Measurements {
  const registry = new Registry()
  const registers = [registry]
  const known = gauges.map(
    ({ name, help, labels = [] }) => new Gauge({ name, help, labelNames: [...labels], registers }),
  )
  const { pool } = database
  new Gauge({
    name: 'millrace_database_pool_connections',
    help: 'Connections to the database that this process holds, and callers that wait for one',
    labelNames: ['state'],
    registers,
    collect: function collect(this: Gauge<'state'>) {
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
      this.set({ state: 'most' }, pool.options.max)
    } satisfies CollectFunction<Gauge<'state'>>,
  })
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined

  async function read(): Promise<void> {
    const found = await database.inSystem((tx) => readAll(tx, gauges))
    for (const [index, gauge] of known.entries()) {
      gauge.reset()
      for (const { value, labels } of found[index] ?? []) gauge.set(labels, value)
    }
  }

  function refresh(): Promise<void> {
    if (now() - readAt < FRESH_MS) return Promise.resolve()
    reading ??= read()
      .catch((error) => {
        log.warn({ err: error }, 'what stands in the database could not be measured')
        for (const [index, gauge] of known.entries()) {
          if (gauges[index]?.labels) gauge.reset()
          else gauge.remove()
        }
      })
      .finally(() => {
        readAt = now()
        reading = undefined
      })
    return reading
  }

  return {
    contentType: registry.contentType,
    async text() {
      await refresh()
      return `${await meters.metrics()}\n${await registry.metrics()}`
    },
  }
}

async function readAll(tx: Tx, gauges: readonly StateGauge[]): Promise<Reading[][]> {
  const all: Reading[][] = []
  for (const { name, sql, labels = [] } of gauges) {
    const { rows } = await tx.client.query<Record<string, string | number>>({ name: `gauge_${name}`, text: sql })
    all.push(
      rows.map((row) => ({
        value: Number(row.value),
        labels: Object.fromEntries(labels.map((label) => [label, String(row[label])])),
      })),
    )
  }
  return all
}
