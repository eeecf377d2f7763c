// The events of identity.
import { Type } from 'typebox'
import { defineEvent } from '../platform/events/event.ts'

export const integrationUpdated = defineEvent(
  'integration.updated',
  Type.Object({ integration_id: Type.String() }),
  'The credentials of an integration or a secret changed, or were tested.',
)
