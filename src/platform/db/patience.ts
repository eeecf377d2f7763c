// Bounds the wait for a database that neither answers nor breaks the connection: stopped, swapped out, behind a dead network.
import type pg from 'pg'

/** How long somebody waits for an answer before the connection is given up, in milliseconds. */
export interface Patience {
  /** For the beginning of a transaction, which waits for nothing but the server itself. */
  begin: number
  /** For any statement in it; the server, when it can, stops a little earlier and says why. */
  statement: number
}

/** Of requests: a stopped database is told within seconds, and no statement of theirs holds a connection for good. */
export const OF_REQUESTS: Patience = { begin: 5_000, statement: 65_000 }

/** How much earlier the server is told to stop a statement by itself. */
const SERVER_FIRST = 5_000

/** The part of the beginning that makes the server stop first. */
export function serverLimit({ statement }: Patience): string {
  return `set_config('statement_timeout', '${Math.max(1, statement - SERVER_FIRST)}', true)`
}

/**
 * Ends the connection when a statement on it stays without an answer, which makes that statement and all after it fail.
 * Returns the end of watching. What streams (COPY) has its own pace.
 */
export function watchAnswers(client: pg.PoolClient, { begin, statement }: Patience): () => void {
  const ask = client.query.bind(client) as (...args: unknown[]) => unknown
  let limit = begin
  const watched = (...args: unknown[]): unknown => {
    const asked = ask(...args)
    if (!(asked instanceof Promise)) return asked
    let isOpen = true
    // An answer may lie in the socket while this process was too busy to read it: it is read before the second look.
    const lookAgain = () => setImmediate(() => isOpen && void client.end())
    const timer = setTimeout(lookAgain, limit)
    limit = statement
    return asked.finally(() => {
      isOpen = false
      clearTimeout(timer)
    })
  }
  client.query = watched as typeof client.query
  return () => {
    // The method of the class shows again.
    Reflect.deleteProperty(client, 'query')
  }
}
