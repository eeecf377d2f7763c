// A closed loop of clients: each sends its next request when it has the whole answer to the one before.
import { Pool } from 'undici'

export interface Target {
  url: string
  method?: 'GET' | 'POST' | 'PATCH'
  headers?: Record<string, string>
  /** Path of the n-th request. */
  path: (n: number) => string
  body?: (n: number) => string
}

export interface Measured {
  per_second: number
  /** Milliseconds. */
  p50: number
  p99: number
  /** Mean size of an answer. */
  bytes: number
}

export interface Loop {
  clients: number
  seconds: number
}

/** @throws when any answer is not 2xx. */
export async function load(target: Target, { clients, seconds }: Loop): Promise<Measured> {
  const pool = new Pool(target.url, { connections: clients })
  const times: number[] = []
  let bytes = 0
  let sent = 0
  const started = performance.now()
  const end = started + seconds * 1000
  async function client(): Promise<void> {
    while (performance.now() < end) {
      const n = sent++
      const begun = performance.now()
      const answer = await pool.request({
        method: target.method ?? 'GET',
        path: target.path(n),
        headers: { ...target.headers, ...(target.body && { 'content-type': 'application/json' }) },
        body: target.body?.(n) ?? null,
      })
      const body = await answer.body.arrayBuffer()
      if (answer.statusCode >= 300)
        throw new Error(`${target.path(n)}: ${answer.statusCode} ${Buffer.from(body).toString().slice(0, 300)}`)
      bytes += body.byteLength
      times.push(performance.now() - begun)
    }
  }
  try {
    await Promise.all(Array.from({ length: clients }, client))
  } finally {
    await pool.destroy()
  }
  const elapsed = performance.now() - started
  times.sort((a, b) => a - b)
  return {
    per_second: (times.length / elapsed) * 1000,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    bytes: bytes / times.length,
  }
}

/** The quantile of ascending numbers. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** Milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

export function median(values: readonly number[]): number {
  return quantile(
    [...values].sort((a, b) => a - b),
    0.5,
  )
}

/**
 * Measures targets by turns, so that what the machine does beside it hits them alike: a warm-up of each, then rounds.
 * Returns the medians, and `ratio(a, b)`, the median over the rounds of a figure of one by that of the other.
 */
export async function compare<T extends string>(
  targets: Record<T, Target>,
  { rounds = 5, clients, seconds }: Partial<Loop> & { rounds?: number; clients: number; seconds: number },
): Promise<{ of: Record<T, Measured>; ratio: (a: T, b: T, figure: keyof Measured) => number }> {
  const names = Object.keys(targets) as T[]
  const measured = {} as Record<T, Measured[]>
  for (const name of names) {
    await load(targets[name], { clients, seconds: seconds / 2 })
    measured[name] = []
  }
  for (let round = 0; round < rounds; round++)
    for (const name of round % 2 ? [...names].reverse() : names)
      measured[name].push(await load(targets[name], { clients, seconds }))
  const middle = (name: T, figure: keyof Measured) => median(measured[name].map((each) => each[figure]))
  const of = {} as Record<T, Measured>
  for (const name of names)
    of[name] = {
      per_second: middle(name, 'per_second'),
      p50: middle(name, 'p50'),
      p99: middle(name, 'p99'),
      bytes: middle(name, 'bytes'),
    }
  return {
    of,
    ratio: (a, b, figure) =>
      median(measured[a].map((each, round) => each[figure] / (measured[b][round] as Measured)[figure])),
  }
}
