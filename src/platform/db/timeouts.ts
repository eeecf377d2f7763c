// Bounds the wait for a database that neither answers nor breaks the connection: stopped, swapped out, behind a dead network.
import pg from 'pg'
import type { MessageWatcher } from './conversation.ts'

/** How long a caller waits for an answer before the connection is given up, in milliseconds. */
export interface Timeouts {
  /** For the beginning of a transaction, unless the server is seen to be at work on what came with it. */
  begin: number
  /** For any statement in it; the server, when it can, stops a little earlier and says why. */
  statement: number
}

/** The timeouts of requests: a stopped database is noticed within seconds, and no statement holds a connection forever. */
export const OF_REQUESTS: Timeouts = { begin: 5_000, statement: 65_000 }

/** How much earlier the server's own statement timeout is set. */
const SERVER_FIRST = 5_000

/** What the server keeps by itself, in milliseconds. */
export interface TimeLimits {
  statement_ms: number
  /** For a lock that others hold; as long as the statement may take without. */
  lock_ms?: number
}

export interface StepLimits {
  /** For each statement of a step of background work. A lock that others hold is waited for two thirds of it. */
  statement_ms: number
  /** The same for a step that works on one thing alone, which cannot be cut any smaller. */
  alone_ms: number
  /** For locks that others hold, over all tries. */
  locked_ms: number
}

export const OF_STEPS: StepLimits = { statement_ms: 15_000, alone_ms: 60_000, locked_ms: 600_000 }

/** What makes the server stop first. */
export function serverLimit({ statement }: Timeouts): number {
  return Math.max(1, statement - SERVER_FIRST)
}

/**
 * Ends the connection when a message on it stays without an answer, which makes its statements and all after them fail.
 * What streams (COPY) has its own pace.
 */
export function watchAnswers(
  client: pg.PoolClient,
  { begin, statement }: Timeouts,
  isAlive: (within: number) => Promise<boolean>,
): MessageWatcher {
  let isFirst = true
  return (answer) => {
    let isOpen = true
    // An answer may lie in the socket while this process was too busy to read it: it is read before the second look.
    const lookAgain = () => setImmediate(() => isOpen && void client.end())
    const wait = (limit: number) => {
      timer = setTimeout(lookAgain, limit)
    }
    // A beginning goes with a statement that may take its time: only another connection can tell which of the two it is.
    const lookAround = () =>
      void isAlive(begin / 2).then((alive) => {
        if (!isOpen) return
        if (alive) wait(statement)
        else lookAgain()
      })
    let timer = setTimeout(isFirst ? lookAround : lookAgain, isFirst ? begin / 2 : statement)
    isFirst = false
    void answer.then(() => {
      isOpen = false
      clearTimeout(timer)
    })
  }
}

/** Whether the server accepts connections; concurrent callers share one check. */
export function openProbe(settings: pg.ClientConfig): (within: number) => Promise<boolean> {
  let underWay: Promise<boolean> | undefined
  async function probe(within: number): Promise<boolean> {
    const client = new pg.Client({ ...settings, connectionTimeoutMillis: within })
    client.on('error', () => {})
    try {
      await client.connect()
      return true
    } catch (error) {
      // Also "too many connections" is an answer.
      return error instanceof pg.DatabaseError
    } finally {
      void client.end().catch(() => {})
    }
  }
  return (within) => {
    underWay ??= probe(within).finally(() => {
      underWay = undefined
    })
    return underWay
  }
}
