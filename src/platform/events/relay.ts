// The relay: the one process that moves the outbox into the numbered event log, holding a lock that dies with it.

import { bind, type Database } from '../db/database.ts'
import { releaseForSession, tryForSession } from '../db/hold.ts'
import { askTogether, BEGIN, COMMIT } from '../db/message.ts'
import { oneRow, type SqlClient } from '../db/sql-client.ts'
import type { Log } from '../log.ts'
import { createPause } from '../loop.ts'

const BATCH = 1_000
/** How long a process without the lock waits before it asks again; bounds the silence after the relaying one died. */
const TAKEOVER_MS = 1_000

/** The channel that wakes readers of the log that need a few types of events, and not all. */
export const HEARD = 'millrace_heard'

// Ids are given out by this single writer in the order of the outbox, and a later batch commits later: no reader can see
// an id before a smaller one. The lock is of the session, so a killed process gives it up with its connection.
const MOVE = `with moved as (
    delete from outbox where seq in (select seq from outbox order by seq limit ${BATCH}) returning seq, workspace_id, type, payload, created_at
  ), numbered as (
    insert into events (workspace_id, id, type, payload, ts)
    select workspace_id, nextval('events_id'), type, payload, created_at from (select * from moved order by seq) m
    returning id, type
  ), told as (select count(*)::int as moved, max(id) as last, bool_or(type = any($1)) as is_heard from numbered)
  select moved, case when moved > 0 then pg_notify('millrace_events', last::text) end, case when is_heard then pg_notify('${HEARD}', '') end from told`

export interface Relay {
  /** Tells the relay that something may be waiting. */
  wake(): void
  close(): Promise<void>
}

/** `heard` lists the types of events that {@link HEARD} announces. */
export function startRelay(database: Database, log: Log, heard: readonly string[]): Relay {
  let closed = false
  const pause = createPause()

  async function relay(client: SqlClient): Promise<void> {
    while (!closed) {
      // All in one message: at a hundred a second the ways would cost more than the moving.
      const results = await Promise.all(
        askTogether<{ moved: number }>(client, [
          BEGIN,
          bind(['app.system', 'on']),
          { name: 'relay', text: MOVE, values: [heard] },
          COMMIT,
        ]),
      )
      if (oneRow(results[2]?.rows ?? []).moved < BATCH) await pause.wait(TAKEOVER_MS)
    }
    await releaseForSession(client, 'relay')
  }

  // A connection lost between two statements reports here; the statement after it rejects by itself. Taken off again,
  // since the pool lends the same connection to the next attempt.
  const lost = () => {}

  async function loop(): Promise<void> {
    while (!closed) {
      let client: SqlClient | undefined
      try {
        client = await database.sessions.connect()
        client.on('error', lost)
        if (await tryForSession(client, 'relay')) await relay(client)
        client.off('error', lost)
        client.release()
        client = undefined
      } catch (error) {
        client?.release(true)
        if (!closed) log.warn({ err: error }, 'the event relay lost the database, trying again')
      }
      if (!closed) await pause.wait(TAKEOVER_MS)
    }
  }
  const running = loop()

  return {
    // What comes in while a batch is being moved is not left until the pause is over.
    wake: pause.wake,
    async close() {
      closed = true
      pause.wake()
      await running
    },
  }
}
