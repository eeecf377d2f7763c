// Follows the event log in every worker process; one of them reads at a time.
import { giveWay } from '../../platform/foreground.ts'
import { startLoop } from '../../platform/loop.ts'
import type { Running } from '../../platform/room.ts'
import { type IntakeParts, takeEvents } from './intake.ts'

const IDLE_MS = 1_000

export function startIntake(parts: IntakeParts): Running {
  const loop = startLoop(
    IDLE_MS,
    async () => {
      await giveWay()
      return ((await takeEvents(parts)) ?? 0) > 0
    },
    (error) => parts.log.warn({ err: error }, 'the event log could not be followed by rules, trying again'),
  )
  return { channel: 'millrace_events', ...loop }
}
