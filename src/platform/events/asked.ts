// Tells the other processes that this one is answering requests, so that their background work gives way to them as well.
import { newId } from '../../kernel/ids.ts'
import type { Database } from '../db/database.ts'
import { answeringShare, isAskedHere, noteRequestsElsewhere } from '../governor.ts'
import type { Log } from '../log.ts'

export const ASKED_CHANNEL = 'millrace_asked'

/** A transaction a second while requests come, none without requests. */
const EVERY_MS = 1_000
/** Longer than between two notices: a timer is late when there is much to do. */
const RECENT_MS = 1_500

export interface ForegroundNotices {
  /** A notice of any process. */
  hear(notice: string): void
  close(): void
}

export function startForegroundNotices({ pool }: Pick<Database, 'pool'>, log: Log): ForegroundNotices {
  const me = newId()
  const tell = () => {
    if (!isAskedHere(RECENT_MS)) return
    const notice = `${me} ${answeringShare().toFixed(2)}`
    pool
      .query('select pg_notify($1, $2)', [ASKED_CHANNEL, notice])
      .catch((error) => log.warn({ err: error }, 'other processes could not be told of requests'))
  }
  const timer = setInterval(tell, EVERY_MS)
  return {
    hear(notice) {
      const [who, share] = notice.split(' ')
      if (who !== me) noteRequestsElsewhere(Number(share) || 0)
    },
    close: () => clearInterval(timer),
  }
}
