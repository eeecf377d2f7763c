// What rules emit: that a run of one ended or waits, and that a rule stopped itself.
import { Type } from 'typebox'
import { defineEvent } from '../../platform/events/event.ts'

export const automationRun = defineEvent(
  'automation.run',
  Type.Object({ automation_id: Type.String(), automation_run_id: Type.String(), status: Type.String() }),
  'A run of an automation rule ended, or waits for a run of columns.',
)

export const automationChanged = defineEvent(
  'automation.changed',
  Type.Object({
    automation_id: Type.String(),
    status: Type.String(),
    reason: Type.Union([Type.String(), Type.Null()]),
  }),
  'An automation rule was created, changed, paused, resumed or deleted, or stopped itself.',
)
