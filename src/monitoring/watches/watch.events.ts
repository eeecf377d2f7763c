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
  'A watch failed so often in a row that it is no longer polled.',
)

export const watchPolled = defineEvent(
  'watch.polled',
  Type.Object({
    watch_id: Type.String(),
    poll_id: Type.String(),
    outcome: Type.String({ description: '`baseline`, `unchanged`, `changed` or `failed`.' }),
    signals: Type.Integer(),
  }),
  'A poll ended that found a change, failed, or was requested.',
)

export const watchGroupSynced = defineEvent(
  'watch.group_synced',
  Type.Object({ group_id: Type.String(), watches: Type.Integer() }),
  'A group of watches was synced with its leads for the first time, on request, or with a change.',
)
