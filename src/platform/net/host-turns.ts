// Politeness to hosts: one request or conversation at a time with each, over all processes and tenants, and the pause that the host wants.
import { setTimeout as pause } from 'node:timers/promises'
import { onAbort } from '../../kernel/alarms.ts'
import { createSemaphore, type Semaphore } from '../../kernel/semaphore.ts'
import type { Database, Tx } from '../db/database.ts'
import { releaseHost, takeHost } from './host-leases.writes.ts'

export interface HostTurnParts {
  /** Keeps the turns for all processes. Absent in a program of its own, which asks alone. */
  database?: Database
  now: () => Date
  /** Waits; a test with a clock of its own lets it go on instead. */
  sleep?: (ms: number, signal?: AbortSignal) => Promise<unknown>
}

export interface HostTurn<T> {
  /** What was read when the turn began. */
  read: T | undefined
  /** Ends it; the next may begin at `next`. */
  leave(next: Date): Promise<void>
}

/** `free_at` is when the host may be asked again, where that is planned. */
export type HostRefusal = { reason: 'aborted' | 'busy'; free_at: Date | null }

export interface TurnRequest<T> {
  /** A name, with its port where that is not the one of the web. */
  host: string
  patience_ms: number
  /** The least time from one turn to the next: a line that is too long for the patience is not joined. */
  gap_ms?: number
  signal?: AbortSignal | undefined
  /** Read in the transaction that takes the turn. */
  read?: ((tx: Tx) => Promise<T>) | undefined
}

export interface HostTurns {
  /** Rejects only when the database is away. */
  enter<T>(request: TurnRequest<T>): Promise<HostTurn<T> | HostRefusal>
}

const LOOK_AGAIN_MS = 50

export function createHostTurns({ database, now, sleep }: HostTurnParts): HostTurns {
  // Those of this process stand in line here, so that only one of them asks the database.
  const lines = new Map<string, Semaphore>()
  const nextStarts = new Map<string, Date>()
  const wait =
    sleep ?? ((ms: number, signal?: AbortSignal) => pause(ms, undefined, signal ? { signal } : {}).catch(() => {}))

  /** Null when the signal came first or it takes too long. */
  async function standInLine({
    host,
    patience_ms,
    gap_ms = 0,
    signal,
  }: TurnRequest<unknown>): Promise<(() => void) | null> {
    const line = lines.get(host) ?? createSemaphore(1)
    if (signal?.aborted || (line.inUse() + line.waiting()) * gap_ms > patience_ms) return null
    lines.set(host, line)
    const stop = new AbortController()
    const timer = setTimeout(() => stop.abort(), patience_ms)
    const forget = signal && onAbort(signal, () => stop.abort())
    try {
      const leave = await line.acquire(stop.signal)
      return () => {
        leave()
        if (line.inUse() === 0) lines.delete(host)
      }
    } catch {
      return null
    } finally {
      clearTimeout(timer)
      forget?.()
    }
  }

  async function take<T>({ host, read }: TurnRequest<T>): Promise<HostTurn<T> | { free_at: Date | null }> {
    if (!database) {
      const free_at = nextStarts.get(host)
      if (free_at && free_at > now()) return { free_at }
      return { read: undefined, leave: async (next) => void nextStarts.set(host, next) }
    }
    return database.inSystem(async (tx) => {
      const taken = await takeHost(tx, host, now())
      if (!('holder' in taken)) return taken
      return {
        read: await read?.(tx),
        leave: (next) => database.inSystem((own) => releaseHost(own, host, taken.holder, now(), next)),
      }
    })
  }

  return {
    async enter(request) {
      const { patience_ms, signal } = request
      const begun = performance.now()
      const leaveLine = await standInLine(request)
      if (!leaveLine) return { reason: signal?.aborted ? 'aborted' : 'busy', free_at: null }
      let isEntered = false
      try {
        for (let waited = performance.now() - begun; ; ) {
          if (signal?.aborted) return { reason: 'aborted', free_at: null }
          const taken = await take(request)
          if ('leave' in taken) {
            isEntered = true
            return { read: taken.read, leave: (next) => taken.leave(next).finally(leaveLine) }
          }
          const until = taken.free_at ? taken.free_at.getTime() - now().getTime() : LOOK_AGAIN_MS
          if (waited + Math.max(0, until) > patience_ms) return { reason: 'busy', free_at: taken.free_at }
          const ms = Math.min(Math.max(until, LOOK_AGAIN_MS), 1_000)
          await wait(ms, signal)
          waited += ms
        }
      } finally {
        if (!isEntered) leaveLine()
      }
    },
  }
}
