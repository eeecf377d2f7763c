// Follows the event log in every worker process; one of them reads at a time.
import { setTimeout as sleep } from 'node:timers/promises'
import { HEARD } from '../../platform/events/relay.ts'
import { runInBackground } from '../../platform/governor.ts'
import { startLoop } from '../../platform/loop.ts'
import type { BackgroundWorker } from '../../platform/room.ts'
import { type IntakeParts, takeEvents } from './intake.ts'

const IDLE_MS = 1_000
const GATHER_MS = 50

export function startIntake(parts: IntakeParts): BackgroundWorker {
  const loop = startLoop(
    IDLE_MS,
    async () => {
      const taken = await runInBackground(() => takeEvents(parts))
      // What comes one by one is read by the handful.
      if (taken && taken.count > 0 && !taken.isMore) await sleep(GATHER_MS)
      return taken?.isMore ?? false
    },
    (error) => parts.log.warn({ err: error }, 'the event log could not be followed by rules, trying again'),
  )
  return { channel: HEARD, ...loop }
}
