// Notices to other processes after a commit, gathered: PostgreSQL lets only one transaction at a time commit a NOTIFY, so
// notifying inside every write would line all writers up behind one lock.
import type { Log } from '../log.ts'
import type { SqlAsker } from './sql-client.ts'

/** Notices of one channel go out at most this often; the first goes at once. */
const GATHER_MS = 25

export interface NotificationBatcher {
  /** Wakes the listeners of these channels, soon. Listeners poll for what is lost with this process. */
  send(channels: ReadonlySet<string>): void
  close(): void
}

export function createNotificationBatcher(pool: SqlAsker, log: Log): NotificationBatcher {
  const pending = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let closed = false

  async function flush(): Promise<void> {
    const channels = [...pending]
    pending.clear()
    if (channels.length > 0)
      await pool.query('select pg_notify(channel, $2) from unnest($1::text[]) channel', [channels, '']).catch(tell)
    timer = closed ? undefined : setTimeout(again, GATHER_MS)
  }
  function again() {
    timer = undefined
    if (pending.size > 0) start()
  }
  function start() {
    timer = setTimeout(() => {}, 0)
    void flush()
  }
  function tell(error: unknown) {
    if (!closed) log.warn({ err: error }, 'a notice could not be sent, listeners will look by themselves')
  }

  return {
    send(channels) {
      for (const channel of channels) pending.add(channel)
      if (pending.size > 0 && timer === undefined && !closed) start()
    },
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
}
