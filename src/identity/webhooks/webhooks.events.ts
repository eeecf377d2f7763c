// What webhooks emit: that an endpoint was disabled.
import { Type } from 'typebox'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { defineEvent, emit } from '../../platform/events/event.ts'

export const endpointDisabled = defineEvent(
  'webhook.disabled',
  Type.Object({ endpoint_id: Type.String(), reason: Type.String() }),
  'A webhook endpoint was disabled, because it is gone or no delivery reached it for a day.',
)

export const emitEndpoint = (tx: WorkspaceTx, endpoint_id: string, reason: string) =>
  emit(tx, endpointDisabled, { endpoint_id, reason })
