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

/** Of requests: a stopped database is told within seconds, and no statement of theirs holds a connection for good. */
export const OF_REQUESTS: Timeouts = { begin: 5_000, statement: 65_000 }

/** How much earlier the server's own statement timeout is set. */
const SERVER_FIRST = 5_000

/** What makes the server stop first, as a setting. */
export function serverLimit({ statement }: Timeouts): string {
  return String(Math.max(1, statement - SERVER_FIRST))
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
