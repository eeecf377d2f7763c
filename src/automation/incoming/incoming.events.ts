// What incoming webhooks emit: that a payload came.
import { Type } from 'typebox'
import { defineEvent } from '../../platform/events/event.ts'

export const webhookReceived = defineEvent(
  'webhook.received',
  Type.Object({ hook_id: Type.String(), payload_id: Type.String() }),
  'An incoming webhook received a payload.',
)
