// The jobs and the event of plans.
import { Type } from 'typebox'
import { defineEvent } from '../../platform/events/event.ts'
import { defineJob } from '../../platform/queue/job.ts'

const Payload = Type.Object({ plan_id: Type.String() })

export const assistantPlan = defineJob({ name: 'assistant.plan', payload: Payload })
export const assistantAutopilot = defineJob({ name: 'assistant.autopilot', payload: Payload, lane: 'long' })

export const planChanged = defineEvent(
  'assistant.plan',
  Type.Object({ plan_id: Type.String(), conversation_id: Type.String(), status: Type.String() }),
  'A plan of the assistant was approved, continued or ended.',
)
