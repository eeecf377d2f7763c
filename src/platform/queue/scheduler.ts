// The scheduler of a worker process: looks every second for schedules that are due. Any number of processes may run it.
import type { Database } from '../db/database.ts'
import type { Log } from '../log.ts'
import { enqueueDue } from './schedules.ts'

const TICK_MS = 1_000

export function startScheduler({ database, log, now }: { database: Database; log: Log; now: () => Date }): {
  tick(): Promise<void>
  close(): Promise<void>
} {
  let ticking: Promise<void> | undefined
  const drain = async () => {
    while ((await database.inSystem((tx) => enqueueDue(tx, now()))) > 0);
  }
  const tick = () => {
    ticking ??= drain()
      .catch((error) => log.warn({ err: error }, 'the schedules could not be read'))
      .finally(() => {
        ticking = undefined
      })
    return ticking
  }
  const timer = setInterval(tick, TICK_MS)
  return {
    tick,
    async close() {
      clearInterval(timer)
      await ticking
    },
  }
}
