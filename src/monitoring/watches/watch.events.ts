// What watches emit.
import { Type } from 'typebox'
import { defineEvent } from '../../platform/events/event.ts'

export const watchPaused = defineEvent(
  'watch.paused',
  Type.Object({
    watch_id: Type.String(),
    kind: Type.String(),
    target: Type.String(),
    failures: Type.Integer(),
    error: Type.String(),
  }),
  'When a watch failed so often in a row that it is no longer polled.',
)

export const watchPolled = defineEvent(
  'watch.polled',
  Type.Object({
    watch_id: Type.String(),
    poll_id: Type.String(),
    outcome: Type.String({ description: '`baseline`, `unchanged`, `changed` or `failed`.' }),
    signals: Type.Integer(),
  }),
  'When a poll ended that changed something, failed, or was asked for.',
)
